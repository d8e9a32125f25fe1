//! A compiler that counts what it does: one is built here, of which we know what it must have reached.

use rustassay_campaign::corpus::watch;
use rustassay_judge::engine::Engine;
use rustassay_lang::Edition;
use rustassay_mutate::feedback::{Feedback, SeenBehaviours};
use rustassay_testing::{Requirement, reference_rustc, skip};
use rustassay_toolchain::{Cache, Search, discover};
use std::path::Path;
use std::process::Command;

/// Builds the compiler that counts, if the one that is here can build such programs.
fn build(folder: &Path) -> Result<std::path::PathBuf, String> {
    let rustc = reference_rustc();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/counting_rustc.rs");
    let product = folder.join(format!("counting_rustc{}", std::env::consts::EXE_SUFFIX));
    let mut command = Command::new(&rustc);
    command.args(["--edition=2021", "-Cinstrument-coverage", "-o"]).arg(&product).arg(source);
    let built = command.env("REAL_RUSTC", &rustc).current_dir(folder).output().expect("it can be started");
    match built.status.success() {
        true => Ok(product),
        false => Err(String::from_utf8_lossy(&built.stderr).into_owned()),
    }
}

#[test]
fn the_counters_of_a_compiler_tell_programs_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let rustc = match build(folder.path()) {
        Ok(rustc) => rustc,
        Err(why) => {
            return skip(
                Requirement::Profiler,
                &format!("this compiler builds no programs that count: {why}"),
            );
        }
    };
    let search = Search { rustcs: vec![rustc], ..Search::default() };
    let toolchain = discover(&search, &Cache::none()).found.remove(0);
    let engine = Engine::new().expect("a folder");
    let feedback = |text: &str| -> Feedback {
        watch(&engine, &toolchain, text, Edition::E2021, &[]).expect("it can be asked").1
    };
    let plain = feedback("pub fn f() {}");
    let matching = feedback("pub fn f(x: u8) -> u8 { match x { 1 => 2, _ => 3 } }");
    let looping = feedback("pub fn f() { loop {} }");
    assert!(!plain.counters.is_empty());
    assert_eq!(plain.counters, feedback("pub fn f() {}").counters, "the same program reaches the same");
    assert!(plain.counters.len() < matching.counters.len());
    let mut seen = SeenBehaviours::default();
    seen.add(&matching);
    assert_eq!(seen.news(&plain), None, "all that it reaches was reached");
    assert!(seen.news(&looping).is_some(), "nothing with a loop was seen before");
}
