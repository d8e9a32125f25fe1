//! Values made from nothing: literals, constructors, collections.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{AdtId, Int, Style, Ty, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

/// How many of 100 literals say their type where they need not.
const SUFFIXED_FLOATS: usize = 20;

impl Writer {
    /// Whether a value can be made from nothing.
    pub fn is_constructible(&self, ty: Ty) -> bool {
        !self.types.facts(ty).has_param && !matches!(self.kind(ty), TyKind::Opaque(..))
    }

    /// A value made for the purpose.
    pub fn fresh(&mut self, ty: Ty, typed: bool, depth: usize) -> Expr {
        let below = depth.saturating_sub(1);
        match self.kind(ty).clone() {
            TyKind::Bool => self.boolean(typed, depth),
            TyKind::Int(int) => self.int(int, typed, depth).0,
            TyKind::Char => self.char(depth),
            TyKind::F32 => self.float("f32", ty, typed, depth),
            TyKind::F64 => self.float("f64", ty, typed, depth),
            TyKind::Text => Expr::Lit(Lit::Str(self.word().to_owned())),
            TyKind::String => self.string(depth),
            TyKind::Tuple(parts) => {
                Expr::Tuple(parts.into_iter().map(|part| self.expr(part, typed, below)).collect())
            }
            TyKind::Array(of, len) => self.array(of, len, typed, below),
            TyKind::Vec(of) => self.vector(of, typed, below),
            TyKind::Deque(of) => {
                let items = self.some_items(of, false, below, 3);
                call(name_path("VecDeque").of_types(vec![self.syntax(of)]).then("from"), vec![vec_of(items)])
            }
            TyKind::Set(of) => {
                let items = self.some_items(of, false, below, 3);
                let path = name_path("BTreeSet").of_types(vec![self.syntax(of)]).then("from");
                call(path, vec![Expr::Array(items)])
            }
            TyKind::Map(key, value) => self.map("BTreeMap", key, value, below),
            TyKind::HashMap(key, value) => self.map("HashMap", key, value, below),
            TyKind::Option(of) => {
                if self.chance(self.chances().nones) {
                    let none = name_path("None");
                    let none = if typed { none } else { none.of_types(vec![self.syntax(of)]) };
                    return none.into();
                }
                call("Some", vec![self.expr(of, typed, below)])
            }
            TyKind::Result(ok, err) => {
                let (name, of) = if self.chance(self.chances().oks) { ("Ok", ok) } else { ("Err", err) };
                let path = name_path(name);
                let path = if typed { path } else { path.of_types(vec![self.syntax(ok), self.syntax(err)]) };
                call(path, vec![self.expr(of, typed, below)])
            }
            TyKind::Box(of) => self.wrapped("Box", of, below),
            TyKind::Rc(of) => self.wrapped("Rc", of, below),
            TyKind::Cell(of) => self.wrapped("Cell", of, below),
            TyKind::RefCell(of) => self.wrapped("RefCell", of, below),
            TyKind::Wrapping(int) => call("Wrapping", vec![self.int(int, false, below).0]),
            TyKind::Adt(id, args) => self.construct(ty, id, &args, typed, below),
            TyKind::Ref(mutability, to) => self.reference(mutability, to, below),
            TyKind::Slice(of) => Expr::Array(self.some_items(of, false, below, 3)),
            TyKind::Str => Expr::Lit(Lit::Str(self.word().to_owned())),
            // Of these there is always a variable, and `expr` finds it.
            TyKind::Param(_) | TyKind::Count(_) | TyKind::Opaque(..) => {
                match self.find_place(ty, Purpose::Read) {
                    Some(place) => place.expr.method("clone", Vec::new()),
                    None => macro_call("unreachable", Vec::new()),
                }
            }
        }
    }

    /// `&x`, `&mut x`: of a place if there is one, else of something that lives as long as the statement.
    fn reference(&mut self, mutability: Mutability, to: Ty, depth: usize) -> Expr {
        // A reference that is there already goes on as another.
        if mutability == Mutability::Not {
            let ty = self.types.reference(mutability, to);
            if self.chance(self.chances().passed_references)
                && let Some(place) = self.find_place(ty, Purpose::Read)
            {
                self.lend(place.var, Mutability::Not);
                return place.expr;
            }
        }
        if let TyKind::Slice(of) = *self.kind(to) {
            return self.slice_reference(of, mutability, depth);
        }
        if *self.kind(to) == TyKind::Str {
            let string = self.ty(TyKind::String);
            return match self.find_place(string, Purpose::Read) {
                Some(place) if mutability == Mutability::Not => {
                    self.lend(place.var, Mutability::Not);
                    match self.coin() {
                        true => place.expr.borrow(),
                        false => place.expr.method("as_str", Vec::new()),
                    }
                }
                _ => Expr::Lit(Lit::Str(self.word().to_owned())),
            };
        }
        match self.borrow_place(to, mutability) {
            Some(borrowed) => borrowed,
            None if self.is_constructible(to) => Expr::Ref(mutability, Box::new(self.temporary(to, depth))),
            None => match self.find_place(to, Purpose::Read) {
                Some(place) => Expr::Ref(mutability, Box::new(place.expr.method("clone", Vec::new()))),
                None => macro_call("unreachable", Vec::new()),
            },
        }
    }

