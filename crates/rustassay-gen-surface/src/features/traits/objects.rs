//! `dyn Trait` and `impl Trait`.

use super::Takes;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::TyKind;
use crate::writer::Writer;

impl Writer {
    /// Objects of several types in a `Vec`, each asked in turn.
    pub fn object_statement(&mut self, out: &mut Vec<Stmt>) {
        let Some(chosen) = self.some_trait(|def| def.is_object_safe, true) else {
            return self.observation(out);
        };
        let def = self.traits[chosen].clone();
        let count = self.random.within(&self.mixture.ranges.trait_objects);
        if !self.afford(def.cost * count as u64 + 50) {
            return self.observation(out);
        }
        let Some(method) = self.random.pick(&def.methods).cloned() else { return };
        let mark = self.loan_mark();
        let is_boxed = self.chance(self.chances().boxed_objects);
        let mut objects = Vec::new();
        for _ in 0..count {
            let Some(of) = self.random.pick(&def.implementors).copied() else { return };
            objects.push(match is_boxed {
                true => call_path(&["Box", "new"], vec![self.expr(of, false, 2)]),
                false => match method.takes {
                    Takes::Mut => match self.borrow_place(of, Mutability::Mut) {
                        Some(place) => place,
                        None => self.temporary(of, 1).borrow_mut(),
                    },
                    _ => match self.borrow_of(of, 1) {
                        Some(place) => place,
                        None => self.temporary(of, 1).borrow(),
                    },
                },
            });
        }
        let object = Type::Dyn(vec![name_path(def.name).bound()]);
        let pointer = match (is_boxed, method.takes) {
            (true, _) => generic("Box", vec![object]),
            (false, Takes::Mut) => object.borrowed_mut(),
            (false, _) => object.borrowed(),
        };
        let (objects_name, object_name, results) = (self.name("os"), self.name("o"), self.name("rs"));
        let args: Vec<Expr> = method.params.iter().map(|&(_, ty)| self.expr(ty, false, 1)).collect();
        self.end_loans(mark);
        let names: Vec<Name> = args.iter().map(|_| self.name("a")).collect();
        let mut stmts = Vec::new();
        for ((&name, arg), &(_, ty)) in names.iter().zip(args).zip(&method.params) {
            stmts.push(let_pat(Pat::name(name), Some(self.syntax(ty)), arg));
        }
        // What an array borrows lives as long as the array, and what is moved is computed before.
        let (made, ty) = match is_boxed {
            true => (vec_of(objects), generic("Vec", vec![pointer])),
            false => (Expr::Array(objects), Type::Array(Box::new(pointer), Box::new(number(count as u128)))),
        };
        stmts.insert(0, let_pat(Pat::name_mut(objects_name), Some(ty), made));
        stmts.push(let_mut(results, call(name_path("Vec").then("new"), Vec::new())));
        let asked =
            Expr::Name(object_name).method(method.name, names.iter().map(|&name| name.into()).collect());
        let body = block(vec![Expr::Name(results).method("push", vec![asked]).stmt()], None);
        let head = match method.takes {
            Takes::Mut => Expr::Name(objects_name).method("iter_mut", Vec::new()),
            _ => Expr::Name(objects_name).method("iter", Vec::new()),
        };
        stmts.push(Expr::For(None, Box::new((Pat::name(object_name), head)), body).stmt());
        let vec = self.ty(TyKind::Vec(method.ret));
        let value = block_expr(stmts, Some(results.into()));
        self.bind(out, vec, false, None, value);
    }

    /// A function of `impl Trait`, as a parameter and as a result.
    pub fn impl_trait_statement(&mut self, out: &mut Vec<Stmt>) {
        let Some(number) = self.some_trait(|def| def.methods.iter().any(|m| m.takes == Takes::Ref), false)
        else {
            return self.observation(out);
        };
        let def = self.traits[number].clone();
        let Some(method) = def.methods.iter().find(|method| method.takes == Takes::Ref).cloned() else {
            return;
        };
        let Some(of) = self.random.pick(&def.implementors).copied() else { return };
        if !self.afford(def.cost + 20) {
            return self.observation(out);
        }
        let bounds = vec![name_path(def.name).bound()];
        let name = self.name("opaque");
        let value = self.expr(of, false, 2);
        let args: Vec<Expr> = method.params.iter().map(|&(_, ty)| self.expr(ty, true, 1)).collect();
        let called = match self.coin() {
            // As a result: it is known by its trait only.
            true => {
                let p = self.name("p");
                let body = block(Vec::new(), Some(p.into()));
                let params = vec![(p, self.syntax(of))];
                let function = Function::new(name, params, Some(Type::Impl(bounds)), Some(body));
                self.add_function(function);
                call(name, vec![value]).method(method.name, args)
            }
            false => {
                let p = self.name("p");
                let names: Vec<Name> = method.params.iter().map(|_| self.name("p")).collect();
                let inner = names.iter().map(|&name| name.into()).collect();
                let body = block(Vec::new(), Some(Expr::Name(p).method(method.name, inner)));
                let mut params = vec![(p, Type::Impl(bounds))];
                params.extend(
                    names.iter().zip(&method.params).map(|(&name, &(_, ty))| (name, self.syntax(ty))),
                );
                let function = Function::new(name, params, Some(self.syntax(method.ret)), Some(body));
                self.add_function(function);
                let mut all = vec![value];
                all.extend(args);
                call(name, all)
            }
        };
        let annotation = self.maybe_annotation(method.ret);
        self.bind(out, method.ret, false, annotation, called);
    }
}
