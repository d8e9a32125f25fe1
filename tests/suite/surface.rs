//! Programs in surface Rust print what their custom MIR must print, compiled by a rustc that is not told of any features
//! unless the text names them.
//!
//! Many programs share a crate, each a module of it, because starting a compiler and a linker is most of the price of a small program.

use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_machine::aliasing::Model;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::check::check;
use rustassay_mir::model::Program;
use rustassay_mir::read::read;
use rustassay_mir::surface::{Flow, Style, surface};
use rustassay_testing::{reference_rustc, suite};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// How many programs are in a crate.
const BATCH: usize = 80;

/// A file that rustc 1.95 miscompiles at -Copt-level=0, for x86.
const MISCOMPILED: &str = "exact-division-by-minimum.rs";

/// What separates the programs' outputs.
const BETWEEN: &str = "\u{1}\n";

/// A program, and what it must print.
struct Case {
    name: String,
    program: Program,
    expected: String,
}

/// A program in surface Rust.
struct Translated<'c> {
    case: &'c Case,
    text: String,
}

impl Translated<'_> {
    fn features(&self) -> impl Iterator<Item = &str> {
        let list = self.text.strip_prefix("#![feature(").and_then(|rest| rest.split_once(")]"));
        list.into_iter().flat_map(|(list, _)| list.split(", "))
    }

    fn needs_features(&self) -> bool {
        self.features().next().is_some()
    }
}

/// The files of a suite that the machine runs to a good end.
fn files(folder: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for path in suite(folder) {
        let text = std::fs::read_to_string(&path).unwrap();
        let Ok(parsed) = read(&text) else { continue };
        if parsed.program.functions.is_empty() || !check(&parsed.program).is_empty() {
            continue;
        }
        // What a file says about aliasing makes no difference to what it prints.
        let config = Config { aliasing: Model::None, ..Config::default() };
        let mut machine = Machine::new(parsed.program.clone(), config);
        if !matches!(machine.run_main(), Ok(Ending::Finished)) {
            continue;
        }
        let expected = String::from_utf8_lossy(machine.output()).into_owned();
        cases.push(Case { name: path.display().to_string(), program: parsed.program, expected });
    }
    cases
}

fn generated(profile: Profile, count: u64) -> Vec<Case> {
    let case = |seed| {
        let generated = generate(seed, &profile.config());
        let expected = String::from_utf8_lossy(&generated.expected).into_owned();
        Case { name: format!("{} {seed}", profile.name()), program: generated.program, expected }
    };
    (0..count).map(case).collect()
}

