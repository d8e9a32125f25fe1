//! Traits that the compiler provides by itself, and their associated types.

use crate::context::{ArgExt, Cx, IntoStep};
use crate::select::{CallKind, TraitKind};
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;

impl Cx<'_> {
    /// Whether a type has a trait that the compiler provides; none if impls decide.
    pub(crate) fn builtin_holds(
        &mut self,
        kind: TraitKind,
        self_ty: Ty,
        trait_ref: &TraitRef,
    ) -> Step<Option<bool>> {
        let ty = self.kind(self_ty);
        Ok(match kind {
            TraitKind::Ordinary | TraitKind::Auto => None,
            TraitKind::Always | TraitKind::DiscriminantKind | TraitKind::Pointee => Some(true),
            TraitKind::Sized => Some(self.is_sized(self_ty)?),
            TraitKind::MetaSized => {
                let tail = self.unsized_tail(self_ty)?;
                Some(!matches!(&*self.kind(tail), TyKind::Foreign(_)))
            }
            TraitKind::Tuple => Some(matches!(&*ty, TyKind::Tuple(_))),
            TraitKind::FnPtr => Some(matches!(&*ty, TyKind::FnPtr(_))),
            TraitKind::Clone => match &*ty {
                TyKind::FnDef(..) | TyKind::FnPtr(_) => Some(true),
                TyKind::Tuple(fields) => Some(self.all_hold(trait_ref.def_id, fields)?),
                TyKind::Closure(_, args) => {
                    let upvars = self.upvars(args)?;
                    Some(self.all_hold(trait_ref.def_id, &upvars)?)
                }
                TyKind::CoroutineClosure(def, args) => {
                    let upvars = self.coroutine_closure_upvars(*def, args)?;
                    Some(self.all_hold(trait_ref.def_id, &upvars)?)
                }
                TyKind::Pat(base, _) => Some(self.all_hold(trait_ref.def_id, &[*base])?),
                TyKind::Coroutine(def, args) => match self.crates().coroutine_kind(*def).step()? {
                    Some(CoroutineKind::Coroutine { movable: true }) => {
                        let upvars = self.upvars(args)?;
                        Some(self.all_hold(trait_ref.def_id, &upvars)?)
                    }
                    _ => Some(false),
                },
                _ => None,
            },
            TraitKind::Call(wanted) => match &*ty {
                TyKind::Closure(_, args) => {
                    Some(self.closure_kind(args)? <= wanted && self.takes(self_ty, trait_ref)?)
                }
                TyKind::CoroutineClosure(def, args) => {
                    Some(self.coroutine_closure_kind(*def, args)? <= wanted)
                }
                TyKind::FnDef(..) | TyKind::FnPtr(_) => Some(self.takes(self_ty, trait_ref)?),
                _ => None,
            },
            TraitKind::AsyncCall(wanted) => match &*ty {
                TyKind::CoroutineClosure(def, args) => {
                    Some(self.coroutine_closure_kind(*def, args)? <= wanted)
                }
                TyKind::Closure(_, args) => Some(self.closure_kind(args)? <= wanted),
                TyKind::FnDef(..) | TyKind::FnPtr(_) => Some(true),
                _ => None,
            },
            TraitKind::AsyncFnKindHelper => {
                let goal = trait_ref.args.get(1).and_then(|arg| arg.ty());
                let goal = goal.and_then(|ty| self.kind_of_marker(ty));
                match (self.kind_of_marker(self_ty), goal) {
                    (Some(closure), Some(goal)) => Some(closure <= goal),
                    _ => None,
                }
            }
            TraitKind::Future => match &*ty {
                TyKind::Coroutine(def, _) => Some(self.is_desugared(*def, CoroutineDesugaring::Async)?),
                _ => None,
            },
            TraitKind::Iterator | TraitKind::FusedIterator => match &*ty {
                TyKind::Coroutine(def, _) => Some(self.is_desugared(*def, CoroutineDesugaring::Gen)?),
                _ => None,
            },
            TraitKind::AsyncIterator => match &*ty {
                TyKind::Coroutine(def, _) => Some(self.is_desugared(*def, CoroutineDesugaring::AsyncGen)?),
                _ => None,
            },
            TraitKind::Coroutine => match &*ty {
                TyKind::Coroutine(def, _) => {
                    let kind = self.crates().coroutine_kind(*def).step()?;
                    Some(matches!(kind, Some(CoroutineKind::Coroutine { .. })))
                }
                _ => None,
            },
        })
    }

    fn all_hold(&mut self, trait_def: DefId, types: &[Ty]) -> Step<bool> {
        for &ty in types {
            if !self.holds(&TraitRef { def_id: trait_def, args: [GenericArg::Type(ty)].into() })? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_desugared(&self, def: DefId, from: CoroutineDesugaring) -> Step<bool> {
        Ok(self.crates().coroutine_kind(def).step()? == Some(CoroutineKind::Desugared(from)))
    }

    /// Whether a function takes the arguments that the trait asks for.
    fn takes(&mut self, callable: Ty, trait_ref: &TraitRef) -> Step<bool> {
        let Some(sig) = self.call_signature(callable)? else { return Ok(false) };
        let wanted = trait_ref.args.get(1).and_then(|arg| arg.ty());
        Ok(wanted == Some(self.mk(TyKind::Tuple(sig.inputs().into()))))
    }

    /// What a closure, function or function pointer takes, one by one, and gives.
    pub(crate) fn call_signature(&mut self, callable: Ty) -> Step<Option<FnSig>> {
        match &*self.kind(callable) {
            TyKind::FnPtr(sig) => Ok(Some(sig.clone())),
            TyKind::FnDef(def, args) => {
                let sig = self.crates().fn_sig(*def).step()?;
                let sig = self.instantiate_sig(&sig, args)?;
                self.normalize_sig(&sig).map(Some)
            }
            TyKind::Closure(_, args) => self.closure_signature(args).map(Some),
            _ => Ok(None),
        }
    }

    /// What a closure takes, one by one, and gives. Its arguments end with kind, signature and captures; the signature is that
    /// of a function that takes one tuple (`rustc_middle::ty::ClosureArgs`).
    pub(crate) fn closure_signature(&self, args: &[GenericArg]) -> Step<FnSig> {
        let sig = args.len().checked_sub(2).and_then(|at| args[at].ty()).map(|ty| self.kind(ty));
        if let Some(TyKind::FnPtr(sig)) = sig.as_deref()
            && let (Some(&tuple), Some(output)) = (sig.inputs().first(), sig.output())
            && let TyKind::Tuple(inputs) = &*self.kind(tuple)
        {
            let types = inputs.iter().copied().chain([output]).collect();
            return Ok(FnSig { inputs_and_output: types, abi: ExternAbi::Rust, ..sig.clone() });
        }
        unsupported("a closure whose signature is not known")
    }

    /// How a closure may be called.
    pub(crate) fn closure_kind(&self, args: &[GenericArg]) -> Step<CallKind> {
        let marker = args.len().checked_sub(3).and_then(|at| args[at].ty());
        match marker.and_then(|marker| self.kind_of_marker(marker)) {
            Some(kind) => Ok(kind),
            None => unsupported("a closure whose kind is not known"),
        }
    }

    /// The kind that rustc says by an integer type (`Ty::from_closure_kind`).
    pub(crate) fn kind_of_marker(&self, ty: Ty) -> Option<CallKind> {
        match &*self.kind(ty) {
            TyKind::Int(IntTy::I8) => Some(CallKind::Fn),
            TyKind::Int(IntTy::I16) => Some(CallKind::FnMut),
            TyKind::Int(IntTy::I32) => Some(CallKind::FnOnce),
            _ => None,
        }
    }

    /// Whether a value's size is known from its type.
    pub(crate) fn is_sized(&mut self, ty: Ty) -> Step<bool> {
        let tail = self.unsized_tail(ty)?;
        Ok(!matches!(
            &*self.kind(tail),
            TyKind::Str | TyKind::Slice(_) | TyKind::Dynamic(_) | TyKind::Foreign(_)
        ))
    }

    /// The last field of the last field, and so on: what decides about the size.
    pub(crate) fn unsized_tail(&mut self, ty: Ty) -> Step<Ty> {
        let mut at = ty;
        for _ in 0..200 {
            let last = match &*self.kind(at) {
                TyKind::Tuple(fields) => fields.last().copied(),
                TyKind::Adt(def, args) => {
                    let adt = self.crates().adt_def(*def).step()?;
                    let field = match adt.flags.kind {
                        AdtKind::Struct => adt.variants.first().and_then(|variant| variant.fields.last()),
                        AdtKind::Enum | AdtKind::Union => None,
                    };
                    match field {
                        Some(field) => Some(self.field_ty(field.did, args)?),
                        None => None,
                    }
                }
                _ => None,
            };
            match last {
                Some(last) => at = last,
                None => return Ok(at),
            }
        }
        unsupported("a type that nests too deeply")
    }

    /// The arguments of a coroutine that say what it takes, yields and returns (`rustc_middle::ty::CoroutineArgs`): the last
    /// ones are resume, yield and return types, the witness in releases that have one, and the captures.
    pub(crate) fn coroutine_types(&self, def: DefId, args: &[GenericArg]) -> Step<[Ty; 3]> {
        let own = self.crates().generics_of(def).step()?.own_params.len();
        let tail = if own >= 6 { 2 } else { 1 };
        let from = args.len().checked_sub(tail + 3);
        let types =
            from.map(|from| args[from..from + 3].iter().filter_map(|arg| arg.ty()).collect::<Vec<_>>());
        match types.as_deref() {
            Some(&[resume, yields, returns]) => Ok([resume, yields, returns]),
            _ => unsupported("a coroutine whose types are not known"),
        }
    }

    /// An associated type of a trait that the compiler provides.
    pub(crate) fn builtin_projection(
        &mut self,
        kind: TraitKind,
        item: &str,
        self_ty: Ty,
    ) -> Step<Option<Ty>> {
        let ty = self.kind(self_ty);
        Ok(match (kind, &*ty) {
            (TraitKind::Call(_), TyKind::CoroutineClosure(def, closure_args)) => {
                Some(self.coroutine_of_closure(*def, closure_args, CallKind::FnOnce)?)
            }
            (TraitKind::Call(_), _) => self.call_signature(self_ty)?.and_then(|sig| sig.output()),
            (TraitKind::AsyncCall(_), _) => self.async_call_projection(item, self_ty)?,
            (TraitKind::Future, TyKind::Coroutine(def, args)) => Some(self.coroutine_types(*def, args)?[2]),
            // A `gen` block yields `Option<T>`, and its items are `T`.
            (TraitKind::Iterator, TyKind::Coroutine(def, args)) => {
                let [_, yields, _] = self.coroutine_types(*def, args)?;
                match &*self.kind(yields) {
                    TyKind::Adt(_, args) if args.len() == 1 => args[0].ty(),
                    _ => Some(yields),
                }
            }
            (TraitKind::Coroutine, TyKind::Coroutine(def, args)) => {
                let [_, yields, returns] = self.coroutine_types(*def, args)?;
                Some(if item == "Yield" { yields } else { returns })
            }
            (TraitKind::DiscriminantKind, _) => Some(self.discriminant_ty(self_ty)?),
            (TraitKind::Pointee, _) => Some(self.metadata_ty(self_ty)?),
            _ => None,
        })
    }

    /// What `Discriminant` of a value gives.
    pub(crate) fn discriminant_ty(&mut self, ty: Ty) -> Step<Ty> {
        Ok(self.mk(match &*self.kind(ty) {
            TyKind::Adt(def, _) => {
                let adt = self.crates().adt_def(*def).step()?;
                match (adt.flags.kind, adt.repr.int) {
                    (AdtKind::Enum, Some(int)) => integer(int),
                    (AdtKind::Enum, None) => TyKind::Int(IntTy::Isize),
                    _ => TyKind::Uint(UintTy::U8),
                }
            }
            TyKind::Coroutine(..) => TyKind::Uint(UintTy::U32),
            _ => TyKind::Uint(UintTy::U8),
        }))
    }

    /// What a pointer to a type has beside the address.
    pub(crate) fn metadata_ty(&mut self, ty: Ty) -> Step<Ty> {
        let tail = self.unsized_tail(ty)?;
        Ok(match &*self.kind(tail) {
            TyKind::Str | TyKind::Slice(_) => self.usize(),
            TyKind::Dynamic(_) => {
                let def = self.lang_item("DynMetadata")?;
                self.mk(TyKind::Adt(def, [GenericArg::Type(tail)].into()))
            }
            _ => self.unit(),
        })
    }
}

/// The type of the integers that a `repr` names.
pub(crate) fn integer(int: IntegerType) -> TyKind {
    match int {
        IntegerType::Pointer { signed: true } => TyKind::Int(IntTy::Isize),
        IntegerType::Pointer { signed: false } => TyKind::Uint(UintTy::Usize),
        IntegerType::Fixed { size, signed: true } => TyKind::Int(match size {
            1 => IntTy::I8,
            2 => IntTy::I16,
            4 => IntTy::I32,
            8 => IntTy::I64,
            _ => IntTy::I128,
        }),
        IntegerType::Fixed { size, signed: false } => TyKind::Uint(match size {
            1 => UintTy::U8,
            2 => UintTy::U16,
            4 => UintTy::U32,
            8 => UintTy::U64,
            _ => UintTy::U128,
        }),
    }
}
