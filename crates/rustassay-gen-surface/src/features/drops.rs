//! Destructors whose order is observed: scopes, temporaries, moves, replacements, and panics that are caught on the way.

use crate::harness::HarnessPart;
use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

impl Writer {
    /// A value with a destructor, of a type that has one.
    fn dropper(&mut self, depth: usize) -> (Expr, Ty) {
        let ty = self.dropper_type();
        (self.fresh(ty, false, depth), ty)
    }

    /// What destructors noted so far, mixed in.
    fn observe_drops(&mut self) -> Stmt {
        let noted = call("noted", Vec::new());
        self.observe("drops".into(), noted).stmt()
    }

    /// A scope in which droppers are made, moved, forgotten and dropped early.
    pub fn drop_statement(&mut self, out: &mut Vec<Stmt>) {
        let inner = self.in_block(|writer| {
            let mut stmts = Vec::new();
            for _ in 0..writer.random.within(&writer.mixture.ranges.drop_scope) {
                let (value, ty) = writer.dropper(1);
                weighted!(
                    writer.random,
                    (1, stmts.push(let_pat(Pat::Wild, None, value))),
                    (1, stmts.push(call("drop", vec![value]).stmt())),
                    (1, {
                        let name = writer.bind(&mut stmts, ty, true, None, value);
                        let again = writer.fresh(ty, true, 1);
                        stmts.push(assign(name, again).stmt());
                    }),
                    (1, stmts.push(call_path(&["std", "mem", "forget"], vec![value]).stmt())),
                    (1, {
                        let boxed = writer.ty(TyKind::Box(ty));
                        writer.bind(&mut stmts, boxed, false, None, call_path(&["Box", "new"], vec![value]));
                    }),
                    (1, {
                        let other = writer.fresh(ty, false, 1);
                        let pair = writer.ty(TyKind::Tuple(vec![ty, ty]));
                        let name =
                            writer.bind(&mut stmts, pair, false, None, Expr::Tuple(vec![value, other]));
                        // Half of it goes now, half at the end.
                        let part = Expr::Name(name).part(usize::from(writer.coin()));
                        stmts.push(call("drop", vec![part]).stmt());
                        let id = writer.frame().scope.vars.len() - 1;
                        writer.scope().set_state(id, crate::scope::State::Moved);
                    }),
                    (1, {
                        let rc = writer.ty(TyKind::Rc(ty));
                        let name =
                            writer.bind(&mut stmts, rc, false, None, call_path(&["Rc", "new"], vec![value]));
                        let again = call_path(&["Rc", "clone"], vec![Expr::Name(name).borrow()]);
                        writer.bind(&mut stmts, rc, false, None, again);
                        let count = call_path(&["Rc", "strong_count"], vec![Expr::Name(name).borrow()]);
                        let shown = writer.observe(name, count);
                        stmts.push(shown.stmt());
                    }),
                    (1, {
                        let vec = writer.ty(TyKind::Vec(ty));
                        let other = writer.fresh(ty, false, 1);
                        writer.bind(&mut stmts, vec, true, None, vec_of(vec![value, other]));
                    }),
                    (1, {
                        writer.bind(&mut stmts, ty, false, None, value);
                    }),
                )
            }
            if writer.chance(writer.chances().drop_scope_statements) {
                writer.statements(&mut stmts, 2);
            }
            stmts.push(writer.observe_drops());
            block(stmts, None)
        });
        out.push(Expr::Block(BlockKind::Plain, inner).stmt());
        out.push(self.observe_drops());
    }

    /// `mem::replace`, `take`, `swap`.
    pub fn memory_statement(&mut self, out: &mut Vec<Stmt>) {
        let preferred = self.any_type();
        let Some((_, ty)) = self.some_mutable(preferred) else { return self.observation(out) };
        weighted!(
            self.random,
            (1, self.types.facts(ty).has_default, {
                let Some(place) = self.find_place(ty, Purpose::Write) else { return };
                let taken = call_path(&["std", "mem", "take"], vec![place.expr.borrow_mut()]);
                let annotation = self.maybe_annotation(ty);
                self.bind(out, ty, false, annotation, taken);
            }),
            (1, {
                let mark = self.loan_mark();
                let (Some(a), Some(b)) =
                    (self.borrow_place(ty, Mutability::Mut), self.borrow_place(ty, Mutability::Mut))
                else {
                    self.end_loans(mark);
                    return self.observation(out);
                };
                self.end_loans(mark);
                out.push(call_path(&["std", "mem", "swap"], vec![a, b]).stmt());
            }),
            (1, {
                let Some(place) = self.find_place(ty, Purpose::Write) else { return };
                let mark = self.loan_mark();
                self.lend(place.var, Mutability::Mut);
                let value = self.expr(ty, true, 2);
                self.end_loans(mark);
                let replaced = call_path(&["std", "mem", "replace"], vec![place.expr.borrow_mut(), value]);
                let annotation = self.maybe_annotation(ty);
                self.bind(out, ty, true, annotation, replaced);
            }),
        )
    }

