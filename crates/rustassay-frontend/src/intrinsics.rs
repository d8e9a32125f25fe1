//! Intrinsics: those that the machine knows, and those that only whoever knows the types can answer.

use crate::consts::block;
use crate::context::{ArgExt, Cx, IntoStep};
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{AtomicOrdering, Builtin, ConstExpr, FnDefId, FnRef};

/// What a call of an intrinsic becomes.
pub(crate) enum Lowered {
    /// A constant.
    Value(mir::Const),
    /// A call of what the machine knows.
    Call(FnRef),
}

impl Cx<'_> {
    /// Whether the machine or this module knows an intrinsic, so that a body to fall back to is not needed.
    pub(crate) fn knows_intrinsic(&self, name: &str, args: &[GenericArg]) -> bool {
        // The library's bodies of these are as exact, and for every type.
        if matches!(name, "carrying_mul_add" | "disjoint_bitor") {
            return false;
        }
        matches!(name, "type_id" | "type_name" | "const_eval_select")
            || Builtin::from_name(name).is_some()
            || self.model_intrinsic(name, args).is_some()
    }

    /// The intrinsic of the model; some releases have one generic intrinsic for what others have one per type.
    fn model_intrinsic(&self, name: &str, args: &[GenericArg]) -> Option<mir::Intrinsic> {
        if let Some(found) = mir::Intrinsic::from_name(name) {
            return Some(found);
        }
        let float = match &*self.kind(args.first()?.ty()?) {
            TyKind::Float(FloatTy::F16) => mir::FloatTy::F16,
            TyKind::Float(FloatTy::F32) => mir::FloatTy::F32,
            TyKind::Float(FloatTy::F64) => mir::FloatTy::F64,
            TyKind::Float(FloatTy::F128) => mir::FloatTy::F128,
            _ => return None,
        };
        mir::Intrinsic::from_generic_name(name, float)
    }

    /// What a call of an intrinsic with ground arguments becomes.
    pub(crate) fn lower_intrinsic(
        &mut self,
        def: DefId,
        args: &Args,
        intrinsic: &IntrinsicDef,
    ) -> Step<Lowered> {
        let first = args.iter().find_map(|arg| arg.ty());
        match (&*intrinsic.name, first) {
            ("type_id", Some(ty)) => return self.type_id_value(ty).map(Lowered::Value),
            ("type_name", Some(ty)) => {
                return Ok(Lowered::Value(mir::Const::Str(self.type_name(ty)?.into())));
            }
            _ => {}
        }
        let name = &*intrinsic.name;
        if let Some(builtin) = Builtin::from_name(name) {
            let generics = self.intrinsic_args(args)?;
            return Ok(Lowered::Call(FnRef { def: FnDefId::Builtin(builtin), generics }));
        }
        if let Some(known) = self.model_intrinsic(name, args) {
            let generics = match known.float() {
                Some(_) => Box::new([]),
                None => self.intrinsic_args(args)?,
            };
            return Ok(Lowered::Call(FnRef { def: FnDefId::Intrinsic(known), generics }));
        }
        let sig = self.crates().fn_sig(def).step()?;
        let sig = self.instantiate_sig(&sig, args)?;
        let sig = self.normalize_sig(&sig)?;
        let sig = self.lower_sig(&sig)?;
        Ok(Lowered::Call(self.unknown_fn(name, mir::ForeignKind::Intrinsic, sig)))
    }

    fn intrinsic_args(&mut self, args: &Args) -> Step<Box<[mir::GenericArg]>> {
        let mut lowered = Vec::new();
        for &arg in args.iter() {
            match arg {
                GenericArg::Lifetime => {}
                GenericArg::Type(ty) => lowered.push(mir::GenericArg::Ty(self.lower_ty(ty)?)),
                GenericArg::Const(constant) => {
                    lowered.push(mir::GenericArg::Ordering(self.ordering(constant)?))
                }
            }
        }
        Ok(lowered.into())
    }

    /// The memory ordering that a const argument is: a variant of `core::intrinsics::AtomicOrdering`, which has them in the
    /// order of the model.
    fn ordering(&mut self, constant: Const) -> Step<AtomicOrdering> {
        let constant = self.normalize_const(constant)?;
        if let ConstKind::Value(_, ValTree::Branch(parts)) = &*self.const_kind(constant)
            && let Some(&variant) = parts.first()
        {
            let variant = self.const_bits(variant)?;
            if let Some(&ordering) = AtomicOrdering::ALL.get(variant as usize) {
                return Ok(ordering);
            }
        }
        unsupported("an intrinsic with a const argument that is no memory ordering")
    }

    fn type_id_value(&mut self, ty: Ty) -> Step<mir::Const> {
        let id = self.type_id(ty);
        let def = self.lang_item("TypeId")?;
        let type_id = self.mk(TyKind::Adt(def, [].into()));
        let ty = self.lower_ty(type_id)?;
        let memory = self.byte_memory(id.to_le_bytes().into());
        self.machine.program.memories[memory].align = 16;
        Ok(block(ConstExpr::Memory { memory, offset: 0, ty }))
    }
}
