//! Runs programs by backends, one at a time or several in threads, each in a folder of its own that is gone afterwards.

use crate::answer::{Answer, Observation, Ordinary, ProgramEnd, answer, is_same_elsewhere};
use crate::backend::{Backend, Codegen, Executor};
use crate::case::{Case, CaseSource};
use crate::emulation;
use crate::evaluator::{self, Evaluation};
use crate::interpreter::LazyInterpreter;
use crate::llvm_set::StepFlags;
use crate::llvm_steps::Steps;
use crate::starvation::is_starved;
use crate::words;
use rustassay_lang::{Architecture, quoted};
use rustassay_outcome::{Compiled, MiriStop, Ran, RustcDiagnostic, compiled, miri_stop, ran};
use rustassay_process::{End, Finished, ResourceLimits, Scratch, StartError, StartStep, Task, run_unless};
use rustassay_toolchain::{Runner, Toolchain, UNLINKED, compiler_task};
use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, io};

/// What runs programs by backends. A clone shares the folder and the meter.
#[derive(Clone, Debug)]
pub struct Engine {
    scratch: Arc<Scratch>,
    /// Numbers the folders.
    next: Arc<AtomicU64>,
    /// Microseconds of processor time of all children.
    spent: Arc<AtomicU64>,
    /// Set when nobody wants to know any more what comes of anything.
    is_cancelled: Arc<AtomicBool>,
    taken_flags: Arc<Mutex<TakenFlags>>,
    /// Who knows what ordinary Rust must do.
    interpreter: Option<Arc<LazyInterpreter>>,
    /// What a compiler may use.
    pub compiling: ResourceLimits,
    /// What a program may use.
    pub running: ResourceLimits,
}

/// Whether compilers take the flags that they are given, by compiler and flags, as far as somebody asked.
type TakenFlags = BTreeMap<(PathBuf, Vec<String>), Result<(), String>>;

/// What came of one program by one backend.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What came of it.
    pub outcome: Outcome,
    /// Processor time of all children.
    pub cpu: Duration,
    /// What a person types to see it, if the program is in `case.rs`.
    pub command: String,
}

/// What came of one program by one backend.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The program ran.
    Observed(Observation),
    /// The compiler accepted it, and was only asked to check it.
    Accepted,
    /// The compiler did not build it: what it did instead.
    NotBuilt(Compiled),
    /// The backend found Undefined Behavior: this.
    Ub(String),
    /// The backend did something else than the machine, and says no more than this.
    Differs(String),
    /// The backend has nothing to say about such a program: why.
    NotApplicable(String),
    /// It could not be tried: why.
    Failed(String),
}

impl Default for Trial {
    /// A trial of which nothing has come yet.
    fn default() -> Trial {
        Trial { outcome: Outcome::Failed(String::new()), cpu: Duration::ZERO, command: String::new() }
    }
}

/// A program that was built.
pub struct Binary {
    folder: PathBuf,
    /// Where the library is that it is linked to, if it is not part of it.
    libraries: Option<PathBuf>,
    /// What runs it, if it does not run here by itself.
    runner: Option<Runner>,
    /// What else runs it, to confirm what it does.
    second_runner: Option<Runner>,
}

/// What a compiler did with a program that nobody has run.
pub struct Compilation {
    /// What it left: its folder is there until this is dropped.
    pub binary: Binary,
    /// How it ended, and what it said.
    pub finished: Finished,
    /// Processor time of it and its children.
    pub cpu: Duration,
}

impl Binary {
    /// Where the compiler worked.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the library is that it is linked to, if it is not part of it.
    pub fn libraries(&self) -> Option<&Path> {
        self.libraries.as_deref()
    }
}

