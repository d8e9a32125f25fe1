//! What a compiler can do for a target, by trying.

use super::{Runner, Target, TargetFacts, TargetSetup, find};
use crate::Toolchain;
use crate::probe::{Compiler, excerpt, succeed};
use rustassay_process::{End, Task, run};
use std::path::Path;
use std::time::Duration;

/// Says hello, and catches a panic.
pub(crate) const PROGRAM: &str = include_str!("../programs/target.rs");

/// Tries a target with a compiler.
pub(crate) fn probe(toolchain: &Toolchain, setup: TargetSetup, timeout: Duration) -> Result<Target, String> {
    let compiler = Compiler::new(&toolchain.rustc, timeout)?;
    let mut target = Target {
        setup,
        facts: None,
        compiles: false,
        links: false,
        runs: false,
        unwinds: false,
        runner_version: None,
        runs_twice: false,
        second_runner_version: None,
        notes: Vec::new(),
    };
    if let Err(why) = try_all(&compiler, toolchain, &mut target) {
        target.notes.push(why);
    }
    match compiler.is_late() {
        true => {
            let seconds = timeout.as_secs_f64();
            Err(format!("it takes longer than {seconds} seconds to build and run a tiny program"))
        }
        false => Ok(target),
    }
}

/// Goes as far as the target works; or says what does not.
fn try_all(compiler: &Compiler<'_>, toolchain: &Toolchain, target: &mut Target) -> Result<(), String> {
    let flags = target.setup.compiler_flags();
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let asked = succeed(&compiler.task().args(["--print", "cfg"]).args(&flags))
        .map_err(|why| format!("the compiler does not know the target: {why}"))?;
    target.facts = TargetFacts::parse(&String::from_utf8_lossy(&asked.stdout));

    let program = compiler.compile("program", PROGRAM, &[&["--crate-type=bin"], &flags[..]].concat());
    let program = program.map_err(|why| {
        let library =
            compiler.compile("library", PROGRAM, &[&["--crate-type=lib", "--emit=obj"], &flags[..]].concat());
        match library {
            Err(why) => format!("programs cannot be compiled: {why}"),
            Ok(_) => {
                target.compiles = true;
                format!(
                    "programs cannot be linked: {}{why}",
                    advice_on_linker(&target.setup, &toolchain.host)
                )
            }
        }
    })?;
    (target.compiles, target.links) = (true, true);

    let (runner, second) = (target.setup.runner.as_ref(), target.setup.second_runner.as_ref());
    target.runner_version = runner.and_then(|runner| version_of(compiler, runner));
    let said = says(compiler, runner, &program).map_err(|why| {
        format!("programs do not run: {}{why}", advice_on_runner(&target.setup, &toolchain.host))
    })?;
    target.runs = true;
    target.unwinds = said == "hello\ncaught\n";
    target.second_runner_version = second.and_then(|second| version_of(compiler, second));
    let mut notes = Vec::new();
    match second.map(|second| (second, says(compiler, Some(second), &program))) {
        Some((_, Ok(second))) if second == said => target.runs_twice = true,
        Some((second, Ok(_))) => notes.push(format!("under `{second}` programs do something else")),
        Some((second, Err(why))) => notes.push(format!("programs do not run under `{second}`: {why}")),
        None => {}
    }
    if !target.unwinds {
        notes.push("a panic cannot be caught".to_owned());
    }
    match notes.is_empty() {
        true => Ok(()),
        false => Err(notes.join("; ")),
    }
}

/// What a runner says it is.
fn version_of(compiler: &Compiler<'_>, runner: &Runner) -> Option<String> {
    let task = Task::new(&runner.program, compiler.folder()).arg("--version").limits(compiler.limits());
    let version = succeed(&task).ok()?;
    let line = String::from_utf8_lossy(&version.stdout).lines().next()?.trim().to_owned();
    Some(line).filter(|line| !line.is_empty())
}

/// What the program prints, which must begin as it should.
fn says(compiler: &Compiler<'_>, runner: Option<&Runner>, program: &Path) -> Result<String, String> {
    let task = match runner {
        None => Task::new(program, compiler.folder()),
        Some(runner) => runner.start(program, compiler.folder()),
    };
    let finished = run(&task.limits(compiler.limits())).map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&finished.stdout).into_owned();
    match (said.starts_with("hello\n"), finished.end) {
        (true, _) => Ok(said),
        (false, End::Exited(0)) => {
            Err(format!("in place of `hello`, one printed {}", excerpt(&finished.stdout)))
        }
        (false, end) => Err(format!("one {end}, saying {}", excerpt(&finished.stderr))),
    }
}

/// What to do if there is no linker.
fn advice_on_linker(setup: &TargetSetup, host: &str) -> String {
    match find::linker_name(&setup.triple) {
        Some(name) if setup.linker.is_none() && !find::runs_here(&setup.triple, host) => {
            format!("there is no `{name}` on `PATH`, and the configuration names no linker: ")
        }
        _ => String::new(),
    }
}

/// What to do if there is no emulator.
fn advice_on_runner(setup: &TargetSetup, host: &str) -> String {
    if setup.runner.is_some() || find::runs_here(&setup.triple, host) {
        return String::new();
    }
    match find::runner_names(&setup.triple).first() {
        Some(name) => format!("there is no `{name}` on `PATH`, and the configuration names no runner: "),
        None => "the configuration names no runner: ".to_owned(),
    }
}

impl TargetFacts {
    /// Reads what `--print cfg` says.
    fn parse(text: &str) -> Option<TargetFacts> {
        let keys = || text.lines().filter_map(|line| line.split_once('='));
        let values =
            |key| keys().filter(move |(own, _)| *own == key).map(|(_, value)| value.trim_matches('"'));
        let has = |name: &str| text.lines().any(|line| line == name);
        Some(TargetFacts {
            endian: values("target_endian").next()?.to_owned(),
            pointer_bits: values("target_pointer_width").next()?.parse().ok()?,
            atomic_bits: values("target_has_atomic").filter_map(|bits| bits.parse().ok()).max().unwrap_or(0),
            reliable_f16: has("target_has_reliable_f16"),
            reliable_f128: has("target_has_reliable_f128"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_compiler_says_of_a_target_is_read() {
        let text = "panic=\"unwind\"\ntarget_endian=\"big\"\ntarget_has_atomic\ntarget_has_atomic=\"16\"\n\
                    target_has_atomic=\"64\"\ntarget_has_atomic=\"8\"\ntarget_has_atomic=\"ptr\"\n\
                    target_has_reliable_f16\ntarget_pointer_width=\"64\"\nunix\n";
        let facts = TargetFacts::parse(text).unwrap();
        assert_eq!((&*facts.endian, facts.pointer_bits, facts.atomic_bits), ("big", 64, 64));
        assert!(facts.reliable_f16 && !facts.reliable_f128);
        assert_eq!(TargetFacts::parse("unix\n"), None);
    }
}
