//! The guilty pass is found, in compilers that are wrong in one known way: rustc 1.95 with its own bugs, and
//! the scripts of `rustassay-testing`.
#![cfg(target_os = "linux")]

#[path = "localise/llvm.rs"]
mod llvm;

use rustassay_bisect::{
    EFFORT, Guilty, Layer, Pass, Shows, Stage, Suspect, difference, localise, localise_in_depth,
    same_failure, survey,
};
use rustassay_judge::answer::{Answer, Observation, ProgramEnd, answer};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome};
use rustassay_outcome::Part;
use rustassay_testing::{Fake, reference_toolchain, repository};
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// The script of this name.
fn fake(name: &str) -> Fake {
    Fake::new(&format!("bisect/{name}"))
}

/// A file of the suite of `rustassay diff`.
fn suite_file(name: &str) -> Case {
    let file = repository().join("tests/diff").join(name);
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    Case::from_text(name, text, None)
}

fn backend(toolchain: Arc<Toolchain>, flags: &[&str]) -> Backend {
    let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
    Backend {
        name: "it".to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain: Some(toolchain),
        flags,
    }
}

/// Who is guilty of what a backend does with a program that must give this answer.
fn found_against(answer: &Answer, case: &Case, backend: &Backend, effort: usize) -> Guilty {
    let engine = Engine::new().expect("a folder can be made");
    let bad = engine.try_case(case, backend, answer);
    let still_bad = same_failure(&bad, answer);
    localise(&Suspect { engine: &engine, case, backend, answer, still_bad: &still_bad }, effort)
}

/// The same, with the passes that the guilty one needs.
fn found_in_depth(answer: &Answer, case: &Case, backend: &Backend) -> Guilty {
    let engine = Engine::new().expect("a folder can be made");
    let bad = engine.try_case(case, backend, answer);
    let still_bad = same_failure(&bad, answer);
    localise_in_depth(&Suspect { engine: &engine, case, backend, answer, still_bad: &still_bad }, EFFORT)
}

/// The same, with the machine's answer.
fn found(case: &Case, backend: &Backend, effort: usize) -> Guilty {
    found_against(&answer(case), case, backend, effort)
}

/// Who is guilty of what a script does with a program that nobody knows.
fn by_fake(name: &str, flags: &[&str], effort: usize) -> Guilty {
    let case = Case::from_text("any.rs", "fn main() {}".to_owned(), None);
    let fake = fake(name);
    found(&case, &backend(fake.toolchain.clone(), flags), effort)
}

/// Who is guilty of what a script does, if a program must print `right`.
fn by_fake_that_must_be_right(name: &str, flags: &[&str]) -> Guilty {
    let case = Case::from_text("any.rs", "fn main() {}".to_owned(), None);
    let fake = fake(name);
    let right = Observation { stdout: b"right\n".to_vec(), end: ProgramEnd::Code(0) };
    found_in_depth(&Answer::Must(right), &case, &backend(fake.toolchain.clone(), flags))
}

/// Name, place and number of passes.
fn passes(guilty: &Guilty) -> Vec<(&str, &str, usize)> {
    let passes = guilty.stage.passes().into_iter();
    passes.map(|pass| (&*pass.name, pass.on.as_deref().unwrap_or(""), pass.index)).collect()
}

// Real bugs of rustc 1.95.

/// Whether it is wrong with all passes off, because of code generation.
fn is_codegen(guilty: &Guilty) -> bool {
    matches!(guilty.stage, Stage::NoPass { part: Part::Codegen, .. })
}

#[test]
fn a_wrong_mir_pass_is_found_with_its_body_and_the_lowest_level() {
    let real = reference_toolchain();
    let case = suite_file("result-into-copied-argument.rs");
    let guilty = found(&case, &backend(real, &["-Cdebuginfo=1", "-Copt-level=2"]), EFFORT);
    assert_eq!(passes(&guilty), [("DeadStoreElimination-initial", "case::main", 14)], "{guilty}");
    assert_eq!(
        (&*guilty.cause(), guilty.settings.join(" ")),
        ("mir:DeadStoreElimination", "-Copt-level=1".into())
    );
    assert!(matches!(&guilty.stage, Stage::Mir(pass) if pass.is_confirmed == Some(true)), "{guilty}");
}