impl Drop for Binary {
    fn drop(&mut self) {
        // What cannot be removed now goes with the scratch folder.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The file of the program.
pub(crate) const FILE: &str = "case.rs";
/// The name of what comes of it.
pub const PROGRAM: &str = "case";

/// What ordinary Rust is compiled with.
pub(crate) const UNCHECKED: [&str; 2] = ["-Coverflow-checks=no", "-Cdebug-assertions=no"];

/// The variable that says which of the programs in a crate is to run; arguments are for the programs.
pub(crate) const ONLY: &str = "RUSTASSAY_ONLY";

impl Engine {
    /// An engine with the default limits.
    pub fn new() -> io::Result<Engine> {
        Ok(Engine {
            scratch: Arc::new(Scratch::new()?),
            next: Arc::new(AtomicU64::new(0)),
            spent: Arc::new(AtomicU64::new(0)),
            is_cancelled: Arc::new(AtomicBool::new(false)),
            taken_flags: Arc::default(),
            interpreter: None,
            compiling: ResourceLimits {
                wall: Duration::from_secs(60),
                cpu: Duration::from_secs(120),
                ..ResourceLimits::default()
            },
            running: ResourceLimits::for_program(Duration::from_secs(10)),
        })
    }

    /// Asks the machine about ordinary Rust, too, which this compiler compiles for it.
    pub fn with_interpreter(mut self, interpreter: impl Into<LazyInterpreter>) -> Engine {
        self.interpreter = Some(Arc::new(interpreter.into()));
        self
    }

    /// What a program must do.
    pub fn answer(&self, case: &Case) -> Answer {
        match self.ordinary(case) {
            None => answer(case),
            Some(Ok(program)) => program.answer(),
            Some(Err(why)) => Answer::Unknown(why),
        }
    }

    /// Whether a program gets the same answer at other addresses, with other layouts and in another world; to be asked before anyone is
    /// blamed.
    pub fn is_same_elsewhere(&self, case: &Case, answer: &Answer) -> bool {
        match self.ordinary(case) {
            None => is_same_elsewhere(case, answer),
            Some(Ok(program)) => program.is_same_elsewhere(answer),
            Some(Err(_)) => false,
        }
    }

    /// A program of ordinary Rust for the machine, if there is an interpreter; or why the machine cannot run it.
    fn ordinary(&self, case: &Case) -> Option<Result<Ordinary, String>> {
        let interpreter = self.interpreter.as_ref().filter(|_| is_ordinary(case))?;
        // The library that the machine runs is that of the compiler's host.
        if case.target.layout != Architecture::DEFAULT.layout {
            return Some(Err(
                "what ordinary Rust does is known for the memory layout of x86-64 only".to_owned()
            ));
        }
        Some(interpreter.get().and_then(|interpreter| {
            let binary = self.folder().map_err(|error| format!("cannot make a folder: {error}"))?;
            Ordinary::new(interpreter, case, &binary.folder)
        }))
    }

    /// Lets a compiler and a program take this long.
    pub fn with_timeouts(mut self, compiling: Duration, running: Duration) -> Engine {
        self.compiling.wall = compiling;
        // Several threads of a compiler share the time on the clock.
        self.compiling.cpu = 2 * compiling;
        (self.running.wall, self.running.cpu) = (running, running);
        self
    }

    /// Lets a program take this much processor time. Unlike the clock, it does not run for others.
    pub fn program_time(mut self, most: Duration) -> Engine {
        self.running.cpu = most;
        self
    }

    /// The same engine, which can be cancelled: when the flag is set, children are killed and none is started, and trials fail.
    pub fn cancelled_by(&self, is_cancelled: Arc<AtomicBool>) -> Engine {
        Engine { is_cancelled, ..self.clone() }
    }

    /// The flag that cancels this engine.
    pub fn cancellation(&self) -> &Arc<AtomicBool> {
        &self.is_cancelled
    }

    /// Whether what this engine says is worthless, because it was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    /// The same engine with a meter of its own.
    pub fn with_own_meter(&self) -> Engine {
        Engine { spent: Arc::new(AtomicU64::new(0)), ..self.clone() }
    }

    /// Processor time of all children that this has started: also of those whose outcome nobody asked for.
    pub fn spent(&self) -> Duration {
        Duration::from_micros(self.spent.load(Ordering::Relaxed))
    }

    /// Notes what others have spent who work for whoever reads this meter.
    pub fn charge(&self, cpu: Duration) {
        self.spent.fetch_add(cpu.as_micros() as u64, Ordering::Relaxed);
    }

    /// How many compilers were started, by this and by all that share its folder.
    pub fn compiles(&self) -> u64 {
        self.next.load(Ordering::Relaxed)
    }

    /// Runs a child, and notes what it cost.
    fn run(&self, task: &Task, trial: &mut Trial) -> Result<Finished, NotRun> {
        let finished = run_unless(&self.is_cancelled, task).map_err(NotRun::CannotStart)?;
        let finished = finished.ok_or(NotRun::Cancelled)?;
        trial.cpu += finished.cpu;
        self.spent.fetch_add(finished.cpu.as_micros() as u64, Ordering::Relaxed);
        match finished.end {
            End::TimedOut if is_starved(&finished, &task.limits, task.folder, &self.is_cancelled) => {
                Err(NotRun::Starved)
            }
            _ => Ok(finished),
        }
    }

    /// Where the temporary files are, until the last that shares them is dropped.
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// A new folder, gone when the binary is.
    fn folder(&self) -> io::Result<Binary> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let folder = self.scratch.path().join(number.to_string());
        std::fs::create_dir(&folder)?;
        Ok(Binary { folder, libraries: None, runner: None, second_runner: None })
    }

    /// Tries a program by a backend, cheaply. `answer` is what the machine said.
    pub fn try_case(&self, case: &Case, backend: &Backend, answer: &Answer) -> Trial {
        self.try_in_manner(case, backend, answer, Manner { share_library: true, before: None })
    }

    /// Tries a program by a backend, exactly as [`Trial::command`] says.
    pub fn try_plainly(&self, case: &Case, backend: &Backend, answer: &Answer) -> Trial {
        self.try_in_manner(case, backend, answer, Manner { share_library: false, before: None })
    }

    /// The same, to see whether a program still does what it did before: it runs many times and with more
    /// patience, until it does something else.
    pub fn try_repeatedly(&self, case: &Case, backend: &Backend, answer: &Answer, before: &Outcome) -> Trial {
        let before = match before {
            Outcome::Observed(before) => Some(before),
            _ => None,
        };
        self.try_in_manner(case, backend, answer, Manner { share_library: false, before })
    }

    fn try_in_manner(&self, case: &Case, backend: &Backend, answer: &Answer, manner: Manner) -> Trial {
        let mut trial = Trial::default();
        trial.outcome = match backend.cannot_run(case) {
            Some(why) => Outcome::NotApplicable(why.to_owned()),
            None => match (backend.kind, &backend.toolchain) {
                (Executor::Compiled(codegen), Some(toolchain)) => self.compile_and_run(
                    case,
                    toolchain,
                    (codegen, manner),
                    &backend.flags,
                    answer,
                    &mut trial,
                ),
                // What is only checked never gets as far as a code generator.
                (Executor::Checked, Some(toolchain)) => {
                    let manner = (Codegen::Llvm, manner);
                    self.compile_and_run(case, toolchain, manner, &backend.flags, answer, &mut trial)
                }
                (Executor::Evaluated, Some(toolchain)) => {
                    self.evaluate(case, toolchain, &backend.flags, answer, &mut trial)
                }
                (Executor::Miri, Some(toolchain)) => {
                    self.interpret(case, toolchain, &backend.flags, &mut trial)
                }
                (Executor::Machine, _) | (_, None) => match answer {
                    Answer::Must(observation) => Outcome::Observed(observation.clone()),
                    Answer::Ub(ub) => Outcome::Ub(ub.clone()),
                    Answer::NotDeterministic => Outcome::NotApplicable(
                        "what it does depends on addresses, layouts or NaNs".to_owned(),
                    ),
                    Answer::Unknown(why) => Outcome::NotApplicable(why.clone()),
                },
            },
        };
        trial
    }

    fn compile_and_run(
        &self,
        case: &Case,
        toolchain: &Toolchain,
        (codegen, manner): (Codegen, Manner),
        flags: &[String],
        answer: &Answer,
        trial: &mut Trial,
    ) -> Outcome {
        let text = match case.text_for(toolchain.capabilities.custom_mir) {
            Ok(text) => text,
            Err(why) => return Outcome::NotApplicable(why),
        };
        let flags = all_flags(case, codegen, flags);
        let (share_library, only_check) = (manner.share_library, case.expectation.is_only_checked());
        let build = Build { edition: case.edition().name(), flags: &flags, only_check, share_library };
        match self.build(&text, toolchain, &build, trial) {
            Err(why) => Outcome::Failed(why),
            Ok((_, Compiled::Built)) if only_check => Outcome::Accepted,
            Ok((binary, Compiled::Built)) => match self.execute_often(&binary, manner, trial) {
                Ok(observation) if observation.end == ProgramEnd::CannotStart && is_for_elsewhere(&flags) => {
                    Outcome::NotApplicable("it is built for another system".to_owned())
                }
                Ok(observation) => match self.confirmed(&binary, observation, answer, trial) {
                    Ok(observation) => Outcome::Observed(observation),
                    Err(why) => Outcome::Failed(why),
                },
                Err(why) => Outcome::Failed(why),
            },
            // An error of LLVM's tools is about what they are given: they cannot read the bitcode, or do not support what it asks for.
            Ok((_, Compiled::Unexplained { stderr_tail, .. })) if toolchain.llvm_backend.is_some() => {
                let line = stderr_tail.lines().find(|line| !line.is_empty()).unwrap_or_default();
                Outcome::NotApplicable(format!("the program is not for {}: {line}", toolchain.name))
            }
            Ok((_, not_built)) => Outcome::NotBuilt(not_built),
        }
    }

    /// What a program did, if it does so under the second runner, too. Without one, the first is taken at its word; and so it is for a program
    /// that did what it must.
    fn confirmed(
        &self,
        binary: &Binary,
        first: Observation,
        answer: &Answer,
        trial: &mut Trial,
    ) -> Result<Observation, String> {
        let (Some(runner), Some(second_runner)) = (&binary.runner, &binary.second_runner) else {
            return Ok(first);
        };
        let expected = match answer {
            Answer::Must(expected) => Some(expected),
            _ => None,
        };
        if expected == Some(&first) {
            return Ok(first);
        }
        let second = self.execute_under(Some(second_runner), &self.running, binary, None, trial)?;
        match expected.map_or(second == first, |expected| second != *expected) {
            true => Ok(first),
            false => Err(format!(
                "the runners disagree: under `{runner}` the program {}, and under `{second_runner}` it {}",
                emulation::in_words(&first, expected),
                emulation::in_words(&second, expected)
            )),
        }
    }

    /// Runs a program; if it did something before, until it does something else, or for as long as it might
    /// take once.
    fn execute_often(
        &self,
        binary: &Binary,
        manner: Manner,
        trial: &mut Trial,
    ) -> Result<Observation, String> {
        let Some(before) = manner.before else { return self.execute(binary, trial) };
        let limits = ResourceLimits {
            wall: self.running.wall * MORE_PATIENCE,
            cpu: self.running.cpu * MORE_PATIENCE,
            ..self.running.clone()
        };
        let started = Instant::now();
        for _ in 1..MANY_RUNS {
            let again = self.execute_within(&limits, binary, None, trial)?;
            if again != *before || started.elapsed() > self.running.wall {
                return Ok(again);
            }
        }
        self.execute_within(&limits, binary, None, trial)
    }

    /// Compiles a program exactly as [`Engine::try_case`] does and does not run it, for what the compiler says and
    /// leaves in its folder.
    pub fn compile(&self, case: &Case, backend: &Backend) -> Result<Compilation, String> {
        let (Executor::Compiled(codegen), Some(toolchain)) = (backend.kind, &backend.toolchain) else {
            return Err(format!("{} does not compile programs", backend.name));
        };
        let text = case.text_for(toolchain.capabilities.custom_mir)?;
        let flags = all_flags(case, codegen, &backend.flags);
        let only_check = case.expectation.is_only_checked();
        let build = Build { edition: case.edition().name(), flags: &flags, only_check, share_library: true };
        let mut binary = self.folder().map_err(|error| format!("cannot make a folder: {error}"))?;
        binary.libraries = shared_library(toolchain, &build);
        let mut trial = Trial::default();
        let finished = self.rustc(&text, &binary, toolchain, &build, Lints::Silent, &mut trial)?;
        Ok(Compilation { binary, finished, cpu: trial.cpu })
    }

    /// Compiles a text in a new folder.
    pub fn build(
        &self,
        text: &str,
        toolchain: &Toolchain,
        build: &Build,
        trial: &mut Trial,
    ) -> Result<(Binary, Compiled), String> {
        let mut binary = self.folder().map_err(|error| format!("cannot make a folder: {error}"))?;
        binary.libraries = shared_library(toolchain, build);
        binary.runner = toolchain.runner().cloned();
        binary.second_runner = toolchain.second_runner().cloned();
        let finished = self.rustc(text, &binary, toolchain, build, Lints::Silent, trial)?;
        let first = self.compiled(&finished, toolchain, build)?;
        if !matches!(first, Compiled::TimedOut { .. }) {
            return Ok((binary, first));
        }
        // A constant that is computed for ever is the program's fault, not the compiler's, which says so by a lint (since 1.72).
        let command = trial.command.clone();
        let second = compiled(&self.rustc(text, &binary, toolchain, build, Lints::Heard, trial)?);
        trial.command = command;
        let is_endless = |error: &RustcDiagnostic| error.code.as_deref() == Some("long_running_const_eval");
        match &second {
            Compiled::Rejected(errors) if errors.iter().any(is_endless) => Ok((binary, second)),
            _ => Ok((binary, first)),
        }
    }

    /// What a compiler made of a program; or why its words say nothing of the compiler.
    fn compiled(
        &self,
        finished: &Finished,
        toolchain: &Toolchain,
        build: &Build,
    ) -> Result<Compiled, String> {
        let outcome = compiled(finished);
        if let Some(lack) = lack(finished.end, &outcome) {
            return Err(lack.to_owned());
        }
        // LLVM's tools call it an error of LLVM when they do not know an option or a level any more.
        let is_of_tool = toolchain.llvm_backend.is_some() && matches!(outcome, Compiled::LlvmError(_));
        if is_about_call(&outcome) || is_of_tool {
            self.takes_flags(toolchain, build)?;
        }
        Ok(outcome)
    }

    /// Whether a compiler takes these flags: a program of nothing must come through. An error that points nowhere is about how the compiler was called, or
    /// else the compiler is broken; this tells one from the other. `Err` says what the compiler says.
    fn takes_flags(&self, toolchain: &Toolchain, build: &Build) -> Result<(), String> {
        let key = (toolchain.rustc.clone(), [build.flags, &toolchain.target_flags()].concat());
        let known = || self.taken_flags.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(taken) = known().get(&key) {
            return taken.clone();
        }
        let binary = self.folder().map_err(|error| format!("cannot make a folder: {error}"))?;
        let mut trial = Trial::default();
        let finished = self.rustc("fn main() {}\n", &binary, toolchain, build, Lints::Silent, &mut trial)?;
        let taken = match compiled(&finished) {
            Compiled::Built => Ok(()),
            outcome => Err(format!(
                "{} cannot compile an empty program with these flags: it {} ({})",
                toolchain.name,
                words::of_compiler(&outcome),
                trial.command
            )),
        };
        known().insert(key, taken.clone());
        taken
    }

    fn rustc(
        &self,
        text: &str,
        binary: &Binary,
        toolchain: &Toolchain,
        build: &Build,
        lints: Lints,
        trial: &mut Trial,
    ) -> Result<Finished, String> {
        let file = binary.folder.join(FILE);
        std::fs::write(&file, text).map_err(|error| format!("cannot write the program: {error}"))?;
        let mut args: Vec<OsString> = ["--edition", build.edition].map(OsString::from).to_vec();
        let other_llvm = toolchain.llvm_backend.as_ref().filter(|_| !build.only_check);
        let sorted = StepFlags::of(build.flags);
        match (build.only_check, other_llvm) {
            (true, _) => args.extend(["--crate-type=lib", "--emit=metadata"].map(OsString::from)),
            (false, None) => args.extend(["-o", PROGRAM].map(OsString::from)),
            (false, Some(_)) => {}
        }
        let mut flags = [&sorted.rustc[..], &toolchain.target_flags()].concat();
        args.extend(flags.iter().map(OsString::from));
        let link = [&args[..], &["-Zlink-only".into()]].concat();
        if other_llvm.is_some() {
            flags.extend(UNLINKED.map(str::to_owned));
            args.extend(UNLINKED.map(OsString::from));
        }
        args.push(FILE.into());
        let needs_bootstrap = needs_bootstrap(text, &flags);
        trial.command = command(&toolchain.rustc, needs_bootstrap, &args);
        // What is wrong is to be understood.
        let mut unsaid: Vec<OsString> = vec!["--error-format=json".into()];
        if lints == Lints::Silent {
            unsaid.push("--cap-lints=allow".into());
        }
        if binary.libraries.is_some() {
            unsaid.push("-Cprefer-dynamic".into());
        }
        args.extend(unsaid.iter().cloned());
        let mut task = toolchain.task(&binary.folder).args(args).limits(self.compiling.clone());
        if !needs_bootstrap {
            task.env.retain(|(name, _)| name != "RUSTC_BOOTSTRAP");
        }
        // A crash is told with its backtrace.
        task = task.env("RUST_BACKTRACE", "1");
        let mut finished = self.run(&task, trial).map_err(|error| error.to_string())?;
        if let Some(backend) = other_llvm.filter(|_| finished.end == End::Exited(0)) {
            let (folder, limits, link) = (&*binary.folder, &self.compiling, &*link);
            let steps = Steps { toolchain, backend, flags: &sorted, folder, limits, link, unsaid: &unsaid };
            let stepped = steps.take(&mut |task| self.run(task, trial))?;
            trial.command.push_str(&stepped.commands);
            // What fails is told by its own words.
            let is_well = stepped.finished.end == End::Exited(0);
            let before = if is_well { finished.stderr } else { Vec::new() };
            let stderr = [before, stepped.finished.stderr].concat();
            finished = Finished { stderr, ..stepped.finished };
        }
        if let Some(runner) = toolchain.runner().filter(|_| !build.only_check) {
            trial.command.push_str(&format!(" && {}", runner.command(PROGRAM)));
        }
        Ok(finished)
    }

    /// Runs a program that was built.
    pub fn execute(&self, binary: &Binary, trial: &mut Trial) -> Result<Observation, String> {
        self.execute_within(&self.running, binary, None, trial)
    }

    /// Runs one of the programs that were built together.
    pub(crate) fn execute_one(
        &self,
        binary: &Binary,
        number: usize,
        trial: &mut Trial,
    ) -> Result<Observation, String> {
        self.execute_within(&self.running, binary, Some(number), trial)
    }

    fn execute_within(
        &self,
        limits: &ResourceLimits,
        binary: &Binary,
        number: Option<usize>,
        trial: &mut Trial,
    ) -> Result<Observation, String> {
        self.execute_under(binary.runner.as_ref(), limits, binary, number, trial)
    }

    fn execute_under(
        &self,
        runner: Option<&Runner>,
        limits: &ResourceLimits,
        binary: &Binary,
        number: Option<usize>,
        trial: &mut Trial,
    ) -> Result<Observation, String> {
        let program = binary.folder.join(PROGRAM);
        let task = match runner {
            // A runner without a program would fail in words of its own.
            Some(runner) if program.is_file() => runner.start(&program, &binary.folder),
            _ => Task::new(&program, &binary.folder),
        };
        let mut task = task.limits(limits.clone());
        task = task.env("RUST_BACKTRACE", "0");
        if let Some(number) = number {
            task = task.env(ONLY, number.to_string());
        }
        if let Some(libraries) = &binary.libraries {
            task = task.env("LD_LIBRARY_PATH", libraries);
        }
        match self.run(&task, trial) {
            // Nobody but the kernel, when the machine is out of memory, or a person does that.
            Ok(Finished { end: End::Signaled { signal: SIGKILL }, .. }) => {
                Err("somebody killed the program; is there too little memory? Run fewer at once (`--jobs`)"
                    .to_owned())
            }
            Ok(finished) => match runner {
                Some(runner) => emulation::observed(runner, finished),
                None => Ok(observation(ran(&finished))),
            },
            Err(NotRun::CannotStart(error)) if is_no_program(&error) && task.program == program => {
                Ok(Observation { stdout: Vec::new(), end: ProgramEnd::CannotStart })
            }
            Err(error) => Err(error.to_string()),
        }
    }

    fn evaluate(
        &self,
        case: &Case,
        toolchain: &Toolchain,
        flags: &[String],
        answer: &Answer,
        trial: &mut Trial,
    ) -> Outcome {
        let (CaseSource::Mir(source), Answer::Must(expected)) = (&case.source, answer) else {
            return Outcome::NotApplicable("the machine must have run it first".to_owned());
        };
        let (Some(release), ProgramEnd::Code(0)) = (toolchain.capabilities.custom_mir, expected.end) else {
            return Outcome::NotApplicable(
                "it does not end well, or the compiler takes no custom MIR".to_owned(),
            );
        };
        let text = match evaluator::checking_text(&source.program, release) {
            Ok(text) => text,
            Err(why) => return Outcome::NotApplicable(why),
        };
        let mut flags: Vec<String> = [&case.flags[..], flags].concat();
        flags.extend(evaluator::FLAGS.map(str::to_owned));
        let build =
            Build { edition: case.edition().name(), flags: &flags, only_check: true, share_library: false };
        let Ok(binary) = self.folder() else { return Outcome::Failed("cannot make a folder".to_owned()) };
        let finished = match self.rustc(&text, &binary, toolchain, &build, Lints::Silent, trial) {
            Ok(finished) => finished,
            Err(why) => return Outcome::Failed(why),
        };
        match self.compiled(&finished, toolchain, &build) {
            Ok(Compiled::Built | Compiled::Rejected(_)) => {}
            Ok(broken) => return Outcome::NotBuilt(broken),
            Err(why) => return Outcome::Failed(why),
        }
        match evaluator::evaluation(&finished, Path::new(FILE)) {
            Evaluation::Finished => Outcome::Observed(expected.clone()),
            Evaluation::PrintedOtherwise(how) => Outcome::Differs(how.to_owned()),
            Evaluation::Ub { message, .. } => Outcome::Ub(message),
            Evaluation::OutOfReach { reason, .. } => Outcome::NotApplicable(reason.to_owned()),
            Evaluation::Rejected(why) => Outcome::NotApplicable(format!("it cannot be a constant: {why}")),
        }
    }

    fn interpret(&self, case: &Case, toolchain: &Toolchain, flags: &[String], trial: &mut Trial) -> Outcome {
        let Some(miri) = &toolchain.capabilities.miri else {
            return Outcome::NotApplicable("there is no Miri".to_owned());
        };
        let text = match case.text_for(toolchain.capabilities.custom_mir) {
            Ok(text) => text,
            Err(why) => return Outcome::NotApplicable(why),
        };
        let Ok(binary) = self.folder() else { return Outcome::Failed("cannot make a folder".to_owned()) };
        if let Err(error) = std::fs::write(binary.folder.join(FILE), text) {
            return Outcome::Failed(format!("cannot write the program: {error}"));
        }
        let mut args: Vec<OsString> = ["--edition", case.edition().name()].map(OsString::from).to_vec();
        args.extend(case.flags.iter().chain(flags).map(OsString::from));
        if let Some(libraries) = &toolchain.capabilities.miri_sysroot {
            args.extend(["--sysroot".into(), libraries.into()]);
        }
        args.push(FILE.into());
        trial.command = command(miri, false, &args);
        args.push("--cap-lints=allow".into());
        let task = compiler_task(miri, &binary.folder).args(args).limits(self.compiling.clone());
        let finished = match self.run(&task, trial) {
            Ok(finished) => finished,
            Err(error) => return Outcome::Failed(error.to_string()),
        };
        match (miri_stop(&finished), compiled(&finished)) {
            (Some(MiriStop::UndefinedBehavior(ub)), _) => Outcome::Ub(ub),
            (Some(MiriStop::Unsupported(what)), _) => Outcome::NotApplicable(what),
            (None, broken @ (Compiled::Crashed(_) | Compiled::Rejected(_))) => Outcome::NotBuilt(broken),
            (None, _) => Outcome::Observed(observation(ran(&finished))),
        }
    }
}

/// Why a child did not run to its end.
pub(crate) enum NotRun {
    CannotStart(StartError),
    /// Nobody wants to know.
    Cancelled,
    /// It took too long, on a machine that has too much to do.
    Starved,
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRun::CannotStart(error) => error.fmt(f),
            NotRun::Cancelled => f.write_str("it was cancelled"),
            NotRun::Starved => f.write_str(
                "the machine has too much to do to tell whether it ends: run fewer at once (`--jobs`)",
            ),
        }
    }
}

