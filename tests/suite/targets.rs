//! `--target`: which are refused and why, what programs do on the others, and that they run there.
//!
//! Files in `tests/targets` say what they print on which architectures: `//@ on big-endian: 1 2 3 4`; the last line that fits counts.
#![cfg(target_os = "linux")]

use crate::TOOL;
use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_lang::{ARCHITECTURES, Architecture};
use rustassay_machine::aliasing::Model;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::check::check;
use rustassay_mir::model::Program;
use rustassay_mir::print::{PrintOptions, print};
use rustassay_mir::read::{read, read_for};
use rustassay_testing::{
    Requirement, assert_all, assert_contains, code, reference_rustc, reference_toolchain, skip, stderr,
    stdout, suite, write_script,
};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A program that the machine knows.
const PROGRAM: &str = "tests/run/pass/integers/wrapping.rs";

fn rustassay(args: &[&str]) -> Output {
    TOOL.command().args(args).output().expect("the binary runs")
}

/// The command with the reference compiler, whose own host is a target that needs a runner.
fn with_runner(name: &str, text: &str, args: &[&str]) -> Output {
    let folder = TOOL.folder(&format!("targets-{name}"));
    write_script(&folder.join(name), &format!("#!/bin/sh\n{text}\n"));
    let config = config(&folder, name);
    let rustc = reference_rustc();
    let given = ["--rustc", path(&rustc), "--config", path(&config), "--target", "all"];
    rustassay(&[args, &given].concat())
}

fn config(folder: &Path, runner: &str) -> PathBuf {
    let file = folder.join("rustassay.toml");
    let host = reference_toolchain().host.clone();
    let text = format!("[[target]]\ntriple = \"{host}\"\nrunner = [\"./{runner}\"]\n");
    fs::write(&file, text).expect("it is our folder");
    file
}

