//! Statements, one after the other.

use crate::features::Feature;
use crate::places::Purpose;
use crate::scope::{State, Var};
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

/// What the weight of shadowing is a share of: so many new variables, of which that many take the name of another.
const SHADOWING_SHARE: usize = 40;

#[derive(Copy, Clone)]
enum Choice {
    Let,
    Assign,
    CompoundAssign,
    If,
    Match,
    Loop,
    Borrow,
    Pattern,
    Jump,
    Observe,
    Feature(Feature),
}

impl Writer {
    /// Up to so many statements, as long as there are some left.
    pub fn statements(&mut self, out: &mut Vec<Stmt>, most: usize) {
        for _ in 0..most {
            if self.left == 0 || self.frame().left == 0 || self.frame().cost > self.frame().limit {
                break;
            }
            self.left -= 1;
            self.frame_mut().left -= 1;
            let mark = self.loan_mark();
            self.statement(out);
            self.end_loans(mark);
            self.end_of_statement();
        }
    }

    /// Some references are not used any more from here on.
    fn end_of_statement(&mut self) {
        let scope = &self.frame().scope;
        let start = scope.block_start().max(scope.vars.len().saturating_sub(8));
        for id in (start..self.frame().scope.vars.len()).rev() {
            let var = &self.frame().scope.vars[id];
            let is_live = !var.loans.is_empty() && var.shared == 0 && var.unique == 0;
            // What has a destructor is used once more at its end.
            if is_live
                && !self.types.facts(var.ty).is_noisy
                && self.chance(self.chances().expiring_references)
            {
                self.scope().expire(id);
            }
        }
    }

    fn statement(&mut self, out: &mut Vec<Stmt>) {
        let weights = self.weights();
        let is_deep = self.frame().depth > self.mixture.size.depth;
        let nested = |weight: usize| if is_deep { 0 } else { weight };
        let mut table = vec![
            (weights.lets, Choice::Let),
            (weights.assignments, Choice::Assign),
            (weights.compound_assignments, Choice::CompoundAssign),
            (nested(weights.ifs), Choice::If),
            (nested(weights.matches), Choice::Match),
            (nested(weights.loops), Choice::Loop),
            (weights.borrows, Choice::Borrow),
            (weights.patterns, Choice::Pattern),
            // Where there is a loop, there is more to jump to.
            (weights.jumps * (1 + 4 * self.frame().scope.targets.len().min(2)), Choice::Jump),
            (weights.observations, Choice::Observe),
        ];
        if !is_deep {
            let features =
                Feature::ALL.iter().map(|&feature| (feature.weight(weights), Choice::Feature(feature)));
            table.extend(features);
        }
        self.spend(3);
        match self.random.row(&table).unwrap_or(Choice::Observe) {
            Choice::Let => self.let_statement(out),
            Choice::Assign => self.assignment(out),
            Choice::CompoundAssign => self.compound_assignment(out),
            Choice::If => {
                self.written.insert("ifs");
                self.if_statement(out);
            }
            Choice::Match => {
                self.written.insert("matches");
                self.match_statement(out);
            }
            Choice::Loop => {
                self.written.insert("loops");
                self.loop_statement(out);
            }
            Choice::Borrow => {
                self.written.insert("borrows");
                self.borrow_statement(out);
            }
            Choice::Pattern => {
                self.written.insert("patterns");
                self.pattern_statement(out);
            }
            Choice::Jump => {
                self.written.insert("jumps");
                self.jump(out);
            }
            Choice::Observe => self.observation(out),
            Choice::Feature(feature) => {
                self.written.insert(feature.name());
                feature.write(self, out);
            }
        }
    }

    /// A new variable of the type, with a value.
    pub fn let_value(&mut self, out: &mut Vec<Stmt>, ty: Ty, is_mut: bool) -> Name {
        let depth = self.mixture.size.depth.min(3);
        let annotation = self.maybe_annotation(ty);
        let value = self.expr(ty, annotation.is_some(), depth);
        self.bind(out, ty, is_mut, annotation, value)
    }

    /// A new variable for a value.
    pub fn bind(
        &mut self,
        out: &mut Vec<Stmt>,
        ty: Ty,
        is_mut: bool,
        annotation: Option<Type>,
        value: Expr,
    ) -> Name {
        let name = self.name("x");
        let pat = if is_mut { Pat::name_mut(name) } else { Pat::name(name) };
        out.push(let_pat(pat, annotation, value));
        self.declare(name, ty, is_mut);
        name
    }

