//! Iterators: where they come from, what adaptors do to them, and what becomes of them in the end.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// What the range that an iterator goes over begins with.
const RANGE_STARTS: RangeInclusive<usize> = 0..=9;

/// What `take`, `skip` and their like are given.
const COUNTS: RangeInclusive<usize> = 1..=3;

/// How many of 100 are `filter_map`; the others are `flat_map`.
const FILTERED_MAPS: usize = 60;

/// How many of 100 iterators over items of the wanted type are collected without a `map`.
const KEPT_ITEMS: usize = 60;

/// A chain of adaptors so far.
struct Chain {
    expr: Expr,
    item: Ty,
    /// Whether it can be gone through from behind, and knows its length.
    is_double_ended: bool,
    is_exact: bool,
    /// How many items at most.
    len: u64,
}

impl Writer {
    /// `let v: Vec<_> = ...collect();`.
    pub fn iterator_statement(&mut self, out: &mut Vec<Stmt>) {
        let of = self.scalar_or_any(self.chances().scalar_iterators);
        let ty =
            weighted!(self.random, (1, self.ty(TyKind::Option(of))), (1, of), (4, self.ty(TyKind::Vec(of))),);
        let Some(value) = self.iterator_value(ty, 2) else { return self.observation(out) };
        let annotation = self.maybe_annotation(ty);
        let is_mut = self.chance(self.chances().mutable_iterators);
        self.bind(out, ty, is_mut, annotation, value);
    }

    /// A value that an iterator yields in the end.
    pub fn iterator_value(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        if !self.is_constructible(ty) {
            return None;
        }
        let mark = self.loan_mark();
        let mut chain = self.source(depth);
        // Adaptors hold on to what their closures capture until the end.
        let value = self.read_only(|writer| {
            for _ in 0..writer.random.within(&writer.mixture.ranges.adaptors) {
                chain = writer.adapted(chain, depth);
            }
            writer.afford(chain.len * 10).then(|| writer.collected(chain, ty, depth))
        });
        self.end_loans(mark);
        value
    }

    fn source(&mut self, depth: usize) -> Chain {
        let of = self.scalar_or_any(self.chances().scalar_iterators);
        let vec = self.ty(TyKind::Vec(of));
        let array = self.types.array(of, 3);
        let deque = self.ty(TyKind::Deque(of));
        for ty in [vec, array, deque] {
            if let (true, Some(place)) = (self.coin(), self.find_place(ty, Purpose::Read)) {
                self.lend(place.var, Mutability::Not);
                let iter = place.expr.method("iter", Vec::new());
                let by = if self.types.facts(of).is_copy && self.coin() { "copied" } else { "cloned" };
                let expr = iter.method(by, Vec::new());
                return Chain { expr, item: of, is_double_ended: true, is_exact: true, len: 16 };
            }
        }
        weighted!(
            self.random,
            (1, {
                let value = self.fresh(vec, false, depth);
                let expr = value.method("into_iter", Vec::new());
                Chain { expr, item: of, is_double_ended: true, is_exact: true, len: 6 }
            }),
            (1, {
                let first = self.expr(of, false, depth.min(1));
                let expr = call_path(&["std", "iter", "repeat"], vec![first]).method("take", vec![number(4)]);
                Chain { expr, item: of, is_double_ended: false, is_exact: true, len: 4 }
            }),
            (1, {
                // `successors` that come to an end.
                let int = self.some_int();
                let item = self.types.int(int);
                let n = self.name("n");
                let start = self.int_within(int, Interval::new(1, 100), false, depth);
                let next = binary(BinOp::Div, Expr::Name(n).deref(), number(2));
                let is_going = binary(BinOp::Gt, Expr::Name(n).deref(), number(1));
                let step =
                    closure(vec![Pat::name(n)], is_going.method("then", vec![closure(Vec::new(), next)]));
                let expr = call_path(&["std", "iter", "successors"], vec![call("Some", vec![start]), step]);
                Chain { expr, item, is_double_ended: false, is_exact: false, len: 8 }
            }),
            (1, {
                let int = if self.coin() { Int::U32 } else { Int::USIZE };
                let item = self.types.int(int);
                let low = self.random.within(&RANGE_STARTS) as u128;
                let count = self.random.within(&self.mixture.ranges.range_length) as u128;
                let expr = range(number_of(low, int.name()), number(low + count));
                let is_exact = true;
                Chain { expr, item, is_double_ended: true, is_exact, len: count as u64 }
            }),
        )
    }

