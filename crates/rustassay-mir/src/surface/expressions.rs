//! Places, operands and rvalues.

use super::functions::Writer;
use super::locals::Form;
use super::{Result, Untranslatable};
use crate::model::{
    AdtDef, AdtId, AdtKind, AdtOrigin, BinOp, CastKind, Const, Ctor, Elem, FieldId, FixedInt, FloatTy,
    FnDefId, FnRef, GenericArg, Id, Library, Local, Mutability, Operand, Place, PlaceTy, Rvalue, StaticId,
    Ty, TyKind, UnOp, Variant, VariantId,
};
use crate::print::Describe;

/// An expression as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Text {
    pub text: String,
    /// Whether `.method()` may follow. Where not, it begins with an operator or a keyword.
    is_tight: bool,
}

impl Text {
    pub fn tight(text: impl Into<String>) -> Text {
        Text { text: text.into(), is_tight: true }
    }

    pub fn loose(text: impl Into<String>) -> Text {
        Text { text: text.into(), is_tight: false }
    }

    /// The expression, so that `.method()`, `[index]` or `(arguments)` may follow.
    pub fn operand(&self) -> String {
        if self.is_tight { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// What a place is named for.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Access {
    /// Its value is read.
    Read,
    /// A pointer to it is made, to read.
    Const,
    /// It is assigned, or a pointer to it is made, to write.
    Mut,
}

impl Access {
    pub fn of(mutability: Mutability) -> Access {
        match mutability {
            Mutability::Not => Access::Const,
            Mutability::Mut => Access::Mut,
        }
    }
}

/// By what a place is reached, as far as the borrow checker cares.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Reach {
    /// A variable, perhaps through `&mut`: whoever borrows it keeps others from using it.
    Owned,
    /// A shared reference.
    Shared,
    /// A raw pointer: nobody watches.
    Raw,
}

impl Writer<'_> {
    pub(super) fn untranslatable(&self, what: impl Into<String>) -> Untranslatable {
        Untranslatable::new(self.program, what, self.at)
    }

