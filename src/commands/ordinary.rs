//! `rustassay run` on ordinary Rust: compiles the file, loads it with the library's bodies, runs it and says what happened.

use super::output::{complain, draw, remark, tell, write_data, write_source};
use super::run::{Args, BacktraceStyle, LeakRule, message, moments, status};
use super::{MessageFormat, Status, profile, report};
use rustassay_frontend::{FrontEnd, Loaded, ProgramOptions};
use rustassay_judge::interpreter::{Interpretable, Interpreter, InterpreterError, preferred};
use rustassay_lang::{DEFAULT_EDITION, Directives};
use rustassay_machine::error::{Stop, Ub};
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
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// Runs a file of ordinary Rust. What it asks for itself holds as if it stood on the command line, before what does.
pub fn run(args: &Args, text: &str) -> Status {
    let mut args = args.clone();
    let directives = Directives::of(text);
    args.edition = args.edition.or(directives.edition);
    args.rustc_flags = [directives.flags, args.rustc_flags].concat();
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
    let mut expected: Option<Vec<u8>> = None;
    let seeds = args.all_seeds();
    let first = seeds.start;
    let mut worst = Status::Success;
    for seed in seeds {
        // What the first run prints is seen as it comes. Further ones that end well print the same.
        let is_heard = expected.is_none() && !args.json;
        let run = match Run::new(args, seed, program, is_heard) {
            Ok(run) => run,
            Err(why) => {
                complain(&why);
                return Status::Unusable;
            }
        };
        let status = run.status(args.leaks);
        if expected.is_none() || status != Status::Success {
            match args.json {
                true => write_data(&format!("{:#}\n", run.data(args))),
                false => run.show(args, is_heard),
            }
            if status != Status::Success {
                if args.seeds.is_some() {
                    remark(&format!("`--seed {seed}` shows it again"));
                }
                if !args.keep_going {
                    return status;
                }
                worst = status;
                continue;
            }
        }
        let output = run.loaded.machine.output();
        // What the program sees of this machine differs from run to run anyway.
        if *expected.get_or_insert_with(|| output.to_vec()) != output && !args.is_open() {
            complain(&format!(
                "the program's output depends on the seed: `--seed {first}` and `--seed {seed}` differ"
            ));
            if !args.keep_going {
                return Status::Found;
            }
            worst = Status::Found;
        }
    }
    worst
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
        has_color: has_color(),
        ..SourceFile::new(&args.file)
    };
    interpreter.compile(&file, dependencies(args)).map_err(|error| {
        match &error {
            CompileError::Rejected(said) if has_color() => draw(said),
            CompileError::Rejected(said) => tell(said),
            other => complain(&other.to_string()),
        }
        Status::Unusable
    })
}

