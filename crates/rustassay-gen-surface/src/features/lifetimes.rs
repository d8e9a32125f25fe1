//! Structs that hold references, functions that pass references on, reborrows, and types with lifetimes in traits.

use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Adt, Style, Ty, TyKind, VariantDef};
use crate::writer::Writer;
use rustassay_random::weighted;
use std::ops::RangeInclusive;

/// Where slices are split.
const SPLITS: RangeInclusive<usize> = 0..=4;

/// A struct that holds a reference: the type, and what it refers to.
#[derive(Copy, Clone, Debug)]
pub struct View {
    pub ty: Ty,
    pub to: Ty,
    pub other: Ty,
    pub mutability: Mutability,
    pub get: Name,
}

impl Writer {
    /// One of the things that have lifetimes.
    pub fn lifetime_statement(&mut self, out: &mut Vec<Stmt>) {
        weighted!(
            self.random,
            (1, self.view_statement(out)),
            (1, self.passing_function(out)),
            (1, self.reborrow(out)),
            (1, self.conditional_reference(out)),
            (1, self.split_borrow(out)),
        )
    }

    /// A place whose type is worth a reference, if there is one.
    fn referent(&mut self, purpose: Purpose) -> Option<(crate::places::Place, Ty)> {
        let preferred = if self.coin() { self.scalar_type() } else { self.any_type() };
        if let Some(place) = self.find_place(preferred, purpose) {
            return Some((place, preferred));
        }
        let (_, ty) = self.some_mutable(preferred)?;
        self.find_place(ty, purpose).map(|place| (place, ty))
    }

    /// `struct V<'a> { r: &'a T, n: U }`, with methods that hand the reference out.
    fn new_view(&mut self, to: Ty, mutability: Mutability) -> View {
        let name = self.name("View");
        let other = self.scalar_type();
        let reference = self.types.reference(mutability, to);
        let (r, n, get, sum) = (self.name("r"), self.name("n"), self.name("get"), self.name("sum"));
        let is_mut = mutability == Mutability::Mut;
        let adt = Adt {
            name,
            type_params: 0,
            has_count: false,
            is_enum: false,
            has_lifetime: true,
            variants: vec![VariantDef {
                name,
                style: Style::Named,
                fields: vec![(r, reference), (n, other)],
            }],
            has_drop: false,
            is_copy: false,
            is_key: false,
            has_default: false,
        };
        let id = self.define_view(adt, is_mut);
        let field = || Expr::Name("self".into()).field(r);
        // A shared reference outlives its holder; a unique one is reborrowed from it.
        let (receiver, ret, value) = match is_mut {
            false => (
                Receiver::Ref(None, Mutability::Not),
                Type::Ref(Some("'a".into()), Mutability::Not, Box::new(self.syntax(to))),
                field(),
            ),
            true => (
                Receiver::Ref(None, Mutability::Mut),
                self.syntax(to).borrowed_mut(),
                field().deref().borrow_mut(),
            ),
        };
        let getter = Function {
            receiver: Some(receiver),
            ..Function::new(get, Vec::new(), Some(ret), Some(block(Vec::new(), Some(value))))
        };
        let hash = call("hash_of", vec![field().borrow()]);
        let other_hash = call("hash_of", vec![Expr::Name("self".into()).field(n).borrow()]);
        let mixed = binary(BinOp::BitXor, hash, other_hash);
        let summing =
            Function::new(sum, Vec::new(), Some("u64".into()), Some(block(Vec::new(), Some(mixed)))).of_ref();
        let of = Type::Path(name_path(name).of(vec![GenericArg::Lifetime("'a".into())]));
        let items = vec![Item::function(getter), Item::function(summing)];
        self.items.push(Item::implement(Generics::lifetime("'a"), None, of, items));
        let ty = self.ty(TyKind::Adt(id, Vec::new()));
        let view = View { ty, to, other, mutability, get };
        self.shared.views.push(view);
        view
    }