    fn let_statement(&mut self, out: &mut Vec<Stmt>) {
        let ty = self.scalar_or_any(self.chances().scalar_variables);
        let is_mut = self.chance(self.chances().mutable_variables);
        let depth = self.mixture.size.depth;
        if self.chance(self.chances().late_initializations) {
            return self.late_initialization(out, ty);
        }
        let interval = self.maybe_interval(ty);
        let annotation = self.maybe_annotation(ty);
        let value = self.expr_within(ty, interval, annotation.is_some(), depth);
        let shadowed = if self.random.ratio(self.weights().shadowing, SHADOWING_SHARE) {
            self.shadowable()
        } else {
            None
        };
        let name = match shadowed {
            Some(id) => {
                let name = self.frame().scope.vars[id].name;
                // It is there until its scope ends, and has no name.
                self.scope().set_state(id, State::Expired);
                name
            }
            None => self.name("x"),
        };
        let pat = if is_mut { Pat::name_mut(name) } else { Pat::name(name) };
        out.push(let_pat(pat, annotation, value));
        self.declare_within(name, ty, is_mut, interval);
    }

    /// A variable of the innermost block that nobody would miss.
    fn shadowable(&mut self) -> Option<usize> {
        let scope = &self.frames.last()?.scope;
        let start = scope.block_start();
        if start >= scope.vars.len() {
            return None;
        }
        let id = start + self.random.below(scope.vars.len() - start);
        let var = &self.frame().scope.vars[id];
        let is_named = self.frame().closures.iter().any(|closure| closure.var == id);
        let is_plain = matches!(var.name, Name::Numbered("x", _));
        (is_plain && var.can_write() && var.loans.is_empty() && !is_named).then_some(id)
    }

    /// `let x: T; if c { x = a; } else { x = b; }`.
    fn late_initialization(&mut self, out: &mut Vec<Stmt>, ty: Ty) {
        let name = self.name("x");
        out.push(Stmt::Let { pat: Pat::name(name), ty: Some(self.syntax(ty)), init: None, otherwise: None });
        let condition = self.boolean(false, 2);
        let mut blocks = self.alternatives(2, |writer, _| {
            writer.in_block(|writer| {
                let mut stmts = Vec::new();
                writer.statements(&mut stmts, 1);
                let value = writer.expr(ty, true, 2);
                stmts.push(assign(name, value).stmt());
                block(stmts, None)
            })
        });
        let (otherwise, then) = (blocks.pop().unwrap_or_default(), blocks.pop().unwrap_or_default());
        out.push(if_else(condition, then, otherwise).stmt());
        self.declare(name, ty, false);
    }

    fn assignment(&mut self, out: &mut Vec<Stmt>) {
        // What was moved can be filled again.
        if self.chance(self.chances().refills)
            && let Some(id) = self.refillable()
        {
            let ty = self.frame().scope.vars[id].ty;
            let value = self.expr(ty, true, 2);
            let name = self.frame().scope.vars[id].name;
            out.push(assign(name, value).stmt());
            if self.frame().scope.vars[id].state == State::Moved {
                self.scope().set_state(id, State::Ready);
            }
            return;
        }
        let ty = self.scalar_or_any(self.chances().scalar_targets);
        let Some((_, target_ty)) = self.some_mutable(ty) else { return self.let_statement(out) };
        let depth = self.mixture.size.depth;
        if self.chance(self.chances().destructuring_assignments) {
            let mut values = Vec::new();
            let mut targets = Vec::new();
            values.push(self.expr(target_ty, true, 2));
            if let Some(place) = self.find_place(target_ty, Purpose::Write) {
                targets.push(place.expr);
                values.push(number(1));
                targets.push(Expr::Infer);
                out.push(assign(Expr::Tuple(targets), Expr::Tuple(values)).stmt());
            }
            return;
        }
        let value = self.expr(target_ty, true, depth);
        if let Some(place) = self.find_place(target_ty, Purpose::Write) {
            out.push(assign(place.expr, value).stmt());
        } else {
            out.push(let_pat(Pat::Wild, Some(self.syntax(target_ty)), value));
        }
    }

    /// A variable without a value that may get another.
    fn refillable(&mut self) -> Option<usize> {
        let scope = &self.frames.last()?.scope;
        let start = scope.vars.len().saturating_sub(16);
        let ids: Vec<usize> = (start..scope.vars.len())
            .filter(|&id| {
                let var = &scope.vars[id];
                var.state == State::Moved && var.is_mut && var.is_owned && var.shared == 0 && var.unique == 0
            })
            .filter(|&id| {
                !self.types.facts(scope.vars[id].ty).has_ref && self.is_constructible(scope.vars[id].ty)
            })
            .collect();
        self.random.pick(&ids).copied()
    }

