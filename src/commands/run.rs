//! `rustassay run`: what a program does, and whether it has Undefined Behavior.

use super::compilers::{Compilers, architecture};
use super::duration::parse_duration;
use super::exploring::{again, explore, schedule};
use super::output::{complain, remark, tell, write_source};
use super::story::{self, Places};
use super::{MessageFormat, Status, ordinary, read_file, report, seeds};
use rustassay_lang::{Architecture, Directives, Edition};
use rustassay_machine::aliasing::{Model, Moment};
use rustassay_machine::error::{Budget, Stop, Ub};
use rustassay_machine::explore::ExplorationLimits;
use rustassay_machine::explore::schedule::Schedule;
use rustassay_machine::foreign::{FileReach, OutsideReach, Refusal, World};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Alignment, Config, Limits, Machine, ProvenanceModel, Validation};
use rustassay_machine::tracking::Tracking;
use rustassay_mir::check::check;
use rustassay_mir::model::{At, Program, SurfaceFnId};
use rustassay_mir::read::{Parsed, SpanTable, read_for, surface_fn};
use rustassay_mir::source::{Diagnostic, line_and_column};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

/// Run a program on the abstract machine, and detect Undefined Behavior
///
/// The file is ordinary Rust, custom MIR, or both. A stock compiler compiles ordinary Rust to metadata. The first run
/// also compiles that compiler's standard library, which takes some twenty seconds and needs the `rust-src` or the
/// `rust-docs` component. Prints what the program prints. Whatever the machine does not support ends the run with
/// `unsupported operation`, never with a guess.
#[derive(clap::Args, Clone)]
#[command(after_long_help = "\
Examples:
  rustassay run grow.rs
  rustassay run grow.rs --edition 2024 --seeds 0..64 -- input
  rustassay run found.rs --aliasing stacked
  rustassay run threads.rs --exhaustive
  rustassay run threads.rs --replay 0x3,1:2,0

Exit codes:
  0  the program succeeded
  1  it has Undefined Behavior
  2  the file has errors, or the program uses what the machine does not support
  3  the program panicked, aborted or exited with a code other than 0
  4  it reached a limit, or an exploration was cut short")]
pub struct Args {
    /// The file to run; `-` is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The arguments of an ordinary program
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

    /// Whether an ordinary program is isolated from this machine's clock, environment, standard input, files and network
    #[arg(long, value_enum, default_value = "on", value_name = "WHETHER")]
    isolation: Isolation,

    /// The same as `--isolation off`
    #[arg(long)]
    disable_isolation: bool,

    /// Allow the files in this folder and beneath it, and no others; may be given several times, with and without isolation
    #[arg(long = "allow-dir", value_name = "DIR", value_parser = folder)]
    pub allowed_folders: Vec<PathBuf>,

    /// What happens when isolation refuses a call
    #[arg(long, value_enum, default_value = "abort", value_name = "WHAT")]
    isolation_error: IsolationError,

