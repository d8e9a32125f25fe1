//! Tries a program with other flags, and counts how often.

use crate::localise::Suspect;
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::{Compilation, Engine, Outcome, Trial};
use rustassay_judge::words;
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// So much a compiler may print that counts its passes. LLVM prints a line a pass and function: that was above four megabytes for a program of 581 lines.
const COUNTED_PASSES: usize = 256 << 20;

/// What a trial says.
pub(crate) enum Told {
    Bad,
    Good,
    /// Neither, so that nothing may be concluded from it: why.
    Nothing(String),
}

/// Tries a program with other flags, and counts how often.
pub(crate) struct Trials<'a> {
    suspect: &'a Suspect<'a>,
    engine: Engine,
    /// How often the compiler may still run.
    left: usize,
    pub spent: usize,
    /// What came of the last trial that was bad.
    pub last_bad: Option<Outcome>,
}

impl<'a> Trials<'a> {
    pub fn new(suspect: &'a Suspect<'a>, effort: usize) -> Trials<'a> {
        let mut engine = suspect.engine.clone();
        engine.compiling.output = engine.compiling.output.max(COUNTED_PASSES);
        Trials { suspect, engine, left: effort, spent: 0, last_bad: None }
    }

    /// Tries the program with just these flags.
    pub fn tell(&mut self, flags: &[String]) -> Told {
        self.tell_by(&self.backend(flags))
    }

    /// The same, with the LLVM that the compiler carries.
    pub fn tell_with_own_llvm(&mut self, flags: &[String]) -> Told {
        let mut backend = self.backend(flags);
        let own = backend.toolchain.map(|it| Toolchain { llvm_backend: None, ..(*it).clone() });
        backend.toolchain = own.map(Arc::new);
        self.tell_by(&backend)
    }

    fn tell_by(&mut self, backend: &Backend) -> Told {
        if let Err(why) = self.spend() {
            return Told::Nothing(why);
        }
        let Suspect { case, answer, still_bad, .. } = self.suspect;
        let trial = self.engine.try_case(case, backend, answer);
        match still_bad(&trial) {
            true => {
                self.last_bad = Some(trial.outcome);
                Told::Bad
            }
            false => told_of_other(&trial),
        }
    }

    /// Whether the result is wrong with just these flags; or why nobody can say.
    pub fn is_bad(&mut self, flags: &[String]) -> Result<bool, String> {
        match self.tell(flags) {
            Told::Bad => Ok(true),
            Told::Good => Ok(false),
            Told::Nothing(why) => Err(format!("{why} (with {})", flags.join(" "))),
        }
    }

    /// Compiles the program with just these flags, for what the compiler says.
    pub fn compile(&mut self, flags: &[String]) -> Result<Compilation, String> {
        self.spend()?;
        self.engine.compile(self.suspect.case, &self.backend(flags))
    }

    /// The compiler.
    pub fn toolchain(&self) -> Option<&Toolchain> {
        self.suspect.backend.toolchain.as_deref()
    }

    /// Lets the compiler run no more than so many times from now on.
    pub fn at_most(&mut self, left: usize) {
        self.left = self.left.min(left);
    }

    fn spend(&mut self) -> Result<(), String> {
        if self.left == 0 {
            return Err(format!("it was not found in {} trials", self.spent));
        }
        self.left -= 1;
        self.spent += 1;
        Ok(())
    }

    fn backend(&self, flags: &[String]) -> Backend {
        Backend { flags: flags.to_vec(), ..self.suspect.backend.clone() }
    }
}

/// What a trial says that does not show the failure: one that ran is good, and one that did not run says
/// nothing.
fn told_of_other(trial: &Trial) -> Told {
    match &trial.outcome {
        Outcome::Observed(_) | Outcome::Accepted => Told::Good,
        Outcome::NotBuilt(compiled) => {
            Told::Nothing(format!("the compiler {}", words::of_compiler(compiled)))
        }
        Outcome::Ub(what) | Outcome::Differs(what) => Told::Nothing(what.clone()),
        Outcome::NotApplicable(why) | Outcome::Failed(why) => Told::Nothing(why.clone()),
    }
}
