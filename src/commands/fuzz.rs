//! `rustassay fuzz`: makes programs and tries compilers with them, until it is enough.

use super::Status;
use super::compilers::{Compilers, CompilersFound, Llvms, Targets};
use super::findings::{Listed, line_of};
use super::interrupt::stop_on_signals;
use super::judging::NO_OTHER_LLVM;
use super::log::{self, Level, LogForm};
use super::output::{complain, remark, say, tell, warn, wrapped, write_data};
use super::screen::Screen;
use rustassay_campaign::campaign::{Campaign, CampaignEnd, CampaignError, Settings};
use rustassay_campaign::corpus::{Gathered, gather, generated};
use rustassay_campaign::event::{CampaignState, Event};
use rustassay_campaign::generator::{Generator, Mir, Mutants, Seeds, Surface, Twins, Types};
use rustassay_campaign::known;
use rustassay_gen_mir::config::{Config, Profile};
use rustassay_gen_surface::config::{Config as SurfaceConfig, Profile as SurfaceProfile};
use rustassay_judge::backend::{Codegen, Executor};
use rustassay_judge::config::Sets;
use rustassay_judge::engine::Engine;
use rustassay_judge::interpreter::{LazyInterpreter, preferred};
use rustassay_judge::sets::{self, ALL_RELEASES, BackendTemplate, backends};
use rustassay_lang::{Architecture, did_you_mean};
use rustassay_mutate::feedback::Feedback;
use rustassay_mutate::pool::SeedProgram;
use rustassay_report::words::{count, duration, number, percent};
use rustassay_store::record::{By, FindingStatus, Shard, StoredFinding, Totals};
use rustassay_store::{Reader, Store, StoreAddress, StoreError};
use rustassay_toolchain::{Search, Toolchain, cache_folder};
use serde_json::json;
use std::hash::{BuildHasher, Hasher};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Generate programs, run them through compilers, and keep what fails
///
/// Runs until `--for` or `--programs` is reached, or until Ctrl-C, which stops it within a second and keeps all
/// results. The store holds all work and findings: the same command continues where the last run ended, however it
/// ended. Failures are re-run in isolation, bisected to a flag and a compiler pass, and reduced; duplicates share one
/// finding.
///
/// Five generators share the processor time. On a terminal, a live screen shows what they do.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay fuzz --for 8h
  rustassay fuzz --rustc ../rust/build/host/stage1 --backends thorough --for 1h30m
  rustassay fuzz --generators mutate --corpus ../rust/tests/ui --for 1h
  rustassay fuzz --store postgres://me@db.example/farm

Exit codes:
  0  nothing was found
  1  there are findings that are not known
  2  the campaign could not work")]
pub struct Args {
    /// What makes the programs: `mir`, `surface`, `types`, `mutate`, `twins`, or several with commas between them; all if it is left out
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values = GENERATORS.map(|(name, _)| name))]
    generators: Vec<String>,

    /// A generator's share of the processor time, as `mir=60`; several with commas between them. Shares are relative to each other
    #[arg(long, value_name = "NAME=SHARE", value_delimiter = ',', value_parser = share)]
    share: Vec<(String, f64)>,

    /// What programs are made of, as one of the generators calls it; several times for several, all profiles if it is left out. For `types` a rule
    /// set, or one kind of its programs: `borrows-well`, `borrows-almost`, `borrows-equivalent`
    #[arg(long, value_name = "PROFILE")]
    profile: Vec<String>,

    /// Files and folders of Rust that `mutate` and `twins` start from; the programs that come with the tool if there are none
    #[arg(long, value_name = "DIR")]
    corpus: Vec<PathBuf>,

    /// Let `mutate` start from so many generated programs of each kind, too: safe Rust, and each set of typing rules
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed_programs: u64,

    /// Let `mutate` change programs without regard for what they mean: most mutants are rejected, and compilers crash on them more often
    #[arg(long)]
    daring: bool,

    /// Let `mutate` start from programs, too, that the compiler rejects, and take parts of those with which it crashes
    #[arg(long, requires = "daring")]
    rejected: bool,

    /// The set of backends: quick, default, thorough, llvm (for `--llvm`), check (the front end as it is), check-next-solver, check-polonius, check-threads, or one of the
    /// config file
    #[arg(long, default_value = "default", value_name = "SET")]
    backends: String,

    /// Instead of a set of backends, one that compiles and runs programs with these flags: `--flags "-Copt-level=3 -Zmir-opt-level=4"`; several times
    /// for several
    #[arg(long, allow_hyphen_values = true, conflicts_with = "backends", value_name = "FLAGS")]
    flags: Vec<String>,

    #[command(flatten)]
    compilers: Compilers,

    #[command(flatten)]
    targets: Targets,

    #[command(flatten)]
    llvms: Llvms,

    /// How long: `90s`, `10m`, `8h`; without an end if neither this nor a number of programs is given
    #[arg(long = "for", value_name = "TIME", value_parser = super::duration::parse_duration)]
    time: Option<Duration>,

    /// How many programs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    programs: Option<u64>,

    /// How many compilers run at once; if it is left out, one more than there are processors, so that none is idle while files are read and
    /// written
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// How many programs are compiled together, at most
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=50))]
    batch: u64,

    /// What programs are drawn from; if it is left out, the store's seed, or a random one for a new store
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Where what was done and found is kept: a folder, or `postgres://USER@HOST/DATABASE`, which any number of workers share
    #[arg(long, default_value = "rustassay-store", value_name = "STORE", env = super::STORE, hide_env_values = true)]
    store: StoreAddress,

    /// Do the K-th of N parts of a campaign, as `1/8`, in a store of its own; `rustassay merge` puts the parts together. All parts have the same
    /// seed
    #[arg(long, value_name = "K/N", requires = "seed")]
    shard: Option<Shard>,

    /// What this worker is called in a store that others share; the machine and the process if it is left out
    #[arg(long, value_name = "NAME")]
    worker: Option<String>,

    /// A worker of a shared store that was not heard of for so long is taken for dead, and others do its work
    #[arg(long, default_value = "2m", value_name = "TIME", value_parser = super::duration::parse_duration)]
    lease: Duration,

    /// A file of known findings, which `fuzz` does not report (`[[known]]`, with `key` and `why`)
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Give all profiles and backends the same share, whatever they bring
    #[arg(long)]
    no_feedback: bool,

    /// The part of the time, in percent, that may go into confirming and localising what is found
    #[arg(long, default_value_t = 25, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..=100))]
    triage: u8,

    /// The time limit of a compiler
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = super::duration::parse_duration)]
    compile_timeout: Duration,

    /// The time limit of a program
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = super::duration::parse_duration)]
    run_timeout: Duration,

    /// Say nothing but what is found, and the summary
    #[arg(short, long)]
    quiet: bool,

    /// Write what happens as JSON, one object a line
    #[arg(long, conflicts_with = "quiet")]
    json: bool,

    /// What goes to standard error: what people want to know, or a log of JSON objects, one a line
    #[arg(long, default_value = "text", value_name = "FORM")]
    log: LogForm,
}

