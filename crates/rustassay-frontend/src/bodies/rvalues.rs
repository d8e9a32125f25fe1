//! What computes a value.

use super::Lowering;
use crate::instance::Instance;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;

impl Lowering<'_, '_> {
    pub(super) fn lower_rvalue(&mut self, rvalue: &Rvalue) -> Step<mir::Rvalue> {
        Ok(match rvalue {
            Rvalue::Use(operand, WithRetag::Yes) => mir::Rvalue::Use(self.operand(operand)?),
            Rvalue::Use(operand, WithRetag::No) => mir::Rvalue::UseWithoutRetag(self.operand(operand)?),
            Rvalue::Repeat(operand, len) => {
                let len = self.cx.instantiate_const(*len, self.args)?;
                mir::Rvalue::Repeat(self.operand(operand)?, self.cx.array_len(len)?)
            }
            Rvalue::Ref(BorrowKind::Shared | BorrowKind::Fake, place) => {
                mir::Rvalue::Ref(mir::Mutability::Not, self.place(place)?)
            }
            Rvalue::Ref(BorrowKind::Mut(MutBorrowKind::TwoPhaseBorrow), place) => {
                mir::Rvalue::TwoPhaseRef(self.place(place)?)
            }
            Rvalue::Ref(BorrowKind::Mut(_), place) => {
                mir::Rvalue::Ref(mir::Mutability::Mut, self.place(place)?)
            }
            Rvalue::ThreadLocalRef(def) => self.thread_local(*def)?,
            Rvalue::RawPtr(RawPtrKind::FakeForPtrMetadata, place) => {
                mir::Rvalue::FakeRawPtr(self.place(place)?)
            }
            Rvalue::RawPtr(kind, place) => {
                let mutability = match kind {
                    RawPtrKind::Mut => mir::Mutability::Mut,
                    RawPtrKind::Const | RawPtrKind::FakeForPtrMetadata => mir::Mutability::Not,
                };
                mir::Rvalue::RawPtr(mutability, self.place(&self.retagged_boxes.in_place(place))?)
            }
            Rvalue::Cast(kind, operand, ty) => self.lower_cast(*kind, operand, *ty)?,
            Rvalue::BinaryOp(op, left, right) => {
                let (left, right) = (self.operand(left)?, self.operand(right)?);
                match binary(*op) {
                    Ok(op) => mir::Rvalue::Binary(op, left, right),
                    Err(op) => mir::Rvalue::Checked(op, left, right),
                }
            }
            Rvalue::UnaryOp(op, operand) => {
                let op = match op {
                    UnOp::Not => mir::UnOp::Not,
                    UnOp::Neg => mir::UnOp::Neg,
                    UnOp::PtrMetadata => mir::UnOp::PtrMetadata,
                };
                mir::Rvalue::Unary(op, self.operand(operand)?)
            }
            Rvalue::Discriminant(place) => mir::Rvalue::Discriminant(self.place(place)?),
            Rvalue::Aggregate(kind, operands) => self.lower_aggregate(kind, operands)?,
            Rvalue::CopyForDeref(place) => mir::Rvalue::CopyForDeref(self.place(place)?),
            Rvalue::WrapUnsafeBinder(operand, _) => mir::Rvalue::Use(self.operand(operand)?),
            Rvalue::Reborrow(_, _, place) => mir::Rvalue::Use(mir::Operand::Copy(self.place(place)?)),
        })
    }

    fn lower_aggregate(&mut self, kind: &AggregateKind, operands: &[Operand]) -> Step<mir::Rvalue> {
        let values = operands.iter().map(|operand| self.operand(operand)).collect::<Step<Vec<_>>>()?;
        let ty = match kind {
            AggregateKind::Array(element) => return Ok(mir::Rvalue::Array(self.ty(*element)?, values)),
            AggregateKind::Tuple => return Ok(mir::Rvalue::Tuple(values)),
            AggregateKind::RawPtr(pointee, mutability) => {
                let pointer = self.cx.mk(TyKind::RawPtr(*pointee, *mutability));
                let pointer = self.ty(pointer)?;
                let [data, meta] = <[mir::Operand; 2]>::try_from(values)
                    .or_else(|_| unsupported("a pointer that is not made of two parts"))?;
                return Ok(mir::Rvalue::PtrFromParts(pointer, data, meta));
            }
            AggregateKind::Adt { def_id, args, .. } => TyKind::Adt(*def_id, args.clone()),
            AggregateKind::Closure(def, args) => TyKind::Closure(*def, args.clone()),
            AggregateKind::Coroutine(def, args) => TyKind::Coroutine(*def, args.clone()),
            AggregateKind::CoroutineClosure(def, args) => TyKind::CoroutineClosure(*def, args.clone()),
        };
        let ty = self.cx.mk(ty);
        let adt = self.adt(ty)?;
        let (variant, field) = match kind {
            AggregateKind::Adt { variant_index, active_field, .. } => {
                (mir::VariantId(*variant_index), active_field.map(mir::FieldId))
            }
            _ => (mir::VariantId::ONLY, None),
        };
        Ok(mir::Rvalue::Adt(adt, variant, field, values))
    }