#[test]
fn what_another_setting_does_can_be_the_answer() {
    let real = reference_toolchain();
    let case = suite_file("union-sibling.rs");
    let engine = Engine::new().expect("a folder can be made");
    let trusted = engine.try_case(&case, &backend(real.clone(), &["-Copt-level=0"]), &answer(&case));
    let Outcome::Observed(right) = trusted.outcome else { panic!("{trusted:?}") };
    let guilty = found_against(&Answer::Must(right), &case, &backend(real, &["-Copt-level=3"]), EFFORT);
    assert_eq!(
        (&*guilty.cause(), guilty.settings.join(" ")),
        ("mir:JumpThreading", "-Copt-level=1".to_owned())
    );
}

#[test]
fn the_difference_shows_what_a_mir_pass_did() {
    let real = reference_toolchain();
    let (case, backend) = (suite_file("result-into-copied-argument.rs"), backend(real, &["-Copt-level=1"]));
    let guilty = found(&case, &backend, EFFORT);
    let engine = Engine::new().expect("a folder can be made");
    let text = difference(&engine, &case, &backend, guilty.stage.passes()[0]).expect("there is one");
    assert!(
        text.contains("\n-        _1 = swap(copy _1)") && text.contains("\n+        _1 = swap(move _1)"),
        "{text}"
    );
}

/// What the LLVM passes after the first so many and up to so many do to a program.
fn llvm_difference(real: Arc<Toolchain>, from: usize, to: usize) -> Result<String, String> {
    let engine = Engine::new().expect("a folder can be made");
    let case =
        Case::from_text("loops.rs", include_str!("../../../tests/diff/loop-exits.rs").to_owned(), None);
    let flags = |limit: usize| {
        let limit = format!("-Cllvm-args=-opt-bisect-limit={limit}");
        ["-Copt-level=2", "-Ccodegen-units=1", "-Zno-parallel-backend", &limit].map(str::to_owned).to_vec()
    };
    let (without, with) = (flags(from), flags(to));
    let (layer, name) = (Layer::Llvm, "any".to_owned());
    let (is_confirmed, disabling, needs) = (None, Vec::new(), Vec::new());
    let pass = Pass { layer, name, on: None, index: to, is_confirmed, disabling, without, with, needs };
    difference(&engine, &case, &backend(real, &[]), &pass)
}

#[test]
fn the_difference_shows_what_llvm_passes_did() {
    let real = reference_toolchain();
    let text = llvm_difference(real, 0, 100).expect("a hundred passes do something");
    assert!(text.starts_with("--- program, without the pass\n+++ program, with the pass\n@@ "), "{text}");
}

#[test]
fn passes_that_do_nothing_have_no_difference() {
    let real = reference_toolchain();
    assert_eq!(
        llvm_difference(real, 0, 0),
        Err("the compiler makes the same with it and without".to_owned())
    );
}

/// Who is guilty of what rustc 1.95 gets wrong with all MIR passes, when a script is around it.
fn around_real(script: &str) -> Guilty {
    let fake = fake(script);
    let case = suite_file("result-into-copied-argument.rs");
    found(&case, &backend(fake.toolchain.clone(), &["-Copt-level=2"]), EFFORT)
}

#[test]
fn a_compiler_that_cannot_count_mir_passes_is_asked_pass_by_pass() {
    let guilty = around_real("counts-no-mir");
    assert_eq!(guilty.cause(), "mir:DeadStoreElimination", "{guilty}");
}

