//! Oracles: each knows one thing that every compiler must do with a program, and judges whether a backend did it.
//!
//! Oracles know no generator. A [`Specimen`] names its oracle and has all that the oracle needs. An oracle judges a lot of specimens cheaply, and
//! whatever seems wrong once more, alone, before anybody is told.
//!
//! | oracle | what it promises |
//! | --- | --- |
//! | `output` | a program does what the abstract machine says |
//! | `settings` | a program does the same whatever the level of optimization |
//! | `fate` | a compiler accepts what typing rules derive, and rejects what breaks one of their premises |
//! | `agreement` | all settings of a compiler accept a program, or all reject it |
//! | `twins` | a macro by example and a procedural macro that are written alike expand alike |
//!
//! That a compiler neither crashes nor hangs is promised by all of them.

mod agreement;
mod fate;
mod opinion;
mod output;
mod settings;
mod trials;
mod twins;

pub use trials::Judged;
pub use twins::pair_of;

use crate::specimen::Specimen;
use rustassay_judge::backend::Backend;
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use rustassay_judge::verdict::Finding;
use serde::{Deserialize, Serialize};

/// The name of an oracle, as stores keep it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum OracleName {
    Output,
    Settings,
    Fate,
    Agreement,
    Twins,
}

impl OracleName {
    /// The oracle of this name.
    pub fn oracle(self) -> &'static dyn Oracle {
        match self {
            OracleName::Output => &output::Output,
            OracleName::Settings => &settings::Settings,
            OracleName::Fate => &fate::Fate,
            OracleName::Agreement => &agreement::Agreement,
            OracleName::Twins => &twins::Twins,
        }
    }
}

/// What a backend did with a specimen.
#[derive(Debug)]
pub enum Judgement {
    /// What it must.
    Right,
    /// Something else, as it seems.
    Wrong(Finding),
    /// The backend has nothing to say about it.
    NotApplicable,
    /// It could not be tried: why.
    Failed(String),
}

/// What came of a specimen that was judged once more, alone.
pub enum Confirmation {
    /// The backend is wrong.
    Shown(Box<Shown>),
    /// It is not, or nobody has to hear of it: why.
    Dismissed(String),
}

/// What a backend does wrong, when it was tried alone.
pub struct Shown {
    #[allow(missing_docs)]
    pub finding: Finding,
    /// The program, for people.
    pub text: String,
    /// What was tried; nothing for a specimen that is more than one crate, of which no part of a compiler can be found guilty.
    pub judged: Option<Judged>,
}

/// Knows one thing that compilers must do.
pub trait Oracle: Sync {
    /// Judges many specimens, cheaply.
    fn judge(&self, engine: &Engine, specimens: &[&Specimen], backend: &Backend) -> Vec<Judgement>;

    /// Judges one specimen alone, and again if it seems wrong.
    fn confirm(&self, engine: &Engine, specimen: &Specimen, backend: &Backend) -> Confirmation;

    /// Judges a part of a specimen's program. `None` if what the oracle knows of the whole says nothing of its parts, so that they cannot be made
    /// smaller.
    fn judge_part(&self, engine: &Engine, part: &Case, backend: &Backend) -> Option<Judged>;
}
