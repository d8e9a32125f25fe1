//! What rustc does when it is called as the sets say.

use rustassay_judge::backend::{Codegen, Executor};
use rustassay_judge::sets::built_in;
use rustassay_testing::reference_rustc;
use std::process::Command;

/// `EnumSizeOpt` is for copies of enums whose variants differ much in size.
const COPY_OF_ENUM: &str = "pub enum E { A, B([u32; 256]) }\npub fn copy(to: &mut E, from: E) { *to = from }";

/// What rustc says of the MIR passes that it runs on a program.
fn passes(program: &str, flags: &[String]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("case.rs"), program).expect("a file");
    let mut rustc = Command::new(reference_rustc());
    rustc.args(["--crate-type=lib", "--emit=mir", "-Zmir-opt-bisect-limit=1000000", "case.rs"]).args(flags);
    let output = rustc.env("RUSTC_BOOTSTRAP", "1").current_dir(folder.path()).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn rustc_runs_no_pass_that_it_calls_unsound() {
    let ways = built_in("default", 0).expect("the set is there");
    let mut tried = 0;
    for way in ways.iter().filter(|way| way.kind == Executor::Compiled(Codegen::Llvm)) {
        let passes = passes(COPY_OF_ENUM, &way.flags);
        assert!(!passes.contains("EnumSizeOpt"), "{}: {passes}", way.name);
        tried += usize::from(passes.contains("DataflowConstProp"));
    }
    assert!(tried > 0, "no way runs the passes of level 3");
}
