//! Async closures: a call makes a coroutine, which borrows from the closure or takes what that has captured.
//!
//! The arguments of such a closure end with its kind, its signature, what it has captured, and what its coroutine captures if it
//! is called by reference (`rustc_middle::ty::CoroutineClosureArgs`).

use crate::context::{ArgExt, Cx, IntoStep};
use crate::instance::Instance;
use crate::select::CallKind;
use crate::shims::Shim;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{Operand, Rvalue, Terminator};

/// What the arguments of an async closure say.
struct AsyncClosure {
    kind: CallKind,
    resume: Ty,
    inputs: Vec<Ty>,
    yields: Ty,
    returns: Ty,
    captures: Vec<Ty>,
    captures_by_reference: Vec<Ty>,
}

impl Cx<'_> {
    fn async_closure(&self, def: DefId, args: &[GenericArg]) -> Step<AsyncClosure> {
        let own = self.crates().generics_of(def).step()?.own_params.len();
        let types: Vec<Ty> =
            args.iter().skip(args.len().saturating_sub(own)).filter_map(|arg| arg.ty()).collect();
        let [kind, signature, captures, by_reference, ..] = types[..] else {
            return unsupported("an async closure whose types are not known");
        };
        let tuple = |ty: Ty| match &*self.kind(ty) {
            TyKind::Tuple(fields) => Ok(fields.to_vec()),
            _ => unsupported("an async closure whose types are not known"),
        };
        let sig = |ty: Ty| match &*self.kind(ty) {
            TyKind::FnPtr(sig) => Ok(sig.clone()),
            _ => unsupported("an async closure whose signature is not known"),
        };
        let (signature, by_reference) = (sig(signature)?, sig(by_reference)?);
        let (Some(output), Some(borrowed)) = (signature.output(), by_reference.output()) else {
            return unsupported("an async closure whose signature is not known");
        };
        match (self.kind_of_marker(kind), signature.inputs(), &tuple(output)?[..]) {
            (Some(kind), &[resume, inputs], &[yields, returns]) => Ok(AsyncClosure {
                kind,
                resume,
                inputs: tuple(inputs)?,
                yields,
                returns,
                captures: tuple(captures)?,
                captures_by_reference: tuple(borrowed)?,
            }),
            _ => unsupported("an async closure whose signature is not known"),
        }
    }

    /// What an async closure has captured.
    pub(crate) fn coroutine_closure_upvars(&self, def: DefId, args: &[GenericArg]) -> Step<Vec<Ty>> {
        Ok(self.async_closure(def, args)?.captures)
    }

    /// How an async closure may be called.
    pub(crate) fn coroutine_closure_kind(&self, def: DefId, args: &[GenericArg]) -> Step<CallKind> {
        Ok(self.async_closure(def, args)?.kind)
    }

    /// The coroutine that a call makes. It takes the captures if the closure is called by value.
    pub(crate) fn coroutine_of_closure(&mut self, def: DefId, args: &Args, call: CallKind) -> Step<Ty> {
        let closure = self.async_closure(def, args)?;
        let Some(coroutine) = self.crates().coroutine_for_closure(def).step()? else {
            return unsupported("an async closure without a coroutine");
        };
        let (kind, captured) = match call {
            CallKind::FnOnce => (CallKind::FnOnce, &closure.captures),
            CallKind::Fn | CallKind::FnMut if closure.kind == CallKind::FnOnce => {
                (CallKind::FnOnce, &closure.captures)
            }
            CallKind::Fn | CallKind::FnMut => (closure.kind, &closure.captures_by_reference),
        };
        let upvars = closure.inputs.iter().chain(captured).copied().collect();
        let upvars = self.mk(TyKind::Tuple(upvars));
        let marker = self.mk(TyKind::Int(match kind {
            // A coroutine does not care which of the two it is (`Ty::from_coroutine_closure_kind`).
            CallKind::Fn | CallKind::FnMut => IntTy::I16,
            CallKind::FnOnce => IntTy::I32,
        }));
        let own = self.crates().generics_of(def).step()?.own_params.len();
        let parents = args.iter().take(args.len().saturating_sub(own)).copied();
        let types = [marker, closure.resume, closure.yields, closure.returns, upvars].map(GenericArg::Type);
        Ok(self.mk(TyKind::Coroutine(coroutine, parents.chain(types).collect())))
    }

    /// The definition that has the body and the states of a coroutine: one that takes the captures of a closure that can also be
    /// called by reference has its own.
    pub(crate) fn coroutine_body_def(&self, def: DefId, args: &[GenericArg]) -> Step<DefId> {
        let Some(by_move) = self.crates().coroutine_by_move_body_def_id(def).step()? else { return Ok(def) };
        let generics = self.crates().generics_of(def).step()?;
        let marker = args.get(generics.parent_count).and_then(|arg| arg.ty());
        let declared = match &*self.kind(self.crates().type_of(def).step()?) {
            TyKind::Coroutine(_, own) => own.get(generics.parent_count).and_then(|arg| arg.ty()),
            _ => None,
        };
        Ok(if marker == declared { def } else { by_move })
    }

    /// The function that a call of an async closure reaches.
    pub(crate) fn async_closure_instance(&self, def: DefId, args: &Args, call: CallKind) -> Step<Instance> {
        Ok(match (call, self.coroutine_closure_kind(def, args)?) {
            (CallKind::FnOnce, CallKind::Fn | CallKind::FnMut) => {
                Instance::AsyncClosureOnce(def, args.clone())
            }
            _ => Instance::Item(def, args.clone()),
        })
    }

    /// An associated type of `AsyncFn` and its like.
    pub(crate) fn async_call_projection(&mut self, item: &str, callable: Ty) -> Step<Option<Ty>> {
        if let TyKind::CoroutineClosure(def, args) = &*self.kind(callable) {
            return match item {
                "Output" => Ok(Some(self.async_closure(*def, args)?.returns)),
                "CallOnceFuture" => self.coroutine_of_closure(*def, args, CallKind::FnOnce).map(Some),
                _ => self.coroutine_of_closure(*def, args, CallKind::FnMut).map(Some),
            };
        }
        // A function or closure that returns a future is called like any other.
        let Some(future) = self.call_signature(callable)?.and_then(|sig| sig.output()) else {
            return Ok(None);
        };
        if item != "Output" {
            return Ok(Some(future));
        }
        let output = self.lang_item("FutureOutput")?;
        match self.project(output, &[GenericArg::Type(future)].into())? {
            Some(Term::Ty(ty)) => Ok(Some(ty)),
            _ => Ok(None),
        }
    }

    /// What an async closure takes and gives, by the kind that it has.
    pub(crate) fn async_closure_sig(&mut self, def: DefId, args: &Args, call: CallKind) -> Step<mir::FnSig> {
        let closure = self.async_closure(def, args)?;
        let coroutine = self.coroutine_of_closure(def, args, call)?;
        let this = self.mk(TyKind::CoroutineClosure(def, args.clone()));
        let sig = FnSig {
            inputs_and_output: closure.inputs.iter().copied().chain([coroutine]).collect(),
            c_variadic: false,
            safety: Safety::Safe,
            abi: ExternAbi::Rust,
        };
        self.call_sig(this, call, &sig)
    }

    /// Makes the coroutine that takes everything: the arguments, then what the closure has captured.
    pub(crate) fn async_closure_once(&mut self, shim: &mut Shim, def: DefId, args: &Args) -> Step<()> {
        let closure = self.async_closure(def, args)?;
        let ret = shim.body.locals[mir::Local::RETURN].ty;
        let mir::TyKind::Adt(coroutine) = *self.machine.program.types.kind(ret) else {
            return unsupported("an async closure that makes no coroutine");
        };
        let parts = |param: u32, count: usize| {
            let place = shim.param(param);
            (0..count as u32).map(move |n| Operand::Move(place.clone().field(n)))
        };
        let fields = parts(2, closure.inputs.len()).chain(parts(1, closure.captures.len())).collect();
        shim.assign(mir::Local::RETURN.into(), Rvalue::Adt(coroutine, mir::VariantId::ONLY, None, fields));
        shim.end(Terminator::Return);
        Ok(())
    }
}