/// How thoroughly a program is tried.
#[derive(Copy, Clone)]
struct Manner<'a> {
    /// Whether the standard library may be shared, which is cheaper.
    share_library: bool,
    /// What the program did before, if it is to do so again and again.
    before: Option<&'a Observation>,
}

/// So often does a program run before we believe that it does the same each time: one that tosses a coin is
/// then found out.
const MANY_RUNS: u32 = 16;

/// So much longer may a program take before we believe that it has no end, and is not just slow without
/// optimization.
const MORE_PATIENCE: u32 = 4;

/// The signal that cannot be caught.
const SIGKILL: i32 = 9;

/// Whether a program needs `RUSTC_BOOTSTRAP=1` with a release: it asks for features, maybe under a condition, or for flags that are unstable.
pub fn needs_bootstrap(text: &str, flags: &[String]) -> bool {
    let mut after = text.split("feature").skip(1);
    after.any(|rest| rest.trim_start().starts_with('(')) || flags.iter().any(|flag| flag.starts_with("-Z"))
}

/// What there is too little of on this machine, if that is why a compiler failed by itself: no limit of ours has stopped it.
fn lack(end: End, outcome: &Compiled) -> Option<&'static str> {
    let has_failed_by_itself = matches!(end, End::Exited(_) | End::Signaled { .. });
    match outcome {
        _ if !has_failed_by_itself => None,
        Compiled::DiskFull => Some(
            "there is too little disk space for the compiler: free some, or name another folder with TMPDIR",
        ),
        Compiled::OutOfMemory => {
            Some("there is too little memory for the compiler: run fewer at once (`--jobs`)")
        }
        Compiled::TooManyProcesses => {
            Some("the system lets the compiler start no more processes: run fewer at once (`--jobs`)")
        }
        _ => None,
    }
}