fn has_color() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
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
    let is_terminal = std::io::stderr().is_terminal();
    move |progress| match progress {
        OverlayProgress::Waiting => remark("another process compiles the standard library; waiting for it"),
        OverlayProgress::Compiled { done, of } if is_terminal => {
            let bar: String = (0..of).map(|n| if n < done { '#' } else { '-' }).collect();
            let end = if done == of { "\n" } else { "" };
            draw(&format!("\rcompiling the standard library of rustc {name}, once: [{bar}]{end}"));
        }
        OverlayProgress::Compiled { done: 0, .. } => {
            remark(&format!(
                "compiling the standard library of rustc {name}, once; it takes some twenty seconds"
            ));
        }
        OverlayProgress::Compiled { .. } => {}
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

/// So many calls are told.
const MOST_CALLS: usize = 24;

impl Run {
    fn new(args: &Args, seed: u64, program: &Interpretable, is_heard: bool) -> Result<Run, String> {
        // The name of the crate, as Miri has it.
        let name = args.file.file_stem().unwrap_or(args.file.as_os_str());
        let mut program_args = vec![name.to_string_lossy().into_owned()];
        program_args.extend(args.program_args.iter().cloned());
        let checks_overflow = checks_overflow(args.rustc_flags.iter().map(String::as_str));
        let options = ProgramOptions { args: program_args, checks_overflow };
        let (config, entry) = (args.machine_config(seed), args.entry.as_deref());
        let mut loaded =
            program.load_function(config, &options, args.world(), entry).map_err(|stop| message(&stop))?;
        if is_heard && !args.mute_output {
            loaded.machine.set_listener(show_output);
        }
        let users_crates = [&args.users_crates[..], &args.user_relevant_crates].concat();
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

    fn status(&self, leaks: LeakRule) -> Status {
        match &self.ending {
            Ok(Ending::Finished) if leaks == LeakRule::Deny && !self.machine().lost_memory().is_empty() => {
                Status::Found
            }
            Ok(Ending::Finished) => Status::Success,
            Ok(Ending::Panicked) => Status::Panicked,
            Err(stop) => status(stop),
        }
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
                // It has said why.
                Stop::Exit(101) => {}
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
        if !elsewhere.is_empty() {
            diagnostic = diagnostic.note(elsewhere.join("\n"));
        }
        if let Some(help) = help(stop) {
            diagnostic = diagnostic.help(help);
        }
        let path = here.map_or_else(|| args.file.clone(), |here| PathBuf::from(&here.path));
        report(&path, text.as_deref().unwrap_or_default(), &[diagnostic], MessageFormat::Human);
        tell(&backtrace(&calls, args.backtrace));
    }

    /// The calls that had not returned, the innermost first.
    fn calls(&self) -> Vec<Call> {
        calls(self.machine(), &self.loaded.front, &self.users_crates)
    }

    /// What happened, as data. The guide documents it.
    fn data(&self, args: &Args) -> Value {
        let machine = self.machine();
        let (ending, text) = match &self.ending {
            Ok(Ending::Finished) => ("finished", None),
            Ok(Ending::Panicked) => ("panicked", None),
            Err(stop) => {
                let ending = match **stop {
                    Stop::Ub(_) => "undefined-behavior",
                    Stop::Unsupported(_) | Stop::Refused { .. } => "unsupported",
                    Stop::Rejected(_) => "rejected",
                    Stop::Abort(_) => "aborted",
                    Stop::Exit(_) => "exited",
                    Stop::Budget(_) => "limit",
                };
                (ending, Some(message(stop)))
            }
        };
        let exit_code = match &self.ending {
            Ok(Ending::Finished) => Some(0),
            Err(stop) => match **stop {
                Stop::Exit(code) => Some(code),
                _ => None,
            },
            Ok(Ending::Panicked) => None,
        };
        let call = |call: &Call| {
            let place = call.location.as_ref().map(
                |location| json!({ "file": location.path, "line": location.line, "column": location.column }),
            );
            json!({ "function": call.function, "place": place, "is_users": call.is_users })
        };
        let leaks = match self.ending {
            Ok(Ending::Finished) => machine.lost_memory().len(),
            _ => 0,
        };
        json!({
            "file": args.file.display().to_string(),
            "ending": ending,
            "exit_code": exit_code,
            "message": text,
            "calls": self.calls().iter().take(MOST_CALLS).map(call).collect::<Vec<_>>(),
            "stdout": String::from_utf8_lossy(machine.output()),
            "stderr": String::from_utf8_lossy(machine.error_output()),
            "leaks": leaks,
            "steps": machine.steps(),
        })
    }

    /// Sums up what was never freed and what no static leads to.
    fn report_leaks(&self, rule: LeakRule) {
        let machine = self.machine();
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
            LeakRule::Deny => complain(&format!("memory leaked: this was never freed\n{lines}")),
            LeakRule::Tell | LeakRule::Ignore => remark(&format!(
                "never freed, which is no Undefined Behavior and does not change the exit code:\n{lines}"
            )),
        }
    }
}

/// The calls that have not returned, the innermost first.
fn calls(machine: &Machine, front: &FrontEnd, users_crates: &[String]) -> Vec<Call> {
    let is_users = |krate: CrateNum| {
        let crates = front.crates();
        krate == crates.root() || users_crates.iter().any(|name| *crates.crate_name(krate) == **name)
    };
    let mut calls = Vec::new();
    for at in machine.backtrace() {
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
        let calls = calls(machine, &front, &users_crates);
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
            "the program did what the language forbids, or caused library code to: whatever a compiler makes of it is right",
        ),
        Stop::Rejected(_) => {
            Some("a compiler sees this only when it makes code, also where the program never gets")
        }
        Stop::Refused { wanted, .. } => Some(match wanted {
            Refused::Files => {
                "`--allow-dir DIR` lets the program use the files of a folder, `--disable-isolation` all that you may use; \
                 `--isolation-error warn` lets the call fail instead"
            }
            Refused::Beyond(_) => {
                "`--allow-dir DIR` names a further folder; `--isolation-error warn` lets the call fail instead"
            }
            Refused::Input | Refused::Network => {
                "`--disable-isolation` lets the program have it; `--isolation-error warn` lets the call fail instead"
            }
            Refused::Processes | Refused::NativeCode => {
                "no option allows it; what the program does around it can be tested on its own"
            }
        }),
        Stop::Unsupported(_) => Some("this is a limitation of the machine, and says nothing of the program"),
        _ => None,
    }
}

/// The calls, for people: those of the user's crate, and the library's above them.
fn backtrace(calls: &[Call], style: BacktraceStyle) -> String {
    let shown = match style {
        BacktraceStyle::None => return String::new(),
        BacktraceStyle::Users => {
            calls.iter().rposition(|call| call.is_users).map_or(calls.len(), |last| last + 1)
        }
        BacktraceStyle::Full => calls.len(),
    };
    let most = if style == BacktraceStyle::Full { usize::MAX } else { MOST_CALLS };
    let mut text = String::from("note: the calls under way, the innermost first; the user's are marked\n");
    for (n, call) in calls.iter().take(shown).take(most).enumerate() {
        let mark = if call.is_users { '>' } else { ' ' };
        text.push_str(&format!("{mark} {n:>3}: {}\n", call.function));
        if let Some(location) = &call.location {
            text.push_str(&format!("          at {}\n", place(location)));
        }
    }
    let more = shown.saturating_sub(most);
    if more > 0 {
        text.push_str(&format!("       and {more} more\n"));
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