    /// A mutable variable, of this type if there is one, with its type.
    pub fn some_mutable(&mut self, preferred: Ty) -> Option<(Name, Ty)> {
        if let Some(place) = self.find_place(preferred, Purpose::Write) {
            return Some((self.frame().scope.vars[place.var].name, preferred));
        }
        let scope = &self.frames.last()?.scope;
        let start = scope.vars.len().saturating_sub(16);
        let is_wanted = |var: &&Var| {
            var.is_mut && var.can_write() && var.interval.is_none() && !self.types.facts(var.ty).has_ref
        };
        let candidates: Vec<(Name, Ty)> = scope.vars[start..]
            .iter()
            .filter(is_wanted)
            .filter(|var| self.is_constructible(var.ty))
            .map(|var| (var.name, var.ty))
            .collect();
        self.random.pick(&candidates).copied()
    }

    /// `x op= y`, where nothing can go wrong.
    fn compound_assignment(&mut self, out: &mut Vec<Stmt>) {
        let ty = self.scalar_type();
        let Some((_, ty)) = self.some_mutable(ty) else { return self.assignment(out) };
        let depth = self.mixture.size.depth.min(3);
        match self.kind(ty).clone() {
            TyKind::Int(int) => {
                let (op, value) = weighted!(
                    self.random,
                    (1, (BinOp::BitXor, self.int(int, true, depth).0)),
                    (1, (BinOp::BitOr, self.int(int, true, depth).0)),
                    (1, (BinOp::BitAnd, self.int(int, true, depth).0)),
                    (1, {
                        let amounts = crate::interval::Interval::new(0, i128::from(int.bits) - 1);
                        let op = self.random.one([BinOp::Shl, BinOp::Shr]);
                        (op, self.int_within(crate::types::Int::U32, amounts, false, depth))
                    }),
                    (1, {
                        let op = self.random.one([BinOp::Div, BinOp::Rem]);
                        let all = crate::interval::Interval::of(int);
                        (
                            op,
                            self.int_within(
                                int,
                                crate::interval::Interval::new(1, all.high.min(1 << 30)),
                                true,
                                depth,
                            ),
                        )
                    }),
                );
                if let Some(place) = self.find_place(ty, Purpose::Write) {
                    out.push(assign_op(op, place.expr, value).stmt());
                }
            }
            TyKind::F32 | TyKind::F64 => {
                let op = self.random.one([BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div]);
                let value = self.expr(ty, true, depth);
                if let Some(place) = self.find_place(ty, Purpose::Write) {
                    out.push(assign_op(op, place.expr, value).stmt());
                }
            }
            TyKind::Bool => {
                let op = self.random.one([BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor]);
                let value = self.boolean(false, depth);
                if let Some(place) = self.find_place(ty, Purpose::Write) {
                    out.push(assign_op(op, place.expr, value).stmt());
                }
            }
            TyKind::Wrapping(_) => {
                let op = self.random.one([BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::BitXor]);
                let changed = self.change(ty, |writer| writer.expr(ty, false, depth));
                out.extend(changed.map(|(place, value)| assign_op(op, place, value).stmt()));
            }
            _ => self.container_statement(out, ty),
        }
    }

    /// A place to change, and a value that is computed while it is borrowed for that: it may be read (two-phase borrows, RFC 2025).
    pub fn change<T>(&mut self, ty: Ty, write: impl FnOnce(&mut Self) -> T) -> Option<(Expr, T)> {
        let place = self.find_place(ty, Purpose::Write)?;
        let mark = self.loan_mark();
        self.lend(place.var, Mutability::Not);
        let value = write(self);
        self.end_loans(mark);
        Some((place.expr, value))
    }

    /// Shows a variable.
    pub fn observation(&mut self, out: &mut Vec<Stmt>) {
        let scope = &self.frame().scope;
        let candidates: Vec<Name> = scope
            .recent()
            .filter(|(_, var)| !matches!(self.types.kind(var.ty), TyKind::Opaque(..)))
            .map(|(_, var)| var.name)
            .collect();
        match self.random.pick(&candidates).copied() {
            Some(name) => {
                let shown = self.observe(name, name.into());
                out.push(shown.stmt());
            }
            None => self.let_statement(out),
        }
    }

    /// Shows what a block has computed before it is gone.
    pub fn observe_block(&mut self, out: &mut Vec<Stmt>) {
        let scope = &self.frame().scope;
        let start = scope.block_start();
        let names: Vec<Name> = scope.vars[start..]
            .iter()
            .filter(|var| var.can_read() && !matches!(self.types.kind(var.ty), TyKind::Opaque(..)))
            .map(|var| var.name)
            .collect();
        for name in names {
            let shown = self.observe(name, name.into());
            out.push(shown.stmt());
        }
    }
}