    fn view_statement(&mut self, out: &mut Vec<Stmt>) {
        let mutability = self.mutability(self.chances().mutable_views);
        let purpose = if mutability == Mutability::Mut { Purpose::Write } else { Purpose::Read };
        let Some((place, to)) = self.referent(purpose) else { return self.observation(out) };
        let known =
            self.shared.views.iter().find(|view| view.to == to && view.mutability == mutability).copied();
        let view = known.unwrap_or_else(|| self.new_view(to, mutability));
        let mark = self.loan_mark();
        self.lend(place.var, mutability);
        let TyKind::Adt(id, _) = *self.kind(view.ty) else { return };
        let shape = self.types.adt(id).variants[0].clone();
        let path = name_path(self.types.adt(id).name);
        let other = self.expr(view.other, true, 1);
        let fields =
            vec![(shape.member(0), Expr::Ref(mutability, Box::new(place.expr))), (shape.member(1), other)];
        let name = self.name("view");
        let is_mut = mutability == Mutability::Mut;
        let pat = if is_mut { Pat::name_mut(name) } else { Pat::name(name) };
        out.push(let_pat(pat, None, Expr::Struct(Box::new(StructLit { path, fields, base: None }))));
        let holder = self.declare_with_loans(name, view.ty, is_mut, mark);
        // The reference, out of its holder.
        let r = self.name("r");
        let mark = self.loan_mark();
        self.lend(holder, mutability);
        out.push(let_name(r, Expr::Name(name).method(view.get, Vec::new())));
        let reference = self.types.reference(mutability, to);
        self.declare_with_loans(r, reference, false, mark);
    }

