//! What is seldom written, and what compilers must get right all the same.

use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, TyKind};
use crate::writer::Writer;
use rustassay_lang::Edition;
use rustassay_random::weighted;

/// How many of 100 values go through the method that takes them by value.
const TAKEN: usize = 40;

impl Writer {
    /// One of the rare things.
    pub fn rare_statement(&mut self, out: &mut Vec<Stmt>) {
        weighted!(
            self.random,
            (1, self.foreign(out)),
            (1, self.inner_items(out)),
            (1, self.function_pointer(out)),
            (1, self.never(out)),
            (1, self.literals(out)),
            (1, self.higher_ranked(out)),
            (1, self.unsafe_trait(out)),
            (1, self.opaque_return(out)),
            (1, self.boxed_self(out)),
            (1, self.by_reference_patterns(out)),
            (1, self.associated_bounds(out)),
            (1, self.destructured(out)),
        )
    }

    /// A function of the C library, and one that C could call.
    fn foreign(&mut self, out: &mut Vec<Stmt>) {
        if !self.shared.has_foreign {
            self.shared.has_foreign = true;
            let declared =
                Function::new("abs", vec![("number".into(), "i32".into())], Some("i32".into()), None);
            let is_unsafe = self.mixture.has(82);
            self.add_item(ItemKind::Extern(is_unsafe, vec![Item::function(declared)]));
            let variadic = FnType {
                lifetimes: Vec::new(),
                is_unsafe: true,
                abi: Some("C"),
                params: vec![(Some("format".into()), Type::Ptr(Mutability::Not, Box::new("u8".into())))],
                is_variadic: true,
                ret: Some("i32".into()),
            };
            let ty = Type::Fn(Box::new(variadic));
            self.add_item(ItemKind::Alias("Variadic".into(), Generics::default(), Vec::new(), Some(ty)));
        }
        let i32 = Int::ALL[8];
        let ty = self.types.int(i32);
        let argument = self.int_within(i32, crate::interval::Interval::new(-1000, 1000), true, 2);
        let called = Expr::Block(BlockKind::Unsafe, block(Vec::new(), Some(call("abs", vec![argument]))));
        self.bind(out, ty, false, None, called);
    }

    /// Items inside of a function: a struct, a constant, a function, a use.
    fn inner_items(&mut self, out: &mut Vec<Stmt>) {
        let (constant, function, alias) = (self.name("INNER"), self.name("inner"), self.name("Alias"));
        let int = self.some_int();
        let ty = self.types.int(int);
        let value = self.int_literal(int, true).0;
        let inner = Function::new(
            function,
            vec![("x".into(), alias.into())],
            Some(alias.into()),
            Some(block(
                Vec::new(),
                Some(Expr::Name("x".into()).method("wrapping_add", vec![constant.into()])),
            )),
        );
        let uses = UseTree::Path(
            "std".into(),
            Box::new(UseTree::Path(
                "cmp".into(),
                Box::new(UseTree::Group(vec![
                    UseTree::Name("Reverse".into()),
                    UseTree::Rename("Ordering".into(), self.name("Order")),
                ])),
            )),
        );
        let arg = self.expr(ty, true, 2);
        let stmts = vec![
            Stmt::Item(Item::plain(ItemKind::Use(uses))),
            Stmt::Item(Item::plain(ItemKind::Const(constant, int.name().into(), Some(value)))),
            Stmt::Item(Item::plain(ItemKind::Alias(
                alias,
                Generics::default(),
                Vec::new(),
                Some(int.name().into()),
            ))),
            Stmt::Item(Item::function(inner)),
        ];
        let wrapped = call("Reverse", vec![call(function, vec![arg])]).part(0);
        self.bind(out, ty, false, None, block_expr(stmts, Some(wrapped)));
    }

