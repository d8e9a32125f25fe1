//! Calls of intrinsics: by the library's function that is the same, where stable Rust has one.

use super::Result;
use super::expressions::{Access, Text, is_stable_float};
use super::functions::Writer;
use crate::model::{
    AtomicOrdering, Elem, FloatTy, FnRef, GenericArg, IntrinsicId, Mutability, Operand, Place, Ty, TyKind,
    intrinsic,
};

/// Methods of the first argument that take the others. `{f}` stands for `f32` and `f64`.
const METHODS: &str = "
    ctpop count_ones
    ctlz leading_zeros
    cttz trailing_zeros
    bswap swap_bytes
    bitreverse reverse_bits
    add_with_overflow overflowing_add
    sub_with_overflow overflowing_sub
    mul_with_overflow overflowing_mul
    rotate_left rotate_left
    rotate_right rotate_right
    wrapping_add wrapping_add
    wrapping_sub wrapping_sub
    wrapping_mul wrapping_mul
    saturating_add saturating_add
    saturating_sub saturating_sub
    sqrt{f} sqrt
    powi{f} powi
    sin{f} sin
    cos{f} cos
    pow{f} powf
    exp{f} exp
    exp2{f} exp2
    log{f} ln
    log10{f} log10
    log2{f} log2
    fma{f} mul_add
    floor{f} floor
    ceil{f} ceil
    trunc{f} trunc
    round_ties_even_{f} round_ties_even
    round{f} round
    minnum{f} min
    maxnum{f} max
    fabs{f} abs
    copysign{f} copysign
    arith_offset wrapping_offset
    unsafe unchecked_add unchecked_add
    unsafe unchecked_sub unchecked_sub
    unsafe unchecked_mul unchecked_mul
    unsafe volatile_load read_volatile
    unsafe volatile_store write_volatile
    unsafe read_via_copy read
    unsafe ptr_offset_from offset_from
    unsafe ptr_offset_from_unsigned offset_from_unsigned
";

/// Functions that take the same arguments.
const FUNCTIONS: &str = "
    black_box core::hint::black_box
    cold_path core::hint::cold_path
    select_unpredictable core::hint::select_unpredictable
    forget core::mem::forget
    abort std::process::abort
    unsafe assume core::hint::assert_unchecked
    unsafe unreachable core::hint::unreachable_unchecked
    unsafe copy_nonoverlapping core::ptr::copy_nonoverlapping
    unsafe copy core::ptr::copy
    unsafe write_bytes core::ptr::write_bytes
";

/// Methods of the atomic types, by the intrinsic's name after `atomic_`.
const ATOMICS: &str = "
    load load
    store store
    xchg swap
    xadd fetch_add
    xsub fetch_sub
    and fetch_and
    nand fetch_nand
    or fetch_or
    xor fetch_xor
    max fetch_max
    min fetch_min
    umax fetch_max
    umin fetch_min
    cxchg compare_exchange
    cxchgweak compare_exchange_weak
";

/// The second word of a table's row that begins with `name`, and whether it is unsafe.
fn find(table: &'static str, name: &str) -> Option<(&'static str, bool)> {
    table.lines().find_map(|row| {
        let (row, is_unsafe) = match row.trim().strip_prefix("unsafe ") {
            Some(row) => (row, true),
            None => (row.trim(), false),
        };
        let (known, other) = row.split_once(' ')?;
        let is_it = match known.strip_suffix("{f}") {
            None => known == name,
            Some(stem) => FloatTy::ALL
                .into_iter()
                .any(|float| is_stable_float(float) && name.strip_prefix(stem) == Some(float.name())),
        };
        is_it.then_some((other, is_unsafe))
    })
}