#[test]
fn a_compiler_that_cannot_do_without_a_pass_that_it_counts_is_asked_pass_by_pass() {
    let guilty = around_real("needs-a-mir-pass");
    assert_eq!(guilty.cause(), "mir:DeadStoreElimination", "{guilty}");
}

#[test]
fn a_crash_is_followed_by_its_signature() {
    let real = reference_toolchain();
    let flags = ["-Copt-level=0", "-Cpasses=unify-loop-exits"];
    let guilty = found(&suite_file("loop-exits.rs"), &backend(real, &flags), EFFORT);
    assert_eq!(guilty.cause(), "llvm:unify-loop-exits", "{guilty}");
    assert_eq!(guilty.settings, ["-Cpasses=unify-loop-exits"]);
}

#[test]
fn a_mir_pass_that_breaks_mir_is_found() {
    let real = reference_toolchain();
    let guilty = found(&suite_file("packed-destination.rs"), &backend(real, &["-Copt-level=3"]), EFFORT);
    assert_eq!(
        (&*guilty.cause(), guilty.settings.join(" ")),
        ("mir:ReferencePropagation", "-Copt-level=1".to_owned())
    );
}

// Compilers that are wrong in a way that they are told.

#[test]
fn what_needs_no_llvm_is_a_mir_pass() {
    let guilty = by_fake("wrong-in-mir", &[], EFFORT);
    assert_eq!(
        (&*guilty.cause(), passes(&guilty)),
        ("mir:Mir4", vec![("Mir4", "case::main", 4)]),
        "{guilty}"
    );
}

#[test]
fn what_needs_no_mir_pass_is_an_llvm_pass() {
    let guilty = by_fake("wrong-in-llvm", &[], EFFORT);
    assert_eq!((&*guilty.cause(), passes(&guilty)), ("llvm:llvm7", vec![("llvm7", "main", 7)]), "{guilty}");
}

#[test]
fn what_needs_two_passes_names_both() {
    let guilty = by_fake("wrong-in-both", &[], EFFORT);
    let expected = vec![("Mir4", "case::main", 4), ("llvm7", "main", 7)];
    assert_eq!((&*guilty.cause(), passes(&guilty)), ("mir:Mir4+llvm:llvm7", expected), "{guilty}");
}

#[test]
fn of_two_passes_that_are_both_wrong_the_first_is_named() {
    let guilty = by_fake("wrong-in-either", &[], EFFORT);
    assert_eq!(guilty.cause(), "mir:Mir4", "{guilty}");
}

#[test]
fn what_needs_no_pass_is_code_generation() {
    let guilty = by_fake("wrong-always", &["-Copt-level=3"], EFFORT);
    assert!(is_codegen(&guilty) && guilty.settings.is_empty(), "{guilty}");
}

#[test]
fn only_flags_that_matter_are_kept_at_their_lowest_level() {
    let flags = ["-Zone", "-Z", "two", "-Copt-level=3", "-Zthree"];
    let guilty = by_fake("wrong-by-flags", &flags, EFFORT);
    assert_eq!(guilty.settings, ["-Zone", "-Copt-level=2", "-Zthree"]);
}

/// A compiler may be right with the flags that another needs, because today a pass runs only with more of them.
#[test]
fn a_compiler_that_needs_more_flags_than_the_first_shows_it_nevertheless() {
    let engine = Engine::new().expect("a folder can be made");
    let case = Case::from_text("any.rs", "fn main() {}".to_owned(), None);
    let (always, by_flags) = (fake("wrong-always"), fake("wrong-by-flags"));
    let backend = backend(always.toolchain.clone(), &["-Zone", "-Zthree", "-Copt-level=2"]);
    let right = Observation { stdout: b"right\n".to_vec(), end: ProgramEnd::Code(0) };
    let answer = &Answer::Must(right);
    let bad = engine.try_case(&case, &backend, answer);
    let still_bad = same_failure(&bad, answer);
    let suspect = Suspect { engine: &engine, case: &case, backend: &backend, answer, still_bad: &still_bad };
    let shows = survey(&suspect, &[], &[always.toolchain.clone(), by_flags.toolchain.clone()]);
    let shows: Vec<&Shows> = shows.tried.iter().map(|(_, shows)| shows).collect();
    assert_eq!(shows, [&Shows::Yes, &Shows::Yes]);
}

