//! `rustassay run` on ordinary Rust: compiles the file, loads it with the library's bodies, runs it and says what happened.

use super::exploring::{again, explore};
use super::output::{complain, draw, remark, tell, write_data, write_source};
use super::progress::ProgressLine;
use super::run::{Args, BacktraceStyle, LeakRule, ending_name, exit_code, message, moments, status};
use super::story::{self, Places, thread_name};
use super::{MessageFormat, Status, color, profile, report, seeds};
use rustassay_frontend::{FrontEnd, Loaded, ProgramOptions};
use rustassay_judge::interpreter::{Interpretable, Interpreter, InterpreterError, preferred};
use rustassay_lang::{DEFAULT_EDITION, Directives};
use rustassay_machine::error::{Budget, Stop, Ub};
use rustassay_machine::explore::Replay;
use rustassay_machine::explore::schedule::Schedule;
use rustassay_machine::foreign::{Detail, Refused, Stream};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::Machine;
use rustassay_metadata::CrateFiles;
use rustassay_metadata::data::{CrateNum, SpanLocation};
use rustassay_mir::model::{At, ItemId};
use rustassay_mir::source::{Diagnostic, Span};
use rustassay_overlay::{CompileError, OverlayProgress, SourceFile, checks_overflow};
use rustassay_toolchain::{Toolchain, cache_folder};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Runs a file of ordinary Rust. What it asks for itself holds as if it stood on the command line, before what does.
pub fn run(args: &Args, text: &str) -> Status {
    let mut args = args.clone();
    let directives = Directives::of(text);
    args.edition = args.edition.or(directives.edition);
    // Tests of Miri's ask Miri for something in the same lines.
    let (of_miri, flags): (Vec<String>, Vec<String>) =
        directives.flags.into_iter().partition(|flag| flag.starts_with("-Zmiri-"));
    if !of_miri.is_empty() {
        let flags = of_miri.join(" ");
        remark(&format!("flags of Miri's count on the command line, and not in the file: {flags}"));
    }
    args.rustc_flags = [flags, args.rustc_flags].concat();
    let program = chosen_interpreter(&args).and_then(|interpreter| compile(&args, text, &interpreter));
    program.map_or_else(|status| status, |program| run_program(&args, &program))
}

/// Runs a crate that was compiled before. No compiler is asked for anything.
pub fn run_compiled(args: &Args) -> Status {
    let files = CrateFiles {
        root: args.file.clone(),
        dependencies: dependencies(args),
        sysroot: args.stock.clone(),
        overlay: args.overlay.iter().cloned().collect(),
    };
    run_program(args, &Interpretable::compiled(files))
}

/// What runs a compiler's programs. What is wrong with it is said to the user here.
fn chosen_interpreter(args: &Args) -> Result<Interpreter, Status> {
    let toolchain = toolchain(args).ok_or(Status::Unusable)?;
    interpreter(toolchain).map_err(|error| {
        complain(&error.to_string());
        Status::Unusable
    })
}