    /// Set a variable in the environment of an ordinary program, which is empty in isolation
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = variable)]
    pub variables: Vec<(String, String)>,

    /// Pass a variable of this environment on to an ordinary program
    #[arg(long = "env-forward", value_name = "NAME")]
    forwarded_variables: Vec<String>,

    /// How many processors an ordinary program sees
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    num_cpus: Option<u32>,

    /// Do not print what an ordinary program prints
    #[arg(long)]
    pub mute_output: bool,

    /// How much of the backtrace a report has
    #[arg(long, value_enum, default_value = "1", value_name = "HOW")]
    pub backtrace: BacktraceStyle,

    /// What happens if an ordinary program never frees heap memory
    #[arg(long, value_enum, default_value = "tell", value_name = "HOW")]
    pub leaks: LeakRule,

    /// Print a backtrace after every N statements
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1000000")]
    report_progress: Option<u64>,

    /// Print events of an allocation, a borrow's tag or a function as they happen: `alloc:N`, `tag:N`, `call:PATH`; may be given several
    /// times
    #[arg(long, value_name = "WHAT:WHICH", value_parser = tracked)]
    track: Vec<Tracked>,

    /// Print reads and writes by tracked allocations and tags, too
    #[arg(long)]
    track_accesses: bool,

    /// Further crates that reports mark as your code
    #[arg(long, value_name = "NAME,NAME", value_delimiter = ',')]
    pub user_relevant_crates: Vec<String>,

    /// Print the result of an ordinary program, or of an exploration, as JSON
    #[arg(long)]
    pub json: bool,

    /// Write where an ordinary program spends its steps to FILE: a flame graph if it ends with `.svg`, and otherwise stacks with sample counts
    #[arg(long, value_name = "FILE", conflicts_with = "exhaustive")]
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

    /// The folder that an ordinary program runs in; by default the current one, or the root for a program without files
    #[arg(long, hide = true, value_name = "FOLDER")]
    pub folder: Option<PathBuf>,

    /// What an ordinary program finds as its own name in `std::env::args`; by default the name of its crate
    #[arg(long = "program-name", hide = true, value_name = "NAME")]
    pub program_name: Option<String>,

    /// Print what an ordinary program prints on standard error to standard output, too, and do not say which code it returned from `main`
    #[arg(long, hide = true)]
    pub one_stream: bool,

    #[command(flatten)]
    pub compilers: Compilers,

    /// The target whose memory layout custom MIR is run with: a triple, or an architecture such as `s390x`. By default what the file says in a
    /// line `//@ target: TARGET`, or else x86-64. Ordinary Rust is compiled for the compiler's host
    #[arg(long, value_name = "TARGET", value_parser = architecture)]
    target: Option<&'static Architecture>,

    /// The aliasing model
    #[arg(long, value_enum, default_value = "tree", value_name = "MODEL")]
    aliasing: Aliasing,

    /// When a pointer counts as aligned
    #[arg(long, value_enum, default_value = "observed", value_name = "RULE")]
    alignment: AlignmentRule,

    /// Which copies check that a value is valid for its type
    #[arg(long, value_enum, default_value = "shallow", value_name = "RULE")]
    validation: ValidationRule,

    /// Whether integers can be cast to pointers
    #[arg(long, value_enum, default_value = "permissive", value_name = "MODEL")]
    provenance: ProvenanceRule,

    /// Treat all bytes of a type with an `UnsafeCell` as interior mutable
    #[arg(long)]
    coarse_cells: bool,

    /// The seed for what the language leaves open: which thread runs when, addresses of allocations, NaNs, signs of zeros
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// Run the program with each seed from A up to B, without B, and stop at the first failure
    #[arg(long, value_name = "A..B", value_parser = seeds, conflicts_with = "seed")]
    pub seeds: Option<Range<u64>>,

    /// Explore every interleaving of the threads and every choice of the memory model, and print all outcomes
    #[arg(long, conflicts_with_all = ["seeds", "ignore_data_races"])]
    pub exhaustive: bool,

    /// With `--exhaustive`, leave out executions in which threads that could go on lose their turn more often than this
    #[arg(long, requires = "exhaustive", value_name = "N")]
    max_preemptions: Option<u32>,

    /// Run the one execution that a schedule names, as `--exhaustive` prints it, and say what happens in it: the schedule, or a file that has it
    #[arg(long, value_name = "SCHEDULE", value_parser = schedule, conflicts_with_all = ["seeds", "exhaustive", "ignore_data_races"])]
    pub replay: Option<Schedule>,

    /// With several seeds, continue after a failure
    #[arg(long, requires = "seeds")]
    pub keep_going: bool,

    /// Make NaNs, and zeros whose sign is open, the same for every seed
    #[arg(long)]
    deterministic_floats: bool,

    /// How often an allocation reuses a freed address, from 0 to 1
    #[arg(long, value_name = "RATE", value_parser = rate)]
    address_reuse_rate: Option<u64>,

    /// How often an allocation reuses an address that another thread has freed, from 0 to 1; the two threads then synchronize
    #[arg(long, value_name = "RATE", value_parser = rate)]
    address_reuse_cross_thread_rate: Option<u64>,

    /// How often another thread gets its turn at the end of a basic block, from 0 to 1
    #[arg(long, value_name = "RATE", value_parser = rate)]
    preemption_rate: Option<u64>,

    /// Does not look for data races; atomic loads then read the latest store
    #[arg(long)]
    ignore_data_races: bool,

    /// Atomic loads always read the latest store
    #[arg(long)]
    no_weak_memory: bool,

    /// How often a weak exchange fails for no reason once there are several threads, from 0 to 1
    #[arg(long, value_name = "RATE", value_parser = rate)]
    exchange_failure_rate: Option<u64>,

    /// Permutes the fields of `repr(Rust)` types
    #[arg(long, value_name = "N")]
    layout_seed: Option<u64>,

    /// Require what is right in every layout: pointers that are aligned wherever their allocation lies, fields that have memory even if
    /// they are not the first
    #[arg(long)]
    symbolic_layout: bool,

    /// How much processor time the program may take
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub timeout: Option<Duration>,

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
    /// Isolated: each run is the same
    On,
    /// Not isolated
    Off,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum IsolationError {
    /// The run stops
    Abort,
    /// The call fails with "Permission denied"
    Hide,
    /// It fails, with a warning and a backtrace
    Warn,
    /// It fails, with a warning
    WarnNobacktrace,
}

