//! Constants, constant expressions and the names of functions.

use super::Printer;
use super::text::{
    push_byte_str_literal, push_char, push_float_bits, push_float_literal, push_int, push_numbered,
    push_str_literal, push_u64,
};
use super::types::{TyStyle, push_fn_name};
use crate::model::{
    AdtId, AdtKind, AdtOrigin, AtomicOrdering, Bound, Const, ConstExpr, ConstId, Ctor, FieldId, FnDefId,
    FnRef, GenericArg, Mutability, StaticId, Ty, TyKind, Variant, VariantId,
};
use crate::release::{AtomicSyntax, Construct, CustomMir};

impl<'p> Printer<'p> {
    /// A constant operand of MIR.
    pub(super) fn const_operand(&mut self, value: &'p Const, style: TyStyle) {
        match value {
            Const::Float(ty, bits) => {
                if !push_float_literal(&mut self.out, *ty, *bits) {
                    self.out.push_str("const { ");
                    push_float_bits(&mut self.out, *ty, *bits);
                    self.out.push_str(" }");
                }
            }
            Const::Static(id) => {
                let is_mut = self.items.statics.get(*id).is_some_and(|def| def.is_mut);
                self.out.push_str(if is_mut { "StaticMut(" } else { "Static(" });
                self.static_name(*id);
                self.out.push(')');
            }
            Const::Fn(function) => self.fn_value(function, style),
            Const::Block(value) => {
                self.out.push_str("const { ");
                self.const_expr(value);
                self.out.push_str(" }");
            }
            Const::Int(ty, bits) => {
                push_int(&mut self.out, self.types.int(*ty), *bits);
                self.out.push('_');
                self.out.push_str(ty.name());
            }
            Const::Bool(value) => self.out.push_str(if *value { "true" } else { "false" }),
            Const::Char(value) => push_char(&mut self.out, *value),
            Const::Str(value) => push_str_literal(&mut self.out, value),
            Const::ByteStr(value) => push_byte_str_literal(&mut self.out, value),
            Const::Named(id) => self.const_name(*id),
        }
    }

    /// A constant expression of surface Rust.
    pub(super) fn const_expr(&mut self, value: &'p ConstExpr) {
        match value {
            // Custom MIR has none of these, and no text reads as one.
            ConstExpr::Bits(bits, ty) => {
                self.out.push_str(&format!("bits#{bits:#x}: "));
                self.ty(*ty, TyStyle::Static);
            }
            ConstExpr::Memory { memory, .. } => push_numbered(&mut self.out, "memory#", memory.0),
            ConstExpr::Pointer { .. } => self.out.push_str("pointer#"),
            ConstExpr::Call(id) => push_numbered(&mut self.out, "const#", id.0),
            ConstExpr::Extern(name, _) => {
                self.out.push_str("extern#");
                self.out.push_str(name);
            }
            ConstExpr::Const(Const::Float(ty, bits)) => {
                if !push_float_literal(&mut self.out, *ty, *bits) {
                    push_float_bits(&mut self.out, *ty, *bits);
                }
            }
            // `Static(..)` means something only to the builder of custom MIR.
            ConstExpr::Const(Const::Static(id)) => match self.items.statics.get(*id) {
                Some(def) if def.is_mut => self.static_ptr(Mutability::Mut, *id),
                _ => {
                    self.out.push('&');
                    self.static_name(*id);
                }
            },
            ConstExpr::Const(value) => self.const_operand(value, TyStyle::Static),
            ConstExpr::Tuple(fields) => {
                self.out.push('(');
                self.tuple(fields, Self::const_expr);
                self.out.push(')');
            }
            ConstExpr::Array(element, values) => {
                self.out.push('[');
                self.list(values, Self::const_expr);
                self.out.push(']');
                if values.is_empty() {
                    self.out.push_str(" as [");
                    self.ty(*element, TyStyle::Static);
                    self.out.push_str("; 0]");
                }
            }
            ConstExpr::Repeat(value, len) => {
                self.out.push('[');
                self.const_expr(value);
                self.out.push_str("; ");
                push_u64(&mut self.out, *len);
                self.out.push(']');
            }
            ConstExpr::Adt(adt, variant, fields) => {
                let positions = fields.iter().map(|(field, _)| *field);
                let values: Vec<&ConstExpr> = fields.iter().map(|(_, value)| value).collect();
                self.adt_value(*adt, *variant, positions, &values, TyStyle::Static, |this, &value| {
                    this.const_expr(value);
                });
            }
            ConstExpr::Ref(value) => {
                self.out.push('&');
                let is_cast =
                    matches!(&**value, ConstExpr::FnPtr(..) | ConstExpr::Address(..) | ConstExpr::Unsize(..))
                        || matches!(&**value, ConstExpr::Array(_, values) if values.is_empty());
                if is_cast {
                    self.out.push('(');
                }
                self.const_expr(value);
                if is_cast {
                    self.out.push(')');
                }
            }
            ConstExpr::StaticPtr(mutability, id) => self.static_ptr(*mutability, *id),
            ConstExpr::FnPtr(function, ty) => {
                self.fn_value(function, TyStyle::Static);
                self.out.push_str(" as ");
                self.ty(*ty, TyStyle::Static);
            }
            ConstExpr::Address(address, ty) => {
                push_u64(&mut self.out, *address);
                self.out.push_str("_usize as ");
                self.ty(*ty, TyStyle::Static);
            }
            ConstExpr::Unsize(value, ty) => {
                self.const_expr(value);
                self.out.push_str(" as ");
                self.ty(*ty, TyStyle::Static);
            }
            ConstExpr::Uninit(ty) => self.uninit(*ty),
        }
    }