/// Whether a compiler's words are about how it was called: they point nowhere and have no code, as `unknown unstable option`, or there are none.
fn is_about_call(outcome: &Compiled) -> bool {
    match outcome {
        Compiled::Rejected(errors) => errors.iter().all(|error| error.span.is_none() && error.code.is_none()),
        Compiled::Unexplained { .. } => true,
        _ => false,
    }
}

/// Whether a program did not start because of what it is, and not for want of anything.
fn is_no_program(error: &StartError) -> bool {
    use io::ErrorKind::{ExecutableFileBusy, OutOfMemory, ResourceBusy, WouldBlock};
    let cause = error.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    let is_shortage = |cause: &io::Error| {
        matches!(cause.kind(), ExecutableFileBusy | OutOfMemory | ResourceBusy | WouldBlock)
    };
    error.step() == StartStep::Execute && !cause.is_some_and(is_shortage)
}

/// All that a compiler is told: what the program asks for, the backend's flags, the one that chooses the code generator, and what must be the same for all.
pub(crate) fn all_flags(case: &Case, codegen: Codegen, flags: &[String]) -> Vec<String> {
    let mut flags: Vec<String> = [&case.flags[..], flags].concat();
    flags.extend(codegen.flag().map(str::to_owned));
    if let CaseSource::Rust { .. } = case.source {
        // They are part of what a program does.
        flags.extend(UNCHECKED.map(str::to_owned));
    }
    flags
}