impl Writer<'_> {
    /// A call of an intrinsic.
    pub(super) fn intrinsic_call(
        &mut self,
        id: IntrinsicId,
        function: &FnRef,
        args: &[Operand],
    ) -> Result<Text> {
        let name = intrinsic(id).name;
        let texts = args.iter().map(|arg| self.operand(arg)).collect::<Result<Vec<Text>>>()?;
        if let Some(text) = self.special(name, function, args, &texts)? {
            return Ok(text);
        }
        let list = |args: &[Text]| args.iter().map(|arg| &*arg.text).collect::<Vec<_>>().join(", ");
        if let (Some((method, is_unsafe)), [first, rest @ ..]) = (find(METHODS, name), &*texts) {
            self.is_unsafe |= is_unsafe;
            return Ok(Text::tight(format!("{}.{method}({})", first.operand(), list(rest))));
        }
        if let Some((path, is_unsafe)) = find(FUNCTIONS, name) {
            self.is_unsafe |= is_unsafe;
            return Ok(Text::tight(format!("{path}({})", list(&texts))));
        }
        self.is_unsafe |= intrinsic(id).is_unsafe;
        let name = match intrinsic(id).needs_turbofish() {
            true => self.fn_name(function)?,
            false => format!("core::intrinsics::{name}"),
        };
        Ok(Text::tight(format!("{name}({})", list(&texts))))
    }

    /// What is more than another name.
    fn special(
        &mut self,
        name: &str,
        function: &FnRef,
        args: &[Operand],
        texts: &[Text],
    ) -> Result<Option<Text>> {
        if let Some(operation) = name.strip_prefix("atomic_") {
            return self.atomic(operation, function, texts);
        }
        let ty = |position: usize| match function.generics.get(position) {
            Some(GenericArg::Ty(ty)) => Ok(*ty),
            _ => Err(self.untranslatable("an intrinsic without its type")),
        };
        Ok(match (name, texts) {
            ("likely", [a]) => Some(Text::loose(format!(
                "if {} {{ true }} else {{ core::hint::cold_path(); false }}",
                a.text
            ))),
            ("unlikely", [a]) => Some(Text::loose(format!(
                "if {} {{ core::hint::cold_path(); true }} else {{ false }}",
                a.text
            ))),
            ("transmute" | "transmute_unchecked", [a]) => {
                let (from, to) = (ty(0)?, ty(1)?);
                Some(self.transmute(a, from, to))
            }
            ("offset", [a, b]) => {
                let method = if ty(1)? == Ty::USIZE { "add" } else { "offset" };
                self.is_unsafe = true;
                Some(Text::tight(format!("{}.{method}({})", a.operand(), b.text)))
            }
            ("unchecked_shl" | "unchecked_shr", [a, b]) => {
                let amount = if ty(1)? == Ty::U32 { b.text.clone() } else { format!("{} as u32", b.text) };
                self.is_unsafe = true;
                Some(Text::tight(format!("{}.{name}({amount})", a.operand())))
            }
            ("ctlz_nonzero" | "cttz_nonzero", [a]) => {
                let method = if name == "ctlz_nonzero" { "leading_zeros" } else { "trailing_zeros" };
                self.is_unsafe = true;
                Some(Text::tight(format!("core::num::NonZero::new_unchecked({}).{method}()", a.text)))
            }
            ("three_way_compare", [a, b]) => {
                Some(Text::tight(format!("{}.cmp(&{{ {} }})", a.operand(), b.text)))
            }
            ("carrying_mul_add", [a, b, addend, carry]) => match *self.types.kind(ty(0)?) {
                TyKind::Int(int) if !int.signed() => {
                    let args = format!("{}, {}, {}", b.text, carry.text, addend.text);
                    Some(Text::tight(format!("{}.carrying_mul_add({args})", a.operand())))
                }
                _ => None,
            },
            ("disjoint_bitor", [a, b]) => Some(Text::loose(format!("{} | {}", a.text, b.text))),
            ("float_to_int_unchecked", [a]) => match *self.types.kind(ty(0)?) {
                TyKind::Float(float) if is_stable_float(float) => {
                    let to = self.ty(ty(1)?);
                    self.is_unsafe = true;
                    Some(Text::tight(format!("{}.to_int_unchecked::<{to}>()", a.operand())))
                }
                _ => None,
            },
            ("discriminant_value", [a]) => {
                let ty = ty(0)?;
                let place = match &args[0] {
                    Operand::Copy(place) | Operand::Move(place) => self.pointee(place)?,
                    Operand::Const(_) => Text::loose(format!("*{}", a.text)),
                };
                Some(self.discriminant(&place, ty))
            }
            ("typed_swap_nonoverlapping", [a, b]) => {
                self.is_unsafe = true;
                Some(Text::tight(format!("core::ptr::swap_nonoverlapping({}, {}, 1)", a.text, b.text)))
            }
            ("size_of_val", [a]) => self.size_of_val(a, ty(0)?),
            ("align_of_val", [_]) => {
                let ty = ty(0)?;
                let aligned = self.types.element(ty).unwrap_or(ty);
                let is_known = self.types.is_sized(aligned);
                is_known.then(|| Text::tight(format!("core::mem::align_of::<{}>()", self.ty(aligned))))
            }
            ("aggregate_raw_ptr", [data, metadata]) => self.raw_pointer(ty(0)?, data, metadata),
            ("catch_unwind" | "catch_unwind_bool", [attempt, data, caught]) => {
                self.is_unsafe = true;
                let (well, badly) = if name == "catch_unwind" { ("0", "1") } else { ("false", "true") };
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

    fn atomic(&mut self, operation: &str, function: &FnRef, args: &[Text]) -> Result<Option<Text>> {
        let orderings: Vec<String> = function
            .generics
            .iter()
            .filter_map(|generic| match generic {
                GenericArg::Ordering(ordering) => Some(ordering_path(*ordering)),
                GenericArg::Ty(_) => None,
            })
            .collect();
        let fence = match operation {
            "fence" => Some("fence"),
            "singlethreadfence" => Some("compiler_fence"),
            _ => None,
        };
        if let Some(fence) = fence {
            return Ok(Some(Text::tight(format!("core::sync::atomic::{fence}({})", orderings.join(", ")))));
        }
        let Some(GenericArg::Ty(ty)) = function.generics.first() else { return Ok(None) };
        let atomic = match *self.types.kind(*ty) {
            TyKind::Int(int) => {
                let name = int.name();
                format!("Atomic{}{}", name[..1].to_ascii_uppercase(), &name[1..])
            }
            TyKind::RawPtr(Mutability::Mut, pointee) => format!("AtomicPtr::<{}>", self.ty(pointee)),
            _ => return Ok(None),
        };
        let (Some((method, _)), [pointer, values @ ..]) = (find(ATOMICS, operation), args) else {
            return Ok(None);
        };
        self.is_unsafe = true;
        let pointer = match operation {
            "load" => format!("{}.cast_mut()", pointer.operand()),
            _ => pointer.text.clone(),
        };
        let values = values.iter().map(|value| value.text.clone()).chain(orderings).collect::<Vec<_>>();
        let call =
            format!("core::sync::atomic::{atomic}::from_ptr({pointer}).{method}({})", values.join(", "));
        Ok(Some(match operation {
            "cxchg" | "cxchgweak" => {
                let name = &self.names.value;
                let (exchanged, not) =
                    (format!("Ok({name}) => ({name}, true)"), format!("Err({name}) => ({name}, false)"));
                Text::loose(format!("match {call} {{ {exchanged}, {not} }}"))
            }
            _ => Text::tight(call),
        }))
    }
}

/// `catch_unwind` of an expression.
pub(super) fn caught_unwind(expression: &str) -> String {
    format!("std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {expression}))")
}

fn ordering_path(ordering: AtomicOrdering) -> String {
    format!("core::sync::atomic::Ordering::{}", ordering.name())
}