/// The crate that runs all programs.
fn crate_text(batch: &[Translated<'_>]) -> String {
    let features: BTreeSet<&str> = batch.iter().flat_map(Translated::features).collect();
    let mut text = String::new();
    if !features.is_empty() {
        let features: Vec<&str> = features.into_iter().collect();
        text.push_str(&format!("#![feature({})]\n", features.join(", ")));
    }
    text.push_str(
        "#![allow(internal_features, arithmetic_overflow, unconditional_panic, overflowing_literals)]\n",
    );
    let mut main = String::new();
    for (number, translated) in batch.iter().enumerate() {
        let items: Vec<&str> =
            translated.text.lines().filter(|line| !line.starts_with("#![feature(")).collect();
        text.push_str(&format!("mod p{number} {{\n{}\npub fn run() {{ main() }}\n}}\n", items.join("\n")));
        main.push_str(&format!("p{number}::run(); print!({BETWEEN:?});\n"));
    }
    text.push_str(&format!("fn main() {{\n{main}}}\n"));
    text
}

/// What is wrong with a batch of programs, of which all or none need features.
fn judge(rustc: &Path, batch: &[Translated<'_>]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (source, executable) = (folder.path().join("programs.rs"), folder.path().join("programs"));
    std::fs::write(&source, crate_text(batch)).unwrap();
    let mut compiler = Command::new(rustc);
    compiler
        .args(["--edition", "2021", "-Copt-level=0", "-Cdebuginfo=0", "-Awarnings"])
        .args(["-Cprefer-dynamic", "-Crpath", "-o"])
        .args([&executable, &source])
        .env("RUSTC_ICE", "0")
        .env_remove("RUSTC_BOOTSTRAP");
    if batch.iter().any(Translated::needs_features) {
        compiler.env("RUSTC_BOOTSTRAP", "1");
    }
    let compiled = compiler.output().expect("rustc runs");
    if !compiled.status.success() {
        return vec![format!("rustc rejects: {}", String::from_utf8_lossy(&compiled.stderr))];
    }
    let ran = Command::new(&executable).output().unwrap();
    let output = String::from_utf8_lossy(&ran.stdout);
    let mut outputs = output.split_terminator(BETWEEN);
    let mut found = Vec::new();
    for translated in batch {
        let Case { name, expected, .. } = translated.case;
        match outputs.next() {
            Some(output) if output == expected => {}
            Some(output) => {
                found.push(format!("{name} prints {output:?} and not {expected:?}\n{}", translated.text))
            }
            None => {
                let errors = String::from_utf8_lossy(&ran.stderr);
                found
                    .push(format!("{name} does not end well, {}: {errors}\n{}", ran.status, translated.text));
                break;
            }
        }
    }
    if found.is_empty() && (!ran.status.success() || outputs.next().is_some()) {
        found.push(format!("after all programs: {}", ran.status));
    }
    found
}

/// Translates in a style and judges what comes of it. Gives how many were translated, and how many of these need features.
#[track_caller]
fn assert_same_in(cases: &[Case], style: &Style) -> (usize, usize) {
    let rustc = reference_rustc();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let (mut stable, mut with_features) = (Vec::new(), Vec::new());
    for case in cases {
        match surface(&case.program, style) {
            Ok(text) => {
                let translated = Translated { case, text };
                let group = if translated.needs_features() { &mut with_features } else { &mut stable };
                group.push(translated);
            }
            Err(reason) => *reasons.entry(reason.what).or_default() += 1,
        }
    }
    let counts = (stable.len() + with_features.len(), with_features.len());
    eprintln!(
        "{}: {} of {} translated, {} with features; {reasons:?}",
        style.name(),
        counts.0,
        cases.len(),
        counts.1
    );
    let batches = stable.chunks(BATCH).chain(with_features.chunks(BATCH));
    let found: Vec<String> = batches.flat_map(|batch| judge(&rustc, batch)).collect();
    assert!(found.is_empty(), "{}: {}", style.name(), found.join("\n"));
    counts
}

#[test]
fn files_print_the_same_in_every_style() {
    let mut cases = files("run/pass");
    cases.extend(files("diff").into_iter().filter(|case| !case.name.ends_with(MISCOMPILED)));
    assert!(cases.len() > 300, "only {} files end well", cases.len());
    for style in &Style::ALL {
        let (translated, _) = assert_same_in(&cases, style);
        assert!(translated * 100 >= cases.len() * 98, "{}: {translated} of {}", style.name(), cases.len());
    }
}

#[test]
fn generated_programs_print_the_same_in_every_style() {
    for profile in [Profile::Tiny, Profile::Default] {
        let cases = generated(profile, 30);
        for style in &Style::ALL {
            let (translated, _) = assert_same_in(&cases, style);
            let least = if style.flow == Flow::StateMachine { 95 } else { 90 };
            assert!(
                translated * 100 >= cases.len() * least,
                "{} of {} in the style {}",
                translated,
                profile.name(),
                style.name()
            );
        }
    }
}

#[test]
#[cfg_attr(not(target_arch = "x86_64"), ignore = "the bug is one of code generation for x86")]
fn a_miscompilation_shows_in_every_style() {
    let rustc = reference_rustc();
    let cases = files("diff");
    let case = cases.iter().find(|case| case.name.ends_with(MISCOMPILED)).expect("the file is there");
    for style in &Style::ALL {
        let text = surface(&case.program, style).unwrap();
        let found = judge(&rustc, &[Translated { case, text }]);
        assert!(found[0].contains("prints \"-1\\n\" and not \"1\\n\""), "{}: {found:?}", style.name());
    }
}
