//! Where a program begins: `std::rt::lang_start`, which calls `main`.

use crate::bodies::call;
use crate::context::{Cx, FrontEnd, IntoStep};
use crate::instance::Instance;
use crate::shims::Shim;
use rustassay_machine::error::{Step, unsupported};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
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
            self.machine.end_thread()?;
        }
        Ok(ending)
    }

    /// The functions of the user's crate that have run. Shims are left out, on both sides of a call.
    pub fn run_functions(&mut self) -> Step<Vec<RunFunction>> {
        let cx = Cx { front: &self.front, machine: &mut self.machine };
        let functions = &cx.machine.program.functions;
        let item = |id: FnId| match cx.front.instances.borrow().get(id) {
            Some(Instance::Item(def, args)) if !functions[id].body.blocks.is_empty() => {
                Some((*def, args.clone()))
            }
            _ => None,
        };
        let mut found = Vec::new();
        for (id, function) in functions.iter_ids() {
            let Some((def, args)) = item(id).filter(|(def, _)| def.krate == cx.crates().root()) else {
                continue;
            };
            let mut calls = Vec::new();
            for block in function.body.blocks.iter() {
                if let Terminator::Call(call) = &block.terminator
                    && let Operand::Const(mir::Const::Fn(called)) = &call.func
                    && let mir::FnDefId::Fn(called) = called.def
                    && let Some((def, args)) = item(called)
                {
                    calls.push(cx.demangled(def, &args)?);
                }
            }
            let is_const = cx.crates().mir_for_ctfe(def).step()?.is_some();
            found.push(RunFunction { name: cx.demangled(def, &args)?, is_const, calls });
        }
        Ok(found)
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
    /// A function that calls `lang_start(main, argc, argv, sigpipe)`, and `exit` with what that returns unless it is 0.
    fn entry(&mut self, args: &[String], path: Option<&str>) -> Step<FnId> {
        let main = match path {
            None => self.crates().main_function().step()?,
            Some(path) => self.crates().function_by_path(&path.split("::").collect::<Vec<_>>()).step()?,
        };
        let Some(main) = main else {
            return unsupported(match path {
                None => {
                    "a crate that defines no `main` at its root; one that is imported is not found".to_owned()
                }
                Some(path) => format!("a crate without a function `{path}`"),
            });
        };
        let sig = self.crates().fn_sig(main).step()?;
        let Some(output) = sig.output() else { return unsupported("a `main` without a result") };
        let output = self.normalize(output)?;
        let start = self.lang_item("Start")?;
        let start = self.fn_value(start, &[GenericArg::Type(output)].into())?;
        let main_ref = self.fn_value(main, &[].into())?;
        let main_ptr = self.mk(TyKind::FnPtr(FnSig { inputs_and_output: [output].into(), ..sig }));
        let main_ptr = self.lower_ty(main_ptr)?;
        let argv = self.argv(args);
        let types = &mut self.machine.program.types;
        let byte_ptr = types.raw_ptr(mir::Mutability::Not, mir::Ty::U8);
        let argv_ptr = types.raw_ptr(mir::Mutability::Not, byte_ptr);
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
        let status = mir::Place::from(body.body.local(mir::Ty::ISIZE));
        let code = mir::Place::from(body.body.local(mir::Ty::I32));
        let never = mir::Place::from(body.body.local(mir::Ty::NEVER));
        let [decide, finish, fail, unreachable] = [1, 2, 3, 4].map(BlockId);
        let argument = |value| Operand::Const(crate::consts::block(value));
        let argv_value = ConstExpr::Pointer {
            target: mir::PointerTarget::Memory(argv),
            offset: 0,
            len: None,
            ty: argv_ptr,
        };
        let passed = vec![
            argument(ConstExpr::FnPtr(Box::new(main_ref), main_ptr)),
            Operand::Const(mir::Const::Int(mir::IntTy::Isize, args.len() as u128)),
            argument(argv_value),
            Operand::Const(mir::Const::Int(mir::IntTy::U8, 0)),
        ];
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
