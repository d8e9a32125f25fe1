//! `rustassay fuzz`: makes programs and tries compilers with them, until it is enough.

use super::Status;
use super::compilers::Compilers;
use super::findings::{Listed, line_of};
use super::interrupt::stop_on_signals;
use super::output::{complain, say, tell, warn, write_data};
use super::screen::{self, Screen};
use rustassay_campaign::campaign::{Campaign, CampaignEnd, CampaignError, Settings, now};
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
use rustassay_mutate::feedback::Feedback;
use rustassay_mutate::pool::SeedProgram;
use rustassay_report::words::{count, duration, number, percent};
use rustassay_store::record::{By, StoredFinding, Totals};
use rustassay_store::{Reader, Store, StoreError};
use rustassay_toolchain::{Search, Toolchain, cache_folder};
use serde_json::json;
use std::hash::{BuildHasher, Hasher};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Make programs and try compilers with them, until the time is over or somebody stops it
///
/// What was done and found is kept in the store: a later call goes on where this one ended, however it ended. Ctrl-C finishes what runs;
/// a second one stops at once. Exits with 0 when nothing was found, with 1 when there are findings (other than known ones), and with 2 when it
/// could not work.
#[derive(clap::Args)]
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

    /// The set of backends: quick, default, thorough, check (the front end as it is), check-next-solver, check-polonius, check-threads, or one of the
    /// config file
    #[arg(long, default_value = "default", value_name = "SET")]
    backends: String,

    /// Instead of a set of backends, one that compiles and runs programs with these flags: `--flags "-Copt-level=3 -Zmir-opt-level=4"`; several times
    /// for several
    #[arg(long, allow_hyphen_values = true, conflicts_with = "backends", value_name = "FLAGS")]
    flags: Vec<String>,

    #[command(flatten)]
    compilers: Compilers,

    /// How long: `90s`, `10m`, `8h`; without an end if neither this nor a number of programs is given
    #[arg(long = "for", value_name = "TIME", value_parser = screen::parse_duration)]
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

    /// The folder that keeps what was done and found
    #[arg(long, default_value = "rustassay-store", value_name = "DIR", value_parser = super::store_folder)]
    store: PathBuf,

    /// A file of findings that are known and not to be told again (`[[known]]`, with `key` and `why`)
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,

    /// Give all profiles and backends the same share, whatever they bring
    #[arg(long)]
    no_feedback: bool,

    /// The part of the time, in percent, that may go into confirming and localising what is found
    #[arg(long, default_value_t = 25, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(1..=100))]
    triage: u8,

    /// How long a compiler may take, in seconds
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    compile_timeout: u64,

    /// How long a program may take, in seconds
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    run_timeout: u64,

    /// Say nothing but what is found, and the summary
    #[arg(long)]
    quiet: bool,

    /// Write what happens as JSON, one object a line
    #[arg(long, conflicts_with = "quiet")]
    json: bool,
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
    let seconds = Duration::from_secs;
    let engine = engine.with_timeouts(seconds(args.compile_timeout), seconds(args.run_timeout));
    // Compilers that take their time must not take all of it before the first program.
    let timeout = args.time.map_or(Search::default().timeout, |time| Search::default().timeout.min(time / 2));
    let Some(toolchains) = args.compilers.find_within(timeout) else { return Ok(Status::Unusable) };
    let toolchains: Vec<_> = toolchains.into_iter().map(Arc::new).collect();
    let known = match &args.known {
        None => Vec::new(),
        Some(file) => {
            let known = known::parse(&super::read_text(file)?);
            known.map_err(|why| format!("`{}`: {}", file.display(), why.trim_end()))?
        }
    };
    // The machine judges ordinary Rust that compilers seem to get wrong; until then, nothing is compiled for it.
    let engine = match preferred(&toolchains) {
        Some(toolchain) => engine.with_interpreter(LazyInterpreter::new(toolchain.clone(), cache_folder())),
        None => engine,
    };
    let mut store = Store::open(&args.store).map_err(|error| error.to_string())?;
    let seed = seed(args, &store).map_err(|error| error.to_string())?;
    let ways = match args.flags.is_empty() {
        true => own_sets.find(&args.backends, seed)?,
        false => args.flags.iter().map(|flags| way_of(flags)).collect(),
    };
    let jobs = args.jobs.map_or_else(|| processors() + 1, usize::from);
    if Form::of(args).is_for_people() {
        let reader = store.reader().map_err(|error| error.to_string())?;
        let before = reader.totals().map_err(|error| error.to_string())?.programs;
        say(&introduction(args, &toolchains, &ways, seed, jobs, before));
    }
    let until = args.time.map(|time| Instant::now() + time.saturating_sub(began.elapsed()) / 4);
    let generators = generators(args, config_text.as_deref(), &engine, &toolchains, until)?;
    let mut backends = backends(&ways, &toolchains);
    // Programs that are not run are for the front ends, whatever the set has for those that are.
    let has_front_end = backends.iter().any(|backend| backend.kind == Executor::Checked);
    let is_for_front_end = |name: &String| ["types", "mutate", "twins"].contains(&name.as_str());
    if args.generators.iter().any(is_for_front_end) && !has_front_end {
        backends.extend(sets::backends(&sets::front_end(), &toolchains).into_iter().skip(1));
    }
    let stop = stop_on_signals();
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
    store.mute(&known).map_err(|error| error.to_string())?;
    let described = described(args, &campaign);
    let run = store.begin_run(&described.to_string(), now()).map_err(|error| error.to_string())?;
    let mut watcher = Watcher::new(args, jobs, &store).map_err(|error| error.to_string())?;
    watcher.begin(&described);
    let end = campaign.run(&mut store, run, &mut |event| watcher.see(event));
    // A full disk may have ended it, and then this cannot be written either.
    let why = end.as_ref().map_or_else(ToString::to_string, |end| end.name().to_owned());
    let noted = store.end_run(run, &why, now());
    store
        .mute(&known)
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
    BackendTemplate { name: name.join(","), kind, flags: words, toolchains, since }
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
        return Err(format!("there is no generator `{other}`: there are {} and {last}", first.join(", ")));
    }
    let is_known = |profile: &&String| args.generators.iter().any(|name| knows(name, profile));
    if let Some(unknown) = args.profile.iter().find(|profile| !is_known(profile)) {
        let all = args.generators.iter().map(|name| format!("{name} has {}", profiles_of(name).join(", ")));
        let all = all.collect::<Vec<_>>().join("; ");
        return Err(format!("there is no profile `{unknown}`: {all}"));
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
        let summary = format!("the corpus with {}: {}", toolchain.name, files.summary());
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

/// The seed that the user names; else that of the store's last run, so that it goes on; else any.
fn seed(args: &Args, store: &Store) -> Result<u64, StoreError> {
    if let Some(seed) = args.seed {
        return Ok(seed);
    }
    let last = store.reader()?.runs()?.pop();
    let settings = last.and_then(|run| serde_json::from_str::<serde_json::Value>(&run.settings).ok());
    let known = settings.and_then(|settings| settings["seed"].as_u64());
    Ok(known.unwrap_or_else(|| std::hash::RandomState::new().build_hasher().finish() >> 32))
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
        })
    });
    json!({
        "rustassay": env!("CARGO_PKG_VERSION"),
        "seed": settings.seed,
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
    let settings = ways.iter().map(|way| &*way.name).collect::<Vec<_>>().join(", ");
    let all: f64 = args.generators.iter().map(|name| share_of(args, name)).sum();
    let shares = args.generators.iter().map(|name| format!("{name} {}", percent(share_of(args, name), all)));
    let store = match programs_before {
        0 => "new".to_owned(),
        programs => format!("continues after {} programs", number(programs)),
    };
    format!(
        "Fuzzing {how_long}, {jobs} compilers at once.\n  \
         compilers   {}\n  \
         settings    {settings}\n  \
         generators  {}\n  \
         store       {} ({store}), seed {seed}\n\
         Ctrl-C stops within a second and keeps all results; the same command continues.\n",
        compilers.collect::<Vec<_>>().join(", "),
        shares.collect::<Vec<_>>().join(", "),
        args.store.display(),
    )
}

/// How often a line is written where there is no screen.
const LINES: Duration = Duration::from_secs(30);

/// Tells the user what happens.
struct Watcher {
    form: Form,
    screen: Screen,
    /// When a line was written last.
    last_line: Option<Instant>,
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
            state: CampaignState::default(),
            new: Vec::new(),
            set_aside: Vec::new(),
        })
    }

    fn begin(&mut self, described: &serde_json::Value) {
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
                    say(&format!("{}\n", self.screen.line(&self.state)));
                }
            }
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
        let findings = reader.findings()?;
        let totals = reader.totals_of_run(run)?;
        let told: Vec<&StoredFinding> = findings.iter().filter(|finding| finding.muted.is_none()).collect();
        if self.form == Form::Json {
            let event = json!({
                "event": "ended", "why": end.map(CampaignEnd::name), "seconds": self.state.elapsed.as_secs_f64(),
                "programs": totals.programs, "executed": totals.executed,
                "agreed": totals.agreed, "rejected": totals.rejected, "known": totals.known, "wrong": totals.wrong,
                "skipped": totals.skipped, "failed": totals.failed,
                "cpu_seconds": totals.cpu.as_secs_f64(), "own_cpu_seconds": self.state.own_cpu.as_secs_f64(),
                "findings": told.len(), "new_findings": self.new.len(), "waiting": reader.waiting()?,
            });
            write_data(&format!("{event}\n"));
        } else {
            let mut text = String::new();
            let why = end.map_or_else(|| "it could not go on".to_owned(), |end| end.name().to_owned());
            text.push_str(&format!("\nAfter {}: {why}.\n", duration(self.state.elapsed)));
            let seconds = self.state.elapsed.as_secs_f64().max(0.001);
            text.push_str(&format!(
                "{} programs of {} statements, which execute {}: {} right, {} known, {} wrong, \
                 {} not for their compiler, {} not tried.\n",
                number(totals.programs),
                number(totals.statements),
                number(totals.executed),
                number(totals.agreed),
                number(totals.known),
                number(totals.wrong),
                number(totals.skipped),
                number(totals.failed),
            ));
            let all = self.state.cpu.as_secs_f64();
            let own = self.state.own_cpu.as_secs_f64();
            text.push_str(&format!(
                "{:.1} programs a second. Compilers and programs had {} of {} processors, Rustassay itself {}.\n",
                totals.programs as f64 / seconds,
                percent(all, seconds * self.screen.processors as f64),
                self.screen.processors,
                percent(own, seconds * self.screen.processors as f64),
            ));
            text.push_str(&blind(&reader, run)?);
            let muted = findings.len() - told.len();
            text.push_str(&match (told.len(), muted) {
                (0, 0) => "Nothing was found.\n".to_owned(),
                (count, muted) => {
                    let known = if muted == 0 { String::new() } else { format!(", {muted} known") };
                    format!("Findings in the store: {count}, {} of them new{known}.\n", self.new.len())
                }
            });
            told.iter().for_each(|finding| text.push_str(&line_of(finding)));
            let waiting = reader.waiting()?;
            if waiting > 0 {
                text.push_str(&format!(
                    "{} still to be examined; the next run does that.\n",
                    count(waiting as usize, "failure")
                ));
            }
            let store = args.store.display();
            if !told.is_empty() {
                text.push_str(&format!(
                    "`rustassay findings --store {store} 1` shows the first in full, `rustassay report --store {store}` \
                     writes bug reports.\n"
                ));
            }
            text.push_str(&format!("The store is `{store}`; the same command goes on from here.\n"));
            say(&text);
        }
        Ok(if told.is_empty() { Status::Success } else { Status::Found })
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
        Event::Reduced(finding) => json!({ "event": "reduced", "id": finding.id }),
        Event::SetAside { backend, why } => json!({ "event": "set-aside", "backend": backend, "why": why }),
        Event::Closing => json!({ "event": "closing" }),
        Event::Tick(_) => return None,
    })
}
