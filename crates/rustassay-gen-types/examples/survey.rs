//! The survey: what a compiler makes of many programs of rule sets, and where it does not do what the rules say.
//!
//!     cargo run --release -p rustassay-gen-types --example survey -- --rustc PATH --rules borrows --kind all --count 100000
//!
//! Programs are made and checked a chunk at a time by each job, so memory does not grow with their number, and sums do not depend on who does
//! which chunk. To go on later, begin with `--seed` where the last survey ended. Exits with 1 if there is a disagreement that is not
//! known (`known.toml`).

use clap::{Parser, ValueEnum};
use rustassay_gen_types::{Fate, RuleSet, TypesKind, TypesProgram, sets};
use rustassay_judge::checking::known::{self, Accepted};
use rustassay_judge::checking::{Cause, Checked, Origin, Setting, check_alone, check_many};
use rustassay_judge::checking::{Fate as Became, MANY};
use rustassay_judge::engine::Engine;
use rustassay_lang::Edition;
use rustassay_toolchain::{Cache, Search, discover};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Has a compiler check many programs of rule sets
#[derive(Parser)]
struct Args {
    /// The compiler itself, not rustup's proxy
    #[arg(long, value_name = "PATH")]
    rustc: PathBuf,

    /// A rule set; several times for several, not at all for all
    #[arg(long, value_name = "SET")]
    rules: Vec<String>,

    /// What programs are made for
    #[arg(long, default_value = "all")]
    kind: Kinds,

    /// How many programs of each set and kind; of equivalents, how many classes
    #[arg(long, default_value_t = 1000, value_name = "N")]
    count: u64,

    /// The seed of the first
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// What the compiler is told beside, such as "-Znext-solver=globally"
    #[arg(long, default_value = "", value_name = "FLAGS", allow_hyphen_values = true)]
    flags: String,

    /// How many compilers at a time
    #[arg(long, default_value_t = 2, value_name = "N")]
    jobs: usize,

    /// A folder for the first program of each cause
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Copy, Clone, ValueEnum)]
enum Kinds {
    Well,
    Almost,
    Equivalent,
    All,
}

impl Kinds {
    fn list(self) -> &'static [TypesKind] {
        match self {
            Kinds::Well => &[TypesKind::Well],
            Kinds::Almost => &[TypesKind::Almost],
            Kinds::Equivalent => &[TypesKind::Equivalent],
            Kinds::All => &TypesKind::ALL,
        }
    }
}

/// Seeds of a chunk: so many programs as stand in one crate.
fn chunk_of(kind: TypesKind) -> u64 {
    match kind {
        TypesKind::Well | TypesKind::Almost => MANY as u64,
        TypesKind::Equivalent => MANY as u64 / 4,
    }
}

/// A seed, and the programs of it.
type Class = (u64, Vec<TypesProgram>);

/// How many classes that were disagreed about among many are checked together before each is alone.
const FEW_CLASSES: usize = 8;

/// A disagreement, as it was seen first.
struct Found {
    times: u64,
    /// The seed, and the programs of it.
    seed: u64,
    text: String,
    /// Why it is known, if it is.
    known: Option<String>,
}

/// What became of the programs of a set and a kind.
#[derive(Default)]
struct Tally {
    /// Seeds that have no program.
    barren: u64,
    programs: u64,
    /// Programs, or classes, with which the compiler does what the rules say.
    agreed: u64,
    /// Those of which nothing can be said.
    failed: BTreeMap<String, u64>,
    /// Those that were of another mind among others than alone.
    only_together: u64,
    found: BTreeMap<String, Found>,
    generating: Duration,
    checking: Duration,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.barren += other.barren;
        self.programs += other.programs;
        self.agreed += other.agreed;
        self.only_together += other.only_together;
        self.generating += other.generating;
        self.checking += other.checking;
        for (why, times) in other.failed {
            *self.failed.entry(why).or_default() += times;
        }
        for (key, found) in other.found {
            self.find(key, found);
        }
    }

    fn find(&mut self, key: String, found: Found) {
        match self.found.get_mut(&key) {
            None => {
                self.found.insert(key, found);
            }
            Some(before) => {
                let times = before.times + found.times;
                if found.seed < before.seed {
                    *before = found;
                }
                before.times = times;
            }
        }
    }

    fn disagreements(&self, is_known: bool) -> u64 {
        self.found.values().filter(|found| found.known.is_some() == is_known).map(|found| found.times).sum()
    }
}