    /// Something that panics, or not, and is caught: with destructors on the way out.
    pub fn panic_statement(&mut self, out: &mut Vec<Stmt>) {
        self.need(HarnessPart::Catch);
        self.need(HarnessPart::Drops);
        self.spend(20_000);
        let ty = self.scalar_type();
        let body = self.in_closure_body(&[], 1, |writer| {
            let mut stmts = Vec::new();
            for _ in 0..writer.random.within(&writer.mixture.ranges.unwound_droppers) {
                let (value, dropper) = writer.dropper(1);
                writer.bind(&mut stmts, dropper, false, None, value);
            }
            let condition = writer.boolean(false, 2);
            let cause = writer.cause_of_panic();
            stmts.push(if_then(condition, block(vec![cause], None)).stmt());
            writer.statements(&mut stmts, 1);
            let (value, dropper) = writer.dropper(1);
            writer.bind(&mut stmts, dropper, false, None, value);
            let tail = writer.expr(ty, false, 2);
            block_expr(stmts, Some(tail))
        });
        let caught = call("catch", vec![closure(Vec::new(), body)]);
        let option = self.ty(TyKind::Option(ty));
        let result = weighted!(
            self.random,
            (1, {
                // What the panic was about is a text, and can be asked for.
                let e = self.name("e");
                let arms = vec![
                    Arm {
                        pat: Pat::TupleStruct(name_path("Ok"), vec![Pat::name("value")]),
                        guard: None,
                        body: call("Some", vec!["value".into()]),
                    },
                    Arm {
                        pat: Pat::TupleStruct(name_path("Err"), vec![Pat::name(e)]),
                        guard: None,
                        body: {
                            let is_text = Expr::Name(e).method_of(
                                "is",
                                Type::Ref(Some("'static".into()), Mutability::Not, Box::new("str".into())),
                                Vec::new(),
                            );
                            let shown = self.observe(e, is_text).stmt();
                            block_expr(vec![shown], Some(Expr::Name("None".into())))
                        },
                    },
                ];
                Expr::Match(Box::new(caught), arms)
            }),
            (2, caught.method("ok", Vec::new())),
        );
        self.bind(out, option, false, None, result);
        out.push(self.observe_drops());
    }

    /// A statement that panics, whatever the level of optimization.
    fn cause_of_panic(&mut self) -> Stmt {
        // What a compiler cannot know: nobody gives so many arguments.
        let opaque =
            |value: u128, suffix: &'static str| call("input", vec![number(90), number(value)]).cast(suffix);
        let x = self.name("never");
        weighted!(
            self.random,
            (1, macro_call("panic", vec![text("on purpose")]).stmt()),
            (1, macro_call("panic", vec![text("on purpose {}"), number(3)]).stmt()),
            (1, let_name(x, binary(BinOp::Div, number_of(7, "u32"), opaque(0, "u32")))),
            (1, let_name(x, Expr::Array(vec![number_of(1, "u8"), number(2)]).index(opaque(2, "usize")))),
            (1, {
                let none = Expr::Path(name_path("None").of_types(vec!["u8".into()]));
                let_name(x, none.method("unwrap", Vec::new()))
            }),
            (1, {
                let err = call(name_path("Err").of_types(vec!["u8".into(), "u16".into()]), vec![number(5)]);
                let_name(x, err.method("expect", vec![text("on purpose")]))
            }),
            (1, macro_call("assert_eq", vec![opaque(1, "u64"), number(2)]).stmt()),
        )
    }

    /// A guard that borrows what its destructor changes.
    pub fn guard_statement(&mut self, out: &mut Vec<Stmt>) {
        let guard = match self.shared.guard {
            Some(name) => name,
            None => {
                let name = self.name("Guard");
                self.shared.guard = Some(name);
                let cell = Type::Ref(
                    Some("'a".into()),
                    Mutability::Not,
                    Box::new(generic("Cell", vec!["u64".into()])),
                );
                let fields =
                    Fields::Tuple(vec![(Visibility::Public, cell), (Visibility::Public, "u64".into())]);
                self.add_item(ItemKind::Struct(name, Generics::lifetime("'a"), fields));
                let get = Expr::Name("self".into()).part(0).method("get", Vec::new());
                let next = get
                    .method("wrapping_mul", vec![number(3)])
                    .method("wrapping_add", vec![Expr::Name("self".into()).part(1)]);
                let set = Expr::Name("self".into()).part(0).method("set", vec![next]).stmt();
                let function = Function::new("drop", Vec::new(), None, Some(block(vec![set], None))).of_mut();
                let ty = Type::Path(name_path(name).of(vec![GenericArg::Lifetime("'_".into())]));
                self.items.push(Item::implement(
                    Generics::default(),
                    Some(name_path("Drop")),
                    ty,
                    vec![Item::function(function)],
                ));
                name
            }
        };
        let u64 = self.types.int(Int::U64);
        let cell = self.ty(TyKind::Cell(u64));
        let (c, result) = (self.name("cell"), self.name("x"));
        let start = self.expr(u64, true, 1);
        out.push(let_name(c, call_path(&["Cell", "new"], vec![start])));
        let id = self.declare(c, cell, false);
        let mark = self.loan_mark();
        // The guards look at it when they go.
        self.lend(id, Mutability::Not);
        let inner = self.in_block(|writer| {
            let mut stmts = Vec::new();
            for _ in 0..writer.random.within(&writer.mixture.ranges.scope_guards) {
                let g = writer.name("g");
                let value = writer.expr(u64, true, 1);
                stmts.push(let_name(g, call(guard, vec![Expr::Name(c).borrow(), value])));
            }
            writer.statements(&mut stmts, 2);
            let tail = Expr::Name(c).method("get", Vec::new());
            block(stmts, Some(tail))
        });
        self.end_loans(mark);
        out.push(let_name(result, Expr::Block(BlockKind::Plain, inner)));
        self.declare(result, u64, false);
        let shown = self.observe(c, c.into());
        out.push(shown.stmt());
    }
}
