//! What is known to be wrong with Rust's type system, or different in its second implementations, is as `tests/open` says: what a reader
//! of findings must know, and what rule sets must be able to reach.
#![cfg(target_os = "linux")]

use crate::common::{File, files};
use rustassay_judge::answer::{Answer, ProgramEnd};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::checking::known;
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_lang::Edition;
use rustassay_testing::reference_toolchain;

/// The edition is the one that rules are written for.
fn case(file: &File) -> Case {
    Case::from_text(file.name.clone(), file.text.clone(), Some(Edition::E2024))
}

#[test]
fn each_program_is_treated_as_its_head_says() {
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder can be made");
    let files = files("open");
    assert!(files.len() >= 10, "there are {} programs", files.len());
    files.iter().for_each(|file| file.is_as_it_says(&engine, &toolchain));
}

/// A program without `unsafe` reads through a shared reference what was written after it was made, or a value as one of another type: no
/// argument about what the rules should be is needed then.
#[test]
fn the_machine_confirms_what_launders_lifetimes_or_types() {
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder can be made");
    let flags = vec!["-Copt-level=0".to_owned()];
    let kind = Executor::Compiled(Codegen::Llvm);
    let backend = Backend { name: "O0".to_owned(), kind, toolchain: Some(toolchain), flags };
    let mut confirmed = 0;
    for file in files("open") {
        let Some(printed) = file.says("runs") else { continue };
        assert!(!file.text.contains("unsafe {"), "{} is not safe code", file.name);
        let trial = engine.try_case(&case(&file), &backend, &Answer::Unknown(String::new()));
        let Outcome::Observed(observed) = &trial.outcome else { panic!("{}: {trial:?}", file.name) };
        let stdout = String::from_utf8_lossy(&observed.stdout);
        assert_eq!((stdout.trim(), observed.end), (printed, ProgramEnd::Code(0)), "{}", file.name);
        confirmed += 1;
    }
    assert!(confirmed >= 7, "{confirmed}");
}

#[test]
fn the_file_of_known_disagreements_can_be_read() {
    let known = known::parse(include_str!("../../known.toml")).expect("it can be read");
    assert!(!known.is_empty());
}