    /// A function as a value: one of the program's, by its path or through a pointer.
    fn function_pointer(&mut self, out: &mut Vec<Stmt>) {
        let candidates: Vec<usize> = (0..self.functions.len())
            .filter(|&n| {
                let function = &self.functions[n];
                let is_plain = |&(ty, _): &(crate::types::Ty, _)| !self.types.facts(ty).has_ref;
                !function.is_unsafe
                    && function.params.iter().all(is_plain)
                    && !self.shared.foreign_abi.contains(&function.name)
            })
            .collect();
        let Some(number) = self.random.pick(&candidates).copied() else { return self.observation(out) };
        let function = self.functions[number].clone();
        let Some(Expr::Call(_, args)) = self.call(number, 2) else { return self.observation(out) };
        let pointer = FnType {
            lifetimes: Vec::new(),
            is_unsafe: false,
            abi: None,
            params: function.params.iter().map(|&(ty, _)| (None, self.syntax(ty))).collect(),
            is_variadic: false,
            ret: Some(self.syntax(function.ret)),
        };
        let f = self.name("f");
        // Arguments first: they may be moved into it.
        let names: Vec<Name> = args.iter().map(|_| self.name("a")).collect();
        for ((&name, arg), &(ty, _)) in names.iter().zip(args).zip(&function.params) {
            out.push(let_pat(Pat::name(name), Some(self.syntax(ty)), arg));
        }
        out.push(let_pat(Pat::name(f), Some(Type::Fn(Box::new(pointer))), function.name.into()));
        let called = call(f, names.into_iter().map(Expr::Name).collect());
        self.bind(out, function.ret, false, None, called);
    }

    /// A function that never returns, in an arm that is never taken.
    fn never(&mut self, out: &mut Vec<Stmt>) {
        if !self.shared.has_never {
            self.shared.has_never = true;
            let body =
                block(vec![macro_call("panic", vec![text("unreachable: {}"), "what".into()]).stmt()], None);
            let what = Type::Ref(None, Mutability::Not, Box::new("str".into()));
            let function = Function::new("never", vec![("what".into(), what)], Some(Type::Never), Some(body));
            self.add_function(function);
        }
        let ty = self.scalar_type();
        let value = self.expr(ty, false, 2);
        let some = call("Some", vec![value]);
        let x = self.name("v");
        let arms = vec![
            Arm { pat: Pat::TupleStruct(name_path("Some"), vec![Pat::name(x)]), guard: None, body: x.into() },
            Arm { pat: Pat::Path(name_path("None")), guard: None, body: call("never", vec![text("none")]) },
        ];
        self.bind(out, ty, false, None, Expr::Match(Box::new(some), arms));
    }

    /// Literals of every kind.
    fn literals(&mut self, out: &mut Vec<Stmt>) {
        let text_ty = self.ty(TyKind::Text);
        self.bind(out, text_ty, false, None, Expr::Lit(Lit::RawStr("raw \\ \"text\"".to_owned())));
        let u8 = self.types.int(Int::ALL[0]);
        self.bind(out, u8, false, None, Expr::Lit(Lit::Byte(b'\n')));
        let vec = self.ty(TyKind::Vec(u8));
        let bytes = Expr::Lit(Lit::ByteStr("bytes".to_owned())).method("to_vec", Vec::new());
        self.bind(out, vec, true, None, bytes);
        if self.mixture.has(77) && self.mixture.edition >= Edition::E2021 {
            let c = Expr::Lit(Lit::CStr("for C".to_owned()))
                .method("to_bytes", Vec::new())
                .method("to_vec", Vec::new());
            self.bind(out, vec, true, None, c);
        }
        let line = macro_call("line", Vec::new());
        let shown = macro_call("stringify", vec![binary(BinOp::Add, "a".into(), number(1))]);
        let concat = macro_call("concat", vec![text("a"), number(1), Expr::Lit(Lit::Bool(true))]);
        let u32 = self.types.int(Int::U32);
        self.bind(out, u32, false, None, binary(BinOp::Rem, line, number(1)));
        self.bind(out, text_ty, false, None, shown);
        self.bind(out, text_ty, false, None, concat);
    }

    /// `for<'a> Fn(&'a T) -> &'a T`.
    fn higher_ranked(&mut self, out: &mut Vec<Stmt>) {
        let of = self.scalar_type();
        let name = self.name("ranked");
        let reference = || Type::Ref(Some("'a".into()), Mutability::Not, Box::new(self.syntax(of)));
        let path = name_path("Fn").of_call(vec![reference()], Some(reference()));
        let bound = Bound::Trait { lifetimes: vec!["'a".into()], is_maybe: false, path };
        let generics = Generics {
            params: vec![GenericParam::Type("F".into(), Vec::new(), None)],
            predicates: vec![Predicate::Type(Vec::new(), "F".into(), vec![bound])],
        };
        let body = block(Vec::new(), Some(call("f", vec![Expr::Name("x".into()).borrow()]).deref()));
        let params = vec![("f".into(), "F".into()), ("x".into(), self.syntax(of))];
        let function = Function::new(name, params, Some(self.syntax(of)), Some(body)).with(generics);
        self.add_function(function);
        let value = self.expr(of, true, 2);
        let x = self.name("v");
        let called = call(name, vec![closure(vec![Pat::name(x)], x.into()), value]);
        self.bind(out, of, false, None, called);
    }

