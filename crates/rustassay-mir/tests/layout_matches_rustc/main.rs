//! rustc is asked for the layouts of random types, and must give the same answers.
//!
//! `RUSTASSAY_LAYOUT_TYPES` and `RUSTASSAY_LAYOUT_SEED` set how many types are tried, and which.

mod answer;
mod random;

use answer::{ours, theirs};
use random::{Defined, Generator};
use rustassay_mir::layout::{Layouts, Options};
use std::path::Path;
use std::process::Command;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// What rustc writes to standard error for a crate.
fn diagnostics(source: &str, scratch: &Path) -> String {
    std::fs::create_dir_all(scratch).expect("a scratch folder can be made");
    std::fs::write(scratch.join("types.rs"), source).expect("the scratch folder can be written");
    let output = rustc()
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "types.rs"])
        .current_dir(scratch)
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .expect("rustc runs");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn random_types_have_the_layout_that_rustc_gives_them() {
    let version = rustc().arg("--version").output().expect("rustc runs").stdout;
    if !version.starts_with(b"rustc 1.95.") {
        println!("skipped: layouts are those of rustc 1.95, this is {}", String::from_utf8_lossy(&version));
        return;
    }
    let count = setting("RUSTASSAY_LAYOUT_TYPES", 1000) as usize;
    let generator = Generator::new(setting("RUSTASSAY_LAYOUT_SEED", 1));
    let (types, source, defined) = generator.run(count);
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layout_matches_rustc");
    let diagnostics = diagnostics(&source, &scratch);
    let answers = theirs(&diagnostics);
    assert_eq!(answers.len(), defined.len(), "rustc did not answer for all:\n{}", head(&diagnostics));

    let mut layouts = Layouts::new(Options::default());
    let mut wrong = Vec::new();
    for (Defined { ty, text }, theirs) in defined.iter().zip(answers) {
        let layout = layouts.of(&types, *ty).expect("rustc has a layout for it");
        let (ours, theirs) = (ours(layout), theirs.against(layout));
        if ours != theirs {
            wrong.push(format!("{text}\n  ours:  {ours}\n  rustc: {theirs}"));
        }
    }
    let shown = wrong.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(wrong.is_empty(), "{} of {} types differ:\n{shown}", wrong.len(), defined.len());
}

/// The first lines that are no answer.
fn head(diagnostics: &str) -> String {
    let refusals = diagnostics.split("\n\n").filter(|part| !part.starts_with("error: layout_of("));
    refusals.take(5).collect::<Vec<_>>().join("\n\n")
}
