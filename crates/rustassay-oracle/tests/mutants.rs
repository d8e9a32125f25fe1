//! The oracles of mutants with a real compiler, the one that these tests are built with: what looks like a difference and is none.

use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Executor};
use rustassay_judge::case::{Case, Expectation};
use rustassay_judge::engine::Engine;
use rustassay_oracle::specimen::Specimen;
use rustassay_oracle::{Judgement, OracleName};
use rustassay_toolchain::{Cache, Search, discover};
use std::sync::Arc;

fn backend() -> Backend {
    let found = discover(&Search::default(), &Cache::standard()).found;
    let newest = found.into_iter().max_by_key(|toolchain| toolchain.version.release);
    let toolchain = newest.expect("tests need a Rust compiler, and one has built them");
    let name = format!("{}/check", toolchain.name);
    Backend { name, kind: Executor::Checked, toolchain: Some(Arc::new(toolchain)), flags: Vec::new() }
}

fn specimen(text: &str, oracle: OracleName) -> Specimen {
    let mut case = Case::from_text("mutant", text.to_owned(), None);
    case.expectation = match oracle {
        OracleName::Optimization => Expectation::Runs,
        _ => Expectation::Either,
    };
    Specimen {
        seed: 0,
        profile: "swap".to_owned(),
        case,
        oracle,
        answer: Answer::Unknown(String::new()),
        about: None,
        origin: None,
        command: String::new(),
        before: Some(Case::from_text("seed", "pub fn f() {}".to_owned(), None)),
        class: Vec::new(),
    }
}

fn judge(text: &str, oracle: OracleName) -> Judgement {
    let (specimen, engine) = (specimen(text, oracle), Engine::new().expect("a folder"));
    oracle.oracle().judge(&engine, &[&specimen], &backend()).remove(0)
}

#[test]
fn an_error_that_comes_with_instances_is_no_difference() {
    // Only who makes instances, as for MIR, comes to the limit.
    let text = "pub fn deeper<T>(n: u32, t: T) { if n > 0 { deeper(n - 1, (t, 0u8)) } }\npub fn start() { deeper(1, ()) }";
    assert!(matches!(judge(text, OracleName::Place), Judgement::Rejected));
    assert!(matches!(judge(text, OracleName::Incremental), Judgement::Right));
    for oracle in [OracleName::Passes, OracleName::Code] {
        assert!(matches!(judge(text, oracle), Judgement::Right | Judgement::Rejected), "{oracle:?}");
    }
}

#[test]
fn what_a_compiler_accepts_and_rejects_is_told_apart() {
    for oracle in [OracleName::Place, OracleName::Incremental, OracleName::Agreement] {
        assert!(matches!(judge("pub fn f() {}", oracle), Judgement::Right), "{oracle:?}");
        assert!(matches!(judge("pub fn f() -> u8 {}", oracle), Judgement::Rejected), "{oracle:?}");
    }
}

#[test]
fn programs_that_panic_or_must_not_be_run_are_not_held_against_anybody() {
    let panics = "fn main() { println!(\"{}\", [1, 2][std::env::args().count() + 1]) }";
    assert!(matches!(judge(panics, OracleName::Optimization), Judgement::NotApplicable | Judgement::Right));
    let steady = "fn main() { let v: Vec<u8> = vec![1, 2]; println!(\"{}\", v[v.len()]) }";
    assert!(matches!(judge(steady, OracleName::Optimization), Judgement::Right));
    let addresses = "fn main() { println!(\"{:p}\", &1) }";
    assert!(matches!(judge(addresses, OracleName::Optimization), Judgement::NotApplicable));
}
