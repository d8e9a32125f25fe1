//! `rustassay run`: what does this program do, and may it?

use super::compilers::Compilers;
use super::output::{complain, remark, write_source};
use super::{MessageFormat, Status, ordinary, read_file, report};
use rustassay_lang::Edition;
use rustassay_machine::aliasing::{Model, Moment};
use rustassay_machine::error::{Budget, Stop, Ub};
use rustassay_machine::foreign::{FileReach, OutsideReach, Refusal, World};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Alignment, Config, Limits, Machine, ProvenanceModel, Validation};
use rustassay_machine::tracking::Tracking;
use rustassay_mir::check::check;
use rustassay_mir::model::{Program, SurfaceFnId};
use rustassay_mir::read::{Parsed, SpanTable, read, surface_fn};
use rustassay_mir::source::{Diagnostic, line_and_column};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Run a program on the abstract machine, and find its Undefined Behavior
///
/// The file is ordinary Rust, custom MIR, or both. Ordinary Rust is compiled to metadata by a stock compiler; the first time,
/// that compiler's standard library is compiled as well, which takes some twenty seconds.
///
/// Prints what the program prints. Exits with 0 when it ends well, with 1 when it has Undefined Behavior, with 2 when the file
/// is bad or uses what the machine does not know, with 3 when a panic reaches `main`, the program aborts or exits with another
/// code than 0, and with 4 when a limit is reached.
#[derive(clap::Args, Clone)]
pub struct Args {
    /// The file to run; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// What an ordinary program finds in `std::env::args`
    #[arg(last = true, value_name = "ARGS")]
    pub program_args: Vec<String>,

    /// The edition of ordinary Rust; by default what the file says in a line `//@ edition: YEAR`, or else 2021
    #[arg(long, value_name = "YEAR")]
    pub edition: Option<Edition>,

    /// Configure ordinary Rust, as rustc's `--cfg`
    #[arg(long = "cfg", value_name = "SPEC")]
    pub cfgs: Vec<String>,

    /// A crate that the file uses, as rustc's `--extern`
    #[arg(long = "extern", value_name = "NAME[=PATH]")]
    pub externs: Vec<String>,

    /// A folder with crates, as rustc's `-L`
    #[arg(short = 'L', value_name = "[KIND=]PATH")]
    pub search_paths: Vec<String>,

    /// Another flag for the compiler of ordinary Rust
    #[arg(long = "rustc-flag", value_name = "FLAG", allow_hyphen_values = true)]
    pub rustc_flags: Vec<String>,

    /// Whether an ordinary program sees the small world that is the same each time, or this machine's clock, environment, files and network
    #[arg(long, value_enum, default_value = "on", value_name = "WHETHER")]
    isolation: Isolation,

    /// The same as `--isolation off`
    #[arg(long)]
    disable_isolation: bool,

    /// Let an ordinary program use the files in this folder and beneath it, and no others; may be given several times, with and without isolation
    #[arg(long = "allow-dir", value_name = "DIR", value_parser = folder)]
    allowed_folders: Vec<PathBuf>,

    /// What becomes of a call that isolation refuses
    #[arg(long, value_enum, default_value = "abort", value_name = "WHAT")]
    isolation_error: IsolationError,

