//! Closures: of all three kinds, capturing in every way, called where they stand, later, or by functions that they are passed to.

use crate::scope::{State, Var, VarId};
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Ty, TyKind};
use crate::writer::{ClosureKind, LocalClosure, Writer};
use rustassay_random::weighted;

/// How a variable is captured.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Capture {
    Shared,
    Unique,
    Owned,
}

impl Writer {
    /// Writes the body of a closure that is called at once and changes nothing outside.
    pub fn in_closure_body<T>(
        &mut self,
        params: &[(Name, Ty)],
        times: u64,
        write: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let targets = std::mem::take(&mut self.scope().targets);
        let frame = self.frame_mut();
        let could_return = std::mem::replace(&mut frame.can_return, false);
        let was_async = std::mem::replace(&mut frame.is_async, false);
        let result = self.read_only(|writer| {
            writer.repeated(times, |writer| {
                writer.in_block(|writer| {
                    for &(name, ty) in params {
                        writer.declare(name, ty, false);
                    }
                    write(writer)
                })
            })
        });
        let frame = self.frame_mut();
        frame.can_return = could_return;
        frame.is_async = was_async;
        self.scope().targets = targets;
        result
    }

    /// Variables that a closure can capture in this way.
    fn capturable(&mut self, capture: Capture, most: usize) -> Vec<VarId> {
        let scope = &self.frame().scope;
        let start = scope.vars.len().saturating_sub(16);
        let mut ids: Vec<VarId> = (start..scope.vars.len())
            .filter(|&id| {
                let var = &scope.vars[id];
                let facts = self.types.facts(var.ty);
                let is_plain = !matches!(self.types.kind(var.ty), TyKind::Opaque(..));
                is_plain
                    && match capture {
                        Capture::Shared => var.can_read(),
                        Capture::Unique => var.can_write() && var.is_mut && var.interval.is_none(),
                        Capture::Owned => {
                            !facts.has_ref && if facts.is_copy { var.can_read() } else { scope.can_move(id) }
                        }
                    }
            })
            .collect();
        while ids.len() > most {
            let at = self.random.below(ids.len());
            ids.swap_remove(at);
        }
        ids
    }

