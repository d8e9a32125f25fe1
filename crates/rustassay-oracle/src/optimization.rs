//! What a compiler must do with any program, whatever that does: the oracles for mutants.
//!
//! | oracle | what must hold |
//! | --- | --- |
//! | crash | the compiler ends by itself and does not say that it is wrong |
//! | hang | it comes to an end within its time and memory |
//! | passes | it ends by itself with all MIR passes, also the experimental ones, and its checks of MIR, too (`-Zmir-opt-level=4 -Zvalidate-mir`) |
//! | code | it ends by itself when it generates code, of all that it can, with debug information (`-Clink-dead-code -Cdebuginfo=2 --emit=obj`) |
//! | solver | both trait solvers (`-Znext-solver=globally`) accept it, or both reject it |
//! | incremental | it says the same of a program when it has compiled another there before |
//! | threads | it says the same with a parallel front end (`-Zthreads=8`) |
//! | optimization | the program does the same at levels 0 and 3, if it has no unsafe code and is deterministic |
//! | place | every error says where it is |
//!
//! Whatever seems wrong is tried again before it counts.

use crate::coverage::reached;
use crate::feedback::Feedback;
use rustassay_corpus::reaches_out;
use rustassay_judge::answer::{Observation, ProgramEnd};
use rustassay_judge::case::Edition;
use rustassay_judge::engine::{Binary, Build, Engine, Trial, needs_bootstrap};
use rustassay_outcome::{Compiled, Diagnostic, compiled};
use rustassay_process::run;
use rustassay_toolchain::Toolchain;
use std::fmt;
use std::path::Path;

/// What is asked.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Oracle {
    Crash,
    Hang,
    Passes,
    Code,
    Solver,
    Incremental,
    Threads,
    Optimization,
    Place,
}

impl fmt::Display for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Oracle::Crash => "crash",
            Oracle::Hang => "hang",
            Oracle::Passes => "passes",
            Oracle::Code => "code",
            Oracle::Solver => "solver",
            Oracle::Incremental => "incremental",
            Oracle::Threads => "threads",
            Oracle::Optimization => "optimization",
            Oracle::Place => "place",
        })
    }
}

/// A program to ask about.
#[derive(Copy, Clone, Debug)]
pub struct Program<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its edition.
    pub edition: Edition,
    /// What it asks the compiler for.
    pub flags: &'a [String],
}

/// Something that should not be, and was there twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suspicion {
    /// What does not hold.
    pub oracle: Oracle,
    /// What findings of one cause have in common.
    pub signature: String,
    /// The flags that show it.
    pub flags: Vec<String>,
}

/// Releases whose flags for the solver and the threads are as they are now.
const COMPARED: (u32, u32, u32) = (1, 80, 0);

/// All MIR passes, and what checks their work.
const PASSES: [&str; 4] = ["-Zmir-opt-level=4", "-Zvalidate-mir", "-Copt-level=3", "--emit=mir"];

/// Code for all that is not generic, and all that is said about it.
const CODE: [&str; 5] =
    ["--emit=obj", "-Clink-dead-code", "-Cdebuginfo=2", "-Csymbol-mangling-version=v0", "-Copt-level=1"];

/// Asks a compiler about programs.
#[derive(Clone)]
pub struct Asker<'a> {
    /// What runs compilers.
    pub engine: &'a Engine,
    /// The compiler.
    pub toolchain: &'a Toolchain,
}