    fn adapted(&mut self, chain: Chain, depth: usize) -> Chain {
        let Chain { expr, item, is_double_ended, is_exact, len } = chain;
        let x = self.name("v");
        let inner = depth.min(2);
        let count = number(self.random.within(&COUNTS) as u128);
        let same = |expr: Expr, is_exact: bool| Chain { expr, item, is_double_ended, is_exact, len };
        let is_copy = self.types.facts(item).is_copy;
        weighted!(
            self.random,
            (2, {
                let to = self.scalar_or_any(self.chances().scalar_mapped);
                let body = self.in_closure_body(&[(x, item)], len, |writer| writer.expr(to, false, inner));
                let expr = expr.method("map", vec![closure(vec![Pat::name(x)], body)]);
                Chain { item: to, expr, is_double_ended, is_exact, len }
            }),
            (1, is_copy, {
                let body = self.in_closure_body(&[(x, item)], len, |writer| writer.boolean(false, inner));
                let pat = Pat::Ref(Mutability::Not, Box::new(Pat::name(x)));
                Chain {
                    is_exact: false,
                    ..same(expr.method("filter", vec![closure(vec![pat], body)]), false)
                }
            }),
            (1, {
                let usize = self.types.int(Int::USIZE);
                let to = self.ty(TyKind::Tuple(vec![usize, item]));
                let expr = expr.method("enumerate", Vec::new());
                Chain { item: to, expr, is_double_ended: is_double_ended && is_exact, is_exact, len }
            }),
            (1, is_double_ended, same(expr.method("rev", Vec::new()), is_exact)),
            (
                1,
                Chain {
                    is_double_ended: is_double_ended && is_exact,
                    ..same(expr.method("skip", vec![count]), is_exact)
                }
            ),
            (
                1,
                Chain {
                    is_double_ended: is_double_ended && is_exact,
                    ..same(expr.method("take", vec![count]), is_exact)
                }
            ),
            (
                1,
                Chain {
                    is_double_ended: is_double_ended && is_exact,
                    ..same(expr.method("step_by", vec![count]), is_exact)
                }
            ),
            (1, {
                let more = self.expr(item, false, 0);
                let more = call_path(&["std", "iter", "once"], vec![more]);
                Chain {
                    expr: expr.method("chain", vec![more]),
                    item,
                    is_double_ended,
                    is_exact: false,
                    len: len + 1,
                }
            }),
            (1, {
                let other = self.scalar_type();
                let value = self.expr(other, false, 1);
                let to = self.ty(TyKind::Tuple(vec![item, other]));
                let expr = expr.method("zip", vec![call_path(&["std", "iter", "repeat"], vec![value])]);
                Chain { item: to, expr, is_double_ended: false, is_exact: false, len }
            }),
            (1, {
                let to = self.scalar_type();
                let option = self.ty(TyKind::Option(to));
                let body =
                    self.in_closure_body(&[(x, item)], len, |writer| writer.expr(option, false, inner));
                let name = if self.chance(FILTERED_MAPS) { "filter_map" } else { "flat_map" };
                let expr = expr.method(name, vec![closure(vec![Pat::name(x)], body)]);
                Chain { item: to, expr, is_double_ended, is_exact: false, len }
            }),
            (1, is_copy, {
                let body = self.in_closure_body(&[(x, item)], len, |writer| writer.boolean(false, inner));
                let name = self.random.one(["take_while", "skip_while"]);
                let pat = Pat::Ref(Mutability::Not, Box::new(Pat::name(x)));
                let expr = expr.method(name, vec![closure(vec![pat], body)]);
                Chain { item, expr, is_double_ended: false, is_exact: false, len }
            }),
            (1, {
                // A state that goes along.
                let to = self.scalar_type();
                let start = self.expr(to, false, 1);
                let state = self.name("s");
                let body = self.in_closure_body(&[(x, item)], len, |writer| writer.expr(to, true, inner));
                let stmts = vec![assign(Expr::Name(state).deref(), body).stmt()];
                let tail = call("Some", vec![Expr::Name(state).deref()]);
                let step = closure(vec![Pat::name(state), Pat::name(x)], block_expr(stmts, Some(tail)));
                let expr = expr.method("scan", vec![start, step]);
                Chain { item: to, expr, is_double_ended: false, is_exact: false, len }
            }),
            (0, same(expr, is_exact)),
        )
    }

