//! Generic functions: bounded by traits of the program, in every way to say so.

use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind, param_name};
use crate::writer::{FnDef, Writer};
use rustassay_random::weighted;

/// A function that is generic over one type.
#[derive(Clone, Debug)]
pub struct GenericFn {
    pub def: FnDef,
    pub of_trait: Option<usize>,
}

impl Writer {
    /// A call of a generic function that yields this type: one that there is, or a new one.
    pub fn generic_call(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        let known: Vec<usize> = (0..self.shared.generic_functions.len())
            .filter(|&n| self.shared.generic_functions[n].def.ret == ty)
            .collect();
        let number = match (known.is_empty() || self.chance(self.chances().new_generic_functions))
            && self.left > 6
            && self.frames.len() < 4
        {
            true => self.new_generic_function(ty)?,
            false => self.random.pick(&known).copied()?,
        };
        let function = self.shared.generic_functions[number].clone();
        if !self.afford(function.def.cost) {
            return None;
        }
        let of = match function.of_trait {
            Some(of) => self.random.pick(&self.traits[of].implementors).copied()?,
            None => self.any_type(),
        };
        let mark = self.loan_mark();
        let args: Vec<Expr> = function
            .def
            .params
            .iter()
            .map(|&(ty, interval)| {
                let ty = self.types.substitute(ty, &[of]);
                self.expr_within(ty, interval, true, depth.min(1))
            })
            .collect();
        self.end_loans(mark);
        // Literals among the arguments say nothing of their types.
        let path = name_path(function.def.name).of_types(vec![self.syntax(of)]);
        Some(call(path, args))
    }

    /// `fn f<T: Trait + Clone + Mix>(a: &T, b: T, ..) -> R`.
    pub(super) fn new_generic_function(&mut self, ret: Ty) -> Option<usize> {
        let of_trait = match self.weights().traits > 0 && self.chance(self.chances().trait_bounds) {
            true => self.some_trait(|def| !def.implementors.is_empty(), false),
            false => None,
        };
        let name = self.name("gen");
        let param = self.ty(TyKind::Param(0));
        let reference = self.types.reference(Mutability::Not, param);
        let mut params = vec![(self.name("p"), reference, None), (self.name("p"), param, None)];
        for _ in 0..self.random.within(&self.mixture.ranges.generic_parameters) {
            let ty = self.scalar_type();
            let interval = self.maybe_interval(ty);
            params.push((self.name("p"), ty, interval));
        }
        let left = self.function_size().min(6);
        let mut frame = self.new_frame(name, ret, self.function_limit(), left);
        frame.bounds = of_trait.into_iter().collect();
        frame.is_isolated = true;
        self.frames.push(frame);
        for &(name, ty, interval) in &params {
            self.declare_within(name, ty, false, interval);
        }
        let mut stmts = Vec::new();
        self.statements(&mut stmts, left);
        let shown: Name = params[0].0;
        let observed = self.observe(shown, shown.into());
        stmts.push(observed.stmt());
        let tail = self.expr(ret, true, 3);
        let frame = self.frames.pop()?;
        let mut bounds = vec![bound("Clone"), bound("Mix")];
        bounds.extend(of_trait.map(|number| name_path(self.traits[number].name).bound()));
        let generics = weighted!(
            self.random,
            (1, {
                let predicates = vec![Predicate::Type(Vec::new(), param_name(0).into(), bounds)];
                let params = vec![GenericParam::Type(param_name(0), Vec::new(), None)];
                Generics { params, predicates }
            }),
            (2, Generics::of(param_name(0), bounds)),
        );
        let syntax: Vec<(Name, Type)> = params.iter().map(|&(name, ty, _)| (name, self.syntax(ty))).collect();
        let function = Function::new(name, syntax, Some(self.syntax(ret)), Some(block(stmts, Some(tail))));
        self.add_function(function.with(generics));
        let def = FnDef {
            name,
            params: params.iter().map(|&(_, ty, interval)| (ty, interval)).collect(),
            ret,
            cost: frame.cost + 20,
            has_effects: frame.has_effects,
            is_unsafe: false,
        };
        self.shared.generic_functions.push(GenericFn { def, of_trait });
        Some(self.shared.generic_functions.len() - 1)
    }
}