    /// A value that is nobody's, to be borrowed.
    pub fn temporary(&mut self, ty: Ty, depth: usize) -> Expr {
        match self.fresh(ty, false, depth) {
            place @ (Expr::Name(_) | Expr::Field(..) | Expr::Index(_) | Expr::Unary(UnOp::Deref, _)) => {
                block_expr(Vec::new(), Some(place))
            }
            value => value,
        }
    }

    fn slice_reference(&mut self, of: Ty, mutability: Mutability, depth: usize) -> Expr {
        let purpose = if mutability == Mutability::Mut { Purpose::Write } else { Purpose::Read };
        let vec = self.ty(TyKind::Vec(of));
        if let Some(place) = self.find_place(vec, purpose) {
            self.lend(place.var, mutability);
            let as_slice = if mutability == Mutability::Mut { "as_mut_slice" } else { "as_slice" };
            return weighted!(
                self.random,
                (1, place.expr.method(as_slice, Vec::new())),
                (1, Expr::Ref(mutability, Box::new(place.expr.index(Expr::Range(None, None, false))))),
                (1, Expr::Ref(mutability, Box::new(place.expr))),
            );
        }
        for len in [2, 3, 4] {
            let array = self.types.array(of, len);
            if let Some(place) = self.find_place(array, purpose) {
                self.lend(place.var, mutability);
                let from = self.below(len as usize);
                let part = match self.coin() {
                    true => Expr::Range(Some(Box::new(number(from as u128))), None, false),
                    false => Expr::Range(None, Some(Box::new(number(from as u128))), true),
                };
                return Expr::Ref(mutability, Box::new(place.expr.index(part)));
            }
        }
        let items = self.some_items(of, false, depth, 3);
        if items.is_empty() {
            let item = self.expr(of, false, 0);
            return Expr::Ref(mutability, Box::new(Expr::Array(vec![item])));
        }
        Expr::Ref(mutability, Box::new(Expr::Array(items)))
    }

    /// Up to some values of a type; the first says what type they have unless that is known.
    pub fn some_items(&mut self, of: Ty, typed: bool, depth: usize, most: usize) -> Vec<Expr> {
        let count = self.below(most + 1);
        (0..count).map(|_| self.expr(of, typed, depth)).collect()
    }

    fn array(&mut self, of: Ty, len: Ty, typed: bool, depth: usize) -> Expr {
        let Some(len) = self.types.count(len) else {
            let array = self.ty(TyKind::Array(of, len));
            return match self.find_place(array, Purpose::Read) {
                Some(place) => place.expr.method("clone", Vec::new()),
                None => macro_call("unreachable", Vec::new()),
            };
        };
        let facts = self.types.facts(of);
        let count = number(u128::from(len));
        if len == 0 {
            let ty = Type::Array(Box::new(self.syntax(of)), Box::new(count));
            return Expr::Array(Vec::new()).cast(ty);
        }
        weighted!(
            self.random,
            (1, facts.is_copy, Expr::Repeat(Box::new((self.expr(of, typed, depth), count)))),
            (1, {
                let i = self.name("i");
                let body = self.repeated_value(of, i, u64::from(len), depth);
                let generics = vec![
                    GenericArg::Type(self.syntax(of)),
                    GenericArg::Const(count),
                    GenericArg::Type(Type::Infer),
                ];
                let function = path(&["std", "array", "from_fn"]).of(generics);
                call(function, vec![closure(vec![Pat::name(i)], body)])
            }),
            (1, {
                let int = self.some_int();
                let from = self.types.int(int);
                let items: Vec<Expr> = (0..len).map(|_| self.expr(from, false, 0)).collect();
                let x = self.name("n");
                let body = self.in_closure_body(&[(x, from)], u64::from(len), |writer| {
                    writer.expr(of, false, depth.min(1))
                });
                Expr::Array(items).method("map", vec![closure(vec![Pat::name(x)], body)])
            }),
            (2, Expr::Array((0..len).map(|_| self.expr(of, typed, depth)).collect())),
        )
    }

