//! Where a program begins: `std::rt::lang_start`, which calls `main`.

use crate::bodies::call;
use crate::context::{Cx, FrontEnd, IntoStep};
use crate::instance::Instance;
use crate::shims::Shim;
use rustassay_machine::error::{Step, unsupported};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_machine::supply::Supplier;
use rustassay_metadata::Crates;
use rustassay_metadata::data::*;
use rustassay_mir::layout::{Layout, LayoutOptions, Layouts};
use rustassay_mir::model as mir;
use rustassay_mir::model::{BlockId, ConstExpr, FnId, Operand, Rvalue, Terminator};
use std::rc::Rc;

/// How a program is to be run, as far as its crates do not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProgramOptions {
    /// Its arguments, of which the first is its own name.
    pub args: Vec<String>,
    /// Whether overflow panics in functions of the library that leave that to the program.
    pub checks_overflow: bool,
}

/// A function of the user's crate that has run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunFunction {
    /// What its symbol says, demangled.
    pub name: String,
    /// Whether constants may call it.
    pub is_const: bool,
    /// The functions that it calls by name, as far as they have run.
    pub calls: Vec<String>,
}

/// A program that is ready to run.
#[derive(Debug)]
pub struct Loaded {
    /// The machine. Bodies come to it as calls reach them.
    pub machine: Machine,
    /// What knows the crates: spans for messages, and everything else.
    pub front: Rc<FrontEnd>,
    /// The function to run: it takes nothing, returns nothing, and calls `exit` if the program fails.
    entry: FnId,
}

impl Loaded {
    /// Prepares a program of these crates to run.
    pub fn new(crates: Crates, config: Config, options: &ProgramOptions) -> Step<Loaded> {
        Loaded::of_function(crates, config, options, None)
    }

    /// The same, with a function of the user's crate, named by its path, in place of `main`.
    pub fn of_function(
        crates: Crates,
        config: Config,
        options: &ProgramOptions,
        path: Option<&str>,
    ) -> Step<Loaded> {
        let front = Rc::new(FrontEnd::new(crates, options.checks_overflow));
        let mut machine = Machine::new(mir::Program::default(), config);
        machine.set_supplier(front.clone());
        let entry = Cx { front: &front, machine: &mut machine }.entry(&options.args, path)?;
        Ok(Loaded { machine, front, entry })
    }

    /// Runs the program to its end, with the destructors of what its thread has for itself.
    pub fn run(&mut self) -> Step<Ending> {
        let ending = self.machine.run_function(self.entry, Vec::new())?;
        if ending == Ending::Finished {
            self.machine.end_main_thread()?;
        }
        Ok(ending)
    }

    /// Begins the program, for [`Machine::explore`] and [`Machine::replay`], which run it up to the end of `main`.
    pub fn start(&mut self) -> Step<()> {
        self.machine.start_function(self.entry, Vec::new())
    }

    /// The functions of the user's crate that have run. Shims are left out, on both sides of a call.
    pub fn run_functions(&mut self) -> Step<Vec<RunFunction>> {
        let mut cx = Cx { front: &self.front, machine: &mut self.machine };
        let functions = &cx.machine.program.functions;
        let item = |id: FnId| match cx.front.instances.borrow().get(id) {
            Some(Instance::Item(def, args)) if !functions[id].body.blocks.is_empty() => {
                Some((*def, args.clone()))
            }
            _ => None,
        };
        let mut run = Vec::new();
        for (id, function) in functions.iter_ids() {
            let Some(own) = item(id).filter(|(def, _)| def.krate == cx.crates().root()) else {
                continue;
            };
            let mut calls = Vec::new();
            for block in function.body.blocks.iter() {
                if let Terminator::Call(call) = &block.terminator
                    && let Operand::Const(mir::Const::Fn(called)) = &call.func
                    && let mir::FnDefId::Fn(called) = called.def
                {
                    calls.extend(item(called));
                }
            }
            run.push((own, calls));
        }
        let mut found = Vec::new();
        for ((def, args), called) in run {
            let is_const = cx.crates().mir_for_ctfe(def).step()?.is_some();
            let mut calls = Vec::new();
            for (def, args) in called {
                calls.push(cx.demangled(def, &args)?);
            }
            found.push(RunFunction { name: cx.demangled(def, &args)?, is_const, calls });
        }
        Ok(found)
    }

    /// Resolves all that the program may reach, whether or not a run does: the bodies of functions, their constants, and the methods of
    /// vtables. Gives the names of the functions, as their symbols say them, demangled; what cannot be resolved is left out.
    pub fn resolve_all(&mut self) -> Vec<String> {
        let (mut functions, mut vtables) = (0, 0);
        loop {
            if functions < self.machine.program.functions.len() {
                // What it cannot do, a run may never ask for.
                let _ = self.resolve_body(FnId(functions as u32));
                functions += 1;
            } else if let Some(&(concrete, object)) = self.machine.vtable_types().get(vtables) {
                let mut cx = Cx { front: &self.front, machine: &mut self.machine };
                for slot in 0..cx.vtable_len(object).unwrap_or(0) {
                    let _ = cx.vtable_method(concrete, object, slot);
                }
                vtables += 1;
            } else {
                break;
            }
        }
        let mut cx = Cx { front: &self.front, machine: &mut self.machine };
        let instances = cx.machine.program.functions.iter_ids();
        let instances = instances.filter_map(|(id, _)| match cx.front.instances.borrow().get(id) {
            Some(Instance::Item(def, args)) => Some((*def, args.clone())),
            _ => None,
        });
        let instances: Vec<(DefId, Args)> = instances.collect();
        instances.into_iter().filter_map(|(def, args)| cx.demangled(def, &args).ok()).collect()
    }