    /// An unsafe trait, with a bound that may be unsized.
    fn unsafe_trait(&mut self, out: &mut Vec<Stmt>) {
        let (name, m) = (self.name("Unsafe"), self.name("m"));
        let function =
            Function { is_unsafe: true, ..Function::new(m, Vec::new(), Some("u64".into()), None) }.of_ref();
        let definition = Trait {
            is_unsafe: true,
            name,
            generics: Generics::default(),
            supertraits: Vec::new(),
            items: vec![Item::function(function)],
        };
        self.add_item(ItemKind::Trait(Box::new(definition)));
        let maybe = Bound::Trait { lifetimes: Vec::new(), is_maybe: true, path: name_path("Sized") };
        let generics = Generics::of("T", vec![bound("Mix"), maybe]);
        let body = block(Vec::new(), Some(call("hash_of", vec!["self".into()])));
        let function =
            Function { is_unsafe: true, ..Function::new(m, Vec::new(), Some("u64".into()), Some(body)) }
                .of_ref();
        let implementation = Impl {
            is_unsafe: true,
            generics,
            of: Some(name_path(name)),
            ty: "T".into(),
            items: vec![Item::function(function)],
        };
        self.add_item(ItemKind::Impl(Box::new(implementation)));
        let word = self.word();
        let called = text(word).method(m, Vec::new());
        let u64 = self.types.int(Int::U64);
        let value = Expr::Block(BlockKind::Unsafe, block(Vec::new(), Some(called)));
        self.bind(out, u64, false, None, value);
    }

    /// `-> impl Iterator<Item = T> + use<'a>`.
    fn opaque_return(&mut self, out: &mut Vec<Stmt>) {
        let int = self.some_int();
        let of = self.types.int(int);
        let name = self.name("items");
        let item = GenericArg::Assoc("Item".into(), int.name().into());
        let mut bounds = vec![name_path("Iterator").of(vec![item]).bound()];
        bounds.push(match self.mixture.has(82) && self.coin() {
            true => Bound::Use(vec![GenericArg::Lifetime("'a".into())]),
            false => Bound::Lifetime("'a".into()),
        });
        let slice = Type::Slice(Box::new(int.name().into()));
        let param = Type::Ref(Some("'a".into()), Mutability::Not, Box::new(slice));
        let step =
            closure(vec![Pat::name("x")], Expr::Name("x".into()).method("rotate_left", vec![number(3)]));
        let iter = Expr::Name("data".into()).method("iter", Vec::new()).method("map", vec![step]);
        let body = block(Vec::new(), Some(iter));
        let function =
            Function::new(name, vec![("data".into(), param)], Some(Type::Impl(bounds)), Some(body));
        self.add_function(function.with(Generics::lifetime("'a")));
        let array = self.types.array(of, 3);
        let value = self.expr(array, false, 2);
        let data = self.name("data");
        let vec = self.ty(TyKind::Vec(of));
        let collected = call(name, vec![Expr::Name(data).borrow()]).method_of(
            "collect",
            generic("Vec", vec![Type::Infer]),
            Vec::new(),
        );
        let t = self.name("t");
        let stmts = vec![let_name(data, value), let_name(t, collected)];
        self.bind(out, vec, false, None, block_expr(stmts, Some(t.into())));
    }

    /// Receivers that are written out: `self: Box<Self>`, `self: &Rc<Self>`.
    fn boxed_self(&mut self, out: &mut Vec<Stmt>) {
        let (name, m) = (self.name("Held"), self.name("m"));
        let int = self.some_int();
        let fields = Fields::Tuple(vec![(Visibility::InCrate, int.name().into())]);
        self.add_item(ItemKind::Struct(name, Generics::default(), fields));
        let word = self.random.one(["Box", "Rc"]);
        let receiver = Receiver::Typed(generic(word, vec!["Self".into()]));
        let body = block(Vec::new(), Some(Expr::Name("self".into()).part(0)));
        let function = Function {
            receiver: Some(receiver),
            ..Function::new(m, Vec::new(), Some(int.name().into()), Some(body))
        };
        let taking = Function {
            receiver: Some(Receiver::Value(Mutability::Mut)),
            ..Function::new(
                "taken",
                Vec::new(),
                Some("Self".into()),
                Some(block(
                    vec![assign(Expr::Name("self".into()).part(0), number(9)).stmt()],
                    Some("self".into()),
                )),
            )
        };
        self.items.push(Item::implement(
            Generics::default(),
            None,
            name.into(),
            vec![Item::function(function), Item::function(taking)],
        ));
        let value = self.int(int, true, 2).0;
        let made = call(name, vec![value]);
        let made = if self.chance(TAKEN) { made.method("taken", Vec::new()) } else { made };
        let called = call_path(&[word, "new"], vec![made]).method(m, Vec::new());
        let ty = self.types.int(int);
        self.bind(out, ty, false, None, called);
    }

