//! Another LLVM than the compiler's own: which tool, and which pass.

use super::passes;
use rustassay_bisect::{EFFORT, Guilty, Stage, Suspect, difference, localise, same_failure};
use rustassay_judge::answer::{Answer, Observation, ProgramEnd};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use rustassay_outcome::Part;
use rustassay_testing::FakeLlvm;

fn backend(fake: &FakeLlvm, flags: &[&str]) -> Backend {
    Backend {
        name: "it".to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain: Some(fake.toolchain.clone()),
        flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
    }
}

/// Who is guilty of what the fake LLVM of this name does, if a program must print `right`.
fn guilty(name: &str, flags: &[&str]) -> Guilty {
    let fake = FakeLlvm::new(name);
    let engine = Engine::new().expect("a folder can be made");
    let case = Case::from_text("any.rs", "fn main() {}".to_owned(), None);
    let answer = Answer::Must(Observation { stdout: b"right\n".to_vec(), end: ProgramEnd::Code(0) });
    let backend = backend(&fake, flags);
    let bad = engine.try_case(&case, &backend, &answer);
    let still_bad = same_failure(&bad, &answer);
    let suspect =
        Suspect { engine: &engine, case: &case, backend: &backend, answer: &answer, still_bad: &still_bad };
    localise(&suspect, EFFORT)
}

#[test]
fn a_pass_of_opt_is_found() {
    let guilty = guilty("wrong-in-opt", &["-Copt-level=3", "--opt=-passes=default<O3>", "--llc=-O3"]);
    assert_eq!(passes(&guilty), [("opt7", "main", 7)], "{guilty}");
    assert_eq!(guilty.cause(), "llvm:opt7");
}

#[test]
fn a_pass_of_llc_is_found_where_other_levels_make_right_code_of_the_same_ir() {
    let guilty = guilty("wrong-in-llc", &["-Copt-level=3", "--opt=-passes=default<O3>", "--llc=-O3"]);
    assert_eq!(passes(&guilty), [("llc5", "main", 5)], "{guilty}");
    assert_eq!(guilty.settings, ["--llc=-O3"]);
}

#[test]
fn code_generation_is_guilty_if_it_is_wrong_without_passes() {
    let guilty = guilty("wrong-in-selection", &["--opt=-passes=gvn", "--llc=-O0", "--llc=-global-isel"]);
    assert!(matches!(guilty.stage, Stage::NoPass { part: Part::Llvm, .. }), "{guilty}");
    assert_eq!(
        (guilty.settings.as_slice(), &*guilty.cause()),
        (&["--llc=-global-isel".to_owned()][..], "llvm -global-isel")
    );
}

#[test]
fn a_pipeline_is_cut_to_what_is_needed() {
    let guilty =
        guilty("wrong-with-a-pass", &["--opt=-passes=function(sroa,gvn,sroa),globalopt", "--llc=-O2"]);
    assert_eq!(guilty.settings, ["--opt=-passes=function(gvn)"]);
}

#[test]
fn the_difference_shows_the_ir_after_opt() {
    let fake = FakeLlvm::new("wrong-with-a-pass");
    let engine = Engine::new().expect("a folder can be made");
    let case = Case::from_text("any.rs", "fn main() {}".to_owned(), None);
    let backend = backend(&fake, &["--opt=-passes=gvn"]);
    let guilty = guilty("wrong-with-a-pass", &["--opt=-passes=gvn"]);
    let text = difference(&engine, &case, &backend, guilty.stage.passes()[0]).expect("there is one");
    assert!(text.contains("\n+broken\n"), "{text}");
}
