//! Async closures: what they capture, and the coroutines that their calls make.

use crate::context::{ArgExt, Cx};
use crate::select::CallKind;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;

impl Cx<'_> {
    /// What an async closure has captured: the last argument but one is a tuple (`CoroutineClosureArgs`).
    pub(crate) fn coroutine_closure_upvars(&self, args: &[GenericArg]) -> Step<Vec<Ty>> {
        let upvars = args.len().checked_sub(2).and_then(|at| args[at].as_ty()).map(|ty| self.kind(ty));
        match upvars.as_deref() {
            Some(TyKind::Tuple(fields)) => Ok(fields.to_vec()),
            _ => unsupported("an async closure whose captures are not known"),
        }
    }

    pub(crate) fn coroutine_of_closure(&mut self, _def: DefId, _args: &Args, _call: CallKind) -> Step<Ty> {
        unsupported("async closures")
    }

    pub(crate) fn async_call_projection(
        &mut self,
        item: &str,
        callable: Ty,
        _args: &Args,
    ) -> Step<Option<Ty>> {
        // A function or closure that returns a future is called like any other.
        let Some(future) = self.call_signature(callable)?.and_then(|sig| sig.output()) else {
            return unsupported("async closures");
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

    pub(crate) fn async_kind_upvars(&mut self, _args: &Args) -> Step<Option<Ty>> {
        unsupported("async closures")
    }

    pub(crate) fn async_closure_sig(
        &mut self,
        _def: DefId,
        _args: &Args,
        _call: CallKind,
    ) -> Step<mir::FnSig> {
        unsupported("async closures")
    }
}