    fn describe(&self) -> Describe<'_> {
        Describe { types: self.types, items: self.program.items() }
    }

    pub(super) fn place_ty(&self, place: &Place) -> Result<Ty> {
        let ty = self.types.place_ty(&self.function.body.locals, place);
        ty.ok_or_else(|| self.untranslatable("a place that is not well-typed"))
    }

    pub(super) fn operand_ty(&mut self, operand: &Operand) -> Result<Ty> {
        let items = self.program.items();
        let ty = items.operand_ty(self.types, &self.function.body.locals, operand);
        ty.ok_or_else(|| self.untranslatable("an operand that is not well-typed"))
    }

    /// A local as a place.
    fn local(&mut self, local: Local) -> Result<Text> {
        match &self.forms[local.index()] {
            Form::Memory => {
                self.is_unsafe = true;
                Ok(Text::loose(format!("*{}", self.names.locals[local.index()])))
            }
            Form::Function => match self.types.kind(self.function.body.locals[local].ty) {
                TyKind::FnDef(function) => {
                    let function = function.clone();
                    Ok(Text::tight(self.fn_name(&function)?))
                }
                _ => Err(self.untranslatable("a function that is none")),
            },
            _ => Ok(Text::tight(self.names.locals[local.index()].clone())),
        }
    }

    /// A place, and by what it is reached.
    pub(super) fn place(&mut self, place: &Place, access: Access) -> Result<(Text, Reach)> {
        let mut text = self.local(place.local)?;
        let mut reach = match self.forms[place.local.index()] {
            Form::Memory => Reach::Raw,
            _ => Reach::Owned,
        };
        let mut ty = PlaceTy::from(self.function.body.locals[place.local].ty);
        let last_deref = place.projection.iter().rposition(|elem| *elem == Elem::Deref);
        for (position, &elem) in place.projection.iter().enumerate() {
            match elem {
                Elem::Deref => {
                    // Only the last pointer decides whether the place may be written.
                    let is_written = access == Access::Mut && last_deref == Some(position);
                    (text, reach) = self.dereferenced(text, reach, ty.ty, is_written);
                }
                Elem::Index(index) => {
                    let index = self.local(index)?.text;
                    text = Text::tight(format!("{}[{index}]", text.operand()));
                }
                Elem::Field(field) => match ty.variant {
                    None => {
                        text = Text::tight(format!("{}.{}", text.operand(), self.field_name(ty.ty, field)?))
                    }
                    Some(variant) => {
                        text = self.field_of_variant(&text, ty.ty, variant, field, access)?;
                        if access != Access::Read {
                            reach = Reach::Raw;
                        }
                    }
                },
                Elem::Downcast(_) => {}
                Elem::ConstantIndex { .. } | Elem::Subslice { .. } => {
                    return Err(self.untranslatable("a part of an array that custom MIR has no words for"));
                }
            }
            let next = self.types.project(ty, elem);
            ty = next.ok_or_else(|| self.untranslatable("a place that is not well-typed"))?;
        }
        Ok((text, reach))
    }

    /// `*pointer`. Surface Rust writes through `*const` and `&` only after a cast; whether memory may be written is another matter.
    fn dereferenced(&mut self, pointer: Text, reach: Reach, ty: Ty, is_written: bool) -> (Text, Reach) {
        match self.types.kind(ty) {
            TyKind::RawPtr(mutability, _) => {
                self.is_unsafe = true;
                let text = match (mutability, is_written) {
                    (Mutability::Not, true) => format!("*{}.cast_mut()", pointer.operand()),
                    _ => format!("*{}", pointer.text),
                };
                (Text::loose(text), Reach::Raw)
            }
            TyKind::Ref(Mutability::Not, _) if is_written => {
                self.is_unsafe = true;
                (Text::loose(format!("*(&raw const *{}).cast_mut()", pointer.text)), Reach::Raw)
            }
            kind => {
                let is_shared = matches!(kind, TyKind::Ref(Mutability::Not, _)) && reach == Reach::Owned;
                let reach = if is_shared { Reach::Shared } else { reach };
                (Text::loose(format!("*{}", pointer.text)), reach)
            }
        }
    }

    /// The name of a field of a struct, union or tuple.
    fn field_name(&mut self, ty: Ty, field: FieldId) -> Result<String> {
        let TyKind::Adt(adt) = *self.types.kind(ty) else { return Ok(field.0.to_string()) };
        let def = &self.types.adts[adt];
        self.is_unsafe |= def.kind == AdtKind::Union;
        if def.library().is_some_and(|library| !library.fields_are_public()) {
            let what = format!("a field of `{}`, which is private to the library", def.name);
            return Err(self.untranslatable(what));
        }
        match def.variants.get(VariantId::ONLY).and_then(|variant| variant.fields.get(field)) {
            Some(field) => Ok(field.name.to_string()),
            None => Err(self.untranslatable("a field that the type lacks")),
        }
    }

    /// The place of a variant's field. Only patterns lead there, and what they give is a reference.
    fn field_of_variant(
        &mut self,
        whole: &Text,
        ty: Ty,
        variant: VariantId,
        field: FieldId,
        access: Access,
    ) -> Result<Text> {
        let name = self.names.field.clone();
        let (binding, value) = match access {
            Access::Read => ("ref ", name.clone()),
            Access::Const => ("ref ", format!("&raw const *{name}")),
            Access::Mut => ("ref mut ", format!("&raw mut *{name}")),
        };
        self.is_unsafe |= access != Access::Read;
        let pattern = self.pattern_of_field(ty, variant, field, &format!("{binding}{name}"))?;
        Ok(Text::loose(format!("*match {} {{ {pattern} => {value}, _ => unreachable!() }}", whole.text)))
    }

    /// `E::V(_, binding, ..)`
    fn pattern_of_field(
        &mut self,
        ty: Ty,
        variant: VariantId,
        field: FieldId,
        binding: &str,
    ) -> Result<String> {
        let (path, def) = self.variant(ty, variant)?;
        let Some(name) = def.fields.get(field).map(|field| &field.name) else {
            return Err(self.untranslatable("a field that the variant lacks"));
        };
        let has_more = field.index() + 1 < def.fields.len();
        Ok(match def.ctor {
            Ctor::Named => {
                let binding = if *binding == **name { String::new() } else { format!(": {binding}") };
                format!("{path} {{ {name}{binding}{} }}", if def.fields.len() > 1 { ", .." } else { "" })
            }
            _ => {
                let before = "_, ".repeat(field.index());
                format!("{path}({before}{binding}{})", if has_more { ", .." } else { "" })
            }
        })
    }

    /// A variant of an enum, and its path.
    fn variant(&self, ty: Ty, variant: VariantId) -> Result<(String, Variant)> {
        let TyKind::Adt(adt) = *self.types.kind(ty) else {
            return Err(self.untranslatable("a variant of what is no enum"));
        };
        let def = &self.types.adts[adt];
        match def.variants.get(variant) {
            Some(variant_def) => Ok((variant_path(def, variant_def), variant_def.clone())),
            None => Err(self.untranslatable("a variant that the enum lacks")),
        }
    }

    /// An operand.
    pub(super) fn operand(&mut self, operand: &Operand) -> Result<Text> {
        match operand {
            Operand::Const(value) => self.constant(value),
            Operand::Copy(place) | Operand::Move(place) => {
                let ty = self.place_ty(place)?;
                match self.types.kind(ty) {
                    TyKind::FnDef(function) => {
                        let function = function.clone();
                        Ok(Text::tight(self.fn_name(&function)?))
                    }
                    _ if self.types.is_copy(ty) => self.value(place),
                    _ => self.taken(place, matches!(operand, Operand::Move(_))),
                }
            }
        }
    }

    /// The value of a place, copied.
    fn value(&mut self, place: &Place) -> Result<Text> {
        if let [base @ .., Elem::Downcast(variant), Elem::Field(field)] = &*place.projection {
            let whole = Place { local: place.local, projection: base.into() };
            let ty = self.place_ty(&whole)?;
            let (whole, _) = self.place(&whole, Access::Read)?;
            let name = self.names.field.clone();
            let pattern = self.pattern_of_field(ty, *variant, *field, &name)?;
            let text = format!("match {} {{ {pattern} => {name}, _ => unreachable!() }}", whole.text);
            return Ok(Text::loose(text));
        }
        Ok(self.place(place, Access::Read)?.0)
    }

    /// The value of a place that is not `Copy`: by Rust's move where the borrow checker follows, by a read elsewhere.
    fn taken(&mut self, place: &Place, is_moved: bool) -> Result<Text> {
        if let Some(local) = place.as_local() {
            let name = &self.names.locals[local.index()];
            match self.forms[local.index()] {
                // A closure would borrow a mutable reference anew, for no longer than it lives itself.
                Form::Variable { moves_are_reads: false } if is_moved && !self.is_in_closure => {
                    return Ok(Text::tight(name.clone()));
                }
                Form::Memory => {
                    let text = format!("{name}.read()");
                    self.is_unsafe = true;
                    return Ok(Text::tight(text));
                }
                _ => {}
            }
        }
        self.is_unsafe = true;
        let (place, _) = self.place(place, Access::Const)?;
        Ok(Text::tight(format!("(&raw const {}).read()", place.text)))
    }

    fn constant(&mut self, value: &Const) -> Result<Text> {
        match value {
            Const::Static(id) => Ok(Text::loose(self.pointer_to_static(*id)?)),
            Const::Fn(function) => Ok(Text::tight(self.fn_name(function)?)),
            value => {
                let text = self.describe().constant(value);
                let is_tight = !text.starts_with('-') && !text.starts_with("const ");
                Ok(Text { text, is_tight })
            }
        }
    }

    fn pointer_to_static(&self, id: StaticId) -> Result<String> {
        match self.program.statics.get(id) {
            Some(def) if def.is_mut => Ok(format!("&raw mut {}", def.name)),
            Some(def) => Ok(format!("&{}", def.name)),
            None => Err(self.untranslatable("a static that is not there")),
        }
    }

    /// The name of a function, with its generic arguments.
    pub(super) fn fn_name(&mut self, function: &FnRef) -> Result<String> {
        let name = match function.def {
            FnDefId::Fn(id) => self.program.functions.get(id).map(|function| function.name.to_string()),
            FnDefId::Surface(id) => {
                self.program.surface_fns.get(id).map(|function| function.name.to_string())
            }
            FnDefId::Intrinsic(id) => Some(format!("core::intrinsics::{}", id.name())),
            FnDefId::Builtin(_) | FnDefId::Foreign(_) | FnDefId::Virtual(_) => {
                return Err(self.untranslatable("a function that only compiled crates can call"));
            }
        };
        let Some(name) = name else { return Err(self.untranslatable("a function that is not there")) };
        let generics: Vec<String> = function
            .generics
            .iter()
            .map(|generic| match generic {
                GenericArg::Ty(ty) => self.ty(*ty),
                GenericArg::Ordering(ordering) => {
                    format!("{{ core::intrinsics::AtomicOrdering::{} }}", ordering.name())
                }
            })
            .collect();
        Ok(if generics.is_empty() { name } else { format!("{name}::<{}>", generics.join(", ")) })
    }

    fn operands(&mut self, operands: &[Operand]) -> Result<Vec<String>> {
        operands.iter().map(|operand| Ok(self.operand(operand)?.text)).collect()
    }

    /// An rvalue.
    pub(super) fn rvalue(&mut self, rvalue: &Rvalue) -> Result<Text> {
        Ok(match rvalue {
            Rvalue::Use(operand) => self.operand(operand)?,
            Rvalue::CopyForDeref(place) => self.value(place)?,
            Rvalue::UseWithoutRetag(_)
            | Rvalue::TwoPhaseRef(_)
            | Rvalue::FakeRawPtr(_)
            | Rvalue::PtrFromParts(..)
            | Rvalue::ThreadLocalRef(..) => {
                return Err(self.untranslatable("a value that only compiled crates compute"));
            }
            Rvalue::Repeat(operand, len) => Text::tight(format!("[{}; {len}]", self.operand(operand)?.text)),
            Rvalue::Ref(mutability, place) => self.reference(*mutability, place)?,
            Rvalue::RawPtr(mutability, place) => {
                let (text, _) = self.place(place, Access::of(*mutability))?;
                match (&*place.projection, text.text.strip_prefix('*')) {
                    // What leads to a variant's field is such a pointer already.
                    ([.., Elem::Downcast(_), Elem::Field(_)], Some(pointer)) => Text::loose(pointer),
                    _ => Text::loose(format!("&raw {} {}", keyword(*mutability), text.text)),
                }
            }
            Rvalue::Cast(kind, operand, ty) => self.cast(*kind, operand, *ty)?,
            Rvalue::Binary(op, left, right) => self.binary(*op, left, right)?,
            Rvalue::Checked(op, left, right) => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                let method = method_name(op.wrapping());
                Text::tight(format!("{}.overflowing_{method}({})", left.operand(), right.text))
            }
            Rvalue::Unary(op, operand) => self.unary(*op, operand)?,
            Rvalue::Discriminant(place) => {
                let ty = self.place_ty(place)?;
                let (place, _) = self.place(place, Access::Read)?;
                self.discriminant(&place, ty)
            }
            Rvalue::Tuple(fields) => {
                let comma = if fields.len() == 1 { "," } else { "" };
                Text::tight(format!("({}{comma})", self.operands(fields)?.join(", ")))
            }
            Rvalue::Array(_, elements) => Text::tight(format!("[{}]", self.operands(elements)?.join(", "))),
            Rvalue::Adt(adt, variant, field, operands) => self.aggregate(*adt, *variant, *field, operands)?,
        })
    }

    /// `&place`. The borrow checker would keep others from using a borrowed variable for as long as the reference lives, and MIR
    /// does not care, so references are made of raw pointers.
    fn reference(&mut self, mutability: Mutability, place: &Place) -> Result<Text> {
        let (place, reach) = self.place(place, Access::of(mutability))?;
        let sigil = if mutability == Mutability::Mut { "&mut " } else { "&" };
        let is_unwatched = reach == Reach::Raw || (reach == Reach::Shared && mutability == Mutability::Not);
        Ok(Text::loose(if is_unwatched {
            format!("{sigil}{}", place.text)
        } else {
            self.is_unsafe = true;
            format!("{sigil}*&raw {} {}", keyword(mutability), place.text)
        }))
    }

    fn cast(&mut self, kind: CastKind, operand: &Operand, to: Ty) -> Result<Text> {
        let from = self.operand_ty(operand)?;
        let value = self.operand(operand)?;
        match kind {
            CastKind::Transmute => Ok(self.transmute(&value, from, to)),
            CastKind::As | CastKind::PtrToPtr | CastKind::Unsize => {
                Ok(Text::loose(format!("{} as {}", value.text, self.ty(to))))
            }
        }
    }

    /// Between types of other sizes it is Undefined Behavior in MIR, and an error in surface Rust.
    pub(super) fn transmute(&mut self, value: &Text, from: Ty, to: Ty) -> Text {
        self.is_unsafe = true;
        let mut size = |ty| self.layouts.of(self.types, ty).ok().map(|layout| layout.size);
        if size(from) != size(to) {
            return Text::tight("core::hint::unreachable_unchecked()");
        }
        let (from, to) = (self.ty(from), self.ty(to));
        Text::tight(format!("core::mem::transmute::<{from}, {to}>({})", value.text))
    }

    fn binary(&mut self, op: BinOp, left: &Operand, right: &Operand) -> Result<Text> {
        let ty = self.operand_ty(left)?;
        let is_int = matches!(self.types.kind(ty), TyKind::Int(_));
        let (a, b) = (self.operand(left)?, self.operand(right)?);
        Ok(match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul if is_int => {
                Text::tight(format!("{}.wrapping_{}({})", a.operand(), method_name(op), b.text))
            }
            BinOp::Shl | BinOp::Shr => self.shift(op, &a, ty, &b, right),
            BinOp::Offset => {
                self.is_unsafe = true;
                let method = if self.operand_ty(right)? == Ty::USIZE { "add" } else { "offset" };
                Text::tight(format!("{}.{method}({})", a.operand(), b.text))
            }
            _ => Text::loose(format!("{} {} {}", a.text, op.symbol(), b.text)),
        })
    }

    /// MIR takes the amount modulo the width; so does `wrapping_shl`, of an amount of which only the low bits count.
    fn shift(&mut self, op: BinOp, a: &Text, ty: Ty, b: &Text, amount: &Operand) -> Text {
        let width = match self.types.kind(ty) {
            TyKind::Int(int) => u128::from(self.types.int(*int).bits()),
            _ => 0,
        };
        match amount {
            Operand::Const(Const::Int(_, bits)) if *bits < width => {
                Text::loose(format!("{} {} {bits}", a.text, op.symbol()))
            }
            amount => {
                let is_u32 = self.operand_ty(amount).is_ok_and(|ty| ty == Ty::U32);
                let b = if is_u32 { b.text.clone() } else { format!("{} as u32", b.text) };
                Text::tight(format!("{}.wrapping_{}({b})", a.operand(), method_name(op)))
            }
        }
    }

    fn unary(&mut self, op: UnOp, operand: &Operand) -> Result<Text> {
        let ty = self.operand_ty(operand)?;
        let value = self.operand(operand)?;
        Ok(match op {
            UnOp::Not => Text::loose(format!("!{}", value.text)),
            UnOp::Neg if matches!(self.types.kind(ty), TyKind::Int(_)) => {
                Text::tight(format!("{}.wrapping_neg()", value.operand()))
            }
            UnOp::Neg => Text::loose(format!("-{}", value.operand())),
            UnOp::PtrMetadata => self.metadata(&value, ty),
        })
    }

    /// A pointer's metadata. What a raw pointer leads to is not borrowed on the way: rustc denies that without being asked.
    fn metadata(&mut self, pointer: &Text, ty: Ty) -> Text {
        let Some(pointee) = self.types.pointee(ty).filter(|pointee| !self.types.is_sized(*pointee)) else {
            return Text::tight("()");
        };
        let is_raw = matches!(self.types.kind(ty), TyKind::RawPtr(..));
        Text::tight(match self.types.kind(pointee) {
            TyKind::Slice(_) if is_raw => format!("{}.len()", pointer.operand()),
            TyKind::Slice(_) | TyKind::Str if !is_raw => format!("(&*{}).len()", pointer.text),
            _ if is_raw => format!("({} as *const [u8]).len()", pointer.text),
            _ => format!("(&raw const *{} as *const [u8]).len()", pointer.text),
        })
    }

    /// The discriminant of a place. Surface Rust has no word for it, but to ask for each variant.
    pub(super) fn discriminant(&mut self, place: &Text, ty: Ty) -> Text {
        let def = match *self.types.kind(ty) {
            TyKind::Adt(adt) if self.types.adts[adt].kind == AdtKind::Enum => &self.types.adts[adt],
            _ => return Text::tight("0_u8"),
        };
        let int = def.discriminant_ty();
        let width = self.types.int(int);
        let arms: Vec<String> = def
            .variants
            .iter()
            .zip(def.discriminants(self.types.data_layout()))
            .enumerate()
            .map(|(position, (variant, value))| {
                let fields = match variant.ctor {
                    Ctor::Unit => "",
                    Ctor::Tuple => "(..)",
                    Ctor::Named => " { .. }",
                };
                // The first one says which type they all have.
                let suffix = if position == 0 { format!("_{}", int.name()) } else { String::new() };
                format!("{}{fields} => {}{suffix}", variant_path(def, variant), int_text(width, value))
            })
            .collect();
        Text::loose(format!("match {} {{ {} }}", place.text, arms.join(", ")))
    }

    fn aggregate(
        &mut self,
        adt: AdtId,
        variant: VariantId,
        field: Option<FieldId>,
        operands: &[Operand],
    ) -> Result<Text> {
        let values = self.operands(operands)?;
        let Some(def) = self.types.adts.get(adt) else {
            return Err(self.untranslatable("a value of a type that is not there"));
        };
        if def.library().is_some_and(|library| !library.fields_are_public()) {
            let what = format!("a value of `{}` that is made of its parts, which are private", def.name);
            return Err(self.untranslatable(what));
        }
        let Some(variant) = def.variants.get(variant) else {
            return Err(self.untranslatable("a variant that the enum lacks"));
        };
        let path = variant_path(def, variant);
        Ok(Text::tight(match variant.ctor {
            Ctor::Unit => path,
            Ctor::Tuple => format!("{path}({})", values.join(", ")),
            Ctor::Named if values.is_empty() => format!("{path} {{}}"),
            Ctor::Named => {
                let names = variant.fields.iter().skip(field.map_or(0, Id::index)).map(|field| &field.name);
                let fields: Vec<String> =
                    names.zip(&values).map(|(name, value)| format!("{name}: {value}")).collect();
                format!("{path} {{ {} }}", fields.join(", "))
            }
        }))
    }
}

