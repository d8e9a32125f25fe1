//! Strings and slices: their methods, windows, chunks, searches, and patterns on slices.

use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// How many items `chunks`, `windows` and their like have.
const CHUNKS: RangeInclusive<usize> = 1..=3;

impl Writer {
    /// What can be asked of a text.
    pub fn string_statement(&mut self, out: &mut Vec<Stmt>) {
        let string = self.ty(TyKind::String);
        let subject: Expr = match self.find_place(string, Purpose::Read) {
            Some(place) => place.expr,
            None => self.let_value(out, string, true).into(),
        };
        let word = self.word();
        let usize = self.types.int(Int::USIZE);
        let option = self.ty(TyKind::Option(usize));
        let strings = self.ty(TyKind::Vec(string));
        let chars = {
            let char = self.ty(TyKind::Char);
            self.ty(TyKind::Vec(char))
        };
        let u8 = self.types.int(Int::ALL[0]);
        let bytes = self.ty(TyKind::Vec(u8));
        let collect = |expr: Expr| expr.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new());
        let plain = |expr: Expr, name: &'static str| expr.method(name, Vec::new());
        let owned = |expr: Expr, name: &'static str, args: Vec<Expr>| {
            let s = Name::Word("s");
            let to_string = closure(vec![Pat::name(s)], Expr::Name(s).method("to_string", Vec::new()));
            collect(expr.method(name, args).method("map", vec![to_string]))
        };
        let (value, ty) = weighted!(
            self.random,
            (1, (subject.method("find", vec![text(word)]), option)),
            (1, (collect(plain(subject, "chars")), chars)),
            (1, (collect(plain(subject, "bytes")), bytes)),
            (1, (owned(subject, "split", vec![Expr::Lit(Lit::Char(','))]), strings)),
            (1, (owned(subject, "split_whitespace", Vec::new()), strings)),
            (1, (plain(plain(subject, "trim"), "to_owned"), string)),
            (1, (plain(subject, self.random.one(["to_uppercase", "to_lowercase"])), string)),
            (1, {
                let int = self.some_int();
                let ty = self.types.int(int);
                let option = self.ty(TyKind::Option(ty));
                let parsed = plain(subject, "trim").method_of("parse", int.name().into(), Vec::new());
                (plain(parsed, "ok"), option)
            }),
            (1, (subject.method("replace", vec![text("a"), text("b")]), string)),
            (1, {
                let reversed = plain(plain(subject, "chars"), "rev");
                (reversed.method_of("collect", "String".into(), Vec::new()), string)
            }),
            (1, {
                let found = subject.method("char_indices", Vec::new()).method("nth", vec![number(1)]);
                let char = self.ty(TyKind::Char);
                let pair = self.ty(TyKind::Tuple(vec![usize, char]));
                (found, self.ty(TyKind::Option(pair)))
            }),
            (1, {
                let part = subject.method("get", vec![range(number(0), number(2))]);
                (
                    part.method("map", vec![Expr::Path(path(&["str", "to_owned"]))]),
                    self.ty(TyKind::Option(string)),
                )
            }),
            (1, {
                let joined = Expr::Array(vec![plain(subject.clone(), "as_str"), text(word)]);
                (call("clip", vec![joined.method("join", vec![text("-")])]), string)
            }),
            (1, {
                let debug = macro_call("format", vec![text("{:?}"), subject]);
                (call("clip", vec![debug]), string)
            }),
        );
        let annotation = self.maybe_annotation(ty);
        self.bind(out, ty, true, annotation, value);
    }

    /// What can be asked of a slice, and what its patterns bind.
    pub fn slice_statement(&mut self, out: &mut Vec<Stmt>) {
        let of = self.scalar_type();
        let vec = self.ty(TyKind::Vec(of));
        let place = match self.find_place(vec, Purpose::Read) {
            Some(place) => place,
            None => {
                self.let_value(out, vec, true);
                match self.find_place(vec, Purpose::Read) {
                    Some(place) => place,
                    None => return,
                }
            }
        };
        if self.chance(self.chances().slice_matches) {
            return self.slice_match(out, place.expr, place.var, of);
        }
        let subject = place.expr;
        let sizes = self.types.int(Int::USIZE);
        let sizes = self.ty(TyKind::Vec(sizes));
        let vecs = self.ty(TyKind::Vec(vec));
        let option = self.ty(TyKind::Option(of));
        let size = number(self.random.within(&CHUNKS) as u128);
        let s = self.name("s");
        let collect = |expr: Expr| expr.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new());
        let to_vec = || closure(vec![Pat::name(s)], Expr::Name(s).method("to_vec", Vec::new()));
        let is_key = self.types.facts(of).is_key;
        let (value, ty) = weighted!(
            self.random,
            (1, (collect(subject.method("windows", vec![size]).method("map", vec![to_vec()])), vecs)),
            (1, {
                let name = self.random.one(["chunks", "rchunks", "chunks_exact"]);
                (collect(subject.method(name, vec![size]).method("map", vec![to_vec()])), vecs)
            }),
            (1, {
                let len = closure(vec![Pat::name(s)], Expr::Name(s).method("len", Vec::new()));
                let test = self.in_closure_body(&[], 8, |writer| writer.boolean(false, 1));
                let parts = subject.method("split", vec![closure(vec![Pat::Wild], test)]);
                (collect(parts.method("map", vec![len])), sizes)
            }),
            (
                1,
                (
                    subject
                        .method(self.random.one(["first", "last"]), Vec::new())
                        .method("copied", Vec::new()),
                    option,
                )
            ),
            (
                1,
                (
                    Expr::Array(vec![subject.method("as_slice", Vec::new()); 2]).method("concat", Vec::new()),
                    vec,
                )
            ),
            (1, is_key, {
                let name = self.random.one(["max", "min"]);
                (
                    subject.method("iter", Vec::new()).method(name, Vec::new()).method("copied", Vec::new()),
                    option,
                )
            }),
            (1, {
                let item = self.in_closure_body(&[], 8, |writer| writer.expr(of, false, 1));
                let found = binary(BinOp::Eq, Expr::Name(s).deref(), item);
                let at = subject
                    .method("iter", Vec::new())
                    .method("position", vec![closure(vec![Pat::name(s)], found)]);
                let usize = self.types.int(Int::USIZE);
                (at, self.ty(TyKind::Option(usize)))
            }),
            (1, {
                let part = Expr::Range(Some(Box::new(number(1))), None, false);
                let got = subject.method("get", vec![part]).method("map", vec![to_vec()]);
                (got.method("unwrap_or_default", Vec::new()), vec)
            }),
            (1, {
                let test = self.in_closure_body(&[], 8, |writer| writer.boolean(false, 1));
                let parts = subject.method("iter", Vec::new()).method("copied", Vec::new());
                let parted = parts.method_of("partition", vec_infer(), vec![closure(vec![Pat::Wild], test)]);
                (partition_only_one_argument(parted), self.ty(TyKind::Tuple(vec![vec, vec])))
            }),
            (1, {
                let n = number(self.random.one([0, 1]));
                let parts = binary(BinOp::Rem, subject.clone().method("len", Vec::new()), number(3));
                let middle = parts.method("min", vec![n]);
                let (left, right) = (Name::Word("left"), Name::Word("right"));
                let split = subject.method("split_at", vec![middle]);
                let stmts = vec![let_pat(Pat::Tuple(vec![Pat::name(left), Pat::name(right)]), None, split)];
                let sizes_pair = Expr::Array(vec![
                    Expr::Name(left).method("len", Vec::new()),
                    Expr::Name(right).method("len", Vec::new()),
                ]);
                (block_expr(stmts, Some(sizes_pair.method("to_vec", Vec::new()))), sizes)
            }),
        );
        self.bind(out, ty, true, None, value);
    }

    /// `match v.as_slice() { [] => .., [a] => .., [a, .., b] => .., [a, rest @ ..] => .. }`.
    fn slice_match(&mut self, out: &mut Vec<Stmt>, subject: Expr, var: usize, of: Ty) {
        let mark = self.loan_mark();
        self.lend(var, Mutability::Not);
        let ret = self.scalar_type();
        let slice = self.ty(TyKind::Slice(of));
        let item = self.types.reference(Mutability::Not, of);
        let rest = self.types.reference(Mutability::Not, slice);
        let (a, b, c) = (self.name("b"), self.name("b"), self.name("b"));
        let rest_pat =
            Pat::Bind { by_ref: false, mutability: Mutability::Not, name: c, sub: Some(Box::new(Pat::Rest)) };
        let mut plans: Vec<(Pat, Vec<(Name, Ty)>)> =
            vec![(Pat::Slice(Vec::new()), Vec::new()), (Pat::Slice(vec![Pat::name(a)]), vec![(a, item)])];
        if self.coin() {
            plans.push((Pat::Slice(vec![Pat::name(a), Pat::Rest, Pat::name(b)]), vec![(a, item), (b, item)]));
        } else {
            plans.push((
                Pat::Slice(vec![Pat::name(a), Pat::name(b), rest_pat]),
                vec![(a, item), (b, item), (c, rest)],
            ));
        }
        let arms = self.alternatives(plans.len(), |writer, n| {
            let (pat, vars) = plans[n].clone();
            writer.in_block(|writer| {
                for (name, ty) in vars {
                    writer.declare(name, ty, false);
                }
                Arm { pat, guard: None, body: writer.expr(ret, false, 2) }
            })
        });
        self.end_loans(mark);
        let scrutinee = match self.coin() {
            true => subject.method("as_slice", Vec::new()),
            false => subject.index(Expr::Range(None, None, false)).borrow(),
        };
        self.bind(out, ret, true, None, Expr::Match(Box::new(scrutinee), arms));
    }
}

fn vec_infer() -> Type {
    generic("Vec", vec![Type::Infer])
}

/// `partition` has the type of its parts and that of its closure.
fn partition_only_one_argument(expr: Expr) -> Expr {
    match expr {
        Expr::Method(mut call) => {
            call.generics.push(GenericArg::Type(Type::Infer));
            Expr::Method(call)
        }
        other => other,
    }
}
