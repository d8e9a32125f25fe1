//! What patterns stand in: `match`, `if let`, `matches!`, `let` and `let .. else`.

use crate::patterns::{Binding, Mode, Scrutinee};
use crate::scope::Var;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind};
use crate::writer::Writer;

/// What the weights of `let` chains and of `let .. else` are a share of.
const LET_SHARE: usize = 6;

impl Writer {
    /// Declares what a pattern bound.
    pub fn declare_bindings(&mut self, found: &[Binding]) {
        for binding in found {
            let var =
                Var { interval: binding.interval, ..Var::new(binding.name, binding.ty, binding.is_mut) };
            self.scope().add(var);
        }
    }

    /// The arms of a match, each with a body that `write` makes.
    fn arms(&mut self, of: &Scrutinee, mut write: impl FnMut(&mut Self) -> Expr) -> Vec<Arm> {
        let mut plans: Vec<(Pat, Vec<Binding>, bool)> = Vec::new();
        for _ in 0..self.random.within(&self.mixture.ranges.refutable_arms) {
            let mut found = Vec::new();
            let pat = self.pattern(of.ty, of.mode, true, 3, &mut found);
            let has_guard = of.mode.mutability() == Mutability::Not && self.chance(self.chances().guards);
            plans.push((pat, found, has_guard));
        }
        match self.kind(of.ty).clone() {
            TyKind::Adt(id, _)
                if self.types.adt(id).is_enum && self.chance(self.chances().listed_variants) =>
            {
                for variant in 0..self.types.adt(id).variants.len() {
                    let mut found = Vec::new();
                    let pat = self.variant_pattern(of.ty, variant, of.mode, false, 2, &mut found);
                    plans.push((pat, found, false));
                }
            }
            TyKind::Option(inner) if self.chance(self.chances().listed_options) => {
                let mut found = Vec::new();
                let sub = self.pattern(inner, of.mode, false, 1, &mut found);
                plans.push((Pat::TupleStruct(name_path("Some"), vec![sub]), found, false));
                plans.push((Pat::Path(name_path("None")), Vec::new(), false));
            }
            TyKind::Bool => {
                plans.push((Pat::Lit(Lit::Bool(true)), Vec::new(), false));
                plans.push((Pat::Lit(Lit::Bool(false)), Vec::new(), false));
            }
            _ => {
                let mut found = Vec::new();
                let pat = self.pattern(of.ty, of.mode, false, 1, &mut found);
                plans.push((pat, found, false));
            }
        }
        let mut plans = plans.into_iter();
        let count = plans.len();
        self.alternatives(count, |writer, _| {
            let (pat, found, has_guard) = plans.next().unwrap_or((Pat::Wild, Vec::new(), false));
            writer.in_block(|writer| {
                writer.declare_bindings(&found);
                let guard = has_guard.then(|| writer.read_only(|writer| writer.boolean(false, 2)));
                Arm { pat, guard, body: write(writer) }
            })
        })
    }

    /// `match`, for its effects.
    pub fn match_statement(&mut self, out: &mut Vec<Stmt>) {
        let mark = self.loan_mark();
        let of = self.scrutinee(2);
        let arms = self.arms(&of, |writer| {
            let mut stmts = Vec::new();
            let most = writer.between(1, writer.mixture.size.block / 2 + 1);
            writer.statements(&mut stmts, most);
            if stmts.is_empty() {
                writer.observation(&mut stmts);
            }
            block_expr(stmts, None)
        });
        self.end_loans(mark);
        out.push(Expr::Match(Box::new(of.expr), arms).stmt());
    }

    /// `match`, for its value.
    pub fn match_value(&mut self, ty: Ty, typed: bool, depth: usize) -> Option<Expr> {
        let mark = self.loan_mark();
        let of = self.scrutinee(depth);
        let arms = self.arms(&of, |writer| writer.expr(ty, typed, depth.min(2)));
        self.end_loans(mark);
        Some(Expr::Match(Box::new(of.expr), arms))
    }

