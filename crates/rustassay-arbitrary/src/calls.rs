//! Calls: of functions, function pointers, intrinsics and surface functions.

use crate::body::BodyDraft;
use crate::facts;
use rustassay_lang::Release;
use rustassay_mir::model::*;
use rustassay_mir::release::{Construct, CustomMir};

impl BodyDraft {
    /// A call. What it writes and what it moves are different places, and none is in a packed type.
    fn call(&mut self, func: Operand, params: &[Ty], ret: Ty) -> Option<Terminator> {
        let target = self.target()?;
        let args = self.args_of(params);
        let moved = args.iter().filter_map(Operand::place).map(|place| place.local);
        let moved: Vec<Local> = moved.chain(func.place().map(|place| place.local)).collect();
        let mut dest = self.call_dest_of(ret);
        if moved.contains(&dest.local) {
            dest = self.declare(ret).into();
        }
        let unwind = self.unwind();
        Some(Terminator::Call(Box::new(Call { dest, func, args, target, unwind })))
    }

    /// Arguments of the types. None is moved from a packed type, nor twice.
    pub fn args_of(&mut self, params: &[Ty]) -> Vec<Operand> {
        let mut args = Vec::new();
        for &ty in params {
            args.push(self.arg_of(ty, &args));
        }
        args
    }

    /// An argument that has nothing in common with the ones before.
    fn arg_of(&mut self, ty: Ty, others: &[Operand]) -> Operand {
        match self.operand_of(ty) {
            Operand::Const(value) => Operand::Const(value),
            Operand::Copy(place) if self.types().is_copy(ty) => Operand::Copy(place),
            Operand::Copy(_) | Operand::Move(_) => {
                let place = self.call_dest_of(ty);
                let is_used = |other: &Operand| other.place().is_some_and(|other| other.local == place.local);
                match others.iter().any(is_used) {
                    true => Operand::Move(self.declare(ty).into()),
                    false => Operand::Move(place),
                }
            }
        }
    }

    fn planned(&mut self) -> Option<(FnRef, FnSig)> {
        let const_only = self.function.is_const;
        let functions = self.draft.planned.iter().enumerate().filter(|(_, f)| f.is_const || !const_only);
        let functions: Vec<usize> = functions.map(|(index, _)| index).collect();
        let index = self.draft.rng.pick(&functions)?;
        Some((FnRef::plain(FnDefId::Fn(FnId::new(index))), self.draft.planned[index].sig.clone()))
    }

    /// `f(..)`
    pub fn call_fn(&mut self) -> Option<Terminator> {
        let (function, sig) = self.planned()?;
        self.call(Const::Fn(Box::new(function)).into(), &sig.params, sig.ret)
    }

    /// A call of a local that holds a function of its own type.
    pub fn call_fn_item(&mut self) -> Option<Terminator> {
        self.target()?;
        let (function, sig) = self.planned()?;
        let function = Box::new(function);
        let ty = self.draft.program.types.intern(TyKind::FnDef(function.clone()));
        let local = self.declare(ty);
        self.statements.push(Statement::Assign(local.into(), Rvalue::Use(Const::Fn(function).into())));
        self.call(Operand::Copy(local.into()), &sig.params, sig.ret)
    }

    /// A call of a function pointer.
    pub fn call_pointer(&mut self) -> Option<Terminator> {
        if self.function.is_const {
            return None;
        }
        let ty = self.ty_where(|types, ty| matches!(types.kind(ty), TyKind::FnPtr(_)))?;
        let TyKind::FnPtr(sig) = self.types().kind(ty).clone() else { return None };
        let func = self.operand_of(ty);
        self.call(func, &sig.params, sig.ret)
    }