    /// A value that is computed several times, each time with another `usize`.
    fn repeated_value(&mut self, of: Ty, index: Name, times: u64, depth: usize) -> Expr {
        let usize = self.types.int(Int::USIZE);
        self.in_closure_body(&[(index, usize)], times, |writer| writer.expr(of, false, depth.min(1)))
    }

    fn vector(&mut self, of: Ty, typed: bool, depth: usize) -> Expr {
        let facts = self.types.facts(of);
        weighted!(
            self.random,
            (1, {
                let path = self.typed_path(["Vec", "new"], vec![self.types.syntax(of)], typed);
                call(path, Vec::new())
            }),
            (1, !facts.has_param, {
                let count = self.random.within(&self.mixture.ranges.repeated_elements);
                let item = self.expr(of, typed, depth);
                let args = MacroArgs::Repeat(item, number(count as u128));
                macro_with(name_path("vec"), Delimiter::Bracket, args)
            }),
            (1, {
                let i = self.name("i");
                let count = self.random.within(&self.mixture.ranges.collected_elements);
                let body = self.repeated_value(of, i, count as u64, depth);
                let mapped = range(number_of(0, "usize"), number(count as u128))
                    .method("map", vec![closure(vec![Pat::name(i)], body)]);
                mapped.method_of("collect", generic("Vec", vec![Type::Infer]), Vec::new())
            }),
            (3, {
                let mut items = self.some_items(of, typed, depth, 4);
                if items.is_empty() && !typed {
                    items.push(self.expr(of, false, 0));
                }
                vec_of(items)
            }),
        )
    }

    fn map(&mut self, word: &'static str, key: Ty, value: Ty, depth: usize) -> Expr {
        let count = self.random.within(&self.mixture.ranges.map_entries);
        let pairs = (0..count)
            .map(|_| Expr::Tuple(vec![self.expr(key, false, depth), self.expr(value, false, depth)]))
            .collect();
        let types = vec![self.syntax(key), self.syntax(value)];
        call(name_path(word).of_types(types).then("from"), vec![Expr::Array(pairs)])
    }

    fn wrapped(&mut self, word: &'static str, of: Ty, depth: usize) -> Expr {
        let inner = self.expr(of, false, depth);
        let function = if self.chance(self.chances().from_wrappers) && !matches!(inner, Expr::Ref(..)) {
            "from"
        } else {
            "new"
        };
        // `Rc::from` and `Box::from` of an array or a string have other meanings.
        let is_plain =
            matches!(self.kind(of), TyKind::Int(_) | TyKind::Bool | TyKind::Adt(..) | TyKind::Tuple(_));
        call_path(&[word, if is_plain { function } else { "new" }], vec![inner])
    }

    /// A struct or an enum's variant.
    fn construct(&mut self, ty: Ty, id: AdtId, args: &[Ty], typed: bool, depth: usize) -> Expr {
        let adt = self.types.adt(id).clone();
        let facts = self.types.facts(ty);
        if facts.has_default && !adt.has_lifetime && self.chance(self.chances().default_values) {
            let ty = self.syntax(ty);
            return match ty {
                Type::Path(path) => call(path.then("default"), Vec::new()),
                _ => call_path(&["Default", "default"], Vec::new()),
            };
        }
        // A small variant ends what could go on.
        let number = match depth {
            0 => (0..adt.variants.len()).min_by_key(|&n| adt.variants[n].fields.len()).unwrap_or(0),
            _ => self.below(adt.variants.len()),
        };
        let variant = &adt.variants[number];
        let is_inferred = typed && self.chance(self.chances().inferred_constructors);
        let needs_args = !args.is_empty() && !is_inferred;
        let base = match (needs_args, self.syntax(ty)) {
            (true, Type::Path(path)) => path,
            _ => name_path(adt.name),
        };
        let path = if adt.is_enum { base.then(variant.name) } else { base };
        let fields = self.types.variant_fields(ty, number);
        match variant.style {
            Style::Unit => path.into(),
            Style::Tuple => {
                // Arguments of a function are coerced, so what they are must be clear from themselves.
                call(path, fields.into_iter().map(|field| self.expr(field, args.is_empty(), depth)).collect())
            }
            Style::Named => {
                let has_base = !adt.is_enum
                    && !adt.has_drop
                    && !facts.has_ref
                    && fields.len() > 1
                    && self.chance(self.chances().struct_updates);
                // Their order is the writer's, and so is that of their evaluation.
                let mut order: Vec<usize> = (0..fields.len()).collect();
                let by =
                    if self.chance(self.chances().reordered_fields) { self.below(fields.len()) } else { 0 };
                order.rotate_left(by);
                if has_base {
                    order.truncate(1);
                }
                let mut values: Vec<(Member, Expr)> = Vec::new();
                for n in order {
                    let value = self.expr(fields[n], args.is_empty(), depth);
                    values.push((variant.member(n), value));
                }
                let base = has_base.then(|| self.base_of(ty));
                Expr::Struct(Box::new(StructLit { path, fields: values, base }))
            }
        }
    }

