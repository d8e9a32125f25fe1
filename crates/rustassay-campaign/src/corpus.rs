//! Which programs of a corpus a compiler takes alone, and what it does with them: mutants and twins are made of these.

use crate::generator::{Generator, Surface, Types};
use rustassay_corpus::{Source, Unfit, unfit};
use rustassay_gen_surface::config::Profile;
use rustassay_gen_types::{TypesKind, sets};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::engine::{Build, Engine, Trial};
use rustassay_lang::Edition;
use rustassay_mutate::coverage::reached;
use rustassay_mutate::feedback::Feedback;
use rustassay_mutate::pool::SeedProgram;
use rustassay_oracle::error_without_place;
use rustassay_outcome::Compiled;
use rustassay_process::in_parallel;
use rustassay_toolchain::Toolchain;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

/// Compiles a text as far as its MIR, and looks at what the compiler does.
pub fn watch(
    engine: &Engine,
    toolchain: &Toolchain,
    text: &str,
    edition: Edition,
    flags: &[String],
) -> Result<(Compiled, Feedback), String> {
    let flags = [flags, &["--emit=mir".to_owned()]].concat();
    let build = Build { edition: edition.name(), flags: &flags, only_check: true, share_library: false };
    let (binary, compiled) = engine.build(text, toolchain, &build, &mut Trial::default())?;
    // Where there is none, there is nothing to see.
    let mir = std::fs::read_to_string(binary.folder().join("case.mir")).unwrap_or_default();
    let counters = reached(binary.folder())?;
    let feedback = Feedback { counters, ..Feedback::new(&compiled, &mir) };
    Ok((compiled, feedback))
}

/// What a compiler makes of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeedFitness {
    /// It compiles alone.
    Compiles,
    /// It cannot, which its syntax says.
    Unfit(Unfit),
    /// It is rejected: it needs features, or is meant to be wrong. The first error.
    Rejected(String),
    /// The compiler crashes, or hangs: the signature.
    Crashes(String),
    /// The compiler could not be asked: why.
    Failed(String),
}

impl SeedFitness {
    /// The fate of a source with which this came of compiling it.
    fn of(compiled: &Compiled) -> SeedFitness {
        let signature = || compiled.signature().map_or_else(String::new, |signature| signature.to_string());
        match compiled {
            Compiled::Built => SeedFitness::Compiles,
            Compiled::Rejected(_) | Compiled::LinkFailed(_) | Compiled::Unexplained { .. } => {
                SeedFitness::Rejected(signature())
            }
            _ => SeedFitness::Crashes(signature()),
        }
    }
}

/// The sources of a corpus that compile alone, and what became of the others.
#[derive(Clone, Debug)]
pub struct Gathered {
    /// Those that compile alone, in their order, and what the compiler did with each.
    pub programs: Vec<(Source, Feedback)>,
    /// The same of those that the compiler rejects, as it should.
    pub rejected: Vec<(Source, Feedback)>,
    /// Those with which the compiler crashes: parts of them are of use.
    pub crashing: Vec<Source>,
    /// The fates of all that were looked at.
    pub fates: Vec<SeedFitness>,
    /// How many may compile alone, but nobody asked, because there are so many.
    pub unasked: usize,
}

impl Gathered {
    /// How the compiler crashes already, without any mutant.
    pub fn crashes(&self) -> BTreeSet<String> {
        let crashes = self.fates.iter().filter_map(|fate| match fate {
            SeedFitness::Crashes(signature) => Some(signature.clone()),
            _ => None,
        });
        crashes.collect()
    }

    /// What came of it, for people.
    pub fn summary(&self) -> String {
        let mut text = summary(&self.fates);
        if self.unasked > 0 {
            text += &format!("; {} more were not tried", self.unasked);
        }
        text
    }
}

/// Has a compiler try sources, `jobs` at once. It is not asked about what cannot compile alone by its syntax; of the others it is asked about `most`,
/// here and there in the corpus, and about none after `until`, or after it has hung with some.
pub fn gather(
    engine: &Engine,
    toolchain: &Toolchain,
    sources: &[Source],
    jobs: usize,
    most: usize,
    until: Option<Instant>,
) -> Gathered {
    let unfits = in_parallel(sources, jobs, |source| unfit(&source.text));
    let fit: Vec<&Source> =
        sources.iter().zip(&unfits).filter(|(_, unfit)| unfit.is_none()).map(|(source, _)| source).collect();
    let asked = fit.len().min(most);
    let chosen: Vec<&Source> = (0..asked).map(|n| fit[n * fit.len() / asked]).collect();
    let answers = ask_all(engine, toolchain, &chosen, jobs, until);
    let mut gathered = Gathered {
        programs: Vec::new(),
        rejected: Vec::new(),
        crashing: Vec::new(),
        fates: unfits.into_iter().flatten().map(SeedFitness::Unfit).collect(),
        unasked: fit.len() - answers.iter().flatten().count(),
    };
    for (source, answer) in chosen.into_iter().zip(answers) {
        let Some(Asked { fate, feedback, is_wrong }) = answer else { continue };
        match fate {
            SeedFitness::Compiles => gathered.programs.push((source.clone(), feedback)),
            SeedFitness::Rejected(_) if !is_wrong => gathered.rejected.push((source.clone(), feedback)),
            SeedFitness::Crashes(_) => gathered.crashing.push(source.clone()),
            _ => {}
        }
        gathered.fates.push(fate);
    }
    gathered
}