impl Asker<'_> {
    /// Whether the compiler has the flags of the comparisons between solvers and threads.
    pub fn compares(&self) -> bool {
        self.toolchain.capabilities.unstable_flags && self.toolchain.version.release >= COMPARED
    }

    /// Compiles a program as far as its MIR.
    pub fn compile(&self, program: Program, more: &[&str]) -> Result<Compiled, String> {
        self.built(program, more).map(|(compiled, _)| compiled)
    }

    /// Compiles a program, and looks at what the compiler does.
    pub fn watched(&self, program: Program) -> Result<(Compiled, Feedback), String> {
        let (compiled, folder) = self.built(program, &["--emit=mir"])?;
        // Where there is none, there is nothing to see.
        let mir = std::fs::read_to_string(folder.folder().join("case.mir")).unwrap_or_default();
        let counters = reached(folder.folder())?;
        let feedback = Feedback { counters, ..Feedback::new(&compiled, &mir) };
        Ok((compiled, feedback))
    }

    /// Compiles a program; what the compiler writes besides is there as long as the folder is.
    fn built(&self, program: Program, more: &[&str]) -> Result<(Compiled, Binary), String> {
        let mut flags = program.flags.to_vec();
        flags.extend(more.iter().map(|flag| (*flag).to_owned()));
        let build =
            Build { edition: program.edition.name(), flags: &flags, only_check: true, share_library: false };
        let (binary, compiled) =
            self.engine.build(program.text, self.toolchain, &build, &mut Trial::default())?;
        Ok((compiled, binary))
    }

    /// Compiles a program, and says what became of it, what the compiler did and what is wrong with it.
    pub fn plain(&self, program: Program) -> Result<(Compiled, Feedback, Option<Suspicion>), String> {
        let (first, feedback) = self.watched(program)?;
        let Some((oracle, signature)) = wrong(&first) else { return Ok((first, feedback, None)) };
        let again = wrong(&self.watched(program)?.0);
        let is_there = again.is_some_and(|(again, other)| again == oracle && other == signature);
        let suspicion = Suspicion { oracle, signature, flags: owned(&["--emit=mir"]) };
        Ok((first, feedback, is_there.then_some(suspicion)))
    }

    /// Compares what the compiler says with other flags, given what it said without.
    pub fn compared(
        &self,
        program: Program,
        plain: &Compiled,
        oracle: Oracle,
    ) -> Result<Option<Suspicion>, String> {
        let (flags, has_flags): (&[&str], bool) = match oracle {
            Oracle::Passes => (&PASSES, self.toolchain.capabilities.unstable_flags),
            Oracle::Code => (&CODE, true),
            Oracle::Solver => (&["-Znext-solver=globally"], self.compares()),
            Oracle::Threads => (&["-Zthreads=8"], self.compares()),
            _ => return Ok(None),
        };
        if !has_flags {
            return Ok(None);
        }
        let Some((kind, signature)) = difference(plain, &self.compile(program, flags)?) else {
            return Ok(None);
        };
        // These may come to constants that cannot be computed, and say so.
        let is_of_crashes = matches!(oracle, Oracle::Passes | Oracle::Code);
        if is_of_crashes && kind == Kind::Answer {
            return Ok(None);
        }
        // Both sides once more.
        let again = difference(&self.compile(program, &[])?, &self.compile(program, flags)?);
        let oracle = if kind == Kind::Broken && !is_of_crashes { Oracle::Crash } else { oracle };
        let signature_with = format!("{}: {signature}", flags.join(" "));
        let suspicion = Suspicion { oracle, signature: signature_with, flags: owned(flags) };
        Ok(again.is_some_and(|(again, other)| again == kind && other == signature).then_some(suspicion))
    }

    /// Compiles another program and then this one into the same folder for incremental compilation, and compares that with a clean build.
    pub fn incremental(
        &self,
        before: Program,
        program: Program,
        plain: &Compiled,
    ) -> Result<Option<Suspicion>, String> {
        let once = || -> Result<Compiled, String> {
            let name = format!("incremental-{:?}", std::thread::current().id());
            let folder = self.engine.scratch().join(name);
            std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
            let result =
                self.incremental_run(&folder, before).and_then(|_| self.incremental_run(&folder, program));
            std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
            result
        };
        let Some((kind, signature)) = difference(plain, &once()?) else { return Ok(None) };
        // Both sides once more, and asked for the same: who writes MIR also hears of errors that come with instances.
        let again = difference(&self.compile(program, &[])?, &once()?);
        let oracle = if kind == Kind::Broken { Oracle::Crash } else { Oracle::Incremental };
        let suspicion = Suspicion {
            oracle,
            signature: format!("-Cincremental: {signature}"),
            flags: vec!["-Cincremental=inc".to_owned()],
        };
        Ok(again.is_some_and(|(again, other)| again == kind && other == signature).then_some(suspicion))
    }

    fn incremental_run(&self, folder: &Path, program: Program) -> Result<Compiled, String> {
        std::fs::write(folder.join("case.rs"), program.text).map_err(|error| error.to_string())?;
        let task =
            self.toolchain.task(folder).args(["--edition", program.edition.name(), "--crate-type=lib"]);
        let task = task.args([
            "--emit=metadata",
            "--cap-lints=allow",
            "--error-format=json",
            "-Cincremental=inc",
            "case.rs",
        ]);
        let mut task =
            task.args(program.flags).env("RUST_BACKTRACE", "1").limits(self.engine.compiling.clone());
        // As in the clean build.
        if !needs_bootstrap(program.text, program.flags) {
            task.env.retain(|(name, _)| name != "RUSTC_BOOTSTRAP");
        }
        let finished = run(&task).map_err(|error| error.to_string())?;
        self.engine.charge(finished.cpu);
        Ok(compiled(&finished))
    }

    /// Runs a program that was built at levels 0 and 3, if it can be held to do the same.
    pub fn optimized(&self, program: Program) -> Result<Option<Suspicion>, String> {
        if !self.toolchain.capabilities.links || !is_safe(program.text) {
            return Ok(None);
        }
        let (Some(low), Some(high)) = (self.steady(program, "0")?, self.steady(program, "3")?) else {
            return Ok(None);
        };
        if low == high {
            return Ok(None);
        }
        // Once more, from the start.
        let again = (self.steady(program, "0")?, self.steady(program, "3")?);
        let signature = format!("level 0 ended with {:?}, level 3 with {:?}", low.end, high.end);
        let suspicion =
            Suspicion { oracle: Oracle::Optimization, signature, flags: vec!["-Copt-level=3".to_owned()] };
        Ok((again == (Some(low), Some(high))).then_some(suspicion))
    }

    /// What a program does at a level, if that is the same twice and it comes to an end of its own: a signal may be a stack that was too small, which
    /// depends on the level.
    fn steady(&self, program: Program, level: &str) -> Result<Option<Observation>, String> {
        let mut flags = program.flags.to_vec();
        flags.extend([
            format!("-Copt-level={level}"),
            "-Coverflow-checks=no".to_owned(),
            "-Cdebug-assertions=no".to_owned(),
        ]);
        let build =
            Build { edition: program.edition.name(), flags: &flags, only_check: false, share_library: true };
        let (binary, compiled) =
            self.engine.build(program.text, self.toolchain, &build, &mut Trial::default())?;
        if compiled != Compiled::Built {
            return Ok(None);
        }
        let mut observed = Vec::new();
        for _ in 0..2 {
            observed.push(self.engine.execute(&binary, &mut Trial::default())?);
        }
        let is_steady = observed[0] == observed[1] && matches!(observed[0].end, ProgramEnd::Code(_));
        Ok(is_steady.then(|| observed.swap_remove(0)))
    }
}