    /// A closure in a variable, to be called later.
    pub fn closure_statement(&mut self, out: &mut Vec<Stmt>) {
        weighted!(
            self.random,
            (1, return self.passed_closure(out)),
            (1, return self.returned_closure(out)),
            (1, return self.stored_closures(out)),
            (3, {}),
        );
        let is_move = self.chance(self.chances().move_closures);
        let is_once = self.chance(self.chances().once_closures);
        let mut captures: Vec<(VarId, Capture)> = Vec::new();
        if is_move || is_once {
            captures.extend(self.capturable(Capture::Owned, 3).into_iter().map(|id| (id, Capture::Owned)));
        } else {
            captures.extend(self.capturable(Capture::Unique, 1).into_iter().map(|id| (id, Capture::Unique)));
            let shared = self.capturable(Capture::Shared, 3);
            captures.extend(
                shared
                    .into_iter()
                    .filter(|id| captures.iter().all(|(other, _)| other != id))
                    .map(|id| (id, Capture::Shared))
                    .collect::<Vec<_>>(),
            );
        }
        let ret = self.scalar_or_any(self.chances().scalar_closure_results);
        let count = self.random.within(&self.mixture.ranges.closure_parameters);
        let params: Vec<(Name, Ty)> = (0..count)
            .map(|_| {
                let ty = self.scalar_or_any(self.chances().scalar_closure_parameters);
                (self.name("p"), ty)
            })
            .collect();
        let name = self.name("c");
        let left = self.function_size().min(4);
        let mut frame = self.new_frame(name, ret, self.function_limit() / 4, left);
        frame.is_isolated = self.frame().is_isolated;
        let has_ret = self.chance(self.chances().typed_closures);
        frame.can_return = has_ret;
        // A copy is its own; what is only borrowed is changed only if nobody else has it.
        let changes = |writer: &Self, id: VarId, capture: Capture| {
            let var = &writer.frame().scope.vars[id];
            let is_copy = writer.types.facts(var.ty).is_copy;
            match capture {
                Capture::Shared => false,
                Capture::Unique => var.is_mut,
                Capture::Owned if is_copy && !is_move => {
                    var.is_mut && var.can_write() && var.interval.is_none()
                }
                Capture::Owned => var.is_mut,
            }
        };
        let changed: Vec<bool> = captures.iter().map(|&(id, capture)| changes(self, id, capture)).collect();
        for (&(id, capture), &is_changed) in captures.iter().zip(&changed) {
            let var = &self.frame().scope.vars[id];
            frame.scope.add(Var {
                is_mut: is_changed,
                is_owned: is_once && capture == Capture::Owned && !is_move,
                interval: var.interval,
                ..Var::new(var.name, var.ty, false)
            });
        }
        let kind = match (is_once && !is_move, changed.contains(&true)) {
            (true, _) => ClosureKind::Once,
            (false, true) => ClosureKind::Mut,
            (false, false) => ClosureKind::Fn,
        };
        self.frames.push(frame);
        // What is captured is outside of the loop that calls are.
        if kind != ClosureKind::Once {
            self.scope().loops += 1;
        }
        self.scope().open_block();
        for &(param, ty) in &params {
            self.declare(param, ty, false);
        }
        let mut stmts = Vec::new();
        self.statements(&mut stmts, left);
        let tail = self.expr(ret, has_ret, 2);
        let body = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        self.frame_mut().has_effects |= body.has_effects;
        let params_syntax =
            params.iter().map(|&(param, ty)| (Pat::name(param), Some(self.syntax(ty)))).collect();
        let value = match stmts.is_empty() && !has_ret {
            true => tail,
            false => block_expr(stmts, Some(tail)),
        };
        let ret_syntax = has_ret.then(|| self.syntax(ret));
        let closure =
            Closure { is_move, is_async: false, params: params_syntax, ret: ret_syntax, body: value };
        let pat = if changed.contains(&true) { Pat::name_mut(name) } else { Pat::name(name) };
        out.push(let_pat(pat, None, Expr::Closure(Box::new(closure))));
        let mut loans = Vec::new();
        for ((id, capture), is_changed) in captures.into_iter().zip(changed) {
            match capture {
                Capture::Shared => loans.push((id, Mutability::Not)),
                Capture::Unique => loans.push((id, Mutability::Mut)),
                Capture::Owned if self.types.facts(self.frame().scope.vars[id].ty).is_copy => {
                    // Without `move` it is borrowed if the body does not need more.
                    if !is_move {
                        loans.push((id, if is_changed { Mutability::Mut } else { Mutability::Not }));
                    }
                }
                Capture::Owned => self.scope().set_state(id, State::Moved),
            }
        }
        let ty = self.types.opaque(false);
        let var =
            self.scope().add(Var { loans, is_mut: kind == ClosureKind::Mut, ..Var::new(name, ty, true) });
        let params = params.into_iter().map(|(_, ty)| ty).collect();
        self.frame_mut().closures.push(LocalClosure { var, params, ret, kind, cost: body.cost + 5 });
    }

