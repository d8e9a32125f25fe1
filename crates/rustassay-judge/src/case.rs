//! A program to judge compilers by.

use rustassay_lang::{Architecture, DEFAULT_EDITION, Directives, Edition, Release};
use rustassay_mir::check::check;
use rustassay_mir::model::*;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read_for;

/// A program, and what a compiler should make of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What people call it: a file's name, mostly.
    pub name: String,
    /// The program.
    pub source: CaseSource,
    /// What a compiler should make of it.
    pub expectation: Expectation,
    /// What it asks compilers for, beside the edition. What a backend tells them comes after it.
    pub flags: Vec<String>,
    /// What it is for: what it must do is known for this memory layout.
    pub target: &'static Architecture,
}

/// What a compiler should make of a program.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// It is built, and runs.
    Runs,
    /// A library, which is accepted. Nothing is there to run.
    Accepted,
    /// It is rejected, before code is generated.
    Rejected,
    /// Nobody says: it is accepted, or it is rejected, but by all settings of a compiler alike.
    Either,
}

impl Expectation {
    /// Whether a compiler is only asked for its opinion, and nothing is run: the program is taken for a library then.
    pub const fn is_only_checked(self) -> bool {
        !matches!(self, Expectation::Runs)
    }
}

/// A program in one of the languages that compilers take.
#[derive(Clone, Debug)]
pub enum CaseSource {
    /// Custom MIR, which the machine knows, too.
    Mir(Box<MirSource>),
    /// Any other Rust.
    #[allow(missing_docs)]
    Rust { text: String, edition: Edition },
}

/// Custom MIR that our checker accepts.
#[derive(Clone, Debug)]
pub struct MirSource {
    /// The program.
    pub program: Program,
    /// The text that it was read from, if that is as the reference release writes it.
    pub text: Option<String>,
    /// The edition of the surface Rust in it.
    pub edition: Edition,
    /// Whether a panic can leave a call, so that the panic strategy shows.
    pub may_unwind: bool,
}

impl Case {
    /// The case that a file is: custom MIR if it is well-formed as that, else plain Rust. `edition` is for files that do not say theirs.
    pub fn from_text(name: impl Into<String>, text: String, edition: Option<Edition>) -> Case {
        Case::for_target(name, text, edition, Architecture::DEFAULT)
    }

    /// The same; `target` is for files that do not say theirs, or one that nobody knows.
    pub fn for_target(
        name: impl Into<String>,
        text: String,
        edition: Option<Edition>,
        target: &'static Architecture,
    ) -> Case {
        let Directives { edition: own, flags, target: own_target } = Directives::of(&text);
        let edition = own.or(edition).unwrap_or(DEFAULT_EDITION);
        let target = own_target.as_deref().and_then(Architecture::of).unwrap_or(target);
        let parsed = if text.contains("custom_mir") { read_for(&text, target).ok() } else { None };
        let source = match parsed {
            Some(parsed) if check(&parsed.program).is_empty() => {
                let text = Some(text).filter(|_| parsed.is_current);
                CaseSource::Mir(Box::new(MirSource::new(parsed.program, text, edition)))
            }
            _ => CaseSource::Rust { text, edition },
        };
        Case { name: name.into(), source, expectation: Expectation::Runs, flags, target }
    }

    /// The case that a well-formed program is.
    pub fn from_program(name: impl Into<String>, program: Program) -> Case {
        let target = program.types.target();
        let source = CaseSource::Mir(Box::new(MirSource::new(program, None, DEFAULT_EDITION)));
        Case { name: name.into(), source, expectation: Expectation::Runs, flags: Vec::new(), target }
    }

    /// The text for a compiler of a release; or why there is none.
    pub fn text_for(&self, custom_mir: Option<Release>) -> Result<String, String> {
        match &self.source {
            CaseSource::Rust { text, .. } => Ok(text.clone()),
            CaseSource::Mir(source) => source.text_for(custom_mir),
        }
    }

    /// The same as a file that says what it needs.
    pub fn file_for(&self, custom_mir: Option<Release>) -> Result<String, String> {
        Ok(self.directives().complete(self.text_for(custom_mir)?))
    }

    /// What it asks compilers for.
    pub fn directives(&self) -> Directives {
        let target = (self.target != Architecture::DEFAULT).then(|| self.target.name.to_owned());
        Directives { edition: Some(self.edition()), flags: self.flags.clone(), target }
    }

    /// The text, unless it is custom MIR.
    pub fn rust_text(&self) -> Option<&str> {
        match &self.source {
            CaseSource::Rust { text, .. } => Some(text),
            CaseSource::Mir(_) => None,
        }
    }

    /// The edition to compile it in.
    pub fn edition(&self) -> Edition {
        match &self.source {
            CaseSource::Rust { edition, .. } => *edition,
            CaseSource::Mir(source) => source.edition,
        }
    }
}

impl MirSource {
    fn new(program: Program, text: Option<String>, edition: Edition) -> MirSource {
        let mut calls = program.functions.iter().flat_map(|function| &function.body.blocks);
        let may_unwind = calls.any(|block| match &block.terminator {
            Terminator::Call(call) => call.unwind != UnwindAction::Unreachable,
            Terminator::Drop { .. } | Terminator::TailCall(..) => true,
            _ => false,
        });
        MirSource { program, text, edition, may_unwind }
    }

    fn text_for(&self, custom_mir: Option<Release>) -> Result<String, String> {
        let Some(release) = custom_mir else { return Err("it does not accept custom MIR".to_owned()) };
        let in_release = |release| print(&self.program, &PrintOptions { form: Form::Fast, release });
        let printed = in_release(release).map_err(|error| error.to_string())?;
        match &self.text {
            Some(text) if in_release(Release::REFERENCE).is_ok_and(|reference| reference == printed) => {
                Ok(text.clone())
            }
            _ => Ok(printed),
        }
    }
}
