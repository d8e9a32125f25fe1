//! What is done with the program's own types: operators, iterators, types that contain themselves, methods and conversions.

use crate::interval::Interval;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// What the const parameter of an iterator is instantiated with.
const ITERATOR_STEPS: RangeInclusive<usize> = 0..=5;

impl Writer {
    /// A struct with operators of its own.
    pub fn operator_statement(&mut self, out: &mut Vec<Stmt>) {
        let known =
            self.shared.operators.filter(|_| self.random.chance(self.mixture.chances.known_operators));
        let (name, int) = known.unwrap_or_else(|| self.new_operators());
        let make = |writer: &mut Self| {
            let x = writer.int(int, true, 1).0;
            let y = writer.int(int, true, 1).0;
            call(name, vec![x, y])
        };
        let a = make(self);
        let b = make(self);
        let (v, r) = (self.name("v"), self.name("v"));
        out.push(let_mut(v, a));
        let value = weighted!(
            self.random,
            (1, binary(BinOp::Add, v.into(), b)),
            (1, binary(BinOp::Sub, Expr::Name(v).borrow(), b.borrow())),
            (1, binary(BinOp::Mul, v.into(), self.int(int, false, 1).0)),
            (1, Expr::Unary(UnOp::Neg, Box::new(v.into()))),
            (1, {
                out.push(assign_op(BinOp::Add, v, b).stmt());
                v.into()
            }),
            (1, {
                let at = self.int_within(Int::USIZE, Interval::new(0, 1), true, 1);
                out.push(assign(Expr::Name(v).index(at), number(7)).stmt());
                v.into()
            }),
        );
        out.push(let_name(r, value));
        let part = Expr::Name(r).index(number(self.random.one([0, 1])));
        let ty = self.types.int(int);
        self.bind(out, ty, false, None, part);
        let is_less = Expr::Name(r).method("partial_cmp", vec![Expr::Name(v).borrow()]);
        let less = Expr::Path(path(&["std", "cmp", "Ordering", "Less"]));
        let compared = binary(BinOp::Eq, is_less, call("Some", vec![less]));
        let bool = self.ty(TyKind::Bool);
        self.bind(out, bool, false, None, compared);
    }

