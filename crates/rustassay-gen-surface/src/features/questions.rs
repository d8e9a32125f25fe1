//! `?`: functions that end early, errors that are converted on the way, and chains of combinators.

use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

impl Writer {
    /// A function with `?` in it, and its result.
    pub fn question_statement(&mut self, out: &mut Vec<Stmt>) {
        if self.frames.len() > 3 || self.chance(self.chances().question_chains) {
            return self.combinators(out);
        }
        let ok = self.scalar_type();
        let is_option = self.chance(self.chances().question_options);
        let err = if is_option { None } else { Some(self.error_type()) };
        let ret = match err {
            None => self.ty(TyKind::Option(ok)),
            Some(err) => self.ty(TyKind::Result(ok, err)),
        };
        let name = self.name("may");
        let param = self.scalar_type();
        let p = self.name("p");
        let left = self.function_size().min(5);
        let mut frame = self.new_frame(name, ret, self.function_limit() / 2, left);
        frame.is_isolated = true;
        self.frames.push(frame);
        self.declare(p, param, false);
        let mut stmts = Vec::new();
        for _ in 0..self.random.within(&self.mixture.ranges.question_marks) {
            self.statements(&mut stmts, 1);
            let inner = self.scalar_type();
            let failing = match err {
                None => {
                    let option = self.ty(TyKind::Option(inner));
                    self.expr(option, false, 2)
                }
                Some(err) => {
                    // Another error that becomes this one.
                    let from =
                        self.shared.conversions.iter().find(|&&(_, to)| to == err).map(|&(from, _)| from);
                    let error = if self.coin() { from.unwrap_or(err) } else { err };
                    let result = self.ty(TyKind::Result(inner, error));
                    self.expr(result, false, 2)
                }
            };
            let annotation = self.maybe_annotation(inner);
            self.bind(&mut stmts, inner, false, annotation, Expr::Try(Box::new(failing)));
        }
        let tail = self.expr(ok, true, 2);
        let tail = call(if is_option { "Some" } else { "Ok" }, vec![tail]);
        let frame = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        let function = Function::new(
            name,
            vec![(p, self.syntax(param))],
            Some(self.syntax(ret)),
            Some(block(stmts, Some(tail))),
        );
        self.add_function(function);
        self.functions.push(crate::writer::FnDef {
            name,
            params: vec![(param, None)],
            ret,
            cost: frame.cost + 20,
            has_effects: false,
            is_unsafe: false,
        });
        let number = self.functions.len() - 1;
        match self.call(number, 2) {
            Some(value) => {
                let annotation = self.maybe_annotation(ret);
                self.bind(out, ret, false, annotation, value);
            }
            None => self.observation(out),
        }
    }

    /// A type of errors: an enum of the program, with a conversion from another.
    fn error_type(&mut self) -> Ty {
        if let (true, Some((_, to))) = (self.coin(), self.random.pick(&self.shared.conversions).copied()) {
            return to;
        }
        let from = self.scalar_type();
        let err = self.new_enum();
        let p = self.name("p");
        self.frames.push(self.new_frame("from".into(), err, 60, 0));
        self.frame_mut().can_return = false;
        self.frame_mut().is_isolated = true;
        self.declare(p, from, false);
        let value = self.fresh(err, true, 1);
        self.frames.pop();
        let body = block(Vec::new(), Some(value));
        let function = Function::new("from", vec![(p, self.syntax(from))], Some("Self".into()), Some(body));
        let of = name_path("From").of_types(vec![self.syntax(from)]);
        self.items.push(Item::implement(
            Generics::default(),
            Some(of),
            self.syntax(err),
            vec![Item::function(function)],
        ));
        self.shared.conversions.push((from, err));
        err
    }

    /// `x.map(..).and_then(..).ok_or(..)`.
    fn combinators(&mut self, out: &mut Vec<Stmt>) {
        let mut of = self.scalar_type();
        let option = self.ty(TyKind::Option(of));
        let mut value = self.expr(option, false, 2);
        let result = self.read_only(|writer| {
            for _ in 0..writer.random.within(&writer.mixture.ranges.question_chain) {
                let x = writer.name("v");
                weighted!(
                    writer.random,
                    (1, {
                        let to = writer.scalar_type();
                        let body = writer.in_closure_body(&[(x, of)], 1, |writer| writer.expr(to, false, 2));
                        value = value.clone().method("map", vec![closure(vec![Pat::name(x)], body)]);
                        of = to;
                    }),
                    (1, {
                        let to = writer.scalar_type();
                        let option = writer.ty(TyKind::Option(to));
                        let body =
                            writer.in_closure_body(&[(x, of)], 1, |writer| writer.expr(option, false, 2));
                        value = value.clone().method("and_then", vec![closure(vec![Pat::name(x)], body)]);
                        of = to;
                    }),
                    (1, {
                        let body = writer.in_closure_body(&[(x, of)], 1, |writer| writer.boolean(false, 2));
                        let pat = Pat::Ref(Mutability::Not, Box::new(Pat::name(x)));
                        value = value.clone().method("filter", vec![closure(vec![pat], body)]);
                    }),
                    (1, {
                        let option = writer.ty(TyKind::Option(of));
                        let other = writer.expr(option, false, 1);
                        value = value.clone().method(writer.random.one(["or", "xor"]), vec![other]);
                    }),
                    (1, {
                        let other = writer.scalar_type();
                        let option = writer.ty(TyKind::Option(other));
                        let zipped = writer.expr(option, false, 1);
                        value = value.clone().method("zip", vec![zipped]);
                        of = writer.ty(TyKind::Tuple(vec![of, other]));
                    }),
                    (1, {
                        let option = writer.ty(TyKind::Option(of));
                        let body = writer.in_closure_body(&[], 1, |writer| writer.expr(option, false, 1));
                        value = value.clone().method("or_else", vec![closure(Vec::new(), body)]);
                    }),
                )
            }
            if writer.chance(writer.chances().question_results) {
                let err = writer.scalar_type();
                let error = writer.expr(err, false, 1);
                value = value.clone().method("ok_or", vec![error]);
                return writer.ty(TyKind::Result(of, err));
            }
            writer.ty(TyKind::Option(of))
        });
        self.bind(out, result, false, None, value);
    }
}