    /// What the rest of a struct's fields come from.
    fn base_of(&mut self, ty: Ty) -> Expr {
        if self.types.facts(ty).is_copy
            && let Some(place) = self.find_place(ty, Purpose::Read)
        {
            return place.expr;
        }
        if let Some(place) = self.find_place(ty, Purpose::Read) {
            return place.expr.method("clone", Vec::new());
        }
        let TyKind::Adt(id, args) = self.kind(ty).clone() else { return Expr::Infer };
        self.construct(ty, id, &args, false, 0)
    }

    fn char(&mut self, depth: usize) -> Expr {
        if depth > 0 && self.chance(self.chances().computed_chars) {
            let u8 = Int::ALL[0];
            return weighted!(
                self.random,
                (1, {
                    let code = self.int_within(u8, Interval::new(32, 126), false, depth - 1);
                    code.cast("char")
                }),
                (1, {
                    let code = self.int(Int::U32, false, depth - 1).0;
                    let known = call_path(&["char", "from_u32"], vec![code]);
                    known.method("unwrap_or", vec![Expr::Lit(Lit::Char('?'))])
                }),
                (1, call_path(&["char", "from"], vec![self.int(u8, false, depth - 1).0])),
            );
        }
        const CHARS: [char; 10] = ['a', 'Z', '0', '\n', '\'', '"', 'é', '√', '😀', '~'];
        Expr::Lit(Lit::Char(self.random.one(CHARS)))
    }

    fn float(&mut self, suffix: &'static str, ty: Ty, typed: bool, depth: usize) -> Expr {
        if depth == 0 || self.chance(self.chances().float_literals) {
            const VALUES: [f64; 9] = [0.0, 1.0, 0.5, 2.25, 1e10, 1e-7, 0.1, 16777216.0, 255.75];
            return Expr::Lit(Lit::Float(
                self.random.one(VALUES),
                (!typed || self.chance(SUFFIXED_FLOATS)).then_some(suffix),
            ));
        }
        let depth = depth - 1;
        weighted!(
            self.random,
            (1, {
                let int = self.some_int();
                self.int(int, false, depth).0.cast(suffix)
            }),
            (1, {
                let name = self.random.one(["sqrt", "abs", "floor", "ceil", "trunc", "fract", "recip"]);
                self.expr(ty, false, depth).method(name, Vec::new())
            }),
            (1, {
                let name = self.random.one(["INFINITY", "NAN", "MAX", "MIN", "EPSILON", "MIN_POSITIVE"]);
                Expr::Path(path(&[suffix, name]))
            }),
            (1, Expr::Unary(UnOp::Neg, Box::new(self.expr(ty, false, depth)))),
            (1, {
                let parts = [(); 3].map(|()| self.expr(ty, false, depth.min(1)));
                let [a, b, c] = parts;
                a.method("mul_add", vec![b, c])
            }),
            (5, {
                let op = self.random.one([BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem]);
                let a = self.expr(ty, false, depth);
                let b = self.expr(ty, true, depth);
                binary(op, a, b)
            }),
        )
    }

    /// A `String`, short.
    fn string(&mut self, depth: usize) -> Expr {
        let word = self.word();
        weighted!(
            self.random,
            (1, call_path(&["String", "new"], Vec::new())),
            (1, text(word).method("to_string", Vec::new())),
            (1, text(word).method("to_owned", Vec::new())),
            (1, depth > 0, {
                let int = self.some_int();
                let number = self.int(int, false, depth - 1).0;
                call("clip", vec![macro_call("format", vec![text("{}:{}"), number, text(word)])])
            }),
            (1, depth > 0, self.formatted(depth - 1)),
            (1, depth > 0, {
                let char = self.ty(TyKind::Char);
                self.expr(char, false, depth - 1).method("to_string", Vec::new())
            }),
            (1, call_path(&["String", "from"], vec![text(word)])),
        )
    }

    /// `format!`, with the ways to lay a number out.
    fn formatted(&mut self, depth: usize) -> Expr {
        let int = self.some_int();
        let layout =
            self.random.one(["{:>8}", "{:<5}|", "{:^7}", "{:08}", "{:+}", "{:#x}", "{:b}", "{:#?}", "{:e}"]);
        let value = self.int(int, false, depth).0;
        call("clip", vec![macro_call("format", vec![text(layout), value])])
    }
}