/// How long, after the last program, what was found is still looked at.
const CLOSING: Duration = Duration::from_secs(60);

/// The generators, each with its share of the processor time unless the user gives another.
const GENERATORS: [(&str, f64); 5] =
    [("mir", 50.0), ("surface", 20.0), ("types", 10.0), ("mutate", 10.0), ("twins", 10.0)];

/// Reads `NAME=SHARE`.
fn share(text: &str) -> Result<(String, f64), String> {
    let (name, share) = text.split_once('=').ok_or("expected a generator and its share, as `mir=60`")?;
    let share: f64 = share.trim().parse().map_err(|_| format!("`{share}` is not a number"))?;
    match share.is_finite() && share > 0.0 {
        true => Ok((name.trim().to_owned(), share)),
        false => Err(format!("a share must be above 0, but `{name}` has {share}")),
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    log::set(args.log);
    match fuzz(args) {
        Ok(status) => status,
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

fn fuzz(args: &Args) -> Result<Status, String> {
    let began = Instant::now();
    let config_text = args.compilers.config_text()?;
    let own_sets = config_text.as_deref().map_or(Ok(Sets::default()), Sets::parse)?;
    check_names(args)?;
    let engine =
        Engine::new().map_err(|error| format!("cannot make a folder for temporary files: {error}"))?;
    let engine = engine.with_timeouts(args.compile_timeout, args.run_timeout);
    // Compilers that take their time must not take all of it before the first program.
    let timeout = args.time.map_or(Search::default().timeout, |time| Search::default().timeout.min(time / 2));
    let Some(found) = args.compilers.find_for(&args.targets, &args.llvms, timeout) else {
        return Ok(Status::Unusable);
    };
    let CompilersFound { hosts, judged } = found;
    let [hosts, toolchains] =
        [hosts, judged].map(|found| found.into_iter().map(Arc::new).collect::<Vec<_>>());
    let known = match &args.known {
        None => Vec::new(),
        Some(file) => {
            let known = known::parse(&super::read_text(file)?);
            known.map_err(|why| format!("`{}`: {}", file.display(), why.trim_end()))?
        }
    };
    // The machine judges ordinary Rust that compilers seem to get wrong; until then, nothing is compiled for it.
    let engine = match preferred(&hosts) {
        Some(toolchain) => engine.with_interpreter(LazyInterpreter::new(toolchain.clone(), cache_folder())),
        None => engine,
    };
    let stop = stop_on_signals();
    let mut store = open(args, &stop)?;
    let seed = seed(args, &mut store).map_err(|error| error.to_string())?;
    let ways = match args.flags.is_empty() {
        true => own_sets.find(&args.backends, seed)?,
        false => args.flags.iter().map(|flags| way_of(flags)).collect(),
    };
    let jobs = args.jobs.map_or_else(|| processors() + 1, usize::from);
    if Form::of(args).is_for_people() {
        let reader = store.reader().map_err(|error| error.to_string())?;
        let before = reader.totals().map_err(|error| error.to_string())?.programs;
        say(&wrapped(&introduction(args, &toolchains, &ways, seed, jobs, before)));
    }
    let until = args.time.map(|time| Instant::now() + time.saturating_sub(began.elapsed()) / 4);
    let generators = generators(args, config_text.as_deref(), &engine, &hosts, until)?;
    let mut backends = backends(&ways, &toolchains);
    if args.flags.is_empty() && args.backends == "llvm" && backends.len() == 1 {
        return Err(NO_OTHER_LLVM.to_owned());
    }
    // Programs that are not run are for the front ends, whatever the set has for those that are.
    let has_front_end = backends.iter().any(|backend| backend.kind == Executor::Checked);
    let is_for_front_end = |name: &String| ["types", "mutate", "twins"].contains(&name.as_str());
    if args.generators.iter().any(is_for_front_end) && !has_front_end {
        backends.extend(sets::backends(&sets::front_end(), &toolchains).into_iter().skip(1));
    }
    let mut short: Vec<&str> = toolchains.iter().map(|toolchain| toolchain.triple()).collect();
    short.retain(|triple| Architecture::of(triple).is_some_and(|known| known.layout.pointer_bits < 64));
    short.dedup();
    if !short.is_empty() && args.generators.iter().any(|name| name == "surface") {
        remark(&format!("`surface` makes programs for 64-bit targets, and none for {}", short.join(", ")));
    }
    let settings = Settings {
        seed,
        jobs,
        time: args.time.map(|time| time.saturating_sub(began.elapsed())),
        programs: args.programs,
        batch: args.batch,
        feedback: !args.no_feedback,
        triage_share: f64::from(args.triage) / 100.0,
        shares: generators.iter().map(|generator| share_of(args, generator.name())).collect(),
        closing: CLOSING,
    };
    let campaign =
        Campaign { engine: &engine, generators: &generators, backends: &backends, settings, stop: &stop };
    let known: Vec<(String, String)> = known.into_iter().map(|known| (known.key, known.why)).collect();
    let mutes = args.known.is_some() || !is_shared(&store);
    let mute = |store: &mut Store| if mutes { store.mute(&known) } else { Ok(()) };
    mute(&mut store).map_err(|error| error.to_string())?;
    let described = described(args, &campaign);
    let (name, now) = (worker_name(args), store.now());
    let run = store.begin_run(&described.to_string(), &name, now).map_err(|error| error.to_string())?;
    let mut watcher = Watcher::new(args, jobs, &store).map_err(|error| error.to_string())?;
    watcher.begin(&described);
    let end = campaign.run(&mut store, run, &mut |event| watcher.see(event));
    // A full disk may have ended it, and then this cannot be written either.
    let why = end.as_ref().map_or_else(ToString::to_string, |end| end.name().to_owned());
    let now = store.now();
    let noted = store.end_run(run, &why, now);
    mute(&mut store)
        .and(noted)
        .or_else(|error| if end.is_err() { Ok(()) } else { Err(error.to_string()) })?;
    if let Err(CampaignError::NothingToDo(why)) = end {
        return Err(why);
    }
    let status =
        watcher.end(args, &store, run, end.as_ref().ok().copied()).map_err(|error| error.to_string());
    match end {
        // Nothing was tried that anybody could learn from.
        Ok(CampaignEnd::NobodyLeft) if status == Ok(Status::Success) => {
            Err(format!("all backends are set aside: {}", watcher.set_aside.join("; ")))
        }
        Ok(end) if status == Ok(Status::Success) => match learned_nothing(&store, run, end)? {
            Some(why) => Err(why),
            None => status,
        },
        Ok(_) => status,
        Err(error) => Err(error.to_string()),
    }
}

/// How long a worker that begins waits for a store that is away.
const PATIENCE: Duration = Duration::from_secs(60);

/// Opens the store, also if it has to be waited for.
fn open(args: &Args, stop: &AtomicBool) -> Result<Store, String> {
    let began = Instant::now();
    let mut is_told = false;
    loop {
        match Store::open(&args.store) {
            Ok(store) => return Ok(store.with_lease(args.lease)),
            Err(why) if why.is_passing() && began.elapsed() < PATIENCE && !stop.load(Ordering::Relaxed) => {
                if !is_told {
                    warn(&format!("{why}; it is tried again for {}", duration(PATIENCE)));
                }
                is_told = true;
                std::thread::sleep(Duration::from_secs(1));
            }
            Err(why) => return Err(why.to_string()),
        }
    }
}

/// Whether others may work on the store, too.
fn is_shared(store: &Store) -> bool {
    store.address().folder().is_none()
}

/// What this worker is called.
fn worker_name(args: &Args) -> String {
    let name = || {
        let machine = rustix::system::uname();
        format!("{}/{}", machine.nodename().to_string_lossy(), std::process::id())
    };
    args.worker.clone().unwrap_or_else(name)
}

/// What to say of a run in which nothing was learned: it must not look like one that found nothing.
fn learned_nothing(store: &Store, run: i64, end: CampaignEnd) -> Result<Option<String>, String> {
    let totals =
        store.reader().and_then(|reader| reader.totals_of_run(run)).map_err(|error| error.to_string())?;
    Ok(match (totals.programs, totals.judged(), end) {
        (0, _, CampaignEnd::Time) => Some(
            "not one program was tried before the time was over, because compilers take too long or hang; \
             `--for` gives more time to all of them, `--compile-timeout` less to each"
                .to_owned(),
        ),
        (1.., 0, _) => Some(format!(
            "none of {} could be judged: the compilers do not take the programs of these generators; \
             `rustassay toolchains` says what each compiler can do",
            count(totals.programs as usize, "program")
        )),
        _ => None,
    })
}

/// Says which generators had programs, and none that could be judged.
fn blind(reader: &Reader, run: i64) -> Result<String, StoreError> {
    let by_generator = reader.totals_of_run_by(run, By::Generator)?;
    let blind = by_generator.iter().filter(|(_, totals)| totals.programs > 0 && totals.judged() == 0);
    let sentence = |(name, totals): &(String, Totals)| {
        let programs = count(totals.programs as usize, "program");
        format!("warning: {programs} of `{name}`, and none could be judged: no compiler took one\n")
    };
    Ok(blind.map(sentence).collect())
}

/// The way to compile programs with flags that the user gives; it is named after them.
fn way_of(flags: &str) -> BackendTemplate {
    let words: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
    let name = words.iter().map(|word| word.trim_start_matches('-').replace('/', "_")).collect::<Vec<_>>();
    let kind = Executor::Compiled(Codegen::Llvm);
    let (toolchains, since) = (Vec::new(), ALL_RELEASES);
    BackendTemplate { name: name.join(","), kind, flags: words, toolchains, since, architectures: &[] }
}

/// A generator's share of the processor time.
fn share_of(args: &Args, generator: &str) -> f64 {
    let named = args.share.iter().map(|(name, share)| (name.as_str(), *share));
    let mut known = named.chain(GENERATORS).filter(|(name, _)| *name == generator);
    known.next().map_or(0.0, |(_, share)| share)
}

/// Whether there are generators and profiles of the names that the user gives; or what there is, for people.
fn check_names(args: &Args) -> Result<(), String> {
    let mut named = args.generators.iter().chain(args.share.iter().map(|(name, _)| name));
    if let Some(other) = named.find(|name| !GENERATORS.iter().any(|(known, _)| known == name)) {
        let [first @ .., last] = GENERATORS.map(|(name, _)| format!("`{name}`"));
        let meant = did_you_mean(other, GENERATORS.map(|(name, _)| name));
        return Err(format!(
            "there is no generator `{other}`: there are {} and {last}{meant}",
            first.join(", ")
        ));
    }
    let is_known = |profile: &&String| args.generators.iter().any(|name| knows(name, profile));
    if let Some(unknown) = args.profile.iter().find(|profile| !is_known(profile)) {
        let all = args.generators.iter().map(|name| format!("{name} has {}", profiles_of(name).join(", ")));
        let all = all.collect::<Vec<_>>().join("; ");
        let profiles: Vec<_> = args.generators.iter().flat_map(|name| profiles_of(name)).collect();
        let meant = did_you_mean(unknown, profiles);
        return Err(format!("there is no profile `{unknown}`: {all}{meant}"));
    }
    Ok(())
}

/// What makes programs, by what the user names. A profile is for those that know it; who knows none of the named ones has nothing to do.
fn generators(
    args: &Args,
    config: Option<&str>,
    engine: &Engine,
    toolchains: &[Arc<Toolchain>],
    until: Option<Instant>,
) -> Result<Vec<Box<dyn Generator>>, String> {
    let mut generators = Vec::new();
    let mut unusable = Vec::new();
    // Several may start from it.
    let mut corpus: Option<Corpus> = None;
    for name in &args.generators {
        let profiles: Vec<String> =
            args.profile.iter().filter(|profile| knows(name, profile)).cloned().collect();
        if args.profile.is_empty() || !profiles.is_empty() {
            match &**name {
                "mutate" | "twins" => {
                    let corpus = match &corpus {
                        Some(corpus) => corpus,
                        None => corpus.insert(Corpus::open(args, engine, toolchains, until)?),
                    };
                    match corpus.generator(name, &profiles) {
                        Ok(generator) => generators.push(generator),
                        Err(why) => unusable.push(format!("`{name}` has nothing to start from: {why}")),
                    }
                }
                _ => generators.push(generator(name, &profiles, config)?),
            }
        }
    }
    // The others may find out why a compiler takes no file of the corpus.
    match generators.is_empty() && !unusable.is_empty() {
        true => Err(unusable.join("; ")),
        false => {
            unusable.iter().for_each(|why| warn(why));
            Ok(generators)
        }
    }
}

/// What the programs of a generator can be made of, by name.
fn profiles_of(generator: &str) -> Vec<&'static str> {
    match generator {
        "mir" => Profile::ALL.map(Profile::name).to_vec(),
        "surface" => SurfaceProfile::ALL.map(SurfaceProfile::name).to_vec(),
        "types" => rustassay_gen_types::sets().iter().map(|set| set.name()).collect(),
        "twins" => {
            rustassay_twins::kind::TwinKind::all().map(rustassay_twins::kind::TwinKind::name).collect()
        }
        _ => rustassay_mutate::mutators::all().map(|mutator| mutator.name).collect(),
    }
}

/// Whether a generator has programs of that name.
fn knows(generator: &str, profile: &str) -> bool {
    let is_kind_of_set = || Types::all().profiles().iter().any(|name| name == profile);
    profiles_of(generator).contains(&profile) || generator == "types" && is_kind_of_set()
}

/// The generator of a name, with profiles that it knows.
fn generator(name: &str, names: &[String], config: Option<&str>) -> Result<Box<dyn Generator>, String> {
    Ok(match name {
        "mir" => {
            let profiles: Vec<Profile> = profiles(names);
            let own = config.map_or(Ok(None), |text| Config::find(text, profiles.first().copied()))?;
            Box::new(own.map_or_else(|| Mir::of_profiles(&profiles), Mir::of_config))
        }
        "surface" => {
            let profiles: Vec<SurfaceProfile> = profiles(names);
            let own = config.map_or(Ok(None), |text| SurfaceConfig::find(text, profiles.first().copied()))?;
            Box::new(own.map_or_else(|| Surface::of_profiles(&profiles), Surface::of_config))
        }
        _ => Box::new(Types::of_names(names)),
    })
}

/// The compiler is asked about so many files of a corpus, at most.
const CORPUS: usize = 2000;

/// Programs to start from. The first compiler says which of the files compile alone, and which are mutated first.
struct Corpus {
    files: Gathered,
    /// Generated programs, for `mutate`.
    generated: Vec<(SeedProgram, Feedback)>,
    /// What became of the files, for people.
    summary: String,
    is_daring: bool,
    takes_rejected: bool,
}

impl Corpus {
    /// Asks the first compiler until it is time for the campaign.
    fn open(
        args: &Args,
        engine: &Engine,
        toolchains: &[Arc<Toolchain>],
        until: Option<Instant>,
    ) -> Result<Corpus, String> {
        let sources = match args.corpus.is_empty() {
            true => rustassay_corpus::shipped(),
            false => super::mutate::sources(&args.corpus)?,
        };
        let toolchain = toolchains.first().ok_or("there is no compiler to ask about the corpus")?;
        let jobs = args.jobs.map_or_else(processors, usize::from);
        let files = gather(engine, toolchain, &sources, jobs, CORPUS, until);
        let summary = format!("Seed corpus, {}: {}", toolchain.name, files.summary());
        if !args.quiet && !args.json {
            tell(&format!("{summary}\n"));
            let crashes = files.crashes();
            crashes.iter().for_each(|signature| tell(&format!("a file of the corpus: {signature}\n")));
        }
        let programs = generated(args.seed_programs, toolchain);
        let made: Vec<_> = programs.iter().map(|program| program.source.clone()).collect();
        let made = gather(engine, toolchain, &made, jobs, CORPUS, until).programs;
        let generated = made.into_iter().filter_map(|(source, feedback)| {
            let program = programs.iter().find(|program| program.source == source)?;
            Some((program.clone(), feedback))
        });
        let generated = generated.collect();
        Ok(Corpus { files, generated, summary, is_daring: args.daring, takes_rejected: args.rejected })
    }

    fn generator(&self, name: &str, profiles: &[String]) -> Result<Box<dyn Generator>, String> {
        let with_summary = |why: String| format!("{why} ({})", self.summary);
        let Gathered { programs, rejected, crashing, .. } = &self.files;
        if name == "mutate" {
            let rejected = rejected.iter().filter(|_| self.takes_rejected);
            let files = programs.iter().chain(rejected).cloned();
            let files = files.map(|(source, feedback)| (SeedProgram::from(source), feedback));
            let donors = crashing.iter().filter(|_| self.takes_rejected).cloned();
            let seeds = Seeds {
                programs: files.chain(self.generated.iter().cloned()).collect(),
                donors: donors.map(SeedProgram::from).collect(),
                is_daring: self.is_daring,
            };
            return Ok(Box::new(Mutants::of_seeds(seeds, profiles).map_err(with_summary)?));
        }
        let sources = programs.iter().map(|(source, _)| source.clone()).collect();
        Ok(Box::new(Twins::of_corpus(sources, profiles).map_err(with_summary)?))
    }
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A generator's profiles of these names.
fn profiles<P: FromStr>(names: &[String]) -> Vec<P> {
    names.iter().filter_map(|name| name.parse().ok()).collect()
}

/// The seed that the user names; else that of the campaign, or of the store's last run if it is of an older version, so that it goes on; else any.
fn seed(args: &Args, store: &mut Store) -> Result<u64, StoreError> {
    let last = store.reader()?.runs()?.pop();
    let settings = last.and_then(|run| serde_json::from_str::<serde_json::Value>(&run.settings).ok());
    let known = settings.and_then(|settings| settings["seed"].as_u64());
    let fresh = known.unwrap_or_else(|| std::hash::RandomState::new().build_hasher().finish() >> 32);
    store.join(args.seed, fresh, args.shard)
}

/// What a run was told and has, as data.
fn described(args: &Args, campaign: &Campaign) -> serde_json::Value {
    let settings = &campaign.settings;
    let backends = campaign.backends.iter().filter(|backend| backend.toolchain.is_some()).map(|backend| {
        let toolchain = backend.toolchain.as_ref();
        json!({
            "name": backend.name, "flags": backend.flags,
            "version": toolchain.map(|toolchain| toolchain.version.to_string()),
            "rustc": toolchain.map(|toolchain| toolchain.rustc.display().to_string()),
            "target": toolchain.map(|toolchain| toolchain.triple()),
            "runner": toolchain.and_then(|toolchain| toolchain.run_under()),
        })
    });
    json!({
        "rustassay": env!("CARGO_PKG_VERSION"),
        "seed": settings.seed,
        "shard": args.shard.map(|shard| shard.to_string()),
        "jobs": settings.jobs,
        "seconds": settings.time.map(|time| time.as_secs_f64()),
        "programs": settings.programs,
        "feedback": settings.feedback,
        "triage_percent": args.triage,
        "generators": args.generators,
        "backends": backends.collect::<Vec<_>>(),
    })
}

/// How the user is told.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Form {
    /// A screen that is drawn again and again.
    Screen,
    /// A line now and then.
    Lines,
    /// Only what is found.
    Quiet,
    Json,
}

impl Form {
    fn of(args: &Args) -> Form {
        match (args.json, args.quiet) {
            (true, _) => Form::Json,
            (_, true) => Form::Quiet,
            _ if std::io::stdout().is_terminal() => Form::Screen,
            _ => Form::Lines,
        }
    }

    /// Whether a person wants to see what goes on.
    fn is_for_people(self) -> bool {
        matches!(self, Form::Screen | Form::Lines)
    }
}

/// What the campaign is about to do, and how to stop it.
fn introduction(
    args: &Args,
    toolchains: &[Arc<Toolchain>],
    ways: &[BackendTemplate],
    seed: u64,
    jobs: usize,
    programs_before: u64,
) -> String {
    let how_long = match (args.time, args.programs) {
        (Some(time), None) => format!("for {}", duration(time)),
        (None, Some(programs)) => format!("with {} programs", number(programs)),
        (Some(time), Some(programs)) => format!("for {} or {} programs", duration(time), number(programs)),
        (None, None) => "until Ctrl-C".to_owned(),
    };
    let compilers = toolchains.iter().map(|toolchain| format!("{} ({})", toolchain.name, toolchain.version));
    let is_used = |way: &&BackendTemplate| toolchains.iter().any(|toolchain| way.suits(toolchain));
    let settings = ways.iter().filter(is_used).map(|way| &*way.name).collect::<Vec<_>>().join(", ");
    let all: f64 = args.generators.iter().map(|name| share_of(args, name)).sum();
    let shares = args.generators.iter().map(|name| format!("{name} {}", percent(share_of(args, name), all)));
    let store = match programs_before {
        0 => "new".to_owned(),
        programs => format!("continues after {} programs", number(programs)),
    };
    let config = args.compilers.config();
    let config = config.map(|file| format!("  config      {}\n", file.display())).unwrap_or_default();
    format!(
        "Fuzzing {how_long}, {} at once.\n{config}  \
         compilers   {}\n  \
         settings    {settings}\n  \
         generators  {}\n  \
         store       {} ({store}), seed {seed}\n\
         Ctrl-C stops within a second and keeps all results.\n",
        count(jobs, "compiler"),
        compilers.collect::<Vec<_>>().join(", "),
        shares.collect::<Vec<_>>().join(", "),
        args.store,
    )
}

/// How often a line is written where there is no screen.
const LINES: Duration = Duration::from_secs(30);

/// Tells the user what happens.
struct Watcher {
    form: Form,
    screen: Screen,
    /// When a line was written last, and one into the log.
    last_line: Option<Instant>,
    last_log: Option<Instant>,
    /// How things are.
    state: CampaignState,
    /// New findings of this run.
    new: Vec<i64>,
    /// Backends that are tried no more, and why.
    set_aside: Vec<String>,
}

impl Watcher {
    fn new(args: &Args, jobs: usize, store: &Store) -> Result<Watcher, StoreError> {
        let form = Form::of(args);
        let screen = Screen::new(&store.reader()?, jobs)?;
        Ok(Watcher {
            form,
            screen,
            last_line: None,
            last_log: None,
            state: CampaignState::default(),
            new: Vec::new(),
            set_aside: Vec::new(),
        })
    }

    fn begin(&mut self, described: &serde_json::Value) {
        log::write(Level::Info, "started", described);
        if self.form == Form::Json {
            let mut event = described.clone();
            event["event"] = json!("started");
            write_data(&format!("{event}\n"));
        }
    }

    fn see(&mut self, event: &Event) {
        if let Event::Tick(state) = event {
            self.state = state.clone();
        }
        match event {
            Event::Finding(finding) => self.new.push(finding.id),
            Event::SetAside { backend, why } => self.set_aside.push(format!("{backend}: {why}")),
            _ => {}
        }
        self.screen.note(event);
        self.log(event);
        match self.form {
            Form::Json => {
                if let Some(data) = data(event) {
                    write_data(&format!("{data}\n"));
                }
            }
            Form::Screen => {
                if let Some(line) = line(event) {
                    self.screen.clear();
                    say(&line);
                }
                if let Event::Tick(state) = event {
                    self.screen.draw(state);
                }
            }
            Form::Lines | Form::Quiet => {
                if let Some(line) = line(event) {
                    say(&line);
                }
                // The first line comes as soon as there is something to tell.
                let is_due = match (self.last_line, event) {
                    (None, Event::Tick(state)) => state.programs > 0,
                    (None, _) => false,
                    (Some(last), _) => last.elapsed() >= LINES,
                };
                if self.form == Form::Lines && is_due {
                    self.last_line = Some(Instant::now());
                    say(&wrapped(&format!("{}\n", self.screen.line(&self.state))));
                }
            }
        }
    }

    /// Writes into the log what is no unit or sighting, of which there are many, and now and then how things are.
    fn log(&mut self, event: &Event) {
        let level = match event {
            Event::Unit(_) | Event::Sighting(_) => return,
            Event::Tick(state) if self.last_log.is_none_or(|last| last.elapsed() >= LINES) => {
                self.last_log = Some(Instant::now());
                let fields = json!({
                    "seconds": state.elapsed.as_secs_f64(), "programs": state.programs, "queued": state.queued,
                    "waiting": state.waiting, "triaging": state.triaging(),
                    "cpu_seconds": state.cpu.as_secs_f64(), "own_cpu_seconds": state.own_cpu.as_secs_f64(),
                });
                return log::write(Level::Info, "progress", &fields);
            }
            Event::Away { .. }
            | Event::SetAside { .. }
            | Event::NotExamined { .. }
            | Event::Forgotten { .. } => Level::Warning,
            _ => Level::Info,
        };
        if let Some(mut fields) = data(event) {
            let name = fields["event"].take();
            fields.as_object_mut().map(|fields| fields.remove("event"));
            log::write(level, name.as_str().unwrap_or_default(), &fields);
        }
    }

    /// Tells what came of it all.
    fn end(
        &mut self,
        args: &Args,
        store: &Store,
        run: i64,
        end: Option<CampaignEnd>,
    ) -> Result<Status, StoreError> {
        self.screen.clear();
        let reader = store.reader()?;
        let by_status = reader.findings_by_status()?;
        let all_findings: u64 = by_status.iter().map(|(_, count)| count).sum();
        let totals = reader.totals_of_run(run)?;
        // On a farm there may be many, of which this worker has found few.
        let found = match is_shared(store) {
            true => {
                self.new.iter().filter_map(|&id| reader.finding(id).transpose()).collect::<Result<_, _>>()?
            }
            false => reader.findings()?,
        };
        let told: Vec<&StoredFinding> = found.iter().filter(|finding| finding.is_new()).collect();
        let new = by_status.iter().find(|(status, _)| *status == FindingStatus::New);
        let to_tell = match is_shared(store) {
            true => new.map_or(0, |(_, count)| *count),
            false => told.len() as u64,
        };
        let ended = json!({
            "why": end.map(CampaignEnd::name), "seconds": self.state.elapsed.as_secs_f64(),
            "programs": totals.programs, "executed": totals.executed,
            "agreed": totals.agreed, "rejected": totals.rejected, "known": totals.known, "wrong": totals.wrong,
            "skipped": totals.skipped, "failed": totals.failed,
            "cpu_seconds": totals.cpu.as_secs_f64(), "own_cpu_seconds": self.state.own_cpu.as_secs_f64(),
            "findings": to_tell, "new_findings": self.new.len(), "waiting": reader.waiting()?,
        });
        log::write(Level::Info, "ended", &ended);
        if self.form == Form::Json {
            let mut event = ended;
            event["event"] = json!("ended");
            write_data(&format!("{event}\n"));
        } else {
            let mut text = String::new();
            let why = end.map_or_else(|| "it could not go on".to_owned(), |end| end.name().to_owned());
            text.push_str(&format!("\nAfter {}: {why}.\n", duration(self.state.elapsed)));
            let seconds = self.state.elapsed.as_secs_f64().max(0.001);
            text.push_str(&format!(
                "{} programs: {} right, {} wrong, {} known to be wrong, {} that the compiler does not support, \
                 {} not tried. They have {} statements, and execute {}.\n",
                number(totals.programs),
                number(totals.agreed),
                number(totals.wrong),
                number(totals.known),
                number(totals.skipped),
                number(totals.failed),
                number(totals.statements),
                number(totals.executed),
            ));
            let all = self.state.cpu.as_secs_f64();
            let own = self.state.own_cpu.as_secs_f64();
            text.push_str(&format!(
                "{:.1} programs a second. Compilers and programs kept {} of {} processors busy, Rustassay itself {}.\n",
                totals.programs as f64 / seconds,
                percent(all, seconds * self.screen.processors as f64),
                self.screen.processors,
                percent(own, seconds * self.screen.processors as f64),
            ));
            text.push_str(&blind(&reader, run)?);
            let waiting = reader.waiting()?;
            text.push_str(&match (to_tell, all_findings - to_tell) {
                (0, 0) if waiting > 0 => "No failure is confirmed yet.\n".to_owned(),
                (0, 0) => "Nothing was found.\n".to_owned(),
                (open, known) => {
                    let known = if known == 0 { String::new() } else { format!(", and {known} known") };
                    let open = count(open as usize, "finding");
                    format!("The store has {open}, {} of this run{known}.\n", self.new.len())
                }
            });
            told.iter().for_each(|finding| text.push_str(&line_of(finding)));
            if waiting > 0 {
                text.push_str(&format!(
                    "{} not examined yet; the next run does that.\n",
                    count(waiting as usize, "failure")
                ));
            }
            let store = &args.store;
            if to_tell > 0 {
                text.push_str(&format!(
                    "`rustassay findings --store {store} 1` shows the first in full, `rustassay report --store {store}` \
                     writes bug reports.\n"
                ));
            }
            text.push_str(&format!("The store is `{store}`; the same command continues.\n"));
            say(&wrapped(&text));
        }
        Ok(if to_tell == 0 { Status::Success } else { Status::Found })
    }
}

/// What is said of an event at once, whatever else is shown.
fn line(event: &Event) -> Option<String> {
    match event {
        Event::Finding(finding) => Some(line_of(finding)),
        Event::SetAside { backend, why } => Some(format!("warning: {backend} is set aside: {why}\n")),
        Event::NotExamined { sighting, why } => Some(format!(
            "warning: a failure of {} could not be examined (profile {}, seed {}): {why}\n",
            sighting.backend, sighting.profile, sighting.seen.seed
        )),
        Event::Away { why, results } => Some(format!(
            "warning: {why}; {} waiting to be written, and units that are leased are still done\n",
            count(*results, "result")
        )),
        Event::Back { after, results } => Some(format!(
            "the store is there again after {}, with {} to write\n",
            duration(*after),
            count(*results, "result")
        )),
        Event::Forgotten { units, programs, why } => Some(format!(
            "warning: {} of an earlier run with {} left out: {why}\n",
            count(*units as usize, "unit"),
            count(*programs as usize, "program"),
        )),
        _ => None,
    }
}

/// An event as data, if it is for others.
fn data(event: &Event) -> Option<serde_json::Value> {
    Some(match event {
        Event::Unit(unit) => json!({
            "event": "unit", "number": unit.number, "generator": unit.generator, "profile": unit.profile,
            "first_seed": unit.first_seed, "backend": unit.backend, "programs": unit.programs,
            "agreed": unit.agreed, "rejected": unit.rejected, "known": unit.known, "wrong": unit.wrong,
            "skipped": unit.skipped, "failed": unit.failed,
            "cpu_seconds": unit.cpu.as_secs_f64(), "seeds": unit.seeds.len(),
        }),
        Event::Sighting(sighting) => json!({
            "event": "sighting", "id": sighting.id, "profile": sighting.profile, "seed": sighting.seen.seed,
            "backend": sighting.backend, "fault": sighting.seen.fault, "summary": sighting.seen.summary,
        }),
        Event::Finding(finding) | Event::Again(finding) => {
            let mut data = json!(Listed::new(finding));
            data["event"] = json!(if matches!(event, Event::Finding(_)) { "finding" } else { "again" });
            data
        }
        Event::Dismissed(sighting, why) => json!({ "event": "dismissed", "id": sighting.id, "why": why }),
        Event::NotExamined { sighting, why } => {
            json!({ "event": "not-examined", "id": sighting.id, "why": why })
        }
        Event::Forgotten { units, programs, why } => {
            json!({ "event": "forgotten", "units": units, "programs": programs, "why": why })
        }
        Event::Away { why, results } => json!({ "event": "away", "why": why, "results": results }),
        Event::Back { after, results } => {
            json!({ "event": "back", "seconds": after.as_secs_f64(), "results": results })
        }
        Event::Reduced(finding) => json!({ "event": "reduced", "id": finding.id }),
        Event::SetAside { backend, why } => json!({ "event": "set-aside", "backend": backend, "why": why }),
        Event::Closing => json!({ "event": "closing" }),
        Event::Tick(_) => return None,
    })
}