fn main() -> ExitCode {
    match survey(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn survey(args: &Args) -> Result<bool, String> {
    let chosen = chosen_sets(&args.rules)?;
    let search = Search { rustcs: vec![args.rustc.clone()], ..Search::default() };
    let toolchain = discover(&search, &Cache::none()).found.pop();
    let toolchain = toolchain.ok_or_else(|| format!("{} is no compiler", args.rustc.display()))?;
    let plain = Setting::plain(Arc::new(toolchain), Edition::E2024);
    let setting = Setting { flags: args.flags.split_whitespace().map(str::to_owned).collect(), ..plain };
    let engine = Engine::new().map_err(|error| format!("a folder cannot be made: {error}"))?;
    let engine = engine.with_timeouts(Duration::from_secs(300), Duration::from_secs(10));
    let known = known::parse(include_str!("../known.toml"))?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    println!("{} {}, seeds {} to {}", setting.name, args.flags, args.seed, args.seed + args.count);
    println!(
        "{:<14}{:<12}{:>9}{:>9}{:>7}{:>7}{:>7}{:>12}{:>15}",
        "set", "kind", "programs", "agreed", "differ", "known", "causes", "made/CPU-s", "checked/CPU-m"
    );
    let mut is_clean = true;
    for set in chosen {
        for &kind in args.kind.list() {
            let surveyor = Surveyor { args, set, kind, setting: &setting, known: &known };
            let tally = surveyor.tally(&engine);
            is_clean &= tally.disagreements(false) == 0;
            surveyor.report(&tally)?;
        }
    }
    Ok(is_clean)
}

fn chosen_sets(names: &[String]) -> Result<Vec<&'static RuleSet>, String> {
    if names.is_empty() {
        return Ok(sets().iter().collect());
    }
    let all: Vec<&str> = sets().iter().map(RuleSet::name).collect();
    let find = |name: &String| {
        let found = sets().iter().find(|set| set.name() == name);
        found.ok_or_else(|| format!("there is no set `{name}`, but {}", all.join(", ")))
    };
    names.iter().map(find).collect()
}

/// A survey of one set and kind.
struct Surveyor<'a> {
    args: &'a Args,
    set: &'static RuleSet,
    kind: TypesKind,
    setting: &'a Setting,
    known: &'a [Accepted],
}