    /// Gives a function its body, and evaluates the constants in it.
    fn resolve_body(&mut self, id: FnId) -> Step<()> {
        if self.machine.program.functions[id].body.blocks.is_empty() {
            self.front.clone().body(&mut self.machine, id)?;
        }
        let body = self.machine.program.functions[id].body.clone();
        for block in body.blocks.iter() {
            for statement in &block.statements {
                let compiled = self.machine.compile_statement(id, statement);
                let _ = compiled.and_then(|statement| self.machine.make_vtable(&statement));
            }
            if let Terminator::Call(call) = &block.terminator {
                for arg in &call.args {
                    let _ = self.machine.compile_operand(id, arg);
                }
            }
        }
        Ok(())
    }

    /// How a type without parameters lies in memory.
    pub fn layout(&mut self, ty: Ty) -> Step<Layout> {
        let mut cx = Cx { front: &self.front, machine: &mut self.machine };
        let ty = cx.normalize(ty)?;
        let ty = cx.lower_ty(ty)?;
        match Layouts::new(LayoutOptions::default()).of(&self.machine.program.types, ty) {
            Ok(layout) => Ok(layout.clone()),
            Err(why) => unsupported(format!("the layout of this type: {why}")),
        }
    }

    /// Where in the user's crate the program is, or was when it stopped.
    pub fn users_place(&self) -> Option<SpanLocation> {
        let is_users = |at: &mir::At| match at {
            mir::At::Statement(function, ..) => {
                self.front.crate_of(*function) == Some(self.front.crates().root())
            }
            _ => false,
        };
        self.machine.backtrace().into_iter().find(is_users).and_then(|at| self.front.locate(at))
    }
}

