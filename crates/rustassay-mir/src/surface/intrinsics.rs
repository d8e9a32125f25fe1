//! Calls of intrinsics: by the library's function that is the same, where stable Rust has one.

use super::Result;
use super::expressions::{Access, Text, is_stable_float};
use super::functions::Writer;
use crate::model::{Elem, FnRef, GenericArg, Intrinsic, Mutability, Operand, Place, SurfaceForm, Ty, TyKind};

impl Writer<'_> {
    /// A call of an intrinsic.
    pub(super) fn intrinsic_call(
        &mut self,
        intrinsic: Intrinsic,
        function: &FnRef,
        args: &[Operand],
    ) -> Result<Text> {
        let texts = args.iter().map(|arg| self.operand(arg)).collect::<Result<Vec<Text>>>()?;
        if let Some(form) = intrinsic.surface_form()
            && let Some(text) = self.stable_call(form, intrinsic, function, args, &texts)?
        {
            return Ok(text);
        }
        self.is_unsafe |= intrinsic.signature().is_unsafe;
        let name = match intrinsic.signature().needs_turbofish() {
            true => self.fn_name(function)?,
            false => format!("core::intrinsics::{}", intrinsic.name()),
        };
        Ok(Text::tight(format!("{name}({})", list(&texts))))
    }

    /// The call in its stable form, if these types have it.
    fn stable_call(
        &mut self,
        form: SurfaceForm,
        intrinsic: Intrinsic,
        function: &FnRef,
        args: &[Operand],
        texts: &[Text],
    ) -> Result<Option<Text>> {
        match form {
            SurfaceForm::Method { name, is_unsafe } => {
                let [first, rest @ ..] = texts else { return Ok(None) };
                self.is_unsafe |= is_unsafe;
                Ok(Some(Text::tight(format!("{}.{name}({})", first.operand(), list(rest)))))
            }
            SurfaceForm::Function { path, is_unsafe } => {
                self.is_unsafe |= is_unsafe;
                Ok(Some(Text::tight(format!("{path}({})", list(texts)))))
            }
            SurfaceForm::AtomicMethod(method) => Ok(self.atomic(intrinsic, method, function, texts)),
            SurfaceForm::Fence(name) => {
                let orderings = ordering_paths(function).collect::<Vec<_>>().join(", ");
                Ok(Some(Text::tight(format!("core::sync::atomic::{name}({orderings})"))))
            }
            SurfaceForm::Expression => self.expression(intrinsic, function, args, texts),
        }
    }

    /// What is more than another name.
    fn expression(
        &mut self,
        intrinsic: Intrinsic,
        function: &FnRef,
        args: &[Operand],
        texts: &[Text],
    ) -> Result<Option<Text>> {
        let ty = |position: usize| match function.generics.get(position) {
            Some(GenericArg::Ty(ty)) => Ok(*ty),
            _ => Err(self.untranslatable("an intrinsic without its type")),
        };
        Ok(match (intrinsic, texts) {
            (Intrinsic::Likely, [a]) => Some(Text::loose(format!(
                "if {} {{ true }} else {{ core::hint::cold_path(); false }}",
                a.text
            ))),
            (Intrinsic::Unlikely, [a]) => Some(Text::loose(format!(
                "if {} {{ core::hint::cold_path(); true }} else {{ false }}",
                a.text
            ))),
            (Intrinsic::Transmute | Intrinsic::TransmuteUnchecked, [a]) => {
                let (from, to) = (ty(0)?, ty(1)?);
                Some(self.transmute(a, from, to))
            }
            (Intrinsic::Offset, [a, b]) => {
                let method = if ty(1)? == Ty::USIZE { "add" } else { "offset" };
                self.is_unsafe = true;
                Some(Text::tight(format!("{}.{method}({})", a.operand(), b.text)))
            }
            (Intrinsic::UncheckedShl | Intrinsic::UncheckedShr, [a, b]) => {
                let amount = if ty(1)? == Ty::U32 { b.text.clone() } else { format!("{} as u32", b.text) };
                self.is_unsafe = true;
                Some(Text::tight(format!("{}.{}({amount})", a.operand(), intrinsic.name())))
            }
            (Intrinsic::CtlzNonzero | Intrinsic::CttzNonzero, [a]) => {
                let is_leading = intrinsic == Intrinsic::CtlzNonzero;
                let method = if is_leading { "leading_zeros" } else { "trailing_zeros" };
                self.is_unsafe = true;
                Some(Text::tight(format!("core::num::NonZero::new_unchecked({}).{method}()", a.text)))
            }
            (Intrinsic::ThreeWayCompare, [a, b]) => {
                Some(Text::tight(format!("{}.cmp(&{{ {} }})", a.operand(), b.text)))
            }
            (Intrinsic::CarryingMulAdd, [a, b, addend, carry]) => match *self.types.kind(ty(0)?) {
                TyKind::Int(int) if !int.signed() => {
                    let args = format!("{}, {}, {}", b.text, carry.text, addend.text);
                    Some(Text::tight(format!("{}.carrying_mul_add({args})", a.operand())))
                }
                _ => None,
            },
            (Intrinsic::DisjointBitor, [a, b]) => Some(Text::loose(format!("{} | {}", a.text, b.text))),
            (Intrinsic::FloatToIntUnchecked, [a]) => match *self.types.kind(ty(0)?) {
                TyKind::Float(float) if is_stable_float(float) => {
                    let to = self.ty(ty(1)?);
                    self.is_unsafe = true;
                    Some(Text::tight(format!("{}.to_int_unchecked::<{to}>()", a.operand())))
                }
                _ => None,
            },
            (Intrinsic::DiscriminantValue, [a]) => {
                let ty = ty(0)?;
                let place = match &args[0] {
                    Operand::Copy(place) | Operand::Move(place) => self.pointee(place)?,
                    Operand::Const(_) => Text::loose(format!("*{}", a.text)),
                };
                Some(self.discriminant(&place, ty))
            }
            (Intrinsic::TypedSwapNonoverlapping, [a, b]) => {
                self.is_unsafe = true;
                Some(Text::tight(format!("core::ptr::swap_nonoverlapping({}, {}, 1)", a.text, b.text)))
            }
            (Intrinsic::SizeOfVal, [a]) => self.size_of_val(a, ty(0)?),
            (Intrinsic::AlignOfVal, [_]) => {
                let ty = ty(0)?;
                let aligned = self.types.element(ty).unwrap_or(ty);
                let is_known = self.types.is_sized(aligned);
                is_known.then(|| Text::tight(format!("core::mem::align_of::<{}>()", self.ty(aligned))))
            }
            (Intrinsic::AggregateRawPtr, [data, metadata]) => self.raw_pointer(ty(0)?, data, metadata),
            (Intrinsic::CatchUnwind | Intrinsic::CatchUnwindBool, [attempt, data, caught]) => {
                self.is_unsafe = true;
                let is_bool = intrinsic == Intrinsic::CatchUnwindBool;
                let (well, badly) = if is_bool { ("false", "true") } else { ("0", "1") };
                let payload = &self.names.payload;
                let (attempt, caught, data) = (attempt.operand(), caught.operand(), &data.text);
                let attempted = caught_unwind(&format!("{attempt}({data})"));
                let failed = format!("{{ {caught}({data}, Box::into_raw({payload}).cast()); {badly} }}");
                Some(Text::loose(format!(
                    "match {attempted} {{ Ok(()) => {well}, Err({payload}) => {failed} }}"
                )))
            }
            _ => None,
        })
    }

    /// What a pointer in a place points to.
    fn pointee(&mut self, place: &Place) -> Result<Text> {
        let place = place.clone().project(Elem::Deref);
        Ok(self.place(&place, Access::Read)?.0)
    }

    fn size_of_val(&mut self, pointer: &Text, ty: Ty) -> Option<Text> {
        match *self.types.kind(ty) {
            _ if self.types.is_sized(ty) => {
                Some(Text::tight(format!("core::mem::size_of::<{}>()", self.ty(ty))))
            }
            TyKind::Slice(element) => {
                let element = self.ty(element);
                Some(Text::loose(format!("{}.len() * core::mem::size_of::<{element}>()", pointer.operand())))
            }
            _ => None,
        }
    }

    /// A raw pointer of its address and its metadata.
    fn raw_pointer(&mut self, ty: Ty, data: &Text, metadata: &Text) -> Option<Text> {
        let TyKind::RawPtr(mutability, pointee) = *self.types.kind(ty) else { return None };
        let to = self.ty(ty);
        if self.types.is_sized(pointee) {
            return Some(Text::loose(format!("{} as {to}", data.text)));
        }
        let (element, is_slice) = match *self.types.kind(pointee) {
            TyKind::Slice(element) => (self.ty(element), true),
            _ => ("u8".to_owned(), false),
        };
        let (function, pointer) = match mutability {
            Mutability::Not => ("slice_from_raw_parts", "*const"),
            Mutability::Mut => ("slice_from_raw_parts_mut", "*mut"),
        };
        let parts = format!("core::ptr::{function}({} as {pointer} {element}, {})", data.text, metadata.text);
        Some(if is_slice { Text::tight(parts) } else { Text::loose(format!("{parts} as {to}")) })
    }

    fn atomic(
        &mut self,
        intrinsic: Intrinsic,
        method: &str,
        function: &FnRef,
        args: &[Text],
    ) -> Option<Text> {
        let (Some(GenericArg::Ty(ty)), [pointer, values @ ..]) = (function.generics.first(), args) else {
            return None;
        };
        let atomic = match *self.types.kind(*ty) {
            TyKind::Int(int) => {
                let name = int.name();
                format!("Atomic{}{}", name[..1].to_ascii_uppercase(), &name[1..])
            }
            TyKind::RawPtr(Mutability::Mut, pointee) => format!("AtomicPtr::<{}>", self.ty(pointee)),
            _ => return None,
        };
        self.is_unsafe = true;
        let pointer = match intrinsic {
            Intrinsic::AtomicLoad => format!("{}.cast_mut()", pointer.operand()),
            _ => pointer.text.clone(),
        };
        let values = values.iter().map(|value| value.text.clone());
        let values = values.chain(ordering_paths(function)).collect::<Vec<_>>();
        let call =
            format!("core::sync::atomic::{atomic}::from_ptr({pointer}).{method}({})", values.join(", "));
        Some(match intrinsic {
            Intrinsic::AtomicCxchg | Intrinsic::AtomicCxchgweak => {
                let name = &self.names.value;
                let (exchanged, not) =
                    (format!("Ok({name}) => ({name}, true)"), format!("Err({name}) => ({name}, false)"));
                Text::loose(format!("match {call} {{ {exchanged}, {not} }}"))
            }
            _ => Text::tight(call),
        })
    }
}

/// `catch_unwind` of an expression.
pub(super) fn caught_unwind(expression: &str) -> String {
    format!("std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {expression}))")
}

fn list(args: &[Text]) -> String {
    args.iter().map(|arg| &*arg.text).collect::<Vec<_>>().join(", ")
}

/// The paths of a call's memory orderings.
fn ordering_paths(function: &FnRef) -> impl Iterator<Item = String> {
    function.generics.iter().filter_map(|generic| match generic {
        GenericArg::Ordering(ordering) => Some(format!("core::sync::atomic::Ordering::{}", ordering.name())),
        GenericArg::Ty(_) => None,
    })
}