impl Surveyor<'_> {
    fn tally(&self, engine: &Engine) -> Tally {
        let (next, total) = (AtomicU64::new(0), Mutex::new(Tally::default()));
        let chunk = chunk_of(self.kind);
        std::thread::scope(|scope| {
            for _ in 0..self.args.jobs.max(1) {
                scope.spawn(|| {
                    let engine = engine.with_own_meter();
                    loop {
                        let start = next.fetch_add(chunk, Ordering::Relaxed);
                        if start >= self.args.count {
                            break;
                        }
                        let count = chunk.min(self.args.count - start);
                        let tally = self.chunk(&engine, self.args.seed + start, count);
                        total.lock().expect("no thread panicked").add(tally);
                    }
                    total.lock().expect("no thread panicked").checking += engine.spent();
                });
            }
        });
        total.into_inner().expect("no thread panicked")
    }

    /// Makes and checks the programs of some seeds.
    fn chunk(&self, engine: &Engine, seed: u64, count: u64) -> Tally {
        let mut tally = Tally::default();
        let before = processor_time();
        let classes: Vec<Class> =
            (seed..seed + count).map(|seed| (seed, self.set.generate(seed, self.kind))).collect();
        tally.generating = processor_time().saturating_sub(before);
        let suspects = self.disagreeing(engine, classes.iter(), &mut tally, true);
        // Programs that say something of what others say, such as implementations that overlap, mostly do so with few of them.
        let suspects: Vec<&Class> = suspects
            .chunks(FEW_CLASSES)
            .flat_map(|few| self.disagreeing_again(engine, few, &mut tally))
            .collect();
        for (seed, class) in suspects {
            self.confirm(engine, *seed, class, &mut tally);
        }
        tally
    }

    /// Checks classes together; those that the compiler and the rules disagree about are given back.
    fn disagreeing<'class>(
        &self,
        engine: &Engine,
        classes: impl Iterator<Item = &'class Class> + Clone,
        tally: &mut Tally,
        is_first: bool,
    ) -> Vec<&'class Class> {
        let texts: Vec<&str> = classes.clone().flat_map(|(_, class)| class).map(|one| &*one.text).collect();
        let mut checked = check_many(engine, &texts, self.setting).into_iter();
        let mut suspects = Vec::new();
        let mut known_causes = BTreeSet::new();
        for class in classes {
            let (_, programs) = class;
            if is_first {
                tally.programs += programs.len() as u64;
                tally.barren += u64::from(programs.is_empty());
            }
            let together: Vec<Checked> = checked.by_ref().take(programs.len()).collect();
            match self.judge(programs, &together) {
                Ok(None) => {
                    tally.agreed += u64::from(!programs.is_empty());
                    tally.only_together += u64::from(!is_first);
                }
                Err(why) => *tally.failed.entry(why).or_default() += 1,
                // What is known is no news, and of that the first of a chunk is enough to have been seen alone.
                Ok(Some(cause))
                    if known::find(self.known, &cause).is_some() && !known_causes.insert(cause.key()) =>
                {
                    let found = Found { times: 1, seed: u64::MAX, text: String::new(), known: None };
                    tally.find(cause.key(), found);
                }
                Ok(Some(_)) => suspects.push(class),
            }
        }
        suspects
    }

    /// The same with few that were disagreed about; one by itself is confirmed anyway.
    fn disagreeing_again<'class>(
        &self,
        engine: &Engine,
        few: &[&'class Class],
        tally: &mut Tally,
    ) -> Vec<&'class Class> {
        match few {
            [_, _, ..] => self.disagreeing(engine, few.iter().copied(), tally, false),
            _ => few.to_vec(),
        }
    }

    /// Checks each program of a class alone, and counts what is disagreed about then.
    fn confirm(&self, engine: &Engine, seed: u64, class: &[TypesProgram], tally: &mut Tally) {
        let alone: Vec<Checked> =
            class.iter().map(|one| check_alone(engine, &one.text, self.setting)).collect();
        match self.judge(class, &alone) {
            Ok(None) => {
                tally.agreed += 1;
                tally.only_together += 1;
            }
            Err(why) => *tally.failed.entry(why).or_default() += 1,
            Ok(Some(cause)) => {
                let known = known::find(self.known, &cause);
                let known = known.map(|entry| format!("{} ({})", entry.reason, entry.reference));
                let text = told(class, &alone);
                tally.find(cause.key(), Found { times: 1, seed, text, known });
            }
        }
    }

    /// Why the compiler and the rules disagree about a program or a class, if they do; an error if nothing can be said.
    fn judge(&self, class: &[TypesProgram], checked: &[Checked]) -> Result<Option<Cause>, String> {
        let Some(first) = class.first() else { return Ok(None) };
        for checked in checked {
            if let Checked::Failed(why) = checked {
                return Err(why.clone());
            }
        }
        let premise = match &first.fate {
            Fate::Reject { premise, .. } => Some(premise.clone()),
            Fate::Accept | Fate::Same => None,
        };
        let mut rules: Vec<String> =
            class.iter().flat_map(|one| &one.rules).map(|&rule| rule.to_owned()).collect();
        rules.sort();
        rules.dedup();
        let origin = Origin { set: self.set.name().to_owned(), premise, rules };
        let cause = match &first.fate {
            Fate::Accept => Cause::of(&origin, Became::Accepted, &checked[0]),
            Fate::Reject { codes, .. } => Cause::of(&origin, Became::Rejected, &checked[0])
                .or_else(|| otherwise_rejected(&origin, codes, &checked[0])),
            Fate::Same => {
                let broken = |checked: &Checked| match checked {
                    Checked::Crashed { .. } | Checked::Hung => Cause::of(&origin, Became::Accepted, checked),
                    _ => None,
                };
                checked.iter().find_map(broken).or_else(|| Cause::of_class(&origin, checked))
            }
        };
        let settings = self.setting.flags.clone();
        Ok(cause.map(|cause| Cause { settings, ..cause }))
    }

    fn report(&self, tally: &Tally) -> Result<(), String> {
        // Of less than the clock's step nothing can be said.
        let rate = |time: Duration, unit: f64| match time.as_millis() {
            0..10 => "-".to_owned(),
            _ => format!("{:.0}", tally.programs as f64 / time.as_secs_f64() * unit),
        };
        println!(
            "{:<14}{:<12}{:>9}{:>9}{:>7}{:>7}{:>7}{:>12}{:>15}",
            self.set.name(),
            self.kind.name(),
            tally.programs,
            tally.agreed,
            tally.disagreements(false),
            tally.disagreements(true),
            tally.found.len(),
            rate(tally.generating, 1.0),
            rate(tally.checking, 60.0),
        );
        if tally.barren > 0 {
            println!("    {} seeds have no program", tally.barren);
        }
        if tally.only_together > 0 {
            println!("    {} were treated otherwise among others than alone", tally.only_together);
        }
        for (why, times) in &tally.failed {
            println!("    {times} could not be checked: {why}");
        }
        for (number, (key, found)) in tally.found.iter().enumerate() {
            println!("    {} times, first with seed {}: {key}", found.times, found.seed);
            if let Some(known) = &found.known {
                println!("        known: {known}");
            }
            if let Some(folder) = &self.args.out {
                let name = format!("{}-{}-{number}-{}.rs", self.set.name(), self.kind.name(), found.seed);
                save(&folder.join(name), &format!("// {key}\n{}", found.text))?;
            }
        }
        Ok(())
    }
}

/// A program that was rejected, but for something else than what is wrong with it.
fn otherwise_rejected(origin: &Origin, expected: &[String], checked: &Checked) -> Option<Cause> {
    let Checked::Rejected(rejection) = checked else { return None };
    // An error is named by its code; one that has none, by its headline.
    let is_expected = match rejection.codes.is_empty() {
        true => expected.iter().any(|headline| rejection.message.contains(headline.as_str())),
        false => rejection.codes.iter().all(|code| expected.contains(code)),
    };
    // As if it had been well-typed: it is, in what the errors are about.
    if is_expected { None } else { Cause::of(origin, Became::Accepted, checked) }
}

/// The programs of a class with what the compiler said to each.
fn told(class: &[TypesProgram], checked: &[Checked]) -> String {
    let mut text = String::new();
    for (program, checked) in class.iter().zip(checked) {
        text.push_str(&format!(
            "// {}: {:?}\n// {checked:?}\n{}\n",
            program.name, program.fate, program.text
        ));
    }
    text
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// What this thread has used of the processor: Linux tells; elsewhere it is the time on the clock.
fn processor_time() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGIN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}
