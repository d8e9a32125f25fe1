//! Answers what the machine asks: the body of a function, a method of a vtable, the location of a call.

use crate::bodies::Arguments;
use crate::context::{Cx, FrontEnd, IntoStep};
use crate::instance::{Callee, Instance};
use crate::intrinsics::Lowered;
use crate::shims::Shim;
use crate::spans::BodySpans;
use rustassay_machine::error::{Step, unsupported};
use rustassay_machine::machine::Machine;
use rustassay_machine::supply::{CodePlace, Supplier};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{At, ConstExpr, FnDefId, FnId, FnRef, Operand, Rvalue, Terminator};

impl Supplier for FrontEnd {
    fn is_library(&self, function: FnId) -> bool {
        self.crate_of(function) != Some(self.crates.root())
    }

    fn body(&self, machine: &mut Machine, function: FnId) -> Step<()> {
        let instance = self.instances.borrow().get(function).cloned();
        let Some(instance) = instance else { return unsupported("a function that comes from no crate") };
        let mut cx = Cx { front: self, machine };
        let (body, spans) = cx.body_of(function, &instance)?;
        machine.program.functions[function].body = body;
        self.spans.borrow_mut().bodies.insert(function, spans);
        Ok(())
    }

    fn method(&self, machine: &mut Machine, concrete: mir::Ty, object: mir::Ty, slot: u32) -> Step<FnId> {
        Cx { front: self, machine }.vtable_method(concrete, object, slot)
    }

    fn code_place(&self, machine: &Machine, at: At) -> Option<CodePlace> {
        let At::Statement(function, ..) = at else { return None };
        // Macros of the program's own are code of their own, as they are for a debugger.
        let whole = self.locate(at)?;
        let own = self.span(at).and_then(|span| self.crates.locate(span).ok()?);
        let place = own.filter(|own| own.path == whole.path).unwrap_or(whole);
        let name = &machine.program.functions[function].name;
        let root = format!("{}::", self.crates.crate_name(self.crates.root()));
        Some(CodePlace {
            function: name.strip_prefix(&*root).unwrap_or(name).to_owned(),
            file: place.path,
            line: place.line,
            column: place.column,
        })
    }

    fn caller_location(&self, machine: &mut Machine, at: At) -> Step<ConstExpr> {
        Cx { front: self, machine }.location(at)
    }
}

