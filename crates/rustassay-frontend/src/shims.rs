//! Functions that no crate has a body for: the compiler makes them.

use crate::bodies::call;
use crate::context::{Cx, IntoStep};
use crate::instance::Instance;
use crate::select::CallKind;
use crate::spans::BodySpans;
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{BlockId, FnDefId, FnRef, Operand, Rvalue, Statement, Terminator};

impl Cx<'_> {
    /// `__rust_start_panic(&mut dyn PanicPayload)`: asks the payload for its box, and unwinds with that. The crate
    /// `panic_unwind` does the same by the system's unwinder.
    pub(crate) fn start_panic(&mut self, shim: &mut Shim, def: DefId) -> Step<()> {
        let sig = self.crates().fn_sig(def).step()?;
        let object = match sig.inputs().first().map(|&ty| self.kind(ty)).as_deref() {
            Some(TyKind::Ref(object, _)) => *object,
            _ => return unsupported("a panic runtime that takes something else than a payload"),
        };
        let Some(principal) = self.principal(object)? else {
            return unsupported("a panic payload of no trait");
        };
        let items = self.crates().associated_items(principal.def_id).step()?;
        let Some(take_box) = items.iter().find(|item| item.name.as_deref() == Some("take_box")) else {
            return unsupported("a panic payload that cannot be taken");
        };
        let Some(slot) = self.slot(object, &principal, take_box.def_id)? else {
            return unsupported("a panic payload that cannot be taken");
        };
        let taken = self.crates().fn_sig(take_box.def_id).step()?;
        let Some(taken) = taken.output() else { return unsupported("a panic payload that cannot be taken") };
        let payload = self.lower_ty(taken)?;
        let unwind = mir::ForeignFn {
            name: "rustassay_start_unwind".into(),
            kind: mir::ForeignKind::Symbol,
            sig: mir::FnSig {
                abi: mir::Abi::Rust,
                is_unsafe: true,
                params: vec![payload],
                ret: mir::Ty::NEVER,
            },
            is_variadic: false,
        };
        let unwind = FnRef::plain(FnDefId::Foreign(self.machine.program.foreign_fns.push(unwind)));
        let payload = mir::Place::from(shim.body.local(payload));
        let never = mir::Place::from(shim.body.local(mir::Ty::NEVER));
        let next = mir::UnwindAction::Continue;
        let take = FnRef::plain(FnDefId::Virtual(slot));
        shim.end(call(take, shim.params(1), payload.clone(), BlockId(1), next));
        shim.end(call(unwind, vec![Operand::Move(payload)], never, BlockId(2), next));
        shim.end(Terminator::Unreachable);
        Ok(())
    }

    /// Makes a struct or variant of its fields.
    pub(crate) fn constructor(&mut self, shim: &mut Shim, ctor: DefId, ret: mir::Ty) -> Step<()> {
        let mir::TyKind::Adt(adt) = *self.machine.program.types.kind(ret) else {
            return unsupported("a constructor of what is no ADT");
        };
        let TyKind::Adt(def, _) = &*self.kind(self.origin_of(ret)?) else {
            return unsupported("a constructor of what is no ADT");
        };
        let variants = &self.crates().adt_def(*def).step()?.variants;
        let variant =
            variants.iter().position(|variant| variant.ctor.is_some_and(|(_, found)| found == ctor));
        let variant = mir::VariantId(variant.unwrap_or(0) as u32);
        shim.assign(mir::Local::RETURN.into(), Rvalue::Adt(adt, variant, None, shim.params(1)));
        shim.end(Terminator::Return);
        Ok(())
    }

    /// Calls a function or function pointer with what is in the tuple.
    pub(crate) fn call_pointer(&mut self, shim: &mut Shim, ty: Ty, kind: CallKind) -> Step<()> {
        let Some(sig) = self.call_signature(ty)? else { return unsupported("a call of no function") };
        let tuple = shim.param(2);
        let args = (0..sig.inputs().len() as u32).map(|n| Operand::Move(tuple.clone().field(n))).collect();
        let func = match &*self.kind(ty) {
            TyKind::FnDef(def, def_args) => {
                Operand::Const(mir::Const::Fn(Box::new(self.fn_value(*def, def_args)?)))
            }
            _ if kind == CallKind::FnOnce => Operand::Copy(shim.param(1)),
            _ => Operand::Copy(shim.param(1).deref()),
        };
        shim.call_operand_and_return(func, args);
        Ok(())
    }

    /// Calls a closure by reference, and then drops it.
    pub(crate) fn closure_once(&mut self, shim: &mut Shim, def: DefId, args: &Args) -> Step<()> {
        let mutability = match self.closure_kind(args)? {
            CallKind::Fn => mir::Mutability::Not,
            CallKind::FnMut | CallKind::FnOnce => mir::Mutability::Mut,
        };
        let id = self.fn_id(&Instance::Item(def, args.clone()))?;
        let closure = shim.body.locals[mir::Local(1)].ty;
        let reference = self.machine.program.types.reference(mutability, closure);
        let reference = mir::Place::from(shim.body.local(reference));
        shim.assign(reference.clone(), Rvalue::Ref(mutability, shim.param(1)));
        let [after, end, cleanup, resume] = [1, 2, 3, 4].map(BlockId);
        let args = vec![Operand::Move(reference), Operand::Move(shim.param(2))];
        let function = FnRef::plain(FnDefId::Fn(id));
        shim.end(call(function, args, mir::Local::RETURN.into(), after, mir::UnwindAction::Cleanup(cleanup)));
        let place = shim.param(1);
        let unwind = mir::UnwindAction::Continue;
        shim.end(Terminator::Drop { place: place.clone(), target: end, unwind });
        shim.end(Terminator::Return);
        let unwind = mir::UnwindAction::Terminate(mir::TerminateReason::InCleanup);
        shim.end_cleanup(Terminator::Drop { place, target: resume, unwind });
        shim.end_cleanup(Terminator::UnwindResume);
        Ok(())
    }

    /// Makes a closure without captures and calls it.
    pub(crate) fn closure_pointer(&mut self, shim: &mut Shim, def: DefId, args: &Args) -> Step<()> {
        let closure = self.mk(TyKind::Closure(def, args.clone()));
        let closure = self.lower_ty(closure)?;
        let mir::TyKind::Adt(adt) = *self.machine.program.types.kind(closure) else {
            return unsupported("a closure that is no struct");
        };
        let types: Vec<mir::Ty> = shim.body.args().map(|arg| shim.body.locals[arg].ty).collect();
        let tuple = self.machine.program.types.tuple(&types);
        let tuple = mir::Place::from(shim.body.local(tuple));
        shim.assign(tuple.clone(), Rvalue::Tuple(shim.params(1)));
        let this = mir::Place::from(shim.body.local(closure));
        shim.assign(this.clone(), Rvalue::Adt(adt, mir::VariantId::ONLY, None, Vec::new()));
        let kind = self.closure_kind(args)?;
        let this = match kind {
            CallKind::FnOnce => Operand::Move(this),
            CallKind::Fn | CallKind::FnMut => {
                let mutability =
                    if kind == CallKind::Fn { mir::Mutability::Not } else { mir::Mutability::Mut };
                let reference = self.machine.program.types.reference(mutability, closure);
                let reference = mir::Place::from(shim.body.local(reference));
                shim.assign(reference.clone(), Rvalue::Ref(mutability, this));
                Operand::Move(reference)
            }
        };
        let id = self.fn_id(&Instance::Item(def, args.clone()))?;
        shim.call_and_return(FnRef::plain(FnDefId::Fn(id)), vec![this, Operand::Move(tuple)]);
        Ok(())
    }

    /// Clones a tuple or closure part by part. When a part's `clone` panics, those before it are dropped.
    pub(crate) fn clone_parts(&mut self, shim: &mut Shim, ty: Ty) -> Step<()> {
        let copy = self.lang_item("Copy")?;
        let is_copy = self.holds(&TraitRef { def_id: copy, args: [GenericArg::Type(ty)].into() })?;
        let parts = match &*self.kind(ty) {
            _ if is_copy => Vec::new(),
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Closure(_, args) => self.upvars(args)?,
            _ => return unsupported(format!("`clone` of `{}`", self.describe(ty))),
        };
        let source = shim.param(1).deref();
        if parts.is_empty() {
            shim.assign(mir::Local::RETURN.into(), Rvalue::Use(Operand::Copy(source)));
            shim.end(Terminator::Return);
            return Ok(());
        }
        let clone = self.lang_item("CloneFn")?;
        let count = parts.len() as u32;
        // Blocks: one call each, the end, then for each part but the last its cleanup, and the resume.
        let cleanup_of = |n: u32| BlockId(count + 1 + n);
        let resume = BlockId(count + count);
        let mut values = Vec::new();
        for (n, &part) in parts.iter().enumerate() {
            let n = n as u32;
            let lowered = self.lower_ty(part)?;
            let reference = self.machine.program.types.reference(mir::Mutability::Not, lowered);
            let reference = mir::Place::from(shim.body.local(reference));
            let value = mir::Place::from(shim.body.local(lowered));
            shim.assign(reference.clone(), Rvalue::Ref(mir::Mutability::Not, source.clone().field(n)));
            let function = self.fn_value(clone, &[GenericArg::Type(part)].into())?;
            let unwind = match n.checked_sub(1) {
                Some(before) => mir::UnwindAction::Cleanup(cleanup_of(before)),
                None => mir::UnwindAction::Continue,
            };
            shim.end(call(function, vec![Operand::Move(reference)], value.clone(), BlockId(n + 1), unwind));
            values.push(value);
        }
        let operands = values.iter().cloned().map(Operand::Move).collect();
        let lowered = self.lower_ty(ty)?;
        let aggregate = match *self.machine.program.types.kind(lowered) {
            mir::TyKind::Adt(adt) => Rvalue::Adt(adt, mir::VariantId::ONLY, None, operands),
            _ => Rvalue::Tuple(operands),
        };
        shim.assign(mir::Local::RETURN.into(), aggregate);
        shim.end(Terminator::Return);
        for (n, value) in values.into_iter().enumerate().take(parts.len() - 1) {
            let target = match (n as u32).checked_sub(1) {
                Some(before) => cleanup_of(before),
                None => resume,
            };
            let unwind = mir::UnwindAction::Terminate(mir::TerminateReason::InCleanup);
            shim.end_cleanup(Terminator::Drop { place: value, target, unwind });
        }
        shim.end_cleanup(Terminator::UnwindResume);
        Ok(())
    }
}