    /// A variable that an ordinary program finds in its environment, which is else empty unless `--isolation off` is given
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = variable)]
    pub variables: Vec<(String, String)>,

    /// A variable of this environment that an ordinary program finds in its own
    #[arg(long = "env-forward", value_name = "NAME")]
    forwarded_variables: Vec<String>,

    /// How many processors an ordinary program finds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    num_cpus: Option<u32>,

    /// Do not show what an ordinary program prints
    #[arg(long)]
    pub mute_output: bool,

    /// How many of the calls under way a report shows: none, those down to the user's code, or all
    #[arg(long, value_enum, default_value = "1", value_name = "HOW")]
    pub backtrace: BacktraceStyle,

    /// What is said of heap memory that an ordinary program never frees
    #[arg(long, value_enum, default_value = "tell", value_name = "HOW")]
    pub leaks: LeakRule,

    /// Say now and then where the program is: after so many statements
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000000")]
    report_progress: Option<u64>,

    /// Say what becomes of an allocation, a borrow's tag or a function, as it happens: `alloc:N`, `tag:N`, `call:PATH`; may be given several
    /// times
    #[arg(long, value_name = "WHAT:WHICH", value_parser = tracked)]
    track: Vec<Tracked>,

    /// Say also when allocations and tags that are tracked are used to read and to write
    #[arg(long)]
    track_accesses: bool,

    /// Crates that belong to the user as the one that is run does, for reports
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub user_relevant_crates: Vec<String>,

    /// Print what happened to an ordinary program as data
    #[arg(long)]
    pub json: bool,

    /// Write where an ordinary program spends its steps: a flame graph if it is an SVG file, and else stacks with their samples
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,

    /// For a FILE that is the metadata of a compiled crate, with all MIR: the folder with the stock library
    #[arg(long, hide = true, value_name = "FOLDER")]
    pub stock: Option<PathBuf>,

    /// And the folder with the library that has all MIR
    #[arg(long, hide = true, value_name = "FOLDER")]
    pub overlay: Option<PathBuf>,

    /// And the folder from where a compiled crate names its source files
    #[arg(long, hide = true, value_name = "FOLDER")]
    pub sources: Option<PathBuf>,

    /// A function of an ordinary program to run as if it were `main`
    #[arg(long, hide = true, value_name = "PATH")]
    pub entry: Option<String>,

    /// A crate that belongs to the user as the one that is run does, by its name
    #[arg(long = "users-crate", hide = true, value_name = "NAME")]
    pub users_crates: Vec<String>,

    #[command(flatten)]
    pub compilers: Compilers,

    /// Who may access memory through which pointer
    #[arg(long, value_enum, default_value = "tree", value_name = "MODEL")]
    aliasing: Aliasing,

    /// What makes a pointer aligned
    #[arg(long, value_enum, default_value = "observed", value_name = "RULE")]
    alignment: AlignmentRule,

    /// Which copies check that a value is one of its type
    #[arg(long, value_enum, default_value = "shallow", value_name = "RULE")]
    validation: ValidationRule,

    /// Whether integers may become pointers
    #[arg(long, value_enum, default_value = "permissive", value_name = "MODEL")]
    provenance: ProvenanceRule,

    /// Let a type with an `UnsafeCell` in it count as one as a whole, and not byte by byte
    #[arg(long)]
    coarse_cells: bool,

    /// Choose what the language leaves open: addresses of allocations, NaNs, signs of zeros
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// Run the program with each seed from A up to, but not including, B, and stop at the first failure
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with = "seed")]
    pub seeds: Option<Range<u64>>,

    /// With several seeds, go on after a failure
    #[arg(long, requires = "seeds")]
    pub keep_going: bool,

    /// Let NaNs, and zeros whose sign is open, be the same for every seed
    #[arg(long)]
    deterministic_floats: bool,

    /// How often an allocation takes an address that was freed, from 0 to 1
    #[arg(long, value_name = "RATE", value_parser = rate)]
    address_reuse_rate: Option<u64>,

    /// Permutes the fields of `repr(Rust)` types
    #[arg(long, value_name = "N")]
    layout_seed: Option<u64>,

    /// Be content with what is right in every layout: pointers that are aligned wherever their allocation may lie, fields that have
    /// memory even if they are not the first
    #[arg(long)]
    symbolic_layout: bool,

    /// How many statements and terminators may run
    #[arg(long, value_name = "N")]
    step_limit: Option<u64>,

    /// How many bytes of memory the program may use
    #[arg(long, value_name = "BYTES")]
    memory_limit: Option<usize>,

    /// How many calls may be under way at once
    #[arg(long, value_name = "N")]
    depth_limit: Option<usize>,
}

