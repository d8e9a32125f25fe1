//! Targets other than the one that a compiler runs on.
//!
//! [`find`] looks for what it takes to build and run programs for a target: libraries, a linker, an emulator. [`probe`] tries it. [`make`]
//! makes a standard library from its sources, and [`made`] keeps it.

mod c_library;
pub(crate) mod find;
pub(crate) mod made;
pub(crate) mod make;
pub(crate) mod probe;
mod wasi;

use crate::text;
use rustassay_lang::{Architecture, UnsupportedTarget, quoted};
use rustassay_process::Task;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// How programs for a target are built and run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TargetSetup {
    /// What `--target` takes.
    pub triple: String,
    /// Where the target's libraries are, if not among the compiler's own.
    #[serde(default, serialize_with = "text::optional_path")]
    pub sysroot: Option<PathBuf>,
    /// What links its programs, if it is not what the compiler chooses.
    #[serde(default, serialize_with = "text::optional_path")]
    pub linker: Option<PathBuf>,
    /// What the compiler is told besides, such as `-Clink-arg`s.
    #[serde(default)]
    pub flags: Vec<String>,
    /// What runs its programs, if they do not run here by themselves.
    #[serde(default)]
    pub runner: Option<Runner>,
    /// Another one, of another make or version. What a program does wrong counts if it does so under both.
    #[serde(default)]
    pub second_runner: Option<Runner>,
}

/// A program that runs programs of a target: an emulator. It is started with the program's path as its last argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Runner {
    /// Its file.
    #[serde(serialize_with = "text::path")]
    pub program: PathBuf,
    /// What stands before the program's path.
    #[serde(default)]
    pub args: Vec<String>,
}

/// A target of a compiler, and what the compiler can do for it. All of it was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// How its programs are built and run.
    #[serde(flatten)]
    pub setup: TargetSetup,
    /// What the compiler says of the target; nothing if it does not know it.
    pub facts: Option<TargetFacts>,
    /// It compiles programs that use the standard library.
    pub compiles: bool,
    /// It links them.
    pub links: bool,
    /// They run.
    pub runs: bool,
    /// A panic can be caught in them.
    pub unwinds: bool,
    /// What the runner says it is: the first line that it prints for `--version`.
    pub runner_version: Option<String>,
    /// Its programs run under the second runner, too.
    #[serde(default)]
    pub runs_twice: bool,
    /// What the second runner says it is.
    #[serde(default)]
    pub second_runner_version: Option<String>,
    /// What does not work, and why; for people.
    pub notes: Vec<String>,
}

/// What a compiler says of a target (`--print cfg`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TargetFacts {
    /// The order of the bytes of a number: `little` or `big`.
    pub endian: String,
    /// The bits of a pointer.
    pub pointer_bits: u32,
    /// The bits of the largest atomic integer; 0 if there is none.
    pub atomic_bits: u32,
    /// Whether `f16` works, as far as the compiler knows.
    pub reliable_f16: bool,
    /// Whether `f128` works, as far as the compiler knows.
    pub reliable_f128: bool,
}

impl TargetSetup {
    /// What the compiler is told to build for the target.
    pub fn compiler_flags(&self) -> Vec<String> {
        let mut flags = vec![format!("--target={}", self.triple)];
        flags.extend(self.sysroot.iter().map(|sysroot| format!("--sysroot={}", sysroot.display())));
        flags.extend(self.linker.iter().map(|linker| format!("-Clinker={}", linker.display())));
        flags.extend(self.flags.iter().cloned());
        flags
    }

    /// What runs its programs: one runner, or two.
    pub(crate) fn runners(&self) -> impl Iterator<Item = &Runner> {
        self.runner.iter().chain(&self.second_runner)
    }
}

impl Runner {
    /// The start of a program with it, in `folder`.
    pub fn start<'a>(&'a self, program: &'a Path, folder: &'a Path) -> Task<'a> {
        Task::new(&self.program, folder).args(&self.args).arg(program)
    }

    /// What a person types to run a program, which is in the folder where they are.
    pub fn command(&self, program: &str) -> String {
        let words =
            std::iter::once(self.program.to_string_lossy().into_owned()).chain(self.args.iter().cloned());
        let words: Vec<String> = words.map(|word| quoted(&word)).collect();
        format!("{} ./{program}", words.join(" "))
    }
}

impl fmt::Display for Runner {
    /// As on a command line, without the folder.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str());
        f.write_str(&name.to_string_lossy())?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))
    }
}

impl Target {
    /// What programs are made for that are to run on the target, by our own table; or why the compiler says something else.
    pub fn architecture(&self) -> Result<&'static Architecture, TargetProblem> {
        let known = Architecture::of_supported(&self.setup.triple).map_err(TargetProblem::Unsupported)?;
        let contradicts = |facts: &&TargetFacts| {
            facts.endian != known.layout.endian.name() || facts.pointer_bits != known.layout.pointer_bits
        };
        match self.facts.as_ref().filter(contradicts) {
            None => Ok(known),
            Some(facts) => Err(TargetProblem::Contradiction {
                triple: self.setup.triple.clone(),
                endian: facts.endian.clone(),
                pointer_bits: facts.pointer_bits,
            }),
        }
    }

    /// Whether programs can be judged on it.
    pub fn is_usable(&self) -> Result<(), TargetProblem> {
        self.architecture()?;
        match self.runs {
            true => Ok(()),
            false => {
                Err(TargetProblem::Broken { triple: self.setup.triple.clone(), why: self.notes.join("; ") })
            }
        }
    }
}

/// Why programs cannot be judged on a target. Its `Display` is for people.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TargetProblem {
    /// What programs must do is not known for it.
    Unsupported(UnsupportedTarget),
    /// The compiler says something else of it than our table.
    Contradiction { triple: String, endian: String, pointer_bits: u32 },
    /// Programs for it do not run here.
    Broken { triple: String, why: String },
}

impl fmt::Display for TargetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetProblem::Unsupported(unsupported) => unsupported.fmt(f),
            TargetProblem::Contradiction { triple, endian, pointer_bits } => write!(
                f,
                "`{triple}` is not supported: its compiler says that it is {endian}-endian with pointers of {pointer_bits} bits"
            ),
            TargetProblem::Broken { triple, why } => write!(f, "`{triple}` does not work: {why}"),
        }
    }
}

impl std::error::Error for TargetProblem {}
