//! Expressions of every type: by the type that is wanted.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

#[derive(Copy, Clone)]
enum Way {
    Place,
    Fresh,
    Compound,
}

#[derive(Copy, Clone)]
enum Compound {
    Call,
    If,
    Match,
    Block,
    Break,
    Iterator,
    Closure,
    Trait,
    Generic,
    Map,
    Macro,
    Async,
    ConstBlock,
}

impl Writer {
    /// A value of a type. If `typed`, whatever surrounds it makes the compiler know the type.
    pub fn expr(&mut self, ty: Ty, typed: bool, depth: usize) -> Expr {
        self.spend(2);
        match *self.kind(ty) {
            TyKind::Int(int) => return self.int(int, typed, depth).0,
            TyKind::Bool => return self.boolean(typed, depth),
            _ => {}
        }
        let weights = self.weights();
        let table = [
            (weights.places * 2, Way::Place),
            (weights.literals * 3, Way::Fresh),
            (if depth > 0 { 14 } else { 0 }, Way::Compound),
        ];
        match self.random.row(&table).unwrap_or(Way::Fresh) {
            Way::Place => self.value_of_place(ty).unwrap_or_else(|| self.fresh(ty, typed, depth)),
            Way::Fresh => self.fresh(ty, typed, depth),
            Way::Compound => self.compound(ty, typed, depth - 1),
        }
    }

    /// A value that control flow, a call or an iterator brings about.
    pub fn compound(&mut self, ty: Ty, typed: bool, depth: usize) -> Expr {
        if self.types.facts(ty).has_ref || self.frame().depth > self.mixture.size.depth + 2 {
            return self.fresh(ty, typed, depth);
        }
        let weights = self.weights();
        let table = [
            (weights.calls * 2, Compound::Call),
            (weights.if_values, Compound::If),
            (weights.match_values, Compound::Match),
            (weights.block_values, Compound::Block),
            (weights.break_values, Compound::Break),
            (weights.iterators, Compound::Iterator),
            (weights.closures, Compound::Closure),
            (weights.traits, Compound::Trait),
            (weights.generic_functions, Compound::Generic),
            (2, Compound::Map),
            (weights.macros, Compound::Macro),
            (weights.asynchronous, Compound::Async),
            (weights.const_blocks, Compound::ConstBlock),
        ];
        let made = match self.random.row(&table).unwrap_or(Compound::If) {
            Compound::Call => self.call_for(ty, depth),
            Compound::If => Some(self.if_value(ty, typed, depth)),
            Compound::Match => self.match_value(ty, typed, depth),
            Compound::Block => Some(self.block_value(ty, typed, depth)),
            Compound::Break => Some(self.break_value(ty, typed, depth)),
            Compound::Iterator => self.iterator_value(ty, depth),
            Compound::Closure => self.closure_call(ty, depth),
            Compound::Trait => self.trait_value(ty, depth),
            Compound::Generic => self.generic_call(ty, depth),
            Compound::Map => self.container_value(ty, depth),
            Compound::Macro => self.macro_value(ty, depth),
            Compound::Async => self.awaited(ty, depth),
            Compound::ConstBlock => self.const_block(ty),
        };
        made.unwrap_or_else(|| match self.value_of_place(ty) {
            Some(place) => place,
            None => self.fresh(ty, typed, depth),
        })
    }

    /// A `bool`.
    pub fn boolean(&mut self, typed: bool, depth: usize) -> Expr {
        self.spend(2);
        let ty = self.ty(TyKind::Bool);
        if depth == 0 {
            if let (true, Some(place)) =
                (self.chance(self.chances().leaf_bools), self.find_place(ty, Purpose::Read))
            {
                return place.expr;
            }
            return Expr::Lit(Lit::Bool(self.coin()));
        }
        let depth = depth - 1;
        weighted!(
            self.random,
            (1, Expr::Lit(Lit::Bool(self.coin()))),
            (
                2,
                match self.find_place(ty, Purpose::Read) {
                    Some(place) => place.expr,
                    None => self.comparison(depth),
                }
            ),
            (2, {
                let op = self.random.one([BinOp::And, BinOp::Or]);
                let left = self.boolean(false, depth);
                let right = self.in_branch(|writer| writer.boolean(false, depth));
                binary(op, left, right)
            }),
            (1, {
                let op = self.random.one([BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor]);
                binary(op, self.boolean(false, depth), self.boolean(false, depth))
            }),
            (1, self.boolean(false, depth).negated()),
            (1, self.compound(ty, typed, depth)),
            (1, self.matches_macro(depth).unwrap_or_else(|| self.comparison(depth))),
            (1, self.question(depth).unwrap_or_else(|| self.comparison(depth))),
            (4, self.comparison(depth)),
        )
    }