#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
enum Isolation {
    /// The same clock, an environment with what `--env` says, no files and no network, each time
    On,
    /// What this machine has
    Off,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum IsolationError {
    /// The run stops
    Abort,
    /// The call fails with "Permission denied"
    Hide,
    /// It fails, and a warning says so with the calls under way
    Warn,
    /// It fails, and a warning says so
    WarnNobacktrace,
}

/// How many of the calls under way a report shows.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub enum BacktraceStyle {
    /// None
    #[value(name = "0")]
    None,
    /// Those down to the user's code
    #[value(name = "1")]
    Users,
    /// All
    Full,
}

/// What is said of memory that is never freed.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub enum LeakRule {
    /// How much it is, and where it was allocated
    Tell,
    /// The same, and the command fails
    Deny,
    /// Nothing
    Ignore,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum Aliasing {
    /// Tree Borrows
    Tree,
    /// Stacked Borrows
    Stacked,
    /// No rules
    None,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum AlignmentRule {
    /// Every pointer is aligned
    Unchecked,
    /// Its address, even if by luck
    Address,
    /// That it is aligned wherever its allocation may lie; or its address, once the program has looked at that
    Observed,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum ValidationRule {
    /// None; what is computed with must be a value all the same
    Off,
    /// All typed copies
    Shallow,
    /// All typed copies, and of what the references in them point to as well
    Recursive,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum ProvenanceRule {
    /// They may, and are for memory whose address was exposed
    Permissive,
    /// They may not
    Strict,
}

impl Args {
    /// How the machine runs the program with a seed.
    pub fn machine_config(&self, seed: u64) -> Config {
        let defaults = Limits::default();
        let limits = Limits {
            steps: self.step_limit.unwrap_or(defaults.steps),
            memory: self.memory_limit.unwrap_or(defaults.memory),
            depth: self.depth_limit.unwrap_or(defaults.depth),
            ..defaults
        };
        let aliasing = match self.aliasing {
            Aliasing::Tree => Model::Tree,
            Aliasing::Stacked => Model::Stacked,
            Aliasing::None => Model::None,
        };
        let alignment = match self.alignment {
            AlignmentRule::Unchecked => Alignment::Unchecked,
            AlignmentRule::Address => Alignment::Address,
            AlignmentRule::Observed => Alignment::Observed,
        };
        let validation = match self.validation {
            ValidationRule::Off => Validation::Off,
            ValidationRule::Shallow => Validation::Shallow,
            ValidationRule::Recursive => Validation::Recursive,
        };
        let provenance = match self.provenance {
            ProvenanceRule::Permissive => ProvenanceModel::Permissive,
            ProvenanceRule::Strict => ProvenanceModel::Strict,
        };
        Config {
            aliasing,
            alignment,
            validation,
            provenance,
            coarse_cells: self.coarse_cells,
            panic_aborts: self.rustc_flags.iter().any(|flag| flag.ends_with("panic=abort")),
            seed,
            layout_seed: self.layout_seed,
            symbolic_layout: self.symbolic_layout,
            deterministic_floats: self.deterministic_floats,
            report_every: self.report_progress.filter(|every| *every > 0),
            reuse_percent: self.address_reuse_rate.unwrap_or(Config::default().reuse_percent),
            limits,
            ..Config::default()
        }
    }

    /// Whether an ordinary program sees this machine.
    pub fn is_open(&self) -> bool {
        self.disable_isolation || self.isolation == Isolation::Off
    }

    /// What an ordinary program finds when it starts.
    pub fn world(&self) -> World {
        let mut world = if self.is_open() { this_world() } else { World::default() };
        for name in &self.forwarded_variables {
            if let Some(value) = std::env::var_os(name) {
                world.variables.insert(name.clone().into(), value.into_encoded_bytes());
            }
        }
        let given = self.variables.iter();
        world.variables.extend(given.map(|(name, value)| (name.clone().into(), value.clone().into())));
        world.processors = self.num_cpus.unwrap_or(world.processors);
        world.reach = OutsideReach {
            is_open: self.is_open(),
            files: match (&self.allowed_folders[..], self.is_open()) {
                ([], true) => FileReach::All,
                ([], false) => FileReach::None,
                (folders, _) => FileReach::Beneath(folders.to_vec()),
            },
            refusal: match self.isolation_error {
                IsolationError::Abort => Refusal::Stop,
                IsolationError::Hide => Refusal::Hide,
                IsolationError::Warn => Refusal::Warn,
                IsolationError::WarnNobacktrace => Refusal::WarnBriefly,
            },
        };
        // Relative paths begin in the folder that is allowed; the one of this process may not be.
        if let (Some(folder), false) = (self.allowed_folders.first(), self.is_open()) {
            world.folder = folder.clone().into_os_string().into_encoded_bytes();
        }
        world
    }

    /// What is followed through the run.
    pub fn tracking(&self) -> Tracking {
        let mut tracking = Tracking::default();
        for tracked in &self.track {
            match tracked {
                Tracked::Allocation(id) => tracking.allocations.push(*id),
                Tracked::Tag(tag) => tracking.tags.push(*tag),
                Tracked::Call(path) => tracking.calls.push(path.clone()),
            }
        }
        tracking.accesses = self.track_accesses && !self.track.is_empty();
        tracking
    }

    /// The seeds to run it with.
    pub fn all_seeds(&self) -> Range<u64> {
        self.seeds.clone().unwrap_or(self.seed..self.seed.saturating_add(1))
    }
}

/// What a program finds that runs on this machine.
fn this_world() -> World {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let defaults = World::default();
    let bytes = |text: OsString| text.into_encoded_bytes();
    World {
        variables: std::env::vars_os().map(|(name, value)| (bytes(name), bytes(value))).collect(),
        time: now.map_or(defaults.time, |since| since.as_secs()),
        folder: std::env::current_dir().map_or(defaults.folder, |folder| bytes(folder.into_os_string())),
        process: std::process::id() as i32,
        processors: std::thread::available_parallelism().map_or(1, |count| count.get() as u32),
        reach: OutsideReach::default(),
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    if args.file.extension().is_some_and(|extension| extension == "rmeta") {
        return ordinary::run_compiled(args);
    }
    let Some(text) = read_file(&args.file) else { return Status::Unusable };
    match custom_mir(&text) {
        Some(parsed) if !args.json => run_custom_mir(args, &text, &parsed),
        _ => ordinary::run(args, &text),
    }
}

/// The program of a file that is custom MIR, with no surface functions but such as the machine's harness knows; any other file is
/// ordinary Rust.
fn custom_mir(text: &str) -> Option<Parsed> {
    // Reading says the same of a file without any, and takes its time.
    if !text.contains("custom_mir") {
        return None;
    }
    let mut parsed = read(text).ok()?;
    let program = &mut parsed.program;
    let surface: Vec<SurfaceFnId> = program.surface_fns.iter_ids().map(|(id, _)| id).collect();
    let has_main = program.find_fn("main").is_some()
        || program.surface_fns.iter().any(|function| &*function.name == "main");
    // The allocator's functions are known by their names.
    let is_known = |program: &mut Program, id| {
        program.surface_fns[id].name.starts_with("__rust_") || surface_fn(program, id).is_ok()
    };
    (has_main && surface.into_iter().all(|id| is_known(program, id))).then_some(parsed)
}

fn run_custom_mir(args: &Args, text: &str, parsed: &Parsed) -> Status {
    let violations = check(&parsed.program);
    if !violations.is_empty() {
        let diagnostics = violations.iter().map(|violation| violation.diagnostic(|at| parsed.spans.span(at)));
        return bad_file(args, text, &diagnostics.collect::<Vec<_>>());
    }
    let seeds = args.all_seeds();
    let first = seeds.start;
    let mut expected: Option<Vec<u8>> = None;
    for seed in seeds {
        let mut machine = Machine::new(parsed.program.clone(), args.machine_config(seed));
        let ending = machine.run_main();
        // Further seeds that end well print the same, which is shown once.
        if expected.is_none() || !matches!(ending, Ok(Ending::Finished)) {
            let status = show(args, &machine, ending, &parsed.spans, text);
            if status != Status::Success {
                if args.seeds.is_some() {
                    remark(&format!("`--seed {seed}` shows it again"));
                }
                return status;
            }
        }
        let expected = expected.get_or_insert_with(|| machine.output().to_vec());
        if expected != machine.output() {
            complain(&format!(
                "the program's output depends on the seed: `--seed {first}` and `--seed {seed}` differ"
            ));
            return Status::Found;
        }
    }
    Status::Success
}

/// Shows what a program printed and how it ended.
fn show(
    args: &Args,
    machine: &Machine,
    ending: Result<Ending, Box<Stop>>,
    spans: &SpanTable,
    text: &str,
) -> Status {
    write_source(machine.output());
    match ending {
        Ok(Ending::Finished) => {
            report_leaks(machine, spans, &args.file, text);
            Status::Success
        }
        Ok(Ending::Panicked) => {
            complain("a panic reached `main`");
            Status::Panicked
        }
        Err(stop) => {
            let diagnostic = diagnose(machine, &stop, spans);
            report(&args.file, text, &[diagnostic], MessageFormat::Human);
            status(&stop)
        }
    }
}

/// Reads `NAME=VALUE`.
fn variable(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, value) = parts.ok_or_else(|| "expected a variable such as `RUST_BACKTRACE=1`".to_owned())?;
    Ok((name.to_owned(), value.to_owned()))
}

/// Something that is followed through a run.
#[derive(Clone)]
enum Tracked {
    Allocation(u32),
    Tag(u32),
    Call(String),
}

/// Reads what to follow through a run.
fn tracked(text: &str) -> Result<Tracked, String> {
    let number = |text: &str| text.parse().map_err(|_| format!("expected a number, found `{text}`"));
    match text.split_once(':') {
        Some(("alloc", id)) => Ok(Tracked::Allocation(number(id)?)),
        Some(("tag", tag)) => Ok(Tracked::Tag(number(tag)?)),
        Some(("call", path)) if !path.is_empty() => Ok(Tracked::Call(path.to_owned())),
        _ => Err("expected `alloc:N`, `tag:N` or `call:PATH`".to_owned()),
    }
}

/// The path of a folder, without links and dots.
fn folder(text: &str) -> Result<PathBuf, String> {
    match std::fs::canonicalize(text) {
        Ok(path) if path.is_dir() => Ok(path),
        Ok(_) => Err("this is no folder".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads a rate from 0 to 1, as a percentage.
fn rate(text: &str) -> Result<u64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| (0.0..=1.0).contains(rate));
    rate.map(|rate| (100.0 * rate).round() as u64).ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Reads `A..B`, or `..B`.
fn seeds(text: &str) -> Result<Range<u64>, String> {
    let range = text.split_once("..").and_then(|(from, to)| {
        let from = if from.is_empty() { 0 } else { from.parse().ok()? };
        Some(from..to.parse().ok()?)
    });
    range.filter(|range| !range.is_empty()).ok_or_else(|| "expected a range such as `0..16`".to_owned())
}

fn bad_file(args: &Args, text: &str, diagnostics: &[Diagnostic]) -> Status {
    report(&args.file, text, diagnostics, MessageFormat::Human);
    Status::Unusable
}

/// Says what a program stopped at: where, and what else in the code had to do with it.
fn diagnose(machine: &Machine, stop: &Stop, spans: &SpanTable) -> Diagnostic {
    let backtrace = machine.backtrace();
    let here = backtrace.first().and_then(|&at| spans.span(at));
    let message = match stop {
        Stop::Unsupported(what) => format!("unsupported operation: the machine does not know {what}"),
        other => message(other),
    };
    let mut diagnostic = Diagnostic::new("", here, message);
    if let Stop::Ub(ub) = stop {
        for (moment, what) in moments(machine, ub) {
            if let Some(span) = machine.at(moment).and_then(|at| spans.span(at)) {
                diagnostic = diagnostic.related(span, what);
            }
        }
    }
    for &at in backtrace.iter().skip(1).take(8) {
        if let Some(span) = spans.span(at) {
            diagnostic = diagnostic.related(span, "called from here");
        }
    }
    if let Stop::Ub(Ub::Aliasing { .. }) = stop {
        diagnostic = diagnostic
            .note("this rule belongs to an aliasing model, which is not settled: see `--aliasing tree|stacked|none`");
    }
    diagnostic
}

/// Says why a program stopped.
pub fn message(stop: &Stop) -> String {
    match stop {
        Stop::Ub(ub) => format!("Undefined Behavior: {ub}"),
        Stop::Unsupported(what) => format!("unsupported operation: {what}"),
        Stop::Rejected(why) => format!("the program is rejected: {why}"),
        Stop::Refused { call, wanted } => format!("unsupported operation: `{call}` {wanted}"),
        Stop::Abort(why) => format!("abnormal termination: {why}"),
        Stop::Exit(code) => format!("the program exited with code {code}"),
        Stop::Budget(Budget::Steps) => "the step limit was reached".to_owned(),
        Stop::Budget(Budget::Memory) => "the memory limit was reached".to_owned(),
        Stop::Budget(Budget::Depth) => "the limit on calls under way was reached".to_owned(),
        Stop::Budget(Budget::Output) => "the limit on output was reached".to_owned(),
    }
}

/// What the command exits with when a program stopped.
pub fn status(stop: &Stop) -> Status {
    match stop {
        Stop::Ub(_) => Status::Found,
        Stop::Unsupported(_) | Stop::Rejected(_) | Stop::Refused { .. } => Status::Unusable,
        Stop::Exit(0) => Status::Success,
        Stop::Abort(_) | Stop::Exit(_) => Status::Panicked,
        Stop::Budget(_) => Status::Exhausted,
    }
}

/// Moments in the life of the memory that an error is about.
pub fn moments(machine: &Machine, ub: &Ub) -> Vec<(Moment, String)> {
    let mut moments = Vec::new();
    if let Some(alloc) = ub.allocation().and_then(|id| machine.allocation(id)) {
        moments.push((alloc.created, "the memory was allocated here".to_owned()));
        moments.extend(alloc.freed.map(|freed| (freed, "the memory was freed here".to_owned())));
    }
    if let Ub::Aliasing { moments: borrow, .. } = ub {
        moments.extend(borrow.iter().cloned());
    }
    moments
}

/// So many kinds of leaks are told; the rest are counted.
const MOST_LEAKS: usize = 10;

/// Sums up what was never freed: a line for each place where such memory was made, and each size.
fn report_leaks(machine: &Machine, spans: &SpanTable, path: &Path, text: &str) {
    let mut kinds: BTreeMap<(Option<(usize, usize)>, u64), usize> = BTreeMap::new();
    for (_, alloc) in machine.leaks() {
        let span = machine.at(alloc.created).and_then(|at| spans.span(at));
        let place = span.map(|span| line_and_column(text, span.start));
        *kinds.entry((place, alloc.size)).or_default() += 1;
    }
    if kinds.is_empty() {
        return;
    }
    let mut lines: Vec<String> = Vec::new();
    for ((place, size), &count) in kinds.iter().take(MOST_LEAKS) {
        let place =
            place.map_or_else(String::new, |(line, column)| format!("{}:{line}:{column}: ", path.display()));
        let times = if count == 1 { String::new() } else { format!("{count} times ") };
        lines.push(format!("  {place}{times}{size} bytes of heap memory"));
    }
    let more = kinds.len().saturating_sub(MOST_LEAKS);
    if more > 0 {
        lines.push(format!("  and {more} more places"));
    }
    remark(&format!(
        "never freed, which is no Undefined Behavior and does not change the exit code:\n{}",
        lines.join("\n")
    ));
}
