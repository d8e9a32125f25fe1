//! The checker's promise under attack: what damage has changed and the checker still accepts, rustc compiles.
//!
//! `RUSTASSAY_DAMAGED_PROGRAMS=1000 cargo test --test accepted_after_damage` tries more.

mod support;

use rustassay_arbitrary::{damaged, reference_rustc};
use rustassay_mir::check::check;
use rustassay_mir::model::Program;
use rustassay_mir::print::{Options, print};
use rustassay_mir::read::read;
use std::process::Command;
use support::suite;

fn originals() -> Vec<String> {
    let paths = suite("check/pass");
    paths.iter().map(|path| std::fs::read_to_string(path).expect("the file can be read")).collect()
}

/// Damaged programs that the checker accepts and that say something new; surface Rust, which it does not check, is as it was.
fn survivors(wanted: usize) -> Vec<(u64, Program)> {
    let originals = originals();
    let pick = |n: u64| &originals[(n % originals.len() as u64) as usize];
    let mut found = Vec::new();
    for seed in 0.. {
        if found.len() == wanted {
            break;
        }
        let original = pick(seed);
        let text = damaged(seed, original, pick(seed.wrapping_mul(7919)));
        let (Ok(before), Ok(after)) = (read(original), read(&text)) else { continue };
        let (before, after) = (before.program, after.program);
        let surface_is_whole = before.surface == after.surface && before.attrs == after.attrs;
        if surface_is_whole && before != after && check(&after).is_empty() {
            found.push((seed, after));
        }
    }
    found
}

#[test]
fn rustc_compiles_what_damage_has_changed_and_the_checker_accepts() {
    let Some(rustc) = reference_rustc() else { return };
    let wanted = std::env::var("RUSTASSAY_DAMAGED_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let folder = tempfile::tempdir().expect("a folder for the test");
    let mut problems = Vec::new();
    for (seed, program) in survivors(wanted) {
        let text = print(&program, &Options::default()).expect("the program is for this release");
        std::fs::write(folder.path().join("damaged.rs"), &text).expect("the file can be written");
        let output = Command::new(&rustc)
            .args([
                "--edition=2021",
                "--crate-type=lib",
                "--emit=obj",
                "-Zvalidate-mir",
                "-Awarnings",
                "damaged.rs",
            ])
            .current_dir(folder.path())
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTC_ICE", "0")
            .output()
            .expect("rustc runs");
        if !output.status.success() {
            problems.push(format!("seed {seed}:\n{}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
