//! Traits: with methods of every receiver, provided methods, associated types and constants and supertraits; implemented for types of all kinds,
//! and called as methods, by path, through type parameters, `impl Trait` and `dyn Trait`.

mod generic;
mod objects;

pub use generic::GenericFn;

use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

/// How many of 100 methods are `#[inline]`.
const INLINE_METHODS: usize = 25;

/// A trait of the program.
#[derive(Clone, Debug)]
pub struct TraitDef {
    pub name: Name,
    pub methods: Vec<MethodDef>,
    /// An associated constant of this integer type.
    pub constant: Option<(Name, Int)>,
    /// An associated type, which is one of the program's and can be mixed.
    pub associated: Option<Name>,
    pub implementors: Vec<Ty>,
    /// What any of its methods costs.
    pub cost: u64,
    /// Whether there can be a `dyn` of it.
    pub is_object_safe: bool,
}

/// A method of a trait.
#[derive(Clone, Debug)]
pub struct MethodDef {
    pub name: Name,
    pub params: Vec<(Name, Ty)>,
    pub ret: Ty,
    pub takes: Takes,
    /// Whether the trait has a body for it, which implementations leave as it is.
    pub is_provided: bool,
}

/// What a method takes its receiver as.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Takes {
    Ref,
    Mut,
    Value,
    Nothing,
}

/// What implementations may cost, so that calls are cheap whoever answers them.
const METHOD_LIMIT: u64 = 400;

impl Writer {
    /// Some trait, or a new one if there is room.
    fn some_trait(&mut self, wanted: impl Fn(&TraitDef) -> bool, is_object: bool) -> Option<usize> {
        let known: Vec<usize> = (0..self.traits.len()).filter(|&n| wanted(&self.traits[n])).collect();
        if (known.is_empty() || self.chance(self.chances().new_traits))
            && self.left > 4
            && self.frames.len() < 4
        {
            let number = self.new_trait(is_object);
            return wanted(&self.traits[number]).then_some(number);
        }
        self.random.pick(&known).copied()
    }

    fn new_trait(&mut self, is_object: bool) -> usize {
        let name = self.name("Tr");
        let count = self.random.within(&self.mixture.ranges.trait_methods);
        let methods: Vec<MethodDef> = (0..count)
            .map(|_| {
                let takes = weighted!(
                    self.random,
                    (2, Takes::Mut),
                    (1, !is_object, Takes::Value),
                    (1, !is_object, Takes::Nothing),
                    (4, Takes::Ref),
                );
                let params = (0..self.random.within(&self.mixture.ranges.method_parameters))
                    .map(|_| (self.name("p"), self.scalar_type()))
                    .collect();
                let ret = self.scalar_or_any(self.chances().scalar_method_results);
                MethodDef { name: self.name("m"), params, ret, takes, is_provided: false }
            })
            .collect();
        let constant = (!is_object && self.chance(self.chances().associated_constants))
            .then(|| (self.name("C"), self.some_int()));
        let associated =
            (!is_object && self.chance(self.chances().associated_types)).then(|| self.name("Out"));
        let supertrait = match self.chance(self.chances().supertraits) {
            true => self.random.pick(&(0..self.traits.len()).collect::<Vec<_>>()).copied(),
            false => None,
        };
        let supertrait = supertrait.filter(|&n| !is_object || self.traits[n].is_object_safe);
        let mut items = Vec::new();
        if let Some((constant, int)) = constant {
            let ty = self.types.int(int);
            let default = self.coin().then(|| self.int_literal(int, true).0);
            items.push(Item::plain(ItemKind::Const(constant, self.syntax(ty), default)));
        }
        if let Some(associated) = associated {
            let bounds = vec![bound("Mix"), bound("Clone")];
            items.push(Item::plain(ItemKind::Alias(associated, Generics::default(), bounds, None)));
            let function =
                Function::new(self.assoc_method(associated), Vec::new(), Some(self_type(associated)), None);
            items.push(Item::function(function.of_ref()));
        }
        for method in &methods {
            items.push(Item::function(self.signature(method, None)));
        }
        // A provided method uses the required ones.
        if let Some(method) = methods.iter().find(|method| method.takes == Takes::Ref) {
            let provided = self.name("m");
            let args = method.params.iter().map(|&(_, ty)| self.fresh_alone(ty)).collect();
            let value = Expr::Name("self".into()).method(method.name, args);
            let hash = call("hash_of", vec![value.borrow()]);
            let body = match (constant, self.coin()) {
                (Some((constant, _)), true) => {
                    let constant = Expr::Path(name_path("Self").then(constant)).cast("u64");
                    hash.method("wrapping_add", vec![constant])
                }
                _ => hash,
            };
            let body = block(Vec::new(), Some(body));
            items.push(Item::function(
                Function::new(provided, Vec::new(), Some("u64".into()), Some(body)).of_ref(),
            ));
            let u64 = self.types.int(Int::U64);
            let mut methods = methods.clone();
            let params = Vec::new();
            methods.push(MethodDef {
                name: provided,
                params,
                ret: u64,
                takes: Takes::Ref,
                is_provided: true,
            });
            return self.finish_trait(name, methods, constant, associated, supertrait, items);
        }
        self.finish_trait(name, methods, constant, associated, supertrait, items)
    }

