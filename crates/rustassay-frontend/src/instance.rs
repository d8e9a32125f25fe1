//! Functions with their arguments: what a call reaches, and which function of the program it is.

use crate::context::{ArgExt, Cx, IntoStep};
use crate::select::{CallKind, Selection, TraitKind};
use rustassay_machine::error::{Step, Stop, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::FnId;
use rustc_hash::FxHashMap;

/// A function on ground types: one of a crate, or one that only the compiler makes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Instance {
    /// A function, closure or constructor, by its body.
    Item(DefId, Args),
    /// The initializer of a constant.
    Const(DefId, Args),
    /// A promoted of a body.
    Promoted(DefId, Args, u32),
    /// `call`, `call_mut` or `call_once` of a function or function pointer.
    CallPointer(Ty, CallKind),
    /// `call_once` of a closure that can be called by reference.
    ClosureOnce(DefId, Args),
    /// A closure without captures, as a function that takes its arguments one by one.
    ClosurePointer(DefId, Args),
    /// `clone` of a type without an impl.
    Clone(Ty),
    /// `drop_in_place`.
    Drop(Ty),
    /// A method that takes `self` by value, called by a pointer to it: what vtables have.
    ByPointer(DefId, Args),
    /// Something that cannot be pointed to, as a function: a method of a trait object, an intrinsic, a function that blames
    /// its caller.
    Reified(DefId, Args),
    /// `addr` of a function pointer.
    FnPtrAddr(Ty),
    /// The destructor of a coroutine.
    CoroutineDrop(DefId, Args),
    /// `__rust_start_panic`: takes the payload out of what std panics with, and unwinds.
    StartPanic(DefId),
    /// An intrinsic on vectors, written out lane by lane.
    Simd(DefId, Args),
    /// Calls an async closure by value that can be called by reference.
    AsyncClosureOnce(DefId, Args),
}

/// What a call of a function by its name reaches.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A function with a body.
    Instance(Instance),
    /// An intrinsic without a body.
    Intrinsic(DefId, Args, IntrinsicDef),
    /// A method of a trait object, and whether it takes the object by value.
    #[allow(missing_docs)]
    Virtual { slot: u32, by_value: bool },
    /// A function that is defined elsewhere.
    Foreign(DefId, Box<str>),
}

/// The functions that the program has so far.
#[derive(Default)]
pub(crate) struct Instances {
    ids: FxHashMap<Instance, FnId>,
    by_id: FxHashMap<FnId, Instance>,
    /// The functions that crates define under a name of their own.
    symbols: Option<FxHashMap<Box<str>, DefId>>,
    foreign: FxHashMap<DefId, mir::ForeignFnId>,
}

impl Instance {
    /// The definition that it is made from, if there is one.
    pub(crate) fn def(&self) -> Option<DefId> {
        match self {
            Instance::Item(def, _)
            | Instance::Const(def, _)
            | Instance::Promoted(def, ..)
            | Instance::ClosureOnce(def, _)
            | Instance::ClosurePointer(def, _)
            | Instance::ByPointer(def, _)
            | Instance::Reified(def, _)
            | Instance::CoroutineDrop(def, _)
            | Instance::Simd(def, _)
            | Instance::StartPanic(def)
            | Instance::AsyncClosureOnce(def, _) => Some(*def),
            Instance::CallPointer(..) | Instance::Clone(_) | Instance::Drop(_) | Instance::FnPtrAddr(_) => {
                None
            }
        }
    }
}

impl Instances {
    /// What a function of the program is an instance of.
    pub(crate) fn get(&self, id: FnId) -> Option<&Instance> {
        self.by_id.get(&id)
    }
}

