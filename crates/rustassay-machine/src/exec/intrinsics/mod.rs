//! Intrinsics: functions that the compiler itself provides (`core::intrinsics`).
//!
//! Here is what each gives; `integers`, `floats`, `memory` and `atomics` have the rules that several share.

mod atomics;
mod builtins;
mod floats;
mod integers;
mod memory;
mod simd;

use super::Progress;
use super::float::{self, Extreme};
use super::retag::Retagging;
use super::rvalue::divide;
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, ProtectedBorrows, Return, Value};
use crate::memory::*;
use integers::OnOverflow;
use rustassay_mir::model::*;
use rustc_apfloat::Round as Rounding;

/// The arguments of an intrinsic, evaluated.
struct Args<'a> {
    values: Vec<(Value, TyInfo)>,
    generics: &'a [GenericArg],
}

impl Args<'_> {
    /// The generic argument at a position, a type.
    fn ty(&self, n: usize) -> Step<Ty> {
        match self.generics.get(n) {
            Some(GenericArg::Ty(ty)) => Ok(*ty),
            _ => unsupported("an intrinsic without its type argument"),
        }
    }

    /// The memory ordering at a position among the orderings.
    fn ordering(&self, n: usize) -> AtomicOrdering {
        let mut orderings = self.generics.iter().filter_map(|argument| match argument {
            GenericArg::Ordering(ordering) => Some(*ordering),
            GenericArg::Ty(_) => None,
        });
        // Library functions that stand for an intrinsic may leave it out.
        orderings.nth(n).unwrap_or(AtomicOrdering::SeqCst)
    }

    fn scalar(&self, n: usize) -> Step<Scalar> {
        match self.values.get(n) {
            Some((Value::Scalar(scalar), _)) => Ok(*scalar),
            _ => unsupported("an intrinsic's argument that should be a scalar"),
        }
    }

    fn pointer(&self, n: usize) -> Step<Pointer> {
        match self.values.get(n) {
            Some((Value::Scalar(scalar) | Value::Wide(scalar, _), _)) => Ok((*scalar).into()),
            _ => unsupported("an intrinsic's argument that should be a pointer"),
        }
    }

    fn int(&self, n: usize) -> Step<(Scalar, FixedInt)> {
        match self.values.get(n) {
            Some((Value::Scalar(scalar), TyInfo { class: Class::Scalar(Prim::Int(int)), .. })) => {
                Ok((*scalar, *int))
            }
            _ => unsupported("an intrinsic's argument that should be an integer"),
        }
    }

    /// Whether any argument is tainted.
    fn tainted(&self) -> bool {
        self.values.iter().any(|(value, _)| match value {
            Value::Scalar(scalar) => scalar.is_tainted(),
            Value::Wide(a, b) => a.is_tainted() || b.is_tainted(),
            Value::Bytes(region) => region.is_tainted(0..region.len()),
        })
    }
}

/// What `mem::uninitialized` fills memory with.
const UNINIT_FILL: u8 = 1;

/// The value of `()`.
fn nothing() -> Value {
    Value::Bytes(Region::empty())
}

