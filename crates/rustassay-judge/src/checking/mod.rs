//! What a compiler thinks of many small libraries, at the price of a few: nothing is generated, nothing is run.
//!
//! The programs become modules of one crate (`packer`), of which metadata is asked for and nothing else. Each error belongs to the module that it points into. A compiler that has found errors may stop
//! before it has looked for those of a later phase, so what was rejected is taken out and the rest is checked again, until nothing is
//! said against the rest: only then is it accepted. A crate that breaks the compiler, or of which an error points
//! nowhere, is cut into halves.
//!
//! What many programs begin with ([`SHARED_ABOVE`](crate::packer::SHARED_ABOVE)) is there once.
//!
//! In one crate with others a program can be seen otherwise than alone: their implementations of the standard library's traits
//! take part in inference. So nobody is blamed before [`check_alone`] says the same.

mod cause;
mod compare;
pub mod known;

pub use cause::{DisagreementCause, Origin};
pub use compare::{Difference, differences, variants};

use crate::backend::Backend;
use crate::engine::{Build, Engine, FILE, Trial};
use crate::packer::{PackPurpose, Packed, PackedProgram};
use crate::words;
use rustassay_lang::Edition;
use rustassay_outcome::{Compiled, Level, RejectionStage, RustcDiagnostic, RustcSpan};
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// A way to check programs.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What people call it, such as `1.95.0/next-solver`.
    pub name: String,
    /// The compiler.
    pub toolchain: Arc<Toolchain>,
    /// What it is told beside.
    pub flags: Vec<String>,
    /// The edition of the programs.
    pub edition: Edition,
}

impl Setting {
    /// What a backend checks programs with. `None` if it has no compiler.
    pub fn of(backend: &Backend, edition: Edition) -> Option<Setting> {
        let toolchain = backend.toolchain.clone()?;
        let name = backend.name.replace("/check-", "/");
        Some(Setting { name, toolchain, flags: backend.flags.clone(), edition })
    }

    /// A compiler as it is.
    pub fn plain(toolchain: Arc<Toolchain>, edition: Edition) -> Setting {
        Setting { name: toolchain.name.clone(), toolchain, flags: Vec::new(), edition }
    }
}

/// What a compiler thinks of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// It is fine.
    Accepted,
    /// It is not.
    Rejected(CheckRejection),
    /// The compiler broke.
    Crashed {
        /// What crashes of one cause have in common.
        signature: String,
        /// A line for people.
        summary: String,
    },
    /// The compiler hung.
    Hung,
    /// Nothing can be said: why.
    Failed(String),
}

/// Why a program was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckRejection {
    /// The codes of all errors, each once, in order. Some errors have none.
    pub codes: Vec<String>,
    /// The part of the compiler that the first error is from.
    pub stage: RejectionStage,
    /// The first error's headline.
    pub message: String,
}

/// What became of a program, without the details.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum CheckFate {
    Accepted,
    Rejected,
    Crashed,
    Hung,
}

impl Checked {
    /// What became of the program; `None` if nothing can be said.
    pub fn fate(&self) -> Option<CheckFate> {
        match self {
            Checked::Accepted => Some(CheckFate::Accepted),
            Checked::Rejected(_) => Some(CheckFate::Rejected),
            Checked::Crashed { .. } => Some(CheckFate::Crashed),
            Checked::Hung => Some(CheckFate::Hung),
            Checked::Failed(_) => None,
        }
    }
}

impl CheckRejection {
    /// The errors again, as far as they are kept: an error for each code, or one without. They are about the program, so they point to its file.
    pub fn errors(&self) -> Vec<RustcDiagnostic> {
        let codes: Vec<Option<String>> = match self.codes.is_empty() {
            true => vec![None],
            false => self.codes.iter().cloned().map(Some).collect(),
        };
        let error = |code| RustcDiagnostic {
            level: Level::Error,
            code,
            message: self.message.clone(),
            span: Some(RustcSpan { file: FILE.to_owned(), line: 1, column: 1 }),
            rendered: self.message.clone(),
        };
        codes.into_iter().map(error).collect()
    }

    fn new(errors: &[&RustcDiagnostic]) -> CheckRejection {
        let mut codes: Vec<String> = errors.iter().filter_map(|error| error.code.clone()).collect();
        codes.sort();
        codes.dedup();
        let message = errors.first().map_or_else(String::new, |error| error.message.clone());
        let stage = errors.first().map_or(RejectionStage::Other, |error| RejectionStage::of(error));
        CheckRejection { codes, stage, message }
    }
}

/// So many programs stand in a crate at most: more are hardly cheaper, and take more work to tell apart when one breaks the compiler.
pub const MANY: usize = 320;

/// So many do where they are rejected: for each error the compiler looks through all modules for something to suggest.
pub const FEW: usize = 120;

