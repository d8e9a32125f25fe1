//! State that is shared by `Rc`, `RefCell` and `Weak`, and raw pointers whose validity is known.

use crate::interval::Interval;
use crate::places::Purpose;
use crate::syntax::build::*;
use crate::syntax::*;
use crate::types::{Int, TyKind};
use crate::writer::Writer;
use rustassay_random::weighted;

impl Writer {
    /// Something that several owners change in turn.
    pub fn shared_state_statement(&mut self, out: &mut Vec<Stmt>) {
        let of = self.scalar_or_any(self.chances().scalar_items);
        let is_cell = self.types.facts(of).is_copy && self.chance(self.chances().shared_cells);
        let cell = if is_cell { self.ty(TyKind::Cell(of)) } else { self.ty(TyKind::RefCell(of)) };
        let rc = self.ty(TyKind::Rc(cell));
        let value = self.expr(of, false, 2);
        let word = if is_cell { "Cell" } else { "RefCell" };
        let made = call_path(&["Rc", "new"], vec![call_path(&[word, "new"], vec![value])]);
        let first = self.bind(out, rc, false, None, made);
        let again = match self.coin() {
            true => call_path(&["Rc", "clone"], vec![Expr::Name(first).borrow()]),
            false => Expr::Name(first).method("clone", Vec::new()),
        };
        let second = self.bind(out, rc, false, None, again);
        for _ in 0..self.random.within(&self.mixture.ranges.shared_changes) {
            let owner = self.random.one([first, second]);
            let t = self.name("t");
            let value = self.expr(of, true, 2);
            out.push(let_pat(Pat::name(t), Some(self.syntax(of)), value));
            let change = weighted!(
                self.random,
                (1, {
                    let old = Expr::Name(owner).method("replace", vec![t.into()]);
                    self.bind(out, of, false, None, old);
                    continue;
                }),
                (2, is_cell, Expr::Name(owner).method("set", vec![t.into()])),
                (1, !is_cell, {
                    // A guard that lives for a block.
                    let g = self.name("g");
                    let guard = Expr::Name(owner).method("borrow_mut", Vec::new());
                    block_expr(vec![let_mut(g, guard), assign(Expr::Name(g).deref(), t.into()).stmt()], None)
                }),
                (1, !is_cell, assign(Expr::Name(owner).method("borrow_mut", Vec::new()).deref(), t.into())),
            );
            out.push(change.stmt());
        }
        weighted!(
            self.random,
            (1, {
                let weak = self.name("weak");
                out.push(let_name(weak, call_path(&["Rc", "downgrade"], vec![Expr::Name(first).borrow()])));
                let is_there = Expr::Name(weak).method("upgrade", Vec::new()).method("is_some", Vec::new());
                let bool = self.ty(TyKind::Bool);
                self.bind(out, bool, false, None, is_there);
            }),
            (1, {
                let count = call_path(&["Rc", "strong_count"], vec![Expr::Name(second).borrow()]);
                let usize = self.types.int(Int::USIZE);
                self.bind(out, usize, false, None, count);
            }),
            (1, {
                let same = call_path(
                    &["Rc", "ptr_eq"],
                    vec![Expr::Name(first).borrow(), Expr::Name(second).borrow()],
                );
                let bool = self.ty(TyKind::Bool);
                self.bind(out, bool, false, None, same);
            }),
            (1, !is_cell, {
                let is_free =
                    Expr::Name(first).method("try_borrow_mut", Vec::new()).method("is_ok", Vec::new());
                let bool = self.ty(TyKind::Bool);
                self.bind(out, bool, false, None, is_free);
            }),
            (1, is_cell, {}),
        );
        let shown = self.observe(first, first.into());
        out.push(shown.stmt());
    }