/// Why the guilty one is not known.
fn unknown(guilty: &Guilty) -> &str {
    match &guilty.stage {
        Stage::Unknown { why } => why,
        _ => panic!("{guilty}"),
    }
}

#[test]
fn more_passes_that_are_right_again_are_noticed() {
    let guilty = by_fake("wrong-now-and-then", &[], EFFORT);
    assert!(unknown(&guilty).starts_with("more passes do not mean more failures"), "{guilty}");
}

#[test]
fn a_pass_is_not_blamed_alone_where_the_other_layer_cannot_be_counted() {
    let guilty = by_fake("counts-no-llvm", &[], EFFORT);
    assert_eq!((&*guilty.cause(), passes(&guilty)), ("mir:Mir4+unknown", vec![("Mir4", "case::main", 4)]));
}

#[test]
fn a_compiler_that_counts_no_passes_is_not_blamed_for_one() {
    let flags = ["-Zone", "-Copt-level=2", "-Zthree"];
    let guilty = by_fake("wrong-by-flags", &flags, EFFORT);
    assert!(unknown(&guilty).contains("unknown unstable option"), "{guilty}");
}

#[test]
fn what_is_not_wrong_again_is_nobodys_fault() {
    let real = reference_toolchain();
    let case = suite_file("result-into-copied-argument.rs");
    let (answer, engine) = (answer(&case), Engine::new().expect("a folder can be made"));
    let bad = engine.try_case(&case, &backend(real.clone(), &["-Copt-level=1"]), &answer);
    let backend = backend(real, &["-Copt-level=0"]);
    let still_bad = same_failure(&bad, &answer);
    let suspect =
        Suspect { engine: &engine, case: &case, backend: &backend, answer: &answer, still_bad: &still_bad };
    assert_eq!(unknown(&localise(&suspect, EFFORT)), "when it is tried again, nothing is wrong");
}

#[test]
fn a_crash_before_llvm_is_a_mir_pass() {
    let guilty = by_fake("crashes-in-mir", &[], EFFORT);
    assert_eq!(
        (&*guilty.cause(), passes(&guilty)),
        ("mir:Mir4", vec![("Mir4", "case::main", 4)]),
        "{guilty}"
    );
}

#[test]
fn a_crash_that_needs_no_pass_is_not_taken_for_code_generation() {
    let guilty = by_fake("crashes", &[], EFFORT);
    let why = "the compiler fails with all optimization passes off, too, and does not say which part of it";
    assert_eq!(unknown(&guilty), why);
}

#[test]
fn a_crash_that_needs_no_pass_is_of_the_part_that_it_names() {
    let guilty = by_fake("crashes-in-codegen", &[], EFFORT);
    assert!(is_codegen(&guilty) && guilty.cause() == "codegen", "{guilty}");
}

#[test]
fn a_real_crash_that_needs_no_pass_is_of_the_part_that_it_names() {
    let real = reference_toolchain();
    let guilty = found(&suite_file("select-of-a-field.rs"), &backend(real, &["-Copt-level=0"]), EFFORT);
    assert!(is_codegen(&guilty) && guilty.settings.is_empty(), "{guilty}");
}

// What a program must do is known, so whatever else it does is wrong.

#[test]
fn a_program_that_goes_wrong_in_another_way_with_fewer_passes_is_still_wrong() {
    let guilty = by_fake_that_must_be_right("wrong-in-many-ways", &[]);
    assert!(is_codegen(&guilty), "{guilty}");
}

// What the first wrong pass stands on.