    /// `a < b`.
    pub fn comparison(&mut self, depth: usize) -> Expr {
        let op = self.random.one([BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Le, BinOp::Gt, BinOp::Ge]);
        if self.chance(self.chances().general_comparisons) {
            let ty = self.any_type();
            let facts = self.types.facts(ty);
            let mark = self.loan_mark();
            let can_order = facts.is_key || matches!(self.kind(ty), TyKind::F32 | TyKind::F64);
            let op = if can_order { op } else { self.random.one([BinOp::Eq, BinOp::Ne]) };
            let pair = match (self.borrow_of(ty, depth), self.borrow_of(ty, depth)) {
                (Some(a), Some(b)) => Some(binary(op, a, b)),
                _ => None,
            };
            self.end_loans(mark);
            if let Some(pair) = pair {
                return pair;
            }
        }
        let int = self.some_int();
        let (a, _) = self.int(int, false, depth);
        let (b, _) = self.int(int, true, depth);
        binary(op, a, b)
    }

    /// A question that has an answer: whether something is there, empty, equal.
    fn question(&mut self, depth: usize) -> Option<Expr> {
        let scope = &self.frames.last()?.scope;
        let candidates: Vec<(Name, Ty)> = scope.recent().map(|(_, var)| (var.name, var.ty)).collect();
        let (name, ty) = self.random.pick(&candidates).copied()?;
        let value = Expr::Name(name);
        let kind = self.kind(ty).clone();
        let ask = |expr: Expr, name: &'static str| Some(expr.method(name, Vec::new()));
        match kind {
            TyKind::Option(of) => weighted!(
                self.random,
                (1, ask(value, "is_some")),
                (1, ask(value, "is_none")),
                (1, self.mixture.has(70), {
                    let TyKind::Int(int) = *self.kind(of) else { return ask(value, "is_some") };
                    let x = self.name("n");
                    let low = self.int_literal(int, true).0;
                    let test = closure(vec![Pat::name(x)], binary(BinOp::Gt, x.into(), low));
                    Some(value.method("is_some_and", vec![test]))
                }),
            ),
            TyKind::Result(..) => match self.coin() {
                true => ask(value, "is_ok"),
                false => ask(value, "is_err"),
            },
            TyKind::Vec(_) | TyKind::Deque(_) | TyKind::Map(..) | TyKind::Set(_) | TyKind::HashMap(..) => {
                ask(value, "is_empty")
            }
            TyKind::String | TyKind::Text => {
                let word = self.word();
                weighted!(
                    self.random,
                    (1, ask(value, "is_empty")),
                    (1, Some(value.method("starts_with", vec![text(word)]))),
                    (1, Some(value.method("contains", vec![Expr::Lit(Lit::Char('a'))]))),
                    (1, Some(value.method("ends_with", vec![text(word)]))),
                )
            }
            TyKind::Char => {
                let name =
                    self.random.one(["is_alphabetic", "is_ascii_digit", "is_uppercase", "is_whitespace"]);
                ask(value, name)
            }
            TyKind::F32 | TyKind::F64 => {
                let name = self.random.one(["is_nan", "is_finite", "is_infinite"]);
                ask(value, name)
            }
            TyKind::Array(of, _) | TyKind::Slice(of) if self.types.facts(of).is_copy => {
                let item = self.expr(of, false, depth.min(1));
                Some(value.method("contains", vec![item.borrow()]))
            }
            _ => None,
        }
    }

    /// `&value` of a type, of a place or of something made for it.
    pub fn borrow_of(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        if let Some(place) = self.find_place(ty, Purpose::Read) {
            self.lend(place.var, Mutability::Not);
            return Some(place.expr.borrow());
        }
        if self.types.facts(ty).has_ref || !self.is_constructible(ty) {
            return None;
        }
        Some(self.temporary(ty, depth).borrow())
    }