fn run_program(args: &Args, program: &Interpretable) -> Status {
    if args.exhaustive {
        return explore_program(args, program);
    }
    if let Some(schedule) = &args.replay {
        return replay_program(args, schedule, program);
    }
    let all = args.all_seeds();
    let first = all.start;
    // What the first run prints is seen as it comes.
    let (mut worst, expected) = match run_and_show(args, first, program, true) {
        Ok(ran) => ran,
        Err(status) => return status,
    };
    if worst != Status::Success && !args.keep_going {
        return worst;
    }
    let mut take = |seed: u64, status: Status, is_same: bool| {
        if status == Status::Success && is_same {
            return ControlFlow::Continue(());
        }
        worst = status;
        if status == Status::Success {
            complain(&format!(
                "the program's output depends on the seed: `--seed {first}` and `--seed {seed}` differ"
            ));
            worst = Status::Found;
        }
        match args.keep_going && status != Status::Unusable {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let shown = |seed: u64| match run_and_show(args, seed, program, false) {
        // What the program sees of this machine differs from run to run anyway.
        Ok((status, output)) => (status, args.is_open() || is_same_output(&output, &expected)),
        Err(status) => (status, true),
    };
    let rest = first + 1..all.end;
    match args.runs_in_turn() {
        true => {
            for seed in rest {
                let (status, is_same) = shown(seed);
                if take(seed, status, is_same).is_break() {
                    break;
                }
            }
        }
        false => seeds::in_order(
            rest,
            |seed, is_over| run_quietly(args, seed, program, is_over),
            |seed, ran| match ran {
                Ok((Status::Success, output)) => {
                    take(seed, Status::Success, is_same_output(&output, &expected))
                }
                // Each run is the same, so that this one can be shown.
                Ok((status, _)) => take(seed, status.max(shown(seed).0), true),
                Err(why) => {
                    complain(&why);
                    take(seed, Status::Unusable, true)
                }
            },
        ),
    }
    worst
}

/// Whether two runs print the same, as far as that can be compared.
fn is_same_output(one: &Option<Vec<u8>>, other: &Option<Vec<u8>>) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Runs a program with a seed. Gives what it printed, or nothing if several threads did, whose order may matter.
fn run_quietly(
    args: &Args,
    seed: u64,
    program: &Interpretable,
    is_over: &Arc<AtomicBool>,
) -> Result<(Status, Option<Vec<u8>>), String> {
    let (mut loaded, users_crates) = load(args, seed, program)?;
    loaded.machine.set_interrupt(is_over.clone());
    let ending = loaded.run();
    let run = Run { loaded, ending, users_crates };
    Ok((run.status(args.leaks), run.comparable_output()))
}

/// Runs a program with a seed, and shows what is remarkable about it: the first of several runs also if it ends well. Gives what it printed, or
/// nothing if several threads did, whose order may matter.
fn run_and_show(
    args: &Args,
    seed: u64,
    program: &Interpretable,
    is_first: bool,
) -> Result<(Status, Option<Vec<u8>>), Status> {
    let is_heard = is_first && !args.json;
    let run = Run::new(args, seed, program, is_heard).map_err(|why| {
        complain(&why);
        Status::Unusable
    })?;
    let status = run.status(args.leaks);
    if is_first || status != Status::Success {
        match args.json {
            true => write_data(&format!("{:#}\n", run.data(args))),
            false => run.show(args, is_heard),
        }
        if status != Status::Success && args.seeds.is_some() {
            remark(&format!("to see it again: {}", again(args, &["--seed", &seed.to_string()])));
        }
    }
    Ok((status, run.comparable_output()))
}

/// Explores all executions of a program.
fn explore_program(args: &Args, program: &Interpretable) -> Status {
    let explored = load(args, args.all_seeds().start, program).and_then(|(mut loaded, users_crates)| {
        loaded.start().map_err(|stop| message(&stop))?;
        let explored = explore(&mut loaded.machine, args);
        Ok((loaded, users_crates, explored))
    });
    match explored {
        Ok((loaded, users_crates, explored)) => {
            explored.tell(args, &CratePlaces { loaded: &loaded, users_crates: &users_crates })
        }
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

/// Runs one execution of a program again, and says what happens.
fn replay_program(args: &Args, schedule: &Schedule, program: &Interpretable) -> Status {
    let replayed = load(args, args.all_seeds().start, program).and_then(|(mut loaded, users_crates)| {
        loaded.start().map_err(|stop| message(&stop))?;
        let Replay { ending, story } = loaded.machine.replay(schedule);
        let ending = ending.map_err(|why| format!("this is no schedule of the program: {why}"))?;
        Ok((Run { loaded, ending, users_crates }, story))
    });
    let (run, story) = match replayed {
        Ok(replayed) => replayed,
        Err(why) => {
            complain(&why);
            return Status::Unusable;
        }
    };
    let places = run.places();
    match args.json {
        true => {
            let mut data = run.data(args);
            data["story"] = story::data(&story, &places);
            write_data(&format!("{data:#}\n"));
        }
        false => {
            story::lines(&story, &places).iter().for_each(|line| tell(&format!("{line}\n")));
            run.show(args, false);
        }
    }
    run.status(args.leaks)
}

/// Where code of crates stands.
struct CratePlaces<'a> {
    loaded: &'a Loaded,
    users_crates: &'a [String],
}

impl CratePlaces<'_> {
    fn told(&self, calls: &[At]) -> Vec<Call> {
        told(calls, &self.loaded.machine, &self.loaded.front, self.users_crates)
    }
}

impl Places for CratePlaces<'_> {
    fn place(&self, calls: &[At]) -> Option<String> {
        let calls = self.told(calls);
        let users = calls.iter().find(|call| call.is_users).or(calls.first())?;
        users.location.as_ref().map(place)
    }

    fn library_function(&self, calls: &[At]) -> Option<String> {
        let calls = self.told(calls);
        let is_atomic = |call: &&Call| call.function.contains("core::sync::atomic");
        let call = calls.iter().find(|call| !is_atomic(call))?;
        (!call.is_users).then(|| call.function.clone())
    }

    fn backtrace(&self, calls: &[At]) -> String {
        backtrace(&self.told(calls), BacktraceStyle::Users)
    }
}

/// Prepares a run of a program. Gives the names of the user's further crates as well.
fn load(args: &Args, seed: u64, program: &Interpretable) -> Result<(Loaded, Vec<String>), String> {
    // The name of the crate, as Miri has it.
    let crate_name = || args.file.file_stem().unwrap_or(args.file.as_os_str()).to_string_lossy().into_owned();
    let mut program_args = vec![args.program_name.clone().unwrap_or_else(crate_name)];
    program_args.extend(args.program_args.iter().cloned());
    let checks_overflow = checks_overflow(args.rustc_flags.iter().map(String::as_str));
    let options = ProgramOptions { args: program_args, checks_overflow };
    let (config, entry) = (args.machine_config(seed), args.entry.as_deref());
    let loaded =
        program.load_function(config, &options, args.world(), entry).map_err(|stop| message(&stop))?;
    Ok((loaded, [&args.users_crates[..], &args.user_relevant_crates].concat()))
}

/// The compiler: the one that was named, or else the one that is preferred.
fn toolchain(args: &Args) -> Option<Arc<Toolchain>> {
    let found: Vec<Arc<Toolchain>> = args.compilers.find()?.into_iter().map(Arc::new).collect();
    let chosen = if args.compilers.are_named() { found.first() } else { preferred(&found) };
    chosen.cloned()
}

/// Readies a compiler, and says how far its library is.
pub fn interpreter(toolchain: Arc<Toolchain>) -> Result<Interpreter, InterpreterError> {
    let mut progress = show_progress(&toolchain);
    Interpreter::new(toolchain, cache_folder().as_deref(), &mut progress)
}

/// Compiles the user's crate. What the compiler says goes to the user as it is.
fn compile(args: &Args, text: &str, interpreter: &Interpreter) -> Result<Interpretable, Status> {
    let file = SourceFile {
        text: text.to_owned(),
        edition: args.edition.unwrap_or(DEFAULT_EDITION),
        cfgs: args.cfgs.clone(),
        externs: args.externs.clone(),
        search_paths: args.search_paths.clone(),
        flags: args.rustc_flags.clone(),
        has_color: color::on_stderr(),
        ..SourceFile::new(&args.file)
    };
    interpreter.compile(&file, dependencies(args)).map_err(|error| {
        match &error {
            CompileError::Rejected(said) if color::on_stderr() => draw(said),
            CompileError::Rejected(said) => tell(said),
            other => complain(&other.to_string()),
        }
        Status::Unusable
    })
}

/// Where the metadata of the crates is that the user's crate uses.
fn dependencies(args: &Args) -> Vec<PathBuf> {
    let path =
        |text: &String| text.split_once('=').map_or_else(|| PathBuf::from(text), |(_, path)| path.into());
    let externs = args.externs.iter().filter(|name| name.contains('=')).map(path);
    externs.chain(args.search_paths.iter().map(path)).collect()
}

/// Says how far the library is, which is compiled once.
fn show_progress(toolchain: &Toolchain) -> impl FnMut(OverlayProgress) + use<> {
    let name = toolchain.version.to_string();
    let mut bar = None;
    move |progress| match progress {
        OverlayProgress::Waiting => remark("another process compiles the standard library; waiting for it"),
        OverlayProgress::Compiled { done, of } => {
            if done == 0 {
                remark(&format!(
                    "compiling the standard library of rustc {name}, once; it takes some twenty seconds"
                ));
            }
            let bar = bar.get_or_insert_with(|| ProgressLine::counted("compiling the standard library", of));
            bar.set_done(done);
        }
    }
}

/// A program that was run.
struct Run {
    loaded: Loaded,
    ending: Result<Ending, Box<Stop>>,
    /// Further crates of the user's, by their names.
    users_crates: Vec<String>,
}

/// A call that had not returned.
struct Call {
    function: String,
    location: Option<SpanLocation>,
    /// Whether it is in the user's crate.
    is_users: bool,
}

impl Call {
    /// Whether both are at the same place of the same function.
    fn is_same(&self, other: &Call) -> bool {
        self.function == other.function && self.location == other.location
    }
}

/// How many calls a report has.
const MOST_CALLS: usize = 24;

impl Run {
    fn new(args: &Args, seed: u64, program: &Interpretable, is_heard: bool) -> Result<Run, String> {
        let (mut loaded, users_crates) = load(args, seed, program)?;
        if is_heard && !args.mute_output {
            let one_stream = args.one_stream;
            loaded.machine.set_listener(move |stream, bytes| match one_stream {
                true => show_output(Stream::Output, bytes),
                false => show_output(stream, bytes),
            });
        }
        if !args.json {
            loaded.machine.set_observer(tell_remarks(&loaded.front, users_crates.clone(), args.backtrace));
        }
        loaded.machine.track(args.tracking());
        if args.profile.is_some() {
            loaded.machine.start_profile(profile::PERIOD);
        }
        let ending = loaded.run();
        if let (Some(file), Some(samples)) = (&args.profile, loaded.machine.stack_samples()) {
            let name = |function| loaded.machine.program.functions[function].name.to_string();
            profile::Stacks::new(samples, name).write(file)?;
        }
        Ok(Run { loaded, ending, users_crates })
    }

    fn machine(&self) -> &Machine {
        &self.loaded.machine
    }

    fn places(&self) -> CratePlaces<'_> {
        CratePlaces { loaded: &self.loaded, users_crates: &self.users_crates }
    }

    /// What it printed, unless the order of threads may matter for that.
    fn comparable_output(&self) -> Option<Vec<u8>> {
        (self.machine().thread_count() == 1).then(|| self.machine().output().to_vec())
    }

    fn status(&self, leaks: LeakRule) -> Status {
        match &self.ending {
            Ok(Ending::Finished) if leaks == LeakRule::Deny && self.leaves_something() => Status::Found,
            Ok(Ending::Finished) => Status::Success,
            Ok(Ending::Panicked) => Status::Panicked,
            Err(stop) => status(stop),
        }
    }

    /// Whether memory was never freed, or threads have not ended.
    fn leaves_something(&self) -> bool {
        self.machine().remaining_threads() > 0 || !self.machine().lost_memory().is_empty()
    }

    /// Shows how the program ended, and what it printed unless that was heard already.
    fn show(&self, args: &Args, is_heard: bool) {
        if !is_heard && !args.mute_output {
            show_output(Stream::Output, self.machine().output());
            show_output(Stream::Errors, self.machine().error_output());
        }
        match &self.ending {
            Ok(Ending::Finished) if args.leaks == LeakRule::Ignore => {}
            Ok(Ending::Finished) => self.report_leaks(args.leaks),
            Ok(Ending::Panicked) => complain("a panic reached `main`"),
            Err(stop) => match **stop {
                Stop::Exit(0) => {}
                // It has printed why.
                Stop::Exit(101) => {}
                // A test that returns an error prints it, and its code says no more.
                Stop::Exit(_) if args.one_stream && !self.calls().iter().any(|call| call.is_users) => {}
                Stop::Exit(code) => remark(&format!("the program exited with code {code}")),
                _ => self.explain(stop, args),
            },
        }
    }

    /// Says what the program stopped at: in the user's code, and where that was called from.
    fn explain(&self, stop: &Stop, args: &Args) {
        let calls = self.calls();
        let here = calls.iter().find(|call| call.is_users).and_then(|call| call.location.as_ref());
        let here = here.or_else(|| calls.first()?.location.as_ref());
        let text = here.and_then(|here| source_text(&here.path, args));
        let span = |location: &SpanLocation| {
            let is_here = here.is_some_and(|here| here.path == location.path);
            text.as_ref().filter(|_| is_here).map(|text| span_in(text, location))
        };
        let mut diagnostic = Diagnostic::new("", here.and_then(span), message(stop));
        let mut elsewhere = Vec::new();
        if let Stop::Ub(ub) = stop {
            for (moment, what) in moments(self.machine(), ub) {
                let Some(location) = self.machine().at(moment).and_then(|at| self.loaded.front.locate(at))
                else {
                    continue;
                };
                match span(&location) {
                    Some(span) => diagnostic = diagnostic.related(span, what),
                    None => elsewhere.push(format!("{what}: {}", place(&location))),
                }
            }
        }
        if let Stop::Ub(Ub::Aliasing { .. }) = stop {
            elsewhere.push(
                "this rule belongs to an aliasing model, which is not settled: see `--aliasing tree|stacked|none`".to_owned(),
            );
        }
        if self.machine().thread_count() > 1 && *stop != Stop::Deadlock {
            elsewhere.push(format!("this happened in {}", running_thread(self.machine())));
        }
        if !elsewhere.is_empty() {
            diagnostic = diagnostic.note(elsewhere.join("\n"));
        }
        if let Some(help) = help(stop) {
            diagnostic = diagnostic.help(help);
        }
        let path = here.map_or_else(|| args.file.clone(), |here| PathBuf::from(&here.path));
        report(&path, text.as_deref().unwrap_or_default(), &[diagnostic], MessageFormat::Human);
        match stop {
            Stop::Deadlock => self.tell_threads(args.backtrace),
            _ => tell(&backtrace(&calls, args.backtrace)),
        }
    }

    /// Says of each thread that has not ended what it waits for, and where.
    fn tell_threads(&self, style: BacktraceStyle) {
        for thread in self.machine().live_threads() {
            remark(&story::activity(&thread));
            tell(&backtrace(&self.told(&thread.calls), style));
        }
    }

    /// The calls that had not returned, the innermost first.
    fn calls(&self) -> Vec<Call> {
        self.told(&self.machine().backtrace())
    }

    fn told(&self, calls: &[At]) -> Vec<Call> {
        told(calls, self.machine(), &self.loaded.front, &self.users_crates)
    }

    /// What happened, as data. The guide documents it.
    fn data(&self, args: &Args) -> Value {
        let machine = self.machine();
        let text = self.ending.as_ref().err().map(|stop| message(stop));
        let call = |call: &Call| {
            let place = call.location.as_ref().map(
                |location| json!({ "file": location.path, "line": location.line, "column": location.column }),
            );
            json!({ "function": call.function, "place": place, "is_users": call.is_users })
        };
        let remaining_threads = match self.ending {
            Ok(Ending::Finished) => machine.remaining_threads(),
            _ => 0,
        };
        let leaks = match self.ending {
            Ok(Ending::Finished) if remaining_threads == 0 => machine.lost_memory().len(),
            _ => 0,
        };
        json!({
            "file": args.file.display().to_string(),
            "ending": ending_name(&self.ending),
            "exit_code": exit_code(&self.ending),
            "message": text,
            "calls": self.calls().iter().take(MOST_CALLS).map(call).collect::<Vec<_>>(),
            "stdout": String::from_utf8_lossy(machine.output()),
            "stderr": String::from_utf8_lossy(machine.error_output()),
            "leaks": leaks,
            "remaining_threads": remaining_threads,
            "thread": running_thread(machine),
            "threads": story::threads_data(&machine.live_threads(), &self.places()),
            "steps": machine.steps(),
        })
    }

    /// Says which threads have not ended. What they have is not lost.
    fn report_remaining_threads(&self, rule: LeakRule) {
        let message = "the main thread terminated without waiting for all remaining threads";
        match rule {
            LeakRule::Deny => complain(message),
            LeakRule::Tell | LeakRule::Ignore => remark(&format!(
                "{message}, which is not Undefined Behavior and does not change the exit code"
            )),
        }
        self.tell_threads(BacktraceStyle::Users);
    }

    /// Sums up what was never freed and what no static leads to.
    fn report_leaks(&self, rule: LeakRule) {
        let machine = self.machine();
        if machine.remaining_threads() > 0 {
            return self.report_remaining_threads(rule);
        }
        let mut kinds: BTreeMap<(String, u64), usize> = BTreeMap::new();
        for (_, alloc) in machine.lost_memory() {
            let location = machine.at(alloc.created).and_then(|at| self.loaded.front.locate(at));
            let place = location.map_or_else(String::new, |location| format!("{}: ", place(&location)));
            *kinds.entry((place, alloc.size)).or_default() += 1;
        }
        if kinds.is_empty() {
            return;
        }
        let lines = kinds.iter().map(|((place, size), count)| match count {
            1 => format!("  {place}{size} bytes of heap memory"),
            _ => format!("  {place}{count} times {size} bytes of heap memory"),
        });
        let lines = lines.take(10).collect::<Vec<_>>().join("\n");
        match rule {
            LeakRule::Deny => complain(&format!("memory leaked: this memory was never freed\n{lines}")),
            LeakRule::Tell | LeakRule::Ignore => remark(&format!(
                "this memory was never freed, which is not Undefined Behavior and does not change the exit code:\n{lines}"
            )),
        }
    }
}