#[test]
fn a_pass_that_a_flag_switches_on_is_to_blame_for_what_a_later_one_believes() {
    let guilty = by_fake_that_must_be_right("switched-on", &["-Zother", "-Zattribute"]);
    assert_eq!(
        (&*guilty.cause(), passes(&guilty)),
        ("llvm:attribute", vec![("attribute", "", 2), ("user", "main", 5)])
    );
    assert_eq!(
        guilty.disabling().and_then(<[String]>::last).map(String::as_str),
        Some("-Cllvm-args=-opt-disable=attribute,attribute-cgscc")
    );
    assert_eq!(
        guilty.to_string(),
        "with -Zattribute: the LLVM pass attribute, number 2; without it alone, all is well; -Zattribute switches it on, \
         and it shows after the LLVM pass user on `main`, number 5; without it alone, all is well"
    );
}

#[test]
fn a_real_pass_that_a_flag_switches_on_is_to_blame_for_what_a_later_one_believes() {
    let real = reference_toolchain();
    let case = suite_file("attributor.rs");
    let engine = Engine::new().expect("a folder can be made");
    let trusted = engine.try_case(&case, &backend(real.clone(), &["-Copt-level=0"]), &answer(&case));
    let Outcome::Observed(right) = trusted.outcome else { panic!("{trusted:?}") };
    let backend = backend(real, &["-Copt-level=3", "-Cllvm-args=-attributor-enable=all"]);
    let guilty = found_against(&Answer::Must(right), &case, &backend, EFFORT);
    assert_eq!(guilty.cause(), "llvm:attributor", "{guilty}");
}

#[test]
fn a_pass_that_a_flag_switches_on_and_that_is_wrong_itself_stays_the_guilty_one() {
    let guilty = by_fake_that_must_be_right("switched-on-alone", &["-Zadd"]);
    let Stage::Llvm(pass) = &guilty.stage else { panic!("{guilty}") };
    assert_eq!((&*pass.name, &*pass.needs.join(" ")), ("added", "sroa"));
}

#[test]
fn of_two_passes_that_a_flag_switches_on_neither_is_blamed() {
    let guilty = by_fake_that_must_be_right("switches-two-on", &["-Zadd"]);
    let Stage::Llvm(pass) = &guilty.stage else { panic!("{guilty}") };
    assert_eq!((&*pass.name, &*pass.needs.join(" ")), ("user", "one two"));
}

#[test]
fn the_passes_are_named_that_the_guilty_one_needs() {
    let guilty = by_fake_that_must_be_right("needs-three-passes", &[]);
    let told = "without any flags: the LLVM pass gvn on `main`, number 8; without it alone, all is well; \
                it needs what went before: sroa, inline";
    assert_eq!((guilty.to_string(), guilty.cause()), (told.to_owned(), "llvm:gvn".to_owned()));
}

#[test]
fn a_search_ends_when_its_trials_are_used_up() {
    let guilty = by_fake("wrong-in-mir", &[], 6);
    assert_eq!(
        (guilty.trials, unknown(&guilty).starts_with("it was not found in 6 trials")),
        (6, true),
        "{guilty}"
    );
}

#[test]
fn people_are_told_in_a_sentence() {
    let guilty = by_fake("wrong-in-mir", &[], EFFORT);
    let told = "without any flags: the MIR pass Mir4 on `case::main`, number 4; \
                it is wrong without it alone, too, so others can do the same";
    assert_eq!(guilty.to_string(), told);
}

#[test]
fn the_machine_has_no_passes() {
    let case = suite_file("result-into-copied-argument.rs");
    let (answer, engine, backend) = (answer(&case), Engine::new().expect("a folder"), Backend::machine());
    let suspect =
        Suspect { engine: &engine, case: &case, backend: &backend, answer: &answer, still_bad: &|_| true };
    assert!(matches!(answer, Answer::Must(_)));
    assert_eq!(unknown(&localise(&suspect, EFFORT)), "only a compiler has passes that can be left out");
}