    /// `if c { a } else { b }`.
    fn if_value(&mut self, ty: Ty, typed: bool, depth: usize) -> Expr {
        if self.weights().patterns > 0
            && self.chance(self.chances().if_let_values)
            && let Some(expr) = self.if_let(Some((ty, typed)), depth)
        {
            return expr;
        }
        let condition = self.boolean(false, depth);
        let mut parts = self.alternatives(2, |writer, n| match n {
            1 if depth > 0 && writer.chance(writer.chances().else_ifs) => {
                writer.if_value(ty, typed, depth - 1)
            }
            _ => Expr::Block(BlockKind::Plain, writer.value_block(ty, typed, depth)),
        });
        let otherwise = parts.pop();
        match parts.pop() {
            Some(Expr::Block(_, then)) => Expr::If(Box::new(If { condition, then, otherwise })),
            _ => condition,
        }
    }

    /// A block with a value, that has some statements if there is room.
    pub fn value_block(&mut self, ty: Ty, typed: bool, depth: usize) -> Block {
        self.in_block(|writer| {
            let mut stmts = Vec::new();
            if writer.chance(writer.chances().full_value_blocks) {
                let most = writer.random.within(&writer.mixture.ranges.value_block);
                writer.statements(&mut stmts, most);
            }
            let tail = writer.expr(ty, typed, depth);
            block(stmts, Some(tail))
        })
    }

    fn block_value(&mut self, ty: Ty, typed: bool, depth: usize) -> Expr {
        Expr::Block(BlockKind::Plain, self.value_block(ty, typed, depth))
    }

    /// Any type of the pool that values can be made of anywhere.
    pub fn any_type(&mut self) -> Ty {
        if self.pool.is_empty()
            || (self.pool.len() < self.mixture.size.types && self.chance(self.chances().new_types))
        {
            let ty = self.new_type(2);
            if !self.pool.contains(&ty) {
                self.pool.push(ty);
            }
            return ty;
        }
        self.random.pick(&self.pool).copied().unwrap_or_else(|| unreachable!("the pool has a type"))
    }

    /// A scalar type: what most computation is about.
    pub fn scalar_type(&mut self) -> Ty {
        let weights = self.weights();
        let table = [(weights.integers * 2, 0), (weights.bools, 1), (weights.chars, 2), (weights.floats, 3)];
        match self.random.row(&table) {
            Some(1) => self.ty(TyKind::Bool),
            Some(2) => self.ty(TyKind::Char),
            Some(3) => {
                let kind = if self.coin() { TyKind::F32 } else { TyKind::F64 };
                self.ty(kind)
            }
            _ => {
                let int = self.some_int();
                self.types.int(int)
            }
        }
    }

    /// A short word, for texts.
    pub fn word(&mut self) -> &'static str {
        const WORDS: [&str; 16] = [
            "alpha",
            "beta",
            "",
            "x",
            "zeta 9",
            "one,two",
            "Grüße",
            "a\tb",
            "qux",
            "0",
            "-17",
            "long enough a word",
            "λ",
            "\"quoted\"",
            "end\n",
            "aaaa",
        ];
        self.random.one(WORDS)
    }

    /// An interval that a variable keeps to, for some variables.
    pub fn maybe_interval(&mut self, ty: Ty) -> Option<Interval> {
        let TyKind::Int(int) = *self.kind(ty) else { return None };
        if !self.chance(self.chances().intervals) {
            return None;
        }
        let all = Interval::of(int);
        let high = self.random.one([1, 7, 15, 63, 100, 120]);
        let low = if int.is_signed && self.chance(self.chances().signed_intervals) { -high } else { 0 };
        Some(Interval::new(low, high.min(all.high)))
    }

    /// A value of a type that keeps to an interval.
    pub fn expr_within(&mut self, ty: Ty, interval: Option<Interval>, typed: bool, depth: usize) -> Expr {
        match (self.kind(ty), interval) {
            (&TyKind::Int(int), Some(interval)) => self.int_within(int, interval, typed, depth),
            _ => self.expr(ty, typed, depth),
        }
    }
}