fn path(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

#[test]
fn a_target_of_which_nothing_is_known_is_refused() {
    for target in ["pdp11-unknown-unix", "x86_64-unknown-linux-gnux32", "i586-unknown-linux-gnu"] {
        let file = &["check", PROGRAM];
        for command in [&["diff", PROGRAM][..], &["run", PROGRAM], file, &["generate", "mir"], &["fuzz"]] {
            let output = rustassay(&[command, &["--target", target]].concat());
            assert_eq!(code(&output), 2, "{command:?}");
            let why = format!("`{target}` is not supported: what programs must do there is not known");
            assert_contains(&stderr(&output), &[&why]);
        }
    }
}

#[test]
fn a_target_that_no_compiler_has_is_said_with_what_to_do() {
    let rustc = reference_rustc();
    let output =
        rustassay(&["diff", PROGRAM, "--rustc", path(&rustc), "--target", "mips64el-unknown-linux-gnuabi64"]);
    assert_eq!(code(&output), 2);
    assert_contains(
        &stderr(&output),
        &["`mips64el-unknown-linux-gnuabi64`", "rustup target add", "[[target]]"],
    );
}

#[test]
fn the_machine_runs_custom_mir_alike_for_targets_that_it_supports() {
    let outputs: Vec<String> = [&[][..], &["--target", "aarch64-unknown-linux-gnu"]]
        .iter()
        .map(|target| stdout(&rustassay(&[&["run", PROGRAM][..], target].concat())))
        .collect();
    assert_eq!(outputs[0], outputs[1]);
    assert!(!outputs[0].is_empty());
}

#[test]
fn programs_are_judged_under_the_runner_of_a_configured_target() {
    let output = with_runner("emulate", "exec \"$@\"", &["diff", PROGRAM, "--backends", "quick", "--json"]);
    let data: Value = serde_json::from_str(&stdout(&output)).expect("one object");
    assert_eq!((code(&output), &data["verdict"]), (0, &"agree".into()), "{data}");
    let commands = data["trials"].as_array().expect("a list").iter().map(|trial| &trial["command"]);
    let commands: Vec<String> = commands.map(ToString::to_string).collect();
    assert_eq!(commands.iter().filter(|command| command.contains("/emulate ./case")).count(), 2, "{data}");
}

#[test]
fn toolchains_lists_what_works_for_a_target() {
    let folder = TOOL.folder("targets-list");
    write_script(&folder.join("emulate"), "#!/bin/sh\nexec \"$@\"\n");
    let (rustc, config) = (reference_rustc(), config(&folder, "emulate"));
    let args = ["toolchains", "--rustc", path(&rustc), "--config", path(&config)];
    let table = stdout(&rustassay(&args));
    let host = &reference_toolchain().host;
    let row = table.lines().find(|line| line.contains(&format!("@{host}"))).expect("a row for the target");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(
        (&cells[1..5], cells.last()),
        (&["yes", "yes", "yes", "yes"][..], Some(&"emulate")),
        "{table}"
    );
    let data: Value =
        serde_json::from_str(&stdout(&rustassay(&[&args[..], &["--json"]].concat()))).expect("JSON");
    let target = &data["targets"][0]["target"];
    assert_eq!((&target["triple"], &target["unwinds"]), (&host.as_str().into(), &true.into()), "{target}");
}

#[test]
fn generated_programs_do_what_they_must_on_the_targets_of_this_machine() {
    let config = std::env::var("RUSTASSAY_CROSS_CONFIG").unwrap_or_default();
    if config.is_empty() {
        return skip(Requirement::CrossTarget, "set RUSTASSAY_CROSS_CONFIG, as docs/targets.md says");
    }
    let triples = fs::read_to_string(&config).expect("the file that was named");
    let triples = triples.lines().filter_map(|line| line.strip_prefix("triple = \"")?.strip_suffix('"'));
    for triple in triples {
        let folder = TOOL.folder(&format!("targets-programs-{triple}"));
        rustassay(&["generate", "mir", "--count", "3", "--target", triple, "--out", path(&folder)]);
        let programs = suite("targets").into_iter().chain(rust_files(&folder));
        let programs: Vec<PathBuf> = programs.collect();
        let programs: Vec<&str> = programs.iter().map(|program| path(program)).collect();
        let args = ["--config", &config, "--target", triple, "--backends", "quick", "--json"];
        let output = rustassay(&[&["diff"], &programs[..], &args].concat());
        assert_eq!(code(&output), 0, "{triple}: {output:?}");
        for line in stdout(&output).lines() {
            let data: Value = serde_json::from_str(line).expect("an object a line");
            let is_elsewhere = |trial: &&Value| trial["backend"].to_string().contains('@');
            let trials: Vec<&Value> =
                data["trials"].as_array().expect("a list").iter().filter(is_elsewhere).collect();
            assert!(!trials.is_empty() && trials.iter().all(|trial| trial["outcome"] == "ran"), "{data}");
        }
    }
}

/// The Rust files in a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it was written").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|file| file.extension().is_some_and(|it| it == "rs")).collect();
    files.sort();
    files
}

/// The line that a file of `tests/targets` prints on an architecture: the last of its lines `//@ on WHICH: OUTPUT` that is about it.
fn expected_on(architecture: &Architecture, text: &str) -> Option<String> {
    let width = format!("{}-bit", architecture.layout.pointer_bits);
    let endian = format!("{}-endian", architecture.layout.endian.name());
    let names = ["all", architecture.name, &width, &endian];
    let lines = text.lines().filter_map(|line| line.strip_prefix("//@ on ")?.split_once(": "));
    let mut about = lines.filter(|(which, _)| which.split(' ').any(|word| names.contains(&word)));
    about.next_back().map(|(_, output)| format!("{output}\n"))
}

/// What a program prints on the machine under both aliasing models; or why it does not end well.
fn printed(program: &Program) -> Result<String, String> {
    let violations = check(program);
    if let Some(violation) = violations.first() {
        return Err(violation.diagnostic(|_| None).message);
    }
    let mut outputs = [Model::Tree, Model::Stacked].map(|aliasing| {
        let mut machine = Machine::new(program.clone(), Config { aliasing, ..Config::default() });
        match machine.run_main() {
            Ok(_) => Ok(String::from_utf8_lossy(machine.output()).into_owned()),
            Err(stop) => Err(format!("{aliasing:?}: {stop:?}")),
        }
    });
    match outputs[0] == outputs[1] {
        true => std::mem::replace(&mut outputs[0], Ok(String::new())),
        false => Err(format!("{outputs:?}")),
    }
}