    /// `ref` and `ref mut` in patterns, where nothing is a reference yet.
    fn by_reference_patterns(&mut self, out: &mut Vec<Stmt>) {
        let (a, b) = (self.scalar_type(), self.scalar_type());
        let pair = self.ty(TyKind::Tuple(vec![a, b]));
        let value = self.expr(pair, true, 2);
        let (t, x, y) = (self.name("t"), self.name("r"), self.name("r"));
        let v = self.name("v");
        let new = self.expr(b, true, 1);
        let unique = Pat::Bind { by_ref: true, mutability: Mutability::Mut, name: y, sub: None };
        let stmts = vec![
            let_pat(Pat::name_mut(t), Some(self.syntax(pair)), value),
            let_pat(Pat::name(v), Some(self.syntax(b)), new),
            let_pat(Pat::Tuple(vec![Pat::by_ref(x), unique]), None, t.into()),
            assign(Expr::Name(y).deref(), v.into()).stmt(),
            let_name("first".into(), Expr::Name(x).deref()),
        ];
        let triple = self.ty(TyKind::Tuple(vec![a, pair]));
        self.bind(
            out,
            triple,
            false,
            None,
            block_expr(stmts, Some(Expr::Tuple(vec!["first".into(), t.into()]))),
        );
    }

    /// `T: Iterator<Item: Clone>`, and `<T as Iterator>::Item`.
    fn associated_bounds(&mut self, out: &mut Vec<Stmt>) {
        let name = self.name("count");
        let item = Type::Path(qualified("T".into(), name_path("Iterator"), "Item"));
        let (bounds, predicates) = match self.mixture.has(79) {
            true => {
                let assoc = GenericArg::AssocBound("Item".into(), vec![bound("Mix"), bound("Clone")]);
                (vec![name_path("Iterator").of(vec![assoc]).bound()], Vec::new())
            }
            false => (
                vec![bound("Iterator")],
                vec![Predicate::Type(Vec::new(), item.clone(), vec![bound("Mix"), bound("Clone")])],
            ),
        };
        let params = vec![GenericParam::Type("T".into(), bounds, None)];
        let hash = closure(vec![Pat::name("x")], call("hash_of", vec![Expr::Name("x".into()).borrow()]));
        let folded = Expr::Name("it".into()).method("map", vec![hash]).method(
            "fold",
            vec![
                number_of(0, "u64"),
                closure(
                    vec![Pat::name("a"), Pat::name("b")],
                    Expr::Name("a".into())
                        .method("rotate_left", vec![number(7)])
                        .method("wrapping_add", vec!["b".into()]),
                ),
            ],
        );
        let function = Function::new(
            name,
            vec![("it".into(), "T".into())],
            Some("u64".into()),
            Some(block(Vec::new(), Some(folded))),
        );
        self.add_function(function.with(Generics { params, predicates }));
        let of = self.any_type();
        let vec = self.ty(TyKind::Vec(of));
        let items = self.expr(vec, false, 2);
        let u64 = self.types.int(Int::U64);
        let called = call(name, vec![items.method("into_iter", Vec::new())]);
        self.spend(200);
        self.bind(out, u64, false, None, called);
    }

    /// `(a, _) = (b, c); [a, ..] = d;`.
    fn destructured(&mut self, out: &mut Vec<Stmt>) {
        let int = self.some_int();
        let ty = self.types.int(int);
        let (a, b) = (self.name("x"), self.name("x"));
        for name in [a, b] {
            let value = self.int(int, true, 1).0;
            out.push(let_pat(Pat::name_mut(name), Some(int.name().into()), value));
        }
        let pair = Expr::Tuple(vec![b.into(), a.into()]);
        out.push(assign(Expr::Tuple(vec![a.into(), b.into()]), pair).stmt());
        let items = (0..3).map(|_| self.int(int, false, 1).0).collect();
        let target = Expr::Array(vec![a.into(), Expr::Range(None, None, false)]);
        out.push(assign(target, Expr::Array(items)).stmt());
        out.push(assign(Expr::Infer, number_of(1, "u8")).stmt());
        self.declare(a, ty, true);
        self.declare(b, ty, true);
    }
}