    /// `if let`, perhaps with more conditions, with values or without.
    pub fn if_let(&mut self, value: Option<(Ty, bool)>, depth: usize) -> Option<Expr> {
        let mark = self.loan_mark();
        let of = self.scrutinee(depth);
        let mut found = Vec::new();
        let pat = self.pattern(of.ty, of.mode, true, 2, &mut found);
        let has_chain = self.random.ratio(self.weights().let_chains, LET_SHARE);
        let mut condition = Expr::Let(Box::new((pat, of.expr)));
        let branch = self.scope().enter_branch();
        self.scope().open_block();
        self.declare_bindings(&found);
        if has_chain {
            let more = self.read_only(|writer| writer.boolean(false, 2));
            condition = binary(BinOp::And, condition, more);
            if self.chance(self.chances().second_lets) {
                let next = self.scrutinee(1);
                let mut found = Vec::new();
                let pat = self.pattern(next.ty, next.mode, true, 2, &mut found);
                condition = binary(BinOp::And, condition, Expr::Let(Box::new((pat, next.expr))));
                self.declare_bindings(&found);
            }
        }
        let write = |writer: &mut Self| match value {
            Some((ty, typed)) => writer.value_block(ty, typed, depth.min(2)),
            None => writer.block(),
        };
        let then = write(self);
        self.close_block();
        let outcome = self.scope().leave_branch(branch);
        let otherwise = match value.is_some() || self.chance(self.chances().if_let_elses) {
            true => {
                // What the conditions took may be gone.
                self.scope().join(&outcome);
                let branch = self.scope().enter_branch();
                let body = write(self);
                let other = self.scope().leave_branch(branch);
                self.scope().join(&other);
                Some(Expr::Block(BlockKind::Plain, body))
            }
            false => {
                self.scope().join(&outcome);
                None
            }
        };
        self.end_loans(mark);
        Some(Expr::If(Box::new(If { condition, then, otherwise })))
    }

    /// `matches!(x, pattern)`.
    pub fn matches_macro(&mut self, depth: usize) -> Option<Expr> {
        let mark = self.loan_mark();
        let of = self.scrutinee(depth);
        let mut found = Vec::new();
        let pat = self.pattern(of.ty, of.mode, true, 2, &mut found);
        self.end_loans(mark);
        // The macro takes no range that has no start.
        let pat = if matches!(pat, Pat::Range(None, ..)) { Pat::Paren(Box::new(pat)) } else { pat };
        Some(macro_with(name_path("matches"), Delimiter::Paren, MacroArgs::Matches(of.expr, pat)))
    }

    /// `let` with a pattern, or `let .. else`.
    pub fn pattern_statement(&mut self, out: &mut Vec<Stmt>) {
        let mut found = Vec::new();
        if self.random.ratio(self.weights().let_else, LET_SHARE) && self.frame().can_return {
            let ty = self.destructurable();
            let value = self.expr(ty, false, 2);
            let leave = self.way_out();
            let pat = self.pattern(ty, Mode::Value, true, 2, &mut found);
            out.push(Stmt::Let { pat, ty: None, init: Some(value), otherwise: Some(leave) });
            return self.declare_bindings(&found);
        }
        let ty = self.destructurable();
        if self.chance(self.chances().borrowed_patterns) {
            let mark = self.loan_mark();
            let mutability = self.mutability(self.chances().mutable_patterns);
            if let Some(expr) = self.borrow_place(ty, mutability) {
                let pat = self.pattern(ty, Mode::Ref(mutability), false, 2, &mut found);
                out.push(let_pat(pat, None, expr));
                let loans = self.end_loans(mark);
                for binding in found {
                    let loans = loans.clone();
                    // Of several unique references each is to another part.
                    self.add_with_loans(binding, loans);
                }
                return;
            }
        }
        let annotation = self.maybe_annotation(ty);
        let value = self.expr(ty, annotation.is_some(), 2);
        let pat = self.pattern(ty, Mode::Value, false, 3, &mut found);
        out.push(let_pat(pat, annotation, value));
        self.declare_bindings(&found);
    }

    fn add_with_loans(&mut self, binding: Binding, loans: Vec<(usize, Mutability)>) {
        self.scope().add(Var { loans, ..Var::new(binding.name, binding.ty, false) });
    }

    /// A block that does not come to its end.
    fn way_out(&mut self) -> Block {
        let target =
            self.frame().scope.targets.last().filter(|target| target.is_loop && target.value.is_none());
        let jump = match target.cloned() {
            Some(target) if self.chance(self.chances().loop_exits) => {
                match target.can_continue && self.coin() {
                    true => Expr::Continue(None),
                    false => Expr::Break(None, None),
                }
            }
            _ => {
                let ty = self.frame().ret;
                let value = self.in_branch(|writer| writer.expr(ty, true, 1));
                Expr::Return(Some(Box::new(value)))
            }
        };
        block(vec![jump.stmt()], None)
    }
}