    fn lower_cast(&mut self, kind: CastKind, operand: &Operand, ty: Ty) -> Step<mir::Rvalue> {
        let target = self.ty(ty)?;
        let kind = match kind {
            CastKind::PointerExposeProvenance
            | CastKind::PointerWithExposedProvenance
            | CastKind::IntToInt
            | CastKind::FloatToInt
            | CastKind::FloatToFloat
            | CastKind::IntToFloat
            | CastKind::FnPtrToPtr => mir::CastKind::As,
            CastKind::PtrToPtr => mir::CastKind::PtrToPtr,
            CastKind::Transmute => mir::CastKind::Transmute,
            CastKind::Subtype => return Ok(mir::Rvalue::Use(self.operand(operand)?)),
            CastKind::PointerCoercion(coercion) => match coercion {
                PointerCoercion::ReifyFnPointer(_) | PointerCoercion::ClosureFnPointer(_) => {
                    let function = self.operand_ty(operand)?;
                    return self.reify(function, target);
                }
                PointerCoercion::UnsafeFnPointer => mir::CastKind::Transmute,
                PointerCoercion::MutToConstPointer | PointerCoercion::ArrayToPointer => {
                    mir::CastKind::PtrToPtr
                }
                PointerCoercion::Unsize => {
                    let from = self.operand_ty(operand)?;
                    if self.cx.lower_ty(from)? == target {
                        // Only the lifetime of a trait object changes.
                        return Ok(mir::Rvalue::Use(self.operand(operand)?));
                    }
                    mir::CastKind::Unsize
                }
            },
        };
        Ok(mir::Rvalue::Cast(kind, self.operand(operand)?, target))
    }

    /// A function or closure as a pointer.
    fn reify(&mut self, function: Ty, target: mir::Ty) -> Step<mir::Rvalue> {
        let function = match &*self.cx.kind(function) {
            TyKind::FnDef(def, args) => self.cx.fn_pointer(*def, args)?,
            TyKind::Closure(def, args) => {
                let id = self.cx.fn_id(&Instance::ClosurePointer(*def, args.clone()))?;
                mir::FnRef::plain(mir::FnDefId::Fn(id))
            }
            _ => return unsupported("a pointer to what is no function"),
        };
        let value = mir::ConstExpr::FnPtr(Box::new(function), target);
        Ok(mir::Rvalue::Use(mir::Operand::Const(crate::consts::block(value))))
    }
}

/// The operator, or its checked form.
fn binary(op: BinOp) -> Result<mir::BinOp, mir::CheckedOp> {
    Ok(match op {
        BinOp::AddWithOverflow => return Err(mir::CheckedOp::Add),
        BinOp::SubWithOverflow => return Err(mir::CheckedOp::Sub),
        BinOp::MulWithOverflow => return Err(mir::CheckedOp::Mul),
        BinOp::Add => mir::BinOp::Add,
        BinOp::AddUnchecked => mir::BinOp::AddUnchecked,
        BinOp::Sub => mir::BinOp::Sub,
        BinOp::SubUnchecked => mir::BinOp::SubUnchecked,
        BinOp::Mul => mir::BinOp::Mul,
        BinOp::MulUnchecked => mir::BinOp::MulUnchecked,
        BinOp::Div => mir::BinOp::Div,
        BinOp::Rem => mir::BinOp::Rem,
        BinOp::BitXor => mir::BinOp::BitXor,
        BinOp::BitAnd => mir::BinOp::BitAnd,
        BinOp::BitOr => mir::BinOp::BitOr,
        BinOp::Shl => mir::BinOp::Shl,
        BinOp::ShlUnchecked => mir::BinOp::ShlUnchecked,
        BinOp::Shr => mir::BinOp::Shr,
        BinOp::ShrUnchecked => mir::BinOp::ShrUnchecked,
        BinOp::Eq => mir::BinOp::Eq,
        BinOp::Lt => mir::BinOp::Lt,
        BinOp::Le => mir::BinOp::Le,
        BinOp::Ne => mir::BinOp::Ne,
        BinOp::Ge => mir::BinOp::Ge,
        BinOp::Gt => mir::BinOp::Gt,
        BinOp::Cmp => mir::BinOp::Cmp,
        BinOp::Offset => mir::BinOp::Offset,
    })
}