    /// The method that yields the associated type.
    fn assoc_method(&self, associated: Name) -> Name {
        match associated {
            Name::Numbered(_, number) => Name::Numbered("to_out", number),
            word => word,
        }
    }

    fn finish_trait(
        &mut self,
        name: Name,
        methods: Vec<MethodDef>,
        constant: Option<(Name, Int)>,
        associated: Option<Name>,
        supertrait: Option<usize>,
        items: Vec<Item>,
    ) -> usize {
        let mut supertraits = Vec::new();
        let mut implementors = Vec::new();
        if let Some(number) = supertrait {
            supertraits.push(name_path(self.traits[number].name).bound());
            implementors = self.traits[number].implementors.clone();
        } else {
            for _ in 0..self.random.within(&self.mixture.ranges.implementors) {
                let ty = self.scalar_or_any(self.chances().scalar_implementors);
                if !implementors.contains(&ty) {
                    implementors.push(ty);
                }
            }
        }
        // An object of the trait is `Mix` by nobody, but its methods are called.
        let definition = Trait { is_unsafe: false, name, generics: Generics::default(), supertraits, items };
        self.add_item(ItemKind::Trait(Box::new(definition)));
        let mut cost = 20;
        for &ty in &implementors {
            let (item, most) = self.implementation(name, &methods, constant, associated, ty);
            self.items.push(item);
            cost = cost.max(most + 20);
        }
        let is_safe = |method: &MethodDef| matches!(method.takes, Takes::Ref | Takes::Mut);
        let is_object_safe = constant.is_none()
            && associated.is_none()
            && methods.iter().all(is_safe)
            && supertrait.is_none_or(|number| self.traits[number].is_object_safe);
        self.traits.push(TraitDef {
            name,
            methods,
            constant,
            associated,
            implementors,
            cost,
            is_object_safe,
        });
        self.traits.len() - 1
    }

    /// A value that depends on nothing around.
    pub fn fresh_alone(&mut self, ty: Ty) -> Expr {
        let frame = self.new_frame("alone".into(), ty, 50, 0);
        self.frames.push(frame);
        self.frame_mut().can_return = false;
        let value = self.fresh(ty, true, 0);
        self.frames.pop();
        value
    }

    fn signature(&self, method: &MethodDef, body: Option<Block>) -> Function {
        let params = method.params.iter().map(|&(name, ty)| (name, self.syntax(ty))).collect();
        let function = Function::new(method.name, params, Some(self.syntax(method.ret)), body);
        match method.takes {
            Takes::Ref => function.of_ref(),
            Takes::Mut => function.of_mut(),
            Takes::Value => {
                // Without a body, its size need not be known.
                Function { generics: Generics { params: Vec::new(), predicates: sized() }, ..function }
                    .of_value()
            }
            Takes::Nothing => {
                Function { generics: Generics { params: Vec::new(), predicates: sized() }, ..function }
            }
        }
    }

