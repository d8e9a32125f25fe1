//! Control flow: branches, loops, and ways out of them.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::scope::Target;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// What the range of a `for` begins with.
const RANGE_STARTS: RangeInclusive<usize> = 0..=9;

/// What `step_by` steps by.
const STEPS: RangeInclusive<usize> = 1..=3;

impl Writer {
    /// A block of statements.
    pub fn block(&mut self) -> Block {
        self.in_block(|writer| {
            let mut stmts = Vec::new();
            let most = writer.between(1, writer.mixture.size.block);
            writer.statements(&mut stmts, most);
            if stmts.is_empty() || writer.chance(writer.chances().observed_blocks) {
                writer.observation(&mut stmts);
            }
            block(stmts, None)
        })
    }

    pub fn if_statement(&mut self, out: &mut Vec<Stmt>) {
        if self.weights().patterns > 0
            && self.chance(self.chances().if_lets)
            && let Some(expr) = self.if_let(None, 2)
        {
            return out.push(expr.stmt());
        }
        let condition = self.boolean(false, 3);
        let has_else = self.chance(self.chances().elses);
        let mut blocks = self.alternatives(1 + usize::from(has_else), |writer, _| writer.block());
        let otherwise =
            if has_else { blocks.pop().map(|body| Expr::Block(BlockKind::Plain, body)) } else { None };
        let then = blocks.pop().unwrap_or_default();
        out.push(Expr::If(Box::new(If { condition, then, otherwise })).stmt());
    }

    /// How often a loop goes round here.
    pub fn trips(&mut self) -> u64 {
        let room = self.frame().limit.saturating_sub(self.frame().cost) / self.frame().times.max(1);
        let most = (room / 60).clamp(1, 12);
        self.random.between(1, most as usize) as u64
    }

    /// `for`, `while` or `loop`, with a number of trips that is known.
    pub fn loop_statement(&mut self, out: &mut Vec<Stmt>) {
        let trips = self.trips();
        weighted!(
            self.random,
            (2, self.for_range(out, trips)),
            (1, self.for_each(out)),
            (1, self.while_loop(out, trips)),
            (1, self.endless_loop(out, trips)),
        )
    }

    fn label(&mut self) -> Option<Name> {
        self.chance(self.chances().labels).then(|| self.name("'l"))
    }

    /// A loop's body, in which `break` and `continue` may stand.
    fn loop_body(&mut self, trips: u64, label: Option<Name>, can_continue: bool, before: &[Var3]) -> Block {
        self.in_loop(trips, |writer| {
            writer.scope().targets.push(Target { label, is_loop: true, value: None, can_continue });
            let body = writer.in_block(|writer| {
                for &(name, ty, interval) in before {
                    writer.declare_within(name, ty, false, interval);
                }
                let mut stmts = Vec::new();
                let most = writer.between(1, writer.mixture.size.block);
                writer.statements(&mut stmts, most);
                if stmts.is_empty() {
                    writer.observation(&mut stmts);
                }
                block(stmts, None)
            });
            writer.scope().targets.pop();
            body
        })
    }

    fn for_range(&mut self, out: &mut Vec<Stmt>, trips: u64) {
        let int = if self.coin() { Int::USIZE } else { self.some_int() };
        let ty = self.types.int(int);
        let i = self.name("i");
        let label = self.label();
        let start = self.random.within(&RANGE_STARTS) as i128;
        let last = start + trips as i128 - 1;
        let head = weighted!(
            self.random,
            (1, range_inclusive(self.literal(int, start, false), self.literal(int, last, true))),
            (
                1,
                range(self.literal(int, start, false), self.literal(int, last + 1, true))
                    .method("rev", Vec::new())
            ),
            (1, {
                let step = self.random.within(&STEPS) as u128;
                range(self.literal(int, start, false), self.literal(int, last + 1, true))
                    .method("step_by", vec![number(step)])
            }),
            // Up to something that is known only when it runs.
            (1, {
                let end = self.int_within(int, Interval::new(start, last + 1), false, 2);
                range(self.literal(int, start, false), end)
            }),
            (2, range(self.literal(int, start, false), self.literal(int, last + 1, true))),
        );
        let body = self.loop_body(trips, label, true, &[(i, ty, Some(Interval::new(start, last)))]);
        out.push(Expr::For(label, Box::new((Pat::name(i), head)), body).stmt());
    }