impl Cx<'_> {
    /// What a call of `def` with ground arguments reaches.
    pub(crate) fn resolve(&mut self, def: DefId, args: &Args) -> Step<Callee> {
        let container = match self.crates().def_kind(def).step()? {
            DefKind::AssocFn => self.crates().associated_item(def).step()?.map(|item| item.container),
            _ => None,
        };
        if container == Some(AssocContainer::Trait)
            && let Some(callee) = self.resolve_method(def, args)?
        {
            return Ok(callee);
        }
        self.resolve_item(def, args)
    }

    /// What a function that is no open method of a trait is.
    fn resolve_item(&mut self, def: DefId, args: &Args) -> Step<Callee> {
        if self.is_drop_glue(def)? {
            return match args.iter().find_map(|arg| arg.ty()) {
                Some(ty) => Ok(Callee::Instance(Instance::Drop(ty))),
                None => unsupported("drop glue without a type"),
            };
        }
        if let Some(intrinsic) = self.crates().intrinsic(def).step()? {
            if crate::simd::is_known(&intrinsic.name) {
                return Ok(Callee::Instance(Instance::Simd(def, args.clone())));
            }
            let is_known = self.knows_intrinsic(&intrinsic.name, args);
            if is_known || intrinsic.must_be_overridden {
                return Ok(Callee::Intrinsic(def, args.clone(), intrinsic));
            }
        }
        if self.crates().is_foreign_item(def).step()? {
            return self.resolve_foreign(def);
        }
        Ok(Callee::Instance(Instance::Item(def, args.clone())))
    }

    /// What provides a method of a trait; none if it is the trait's own default.
    fn resolve_method(&mut self, method: DefId, args: &Args) -> Step<Option<Callee>> {
        let Some(trait_def) = self.crates().opt_parent(method).step()? else { return Ok(None) };
        let count = self.crates().generics_of(trait_def).step()?.count();
        let trait_ref = TraitRef { def_id: trait_def, args: args.iter().copied().take(count).collect() };
        let self_ty = self.self_ty(args)?;
        match self.select(&trait_ref)? {
            Some(Selection::Impl(impl_def, impl_args)) => {
                match self.item_of_impl(method, impl_def, &impl_args, &trait_ref, args)? {
                    Some((item, _)) if item == method => Ok(None),
                    Some((item, item_args)) => self.resolve_item(item, &item_args).map(Some),
                    None => unsupported(format!("`{}` without a body", self.crates().def_path_str(method))),
                }
            }
            Some(Selection::Object) => match self.slot(self_ty, &trait_ref, method)? {
                Some(slot) => {
                    let by_value = self.takes_self_by_value(method)?;
                    Ok(Some(Callee::Virtual { slot, by_value }))
                }
                None => Ok(None),
            },
            Some(Selection::Builtin) => self.resolve_builtin(method, &trait_ref, self_ty),
            None => {
                let path = self.crates().def_path_str(method);
                unsupported(format!("no impl provides `{path}` for `{}`", self.describe(self_ty)))
            }
        }
    }

    /// Whether a method takes `self` itself, not a pointer to it.
    pub(crate) fn takes_self_by_value(&self, method: DefId) -> Step<bool> {
        let sig = self.crates().fn_sig(method).step()?;
        let first = sig.inputs().first().map(|&ty| self.kind(ty));
        Ok(matches!(first.as_deref(), Some(TyKind::Param { index: 0, .. })))
    }

    /// A method that the compiler provides; none for methods that it takes from the trait.
    fn resolve_builtin(&mut self, method: DefId, trait_ref: &TraitRef, self_ty: Ty) -> Step<Option<Callee>> {
        let kind = self.trait_kind(trait_ref.def_id)?;
        let name = self.crates().item_name(method).step()?;
        let ty = self.kind(self_ty);
        let instance = match (kind, &*name, &*ty) {
            (TraitKind::Clone, "clone", _) => Instance::Clone(self_ty),
            (TraitKind::Call(call), "call" | "call_mut" | "call_once", TyKind::Closure(def, args)) => {
                match (call, self.closure_kind(args)?) {
                    (CallKind::FnOnce, CallKind::Fn | CallKind::FnMut) => {
                        Instance::ClosureOnce(*def, args.clone())
                    }
                    _ => Instance::Item(*def, args.clone()),
                }
            }
            (TraitKind::Call(call) | TraitKind::AsyncCall(call), _, TyKind::CoroutineClosure(def, args)) => {
                self.async_closure_instance(*def, args, call)?
            }
            (
                TraitKind::Call(call),
                "call" | "call_mut" | "call_once",
                TyKind::FnDef(..) | TyKind::FnPtr(_),
            ) => Instance::CallPointer(self_ty, call),
            (TraitKind::AsyncCall(call), _, TyKind::Closure(def, args)) => {
                match (call, self.closure_kind(args)?) {
                    (CallKind::FnOnce, CallKind::Fn | CallKind::FnMut) => {
                        Instance::ClosureOnce(*def, args.clone())
                    }
                    _ => Instance::Item(*def, args.clone()),
                }
            }
            (TraitKind::AsyncCall(call), _, TyKind::FnDef(..) | TyKind::FnPtr(_)) => {
                Instance::CallPointer(self_ty, call)
            }
            (TraitKind::Future, "poll", TyKind::Coroutine(def, args))
            | (TraitKind::Coroutine, "resume", TyKind::Coroutine(def, args))
            | (TraitKind::Iterator, "next", TyKind::Coroutine(def, args))
            | (TraitKind::AsyncIterator, "poll_next", TyKind::Coroutine(def, args)) => {
                Instance::Item(self.coroutine_body_def(*def, args)?, args.clone())
            }
            (TraitKind::FnPtr, "addr", _) => Instance::FnPtrAddr(self_ty),
            _ => return Ok(None),
        };
        Ok(Some(Callee::Instance(instance)))
    }

    /// A function of an `extern` block: one that some crate defines, or one that is not written in Rust.
    fn resolve_foreign(&mut self, def: DefId) -> Step<Callee> {
        let symbol = self.symbol_name(def)?;
        // The machine has its own heap and its own unwinding; a program's allocator comes first.
        match &*symbol {
            "__rust_start_panic" => return Ok(Callee::Instance(Instance::StartPanic(def))),
            "__rust_panic_cleanup" => return Ok(Callee::Foreign(def, symbol)),
            _ => {}
        }
        // The compiler's builtins are there without bodies; the machine has what programs call of them.
        if let Some(found) = self.defined_symbol(&symbol)?
            && self.crates().optimized_mir(found).step()?.is_some()
        {
            return Ok(Callee::Instance(Instance::Item(found, [].into())));
        }
        if self.crates().as_lang_item(def).step()?.as_deref() == Some("PanicImpl")
            || &*symbol == "rust_begin_unwind"
        {
            let handler = self.lang_item("PanicImpl")?;
            if handler != def {
                return Ok(Callee::Instance(Instance::Item(handler, [].into())));
            }
        }
        Ok(Callee::Foreign(def, symbol))
    }

    /// Whether a call of a foreign item reaches a function of the program or of a crate that someone wrote for it.
    pub(crate) fn is_linked(&self, def: DefId, instance: &Instance) -> Step<bool> {
        match instance {
            Instance::Item(found, _) => Ok(*found != def && self.crates().is_foreign_item(def).step()?),
            _ => Ok(false),
        }
    }

    /// What a foreign item or an exported one is called.
    pub(crate) fn symbol_name(&self, def: DefId) -> Step<Box<str>> {
        let attrs = self.crates().codegen_fn_attrs(def).unwrap_or_default();
        match &attrs.symbol_name {
            Some(name) => Ok((&**name).into()),
            None => Ok((&*self.crates().item_name(def).step()?).into()),
        }
    }

    /// The function or static that some crate defines under a symbol.
    pub(crate) fn defined_symbol(&self, symbol: &str) -> Step<Option<DefId>> {
        let mut instances = self.front.instances.borrow_mut();
        if instances.symbols.is_none() {
            let exported = self.crates().exported_symbols().step()?;
            let mut symbols: FxHashMap<Box<str>, DefId> = FxHashMap::default();
            for ExportedSymbol { name, def_id, .. } in exported.iter() {
                let is_weak =
                    |def: DefId| -> Step<bool> { Ok(self.crates().codegen_fn_attrs(def).step()?.weak) };
                let is_own = |def: DefId| def.krate == self.crates().root();
                match symbols.get(&**name) {
                    Some(_) if is_weak(*def_id)? => continue,
                    // The library has some twice, of which the linker takes one.
                    Some(&another) if is_own(another) && is_own(*def_id) && !is_weak(another)? => {
                        let why = "a symbol has two definitions, which no linker takes";
                        return Err(Box::new(Stop::Rejected(why)));
                    }
                    _ => {}
                }
                symbols.insert((&**name).into(), *def_id);
            }
            instances.symbols = Some(symbols);
        }
        let find = |name: &str| instances.symbols.as_ref().and_then(|symbols| symbols.get(name).copied());
        let is_heap =
            matches!(symbol, "__rust_alloc" | "__rust_dealloc" | "__rust_realloc" | "__rust_alloc_zeroed");
        // What the compiler connects to the library's default, if no crate has a definition of its own.
        let default = symbol.strip_prefix("__rust_").filter(|_| !is_heap).map(|rest| format!("__rdl_{rest}"));
        Ok(find(symbol).or_else(|| find(&default?)))
    }

    /// The function of the program that an instance is, declared when it is first asked for.
    pub(crate) fn fn_id(&mut self, instance: &Instance) -> Step<FnId> {
        if let Some(&id) = self.front.instances.borrow().ids.get(instance) {
            return Ok(id);
        }
        let sig = self.instance_sig(instance)?;
        // Its types may have declared it in the meantime.
        if let Some(&id) = self.front.instances.borrow().ids.get(instance) {
            return Ok(id);
        }
        let attrs = match self.is_track_caller(instance) {
            true => vec!["track_caller".into()],
            false => Vec::new(),
        };
        let body = mir::Body::new(&sig.params, sig.ret);
        let function = mir::Function {
            name: self.describe_instance(instance).into(),
            sig,
            is_const: false,
            is_pub: true,
            inline: None,
            attrs,
            phase: mir::Phase::RuntimeOptimized,
            body,
        };
        let id = self.machine.program.functions.push(function);
        let mut instances = self.front.instances.borrow_mut();
        instances.ids.insert(instance.clone(), id);
        instances.by_id.insert(id, instance.clone());
        Ok(id)
    }

    /// Whether panics in it blame its caller.
    pub(crate) fn is_track_caller(&self, instance: &Instance) -> bool {
        match instance {
            Instance::Item(def, _) | Instance::ClosureOnce(def, _) | Instance::ByPointer(def, _) => {
                self.crates().codegen_fn_attrs(*def).is_ok_and(|attrs| attrs.track_caller)
            }
            _ => false,
        }
    }

    /// The foreign function of the program.
    pub(crate) fn foreign_fn(&mut self, def: DefId, symbol: &str) -> Step<mir::ForeignFnId> {
        if let Some(&id) = self.front.instances.borrow().foreign.get(&def) {
            return Ok(id);
        }
        let declared = self.crates().fn_sig(def).step()?;
        let sig = self.lower_sig(&declared)?;
        let is_static = match self.defined_symbol(symbol)? {
            Some(found) => matches!(self.crates().def_kind(found).step()?, DefKind::Static { .. }),
            None => false,
        };
        let function = mir::ForeignFn {
            name: symbol.into(),
            kind: if is_static { mir::ForeignKind::Static } else { mir::ForeignKind::Symbol },
            sig,
            is_variadic: declared.c_variadic,
        };
        let id = self.machine.program.foreign_fns.push(function);
        self.front.instances.borrow_mut().foreign.insert(def, id);
        Ok(id)
    }

    /// A function that stops the program with the name of what cannot be run.
    pub(crate) fn unknown_fn(&mut self, name: &str, kind: mir::ForeignKind, sig: mir::FnSig) -> mir::FnRef {
        let function = mir::ForeignFn { name: name.into(), kind, sig, is_variadic: true };
        let id = self.machine.program.foreign_fns.push(function);
        mir::FnRef::plain(mir::FnDefId::Foreign(id))
    }

    /// A callee as the program names it. Methods of trait objects and intrinsics become functions of their own.
    pub(crate) fn fn_value(&mut self, def: DefId, args: &Args) -> Step<mir::FnRef> {
        Ok(match self.resolve(def, args)? {
            Callee::Instance(instance) => mir::FnRef::plain(mir::FnDefId::Fn(self.fn_id(&instance)?)),
            Callee::Foreign(def, symbol) => {
                mir::FnRef::plain(mir::FnDefId::Foreign(self.foreign_fn(def, &symbol)?))
            }
            Callee::Intrinsic(..) | Callee::Virtual { .. } => {
                let id = self.fn_id(&Instance::Reified(def, args.clone()))?;
                mir::FnRef::plain(mir::FnDefId::Fn(id))
            }
        })
    }

    /// A function to point to. One that blames its caller has none that could be known through a pointer: there it blames
    /// itself, by a function of its own.
    pub(crate) fn fn_pointer(&mut self, def: DefId, args: &Args) -> Step<mir::FnRef> {
        match self.resolve(def, args)? {
            Callee::Instance(instance) if self.is_track_caller(&instance) => {
                let id = self.fn_id(&Instance::Reified(def, args.clone()))?;
                Ok(mir::FnRef::plain(mir::FnDefId::Fn(id)))
            }
            _ => self.fn_value(def, args),
        }
    }

    /// What an instance takes and gives.
    fn instance_sig(&mut self, instance: &Instance) -> Step<mir::FnSig> {
        match instance {
            Instance::Item(def, args) => self.item_sig(*def, args),
            Instance::Const(def, args) => {
                let ty = self.crates().type_of(*def).step()?;
                let ty = self.ground(ty, args)?;
                self.sig_of(&[], ty)
            }
            Instance::Promoted(def, args, index) => {
                let body = self.promoted_body(*def, *index)?;
                let ty = self.ground(body.local_decls[0].ty, args)?;
                self.sig_of(&[], ty)
            }
            Instance::CallPointer(ty, call) => {
                let Some(sig) = self.call_signature(*ty)? else {
                    return unsupported("a call of no function");
                };
                self.call_sig(*ty, *call, &sig)
            }
            Instance::ClosureOnce(def, args) => {
                let sig = self.closure_signature(args)?;
                let closure = self.mk(TyKind::Closure(*def, args.clone()));
                self.call_sig(closure, CallKind::FnOnce, &sig)
            }
            Instance::ClosurePointer(_, args) => {
                let sig = self.closure_signature(args)?;
                self.lower_sig(&sig)
            }
            Instance::Clone(ty) => {
                let reference = self.mk(TyKind::Ref(*ty, Mutability::Not));
                self.sig_of(&[reference], *ty)
            }
            Instance::Drop(ty) => {
                let pointer = self.mk(TyKind::RawPtr(*ty, Mutability::Mut));
                let unit = self.unit();
                self.sig_of(&[pointer], unit)
            }
            Instance::ByPointer(def, args) => {
                let Callee::Instance(method) = self.resolve(*def, args)? else {
                    return unsupported("a method without a body in a vtable");
                };
                let mut sig = self.instance_sig(&method)?;
                if let Some(first) = sig.params.first_mut() {
                    *first = self.machine.program.types.raw_ptr(mir::Mutability::Mut, *first);
                }
                Ok(sig)
            }
            Instance::Reified(def, args) | Instance::Simd(def, args) => {
                let sig = self.crates().fn_sig(*def).step()?;
                let sig = self.instantiate_sig(&sig, args)?;
                let sig = self.normalize_sig(&sig)?;
                self.lower_sig(&sig)
            }
            Instance::StartPanic(def) => {
                let sig = self.crates().fn_sig(*def).step()?;
                self.lower_sig(&sig)
            }
            Instance::FnPtrAddr(ty) => {
                let unit = self.unit();
                let pointer = self.mk(TyKind::RawPtr(unit, Mutability::Not));
                self.sig_of(&[*ty], pointer)
            }
            Instance::CoroutineDrop(def, args) => {
                let body = self.item_body(*def)?;
                let drop = body.coroutine.as_ref().and_then(|info| info.coroutine_drop.as_ref());
                let Some([ret, this, ..]) = drop.map(|drop| &drop.local_decls[..]) else {
                    return unsupported("a coroutine without a destructor");
                };
                let (this, ret) = (self.ground(this.ty, args)?, self.ground(ret.ty, args)?);
                self.sig_of(&[this], ret)
            }
            Instance::AsyncClosureOnce(def, args) => self.async_closure_sig(*def, args, CallKind::FnOnce),
        }
    }

    /// A signature of the ordinary convention.
    pub(crate) fn sig_of(&mut self, params: &[Ty], ret: Ty) -> Step<mir::FnSig> {
        let params = params.iter().map(|&ty| self.lower_ty(ty)).collect::<Step<_>>()?;
        Ok(mir::FnSig { abi: mir::Abi::Rust, is_unsafe: false, params, ret: self.lower_ty(ret)? })
    }

    /// The signature of `call`, `call_mut` or `call_once` of something with this signature: itself, and a tuple.
    pub(crate) fn call_sig(&mut self, callable: Ty, call: CallKind, sig: &FnSig) -> Step<mir::FnSig> {
        let this = match call {
            CallKind::Fn => self.mk(TyKind::Ref(callable, Mutability::Not)),
            CallKind::FnMut => self.mk(TyKind::Ref(callable, Mutability::Mut)),
            CallKind::FnOnce => callable,
        };
        let tuple = self.mk(TyKind::Tuple(sig.inputs().into()));
        let Some(output) = sig.output() else { return unsupported("a signature without a result") };
        self.sig_of(&[this, tuple], output)
    }

    fn item_sig(&mut self, def: DefId, args: &Args) -> Step<mir::FnSig> {
        if matches!(self.crates().def_kind(def).step()?, DefKind::Closure | DefKind::SyntheticCoroutineBody) {
            if self.crates().coroutine_kind(def).step()?.is_some() {
                let body = self.item_body(def)?;
                let locals = body.local_decls.iter().take(body.arg_count + 1);
                let types = locals.map(|local| self.ground(local.ty, args)).collect::<Step<Vec<_>>>()?;
                return self.sig_of(&types[1..], types[0]);
            }
            if self.crates().coroutine_for_closure(def).step()?.is_some() {
                let kind = self.coroutine_closure_kind(def, args)?;
                return self.async_closure_sig(def, args, kind);
            }
            let sig = self.closure_signature(args)?;
            let closure = self.mk(TyKind::Closure(def, args.clone()));
            let kind = self.closure_kind(args)?;
            return self.call_sig(closure, kind, &sig);
        }
        let sig = self.crates().fn_sig(def).step()?;
        if sig.c_variadic {
            return unsupported("a function of the program that takes arguments as C does: `...`");
        }
        let sig = self.instantiate_sig(&sig, args)?;
        let sig = self.normalize_sig(&sig)?;
        self.lower_sig(&sig)
    }

    /// The signature on types of the model.
    pub(crate) fn lower_sig(&mut self, sig: &FnSig) -> Step<mir::FnSig> {
        let params = sig.inputs().iter().map(|&ty| self.lower_ty(ty)).collect::<Step<_>>()?;
        let Some(output) = sig.output() else { return unsupported("a signature without a result") };
        let abi = match sig.abi {
            ExternAbi::C { unwind: false } => mir::Abi::C,
            ExternAbi::C { unwind: true } => mir::Abi::CUnwind,
            ExternAbi::System { unwind: false } => mir::Abi::System,
            ExternAbi::System { unwind: true } => mir::Abi::SystemUnwind,
            _ => mir::Abi::Rust,
        };
        Ok(mir::FnSig { abi, is_unsafe: sig.safety == Safety::Unsafe, params, ret: self.lower_ty(output)? })
    }

    /// The body of a function at run time.
    pub(crate) fn item_body(&self, def: DefId) -> Step<std::rc::Rc<Body>> {
        // The library's is a stub: the compiler makes one for each type.
        if self.is_lang_item(def, "AsyncDropInPlace")? {
            return unsupported("a destructor that is async");
        }
        if let Some(body) = self.crates().optimized_mir(def).step()? {
            return Ok(body);
        }
        // A crate that was not compiled for the machine has this of functions that constants call.
        match self.crates().mir_for_ctfe(def).step()? {
            Some(body) => Ok(body),
            None => {
                unsupported(format!("`{}`, whose crate has no body for it", self.crates().def_path_str(def)))
            }
        }
    }

    /// A promoted of a body.
    pub(crate) fn promoted_body(&self, def: DefId, index: u32) -> Step<std::rc::Rc<Body>> {
        match self.crates().promoted_mir(def).step()?.get(index as usize) {
            Some(body) => Ok(body.clone()),
            None => {
                unsupported(format!("a promoted of `{}` that is not there", self.crates().def_path_str(def)))
            }
        }
    }
}