    /// `impl Trait for T`, and what its methods cost.
    fn implementation(
        &mut self,
        name: Name,
        methods: &[MethodDef],
        constant: Option<(Name, Int)>,
        associated: Option<Name>,
        ty: Ty,
    ) -> (Item, u64) {
        let mut items = Vec::new();
        let mut cost = 0;
        if let Some((constant, int)) = constant {
            let value = self.int_literal(int, true).0;
            items.push(Item::plain(ItemKind::Const(constant, int.name().into(), Some(value))));
        }
        if let Some(associated) = associated {
            let out = if self.coin() { ty } else { self.scalar_type() };
            let alias = ItemKind::Alias(associated, Generics::default(), Vec::new(), Some(self.syntax(out)));
            items.push(Item::plain(alias));
            let method = MethodDef {
                name: self.assoc_method(associated),
                params: Vec::new(),
                ret: out,
                takes: Takes::Ref,
                is_provided: false,
            };
            let (mut function, spent) = self.method(&method, ty);
            function.ret = Some(self_type(associated));
            items.push(Item::function(function));
            cost = cost.max(spent);
        }
        for method in methods {
            if method.is_provided {
                cost += 100;
                continue;
            }
            let (function, spent) = self.method(method, ty);
            let attributes =
                if self.chance(INLINE_METHODS) { vec![Attribute::Word("inline")] } else { Vec::new() };
            items.push(Item { attributes, ..Item::function(function) });
            cost = cost.max(spent);
        }
        let item = Item::implement(Generics::default(), Some(name_path(name)), self.syntax(ty), items);
        (item, cost)
    }

    /// A method's body for a type.
    fn method(&mut self, method: &MethodDef, ty: Ty) -> (Function, u64) {
        let left = self.random.within(&self.mixture.ranges.method_body).min(self.left);
        let mut frame = self.new_frame(method.name, method.ret, METHOD_LIMIT, left);
        // Nobody knows who calls it.
        frame.is_isolated = true;
        self.frames.push(frame);
        let receiver = match method.takes {
            Takes::Ref => Some(self.types.reference(Mutability::Not, ty)),
            Takes::Mut => Some(self.types.reference(Mutability::Mut, ty)),
            Takes::Value => Some(ty),
            Takes::Nothing => None,
        };
        if let Some(receiver) = receiver {
            self.declare("self".into(), receiver, false);
        }
        for &(name, ty) in &method.params {
            self.declare(name, ty, false);
        }
        let mut stmts = Vec::new();
        self.statements(&mut stmts, left);
        let tail = self.expr(method.ret, true, 2);
        let frame = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        (self.signature(method, Some(block(stmts, Some(tail)))), frame.cost + 10)
    }

    /// A call of a trait's method that yields this type.
    pub fn trait_value(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        let number = self.some_trait(|def| def.methods.iter().any(|method| method.ret == ty), false);
        let number = match number {
            Some(number) => number,
            None => self.any_hashed_trait(ty)?,
        };
        let def = self.traits[number].clone();
        if !self.afford(def.cost) {
            return None;
        }
        // A parameter of the function that is known by this trait, or a type that has it.
        let has_param = self.frame().bounds.contains(&number);
        let mut types = def.implementors.clone();
        if has_param {
            let param = self.frame().bounds.iter().position(|&bound| bound == number).unwrap_or(0);
            types = vec![self.ty(TyKind::Param(param as u8))];
        }
        let of = self.random.pick(&types).copied()?;
        let methods: Vec<MethodDef> = def.methods.iter().filter(|method| method.ret == ty).cloned().collect();
        let Some(method) = self.random.pick(&methods).cloned() else {
            return self.trait_constant(&def, of, ty);
        };
        let mark = self.loan_mark();
        let made = self.method_call(&def, &method, of, depth);
        self.end_loans(mark);
        made
    }

    /// A trait that has a constant of this type.
    fn any_hashed_trait(&mut self, ty: Ty) -> Option<usize> {
        let TyKind::Int(int) = *self.kind(ty) else { return None };
        self.traits.iter().position(|def| def.constant.is_some_and(|(_, of)| of == int))
    }