    /// Over what a variable holds, by reference.
    fn for_each(&mut self, out: &mut Vec<Stmt>) {
        let of = self.any_type();
        let vec = if self.chance(self.chances().loops_over_vectors) {
            self.ty(TyKind::Vec(of))
        } else {
            self.types.array(of, 3)
        };
        let mark = self.loan_mark();
        let mutability = self.mutability(self.chances().mutable_iterations);
        let purpose = if mutability == Mutability::Mut { Purpose::Write } else { Purpose::Read };
        let label = self.label();
        let Some(place) = self.find_place(vec, purpose) else {
            // Over something of its own, by value.
            let head = self.fresh(vec, false, 2);
            let item = self.name("item");
            let body = self.loop_body(6, label, true, &[(item, of, None)]);
            return out.push(Expr::For(label, Box::new((Pat::name(item), head)), body).stmt());
        };
        self.lend(place.var, mutability);
        let item = self.name("item");
        let head = match (mutability, self.coin()) {
            (_, true) => Expr::Ref(mutability, Box::new(place.expr)),
            (Mutability::Not, _) => place.expr.method("iter", Vec::new()),
            (Mutability::Mut, _) => place.expr.method("iter_mut", Vec::new()),
        };
        let ty = self.types.reference(mutability, of);
        let (pat, head, vars) = match self.chance(self.chances().enumerations) {
            true => {
                let n = self.name("n");
                let usize = self.types.int(Int::USIZE);
                let head = match head {
                    Expr::Ref(Mutability::Not, inner) => inner.method("iter", Vec::new()),
                    Expr::Ref(Mutability::Mut, inner) => inner.method("iter_mut", Vec::new()),
                    other => other,
                };
                let head = head.method("enumerate", Vec::new());
                let known = Some(Interval::new(0, 1 << 32));
                (
                    Pat::Tuple(vec![Pat::name(n), Pat::name(item)]),
                    head,
                    vec![(n, usize, known), (item, ty, None)],
                )
            }
            false => (Pat::name(item), head, vec![(item, ty, None)]),
        };
        let body = self.loop_body(16, label, true, &vars);
        self.end_loans(mark);
        out.push(Expr::For(label, Box::new((pat, head)), body).stmt());
    }

    /// `while i < n { i += 1; .. }`.
    fn while_loop(&mut self, out: &mut Vec<Stmt>, trips: u64) {
        let int = self.some_int();
        let i = self.name("i");
        out.push(let_mut(i, self.literal(int, 0, false)));
        let limit = self.literal(int, trips as i128, true);
        let mut condition = binary(BinOp::Lt, i.into(), limit);
        if self.chance(self.chances().while_conditions) {
            let more = self.in_loop(trips, |writer| writer.boolean(false, 2));
            condition = binary(BinOp::And, condition, more);
        }
        let label = self.label();
        let ty = self.types.int(int);
        let known = Some(Interval::new(1, trips as i128));
        let mut body = self.loop_body(trips, label, true, &[(i, ty, known)]);
        body.stmts.insert(0, assign_op(BinOp::Add, i, number(1)).stmt());
        out.push(Expr::While(label, Box::new(condition), body).stmt());
        self.declare_within(i, ty, false, Some(Interval::new(0, trips as i128)));
    }

    /// `loop { i += 1; if i > n { break; } .. }`.
    fn endless_loop(&mut self, out: &mut Vec<Stmt>, trips: u64) {
        let int = self.some_int();
        let ty = self.types.int(int);
        let i = self.name("i");
        out.push(let_mut(i, self.literal(int, 0, false)));
        let label = self.label();
        let known = Some(Interval::new(1, trips as i128));
        let mut body = self.loop_body(trips, label, true, &[(i, ty, known)]);
        let condition = binary(BinOp::Gt, i.into(), self.literal(int, trips as i128, true));
        let leave = if_then(condition, block(vec![Expr::Break(label, None).stmt()], None));
        body.stmts.insert(0, leave.stmt());
        body.stmts.insert(0, assign_op(BinOp::Add, i, number(1)).stmt());
        out.push(Expr::Loop(label, body).stmt());
        self.declare_within(i, ty, false, Some(Interval::new(0, trips as i128 + 1)));
    }