/// What a compiler thinks of programs, each a library crate by itself.
pub fn check_many(engine: &Engine, programs: &[&str], setting: &Setting) -> Vec<Checked> {
    let mut checked: Vec<Option<Checked>> = vec![None; programs.len()];
    let members: Vec<Option<PackedProgram>> =
        programs.iter().map(|program| PackedProgram::new(program, PackPurpose::Check).ok()).collect();
    let can_share = |&at: &usize| members[at].is_some();
    let (together, alone): (Vec<usize>, Vec<usize>) = (0..programs.len()).partition(can_share);
    let session = Session { engine, programs, members: &members, setting };
    let (mut left, mut size) = (&together[..], FEW);
    while !left.is_empty() {
        let (batch, rest) = left.split_at(size.min(left.len()));
        session.check(batch, &mut checked);
        let is_accepted = |at: &&usize| matches!(checked[**at], Some(Checked::Accepted));
        let accepted = batch.iter().filter(is_accepted).count();
        size = if accepted * 10 < batch.len() * 9 { FEW } else { (2 * size).min(MANY) };
        left = rest;
    }
    for at in alone {
        checked[at] = Some(check_alone(engine, programs[at], setting));
    }
    let unchecked = || Checked::Failed("it was not checked".to_owned());
    checked.into_iter().map(|checked| checked.unwrap_or_else(unchecked)).collect()
}

/// What a compiler thinks of a program that is all of its crate.
pub fn check_alone(engine: &Engine, program: &str, setting: &Setting) -> Checked {
    match compile(engine, program, setting) {
        Err(why) => Checked::Failed(why),
        Ok(Compiled::Built) => Checked::Accepted,
        Ok(Compiled::Rejected(errors)) => {
            let is_about_program = |error: &RustcDiagnostic| error.span.is_some() || error.code.is_some();
            match errors.iter().any(is_about_program) {
                true => Checked::Rejected(CheckRejection::new(&errors.iter().collect::<Vec<_>>())),
                // As `unknown unstable option` is.
                false => Checked::Failed(errors[0].message.clone()),
            }
        }
        Ok(Compiled::TimedOut { .. }) => Checked::Hung,
        Ok(odd @ (Compiled::LinkFailed(_) | Compiled::Unexplained { .. })) => {
            Checked::Failed(words::of_compiler(&odd))
        }
        Ok(broken) => Checked::Crashed {
            signature: broken.signature().map_or_else(String::new, |signature| signature.to_string()),
            summary: format!("the compiler {}", words::of_compiler(&broken)),
        },
    }
}

/// Has a text checked as a library.
fn compile(engine: &Engine, text: &str, setting: &Setting) -> Result<Compiled, String> {
    let mut flags = setting.flags.clone();
    // The drawing of the program with arrows takes longer than to find out what is wrong with it.
    flags.push("--json=diagnostic-short".to_owned());
    let edition = setting.edition.name();
    let build = Build { edition, flags: &flags, only_check: true, share_library: false };
    let built = engine.build(text, &setting.toolchain, &build, &mut Trial::default());
    built.map(|(_, compiled)| compiled)
}

struct Session<'a> {
    engine: &'a Engine,
    programs: &'a [&'a str],
    /// Those of the programs that can be packed.
    members: &'a [Option<PackedProgram>],
    setting: &'a Setting,
}

impl Session<'_> {
    /// Checks the programs at these places in one crate, and again what is left when those with errors are taken out.
    fn check(&self, batch: &[usize], checked: &mut [Option<Checked>]) {
        let mut left = batch.to_vec();
        while let [_, _, ..] = left[..] {
            let members: Vec<&PackedProgram> =
                left.iter().filter_map(|&at| self.members[at].as_ref()).collect();
            let packed = Packed::new(&members);
            match compile(self.engine, packed.text(), self.setting) {
                Ok(Compiled::Built) => {
                    left.iter().for_each(|&at| checked[at] = Some(Checked::Accepted));
                    return;
                }
                Ok(Compiled::Rejected(errors)) => {
                    let guilty = packed.guilty(&errors);
                    if guilty.is_empty() {
                        return self.check_halves(&left, checked);
                    }
                    for (module, errors) in &guilty {
                        let mut rejection = CheckRejection::new(errors);
                        rejection.message = packed.as_alone(&rejection.message, *module);
                        checked[left[*module]] = Some(Checked::Rejected(rejection));
                    }
                    left.retain(|&at| checked[at].is_none());
                }
                // The guilty one may be in either half.
                Ok(_) => return self.check_halves(&left, checked),
                Err(why) => {
                    left.iter().for_each(|&at| checked[at] = Some(Checked::Failed(why.clone())));
                    return;
                }
            }
        }
        for at in left {
            checked[at] = Some(check_alone(self.engine, self.programs[at], self.setting));
        }
    }

    fn check_halves(&self, batch: &[usize], checked: &mut [Option<Checked>]) {
        let (left, right) = batch.split_at(batch.len() / 2);
        self.check(left, checked);
        self.check(right, checked);
    }
}