/// How much of the backtrace a report has.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub enum BacktraceStyle {
    /// Nothing
    #[value(name = "0")]
    None,
    /// The calls down to your code
    #[value(name = "1")]
    Users,
    /// All calls
    Full,
}

/// What happens if memory is never freed.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub enum LeakRule {
    /// A note says how much, and where it was allocated
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
    /// Always
    Unchecked,
    /// By its address
    Address,
    /// If it is aligned wherever its allocation may lie; by its address once the program has looked at that
    Observed,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum ValidationRule {
    /// None; operands must still be valid
    Off,
    /// All typed copies
    Shallow,
    /// All typed copies, and what their references point to
    Recursive,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum ProvenanceRule {
    /// They can, and point to memory whose address was exposed
    Permissive,
    /// They cannot
    Strict,
}

impl Args {
    /// The configuration of the machine for a seed.
    pub fn machine_config(&self, seed: u64) -> Config {
        let defaults = Limits::default();
        let limits = Limits {
            steps: self.step_limit.unwrap_or(defaults.steps),
            memory: self.memory_limit.unwrap_or(defaults.memory),
            depth: self.depth_limit.unwrap_or(defaults.depth),
            time: self.timeout,
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
            cross_thread_reuse_percent: self
                .address_reuse_cross_thread_rate
                .unwrap_or(Config::default().cross_thread_reuse_percent),
            preemption_percent: self.preemption_rate.unwrap_or(Config::default().preemption_percent),
            data_races: !self.ignore_data_races,
            weak_memory: !self.no_weak_memory,
            spurious_failure_percent: self
                .exchange_failure_rate
                .unwrap_or(Config::default().spurious_failure_percent),
            limits,
            ..Config::default()
        }
    }

    /// Whether an ordinary program runs without isolation.
    pub fn is_open(&self) -> bool {
        self.disable_isolation || self.isolation == Isolation::Off
    }

    /// The world of an ordinary program.
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
            files: self.files(),
            refusal: match self.isolation_error {
                IsolationError::Abort => Refusal::Stop,
                IsolationError::Hide => Refusal::Hide,
                IsolationError::Warn => Refusal::Warn,
                IsolationError::WarnNobacktrace => Refusal::WarnBriefly,
            },
        };
        let current = || std::env::current_dir().ok().filter(|_| world.reach.files != FileReach::None);
        if let Some(folder) = self.folder.clone().or_else(current) {
            world.folder = folder.into_os_string().into_encoded_bytes();
        }
        world
    }

    /// The files that an ordinary program may reach.
    fn files(&self) -> FileReach {
        if self.allowed_folders.is_empty() {
            return if self.is_open() { FileReach::All } else { FileReach::None };
        }
        // Also by their names without links, by which programs know the folder that they run in.
        let without_links = self.allowed_folders.iter().filter_map(|folder| folder.canonicalize().ok());
        let mut folders: Vec<PathBuf> = self.allowed_folders.iter().cloned().chain(without_links).collect();
        folders.dedup();
        FileReach::Beneath(folders)
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

    /// What an exploration may use.
    pub fn exploration_limits(&self) -> ExplorationLimits {
        ExplorationLimits { preemptions: self.max_preemptions, ..ExplorationLimits::default() }
    }

    /// Whether runs with several seeds go one after the other: they see each other, are told of while they run, or are one of several tests that
    /// run at once.
    pub fn runs_in_turn(&self) -> bool {
        self.is_open()
            || self.one_stream
            || !self.allowed_folders.is_empty()
            || !self.track.is_empty()
            || self.report_progress.is_some()
            || self.profile.is_some()
            || matches!(self.isolation_error, IsolationError::Warn | IsolationError::WarnNobacktrace)
    }

    /// The seeds to run it with.
    pub fn all_seeds(&self) -> Range<u64> {
        self.seeds.clone().unwrap_or(self.seed..self.seed.saturating_add(1))
    }
}