#[test]
fn values_lie_in_memory_as_each_architecture_has_them() {
    assert_all(&suite("targets"), |path| {
        let text = fs::read_to_string(path).expect("a file of ours");
        let run = |architecture: &'static Architecture| {
            let expected = expected_on(architecture, &text).ok_or("the file says nothing of it")?;
            let parsed = read_for(&text, architecture).map_err(|errors| errors[0].message.clone())?;
            let printed = printed(&parsed.program)?;
            if printed == expected { Ok(()) } else { Err(format!("it prints {printed}")) }
        };
        let wrong =
            |architecture| run(architecture).err().map(|why: String| format!("{}: {why}", architecture.name));
        ARCHITECTURES.iter().filter_map(wrong).collect()
    });
}

/// Profiles whose programs look at memory in most ways.
const PROFILES: [Profile; 4] = [Profile::Default, Profile::Pointers, Profile::Floats, Profile::Aggregates];

#[test]
fn programs_are_generated_for_each_architecture() {
    let count =
        std::env::var("RUSTASSAY_TARGET_PROGRAMS").map_or(1, |count| count.parse().expect("a number"));
    for (architecture, profile) in ARCHITECTURES.iter().flat_map(|one| PROFILES.map(|profile| (one, profile)))
    {
        for seed in 0..count {
            let generated = generate(seed, &profile.config().for_target(architecture));
            let name = format!("{} {} {seed}", architecture.name, profile.name());
            assert_eq!(generated.program.types.target(), architecture, "{name}");
            let expected = String::from_utf8_lossy(&generated.expected).into_owned();
            assert_eq!(printed(&generated.program), Ok(expected), "{name}");
            let text = print(&generated.program, &PrintOptions::default()).expect("it is for the reference");
            let read_again = read(&text).expect("what is printed can be read").program;
            assert_eq!(print(&read_again, &PrintOptions::default()).as_ref(), Ok(&text), "{name}");
        }
    }
}

#[test]
fn what_a_file_or_the_command_line_says_decides_what_a_program_does() {
    let file = "tests/targets/transmuted-integer.rs";
    let run = |args: &[&str]| stdout(&rustassay(&[&["run"], args].concat()));
    assert_eq!(run(&[file]), "4 3 2 1\n");
    assert_eq!(run(&[file, "--target", "s390x-unknown-linux-gnu"]), "1 2 3 4\n");
    let folder = TOOL.folder("targets-directive");
    let own = folder.join("own.rs");
    let text = fs::read_to_string(file).expect("a file of ours");
    fs::write(&own, format!("//@ target: powerpc64\n{text}")).expect("it is our folder");
    assert_eq!(run(&[path(&own)]), "1 2 3 4\n");
    assert_eq!(run(&[path(&own), "--target", "x86_64"]), "4 3 2 1\n");
    fs::write(&own, format!("//@ target: pdp11\n{text}")).expect("it is our folder");
    let output = rustassay(&["run", path(&own)]);
    assert_eq!(code(&output), 2);
    assert_contains(
        &stderr(&output),
        &["`pdp11` is not supported: what programs must do there is not known"],
    );
}

#[test]
fn a_program_is_checked_against_what_its_target_has() {
    let file = "tests/run/pass/atomics/compare-exchange.rs";
    assert_eq!(code(&rustassay(&["check", file, "--target", "i686"])), 0);
    let output = rustassay(&["check", file, "--target", "powerpc"]);
    assert_eq!(code(&output), 1, "{output:?}");
}

#[test]
fn ordinary_rust_is_not_run_for_another_layout() {
    let folder = TOOL.folder("targets-ordinary");
    let file = folder.join("ordinary.rs");
    fs::write(&file, "fn main() {}\n").expect("it is our folder");
    let output = rustassay(&["run", path(&file), "--target", "s390x"]);
    assert_eq!(code(&output), 2);
    assert_contains(&stderr(&output), &["a target is for custom MIR"]);
}