/// What the thread is called that runs.
fn running_thread(machine: &Machine) -> String {
    thread_name(machine.thread(), machine.thread_name(machine.thread()))
}

/// Calls that have not returned, the innermost first.
fn told(backtrace: &[At], machine: &Machine, front: &FrontEnd, users_crates: &[String]) -> Vec<Call> {
    let is_users = |krate: CrateNum| {
        let crates = front.crates();
        krate == crates.root() || users_crates.iter().any(|name| *crates.crate_name(krate) == **name)
    };
    let mut calls = Vec::new();
    for &at in backtrace {
        let (At::Statement(function, ..) | At::Item(ItemId::Fn(function))) = at else { continue };
        let is_users = front.crate_of(function).is_some_and(is_users);
        let name = machine.program.functions[function].name.to_string();
        calls.push(Call { function: name, location: front.locate(at), is_users });
    }
    calls
}

/// Tells what is remarkable about a run, as it happens.
fn tell_remarks(
    front: &Rc<FrontEnd>,
    users_crates: Vec<String>,
    style: BacktraceStyle,
) -> impl FnMut(&Machine, &str, Detail) + use<> {
    let front = Rc::clone(front);
    move |machine, what, detail| {
        let calls = told(&machine.backtrace(), machine, &front, &users_crates);
        let here = calls.iter().find(|call| call.is_users).and_then(|call| call.location.as_ref());
        remark(&here.map_or_else(|| what.to_owned(), |here| format!("{}: {what}", place(here))));
        if detail == Detail::Backtrace {
            tell(&backtrace(&calls, style));
        }
    }
}