    /// `&raw mut x`, read and written through.
    fn raw_reference(&mut self, mutability: Mutability, place: Expr) -> Expr {
        if self.mixture.has(82) && self.chance(self.chances().raw_borrows) {
            return Expr::RawRef(mutability, Box::new(place));
        }
        match mutability {
            Mutability::Mut => macro_with(
                path(&["std", "ptr", "addr_of_mut"]),
                Delimiter::Paren,
                MacroArgs::Exprs(vec![place]),
            ),
            Mutability::Not => {
                macro_with(path(&["std", "ptr", "addr_of"]), Delimiter::Paren, MacroArgs::Exprs(vec![place]))
            }
        }
    }

    /// One of the ways to use raw pointers rightly.
    pub fn raw_pointer_statement(&mut self, out: &mut Vec<Stmt>) {
        weighted!(
            self.random,
            (1, self.raw_array(out)),
            (1, self.raw_box(out)),
            (1, self.transmuted(out)),
            (1, self.static_mut(out)),
            (1, self.raw_place(out)),
        )
    }

    fn in_unsafe(&self, stmts: Vec<Stmt>, tail: Option<Expr>) -> Expr {
        Expr::Block(BlockKind::Unsafe, block(stmts, tail))
    }

    /// A pointer to a variable, which nobody uses meanwhile.
    fn raw_place(&mut self, out: &mut Vec<Stmt>) {
        let preferred = self.scalar_type();
        let Some((_, ty)) = self.some_mutable(preferred) else { return self.observation(out) };
        let Some(place) = self.find_place(ty, Purpose::Write) else { return };
        let p = self.name("ptr");
        let pointer = self.raw_reference(Mutability::Mut, place.expr);
        let mark = self.loan_mark();
        self.lend(place.var, Mutability::Mut);
        let value = self.expr(ty, true, 2);
        self.end_loans(mark);
        let v = self.name("v");
        // The value is there before the pointer is made.
        out.push(let_pat(Pat::name(v), Some(self.syntax(ty)), value));
        out.push(let_name(p, pointer));
        let old = weighted!(
            self.random,
            (1, call_path(&["std", "ptr", "replace"], vec![p.into(), v.into()])),
            (1, Expr::Name(p).method("replace", vec![v.into()])),
            (1, call_path(&["std", "mem", "replace"], vec![Expr::Name(p).deref().borrow_mut(), v.into()])),
        );
        let value = self.in_unsafe(Vec::new(), Some(old));
        self.bind(out, ty, false, None, value);
    }

    /// An array, gone through by pointer.
    fn raw_array(&mut self, out: &mut Vec<Stmt>) {
        let int = self.some_int();
        let of = self.types.int(int);
        let len = self.random.within(&self.mixture.ranges.raw_array_length) as u32;
        let array = self.types.array(of, len);
        let data = self.let_value(out, array, true);
        let (p, i, sum) = (self.name("ptr"), self.name("i"), self.name("sum"));
        let start = self.expr(of, true, 1);
        out.push(let_pat(Pat::name_mut(sum), Some(self.syntax(of)), start));
        out.push(let_name(p, Expr::Name(data).method("as_mut_ptr", Vec::new())));
        let at = Expr::Name(p).method("add", vec![i.into()]);
        let read = match self.coin() {
            true => at.clone().deref(),
            false => at.clone().method("read", Vec::new()),
        };
        let mixed =
            Expr::Name(sum).method("wrapping_mul", vec![number(3)]).method("wrapping_add", vec![read]);
        let write = match self.coin() {
            true => assign(at.deref(), sum.into()),
            false => at.method("write", vec![sum.into()]),
        };
        let body =
            block(vec![self.in_unsafe(vec![assign(sum, mixed).stmt(), write.stmt()], None).stmt()], None);
        let head = range(number_of(0, "usize"), number(u128::from(len)));
        out.push(Expr::For(None, Box::new((Pat::name(i), head)), body).stmt());
        self.declare(sum, of, false);
        let shown = self.observe(data, data.into());
        out.push(shown.stmt());
        if self.chance(self.chances().raw_slices) {
            // The same memory as a slice.
            let from = self.between(0, len as usize - 1);
            let pointer =
                Expr::Name(data).method("as_ptr", Vec::new()).method("add", vec![number(from as u128)]);
            let slice = call_path(
                &["std", "slice", "from_raw_parts"],
                vec![pointer, number(u128::from(len) - from as u128)],
            );
            let slice = self.in_unsafe(Vec::new(), Some(slice));
            let vec = self.ty(TyKind::Vec(of));
            self.bind(out, vec, false, None, slice.method("to_vec", Vec::new()));
        }
    }

