//! What makes programs.

mod mir;
mod mutants;
mod opinion;
mod surface;
mod twins;
mod types;

pub use mir::Mir;
pub use mutants::Mutants;
pub use surface::Surface;
pub use twins::Twins;
pub use types::Types;

use rustassay_judge::answer::{Answer, ProgramEnd};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_judge::verdict::Finding;

/// Makes programs from seeds. The same seed gives the same program for the same profile and compiler.
pub trait Generator: Send + Sync {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// The kinds of programs that it makes.
    fn profiles(&self) -> &[String];

    /// How many programs of a profile are tried together: as many as a compiler takes some seconds for.
    fn lot(&self, profile: &str) -> u64;

    /// Whether there are programs for a backend.
    fn suits(&self, backend: &Backend) -> bool;

    /// The program of a seed, for a backend.
    fn make(&self, profile: &str, seed: u64, backend: &Backend) -> Made;

    /// The backend whose word is taken for what a program must do, where no machine knows; of a program that is only checked, whether it is accepted.
    fn reference(&self, _backend: &Backend) -> Option<Backend> {
        None
    }

    /// Why what seems wrong with a program is not: a known disagreement between our own rules, or a part of a compiler that is still made, and Rust
    /// as it is.
    fn known(&self, _engine: &Engine, _made: &Made, _backend: &Backend) -> Option<String> {
        None
    }

    /// What came of programs of a profile that the generator tries itself, because each is more than one crate. `None` for those whose programs an engine
    /// tries.
    fn examine(
        &self,
        _engine: &Engine,
        _profile: &str,
        _made: &[&Made],
        _backend: &Backend,
    ) -> Option<Vec<Examined>> {
        None
    }

    /// What a program is made of, by name.
    fn features(&self, made: &Made) -> Vec<String> {
        made.features.iter().map(|&name| name.to_owned()).collect()
    }

    /// What a person types to have the program again.
    fn command(&self, profile: &str, seed: u64, backend: &Backend) -> String;
}

/// What came of a program that its generator has tried.
pub enum Examined {
    /// Nothing is wrong.
    Fine,
    /// This is.
    Wrong(Finding),
    /// There is nothing to try.
    Skipped,
    /// It could not be tried: why.
    Failed(String),
}

/// A program, and what it must do.
pub struct Made {
    #[allow(missing_docs)]
    pub seed: u64,
    /// The program.
    pub case: Case,
    /// What it must do; not known where it takes another backend to say that.
    pub answer: Answer,
    /// Statements and terminators of its text, or lines.
    pub statements: u64,
    /// How many of them it executes.
    pub executed: u64,
    /// What it is about, if it is about one thing: bugs that it shows have that in common.
    pub about: Option<String>,
    /// What it is made of, where its maker says so.
    pub features: Vec<&'static str>,
}

impl Made {
    /// What the program must do: by the machine, or by the word of another backend.
    pub fn answer_for(&self, engine: &Engine, generator: &dyn Generator, backend: &Backend) -> Answer {
        if self.case.expectation.is_only_checked() {
            return self.answer.clone();
        }
        match (&self.answer, generator.reference(backend)) {
            (Answer::Unknown(_), Some(reference)) => {
                let trial = engine.try_case(&self.case, &reference, &self.answer);
                word_of(&trial.outcome).unwrap_or_else(|| self.answer.clone())
            }
            (answer, _) => answer.clone(),
        }
    }
}

/// What a program must do that did this with the backend whose word is taken. Generated programs end well, or else they are not what was promised.
pub fn word_of(outcome: &Outcome) -> Option<Answer> {
    match outcome {
        Outcome::Observed(seen) if seen.end == ProgramEnd::Code(0) => Some(Answer::Must(seen.clone())),
        Outcome::Observed(_) => Some(Answer::NotDeterministic),
        _ => None,
    }
}

/// What a profile is called that a file of the user's describes.
const OWN_PROFILE: &str = "own";