impl Cx<'_> {
    /// A function that calls what runs before `main`, then `lang_start(main, argc, argv, sigpipe)`, and `exit` with what that returns
    /// unless it is 0. `path` names a function to call in place of `main`. A crate without `main` may have what Miri calls in its place:
    /// `miri_start(argc, argv)`.
    fn entry(&mut self, args: &[String], path: Option<&str>) -> Step<FnId> {
        let argv = self.argv(args);
        let types = &mut self.machine.program.types;
        let byte_ptr = types.raw_ptr(mir::Mutability::Not, mir::Ty::U8);
        let ty = types.raw_ptr(mir::Mutability::Not, byte_ptr);
        let target = mir::PointerTarget::Memory(argv);
        let argv = constant(ConstExpr::Pointer { target, offset: 0, len: None, ty });
        let argc = Operand::Const(mir::Const::Int(mir::IntTy::Isize, args.len() as u128));
        let main = match path {
            None => self.crates().main_function().step()?,
            Some(path) => {
                match self.crates().function_by_path(&path.split("::").collect::<Vec<_>>()).step()? {
                    Some(function) => Some(function),
                    None => return unsupported(format!("a crate without a function `{path}`")),
                }
            }
        };
        let (start, passed) = match main {
            Some(main) => {
                let sigpipe = Operand::Const(mir::Const::Int(mir::IntTy::U8, 0));
                let (start, main) = self.start_of(main)?;
                (start, vec![main, argc, argv, sigpipe])
            }
            None => (self.miri_start(ty)?, vec![argc, argv]),
        };
        let nothing =
            mir::FnSig { abi: mir::Abi::Rust, is_unsafe: false, params: Vec::new(), ret: mir::Ty::UNIT };
        let exit = mir::ForeignFn {
            name: "exit".into(),
            kind: mir::ForeignKind::Symbol,
            sig: mir::FnSig {
                abi: mir::Abi::C,
                is_unsafe: true,
                params: vec![mir::Ty::I32],
                ret: mir::Ty::NEVER,
            },
            is_variadic: false,
        };
        let exit = mir::FnRef::plain(mir::FnDefId::Foreign(self.machine.program.foreign_fns.push(exit)));

        let mut body = Shim::new(&nothing);
        self.call_constructors(&mut body)?;
        let status = mir::Place::from(body.body.local(mir::Ty::ISIZE));
        let code = mir::Place::from(body.body.local(mir::Ty::I32));
        let never = mir::Place::from(body.body.local(mir::Ty::NEVER));
        let first = body.next_block().0;
        let [decide, finish, fail, unreachable] = [0, 1, 2, 3].map(|n| BlockId(first + n));
        body.end(call(start, passed, status.clone(), decide, mir::UnwindAction::Continue));
        let targets = mir::SwitchTargets { values: vec![(0, finish)], otherwise: fail };
        body.end(Terminator::Switch(Operand::Copy(status.clone()), targets));
        body.end(Terminator::Return);
        body.assign(code.clone(), Rvalue::Cast(mir::CastKind::As, Operand::Copy(status), mir::Ty::I32));
        body.end(call(exit, vec![Operand::Copy(code)], never, unreachable, mir::UnwindAction::Unreachable));
        body.end(Terminator::Unreachable);
        let body = body.finish();
        Ok(self.machine.program.functions.push(mir::Function {
            name: "start".into(),
            sig: nothing,
            is_const: false,
            is_pub: true,
            inline: None,
            attrs: Vec::new(),
            phase: mir::Phase::RuntimeOptimized,
            body,
        }))
    }

    /// `lang_start` for the result of `main`, and the pointer to `main` that it takes.
    fn start_of(&mut self, main: DefId) -> Step<(mir::FnRef, Operand)> {
        let sig = self.crates().fn_sig(main).step()?;
        let Some(output) = sig.output() else { return unsupported("a `main` without a result") };
        let output = self.normalize(output)?;
        let start = self.lang_item("Start")?;
        let start = self.fn_value(start, &[GenericArg::Type(output)].into())?;
        let main = self.fn_value(main, &[].into())?;
        let pointer = self.mk(TyKind::FnPtr(FnSig { inputs_and_output: [output].into(), ..sig }));
        let pointer = self.lower_ty(pointer)?;
        Ok((start, constant(ConstExpr::FnPtr(Box::new(main), pointer))))
    }

    fn miri_start(&mut self, argv: mir::Ty) -> Step<mir::FnRef> {
        let Some(start) = self.defined_symbol("miri_start")? else {
            return unsupported("a crate that neither defines nor imports `main` at its root");
        };
        let start = self.fn_value(start, &[].into())?;
        match start.def {
            mir::FnDefId::Fn(id) => {
                let sig = &self.machine.program.functions[id].sig;
                match (&sig.params[..], sig.ret) == (&[mir::Ty::ISIZE, argv][..], mir::Ty::ISIZE) {
                    true => Ok(start),
                    false => unsupported("a `miri_start` that is no `fn(isize, *const *const u8) -> isize`"),
                }
            }
            _ => unsupported("a `miri_start` that is no function of the crate"),
        }
    }

    /// Calls the functions that the crate wants to be called before `main`: the system finds pointers to them in a section of their own.
    fn call_constructors(&mut self, body: &mut Shim) -> Step<()> {
        let krate = self.crates().root();
        for index in 0..self.crates().def_count(krate) {
            let def = DefId { krate, index };
            let is_static = matches!(self.crates().def_kind(def), Ok(DefKind::Static { nested: false, .. }));
            let section = self.crates().codegen_fn_attrs(def).ok().filter(|_| is_static);
            if section.and_then(|attrs| attrs.link_section.clone()).as_deref() != Some(".init_array") {
                continue;
            }
            let id = self.static_id(def)?;
            // One pointer, or several.
            let size = self.machine.info(self.machine.program.statics[id].ty)?.size;
            for offset in (0..size / 8).map(|n| n * 8) {
                self.call_constructor(body, mir::PointerTarget::Static(id), offset);
            }
        }
        Ok(())
    }

    /// Calls the function that a pointer in memory points to.
    fn call_constructor(&mut self, body: &mut Shim, target: mir::PointerTarget, offset: u64) {
        let types = &mut self.machine.program.types;
        let function = types.fn_ptr(mir::FnSig {
            abi: mir::Abi::C,
            is_unsafe: false,
            params: Vec::new(),
            ret: mir::Ty::UNIT,
        });
        let ty = types.raw_ptr(mir::Mutability::Not, function);
        let pointer = mir::Place::from(body.body.local(ty));
        let function = mir::Place::from(body.body.local(function));
        let dest = mir::Place::from(body.body.local(mir::Ty::UNIT));
        let value = constant(ConstExpr::Pointer { target, offset, len: None, ty });
        body.assign(pointer.clone(), Rvalue::Use(value));
        body.assign(function.clone(), Rvalue::Use(Operand::Copy(pointer.deref())));
        let (func, unwind) = (Operand::Copy(function), mir::UnwindAction::Unreachable);
        let (args, target) = (Vec::new(), body.next_block());
        body.end(Terminator::Call(Box::new(mir::Call { dest, func, args, target, unwind })));
    }

    /// The memory of `argv`: pointers to the arguments, and a null pointer.
    fn argv(&mut self, args: &[String]) -> mir::MemoryId {
        let mut pointers = Vec::new();
        for (n, arg) in args.iter().enumerate() {
            let mut bytes = arg.as_bytes().to_vec();
            bytes.push(0);
            pointers.push((n as u64 * 8, mir::PointerTarget::Memory(self.byte_memory(bytes))));
        }
        let memory = self.byte_memory(vec![0; (args.len() + 1) * 8]);
        let def = &mut self.machine.program.memories[memory];
        def.pointers = pointers;
        def.align = 8;
        memory
    }
}

fn constant(value: ConstExpr) -> Operand {
    Operand::Const(crate::consts::block(value))
}