/// The world of a program without isolation.
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
    let target = match (args.target, Directives::of(&text).target) {
        (Some(target), _) => target,
        (None, None) => Architecture::DEFAULT,
        (None, Some(name)) => match architecture(&name) {
            Ok(target) => target,
            Err(refusal) => {
                complain(&format!("`{}`: {refusal}", args.file.display()));
                return Status::Unusable;
            }
        },
    };
    match custom_mir(&text, target) {
        Some(parsed) if !args.json || args.exhaustive => run_custom_mir(args, &text, &parsed),
        _ if args.target.is_some() || target.layout != Architecture::DEFAULT.layout => {
            complain("a target is for custom MIR: ordinary Rust is compiled for the compiler's host");
            Status::Unusable
        }
        _ => ordinary::run(args, &text),
    }
}

/// The program of a file that is custom MIR, with no surface functions but such as the machine's harness knows; any other file is
/// ordinary Rust.
fn custom_mir(text: &str, target: &'static Architecture) -> Option<Parsed> {
    // Reading says the same of a file without any, and takes its time.
    if !text.contains("custom_mir") {
        return None;
    }
    let mut parsed = read_for(text, target).ok()?;
    let program = &mut parsed.program;
    let surface: Vec<SurfaceFnId> = program.surface_fns.iter_ids().map(|(id, _)| id).collect();
    let has_main = program.find_fn("main").is_some()
        || program.surface_fns.iter().any(|function| &*function.name == "main");
    // The functions of the allocator and those for threads are known by their names.
    let is_known = |program: &mut Program, id| {
        let name = &program.surface_fns[id].name;
        ["__rust_", "__rustassay_"].iter().any(|start| name.starts_with(start))
            || surface_fn(program, id).is_ok()
    };
    (has_main && surface.into_iter().all(|id| is_known(program, id))).then_some(parsed)
}