    /// A value that a `loop` or a labelled block is left with.
    pub fn break_value(&mut self, ty: Ty, typed: bool, depth: usize) -> Expr {
        let label = self.name("'l");
        // Blocks with labels came with 1.65.
        if self.mixture.has(65) && self.coin() {
            let body = self.in_branch(|writer| {
                let target =
                    Target { label: Some(label), is_loop: false, value: Some(ty), can_continue: false };
                writer.scope().targets.push(target);
                let body = writer.in_block(|writer| {
                    let mut stmts = Vec::new();
                    let condition = writer.boolean(false, depth.min(2));
                    let value = writer.in_branch(|writer| writer.expr(ty, typed, depth));
                    let leave = Expr::Break(Some(label), Some(Box::new(value)));
                    stmts.push(if_then(condition, block(vec![leave.stmt()], None)).stmt());
                    writer.statements(&mut stmts, 2);
                    let tail = writer.expr(ty, typed, depth);
                    block(stmts, Some(tail))
                });
                writer.scope().targets.pop();
                body
            });
            return Expr::Block(BlockKind::Labelled(label), body);
        }
        let trips = self.trips();
        let i = self.name("i");
        let body = self.in_loop(trips, |writer| {
            let target = Target { label: Some(label), is_loop: true, value: Some(ty), can_continue: false };
            writer.scope().targets.push(target);
            let body = writer.in_block(|writer| {
                let usize = writer.types.int(Int::U32);
                writer.declare_within(i, usize, false, Some(Interval::new(1, trips as i128)));
                let mut stmts = vec![assign_op(BinOp::Add, i, number(1)).stmt()];
                let value = writer.expr(ty, typed, depth);
                let condition = binary(BinOp::Ge, i.into(), number(u128::from(trips)));
                let leave = Expr::Break(writer.coin().then_some(label), Some(Box::new(value)));
                stmts.push(if_then(condition, block(vec![leave.stmt()], None)).stmt());
                writer.statements(&mut stmts, 2);
                block(stmts, None)
            });
            writer.scope().targets.pop();
            body
        });
        let stmts = vec![let_mut(i, number_of(0, "u32"))];
        block_expr(stmts, Some(Expr::Loop(Some(label), body)))
    }

    /// `return`, `break` or `continue`, if something is so.
    pub fn jump(&mut self, out: &mut Vec<Stmt>) {
        let condition = self.boolean(false, 2);
        let targets = self.frame().scope.targets.len();
        let way = self.below(targets + 1);
        let body = self.in_branch(|writer| {
            let jump = match way < targets {
                true => {
                    let target = writer.frame().scope.targets[way].clone();
                    let is_innermost = way + 1 == targets && target.is_loop;
                    // A loop that has no label can be left only from inside of no other.
                    if target.label.is_none() && !is_innermost {
                        return None;
                    }
                    let label = target.label.filter(|_| !is_innermost || writer.random.coin());
                    match target.value {
                        Some(ty) => {
                            let value = writer.expr(ty, true, 1);
                            Expr::Break(label, Some(Box::new(value)))
                        }
                        None if target.can_continue && writer.coin() => Expr::Continue(label),
                        None => Expr::Break(label, None),
                    }
                }
                false if !writer.frame().can_return => return None,
                false => {
                    let ty = writer.frame().ret;
                    let value = writer.expr(ty, true, 2);
                    Expr::Return(Some(Box::new(value)))
                }
            };
            Some(jump)
        });
        match body {
            Some(jump) => out.push(if_then(condition, block(vec![jump.stmt()], None)).stmt()),
            None => self.observation(out),
        }
    }
}

/// A variable to declare at the start of a body: name, type, interval.
pub type Var3 = (Name, Ty, Option<Interval>);