    fn new_operators(&mut self) -> (Name, Int) {
        let name = self.name("Pair");
        let int = self.some_int();
        let of = || Type::from(int.name());
        let fields = Fields::Tuple(vec![(Visibility::Public, of()), (Visibility::Public, of())]);
        let derives = vec!["Clone", "Copy", "PartialEq", "PartialOrd", "Debug"];
        let kind = ItemKind::Struct(name, Generics::default(), fields);
        self.items.push(Item { attributes: vec![Attribute::List("derive", derives)], ..Item::plain(kind) });
        let own = || Type::from(name);
        let other = || Expr::Name("other".into());
        let pairwise = |method: &'static str, this: Expr, other: Expr| {
            let part = |n: usize| this.clone().part(n).method(method, vec![other.clone().part(n)]);
            call(name, vec![part(0), part(1)])
        };
        let mut operator =
            |trait_name: &'static str, method: &'static str, on: Type, given: Option<Type>, value: Expr| {
                let mut of_trait = path(&["std", "ops", trait_name]);
                if let Some(given) = &given {
                    of_trait = of_trait.of_types(vec![given.clone()]);
                }
                let params = given.into_iter().map(|ty| ("other".into(), ty)).collect();
                let output = ItemKind::Alias("Output".into(), Generics::default(), Vec::new(), Some(own()));
                let body = block(Vec::new(), Some(value));
                let function = Function::new(method, params, Some(own()), Some(body)).of_value();
                let items = vec![Item::plain(output), Item::function(function)];
                self.items.push(Item::implement(Generics::default(), Some(of_trait), on, items));
            };
        let this = || Expr::Name("self".into());
        operator("Add", "add", own(), Some(own()), pairwise("wrapping_add", this(), other()));
        let anonymous = |ty: Type| Type::Ref(Some("'_".into()), Mutability::Not, Box::new(ty));
        operator(
            "Sub",
            "sub",
            anonymous(own()),
            Some(anonymous(own())),
            pairwise("wrapping_sub", this(), other()),
        );
        let scaled = |n: usize| this().part(n).method("wrapping_mul", vec![other()]);
        operator("Mul", "mul", own(), Some(of()), call(name, vec![scaled(0), scaled(1)]));
        let negated = |n: usize| this().part(n).method("wrapping_neg", Vec::new());
        operator("Neg", "neg", own(), None, call(name, vec![negated(1), negated(0)]));
        // `+=`, and `[]` to read and to write.
        let sum = binary(BinOp::Add, this().deref(), other());
        let body = block(vec![assign(this().deref(), sum).stmt()], None);
        let function = Function::new("add_assign", vec![("other".into(), own())], None, Some(body)).of_mut();
        let add_assign = path(&["std", "ops", "AddAssign"]);
        self.items.push(Item::implement(
            Generics::default(),
            Some(add_assign),
            own(),
            vec![Item::function(function)],
        ));
        let index = |mutability: Mutability| {
            let part = |n: usize| Expr::Ref(mutability, Box::new(this().part(n)));
            let zero = Pat::Lit(Lit::Int { value: 0, is_negative: false, suffix: None, base: Base::Decimal });
            let arms = vec![
                Arm { pat: zero, guard: None, body: part(0) },
                Arm { pat: Pat::Wild, guard: None, body: part(1) },
            ];
            let ret = Type::Ref(None, mutability, Box::new(of()));
            let word = if mutability == Mutability::Mut { "index_mut" } else { "index" };
            let body = block(Vec::new(), Some(Expr::Match(Box::new("at".into()), arms)));
            let function = Function::new(word, vec![("at".into(), "usize".into())], Some(ret), Some(body));
            Item::function(if mutability == Mutability::Mut { function.of_mut() } else { function.of_ref() })
        };
        let output =
            Item::plain(ItemKind::Alias("Output".into(), Generics::default(), Vec::new(), Some(of())));
        let by = |word: &'static str| Some(path(&["std", "ops", word]).of_types(vec!["usize".into()]));
        let read = vec![output, index(Mutability::Not)];
        self.items.push(Item::implement(Generics::default(), by("Index"), own(), read));
        self.items.push(Item::implement(
            Generics::default(),
            by("IndexMut"),
            own(),
            vec![index(Mutability::Mut)],
        ));
        self.shared.operators = Some((name, int));
        (name, int)
    }

    /// An iterator of the program's own, with adaptors on it.
    pub fn own_iterator_statement(&mut self, out: &mut Vec<Stmt>) {
        let int = self.some_int();
        let of = self.types.int(int);
        let name = self.name("Iter");
        let is_generic = self.chance(self.chances().generic_iterators);
        let (state, left) = (Name::Word("state"), Name::Word("left"));
        let field = |name: Name, ty: Type| Field { visibility: Visibility::Public, name, ty };
        let fields = Fields::Named(vec![field(state, int.name().into()), field(left, "u32".into())]);
        let generics = match is_generic {
            true => Generics {
                params: vec![GenericParam::Const("STEP".into(), "u32".into(), Some(number(3)))],
                predicates: Vec::new(),
            },
            false => Generics::default(),
        };
        self.add_item(ItemKind::Struct(name, generics.clone(), fields));
        let this = |name: Name| Expr::Name("self".into()).field(name);
        let next_frame = self.new_frame(name, of, 60, 0);
        self.frames.push(next_frame);
        self.frame_mut().can_return = false;
        self.frame_mut().is_isolated = true;
        let s = self.name("s");
        self.declare(s, of, false);
        let stepped = self.expr(of, true, 2);
        self.frames.pop();
        let is_done = binary(BinOp::Eq, this(left), number(0));
        let stmts = vec![
            if_then(is_done, block(vec![Expr::Return(Some(Box::new("None".into()))).stmt()], None)).stmt(),
            assign_op(BinOp::Sub, this(left), number(1)).stmt(),
            let_name(s, this(state)),
            assign(this(state), stepped).stmt(),
        ];
        let value = match is_generic {
            true => Expr::Name(s).method("rotate_left", vec!["STEP".into()]),
            false => s.into(),
        };
        let ret = generic("Option", vec![Type::Path(name_path("Self").then("Item"))]);
        let next =
            Function::new("next", Vec::new(), Some(ret), Some(block(stmts, Some(call("Some", vec![value])))))
                .of_mut();
        let item = ItemKind::Alias("Item".into(), Generics::default(), Vec::new(), Some(int.name().into()));
        let (impl_generics, ty) = match is_generic {
            true => (
                Generics {
                    params: vec![GenericParam::Const("STEP".into(), "u32".into(), None)],
                    predicates: Vec::new(),
                },
                Type::Path(name_path(name).of(vec![GenericArg::Const("STEP".into())])),
            ),
            false => (Generics::default(), name.into()),
        };
        let items = vec![Item::plain(item), Item::function(next)];
        self.items.push(Item::implement(impl_generics, Some(name_path("Iterator")), ty, items));
        let start = self.expr(of, true, 1);
        let count = self.random.within(&self.mixture.ranges.iterator_length) as u128;
        let path = match is_generic {
            true => name_path(name)
                .of(vec![GenericArg::Const(number(self.random.within(&ITERATOR_STEPS) as u128))]),
            false => name_path(name),
        };
        let literal = StructLit {
            path,
            fields: vec![(Member::Named(state), start), (Member::Named(left), number(count))],
            base: None,
        };
        let made = Expr::Paren(Box::new(Expr::Struct(Box::new(literal))));
        let vec = self.ty(TyKind::Vec(of));
        let collect = |expr: Expr| expr.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new());
        self.spend(60 * count as u64);
        weighted!(
            self.random,
            (1, {
                let it = self.name("it");
                out.push(let_mut(it, made.method("peekable", Vec::new())));
                let peeked = Expr::Name(it).method("peek", Vec::new()).method("copied", Vec::new());
                let option = self.ty(TyKind::Option(of));
                self.bind(out, option, false, None, peeked);
                let rest = Expr::Name(it).method("by_ref", Vec::new()).method("take", vec![number(2)]);
                self.bind(out, vec, true, None, collect(rest));
                self.bind(out, vec, false, None, collect(it.into()));
            }),
            (1, {
                let x = self.name("x");
                let name = self.name("sum");
                out.push(let_pat(Pat::name_mut(name), Some(int.name().into()), number(0)));
                let add = assign(name, Expr::Name(name).method("wrapping_add", vec![x.into()])).stmt();
                out.push(Expr::For(None, Box::new((Pat::name(x), made)), block(vec![add], None)).stmt());
                self.declare(name, of, true);
            }),
            (1, {
                let x = self.name("v");
                let to = self.scalar_type();
                let body = self.in_closure_body(&[(x, of)], count as u64, |writer| writer.expr(to, false, 2));
                let vec = self.ty(TyKind::Vec(to));
                self.bind(
                    out,
                    vec,
                    true,
                    None,
                    collect(made.method("map", vec![closure(vec![Pat::name(x)], body)])),
                );
            }),
        )
    }

    /// A type that contains itself, with functions that go through it.
    pub fn recursive_type_statement(&mut self, out: &mut Vec<Stmt>) {
        let known = if self.chance(self.chances().known_trees) {
            self.random.pick(&self.shared.trees).copied()
        } else {
            None
        };
        let tree = known.unwrap_or_else(|| self.new_tree());
        let depth = self.random.within(&self.mixture.ranges.tree_depth);
        let value = self.tree_value(tree, depth);
        let t = self.name("tree");
        self.spend(300);
        out.push(let_mut(t, value));
        if self.coin() {
            let amount = self.expr(tree.of, true, 1);
            out.push(Expr::Name(t).method(tree.change, vec![amount]).stmt());
        }
        let u64 = self.types.int(Int::U64);
        let sum = Expr::Name(t).method(tree.sum, Vec::new());
        self.bind(out, u64, false, None, sum);
        let usize = self.types.int(Int::USIZE);
        let depth = Expr::Name(t).method(tree.depth, Vec::new());
        self.bind(out, usize, false, None, depth);
    }

    fn tree_value(&mut self, tree: Tree, depth: usize) -> Expr {
        let variant = |name: Name| name_path(tree.name).then(name);
        if depth == 0 {
            let value = self.expr(tree.of, true, 1);
            return call(variant(tree.leaf), vec![value]);
        }
        let left = call_path(&["Box", "new"], vec![self.tree_value(tree, depth - 1)]);
        let right_depth = self.below(depth);
        let right = call_path(&["Box", "new"], vec![self.tree_value(tree, right_depth)]);
        let fields = vec![(Member::Named("left".into()), left), (Member::Named("right".into()), right)];
        Expr::Struct(Box::new(StructLit { path: variant(tree.node), fields, base: None }))
    }

    fn new_tree(&mut self) -> Tree {
        let tree = Tree {
            name: self.name("Tree"),
            leaf: self.name("Leaf"),
            node: self.name("Node"),
            sum: self.name("sum"),
            depth: self.name("depth"),
            change: self.name("change"),
            of: self.scalar_type(),
        };
        let boxed = || generic("Box", vec![tree.name.into()]);
        let field =
            |name: &'static str| Field { visibility: Visibility::Inherited, name: name.into(), ty: boxed() };
        let variant =
            |name: Name, fields: Fields| Variant { attributes: Vec::new(), name, fields, discriminant: None };
        let variants = vec![
            variant(tree.leaf, Fields::Tuple(vec![(Visibility::Inherited, self.syntax(tree.of))])),
            variant(tree.node, Fields::Named(vec![field("left"), field("right")])),
        ];
        let kind = ItemKind::Enum(tree.name, Generics::default(), variants);
        let attributes = vec![Attribute::List("derive", vec!["Clone", "PartialEq", "Debug"])];
        self.items.push(Item { attributes, ..Item::plain(kind) });
        let leaf = |name: &'static str| {
            Pat::TupleStruct(name_path(tree.name).then(tree.leaf), vec![Pat::name(name)])
        };
        let node = || {
            let sides = ["left", "right"].map(|side| (Member::Named(side.into()), Pat::name(side)));
            Pat::Struct(name_path("Self").then(tree.node), sides.to_vec(), false)
        };
        let on =
            |name: &'static str, method: Name, args: Vec<Expr>| Expr::Name(name.into()).method(method, args);
        let matched = |at_leaf: Expr, at_node: Expr| {
            let arms = vec![
                Arm { pat: leaf("value"), guard: None, body: at_leaf },
                Arm { pat: node(), guard: None, body: at_node },
            ];
            block(Vec::new(), Some(Expr::Match(Box::new("self".into()), arms)))
        };
        let sum = matched(
            call("hash_of", vec!["value".into()]),
            on("left", tree.sum, Vec::new())
                .method("wrapping_mul", vec![number(31)])
                .method("wrapping_add", vec![on("right", tree.sum, Vec::new())]),
        );
        let deeper =
            on("left", tree.depth, Vec::new()).method("max", vec![on("right", tree.depth, Vec::new())]);
        let depth = matched(number(0), binary(BinOp::Add, number(1), deeper));
        let param = Name::Word("amount");
        let changed = match self.types.facts(tree.of).is_copy {
            true => assign(Expr::Name("value".into()).deref(), param.into()),
            false => {
                assign(Expr::Name("value".into()).deref(), Expr::Name(param).method("clone", Vec::new()))
            }
        };
        // The one on the left first, then they change sides.
        let stmts = vec![
            on("left", tree.change, vec![param.into()]).stmt(),
            call_path(&["std", "mem", "swap"], vec!["left".into(), "right".into()]).stmt(),
        ];
        let change = matched(changed, block_expr(stmts, None));
        let functions = vec![
            Item::function(Function::new(tree.sum, Vec::new(), Some("u64".into()), Some(sum)).of_ref()),
            Item::function(Function::new(tree.depth, Vec::new(), Some("usize".into()), Some(depth)).of_ref()),
            Item::function(
                Function::new(tree.change, vec![(param, self.syntax(tree.of))], None, Some(change)).of_mut(),
            ),
        ];
        self.items.push(Item::implement(Generics::default(), None, tree.name.into(), functions));
        self.shared.trees.push(tree);
        tree
    }
}

/// A type that contains itself: an enum of leaves and nodes, and its methods.
#[derive(Copy, Clone, Debug)]
pub struct Tree {
    pub name: Name,
    pub leaf: Name,
    pub node: Name,
    pub sum: Name,
    pub depth: Name,
    pub change: Name,
    pub of: Ty,
}