    /// A box that is a pointer for a while.
    fn raw_box(&mut self, out: &mut Vec<Stmt>) {
        let ty = self.any_type();
        let p = self.name("ptr");
        let value = self.expr(ty, false, 2);
        out.push(let_name(p, call_path(&["Box", "into_raw"], vec![call_path(&["Box", "new"], vec![value])])));
        let back = call_path(&["Box", "from_raw"], vec![p.into()]);
        let boxed = self.ty(TyKind::Box(ty));
        let value = self.in_unsafe(Vec::new(), Some(back));
        self.bind(out, boxed, true, None, value);
    }

    /// Bytes that are another type: by transmute, by union, by methods.
    fn transmuted(&mut self, out: &mut Vec<Stmt>) {
        let u32 = self.types.int(Int::U32);
        let value = self.expr(u32, false, 2);
        let u8 = self.types.int(Int::ALL[0]);
        let bytes = self.types.array(u8, 4);
        let made = weighted!(
            self.random,
            (1, {
                let types = vec!["u32".into(), self.syntax(bytes)];
                let call = call(path(&["std", "mem", "transmute"]).of_types(types), vec![value]);
                self.in_unsafe(Vec::new(), Some(call))
            }),
            (1, {
                let union = match self.shared.union {
                    Some(name) => name,
                    None => {
                        let name = self.name("Bits");
                        self.shared.union = Some(name);
                        let field = |name: &'static str, ty: Type| Field {
                            visibility: Visibility::Public,
                            name: name.into(),
                            ty,
                        };
                        let fields = vec![field("number", "u32".into()), field("bytes", self.syntax(bytes))];
                        let kind = ItemKind::Union(name, Generics::default(), fields);
                        let attributes = vec![Attribute::List("repr", vec!["C"])];
                        self.items.push(Item { attributes, ..Item::plain(kind) });
                        name
                    }
                };
                let literal = StructLit {
                    path: name_path(union),
                    fields: vec![(Member::Named("number".into()), value)],
                    base: None,
                };
                let made = Expr::Paren(Box::new(Expr::Struct(Box::new(literal)))).field("bytes".into());
                self.in_unsafe(Vec::new(), Some(made))
            }),
            (1, value.method(self.random.one(["to_le_bytes", "to_be_bytes"]), Vec::new())),
        );
        // Which byte is first is the machine's business, and all that programs are for agree.
        self.bind(out, bytes, true, None, made);
    }

    /// A `static mut`, by pointer.
    fn static_mut(&mut self, out: &mut Vec<Stmt>) {
        if self.frame().is_isolated {
            return self.observation(out);
        }
        self.frame_mut().has_effects = true;
        let int = self.some_int();
        let of = self.types.int(int);
        let name = self.name("STATE");
        let start = self.int_literal(int, true).0;
        self.add_item(ItemKind::Static(Mutability::Mut, name, self.syntax(of), Some(start)));
        let p = self.name("ptr");
        let value = self.int_within(int, Interval::of(int), true, 2);
        let v = self.name("v");
        out.push(let_pat(Pat::name(v), Some(self.syntax(of)), value));
        let pointer = macro_with(
            path(&["std", "ptr", "addr_of_mut"]),
            Delimiter::Paren,
            MacroArgs::Exprs(vec![name.into()]),
        );
        let stmts = vec![
            let_name(p, pointer),
            assign(Expr::Name(p).deref(), Expr::Name(p).deref().method("wrapping_add", vec![v.into()]))
                .stmt(),
        ];
        let value = self.in_unsafe(stmts, Some(Expr::Name(p).deref()));
        self.bind(out, of, false, None, value);
    }
}
