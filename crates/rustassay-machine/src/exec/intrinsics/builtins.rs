//! The intrinsics that custom MIR cannot call: what the compiler knows of types, and of pointers' metadata.

use super::super::Progress;
use super::super::retag::Retagging;
use super::{Args, nothing};
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, Value};
use crate::memory::*;
use rustassay_mir::model::*;

impl Machine {
    /// Calls one.
    pub(crate) fn builtin(
        &mut self,
        builtin: Builtin,
        generics: &[GenericArg],
        args: &[OperandCode],
        dest: &PlaceCode,
        target: BlockId,
    ) -> Step<Progress> {
        let values = args.iter().map(|arg| Ok((self.operand(arg)?, *arg.info())));
        let args = Args { values: values.collect::<Step<Vec<_>>>()?, generics };
        let value = self.builtin_value(builtin, &args, &dest.info)?;
        if dest.info.size > 0 {
            let place = self.place(dest)?;
            self.store(place, &dest.info, &value, &mut Retagging::Plain)?;
        }
        self.go_to(target);
        Ok(Progress::More)
    }

    fn builtin_value(&mut self, builtin: Builtin, args: &Args<'_>, dest: &TyInfo) -> Step<Value> {
        let number = |value: u64| Ok(Value::Scalar(Scalar::new(value.into())));
        match builtin {
            Builtin::SizeOf => number(self.info(args.ty(0)?)?.size),
            Builtin::AlignOf => number(self.info(args.ty(0)?)?.align),
            Builtin::NeedsDrop => number(self.info(args.ty(0)?)?.needs_drop.into()),
            Builtin::VariantCount => {
                let def = self.program.adt(args.ty(0)?).filter(|def| def.kind == AdtKind::Enum);
                number(def.map_or(0, |def| def.variants.len() as u64))
            }
            Builtin::OffsetOf => {
                let ty = args.ty(0)?;
                self.info(ty)?;
                let (variant, field) = (args.scalar(0)?.bits as u32, args.scalar(1)?.bits as u32);
                number(self.field_offset(ty, VariantId(variant), FieldId(field)))
            }
            Builtin::PtrMetadata => Ok(match &args.values[..] {
                [(Value::Wide(_, metadata), _)] => Value::Scalar(*metadata),
                _ => nothing(),
            }),
            Builtin::SliceGetUnchecked => self.slice_get_unchecked(args, dest),
            Builtin::VtableSize | Builtin::VtableAlign => {
                let vtable = self.metadata_of(args.scalar(0)?, Metadata::Vtable)?;
                let (size, align) = self.vtable_extent(vtable);
                number(if builtin == Builtin::VtableSize { size } else { align })
            }
            Builtin::WriteViaMove => self.write_target(args, true),
            Builtin::CallerLocation => self.caller_location(dest),
            Builtin::ConstAllocate => self.const_allocate(args),
            Builtin::ConstDeallocate => self.const_deallocate(args),
            // Whatever the constant's value refers to becomes constant memory when it is kept.
            Builtin::ConstMakeGlobal => Ok(Value::Scalar(args.scalar(0)?)),
            Builtin::Simd(op) => self.simd(op, args, dest),
        }
    }

    /// Memory for a constant. At run time there is none to be had (`core::intrinsics::const_allocate`).
    fn const_allocate(&mut self, args: &Args<'_>) -> Step<Value> {
        let (size, align) = (args.scalar(0)?.bits as u64, args.scalar(1)?.bits as u64);
        if !self.is_evaluating_constant() {
            return Ok(Value::Scalar(Scalar::new(0)));
        }
        if !align.is_power_of_two() {
            return unsupported("`const_allocate` with an alignment that is no power of two");
        }
        let id = self.allocate(size, align, AllocKind::Heap, true)?;
        Ok(Value::Scalar(self.alloc(id).pointer(id).into()))
    }

    /// Frees memory that the same constant has allocated. What another constant has is left alone, and so is all memory at run time.
    fn const_deallocate(&mut self, args: &Args<'_>) -> Step<Value> {
        let (size, align) = (args.scalar(1)?.bits as u64, args.scalar(2)?.bits as u64);
        let pointer = args.pointer(0)?;
        let is_own = |machine: &Machine, id| machine.alloc(id).kind == AllocKind::Heap;
        if self.is_evaluating_constant() && self.resolve(pointer).is_some_and(|(id, ..)| is_own(self, id)) {
            self.dealloc(pointer, size, align)?;
        }
        Ok(nothing())
    }

    /// A pointer to an element of a slice, whose index is not checked by the caller.
    fn slice_get_unchecked(&mut self, args: &Args<'_>, dest: &TyInfo) -> Step<Value> {
        let (Some((Value::Wide(pointer, len), _)), index) = (args.values.first(), args.scalar(1)?) else {
            return unsupported("an element of this");
        };
        let Some(element) = self.program.types.pointee(dest.ty) else {
            return unsupported("an element of this");
        };
        let (index, len) = (index.bits as u64, len.bits as u64);
        if index >= len {
            return ub(Ub::IndexOutOfBounds { index, len });
        }
        let stride = self.info(element)?.size;
        let Some(bytes) = self.byte_distance(index.into(), stride) else {
            return ub(Ub::SizeOverflow);
        };
        let moved = self.inbounds_offset((*pointer).into(), bytes)?;
        Ok(Value::Scalar(Scalar { bits: moved.addr.into(), ..*pointer }))
    }

    /// Where the innermost function that is not `#[track_caller]` makes its call.
    fn caller_location(&mut self, dest: &TyInfo) -> Step<Value> {
        let tracked = self.frames.iter().rev().find(|frame| !frame.code.tracks_caller);
        let Some(frame) = tracked.or(self.frames.first()) else { return unsupported("a call from nowhere") };
        let call = At::Statement(frame.code.id, frame.block, frame.statement, Part::Whole);
        let Some(supplier) = self.supplier.clone() else { return unsupported("the location of a call") };
        let location = supplier.caller_location(self, call)?;
        let mut region = self.new_region(dest.size as usize);
        self.evaluate_constant(&location, dest.ty, &mut region, 0)?;
        match region.read_address(0) {
            Some(pointer) => Ok(Value::Scalar(pointer)),
            None => unsupported("the location of a call"),
        }
    }

    /// Copies values as they are from the first pointer to the second.
    pub(crate) fn copy_nonoverlapping(&mut self, operands: &[OperandCode; 3]) -> Step<()> {
        let Some(pointee) = self.program.types.pointee(operands[0].info().ty) else {
            return unsupported("a copy of what is no pointer's");
        };
        let values = operands.iter().map(|operand| Ok((self.operand(operand)?, *operand.info())));
        let generics = [GenericArg::Ty(pointee)];
        let args = Args { values: values.collect::<Step<Vec<_>>>()?, generics: &generics };
        self.copy_memory(&args, (0, 1), true).map(drop)
    }
}