/// Whether a program is ordinary Rust that is to run.
fn is_ordinary(case: &Case) -> bool {
    matches!(case.source, CaseSource::Rust { .. }) && !case.expectation.is_only_checked()
}

/// Whether these flags make programs that need not run here.
fn is_for_elsewhere(flags: &[String]) -> bool {
    flags.iter().any(|flag| flag.starts_with("--target") || flag.starts_with("-Clinker"))
}

/// How a text is compiled.
pub struct Build<'a> {
    /// As `--edition` takes it.
    pub edition: &'a str,
    /// What the compiler is told beside.
    pub flags: &'a [String],
    /// Whether to stop before code is generated.
    pub only_check: bool,
    /// Whether to share the standard library where that can be done, which is cheaper.
    pub share_library: bool,
}

/// What becomes of lints.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Lints {
    /// They are not errors, whatever the program says.
    Silent,
    /// They are as the compiler and the program have them.
    Heard,
}

/// Where the standard library is that a program can share: linking to it takes half the time of linking it in. It changes nothing
/// of the program's own code.
fn shared_library(toolchain: &Toolchain, build: &Build) -> Option<PathBuf> {
    // The shared library unwinds, so it cannot be a part of a program that aborts instead.
    const WHOLE: [&str; 4] = ["lto", "target-feature", "codegen-backend", "panic=abort"];
    let is_whole = |flag: &String| WHOLE.iter().any(|word| flag.contains(word));
    // It would have to be found by the loader of another system.
    let is_cross = toolchain.target.is_some();
    if build.only_check || !build.share_library || is_cross || build.flags.iter().any(is_whole) {
        return None;
    }
    let folder = toolchain.sysroot.join("lib/rustlib").join(&toolchain.host).join("lib");
    let is_std = |name: &std::ffi::OsStr| {
        let name = name.to_string_lossy();
        name.starts_with("libstd-") && name.ends_with(".so")
    };
    let mut files = folder.read_dir().ok()?.flatten();
    files.any(|file| is_std(&file.file_name())).then_some(folder)
}