/// A body that is being written, block after block.
pub(crate) struct Shim {
    pub(crate) body: mir::Body,
    statements: Vec<Statement>,
}

impl Shim {
    pub(crate) fn new(sig: &mir::FnSig) -> Shim {
        Shim { body: mir::Body::new(&sig.params, sig.ret), statements: Vec::new() }
    }

    /// A parameter, counted from 1.
    pub(crate) fn param(&self, n: u32) -> mir::Place {
        mir::Local(n).into()
    }

    /// The parameters from one on, moved.
    pub(crate) fn params(&self, first: u32) -> Vec<Operand> {
        self.body.args().filter(|arg| arg.0 >= first).map(|arg| Operand::Move(arg.into())).collect()
    }

    pub(crate) fn assign(&mut self, place: mir::Place, rvalue: Rvalue) {
        self.statements.push(Statement::Assign(place, rvalue));
    }

    /// The block after the one that is being written.
    pub(crate) fn next_block(&self) -> BlockId {
        BlockId(self.body.blocks.len() as u32 + 1)
    }

    pub(crate) fn end(&mut self, terminator: Terminator) -> BlockId {
        let statements = std::mem::take(&mut self.statements);
        self.body.blocks.push(mir::Block { statements, ..mir::Block::new(terminator) })
    }

    fn end_cleanup(&mut self, terminator: Terminator) {
        let id = self.end(terminator);
        self.body.blocks[id].is_cleanup = true;
    }

    pub(crate) fn call_and_return(&mut self, function: FnRef, args: Vec<Operand>) {
        self.call_operand_and_return(Operand::Const(mir::Const::Fn(Box::new(function))), args);
    }

    pub(crate) fn call_operand_and_return(&mut self, func: Operand, args: Vec<Operand>) {
        let (dest, target) = (mir::Local::RETURN.into(), self.next_block());
        let unwind = mir::UnwindAction::Continue;
        self.end(Terminator::Call(Box::new(mir::Call { dest, func, args, target, unwind })));
        self.end(Terminator::Return);
    }

    pub(crate) fn finish(self) -> mir::Body {
        self.body
    }

    /// The body, all of which stands in one place.
    pub(crate) fn finish_at(self, span: Span) -> (mir::Body, BodySpans) {
        let blocks = self.body.blocks.iter().map(|block| vec![span; block.statements.len() + 1]).collect();
        (self.body, BodySpans { blocks })
    }
}