/// Shows what a program prints.
fn show_output(stream: Stream, bytes: &[u8]) {
    match stream {
        Stream::Output => write_source(bytes),
        Stream::Errors => tell(&String::from_utf8_lossy(bytes)),
    }
}

/// What to do about it.
fn help(stop: &Stop) -> Option<&'static str> {
    match stop {
        Stop::Ub(_) => Some(
            "this is a bug in the program or in a library that it uses; compilers assume that it does not happen",
        ),
        Stop::Rejected(_) => {
            Some("a compiler sees this only when it makes code, also where the program never gets")
        }
        Stop::Refused { wanted, .. } => Some(match wanted {
            Refused::File(_) => {
                "`--allow-dir DIR` allows the files of a folder, and `--disable-isolation` all files; with \
                 `--isolation-error warn` the call fails instead"
            }
            Refused::Beyond(_) => {
                "another `--allow-dir DIR` allows a further folder; with `--isolation-error warn` the call fails instead"
            }
            Refused::Input | Refused::StreamStatus | Refused::Network => {
                "`--disable-isolation` allows it; with `--isolation-error warn` the call fails instead"
            }
            Refused::Processes | Refused::NativeCode => {
                "no option allows this; test the code around it on its own"
            }
        }),
        Stop::Unsupported(_) => Some("this is a limitation of the machine, not a bug in the program"),
        Stop::Budget(Budget::Time) => Some("`--timeout TIME` gives it more time"),
        Stop::Budget(Budget::Memory) => Some("`--memory-limit BYTES` gives it more memory"),
        Stop::Budget(Budget::Depth) => Some("`--depth-limit N` allows more calls at once"),
        _ => None,
    }
}