/// The path of a variant, or of a struct or union, without type arguments: they follow from where the value goes.
fn variant_path(def: &AdtDef, variant: &Variant) -> String {
    match (&def.origin, def.kind) {
        (AdtOrigin::Library(Library::Option | Library::Result, _), _) => variant.name.to_string(),
        (AdtOrigin::Library(library, _), AdtKind::Enum) => format!("{}::{}", library.path(), variant.name),
        (AdtOrigin::Library(library, _), _) => library.path().to_owned(),
        (AdtOrigin::Program | AdtOrigin::Instance(_), AdtKind::Enum) => {
            format!("{}::{}", def.name, variant.name)
        }
        (AdtOrigin::Program | AdtOrigin::Instance(_), _) => def.name.to_string(),
    }
}

/// `const`, `mut`: what stands after `&raw`.
pub(super) fn keyword(mutability: Mutability) -> &'static str {
    match mutability {
        Mutability::Not => "const",
        Mutability::Mut => "mut",
    }
}

/// What follows `wrapping_` in the name of an operator's method.
fn method_name(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "add",
        BinOp::Sub => "sub",
        BinOp::Mul => "mul",
        BinOp::Shl => "shl",
        _ => "shr",
    }
}

/// An integer without its suffix.
pub(super) fn int_text(int: FixedInt, bits: u128) -> String {
    if int.signed() { int.sign_extend(bits).to_string() } else { bits.to_string() }
}

/// Whether stable Rust has the type.
pub(super) fn is_stable_float(float: FloatTy) -> bool {
    matches!(float, FloatTy::F32 | FloatTy::F64)
}