    /// What the items come to.
    fn collected(&mut self, chain: Chain, ty: Ty, depth: usize) -> Expr {
        let Chain { expr, item, len, .. } = chain;
        let x = self.name("v");
        let inner = depth.min(2);
        let mapped = |writer: &mut Self, to: Ty| {
            if to == item && writer.chance(KEPT_ITEMS) {
                return expr.clone();
            }
            let body = writer.in_closure_body(&[(x, item)], len, |writer| writer.expr(to, false, inner));
            expr.clone().method("map", vec![closure(vec![Pat::name(x)], body)])
        };
        let into = |expr: Expr, word: &'static str, count: usize| {
            expr.method_of("collect", generic(word, vec![Type::Infer; count]), Vec::new())
        };
        match self.kind(ty).clone() {
            TyKind::Int(int) => weighted!(
                self.random,
                (1, expr.method("count", Vec::new()).cast(int.name())),
                (1, {
                    let name = self.random.one(["max", "min"]);
                    let other = self.int_literal(int, true).0;
                    mapped(self, ty).method(name, Vec::new()).method("unwrap_or", vec![other])
                }),
                (1, {
                    let wrapping = self.ty(TyKind::Wrapping(int));
                    let name = self.random.one(["sum", "product"]);
                    let target = self.syntax(wrapping);
                    mapped(self, wrapping).method_of(name, target, Vec::new()).part(0)
                }),
                (2, self.folded(expr, item, len, ty, inner)),
            ),
            TyKind::Bool => {
                let body = self.in_closure_body(&[(x, item)], len, |writer| writer.boolean(false, inner));
                let name = self.random.one(["any", "all"]);
                // Both take their iterator by reference.
                expr.method(name, vec![closure(vec![Pat::name(x)], body)])
            }
            TyKind::Vec(of) => into(mapped(self, of).method("take", vec![number(10)]), "Vec", 1),
            TyKind::Deque(of) => into(mapped(self, of).method("take", vec![number(10)]), "VecDeque", 1),
            TyKind::Set(of) => into(mapped(self, of), "BTreeSet", 1),
            TyKind::Map(key, value) => {
                let pair = self.ty(TyKind::Tuple(vec![key, value]));
                into(mapped(self, pair), "BTreeMap", 2)
            }
            TyKind::HashMap(key, value) => {
                let pair = self.ty(TyKind::Tuple(vec![key, value]));
                into(mapped(self, pair), "HashMap", 2)
            }
            TyKind::String => {
                let char = self.ty(TyKind::Char);
                let chars = mapped(self, char).method("take", vec![number(12)]);
                chars.method_of("collect", "String".into(), Vec::new())
            }
            TyKind::Option(of) => {
                let mapped = mapped(self, of);
                weighted!(
                    self.random,
                    (1, mapped.method("nth", vec![number(1)])),
                    (1, mapped.method("last", Vec::new())),
                    (1, self.types.facts(of).is_key, mapped.method("max", Vec::new())),
                    (1, mapped.method("next", Vec::new())),
                )
            }
            _ => self.folded(expr, item, len, ty, inner),
        }
    }

    fn folded(&mut self, expr: Expr, item: Ty, len: u64, ty: Ty, depth: usize) -> Expr {
        let (x, acc) = (self.name("v"), self.name("acc"));
        let start = self.expr(ty, false, depth.min(1));
        let body = self.in_closure_body(&[(acc, ty), (x, item)], len, |writer| writer.expr(ty, true, depth));
        expr.method("fold", vec![start, closure(vec![Pat::name(acc), Pat::name(x)], body)])
    }
}