fn run_custom_mir(args: &Args, text: &str, parsed: &Parsed) -> Status {
    let violations = check(&parsed.program);
    if !violations.is_empty() {
        let diagnostics = violations.iter().map(|violation| violation.diagnostic(|at| parsed.spans.span(at)));
        return bad_file(args, text, &diagnostics.collect::<Vec<_>>());
    }
    if args.exhaustive || args.replay.is_some() {
        return schedule_custom_mir(args, text, parsed);
    }
    let show_run = |seed: u64, is_first: bool| {
        let mut machine = Machine::new(parsed.program.clone(), args.machine_config(seed));
        let ending = machine.run_main();
        let mut status = Status::Success;
        // Further seeds that end well print the same, which is shown once.
        if is_first || !matches!(ending, Ok(Ending::Finished)) {
            status = show(args, &machine, ending, &parsed.spans, text);
        }
        if status != Status::Success && args.seeds.is_some() {
            remark(&format!("to see it again: {}", again(args, &["--seed", &seed.to_string()])));
        }
        (status, machine)
    };
    let all = args.all_seeds();
    let first = all.start;
    let (mut worst, machine) = show_run(first, true);
    if worst != Status::Success && !args.keep_going {
        return worst;
    }
    let expected = machine.output().to_vec();
    let run_quietly = |seed: u64, is_over: &Arc<AtomicBool>| {
        let mut machine = Machine::new(parsed.program.clone(), args.machine_config(seed));
        machine.set_interrupt(is_over.clone());
        let is_well = matches!(machine.run_main(), Ok(Ending::Finished));
        // The order of threads may matter.
        (is_well, machine.output() == expected || machine.thread_count() > 1)
    };
    seeds::in_order(first + 1..all.end, run_quietly, |seed, (is_well, is_same)| {
        let status = match (is_well, is_same) {
            (false, _) => show_run(seed, false).0,
            (true, true) => Status::Success,
            (true, false) => {
                complain(&format!(
                    "the program's output depends on the seed: `--seed {first}` and `--seed {seed}` differ"
                ));
                Status::Found
            }
        };
        if status == Status::Success {
            return ControlFlow::Continue(());
        }
        worst = status;
        if args.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    worst
}

/// Explores a program, or runs one of its executions again.
fn schedule_custom_mir(args: &Args, text: &str, parsed: &Parsed) -> Status {
    let mut machine = Machine::new(parsed.program.clone(), args.machine_config(args.seed));
    let Some(main) = parsed.program.find_fn("main") else {
        complain("`--exhaustive` and `--replay` need a `main` of custom MIR");
        return Status::Unusable;
    };
    if let Err(stop) = machine.start_function(main, Vec::new()) {
        complain(&message(&stop));
        return status(&stop);
    }
    let places = TextPlaces { path: &args.file, text, spans: &parsed.spans };
    let Some(schedule) = &args.replay else {
        return explore(&mut machine, args).tell(args, &places);
    };
    let replay = machine.replay(schedule);
    story::lines(&replay.story, &places).iter().for_each(|line| tell(&format!("{line}\n")));
    match replay.ending {
        Ok(ending) => show(args, &machine, ending, &parsed.spans, text),
        Err(why) => {
            complain(&format!("this is no schedule of the program: {why}"));
            Status::Unusable
        }
    }
}

/// Where code of custom MIR stands.
struct TextPlaces<'a> {
    path: &'a Path,
    text: &'a str,
    spans: &'a SpanTable,
}

impl Places for TextPlaces<'_> {
    fn place(&self, calls: &[At]) -> Option<String> {
        let span = calls.iter().find_map(|&at| self.spans.span(at))?;
        let (line, column) = line_and_column(self.text, span.start);
        Some(format!("{}:{line}:{column}", self.path.display()))
    }

    fn library_function(&self, _: &[At]) -> Option<String> {
        None
    }

    fn backtrace(&self, calls: &[At]) -> String {
        let places = calls.iter().filter_map(|&at| self.place(&[at]));
        places.map(|place| format!("at {place}\n")).collect()
    }
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
            if *stop == Stop::Deadlock {
                let places = TextPlaces { path: &args.file, text, spans };
                for thread in machine.live_threads() {
                    remark(&story::activity(&thread));
                    tell(&places.backtrace(&thread.calls));
                }
            }
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

/// The absolute path of a folder.
fn folder(text: &str) -> Result<PathBuf, String> {
    let metadata = std::fs::metadata(text).map_err(|error| error.to_string())?;
    match metadata.is_dir() {
        true => std::path::absolute(text).map_err(|error| error.to_string()),
        false => Err("this is not a folder".to_owned()),
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
        Stop::Deadlock => "the program deadlocked: all threads wait, and nothing will wake one".to_owned(),
        Stop::Exit(code) => format!("the program exited with code {code}"),
        Stop::Budget(Budget::Steps) => "the step limit was reached".to_owned(),
        Stop::Budget(Budget::Memory) => "the memory limit was reached".to_owned(),
        Stop::Budget(Budget::Depth) => "the limit on calls under way was reached".to_owned(),
        Stop::Budget(Budget::Output) => "the limit on output was reached".to_owned(),
        Stop::Budget(Budget::Time) => "the time limit was reached".to_owned(),
    }
}

/// How a program ended, as data calls it.
pub fn ending_name(ending: &Result<Ending, Box<Stop>>) -> &'static str {
    match ending {
        Ok(Ending::Finished) => "finished",
        Ok(Ending::Panicked) => "panicked",
        Err(stop) => match **stop {
            Stop::Ub(_) => "undefined-behavior",
            Stop::Unsupported(_) | Stop::Refused { .. } => "unsupported",
            Stop::Rejected(_) => "rejected",
            Stop::Abort(_) => "aborted",
            Stop::Deadlock => "deadlocked",
            Stop::Exit(_) => "exited",
            Stop::Budget(_) => "limit",
        },
    }
}

/// The exit code that a program chose itself.
pub fn exit_code(ending: &Result<Ending, Box<Stop>>) -> Option<i32> {
    match ending {
        Ok(Ending::Finished) => Some(0),
        Ok(Ending::Panicked) => None,
        Err(stop) => match **stop {
            Stop::Exit(code) => Some(code),
            _ => None,
        },
    }
}

/// What the command exits with when a program stopped.
pub fn status(stop: &Stop) -> Status {
    match stop {
        Stop::Ub(_) => Status::Found,
        Stop::Unsupported(_) | Stop::Rejected(_) | Stop::Refused { .. } => Status::Unusable,
        Stop::Exit(0) => Status::Success,
        Stop::Abort(_) | Stop::Deadlock | Stop::Exit(_) => Status::Panicked,
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
    if let Ub::DataRace { race, .. } = ub {
        moments.push((race.first.moment, format!("(1) the {} was here", race.first.access)));
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
        "this memory was never freed, which is not Undefined Behavior and does not change the exit code:\n{}",
        lines.join("\n")
    ));
}