impl Machine {
    /// Calls an intrinsic.
    pub(crate) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        generics: &[GenericArg],
        args: &[OperandCode],
        dest: &PlaceCode,
        target: BlockId,
    ) -> Step<Progress> {
        if self.config.cautious {
            for arg in args {
                if let OperandCode::Copy(source) | OperandCode::Move(source) = arg
                    && self.overlap_in_memory(source, dest)?
                {
                    return unsupported("an intrinsic that puts its result where an argument lies");
                }
            }
        }
        self.check_intrinsic_disjoint(intrinsic, args, dest)?;
        let values = args.iter().map(|arg| Ok((self.operand(arg)?, *arg.info())));
        let args = Args { values: values.collect::<Step<Vec<_>>>()?, generics };
        if let Intrinsic::CatchUnwind | Intrinsic::CatchUnwindBool = intrinsic {
            return self.catch_unwind(&args, dest, target);
        }
        let value = self.intrinsic_value(intrinsic, &args, &dest.info)?;
        if dest.info.size > 0 {
            let place = self.place(dest)?;
            self.store(place, &dest.info, &value, &mut Retagging::Plain)?;
        }
        self.go_to(target);
        Ok(Progress::More)
    }

    /// What an intrinsic gives.
    fn intrinsic_value(&mut self, intrinsic: Intrinsic, args: &Args<'_>, dest: &TyInfo) -> Step<Value> {
        use Intrinsic::*;
        // Which numbers are Undefined Behavior must be the same everywhere.
        if intrinsic.is_partial() {
            let is_tainted = |value: &Value| matches!(value, Value::Scalar(scalar) if scalar.is_tainted());
            self.fixed.branch_tainted |= args.values.iter().any(|(value, _)| is_tainted(value));
        }
        match intrinsic {
            // Bits.
            Ctpop => args.unary(|_, a| a.count_ones().into()),
            Ctlz => args.unary(integers::leading_zeros),
            Cttz => args.unary(integers::trailing_zeros),
            CtlzNonzero => args.nonzero(intrinsic).and_then(|()| args.unary(integers::leading_zeros)),
            CttzNonzero => args.nonzero(intrinsic).and_then(|()| args.unary(integers::trailing_zeros)),
            Bswap => args.unary(|int, a| a.swap_bytes() >> (128 - int.bits())),
            Bitreverse => args.unary(|int, a| a.reverse_bits() >> (128 - int.bits())),
            RotateLeft => args.binary(|int, a, by| Ok(integers::rotate_left(int, a, by))),
            RotateRight => args.binary(|int, a, by| {
                let width = u128::from(int.bits());
                Ok(integers::rotate_left(int, a, width - by % width))
            }),

            // Integer arithmetic.
            ThreeWayCompare => args.three_way_compare(),
            AddWithOverflow => self.with_overflow(BinOp::Add, args, dest),
            SubWithOverflow => self.with_overflow(BinOp::Sub, args, dest),
            MulWithOverflow => self.with_overflow(BinOp::Mul, args, dest),
            WrappingAdd => args.arithmetic(BinOp::Add, OnOverflow::Wrap),
            WrappingSub => args.arithmetic(BinOp::Sub, OnOverflow::Wrap),
            WrappingMul => args.arithmetic(BinOp::Mul, OnOverflow::Wrap),
            SaturatingAdd => args.arithmetic(BinOp::Add, OnOverflow::Saturate),
            SaturatingSub => args.arithmetic(BinOp::Sub, OnOverflow::Saturate),
            UncheckedAdd => args.arithmetic(BinOp::Add, OnOverflow::Undefined(intrinsic)),
            UncheckedSub => args.arithmetic(BinOp::Sub, OnOverflow::Undefined(intrinsic)),
            UncheckedMul => args.arithmetic(BinOp::Mul, OnOverflow::Undefined(intrinsic)),
            UncheckedDiv => args.binary(|int, a, b| divide(BinOp::Div, intrinsic.name(), int, a, b)),
            UncheckedRem => args.binary(|int, a, b| divide(BinOp::Rem, intrinsic.name(), int, a, b)),
            ExactDiv => args.binary(|int, a, b| {
                if divide(BinOp::Rem, intrinsic.name(), int, a, b)? != 0 {
                    return ub(Ub::InexactDivision);
                }
                divide(BinOp::Div, intrinsic.name(), int, a, b)
            }),
            UncheckedShl => args.unchecked_shift(BinOp::Shl, intrinsic),
            UncheckedShr => args.unchecked_shift(BinOp::Shr, intrinsic),
            UncheckedFunnelShl => args.funnel_shift(BinOp::Shl, intrinsic),
            UncheckedFunnelShr => args.funnel_shift(BinOp::Shr, intrinsic),
            DisjointBitor => args.binary(|_, a, b| match a & b {
                0 => Ok(a | b),
                _ => ub(Ub::Overflow { op: intrinsic.name() }),
            }),
            CarryingMulAdd => self.carrying_mul_add(args, dest),

            // Floats.
            Sqrt(float) => {
                let computed = float::sqrt(float, args.float(0)?);
                self.float_value(float, computed, args)
            }
            Fma(float) => {
                let computed =
                    float::fused_multiply_add(float, args.float(0)?, args.float(1)?, args.float(2)?);
                self.float_value(float, computed, args)
            }
            Floor(float) => self.round(float, Rounding::TowardNegative, args),
            Ceil(float) => self.round(float, Rounding::TowardPositive, args),
            Trunc(float) => self.round(float, Rounding::TowardZero, args),
            RoundTiesEven(float) => self.round(float, Rounding::NearestTiesToEven, args),
            Round(float) => self.round(float, Rounding::NearestTiesToAway, args),
            Minnum(float) => self.extreme(float, Extreme::MinNum, args),
            Maxnum(float) => self.extreme(float, Extreme::MaxNum, args),
            Minimum(float) => self.extreme(float, Extreme::Minimum, args),
            Maximum(float) => self.extreme(float, Extreme::Maximum, args),
            Fabs(float) => args.absolute(float),
            Copysign(float) => args.copy_sign(float),
            FloatToIntUnchecked => self.float_to_int(args),
            Powi(_) | Sin(_) | Cos(_) | Pow(_) | Exp(_) | Exp2(_) | Log(_) | Log10(_) | Log2(_)
            | Fmuladd(_) | FaddFast | FsubFast | FmulFast | FdivFast | FremFast | FaddAlgebraic
            | FsubAlgebraic | FmulAlgebraic | FdivAlgebraic | FremAlgebraic
                if self.supplier.is_some() =>
            {
                self.open_float(intrinsic, args)
            }
            Powi(_) | Sin(_) | Cos(_) | Pow(_) | Exp(_) | Exp2(_) | Log(_) | Log10(_) | Log2(_)
            | Fmuladd(_) | FaddFast | FsubFast | FmulFast | FdivFast | FremFast | FaddAlgebraic
            | FsubAlgebraic | FmulAlgebraic | FdivAlgebraic | FremAlgebraic => {
                unsupported(format!("the intrinsic `{}`, whose result is not determined", intrinsic.name()))
            }

            // Memory. One thread sees volatile and nontemporal accesses as others.
            Copy => self.copy_memory(args, (0, 1), false),
            CopyNonoverlapping => self.copy_memory(args, (0, 1), true),
            VolatileCopyMemory => self.copy_memory(args, (1, 0), false),
            VolatileCopyNonoverlappingMemory => self.copy_memory(args, (1, 0), true),
            WriteBytes | VolatileSetMemory => self.set_memory(args),
            ReadViaCopy | VolatileLoad => self.read_target(args, true),
            UnalignedVolatileLoad => self.read_target(args, false),
            VolatileStore | NontemporalStore => self.write_target(args, true),
            UnalignedVolatileStore => self.write_target(args, false),
            TypedSwapNonoverlapping => self.typed_swap(args),
            CompareBytes => {
                let order = self.compare_bytes(args.pointer(0)?, args.pointer(1)?, args.scalar(2)?.bits)?;
                Ok(Value::Scalar(order))
            }
            RawEq => {
                let size = self.info(args.ty(0)?)?.size;
                let order = self.compare_bytes(args.pointer(0)?, args.pointer(1)?, size.into())?;
                Ok(Value::Scalar(Scalar { bits: (order.bits == 0).into(), ..order }))
            }
            DiscriminantValue => {
                let info = self.info(args.ty(0)?)?;
                let place = self.memory_place(args.pointer(0)?, info.align);
                Ok(Value::Scalar(self.discriminant_at(place, info.ty)?))
            }

            // Pointers.
            Offset => self.offset_inbounds(args),
            ArithOffset => self.offset_anywhere(args),
            PtrMask => {
                let (pointer, mask) = (args.scalar(0)?, args.scalar(1)?);
                self.observe_address(pointer.provenance);
                Ok(Value::Scalar(Scalar { bits: pointer.bits & mask.bits, ..pointer }.tainted_if(true)))
            }
            PtrOffsetFrom => self.distance(args, false),
            PtrOffsetFromUnsigned => self.distance(args, true),
            PtrGuaranteedCmp => {
                let (a, b) = (args.scalar(0)?, args.scalar(1)?);
                Ok(Value::Scalar(Scalar::new((a.bits == b.bits).into()).tainted_if(true)))
            }
            AggregateRawPtr => {
                let data = args.scalar(0)?;
                Ok(match (dest.class, &args.values[1].0) {
                    (Class::Wide(_), Value::Scalar(meta)) => Value::Wide(data, *meta),
                    _ => Value::Scalar(data),
                })
            }
            SizeOfVal => self.layout_of_val(args, |size, _| size),
            AlignOfVal => self.layout_of_val(args, |_, align| align),

            // Atomic accesses.
            AtomicLoad => self.atomic_load(args),
            AtomicStore => self.atomic_store(args),
            AtomicCxchg => self.compare_exchange(args, dest, false),
            AtomicCxchgweak => self.compare_exchange(args, dest, true),
            AtomicXchg => self.atomic_swap(args),
            AtomicXadd => self.atomic_update(args, |int, a, b| int.truncate(a.wrapping_add(b))),
            AtomicXsub => self.atomic_update(args, |int, a, b| int.truncate(a.wrapping_sub(b))),
            AtomicAnd => self.atomic_update(args, |_, a, b| a & b),
            AtomicNand => self.atomic_update(args, |int, a, b| int.truncate(!(a & b))),
            AtomicOr => self.atomic_update(args, |_, a, b| a | b),
            AtomicXor => self.atomic_update(args, |_, a, b| a ^ b),
            AtomicMax | AtomicUmax => {
                self.atomic_update(args, |int, a, b| if integers::compare(int, a, b).is_lt() { b } else { a })
            }
            AtomicMin | AtomicUmin => {
                self.atomic_update(args, |int, a, b| if integers::compare(int, a, b).is_lt() { a } else { b })
            }
            AtomicFence => {
                self.fence(args.ordering(0));
                Ok(nothing())
            }
            // The compiler's affair: one thread sees its own accesses in order.
            AtomicSinglethreadfence => Ok(nothing()),

            // Values as they are, and hints.
            Likely | Unlikely | BlackBox => Ok(args.values[0].0.clone()),
            SelectUnpredictable => self.select(args),
            Transmute | TransmuteUnchecked => {
                let (value, from) = &args.values[0];
                match self.retags(from) {
                    true => {
                        let value = self.retag_value(value, from, &mut Retagging::Plain)?;
                        self.transmute(&value, from, dest)
                    }
                    false => self.transmute(value, from, dest),
                }
            }
            ColdPath | Forget => Ok(nothing()),

            // What the compiler knows or decides: of the last three, both answers are right.
            AssertInhabited => self.assert_inhabited(args).map(|()| nothing()),
            // What compiled crates are run for is a result, one of those that are right.
            AssertZeroValid if self.supplier.is_some() => self.assert_valid(args, 0).map(|()| nothing()),
            AssertMemUninitializedValid if self.supplier.is_some() => {
                self.assert_valid(args, UNINIT_FILL).map(|()| nothing())
            }
            AssertZeroValid | AssertMemUninitializedValid => {
                self.assert_inhabited(args)?;
                unsupported(format!("the intrinsic `{}`", intrinsic.name()))
            }
            IsValStaticallyKnown if self.supplier.is_some() => {
                Ok(Value::Scalar(Scalar::new((self.choose() % 2).into()).tainted_if(true)))
            }
            IsValStaticallyKnown | UbChecks | OverflowChecks => {
                Ok(Value::Scalar(Scalar::new(0).tainted_if(true)))
            }

            // Control flow.
            Assume => match args.scalar(0)?.bits {
                0 => ub(Ub::FalseAssume),
                _ => Ok(nothing()),
            },
            Unreachable => ub(Ub::Unreachable),
            Abort => Err(Box::new(Stop::Abort("the program aborted"))),
            Breakpoint => Err(Box::new(Stop::Abort("trace/breakpoint trap"))),
            CatchUnwind | CatchUnwindBool => unreachable!("a call, not a value"),
        }
    }

    fn catch_unwind(&mut self, args: &Args<'_>, dest: &PlaceCode, target: BlockId) -> Step<Progress> {
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

    fn assert_inhabited(&mut self, args: &Args<'_>) -> Step<()> {
        match self.info(args.ty(0)?)?.uninhabited && self.supplier.is_none() {
            true => Err(Box::new(Stop::Abort("a value of an uninhabited type was asked for"))),
            false => Ok(()),
        }
    }

    /// Panics unless memory of such bytes is a value (`check_validity_requirement` in `rustc_middle`, with `-Zstrict-init-checks`).
    ///
    /// In ordinary programs it is the library that asks, to soften the Undefined Behavior of `mem::zeroed` and `mem::uninitialized`: there
    /// the machine goes on and finds that.
    fn assert_valid(&mut self, args: &Args<'_>, byte: u8) -> Step<()> {
        if self.supplier.is_some() {
            return Ok(());
        }
        self.assert_inhabited(args)?;
        let info = self.info(args.ty(0)?)?;
        let mut region = self.new_region(info.size as usize);
        region.write_bytes(0, &vec![byte; info.size as usize], false);
        match self.normalize(&mut region, &info) {
            Err(stop) if matches!(*stop, Stop::Ub(_)) => {
                Err(Box::new(Stop::Abort("a value of a type was asked for that such bytes are not")))
            }
            other => other,
        }
    }

    /// The body that stands for it in Miri is a function, which both values are passed to.
    fn select(&mut self, args: &Args<'_>) -> Step<Value> {
        let chosen = if args.scalar(0)?.bits == 1 { 1 } else { 2 };
        let info = args.values[chosen].1;
        if !self.retags(&info) {
            return Ok(args.values[chosen].0.clone());
        }
        let mut protected = ProtectedBorrows::new();
        let mut passed = Vec::with_capacity(2);
        for (value, info) in &args.values[1..] {
            passed.push(self.retag_value(value, info, &mut Retagging::Protected(&mut protected))?);
        }
        let result = self.retag_value(&passed[chosen - 1], &info, &mut Retagging::Plain)?;
        protected.into_iter().for_each(|(id, tag)| self.end_protection(id, tag));
        Ok(result)
    }
}