    /// `core::mem::MaybeUninit::<T>::uninit()`
    fn uninit(&mut self, ty: Ty) {
        match self.types.all().nth(ty.index()).map(|ty| self.types.kind(ty)) {
            Some(TyKind::Adt(adt)) => self.adt_path(*adt, TyStyle::Static),
            _ => {
                self.out.push('<');
                self.ty(ty, TyStyle::Static);
                self.out.push('>');
            }
        }
        self.out.push_str("::uninit()");
    }

    /// `&raw const NAME`
    fn static_ptr(&mut self, mutability: Mutability, id: StaticId) {
        self.raw_borrow(mutability, |this| this.static_name(id));
    }

    /// `&raw const place`, or the macro that it replaced.
    pub(super) fn raw_borrow(&mut self, mutability: Mutability, place: impl FnOnce(&mut Self)) {
        let is_operator = self.options.release.has_raw_borrow_operator();
        self.out.push_str(match (is_operator, mutability) {
            (true, Mutability::Not) => "&raw const ",
            (true, Mutability::Mut) => "&raw mut ",
            (false, Mutability::Not) => "core::ptr::addr_of!(",
            (false, Mutability::Mut) => "core::ptr::addr_of_mut!(",
        });
        place(self);
        if !is_operator {
            self.out.push(')');
        }
    }

    /// The path of an ADT as an expression: `S`, `Option::<i32>`.
    pub(super) fn adt_path(&mut self, adt: AdtId, style: TyStyle) {
        match self.types.adts.get(adt).map(|def| (&def.origin, &def.name)) {
            None => push_numbered(&mut self.out, "adt#", adt.0),
            Some((AdtOrigin::Program | AdtOrigin::Instance(_), name)) => self.out.push_str(name),
            Some((AdtOrigin::Library(library, args), _)) => {
                self.out.push_str(library.path());
                self.turbofish(args, style);
            }
        }
    }