/// A compiler that hangs with so many sources is asked about no more.
const HANGS: usize = 3;

/// What a compiler makes of each source; `None` for those about which it was not asked in time.
fn ask_all(
    engine: &Engine,
    toolchain: &Toolchain,
    sources: &[&Source],
    jobs: usize,
    until: Option<Instant>,
) -> Vec<Option<Asked>> {
    let is_over = Arc::new(AtomicBool::new(false));
    let engine = &engine.cancelled_by(is_over.clone());
    let hangs = AtomicUsize::new(0);
    let (is_done, done) = channel::<()>();
    std::thread::scope(|scope| {
        if let Some(until) = until {
            let is_over = is_over.clone();
            scope.spawn(move || {
                let left = until.saturating_duration_since(Instant::now());
                if done.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                    is_over.store(true, Ordering::Relaxed);
                }
            });
        }
        let answers = in_parallel(sources, jobs, |source| {
            let (answer, is_hang) = ask(engine, toolchain, source);
            if is_hang && hangs.fetch_add(1, Ordering::Relaxed) + 1 >= HANGS {
                is_over.store(true, Ordering::Relaxed);
            }
            let is_cancelled = engine.is_cancelled() && matches!(answer.fate, SeedFitness::Failed(_));
            (!is_cancelled).then_some(answer)
        });
        drop(is_done);
        answers
    })
}

/// What a compiler says of a source.
struct Asked {
    fate: SeedFitness,
    feedback: Feedback,
    /// Whether something is wrong with a rejection: an error without a place, for instance. Many are about flags that a source asks for.
    is_wrong: bool,
}

/// What the compiler makes of a source, and whether it hung.
fn ask(engine: &Engine, toolchain: &Toolchain, source: &Source) -> (Asked, bool) {
    match watch(engine, toolchain, &source.text, source.edition, &source.flags) {
        Ok((compiled, feedback)) => {
            let is_wrong = error_without_place(&compiled).is_some();
            let is_hang = matches!(compiled, Compiled::TimedOut { .. });
            (Asked { fate: SeedFitness::of(&compiled), feedback, is_wrong }, is_hang)
        }
        Err(why) => {
            (Asked { fate: SeedFitness::Failed(why), feedback: Feedback::default(), is_wrong: false }, false)
        }
    }
}

/// What became of sources, for people: how many compile alone, and why the others do not.
pub fn summary(fates: &[SeedFitness]) -> String {
    let count = |is_so: &dyn Fn(&SeedFitness) -> bool| fates.iter().filter(|fate| is_so(fate)).count();
    let rows: [(usize, &str); 7] = [
        (count(&|fate| *fate == SeedFitness::Unfit(Unfit::NeedsFiles)), "need other files of their crate"),
        (count(&|fate| *fate == SeedFitness::Unfit(Unfit::NeedsCrates)), "need other crates"),
        (count(&|fate| *fate == SeedFitness::Unfit(Unfit::NotRust)), "are no Rust to the parser"),
        (
            count(&|fate| *fate == SeedFitness::Unfit(Unfit::Unfinished)),
            "need internal or incomplete features",
        ),
        (count(&|fate| matches!(fate, SeedFitness::Rejected(_))), "are rejected"),
        (count(&|fate| matches!(fate, SeedFitness::Crashes(_))), "crash the compiler already"),
        (count(&|fate| matches!(fate, SeedFitness::Failed(_))), "could not be asked about"),
    ];
    let compiles = count(&|fate| *fate == SeedFitness::Compiles);
    let mut text = format!("{compiles} of {} sources compile alone", fates.len());
    let others = rows.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
    let others: Vec<String> = others.collect();
    if !others.is_empty() {
        text += &format!("; {}", others.join(", "));
    }
    text
}

/// Generated programs to start from, with which a compiler should have no trouble: so many of safe Rust, and as many of each set of typing rules.
pub fn generated(count: u64, toolchain: &Arc<Toolchain>) -> Vec<SeedProgram> {
    let backend = |kind| Backend {
        name: toolchain.name.clone(),
        kind,
        toolchain: Some(toolchain.clone()),
        flags: Vec::new(),
    };
    let [compiled, checked] = [Executor::Compiled(Codegen::Llvm), Executor::Checked].map(backend);
    let surface = Surface::of_profiles(&[Profile::Default]);
    let types = Types::all();
    let well: Vec<String> =
        sets().iter().map(|set| format!("{}-{}", set.name(), TypesKind::Well.name())).collect();
    let mut programs = Vec::new();
    for seed in 0..count {
        let surface = surface.make(Profile::Default.name(), "", seed, &compiled);
        let types = well.iter().filter_map(|profile| types.make(profile, "", seed, &checked));
        for made in surface.into_iter().chain(types) {
            let Some(text) = made.specimen.case.file_for(None).ok() else { continue };
            let name = format!("{}.rs", made.specimen.case.name);
            let made_by = format!("{} > {name}", made.specimen.command);
            programs.push(SeedProgram { source: Source::new(name, text), made_by: Some(made_by) });
        }
    }
    programs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_says_why_sources_are_sorted_out() {
        let fates = [
            SeedFitness::Compiles,
            SeedFitness::Unfit(Unfit::NeedsFiles),
            SeedFitness::Rejected("E0308".to_owned()),
        ];
        assert_eq!(
            summary(&fates),
            "1 of 3 sources compile alone; 1 need other files of their crate, 1 are rejected"
        );
        assert_eq!(summary(&fates[..1]), "1 of 1 sources compile alone");
    }
}