impl Cx<'_> {
    /// Whether a function finds out what the processor has, for `is_x86_feature_detected!` and its like. It asks the processor, by
    /// inline assembly; and what it returns, `std_detect::detect::cache::Initializer`, is a number with a bit for each feature.
    fn detects_features(&self, def: DefId) -> Step<bool> {
        let is_it = *self.crates().crate_name(def.krate) == *"std_detect"
            && self.crates().opt_item_name(def).step()?.as_deref() == Some("detect_and_initialize");
        Ok(is_it)
    }

    fn body_of(&mut self, function: FnId, instance: &Instance) -> Step<(mir::Body, BodySpans)> {
        let sig = self.machine.program.functions[function].sig.clone();
        let mut shim = Shim::new(&sig);
        match instance {
            Instance::Item(def, _) if matches!(self.crates().def_kind(*def).step()?, DefKind::Ctor(..)) => {
                self.constructor(&mut shim, *def, sig.ret)?;
            }
            Instance::Item(def, _) if self.detects_features(*def)? => {
                // The machine's processor has what programs are compiled for, and no more. All bits zero says so.
                let nothing = Operand::Const(mir::Const::Int(mir::IntTy::U128, 0));
                shim.assign(
                    mir::Local::RETURN.into(),
                    Rvalue::Cast(mir::CastKind::Transmute, nothing, sig.ret),
                );
                shim.end(Terminator::Return);
            }
            Instance::Item(def, args) => {
                let body = self.item_body(*def)?;
                let is_closure = self.crates().def_kind(*def).step()? == DefKind::Closure
                    && self.crates().coroutine_kind(*def).step()?.is_none();
                let arguments = if is_closure { Arguments::Tupled } else { Arguments::AsDeclared };
                return self.lower_body(&body, args, arguments);
            }
            Instance::Const(def, args) => {
                let Some(body) = self.crates().mir_for_ctfe(*def).step()? else {
                    let path = self.crates().def_path_str(*def);
                    return unsupported(format!("the constant `{path}`, whose crate has no body for it"));
                };
                return self.lower_body(&body, args, Arguments::AsDeclared);
            }
            Instance::Promoted(def, args, index) => {
                let body = self.promoted_body(*def, *index)?;
                return self.lower_body(&body, args, Arguments::AsDeclared);
            }
            Instance::CoroutineDrop(def, args) => {
                let body = self.item_body(*def)?;
                let drop = body.coroutine.as_ref().and_then(|info| info.coroutine_drop.as_ref());
                let Some(drop) = drop else { return unsupported("a coroutine without a destructor") };
                return self.lower_body(drop, args, Arguments::AsDeclared);
            }
            Instance::CallPointer(ty, kind) => self.call_pointer(&mut shim, *ty, *kind)?,
            Instance::ClosureOnce(def, args) => self.closure_once(&mut shim, *def, args)?,
            Instance::ClosurePointer(def, args) => self.closure_pointer(&mut shim, *def, args)?,
            Instance::Clone(ty) => self.clone_parts(&mut shim, *ty)?,
            Instance::Drop(ty) => {
                let place = shim.param(1).deref();
                let ty = self.lower_ty(*ty)?;
                if !self.machine.needs_drop(ty) {
                    // Nothing is to be done, but the value is borrowed for it all the same.
                    let reference = self.machine.program.types.reference(mir::Mutability::Mut, ty);
                    let reference = mir::Place::from(shim.body.local(reference));
                    shim.assign(reference, Rvalue::Ref(mir::Mutability::Mut, place.clone()));
                }
                let end = shim.next_block();
                shim.end(Terminator::Drop { place, target: end, unwind: mir::UnwindAction::Continue });
                shim.end(Terminator::Return);
            }
            Instance::ByPointer(def, args) => {
                let mut passed = shim.params(1);
                passed[0] = Operand::Move(shim.param(1).deref());
                let function = self.fn_value(*def, args)?;
                shim.call_and_return(function, passed);
            }
            Instance::Reified(def, args) => {
                let passed = shim.params(1);
                let function = match self.resolve(*def, args)? {
                    Callee::Instance(instance) => FnRef::plain(FnDefId::Fn(self.fn_id(&instance)?)),
                    Callee::Virtual { slot, by_value: false } => FnRef::plain(FnDefId::Virtual(slot)),
                    Callee::Intrinsic(def, args, intrinsic) => {
                        match self.lower_intrinsic(def, &args, &intrinsic)? {
                            Lowered::Call(function) => function,
                            Lowered::Value(value) => {
                                shim.assign(mir::Local::RETURN.into(), Rvalue::Use(Operand::Const(value)));
                                shim.end(Terminator::Return);
                                return Ok(shim.finish_at(Span::NOWHERE));
                            }
                        }
                    }
                    _ => return unsupported("a pointer to a function of this kind"),
                };
                shim.call_and_return(function, passed);
            }
            Instance::FnPtrAddr(_) => {
                let pointer = Operand::Copy(shim.param(1));
                shim.assign(mir::Local::RETURN.into(), Rvalue::Cast(mir::CastKind::As, pointer, sig.ret));
                shim.end(Terminator::Return);
            }
            Instance::StartPanic(def) => self.start_panic(&mut shim, *def)?,
            Instance::Simd(def, args) => {
                let name = self.crates().item_name(*def).step()?;
                self.simd_body(&mut shim, &name, args)?;
            }
            Instance::AsyncClosureOnce(def, args) => self.async_closure_once(&mut shim, *def, args)?,
        }
        // What it calls may blame it: then the blame falls on the definition.
        let blamed = match instance {
            Instance::CallPointer(ty, _) => match &*self.kind(*ty) {
                TyKind::FnDef(def, _) => Some(*def),
                _ => None,
            },
            Instance::Reified(def, args) => match self.resolve(*def, args)? {
                Callee::Instance(Instance::Item(found, _))
                    if self.crates().def_kind(found).step()? != DefKind::Closure =>
                {
                    Some(found)
                }
                _ => Some(*def),
            },
            instance => instance.def(),
        };
        let span = match blamed.map(|def| self.crates().def_span(def)) {
            Some(Ok(span)) => span,
            _ => Span::NOWHERE,
        };
        Ok(shim.finish_at(span))
    }
}