fn owned(flags: &[&str]) -> Vec<String> {
    flags.iter().map(|flag| (*flag).to_owned()).collect()
}

/// What differs from run to run, or what a compiler may decide anew at every level: clocks, the order in hash tables and between threads, addresses, sizes of what has no name, the sign and
/// the payload of NaN.
const UNSTEADY: [&str; 20] = [
    "Instant",
    "SystemTime",
    "HashMap",
    "HashSet",
    "RandomState",
    "thread",
    ":p}",
    "*const",
    "*mut",
    "as_ptr",
    "ptr_eq",
    "ptr::",
    "addr",
    "size_of_val",
    "type_name",
    "to_bits",
    "is_sign_",
    "copysign",
    "total_cmp",
    "_bytes()",
];

/// Whether a program is a whole one, without unsafe code, without what is [`UNSTEADY`], and without what reaches out of it.
pub fn is_safe(text: &str) -> bool {
    let is_steady = UNSTEADY.iter().all(|word| !text.contains(word)) && !has_addresses_of_functions(text);
    text.contains("fn main(") && !text.contains("unsafe") && is_steady && reaches_out(text).is_none()
}

/// Whether a function is made a number or a pointer: two may have one address, and one may have two.
fn has_addresses_of_functions(text: &str) -> bool {
    let names = text.split("fn ").skip(1).filter_map(|rest| rest.split(['(', '<']).next());
    let mut names = names.map(str::trim).filter(|name| !name.is_empty());
    text.contains("as fn") || names.any(|name| text.contains(&format!("{name} as ")))
}