    /// A call of a closure in scope, or of one that is made for it.
    pub fn closure_call(&mut self, ty: Ty, depth: usize) -> Option<Expr> {
        let frame = self.frames.last()?;
        let fits = |closure: &&LocalClosure| {
            let var = &frame.scope.vars[closure.var];
            closure.ret == ty
                && match closure.kind {
                    ClosureKind::Fn => var.can_read(),
                    ClosureKind::Mut => var.can_write() && !frame.is_read_only,
                    ClosureKind::Once => frame.scope.can_move(closure.var) && !frame.is_read_only,
                }
        };
        let known: Vec<LocalClosure> = frame.closures.iter().filter(fits).cloned().collect();
        if !known.is_empty() {
            let chosen = self.random.pick(&known)?.clone();
            if !self.afford(chosen.cost) {
                return None;
            }
            let name = self.frame().scope.vars[chosen.var].name;
            match chosen.kind {
                ClosureKind::Once => self.scope().set_state(chosen.var, State::Moved),
                _ => self.scope().lend(chosen.var, Mutability::Mut),
            }
            let args = chosen.params.iter().map(|&ty| self.expr(ty, true, depth.min(1))).collect();
            if chosen.kind != ClosureKind::Once {
                self.scope().give_back(chosen.var, Mutability::Mut);
            }
            return Some(call(name, args));
        }
        // `(|x: u8| ..)(5)`.
        let param = self.scalar_type();
        let name = self.name("p");
        let arg = self.expr(param, true, depth.min(1));
        let body = self.in_closure_body(&[(name, param)], 1, |writer| writer.expr(ty, false, depth.min(2)));
        let params = vec![(Pat::name(name), Some(self.syntax(param)))];
        let closure = Closure { is_move: false, is_async: false, params, ret: None, body };
        Some(Expr::Call(Box::new(Expr::Paren(Box::new(Expr::Closure(Box::new(closure))))), vec![arg]))
    }

    /// A closure that is passed to a function, which calls it several times.
    fn passed_closure(&mut self, out: &mut Vec<Stmt>) {
        let item = self.scalar_type();
        let ret = self.scalar_type();
        let name = self.name("apply");
        let trips = self.random.within(&self.mixture.ranges.closure_calls) as u64;
        let function = self.applying_function(name, item, ret, trips);
        self.items.push(function);
        let p = self.name("p");
        let arg = self.expr(item, true, 2);
        let body = self.in_closure_body(&[(p, item)], trips, |writer| writer.expr(ret, true, 3));
        let passed = closure(vec![Pat::name(p)], body);
        let value = call(name, vec![passed, arg]);
        let vec = self.ty(TyKind::Vec(ret));
        let annotation = self.maybe_annotation(vec);
        self.bind(out, vec, false, annotation, value);
    }

    /// `fn apply(f: impl FnMut(A) -> B, a: A) -> Vec<B>`, in one of the ways to say that.
    fn applying_function(&mut self, name: Name, item: Ty, ret: Ty, trips: u64) -> Item {
        let (item, ret) = (self.syntax(item), self.syntax(ret));
        let of = |word: &'static str| name_path(word).of_call(vec![item.clone()], Some(ret.clone())).bound();
        let (generics, ty, pat) = weighted!(
            self.random,
            (1, (Generics::of("F", vec![of("Fn")]), Type::from("F"), Pat::name("f"))),
            (1, (Generics::of("F", vec![of("FnMut")]), Type::from("F"), Pat::name_mut("f"))),
            (1, (Generics::default(), Type::Impl(vec![of("Fn")]), Pat::name("f"))),
            (1, (Generics::default(), Type::Impl(vec![of("FnMut")]), Pat::name_mut("f"))),
            (1, {
                let predicates = vec![Predicate::Type(Vec::new(), "F".into(), vec![of("Fn")])];
                let params = vec![GenericParam::Type("F".into(), Vec::new(), None)];
                (Generics { params, predicates }, Type::from("F"), Pat::name("f"))
            }),
        );
        let vec = generic("Vec", vec![ret.clone()]);
        let calls = range(number(0), number_of(u128::from(trips), "u32"))
            .method("map", vec![closure(vec![Pat::Wild], call("f", vec!["a".into()]))])
            .method("collect", Vec::new());
        let function = Function {
            params: vec![(pat, ty), (Pat::name("a"), item.clone())],
            generics,
            ..Function::new(name, Vec::new(), Some(vec), Some(block(Vec::new(), Some(calls))))
        };
        Item::function(function)
    }