/// A command as a person types it.
pub(crate) fn command(program: &Path, needs_bootstrap: bool, args: &[OsString]) -> String {
    let mut text = String::new();
    if needs_bootstrap {
        text.push_str("RUSTC_BOOTSTRAP=1 ");
    }
    text.push_str(&quoted(&program.to_string_lossy()));
    for arg in args {
        text.push(' ');
        text.push_str(&quoted(&arg.to_string_lossy()));
    }
    text
}

/// What others can see of a program's run.
pub(crate) fn observation(ran: Ran) -> Observation {
    let (stdout, end) = match ran {
        Ran::Exited { code, stdout, .. } => (stdout, ProgramEnd::Code(code)),
        Ran::Signaled { signal, stdout, .. } => (stdout, ProgramEnd::Signal(signal)),
        Ran::TimedOut => (Vec::new(), ProgramEnd::TimedOut),
        Ran::OutOfMemory => (Vec::new(), ProgramEnd::OutOfMemory),
        Ran::OutputTooLong => (Vec::new(), ProgramEnd::OutputTooLong),
        Ran::DiskFull => (Vec::new(), ProgramEnd::DiskFull),
        Ran::TooManyProcesses => (Vec::new(), ProgramEnd::TooManyProcesses),
    };
    Observation { stdout, end }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_and_unstable_flags_need_bootstrap_however_they_are_written() {
        let needs = |text: &str| needs_bootstrap(text, &[]);
        assert!(needs("#![feature(never_type)]"));
        assert!(needs("# ! [feature (never_type)]"));
        assert!(needs("#![cfg_attr(all(), feature(never_type))]"));
        assert!(!needs("#[cfg(feature = \"x\")] fn f() {}"));
        assert!(needs_bootstrap("", &["-Zthreads=2".to_owned()]));
        assert!(!needs_bootstrap("", &["-O".to_owned()]));
    }
}