/// What is wrong with how a compiler ended, by itself.
pub(crate) fn wrong(outcome: &Compiled) -> Option<(Oracle, String)> {
    let signature = || outcome.signature().map_or_else(String::new, |signature| signature.to_string());
    match outcome {
        Compiled::Built | Compiled::LinkFailed(_) | Compiled::Unexplained { .. } => None,
        Compiled::Rejected(errors) => {
            // A crate without `main`, and one in an edition that the compiler does not know, have no place to point to.
            let is_of_all = |error: &Diagnostic| {
                error.code.as_deref() == Some("E0601")
                    || error.message.starts_with("the crate requires edition")
            };
            let placeless = errors.iter().find(|error| error.span.is_none() && !is_of_all(error))?;
            let alone = Compiled::Rejected(vec![placeless.clone()]).signature()?;
            Some((Oracle::Place, format!("no place: {alone}")))
        }
        Compiled::TimedOut { .. } | Compiled::OutOfMemory => Some((Oracle::Hang, signature())),
        Compiled::Crashed(_) | Compiled::LlvmError(_) | Compiled::Signaled(_) => {
            Some((Oracle::Crash, signature()))
        }
        Compiled::OutputTooLong | Compiled::DiskFull | Compiled::TooManyProcesses => None,
    }
}

/// How two answers of a compiler to one program differ.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// The second is a crash, and the first none.
    Broken,
    /// One accepts, the other rejects.
    Answer,
}

fn difference(one: &Compiled, other: &Compiled) -> Option<(Kind, String)> {
    let signature =
        |outcome: &Compiled| outcome.signature().map_or_else(String::new, |signature| signature.to_string());
    let is_answer = |outcome: &Compiled| matches!(outcome, Compiled::Built | Compiled::Rejected(_));
    match (one, other) {
        (Compiled::Built, Compiled::Rejected(_)) => {
            Some((Kind::Answer, format!("only accepted without: {}", signature(other))))
        }
        (Compiled::Rejected(_), Compiled::Built) => {
            Some((Kind::Answer, format!("only accepted with: {}", signature(one))))
        }
        (one, Compiled::Crashed(_) | Compiled::Signaled(_) | Compiled::LlvmError(_)) if is_answer(one) => {
            Some((Kind::Broken, signature(other)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_outcome::{Level, Span};

    #[test]
    fn programs_are_run_only_if_all_that_they_do_is_prescribed() {
        let safe = |body: &str| is_safe(&format!("fn helper() {{}}\nfn main() {{ {body} }}"));
        assert!(safe("let x = 3u8; println!(\"{}\", x as usize)"));
        for body in [
            "let v = 0u8; println!(\"{}\", &v as *const _ as usize)",
            "println!(\"{}\", helper as usize)",
            "let f = helper as fn(); f()",
            "println!(\"{}\", (0.0f32 / 0.0).to_bits())",
            "std::thread::spawn(|| println!(\"a\"))",
            "println!(\"{:p}\", &1)",
            "unsafe { helper() }",
        ] {
            assert!(!safe(body), "{body}");
        }
    }

    fn error(span: Option<Span>) -> Compiled {
        let message = "something".to_owned();
        Compiled::Rejected(vec![Diagnostic {
            level: Level::Error,
            code: None,
            message,
            span,
            rendered: String::new(),
        }])
    }

    #[test]
    fn an_error_without_a_place_is_wrong_and_one_with_a_place_is_not() {
        let place = Span { file: "case.rs".to_owned(), line: 1, column: 1 };
        assert_eq!(wrong(&error(None)).map(|(oracle, _)| oracle), Some(Oracle::Place));
        assert_eq!(wrong(&error(Some(place))), None);
    }

    #[test]
    fn errors_without_a_place_are_one_finding_whatever_they_name() {
        let of = |name: &str| {
            let Compiled::Rejected(mut errors) = error(None) else { return None };
            errors[0].message = format!("reached the recursion limit finding the struct tail for `{name}`");
            wrong(&Compiled::Rejected(errors))
        };
        assert!(of("S").is_some());
        assert_eq!(of("S"), of("Bar<'_>"));
    }

    #[test]
    fn answers_differ_when_only_one_accepts() {
        assert_eq!(difference(&Compiled::Built, &error(None)).map(|(kind, _)| kind), Some(Kind::Answer));
        assert_eq!(difference(&error(None), &Compiled::Built).map(|(kind, _)| kind), Some(Kind::Answer));
        assert_eq!(difference(&error(None), &error(None)), None);
        assert_eq!(difference(&Compiled::Built, &Compiled::OutOfMemory), None);
    }

    #[test]
    fn programs_with_unsafe_code_or_addresses_are_not_run() {
        assert!(is_safe("fn main() { println!(\"{}\", 1) }"));
        assert!(!is_safe("fn main() { unsafe {} }"));
        assert!(!is_safe("fn main() { println!(\"{:p}\", &1) }"));
        assert!(!is_safe("pub fn f() {}"));
        assert!(!is_safe("fn main() { std::fs::remove_file(1) }"));
    }
}