/// The calls, for people: those of the user's crate, and the library's above them. Repeated calls of a recursion are counted.
fn backtrace(calls: &[Call], style: BacktraceStyle) -> String {
    let shown = match style {
        BacktraceStyle::None => return String::new(),
        BacktraceStyle::Users => {
            calls.iter().rposition(|call| call.is_users).map_or(calls.len(), |last| last + 1)
        }
        BacktraceStyle::Full => calls.len(),
    };
    let most = if style == BacktraceStyle::Full { usize::MAX } else { MOST_CALLS };
    let mut text = String::from("note: backtrace, innermost call first; `>` marks your code\n");
    let mut printed = 0;
    for (number, same) in calls[..shown].chunk_by(|a, b| a.is_same(b)).enumerate() {
        if number == most {
            text.push_str(&format!("       and {} more\n", shown - printed));
            break;
        }
        let call = &same[0];
        let mark = if call.is_users { '>' } else { ' ' };
        text.push_str(&format!("{mark} {printed:>3}: {}\n", call.function));
        if let Some(location) = &call.location {
            text.push_str(&format!("          at {}\n", place(location)));
        }
        if same.len() > 1 {
            text.push_str(&format!("          and {} more calls at the same place\n", same.len() - 1));
        }
        printed += same.len();
    }
    text
}

fn place(location: &SpanLocation) -> String {
    format!("{}:{}:{}", location.path, location.line, location.column)
}

/// The text of a file that the compiler named, if it is at hand.
fn source_text(path: &str, args: &Args) -> Option<String> {
    if args.file == Path::new("-") {
        return None;
    }
    let base = args.sources.as_deref().unwrap_or(Path::new(""));
    std::fs::read_to_string(base.join(path)).ok()
}

/// The bytes between two places of a text.
fn span_in(text: &str, location: &SpanLocation) -> Span {
    let byte = |line: u32, column: u32| {
        let start: usize =
            text.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum();
        let rest = text.get(start..).unwrap_or_default();
        let within: usize = rest.chars().take(column.saturating_sub(1) as usize).map(char::len_utf8).sum();
        (start + within) as u32
    };
    Span::new(byte(location.line, location.column), byte(location.end_line, location.end_column))
}
