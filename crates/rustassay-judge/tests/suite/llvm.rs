//! Another LLVM in the place of the compiler's own.
#![cfg(target_os = "linux")]

use rustassay_finding::Fault;
use rustassay_judge::answer::{Answer, Observation, ProgramEnd};
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_judge::pipeline::Pipeline;
use rustassay_judge::sets::{backends, built_in};
use rustassay_judge::verdict::suspicion;
use rustassay_testing::{FakeLlvm, reference_toolchain};

/// All that a fake compiler's programs must print.
fn right() -> Answer {
    Answer::Must(Observation { stdout: b"right\n".to_vec(), end: ProgramEnd::Code(0) })
}

/// What comes of a program by the fake LLVM of this name, with these flags.
fn tried(name: &str, flags: &[&str]) -> (Trial, Option<Fault>) {
    let fake = FakeLlvm::new(name);
    let backend = Backend {
        name: "it".to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain: Some(fake.toolchain.clone()),
        flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
    };
    let case = Case::from_text("any.rs", "fn main() {}".to_owned(), None);
    let engine = Engine::new().expect("a folder can be made");
    let trial = engine.try_case(&case, &backend, &right());
    let fault = suspicion(&case, &backend, &right(), &trial).map(|found| found.fault);
    (trial, fault)
}

#[test]
fn the_object_of_llc_takes_the_place_of_the_compilers_own() {
    let (trial, fault) = tried("wrong-in-llc", &["-Copt-level=1", "--llc=-O3"]);
    assert_eq!(fault, Some(Fault::Miscompilation), "{trial:?}");
    assert!(tried("wrong-in-llc", &["--llc=-O2"]).1.is_none());
}

#[test]
fn opt_runs_if_it_has_a_flag() {
    assert_eq!(tried("wrong-in-opt", &["--opt=-passes=gvn"]).1, Some(Fault::Miscompilation));
    assert_eq!(tried("wrong-in-opt", &["--llc=-O3"]).1, None);
}

#[test]
fn the_command_has_every_step() {
    let (trial, _) = tried("right", &["-Copt-level=2", "--opt=-passes=gvn", "--llc=-O1"]);
    let steps: Vec<&str> = trial.command.split(" && ").collect();
    let [rustc, opt, llc, link] = steps[..] else { panic!("{}", trial.command) };
    assert!(rustc.contains("-Copt-level=2") && rustc.contains("-Zno-link") && rustc.ends_with(" case.rs"));
    assert!(opt.ends_with("/opt -passes=gvn case.bc -o case.opt.bc"), "{opt}");
    assert!(
        llc.contains("/llc ") && llc.ends_with(" -O1 -filetype=obj case.opt.bc -o case.case.0-cgu.0.rcgu.o"),
        "{llc}"
    );
    assert!(link.contains("-Zlink-only") && link.ends_with(" case.rlink"), "{link}");
}

#[test]
fn bitcode_that_an_llvm_cannot_read_is_not_for_it() {
    let (trial, fault) = tried("cannot-read", &["--opt=-passes=gvn"]);
    // It cannot read that of an empty program either.
    let Outcome::Failed(why) = &trial.outcome else { panic!("{trial:?}") };
    assert!(why.contains("cannot compile an empty program"), "{why}");
    assert_eq!(fault, None);
}

#[test]
fn a_tool_that_dies_is_a_crash_of_the_compiler() {
    assert_eq!(tried("dies", &["--opt=-passes=gvn"]).1, Some(Fault::CompilerCrash));
}

#[test]
fn what_a_tool_does_not_know_any_more_is_no_crash() {
    let (trial, fault) = tried("forgets", &["--opt=-passes=default<Os>"]);
    assert!(matches!(trial.outcome, Outcome::Failed(_)) && fault.is_none(), "{trial:?}");
}

#[test]
fn the_set_is_for_compilers_with_an_llvm_behind_them_and_has_passes_that_it_knows() {
    let fake = FakeLlvm::new("right");
    let ways = built_in("llvm", 1).expect("there is one");
    let own = backends(&ways, &[reference_toolchain()]);
    assert_eq!(own.len(), 1, "the machine alone: {own:?}");
    let all = backends(&ways, std::slice::from_ref(&fake.toolchain));
    let names: Vec<&str> = all.iter().map(|backend| &*backend.name).collect();
    let name = fake.toolchain.name.clone();
    assert!(names.contains(&&*format!("{name}/O3-code0")), "{names:?}");
    let random = all.iter().filter(|backend| backend.name.contains("/passes"));
    let pipelines: Vec<&String> =
        random.flat_map(|backend| backend.flags.iter().filter(|flag| flag.starts_with("--opt="))).collect();
    assert!(!pipelines.is_empty());
    for pipeline in pipelines {
        let text = pipeline.strip_prefix("--opt=-passes=").expect("it is one");
        let parsed = Pipeline::parse(text).expect("it is well-formed");
        let is_known = text.starts_with("default<")
            || parsed == parsed.of_version(&["gvn", "sroa"].map(str::to_owned).into());
        assert!(is_known, "{pipeline}");
    }
}

#[test]
fn other_sets_do_their_levels_with_it() {
    let fake = FakeLlvm::new("right");
    let all = backends(&built_in("quick", 0).expect("there is one"), std::slice::from_ref(&fake.toolchain));
    let flags: Vec<String> = all[1..].iter().map(|backend| backend.flags.join(" ")).collect();
    assert_eq!(
        flags,
        [
            "-Copt-level=0 -Cno-prepopulate-passes --opt=-passes=default<O0> --llc=-O0",
            "-Copt-level=3 -Cno-prepopulate-passes --opt=-passes=default<O3> --llc=-O3"
        ]
    );
}