    /// A function that returns a closure, which is called.
    fn returned_closure(&mut self, out: &mut Vec<Stmt>) {
        let kept = self.scalar_type();
        let (item, ret) = (self.scalar_type(), self.scalar_type());
        let name = self.name("make");
        let (k, p) = (self.name("k"), self.name("p"));
        self.frames.push(self.new_frame(name, ret, 200, 0));
        self.frame_mut().can_return = false;
        self.declare(k, kept, false);
        self.declare(p, item, false);
        let body = self.expr(ret, false, 3);
        let frame = self.frames.pop().unwrap_or_else(|| unreachable!("it was pushed"));
        self.frame_mut().has_effects |= frame.has_effects;
        let is_boxed = self.coin();
        let bound = name_path("Fn").of_call(vec![self.syntax(item)], Some(self.syntax(ret))).bound();
        let ty = match is_boxed {
            true => generic("Box", vec![Type::Dyn(vec![bound])]),
            false => Type::Impl(vec![bound]),
        };
        let closure = Expr::Closure(Box::new(Closure {
            is_move: true,
            is_async: false,
            params: vec![(Pat::name(p), Some(self.syntax(item)))],
            ret: None,
            body,
        }));
        let made = if is_boxed { call_path(&["Box", "new"], vec![closure]) } else { closure };
        let function =
            Function::new(name, vec![(k, self.syntax(kept))], Some(ty), Some(block(Vec::new(), Some(made))));
        self.add_function(function);
        let c = self.name("c");
        let arg = self.expr(kept, true, 2);
        out.push(let_name(c, call(name, vec![arg])));
        let ty = self.types.opaque(true);
        let var = self.declare(c, ty, false);
        let closure =
            LocalClosure { var, params: vec![item], ret, kind: ClosureKind::Fn, cost: frame.cost + 5 };
        self.frame_mut().closures.push(closure);
    }

    /// Closures in a `Vec`, or function pointers in an array, called one after the other.
    fn stored_closures(&mut self, out: &mut Vec<Stmt>) {
        let (item, ret) = (self.scalar_type(), self.scalar_type());
        let (fs, f, p) = (self.name("fs"), self.name("f"), self.name("p"));
        let count = self.random.within(&self.mixture.ranges.stored_closures);
        let is_boxed = self.chance(self.chances().boxed_closures);
        let closures: Vec<Expr> = (0..count)
            .map(|_| {
                let body = match is_boxed {
                    true => self.in_closure_body(&[(p, item)], 1, |writer| writer.expr(ret, true, 2)),
                    // A function pointer has captured nothing.
                    false => {
                        let frame = self.new_frame(f, ret, 100, 0);
                        self.frames.push(frame);
                        self.frame_mut().can_return = false;
                        self.declare(p, item, false);
                        let body = self.expr(ret, true, 2);
                        let frame = self.frames.pop();
                        self.frame_mut().has_effects |= frame.is_some_and(|frame| frame.has_effects);
                        body
                    }
                };
                let closure = closure(vec![Pat::name(p)], body);
                if is_boxed { call_path(&["Box", "new"], vec![closure]) } else { closure }
            })
            .collect();
        self.spend(400);
        let ty = match is_boxed {
            true => {
                let bound = name_path("Fn").of_call(vec![self.syntax(item)], Some(self.syntax(ret))).bound();
                generic(
                    "Vec",
                    vec![generic("Box", vec![Type::Dyn(vec![bound, Bound::Lifetime("'_".into())])])],
                )
            }
            false => {
                let function = FnType {
                    lifetimes: Vec::new(),
                    is_unsafe: false,
                    abi: None,
                    params: vec![(None, self.syntax(item))],
                    is_variadic: false,
                    ret: Some(self.syntax(ret)),
                };
                Type::Array(Box::new(Type::Fn(Box::new(function))), Box::new(number(count as u128)))
            }
        };
        let made = if is_boxed { vec_of(closures) } else { Expr::Array(closures) };
        let arg = self.expr(item, false, 1);
        let (r, results) = (self.name("arg"), self.ty(TyKind::Vec(ret)));
        let head = Expr::Name(fs).method("iter", Vec::new());
        let mapped = head.method("map", vec![closure(vec![Pat::name(f)], call(f, vec![r.into()]))]);
        let collected = mapped.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new());
        let stmts =
            vec![let_pat(Pat::name(r), Some(self.syntax(item)), arg), let_pat(Pat::name(fs), Some(ty), made)];
        let value = block_expr(stmts, Some(collected));
        self.bind(out, results, false, None, value);
    }
}
