//! Functions: made when one is wanted, and called from then on.

use crate::interval::Interval;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::{FnDef, Frame, Writer};
use rustassay_random::weighted;

/// What the weight of recursion is a share of: so many new functions, of which that many call themselves.
const RECURSION_SHARE: usize = 12;

/// What the weight of raw pointers is a share of: so many functions, of which that many are `unsafe`, but not more than `MOST_UNSAFE`.
const UNSAFE_SHARE: usize = 30;
const MOST_UNSAFE: usize = 3;

/// How deep functions are made while others are being written.
const DEEPEST: usize = 4;

impl Writer {
    /// A call that yields this type.
    pub fn call_for(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        let known: Vec<usize> =
            (0..self.functions.len()).rev().filter(|&n| self.functions[n].ret == ty).take(8).collect();
        let is_new = self.frames.len() < DEEPEST && self.left > 8 && self.is_constructible(ty);
        if known.is_empty() || (is_new && self.chance(self.chances().new_functions)) {
            if !is_new {
                return None;
            }
            if self.random.ratio(self.weights().recursion, RECURSION_SHARE) {
                self.new_recursive_function(ty);
            } else {
                self.new_function(ty);
            }
            return self.call(self.functions.len() - 1, depth);
        }
        let number = self.random.pick(&known).copied()?;
        self.call(number, depth)
    }

    /// A call of this function, if there is room for what it costs.
    pub fn call(&mut self, number: usize, depth: usize) -> Option<Expr> {
        let function = self.functions[number].clone();
        if function.has_effects && self.frame().is_isolated || !self.afford(function.cost) {
            return None;
        }
        self.frame_mut().has_effects |= function.has_effects;
        let mark = self.loan_mark();
        let args = function
            .params
            .iter()
            .map(|&(ty, interval)| self.expr_within(ty, interval, true, depth.min(2)))
            .collect();
        self.end_loans(mark);
        let callee: Expr = weighted!(
            self.random,
            (1, path(&["crate"]).then(function.name).into()),
            (1, path(&["self"]).then(function.name).into()),
            (18, function.name.into()),
        );
        let called = call(callee, args);
        Some(match function.is_unsafe {
            true => Expr::Block(BlockKind::Unsafe, block(Vec::new(), Some(called))),
            false => called,
        })
    }

    /// Writes a function's body: statements and a value.
    pub fn body(&mut self, frame: Frame, params: &[(Name, Ty, Option<Interval>)]) -> (Block, Frame) {
        self.frames.push(frame);
        for &(name, ty, interval) in params {
            self.declare_within(name, ty, false, interval);
        }
        let mut stmts = Vec::new();
        let most = self.frame().left;
        self.statements(&mut stmts, most);
        if self.chance(self.chances().observed_functions) {
            self.observe_block(&mut stmts);
        }
        let ret = self.frame().ret;
        let tail = self.expr(ret, true, 2);
        let frame = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        (block(stmts, Some(tail)), frame)
    }

    /// The size that a function may have.
    pub fn function_size(&mut self) -> usize {
        let size = self.mixture.size.function;
        self.between(1, size).min(self.left / 2)
    }

    /// What a call of a new function may cost here.
    pub fn function_limit(&self) -> u64 {
        match self.frames.last() {
            Some(frame) => (frame.limit.saturating_sub(frame.cost) / frame.times.max(1) / 4).max(200),
            None => self.cost_left / 2,
        }
    }

    fn param_type(&mut self) -> Ty {
        let ty = if self.coin() { self.scalar_type() } else { self.any_type() };
        weighted!(
            self.random,
            (2, self.types.reference(Mutability::Not, ty)),
            (2, self.types.reference(Mutability::Mut, ty)),
            (1, self.weights().slices > 0, {
                let slice = self.ty(TyKind::Slice(ty));
                self.types.reference(Mutability::Not, slice)
            }),
            (1, self.weights().strings > 0, {
                let str = self.ty(TyKind::Str);
                self.types.reference(Mutability::Not, str)
            }),
            (4, ty),
        )
    }