    fn trait_constant(&mut self, def: &TraitDef, of: Ty, ty: Ty) -> Option<Expr> {
        let (constant, int) = def.constant?;
        if self.types.int(int) != ty {
            return None;
        }
        Some(Expr::Path(qualified(self.syntax(of), name_path(def.name), constant)))
    }

    fn method_call(&mut self, def: &TraitDef, method: &MethodDef, of: Ty, depth: usize) -> Option<Expr> {
        let is_param = self.types.facts(of).has_param;
        let receiver = match method.takes {
            Takes::Nothing => None,
            Takes::Value => Some(match is_param {
                true => self.value_of_place(of)?,
                false => self.expr(of, false, depth.min(1)),
            }),
            Takes::Ref => Some(self.borrow_of(of, depth.min(1))?),
            Takes::Mut => Some(match self.borrow_place(of, Mutability::Mut) {
                Some(borrowed) => borrowed,
                None if is_param => {
                    let value = self.value_of_place(of)?;
                    block_expr(Vec::new(), Some(value)).borrow_mut()
                }
                None => self.temporary(of, depth.min(1)).borrow_mut(),
            }),
        };
        let mut args: Vec<Expr> =
            method.params.iter().map(|&(_, ty)| self.expr(ty, true, depth.min(1))).collect();
        let path = match self.coin() && method.takes != Takes::Nothing {
            true => name_path(def.name).then(method.name),
            false => qualified(self.syntax(of), name_path(def.name), method.name),
        };
        let Some(receiver) = receiver else { return Some(call(path, args)) };
        if self.coin() {
            // `(&x).m()`, written as it usually is.
            let receiver = match receiver {
                Expr::Ref(_, inner) => *inner,
                other => other,
            };
            return Some(receiver.method(method.name, args));
        }
        args.insert(0, receiver);
        Some(call(path, args))
    }

    /// A trait that is used at once: a call whose result is kept.
    pub fn trait_statement(&mut self, out: &mut Vec<Stmt>) {
        let Some(number) = self.some_trait(|_| true, false) else { return self.observation(out) };
        if let (true, Some(associated)) = (self.coin(), self.traits[number].associated) {
            return self.associated_statement(out, number, associated);
        }
        let method = self.traits[number].methods[0].clone();
        match self.trait_value(method.ret, 2) {
            Some(value) => {
                let annotation = self.maybe_annotation(method.ret);
                self.bind(out, method.ret, true, annotation, value);
            }
            None => self.observation(out),
        }
    }

    /// A value of an associated type, and a function that is generic over which it is.
    fn associated_statement(&mut self, out: &mut Vec<Stmt>, number: usize, associated: Name) {
        let def = self.traits[number].clone();
        let Some(of) = self.random.pick(&def.implementors).copied() else { return };
        if !self.afford(def.cost + 20) {
            return self.observation(out);
        }
        let to_out = self.assoc_method(associated);
        let name = self.name("out");
        let item = Type::Path(qualified("T".into(), name_path(def.name), associated));
        let body = block(Vec::new(), Some(Expr::Name("x".into()).method(to_out, Vec::new())));
        let predicates = vec![Predicate::Type(Vec::new(), item.clone(), vec![bound("Clone")])];
        let generics = Generics { predicates, ..Generics::of("T", vec![name_path(def.name).bound()]) };
        let params = vec![("x".into(), Type::from("T").borrowed())];
        let function = Function::new(name, params, Some(item), Some(body)).with(generics);
        self.add_function(function);
        let mark = self.loan_mark();
        let value = self.borrow_of(of, 1);
        self.end_loans(mark);
        if let Some(value) = value {
            let u64 = self.types.int(Int::U64);
            let called = call(name_path(name).of_types(vec![self.syntax(of)]), vec![value]);
            self.bind(out, u64, false, None, call("hash_of", vec![called.borrow()]));
        }
    }
}

fn self_type(associated: Name) -> Type {
    Type::Path(name_path("Self").then(associated))
}

/// `where Self: Sized`.
fn sized() -> Vec<Predicate> {
    vec![Predicate::Type(Vec::new(), "Self".into(), vec![bound("Sized")])]
}
