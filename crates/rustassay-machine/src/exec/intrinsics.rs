//! Intrinsics: functions that the compiler itself provides (`core::intrinsics`).

use super::Progress;
use super::float::{self, Extreme};
use super::retag::Retagging;
use super::rvalue::{divide, overflowing, shift};
use crate::aliasing::Access;
use crate::code::*;
use crate::error::*;
use crate::machine::{Loc, Machine, PlaceVal, Return, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use rustc_apfloat::Round;
use std::cmp::Ordering;

/// The arguments of an intrinsic, evaluated.
struct Args(Vec<(Value, TyInfo)>);

impl Args {
    fn scalar(&self, n: usize) -> Step<Scalar> {
        match self.0.get(n) {
            Some((Value::Scalar(scalar), _)) => Ok(*scalar),
            _ => unsupported("an intrinsic's argument that should be a scalar"),
        }
    }

    fn pointer(&self, n: usize) -> Step<Pointer> {
        match self.0.get(n) {
            Some((Value::Scalar(scalar) | Value::Wide(scalar, _), _)) => Ok((*scalar).into()),
            _ => unsupported("an intrinsic's argument that should be a pointer"),
        }
    }

    fn int(&self, n: usize) -> Step<(Scalar, IntTy)> {
        match self.0.get(n) {
            Some((Value::Scalar(scalar), TyInfo { class: Class::Scalar(Prim::Int(int)), .. })) => {
                Ok((*scalar, *int))
            }
            _ => unsupported("an intrinsic's argument that should be an integer"),
        }
    }

    fn float(&self, n: usize) -> Step<(Scalar, FloatTy)> {
        match self.0.get(n) {
            Some((Value::Scalar(scalar), TyInfo { class: Class::Scalar(Prim::Float(float)), .. })) => {
                Ok((*scalar, *float))
            }
            _ => unsupported("an intrinsic's argument that should be a float"),
        }
    }

    /// Whether any argument is tainted.
    fn tainted(&self) -> bool {
        self.0.iter().any(|(value, _)| match value {
            Value::Scalar(scalar) => scalar.is_tainted(),
            Value::Wide(a, b) => a.is_tainted() || b.is_tainted(),
            Value::Bytes(region) => region.is_tainted(0..region.len()),
        })
    }
}

/// How intrinsics begin that have Undefined Behavior for some numbers: for which, must be the same everywhere.
const VALUE_DECIDES: [&str; 7] = [
    "unchecked_",
    "exact_div",
    "ctlz_nonzero",
    "cttz_nonzero",
    "disjoint_bitor",
    "float_to_int_unchecked",
    "assume",
];

impl Machine {
    /// Calls an intrinsic.
    pub(crate) fn intrinsic(
        &mut self,
        id: IntrinsicId,
        generics: &[GenericArg],
        args: &[OperandCode],
        dest: &PlaceCode,
        target: BlockId,
    ) -> Step<Progress> {
        let name = intrinsic(id).name;
        if self.config.cautious {
            for arg in args {
                if let OperandCode::Copy(source) | OperandCode::Move(source) = arg
                    && self.overlap_in_memory(source, dest)?
                {
                    return unsupported("an intrinsic that puts its result where an argument lies");
                }
            }
        }
        self.check_intrinsic_disjoint(name, args, dest)?;
        let values = args.iter().map(|arg| Ok((self.operand(arg)?, *arg.info())));
        let args = Args(values.collect::<Step<Vec<_>>>()?);
        match name {
            "abort" => return Err(Box::new(Stop::Abort("the program aborted"))),
            "breakpoint" => return unsupported("a breakpoint"),
            "unreachable" => return ub(Ub::Unreachable),
            "catch_unwind" | "catch_unwind_bool" => return self.catch_unwind(&args, dest, target),
            _ => {}
        }
        let value = self.intrinsic_value(name, generics, &args, &dest.info)?;
        if dest.info.size > 0 {
            let place = self.place(dest)?;
            self.store(place, &dest.info, &value, &mut Retagging::Plain)?;
        }
        self.go_to(target);
        Ok(Progress::More)
    }

    fn catch_unwind(&mut self, args: &Args, dest: &PlaceCode, target: BlockId) -> Step<Progress> {
        let (try_fn, data, handler) = (args.scalar(0)?, args.scalar(1)?, args.scalar(2)?);
        let pointer_ty = self.program.types.raw_ptr(Mutability::Mut, Ty::U8);
        let info = self.info(pointer_ty)?;
        let sig = FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![pointer_ty], ret: Ty::UNIT };
        let function = self.function_at(try_fn.into(), &sig)?;
        let (dest, size) = (self.place(dest)?, dest.info.size);
        let ret = Return::Catch { dest, size, target, data, handler };
        self.push_frame(function, &[(Value::Scalar(data), info)], ret)?;
        Ok(Progress::More)
    }

    fn ty_arg(&self, generics: &[GenericArg], n: usize) -> Step<Ty> {
        match generics.get(n) {
            Some(GenericArg::Ty(ty)) => Ok(*ty),
            _ => unsupported("an intrinsic without its type argument"),
        }
    }

    fn intrinsic_value(
        &mut self,
        name: &str,
        generics: &[GenericArg],
        args: &Args,
        dest: &TyInfo,
    ) -> Step<Value> {
        if VALUE_DECIDES.iter().any(|prefix| name.starts_with(prefix)) {
            let is_tainted = |value: &Value| matches!(value, Value::Scalar(scalar) if scalar.is_tainted());
            self.fixed.branch_tainted |= args.0.iter().any(|(value, _)| is_tainted(value));
        }
        if let Some(value) = self.int_intrinsic(name, args, dest)? {
            return Ok(value);
        }
        if let Some(value) = self.float_intrinsic(name, generics, args)? {
            return Ok(value);
        }
        if let Some(value) = self.memory_intrinsic(name, generics, args, dest)? {
            return Ok(value);
        }
        if let Some(value) = self.type_intrinsic(name, generics, args)? {
            return Ok(value);
        }
        if let Some(rest) = name.strip_prefix("atomic_") {
            return self.atomic(rest, generics, args, dest);
        }
        let nothing = Value::Bytes(Region::new(0));
        Ok(match name {
            "assume" => match args.scalar(0)?.bits {
                0 => return ub(Ub::FalseAssume),
                _ => nothing,
            },
            "cold_path" => nothing,
            "likely" | "unlikely" | "black_box" => args.0[0].0.clone(),
            "select_unpredictable" => self.select(args)?,
            "forget" => nothing,
            // Both answers are right.
            "is_val_statically_known" | "ub_checks" | "overflow_checks" => {
                Value::Scalar(Scalar::new(0).tainted_if(true))
            }
            "transmute" | "transmute_unchecked" => {
                let (value, from) = &args.0[0];
                match self.retags(from) {
                    true => {
                        let value = self.retag_value(value, from, &mut Retagging::Plain)?;
                        self.transmute(&value, from, dest)?
                    }
                    false => self.transmute(value, from, dest)?,
                }
            }
            "three_way_compare" => self.three_way_compare(args)?,
            "ptr_guaranteed_cmp" => {
                let (a, b) = (args.scalar(0)?, args.scalar(1)?);
                Value::Scalar(Scalar::new((a.bits == b.bits).into()).tainted_if(true))
            }
            _ => return unsupported(format!("the intrinsic `{name}`")),
        })
    }

    /// The body that stands for it in Miri is a function, which both values are passed to.
    fn select(&mut self, args: &Args) -> Step<Value> {
        let chosen = if args.scalar(0)?.bits == 1 { 1 } else { 2 };
        let info = args.0[chosen].1;
        if !self.retags(&info) {
            return Ok(args.0[chosen].0.clone());
        }
        let mut protected = Vec::new();
        let mut passed = Vec::with_capacity(2);
        for (value, info) in &args.0[1..] {
            passed.push(self.retag_value(value, info, &mut Retagging::Protected(&mut protected))?);
        }
        let result = self.retag_value(&passed[chosen - 1], &info, &mut Retagging::Plain)?;
        protected.into_iter().for_each(|(id, tag)| self.end_protection(id, tag));
        Ok(result)
    }

    fn three_way_compare(&mut self, args: &Args) -> Step<Value> {
        let (a, b) = (args.scalar(0)?, args.scalar(1)?);
        let order = match args.0[0].1.class {
            Class::Scalar(Prim::Int(int)) if int.signed() => {
                int.sign_extend(a.bits).cmp(&int.sign_extend(b.bits))
            }
            _ => a.bits.cmp(&b.bits),
        };
        Ok(Value::Scalar(Scalar::new(IntTy::I8.truncate(order as i8 as u128)).tainted_if(args.tainted())))
    }

    /// Integer arithmetic.
    fn int_intrinsic(&mut self, name: &str, args: &Args, dest: &TyInfo) -> Step<Option<Value>> {
        let Ok((a, int)) = args.int(0) else { return Ok(None) };
        let tainted = args.tainted();
        let width = int.bits();
        let bits = match name {
            "ctpop" => a.bits.count_ones().into(),
            "ctlz" => (a.bits.leading_zeros() - (128 - width)).into(),
            "cttz" => a.bits.trailing_zeros().min(width).into(),
            "ctlz_nonzero" | "cttz_nonzero" if a.bits == 0 => {
                return ub(Ub::ZeroCount {
                    op: if name == "ctlz_nonzero" { "ctlz_nonzero" } else { "cttz_nonzero" },
                });
            }
            "ctlz_nonzero" => (a.bits.leading_zeros() - (128 - width)).into(),
            "cttz_nonzero" => a.bits.trailing_zeros().into(),
            "bswap" => a.bits.swap_bytes() >> (128 - width),
            "bitreverse" => a.bits.reverse_bits() >> (128 - width),
            "rotate_left" | "rotate_right" => {
                let amount = (args.scalar(1)?.bits as u32) % width;
                let left = if name == "rotate_left" { amount } else { (width - amount) % width };
                match left {
                    0 => a.bits,
                    _ => int.truncate(a.bits << left | a.bits >> (width - left)),
                }
            }
            _ => return self.int_pair_intrinsic(name, a, int, args, dest),
        };
        Ok(Some(Value::Scalar(Scalar::new(bits).tainted_if(tainted))))
    }

    fn int_pair_intrinsic(
        &mut self,
        name: &str,
        a: Scalar,
        int: IntTy,
        args: &Args,
        dest: &TyInfo,
    ) -> Step<Option<Value>> {
        let Ok((b, other)) = args.int(1) else { return Ok(None) };
        let tainted = args.tainted();
        let op_of = |suffix: &str| match suffix {
            "add" => Some(BinOp::Add),
            "sub" => Some(BinOp::Sub),
            "mul" => Some(BinOp::Mul),
            _ => None,
        };
        let bits = match name {
            "add_with_overflow" | "sub_with_overflow" | "mul_with_overflow" => {
                let op = op_of(&name[..3]).expect("one of the three");
                let (bits, overflow) = overflowing(op, int, a.bits, b.bits);
                return Ok(Some(Value::Bytes(self.overflow_pair(int, bits, overflow, tainted, dest))));
            }
            "wrapping_add" | "wrapping_sub" | "wrapping_mul" => {
                overflowing(op_of(&name[9..]).expect("one of the three"), int, a.bits, b.bits).0
            }
            "saturating_add" | "saturating_sub" => {
                let op = op_of(&name[11..]).expect("one of the two");
                let (bits, overflow) = overflowing(op, int, a.bits, b.bits);
                // The sign that the result should have had decides which end it is.
                let low = if int.signed() { int.sign_extend(a.bits) < 0 } else { op == BinOp::Sub };
                match (overflow, low) {
                    (false, _) => bits,
                    (true, true) => int.min_bits(),
                    (true, false) => int.max_bits(),
                }
            }
            "unchecked_add" | "unchecked_sub" | "unchecked_mul" => {
                let op = op_of(&name[10..]).expect("one of the three");
                let (bits, overflow) = overflowing(op, int, a.bits, b.bits);
                if overflow {
                    let op = match op {
                        BinOp::Add => "unchecked_add",
                        BinOp::Sub => "unchecked_sub",
                        _ => "unchecked_mul",
                    };
                    return ub(Ub::Overflow { op });
                }
                bits
            }
            "unchecked_div" => divide(BinOp::Div, "unchecked_div", int, a.bits, b.bits)?,
            "unchecked_rem" => divide(BinOp::Rem, "unchecked_rem", int, a.bits, b.bits)?,
            "exact_div" => {
                if divide(BinOp::Rem, "exact_div", int, a.bits, b.bits)? != 0 {
                    return ub(Ub::InexactDivision);
                }
                divide(BinOp::Div, "exact_div", int, a.bits, b.bits)?
            }
            "unchecked_shl" | "unchecked_shr" => {
                let (op, name) = if name == "unchecked_shl" {
                    (BinOp::Shl, "unchecked_shl")
                } else {
                    (BinOp::Shr, "unchecked_shr")
                };
                let by = other.sign_extend(b.bits);
                if by < 0 || by >= int.bits().into() {
                    return ub(Ub::ShiftOverflow { op: name, by });
                }
                shift(op, int, a.bits, by as u32)
            }
            "disjoint_bitor" => {
                if a.bits & b.bits != 0 {
                    return ub(Ub::Overflow { op: "disjoint_bitor" });
                }
                a.bits | b.bits
            }
            "unchecked_funnel_shl" | "unchecked_funnel_shr" => {
                let by = args.scalar(2)?.bits;
                let width = u128::from(int.bits());
                if by >= width {
                    let op = if name == "unchecked_funnel_shl" {
                        "unchecked_funnel_shl"
                    } else {
                        "unchecked_funnel_shr"
                    };
                    return ub(Ub::ShiftOverflow { op, by: by as i128 });
                }
                let by = by as u32;
                match (name, by) {
                    ("unchecked_funnel_shl", 0) => a.bits,
                    (_, 0) => b.bits,
                    ("unchecked_funnel_shl", _) => int.truncate(a.bits << by) | b.bits >> (int.bits() - by),
                    _ => int.truncate(a.bits << (int.bits() - by)) | b.bits >> by,
                }
            }
            "carrying_mul_add" => return self.carrying_mul_add(int, args, dest).map(Some),
            _ => return Ok(None),
        };
        Ok(Some(Value::Scalar(Scalar::new(bits).tainted_if(tainted))))
    }

    /// `a * b + c + d` in twice the width: the low half without a sign, and the high half.
    fn carrying_mul_add(&mut self, int: IntTy, args: &Args, dest: &TyInfo) -> Step<Value> {
        if int.bits() == 128 {
            return unsupported("`carrying_mul_add` of 128 bits");
        }
        let value = |n: usize| Ok::<i128, Box<Stop>>(int.sign_extend(args.scalar(n)?.bits));
        let wide = match int.signed() {
            true => (value(0)? * value(1)? + value(2)? + value(3)?) as u128,
            false => {
                args.scalar(0)?.bits * args.scalar(1)?.bits + args.scalar(2)?.bits + args.scalar(3)?.bits
            }
        };
        let (low, high) = (int.truncate(wide), int.truncate(wide >> int.bits()));
        let size = int.bits() as usize / 8;
        let mut region = Region::new(dest.size as usize);
        for (field, bits) in [(0, low), (1, high)] {
            let at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(field)) as usize;
            region.write(at, size, Scalar::new(bits).tainted_if(args.tainted()));
        }
        Ok(Value::Bytes(region))
    }

    /// Floating-point arithmetic.
    fn float_intrinsic(&mut self, name: &str, generics: &[GenericArg], args: &Args) -> Step<Option<Value>> {
        let Ok((a, ty)) = args.float(0) else { return Ok(None) };
        let base = name.strip_suffix(ty.name()).unwrap_or(name);
        let second = || Ok::<u128, Box<Stop>>(args.float(1)?.0.bits);
        let computed = match base {
            // These touch the sign alone, and a NaN stays one.
            "fabs" => {
                let bits = a.bits & !(1 << (ty.bits() - 1));
                return Ok(Some(Value::Scalar(Scalar { bits, ..a })));
            }
            "copysign" => {
                let (sign, from) = (1 << (ty.bits() - 1), args.float(1)?.0);
                let signed = Scalar { bits: a.bits & !sign | from.bits & sign, ..a };
                let is_open = from.is_unknown() || (from.is_tainted() && !a.is_tainted());
                return Ok(Some(Value::Scalar(signed.tainted_if(is_open))));
            }
            "sqrt" => match float::sqrt(ty, a.bits) {
                Some(result) => result,
                None => return unsupported("`sqrtf128`"),
            },
            "fma" => float::fused_multiply_add(ty, a.bits, second()?, args.float(2)?.0.bits),
            "floor" => float::round(ty, Round::TowardNegative, a.bits),
            "ceil" => float::round(ty, Round::TowardPositive, a.bits),
            "trunc" => float::round(ty, Round::TowardZero, a.bits),
            "round_ties_even_" => float::round(ty, Round::NearestTiesToEven, a.bits),
            "round" => float::round(ty, Round::NearestTiesToAway, a.bits),
            "minnum" => float::extreme(ty, Extreme::MinNum, a.bits, second()?),
            "maxnum" => float::extreme(ty, Extreme::MaxNum, a.bits, second()?),
            "minimum" => float::extreme(ty, Extreme::Minimum, a.bits, second()?),
            "maximum" => float::extreme(ty, Extreme::Maximum, a.bits, second()?),
            "float_to_int_unchecked" => {
                let target = self.ty_arg(generics, 1)?;
                let TyKind::Int(int) = *self.program.types.kind(target) else {
                    return unsupported("`float_to_int_unchecked` to this type");
                };
                let (bits, in_range) = float::to_int(ty, a.bits, int.bits(), int.signed());
                if !in_range {
                    return ub(Ub::FloatToInt { value: format!("a {} of bits {:#x}", ty.name(), a.bits) });
                }
                let result = Scalar::new(int.truncate(bits)).tainted_if(a.is_tainted());
                return Ok(Some(Value::Scalar(result)));
            }
            // What these give, the language leaves open: fused or not, in any order, or to the host's mathematics library.
            "fmuladd" | "sin" | "cos" | "pow" | "powi" | "exp" | "exp2" | "log" | "log10" | "log2" => {
                return unsupported(format!("the intrinsic `{name}`, whose result is not determined"));
            }
            _ if name.ends_with("_fast") || name.ends_with("_algebraic") => {
                return unsupported(format!("the intrinsic `{name}`, whose result is not determined"));
            }
            _ => return Ok(None),
        };
        let operands: Vec<Scalar> = (0..args.0.len()).map(|n| args.scalar(n)).collect::<Step<_>>()?;
        Ok(Some(Value::Scalar(self.computed_float(ty, computed, &operands))))
    }

    fn memory_place(&self, pointer: Pointer, align: u64) -> PlaceVal {
        let misaligned = (!self.is_aligned(pointer, align)).then_some(align);
        PlaceVal { at: Loc::Memory(pointer, misaligned), len: 0 }
    }

    /// Pointers and what they point to.
    fn memory_intrinsic(
        &mut self,
        name: &str,
        generics: &[GenericArg],
        args: &Args,
        dest: &TyInfo,
    ) -> Step<Option<Value>> {
        let nothing = Value::Bytes(Region::new(0));
        let pointee = |machine: &mut Self| {
            let ty = machine.ty_arg(generics, 0)?;
            machine.info(ty)
        };
        Ok(Some(match name {
            "copy_nonoverlapping" | "copy" => {
                let info = pointee(self)?;
                self.copy_memory(
                    args.pointer(0)?,
                    args.pointer(1)?,
                    args.scalar(2)?,
                    &info,
                    name == "copy_nonoverlapping",
                )?;
                nothing
            }
            "volatile_copy_nonoverlapping_memory" | "volatile_copy_memory" => {
                let info = pointee(self)?;
                let disjoint = name == "volatile_copy_nonoverlapping_memory";
                self.copy_memory(args.pointer(1)?, args.pointer(0)?, args.scalar(2)?, &info, disjoint)?;
                nothing
            }
            "write_bytes" | "volatile_set_memory" => {
                let info = pointee(self)?;
                self.set_memory(args.pointer(0)?, args.scalar(1)?, args.scalar(2)?, &info)?;
                nothing
            }
            "volatile_load" | "read_via_copy" | "unaligned_volatile_load" => {
                let info = pointee(self)?;
                let align = if name == "unaligned_volatile_load" { 1 } else { info.align };
                let place = self.memory_place(args.pointer(0)?, align);
                self.load(place, &info)?
            }
            "volatile_store" | "write_via_move" | "nontemporal_store" | "unaligned_volatile_store" => {
                let info = pointee(self)?;
                let align = if name == "unaligned_volatile_store" { 1 } else { info.align };
                let place = self.memory_place(args.pointer(0)?, align);
                let value = args.0[1].0.clone();
                self.store(place, &info, &value, &mut Retagging::Plain)?;
                nothing
            }
            "typed_swap_nonoverlapping" => {
                let info = pointee(self)?;
                let (a, b) = (args.pointer(0)?, args.pointer(1)?);
                if a.addr.abs_diff(b.addr) < info.size {
                    return ub(Ub::OverlappingCopy { op: "typed_swap_nonoverlapping" });
                }
                let (a, b) = (self.memory_place(a, info.align), self.memory_place(b, info.align));
                // By way of a third place: what was in the first is copied twice, what was in the second once.
                let mut first = self.load(a, &info)?;
                if self.retags(&info) {
                    first = self.retag_value(&first, &info, &mut Retagging::Plain)?;
                }
                let second = self.load(b, &info)?;
                self.store(a, &info, &second, &mut Retagging::Plain)?;
                self.store(b, &info, &first, &mut Retagging::Plain)?;
                nothing
            }
            "offset" => {
                let ty = self.ty_arg(generics, 0)?;
                let Some(pointee) = self.program.types.pointee(ty) else {
                    return unsupported("an offset of this");
                };
                let size = self.info(pointee)?.size;
                let (count, int) = args.int(1)?;
                let bytes = int.sign_extend(count.bits).checked_mul(size.into());
                let Some(bytes) = bytes.and_then(|bytes| i64::try_from(bytes).ok()) else {
                    return ub(Ub::PointerArithmetic {
                        why: "the offset in bytes does not fit `isize`".into(),
                    });
                };
                let moved = self.inbounds_offset(args.pointer(0)?, bytes)?;
                Value::Scalar(
                    Scalar { bits: moved.addr.into(), ..args.scalar(0)? }.tainted_if(count.is_tainted()),
                )
            }
            "arith_offset" => {
                let size = pointee(self)?.size;
                let count = args.scalar(1)?;
                let bytes = (count.bits as u64).wrapping_mul(size);
                let moved = args.pointer(0)?.wrapping_add(bytes);
                Value::Scalar(
                    Scalar { bits: moved.addr.into(), ..args.scalar(0)? }.tainted_if(count.is_tainted()),
                )
            }
            "ptr_mask" => {
                let (pointer, mask) = (args.scalar(0)?, args.scalar(1)?);
                self.observe_address(pointer.provenance);
                Value::Scalar(Scalar { bits: pointer.bits & mask.bits, ..pointer }.tainted_if(true))
            }
            "ptr_offset_from" | "ptr_offset_from_unsigned" => {
                let size = pointee(self)?.size;
                let unsigned = name == "ptr_offset_from_unsigned";
                Value::Scalar(self.distance(args.pointer(0)?, args.pointer(1)?, size, unsigned)?)
            }
            "compare_bytes" => self.compare_bytes(args.pointer(0)?, args.pointer(1)?, args.scalar(2)?)?,
            "raw_eq" => {
                let info = pointee(self)?;
                let size = Scalar::new(info.size.into());
                let (a, b) = (args.pointer(0)?, args.pointer(1)?);
                let Value::Scalar(order) = self.compare_bytes(a, b, size)? else {
                    return unsupported("`raw_eq`");
                };
                Value::Scalar(Scalar { bits: (order.bits == 0).into(), ..order })
            }
            "discriminant_value" => {
                let info = pointee(self)?;
                let place = self.memory_place(args.pointer(0)?, info.align);
                Value::Scalar(self.discriminant_at(place, info.ty)?)
            }
            "aggregate_raw_ptr" => {
                let data = args.scalar(0)?;
                match (dest.class, &args.0[1].0) {
                    (Class::Wide(_), Value::Scalar(meta)) => Value::Wide(data, *meta),
                    _ => Value::Scalar(data),
                }
            }
            "size_of_val" | "align_of_val" => {
                let ty = self.ty_arg(generics, 0)?;
                let align = self.info(ty)?.align;
                let len = match &args.0[0].0 {
                    Value::Wide(_, len) => len.bits as u64,
                    _ => 0,
                };
                let Some(size) = self.size_of_val(ty, len) else { return ub(Ub::SizeOverflow) };
                let tainted = !self.has_fixed_layout(ty);
                let bits = if name == "size_of_val" { size } else { align };
                Value::Scalar(Scalar::new(bits.into()).tainted_if(tainted))
            }
            _ => return Ok(None),
        }))
    }

    /// Questions about types. What the layout of a `repr(Rust)` type is, a program must not depend on.
    fn type_intrinsic(&mut self, name: &str, generics: &[GenericArg], _: &Args) -> Step<Option<Value>> {
        let scalar =
            |bits: u128, tainted: bool| Ok(Some(Value::Scalar(Scalar::new(bits).tainted_if(tainted))));
        match name {
            "size_of" | "align_of" => {
                let ty = self.ty_arg(generics, 0)?;
                let info = self.info(ty)?;
                let bits = if name == "size_of" { info.size } else { info.align };
                let tainted = !self.has_fixed_layout(ty);
                scalar(bits.into(), tainted)
            }
            "needs_drop" => {
                let ty = self.ty_arg(generics, 0)?;
                scalar(self.needs_drop(ty).into(), false)
            }
            "variant_count" => {
                let ty = self.ty_arg(generics, 0)?;
                let count = self.program.adt(ty).map_or(0, |def| def.variants.len());
                scalar(count as u128, false)
            }
            "assert_inhabited" | "assert_zero_valid" | "assert_mem_uninitialized_valid" => {
                let ty = self.ty_arg(generics, 0)?;
                if self.info(ty)?.uninhabited {
                    return Err(Box::new(Stop::Abort("a value of an uninhabited type was asked for")));
                }
                if name == "assert_inhabited" {
                    return Ok(Some(Value::Bytes(Region::new(0))));
                }
                unsupported(format!("the intrinsic `{name}`"))
            }
            _ => Ok(None),
        }
    }

    fn count_bytes(&self, count: Scalar, info: &TyInfo) -> Step<u64> {
        let bytes = (count.bits as u64).checked_mul(info.size).filter(|&bytes| bytes <= i64::MAX as u64);
        bytes.ok_or_else(|| Ub::SizeOverflow.into())
    }

    fn check_pointer_aligned(&self, pointer: Pointer, align: u64) -> Step<()> {
        if !self.is_aligned(pointer, align) {
            return ub(self.misaligned(pointer, align));
        }
        Ok(())
    }

    /// Copies elements as they are: an untyped copy keeps padding and provenance.
    fn copy_memory(
        &mut self,
        from: Pointer,
        to: Pointer,
        count: Scalar,
        info: &TyInfo,
        disjoint: bool,
    ) -> Step<()> {
        let bytes = self.count_bytes(count, info)?;
        self.check_pointer_aligned(from, info.align)?;
        self.check_pointer_aligned(to, info.align)?;
        if bytes == 0 {
            return Ok(());
        }
        let (source, at) = self.access(from, bytes, Access::Read)?;
        let held = self.alloc(source).region.part(at..at + bytes as usize);
        let (target, start) = self.access(to, bytes, Access::Write)?;
        if disjoint && source == target && at.abs_diff(start) < bytes as usize {
            return ub(Ub::OverlappingCopy { op: "copy_nonoverlapping" });
        }
        self.save(target, start, bytes as usize);
        self.alloc_mut(target).region.put(start, &held);
        Ok(())
    }

    fn set_memory(&mut self, to: Pointer, byte: Scalar, count: Scalar, info: &TyInfo) -> Step<()> {
        let bytes = self.count_bytes(count, info)?;
        self.check_pointer_aligned(to, info.align)?;
        if bytes == 0 {
            return Ok(());
        }
        let (target, start) = self.access(to, bytes, Access::Write)?;
        self.save(target, start, bytes as usize);
        let contents = vec![byte.bits as u8; bytes as usize];
        self.alloc_mut(target).region.write_bytes(start, &contents, byte.is_tainted());
        Ok(())
    }

    /// How many elements lie between two pointers into one allocation.
    fn distance(&mut self, a: Pointer, b: Pointer, size: u64, unsigned: bool) -> Step<Scalar> {
        if size == 0 {
            return Err(Box::new(Stop::Abort("the distance of pointers to a zero-sized type was asked for")));
        }
        let bytes = a.addr.wrapping_sub(b.addr) as i64;
        let allocation = |pointer: Pointer| match pointer.provenance {
            Some(Provenance::Allocation(id, _)) => Some(id),
            _ => None,
        };
        // Where others lie than what both point into, is the same address by chance only.
        self.fixed.branch_tainted |= bytes == 0 && allocation(a) != allocation(b);
        if bytes != 0 {
            match (allocation(a), allocation(b)) {
                (Some(a), Some(b)) if a != b => {
                    return ub(Ub::PointerDistance { why: "point into different allocations" });
                }
                _ => {}
            }
            let (low, len) = if bytes < 0 { (a, bytes.unsigned_abs()) } else { (b, bytes.unsigned_abs()) };
            self.check_inbounds(low, len, Purpose::Arithmetic)?;
        }
        if !bytes.unsigned_abs().is_multiple_of(size) {
            return ub(Ub::PointerDistance { why: "are not a multiple of the element's size apart" });
        }
        if unsigned && bytes < 0 {
            return ub(Ub::PointerDistance { why: "are in the wrong order for an unsigned distance" });
        }
        Ok(Scalar::new(IntTy::Usize.truncate((bytes / size as i64) as u128)))
    }

    fn compare_bytes(&mut self, a: Pointer, b: Pointer, count: Scalar) -> Step<Value> {
        let bytes = count.bits as u64;
        if bytes == 0 {
            return Ok(Value::Scalar(Scalar::new(0)));
        }
        let (x, x_at) = self.access(a, bytes, Access::Read)?;
        let (y, y_at) = self.access(b, bytes, Access::Read)?;
        let len = bytes as usize;
        for (id, at) in [(x, x_at), (y, y_at)] {
            if self.alloc(id).region.first_uninit(at..at + len).is_some() {
                return ub(Ub::Uninit { what: "bytes that are compared".into() });
            }
        }
        let (x, y) = (&self.alloc(x).region, &self.alloc(y).region);
        let addresses = x.has_provenance(x_at..x_at + len) || y.has_provenance(y_at..y_at + len);
        let tainted = addresses || x.is_tainted(x_at..x_at + len) || y.is_tainted(y_at..y_at + len);
        let order = x.raw_bytes(x_at..x_at + len).cmp(y.raw_bytes(y_at..y_at + len));
        let bits = match order {
            Ordering::Less => IntTy::I32.truncate(u128::MAX),
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
        Ok(Value::Scalar(Scalar::new(bits).tainted_if(tainted)))
    }

    /// Atomic accesses; one thread sees them in order.
    fn atomic(&mut self, op: &str, generics: &[GenericArg], args: &Args, dest: &TyInfo) -> Step<Value> {
        if matches!(op, "fence" | "singlethreadfence") {
            return Ok(Value::Bytes(Region::new(0)));
        }
        let ty = self.ty_arg(generics, 0)?;
        let info = self.info(ty)?;
        // Atomic accesses are aligned to their size, whatever the type's alignment.
        let place = self.memory_place(args.pointer(0)?, info.size.max(1));
        if op == "store" {
            let value = args.0[1].0.clone();
            self.store(place, &info, &value, &mut Retagging::Plain)?;
            return Ok(Value::Bytes(Region::new(0)));
        }
        let Value::Scalar(old) = self.load(place, &info)? else {
            return unsupported("an atomic access of this type");
        };
        if op == "load" {
            return Ok(Value::Scalar(old));
        }
        if let "cxchg" | "cxchgweak" = op {
            let (expected, new) = (args.scalar(1)?, args.scalar(2)?);
            // Also where nothing is exchanged (`core::sync::atomic`, "Atomic accesses to read-only memory").
            if let Some((alloc, ..)) = self.resolve(args.pointer(0)?)
                && !self.alloc(alloc).is_mutable
            {
                return ub(Ub::ReadOnly { alloc });
            }
            let equal = old.bits == expected.bits;
            if equal {
                self.write_scalar(place, info.size, new)?;
            }
            let mut region = Region::new(dest.size as usize);
            let value_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(0)) as usize;
            let flag_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(1)) as usize;
            region.write(value_at, info.size as usize, old);
            let tainted =
                old.is_tainted() || expected.is_tainted() || old.provenance.is_some() || op == "cxchgweak";
            region.write(flag_at, 1, Scalar::new(equal.into()).tainted_if(tainted));
            return Ok(Value::Bytes(region));
        }
        let operand = args.scalar(1)?;
        let int = match info.class {
            Class::Scalar(Prim::Int(int)) => int,
            _ if op == "xchg" => IntTy::Usize,
            _ => return unsupported("atomic arithmetic on this type"),
        };
        let (a, b) = (old.bits, operand.bits);
        let smaller = match int.signed() {
            true => int.sign_extend(a) < int.sign_extend(b),
            false => a < b,
        };
        let bits = match op {
            "xchg" => b,
            "xadd" => int.truncate(a.wrapping_add(b)),
            "xsub" => int.truncate(a.wrapping_sub(b)),
            "and" => a & b,
            "nand" => int.truncate(!(a & b)),
            "or" => a | b,
            "xor" => a ^ b,
            "max" | "umax" => {
                if smaller {
                    b
                } else {
                    a
                }
            }
            "min" | "umin" => {
                if smaller {
                    a
                } else {
                    b
                }
            }
            _ => return unsupported(format!("the intrinsic `atomic_{op}`")),
        };
        let new = match op {
            "xchg" => operand,
            _ => Scalar::new(bits).tainted_if(old.is_tainted() || operand.is_tainted()),
        };
        self.write_scalar(place, info.size, new)?;
        Ok(Value::Scalar(old))
    }
}