    /// Makes a function that yields this type.
    pub fn new_function(&mut self, ret: Ty) {
        let name = self.name("fun");
        let count = self.random.within(&self.mixture.ranges.parameters);
        let params: Vec<(Name, Ty, Option<Interval>)> = (0..count)
            .map(|_| {
                let ty = self.param_type();
                (self.name("p"), ty, self.maybe_interval(ty))
            })
            .collect();
        let interval = self.maybe_interval(ret);
        let left = self.function_size();
        let mut frame = self.new_frame(name, ret, self.function_limit(), left);
        // A result that keeps to an interval is not returned from the middle.
        frame.can_return = interval.is_none();
        self.frames.push(frame);
        for &(name, ty, interval) in &params {
            self.declare_within(name, ty, false, interval);
        }
        let mut stmts = Vec::new();
        self.statements(&mut stmts, left);
        let tail = self.expr_within(ret, interval, true, 3);
        let frame = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        let is_unsafe = self.random.ratio(self.weights().raw_pointers.min(MOST_UNSAFE), UNSAFE_SHARE);
        let abi = self.chance(self.chances().foreign_abis).then_some("C");
        if abi.is_some() {
            self.shared.foreign_abi.push(name);
        }
        let function = Function {
            is_unsafe,
            abi,
            ..Function::new(
                name,
                params.iter().map(|&(name, ty, _)| (name, self.syntax(ty))).collect(),
                Some(self.syntax(ret)),
                Some(block(stmts, Some(tail))),
            )
        };
        self.add_function(function);
        self.functions.push(FnDef {
            name,
            params: params.iter().map(|&(_, ty, interval)| (ty, interval)).collect(),
            ret,
            cost: frame.cost + 10,
            has_effects: frame.has_effects,
            is_unsafe,
        });
    }

    /// Adds a function with a hint for the inliner, or none.
    pub fn add_function(&mut self, function: Function) {
        let attributes = weighted!(
            self.random,
            (1, vec![Attribute::Word("inline")]),
            (1, vec![Attribute::List("inline", vec!["always"])]),
            (1, vec![Attribute::List("inline", vec!["never"])]),
            (1, vec![Attribute::Word("cold")]),
            (4, Vec::new()),
        );
        let kind = ItemKind::Fn(Box::new(function));
        let visibility = if self.chance(self.chances().visible_functions) {
            Visibility::Crate
        } else {
            Visibility::Inherited
        };
        self.items.push(Item { attributes, visibility, kind });
    }

    /// Makes a function that calls itself, with fuel that runs out.
    fn new_recursive_function(&mut self, ret: Ty) {
        let name = self.name("rec");
        let fuel = self.name("fuel");
        let u32 = self.types.int(Int::U32);
        let calls = self.random.within(&self.mixture.ranges.recursive_calls) as u64;
        let deepest = if calls == 1 {
            self.random.within(&self.mixture.ranges.recursion_depth)
        } else {
            self.random.within(&self.mixture.ranges.tree_recursion_depth)
        } as u64;
        let times = if calls == 1 { deepest + 1 } else { 1 << (deepest + 1) };
        let extra = self.random.within(&self.mixture.ranges.recursive_parameters);
        let mut params = vec![(fuel, u32, Some(Interval::new(0, i128::from(deepest))))];
        for _ in 0..extra {
            let ty = self.scalar_type();
            params.push((self.name("p"), ty, None));
        }
        let left = self.function_size().min(6);
        let limit = (self.function_limit() / times).max(50);
        self.frames.push(self.new_frame(name, ret, limit, left));
        for &(name, ty, interval) in &params {
            self.declare_within(name, ty, false, interval);
        }
        let mut stmts = Vec::new();
        let base = self.in_branch(|writer| writer.value_block(ret, true, 2));
        let leave = Expr::Return(Some(Box::new(Expr::Block(BlockKind::Plain, base))));
        let is_done = binary(BinOp::Eq, fuel.into(), number(0));
        stmts.push(if_then(is_done, block(vec![leave.stmt()], None)).stmt());
        self.statements(&mut stmts, left / 2);
        for _ in 0..calls {
            let mut args = vec![binary(BinOp::Sub, fuel.into(), number(1))];
            args.extend(params[1..].iter().map(|&(_, ty, _)| self.expr(ty, true, 2)));
            let again = call(name, args);
            let annotation = self.maybe_annotation(ret);
            self.bind(&mut stmts, ret, false, annotation, again);
        }
        self.statements(&mut stmts, left / 2);
        let tail = self.expr(ret, true, 3);
        let frame = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        let function = Function::new(
            name,
            params.iter().map(|&(name, ty, _)| (name, self.syntax(ty))).collect(),
            Some(self.syntax(ret)),
            Some(block(stmts, Some(tail))),
        );
        self.add_function(function);
        self.functions.push(FnDef {
            name,
            params: params.iter().map(|&(_, ty, interval)| (ty, interval)).collect(),
            ret,
            cost: (frame.cost + 10) * times,
            has_effects: frame.has_effects,
            is_unsafe: false,
        });
    }
}