    /// A call of surface Rust.
    pub fn call_surface(&mut self) -> Option<Terminator> {
        if self.function.is_const {
            return None;
        }
        let id = self.draft.rng.pick(&self.draft.surface)?;
        let SurfaceFn { params, ret, generics, .. } = self.draft.program.surface_fns[id].clone();
        // A parameter of any type is `impl Debug`, or the one type parameter.
        let any = self.ty_where(|types, ty| {
            types.implements(ty, Derive::Debug)
                && facts::scalars(types, ty) <= 8
                && !facts::has_never(types, ty)
        })?;
        let params: Vec<Ty> = params.into_iter().map(|param| param.unwrap_or(any)).collect();
        let generics = vec![GenericArg::Ty(any); generics].into();
        let function = FnRef { def: FnDefId::Surface(id), generics };
        self.call(Const::Fn(Box::new(function)).into(), &params, ret.unwrap_or(any))
    }

    /// A call of an intrinsic, with any types that it admits.
    pub fn call_intrinsic(&mut self) -> Option<Terminator> {
        let is_known = |intrinsic: &Intrinsic| Release::REFERENCE.has(Construct::Intrinsic(*intrinsic));
        let all: Vec<Intrinsic> = Intrinsic::all().filter(is_known).collect();
        let intrinsic = self.draft.rng.pick(&all)?;
        let signature = intrinsic.signature();
        if self.function.is_const && !signature.is_const
            || self.function.phase >= Phase::RuntimePostCleanup && intrinsic.is_lowered()
        {
            return None;
        }
        let mut generics: Vec<GenericArg> = Vec::new();
        for &bound in &signature.generics {
            let arg = self.generic_arg(intrinsic, bound, &generics)?;
            generics.push(arg);
        }
        let function = FnRef { def: FnDefId::Intrinsic(intrinsic), generics: generics.into() };
        let (types, items) = self.draft.program.types_and_items();
        let sig = items.call_sig(types, &function)?;
        let params: Option<Vec<Ty>> = sig.params.into_iter().collect();
        let params = params?;
        let mut call = self.call(Const::Fn(Box::new(function)).into(), &params, sig.ret?)?;
        // `LowerIntrinsics` replaces these by places, for which the pointer must be in a local.
        if let Intrinsic::ReadViaCopy | Intrinsic::DiscriminantValue = intrinsic
            && let Terminator::Call(call) = &mut call
        {
            call.args[0] = Operand::Copy(self.declare(params[0]).into());
        }
        Some(call)
    }

    fn generic_arg(
        &mut self,
        intrinsic: Intrinsic,
        bound: Bound,
        others: &[GenericArg],
    ) -> Option<GenericArg> {
        if bound == Bound::Ordering {
            let position = others.iter().filter(|arg| matches!(arg, GenericArg::Ordering(_))).count();
            return self.draft.rng.pick(intrinsic.orderings(position)).map(GenericArg::Ordering);
        }
        if let (Bound::MetadataOf(other), Some(&GenericArg::Ty(_))) = (bound, others.first()) {
            let GenericArg::Ty(pointer) = others[other] else { return None };
            let types = self.types();
            return Some(GenericArg::Ty(types.metadata_ty(types.pointee(pointer)?)));
        }
        // A transmutation keeps the size.
        let size = match (intrinsic, others) {
            (Intrinsic::Transmute | Intrinsic::TransmuteUnchecked, &[GenericArg::Ty(from)]) => {
                Some(facts::size(self.types(), from)?)
            }
            _ => None,
        };
        let ty = self.ty_where(|types, ty| {
            bound.admits(types, GenericArg::Ty(ty), others)
                && (intrinsic != Intrinsic::AggregateRawPtr || same_mutability(types, ty, others))
                && (size.is_none() || facts::size(types, ty) == size)
        })?;
        Some(GenericArg::Ty(ty))
    }
}

/// Whether a pointer of type `ty` has the mutability of the type before it: a pointer is built from one of its kind.
fn same_mutability(types: &Types, ty: Ty, others: &[GenericArg]) -> bool {
    match others.first() {
        Some(&GenericArg::Ty(pointer)) => {
            facts::points_mutably(types, ty) == facts::points_mutably(types, pointer)
        }
        _ => true,
    }
}