    /// `fn pick<'a>(a: &'a T, b: &'a T, c: bool) -> &'a T`.
    fn passing_function(&mut self, out: &mut Vec<Stmt>) {
        let mutability = self.mutability(self.chances().mutable_passes);
        let purpose = if mutability == Mutability::Mut { Purpose::Write } else { Purpose::Read };
        let Some((first, ty)) = self.referent(purpose) else { return self.observation(out) };
        let mark = self.loan_mark();
        self.lend(first.var, mutability);
        let second = match self.find_place(ty, purpose) {
            Some(place) => {
                self.lend(place.var, mutability);
                place.expr
            }
            None => {
                self.end_loans(mark);
                return self.observation(out);
            }
        };
        let name = match self.shared.passing.iter().find(|&&(_, of, by)| of == ty && by == mutability) {
            Some(&(name, _, _)) => name,
            None => {
                let name = self.name("pick");
                let (generics, other) = match self.chance(self.chances().two_lifetimes) {
                    // The longer one is good for the shorter.
                    true => (self.two_lifetimes(), "'b"),
                    false => (Generics::lifetime("'a"), "'a"),
                };
                let reference = |lifetime: &'static str| {
                    Type::Ref(Some(lifetime.into()), mutability, Box::new(self.syntax(ty)))
                };
                let params = vec![
                    ("a".into(), reference("'a")),
                    ("b".into(), reference(other)),
                    ("c".into(), "bool".into()),
                ];
                let ret = reference("'a");
                let choice = if_else(
                    "c".into(),
                    block(Vec::new(), Some("a".into())),
                    block(Vec::new(), Some("b".into())),
                );
                let function = Function::new(name, params, Some(ret), Some(block(Vec::new(), Some(choice))));
                self.add_function(function.with(generics));
                self.shared.passing.push((name, ty, mutability));
                name
            }
        };
        let condition = self.boolean(true, 2);
        let reference = |expr: Expr| Expr::Ref(mutability, Box::new(expr));
        let value = call(name, vec![reference(first.expr), reference(second), condition]);
        let r = self.name("r");
        out.push(let_name(r, value));
        let ty = self.types.reference(mutability, ty);
        self.declare_with_loans(r, ty, false, mark);
    }

    /// `<'a, 'b: 'a>`, in one of the two ways to say that.
    fn two_lifetimes(&mut self) -> Generics {
        let (a, b) = (Name::Word("'a"), Name::Word("'b"));
        let param = |name: Name, outlived: Vec<Name>| GenericParam::Lifetime(name, outlived);
        match self.coin() {
            true => {
                Generics { params: vec![param(a, Vec::new()), param(b, vec![a])], predicates: Vec::new() }
            }
            false => Generics {
                params: vec![param(a, Vec::new()), param(b, Vec::new())],
                predicates: vec![Predicate::Lifetime(b, vec![a])],
            },
        }
    }

    /// `let r2 = &mut *r1;`.
    fn reborrow(&mut self, out: &mut Vec<Stmt>) {
        let scope = &self.frame().scope;
        let start = scope.vars.len().saturating_sub(16);
        let candidates: Vec<(usize, Ty)> = (start..scope.vars.len())
            .filter(|&id| scope.vars[id].can_write())
            .filter_map(|id| match *self.types.kind(scope.vars[id].ty) {
                TyKind::Ref(Mutability::Mut, to) => Some((id, to)),
                _ => None,
            })
            .collect();
        let Some((id, to)) = self.random.pick(&candidates).copied() else {
            return self.borrow_statement(out);
        };
        let mutability = self.mutability(self.chances().mutable_reborrows);
        let name = self.frame().scope.vars[id].name;
        let mark = self.loan_mark();
        self.lend(id, mutability);
        let r = self.name("r");
        out.push(let_name(r, Expr::Ref(mutability, Box::new(Expr::Name(name).deref()))));
        let ty = self.types.reference(mutability, to);
        self.declare_with_loans(r, ty, false, mark);
    }

    /// A reference that is to one thing or another, and is changed on the way.
    fn conditional_reference(&mut self, out: &mut Vec<Stmt>) {
        let Some((first, ty)) = self.referent(Purpose::Read) else { return self.observation(out) };
        let mark = self.loan_mark();
        self.lend(first.var, Mutability::Not);
        let r = self.name("r");
        out.push(let_mut(r, first.expr.borrow()));
        let condition = self.boolean(false, 2);
        if let Some(second) = self.find_place(ty, Purpose::Read) {
            self.lend(second.var, Mutability::Not);
            let change = assign(r, second.expr.borrow()).stmt();
            out.push(if_then(condition, block(vec![change], None)).stmt());
        }
        let reference = self.types.reference(Mutability::Not, ty);
        self.declare_with_loans(r, reference, false, mark);
    }

    /// Two halves of one array, both unique.
    fn split_borrow(&mut self, out: &mut Vec<Stmt>) {
        let of = self.scalar_type();
        let array = self.types.array(of, 4);
        let data = self.let_value(out, array, true);
        let id = self.frame().scope.vars.len() - 1;
        let (a, b) = (self.name("r"), self.name("r"));
        let middle = number(self.random.within(&SPLITS) as u128);
        let slice = self.ty(TyKind::Slice(of));
        let reference = self.types.reference(Mutability::Mut, slice);
        let split = Expr::Name(data).method("split_at_mut", vec![middle]);
        out.push(let_pat(Pat::Tuple(vec![Pat::name(a), Pat::name(b)]), None, split));
        for name in [a, b] {
            let mark = self.loan_mark();
            self.lend(id, Mutability::Mut);
            self.declare_with_loans(name, reference, false, mark);
        }
        let (i, v) = (self.name("item"), self.name("v"));
        let value = self.expr(of, true, 1);
        out.push(let_pat(Pat::name(v), Some(self.syntax(of)), value));
        let set = assign(Expr::Name(i).deref(), v.into()).stmt();
        let head = Expr::Name(a).method("iter_mut", Vec::new());
        out.push(Expr::For(None, Box::new((Pat::name(i), head)), block(vec![set], None)).stmt());
    }

    /// A trait with a type that has a lifetime: an iterator that lends what it has.
    pub fn lending_statement(&mut self, out: &mut Vec<Stmt>) {
        let of = self.scalar_type();
        let vec = self.ty(TyKind::Vec(of));
        let (trait_name, item, next) = match self.shared.lending {
            Some(names) => names,
            None => {
                let names = (self.name("Lending"), Name::Word("Item"), Name::Word("lend"));
                self.shared.lending = Some(names);
                let generics = Generics {
                    params: vec![GenericParam::Lifetime("'a".into(), Vec::new())],
                    predicates: vec![Predicate::Type(
                        Vec::new(),
                        "Self".into(),
                        vec![Bound::Lifetime("'a".into())],
                    )],
                };
                let alias = ItemKind::Alias(names.1, generics, Vec::new(), None);
                let item =
                    Type::Path(name_path("Self").then(names.1).of(vec![GenericArg::Lifetime("'_".into())]));
                let function =
                    Function::new(names.2, Vec::new(), Some(generic("Option", vec![item])), None).of_mut();
                let definition = Trait {
                    is_unsafe: false,
                    name: names.0,
                    generics: Generics::default(),
                    supertraits: Vec::new(),
                    items: vec![Item::plain(alias), Item::function(function)],
                };
                self.add_item(ItemKind::Trait(Box::new(definition)));
                names
            }
        };
        // Windows of two, changed in place.
        let holder = self.name("Windows");
        let field =
            |name: &'static str, ty: Type| Field { visibility: Visibility::Public, name: name.into(), ty };
        let fields = vec![field("data", self.syntax(vec)), field("at", "usize".into())];
        self.add_item(ItemKind::Struct(holder, Generics::default(), Fields::Named(fields)));
        let slice = Type::Slice(Box::new(self.syntax(of)));
        let lent = Type::Ref(Some("'a".into()), Mutability::Mut, Box::new(slice));
        let alias_generics = Generics {
            params: vec![GenericParam::Lifetime("'a".into(), Vec::new())],
            predicates: vec![Predicate::Type(Vec::new(), "Self".into(), vec![Bound::Lifetime("'a".into())])],
        };
        let alias = ItemKind::Alias(item, alias_generics, Vec::new(), Some(lent));
        let this = || Expr::Name("self".into());
        let at = || this().field("at".into());
        let advance = assign_op(BinOp::Add, at(), number(1)).stmt();
        let start = binary(BinOp::Sub, at(), number(1));
        let end = binary(BinOp::Add, at(), number(1));
        let window = this().field("data".into()).method("get_mut", vec![range(start, end)]);
        let ret = generic(
            "Option",
            vec![Type::Path(name_path("Self").then(item).of(vec![GenericArg::Lifetime("'_".into())]))],
        );
        let function =
            Function::new(next, Vec::new(), Some(ret), Some(block(vec![advance], Some(window)))).of_mut();
        let items = vec![Item::plain(alias), Item::function(function)];
        self.items.push(Item::implement(
            Generics::default(),
            Some(name_path(trait_name)),
            holder.into(),
            items,
        ));
        let data = self.expr(vec, true, 2);
        let (w, x) = (self.name("w"), self.name("x"));
        let literal = StructLit {
            path: name_path(holder),
            fields: vec![(Member::Named("data".into()), data), (Member::Named("at".into()), number(0))],
            base: None,
        };
        out.push(let_mut(w, Expr::Struct(Box::new(literal))));
        let v = self.name("v");
        let value = self.expr(of, true, 1);
        out.push(let_pat(Pat::name(v), Some(self.syntax(of)), value));
        let set = assign(Expr::Name(x).index(number(0)), v.into()).stmt();
        let pat = Pat::TupleStruct(name_path("Some"), vec![Pat::name(x)]);
        let condition = Expr::Let(Box::new((pat, Expr::Name(w).method(next, Vec::new()))));
        self.spend(300);
        out.push(Expr::While(None, Box::new(condition), block(vec![set], None)).stmt());
        let taken = Expr::Name(w).field("data".into());
        self.bind(out, vec, true, None, taken);
    }
}