    /// `S { f: a, g: b }`, `E::V(a)`, `S`: a value of an ADT, with `positions` the fields that `values` are for.
    pub(super) fn adt_value<T>(
        &mut self,
        adt: AdtId,
        variant: VariantId,
        positions: impl IntoIterator<Item = FieldId>,
        values: &[T],
        style: TyStyle,
        mut write: impl FnMut(&mut Self, &T),
    ) {
        self.adt_path(adt, style);
        let def = self.types.adts.get(adt);
        let variant_def: Option<&'p Variant> = def.and_then(|def| def.variants.get(variant));
        if def.is_some_and(|def| def.kind == AdtKind::Enum) {
            self.out.push_str("::");
            match variant_def {
                Some(def) => self.out.push_str(&def.name),
                None => push_numbered(&mut self.out, "variant#", variant.0),
            }
        }
        match variant_def.map(|def| def.ctor) {
            Some(Ctor::Unit) if values.is_empty() => {}
            Some(Ctor::Named) => {
                self.out.push_str(" { ");
                self.list(positions.into_iter().zip(values), |this, (field, value)| {
                    match variant_def.and_then(|def| def.fields.get(field)) {
                        Some(def) => this.out.push_str(&def.name),
                        None => push_u64(&mut this.out, field.0.into()),
                    }
                    this.out.push_str(": ");
                    write(this, value);
                });
                self.out.push_str(if values.is_empty() { "}" } else { " }" });
            }
            _ => {
                self.out.push('(');
                self.list(values, write);
                self.out.push(')');
            }
        }
    }

    fn static_name(&mut self, id: StaticId) {
        match self.items.statics.get(id) {
            Some(def) => self.out.push_str(&def.name),
            None => push_numbered(&mut self.out, "static#", id.0),
        }
    }

    fn const_name(&mut self, id: ConstId) {
        match self.items.consts.get(id) {
            Some(def) => self.out.push_str(&def.name),
            None => push_numbered(&mut self.out, "const#", id.0),
        }
    }

    /// A function as a value, with all of its generic arguments: no call says what they are.
    pub(super) fn fn_value(&mut self, function: &FnRef, style: TyStyle) {
        self.function(function, style, |_| true);
    }

    /// A function that is called, with the generic arguments that do not follow from the call's.
    pub(super) fn fn_callee(&mut self, function: &FnRef, style: TyStyle) {
        let FnDefId::Intrinsic(id) = function.def else { return self.fn_value(function, style) };
        self.function(function, style, |position| !id.signature().follows_from_arguments(position));
    }

    fn function(&mut self, function: &FnRef, style: TyStyle, spelled_out: impl Fn(usize) -> bool) {
        push_fn_name(&mut self.out, self.items, function, self.options.release);
        let atomics = self.options.release.atomic_syntax();
        let bounds = match function.def {
            FnDefId::Intrinsic(id) => {
                self.needs(Construct::Intrinsic(id));
                if self.is_in_const_fn() {
                    self.needs(Construct::ConstIntrinsic(id));
                }
                if let Some(float) = id.float().filter(|_| id.is_generic_in(self.options.release)) {
                    self.out.push_str("::<");
                    self.out.push_str(float.name());
                    self.out.push('>');
                }
                &*id.signature().generics
            }
            _ => &[],
        };
        let is_atomic = bounds.contains(&Bound::Ordering);
        if is_atomic && atomics == AtomicSyntax::InName {
            return self.orderings_in_name(function);
        }
        if !(0..function.generics.len()).any(&spelled_out) {
            return;
        }
        let generics = function.generics.iter().enumerate().filter(|&(position, _)| {
            let is_operand = is_atomic && matches!(bounds.get(position), Some(Bound::Same(_)));
            atomics == AtomicSyntax::GenericWithOperand || !is_operand
        });
        self.out.push_str("::<");
        self.list(generics, |this, (position, generic)| match *generic {
            _ if !spelled_out(position) => this.out.push('_'),
            GenericArg::Ty(ty) => this.ty(ty, style),
            GenericArg::Ordering(ordering) => {
                this.out.push_str("{ core::intrinsics::AtomicOrdering::");
                this.out.push_str(ordering.name());
                this.out.push_str(" }");
            }
        });
        self.out.push('>');
    }

    /// `_acqrel_acquire`
    fn orderings_in_name(&mut self, function: &FnRef) {
        for generic in &function.generics {
            if let GenericArg::Ordering(ordering) = generic {
                self.out.push_str(match ordering {
                    AtomicOrdering::Relaxed => "_relaxed",
                    AtomicOrdering::Release => "_release",
                    AtomicOrdering::Acquire => "_acquire",
                    AtomicOrdering::AcqRel => "_acqrel",
                    AtomicOrdering::SeqCst => "_seqcst",
                });
            }
        }
    }
}
