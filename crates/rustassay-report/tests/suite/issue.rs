//! A finding as an issue.

use crate::common::{PROGRAM, all, bare, by_other_llvm, crash, found, miscompilation, of_llvm, wrapper};
use rustassay_finding::{BackendKind, Failure, Fault, Finding, LocalisedIn, Pass, Reduction, Shows, Stage};
use rustassay_report::ReportedFinding;
use rustassay_report::markdown::{LONGEST, issue};
use rustassay_report::tracker::{Tracker, labels, title};
use std::path::Path;

/// Compares with a file that a person has judged. With `RUSTASSAY_WRITE=1`, writes it, to be judged.
fn assert_is_file(text: &str, name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/issues").join(name);
    if std::env::var_os("RUSTASSAY_WRITE").is_some() {
        std::fs::write(&path, text).expect("it is our folder");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(text, expected, "{}", path.display());
}

#[test]
fn a_report_has_all_that_is_asked_for() {
    all().iter().for_each(|(name, found)| assert_is_file(&issue(found, "finding-3"), &format!("{name}.md")));
}

#[test]
fn a_program_is_reduced_or_the_report_says_what_is_left() {
    for (name, found) in all() {
        let text = issue(&found, "finding-3");
        let is_finished = *found.reduction() == Reduction::Reduced;
        assert_eq!(text.matches("Reduction unfinished: ").count(), if is_finished { 0 } else { 2 }, "{name}");
        if Tracker::of(&found) == Tracker::Rust {
            assert_eq!(labels(&found).contains(&"S-has-mcve"), is_finished, "{name}");
        }
    }
}

#[test]
fn a_reduction_that_ran_out_of_time_is_not_finished() {
    let mut found = crash();
    assert!(labels(&found).contains(&"S-has-mcve"));
    found.finding.known.reduction = Reduction::Unfinished("the time for it was over".into());
    assert!(!labels(&found).contains(&"S-has-mcve"));
    let text = issue(&found, "finding-3");
    assert!(text.contains("Reduction unfinished: 3 of 13 lines are left."), "{text}");
}

#[test]
fn the_command_has_the_flags_that_are_needed_and_no_others() {
    let mut known = 0;
    // The flags of another LLVM are those of several commands.
    for (name, found) in all().into_iter().filter(|(_, found)| found.other_llvm().is_none()) {
        let Some(needed) = found.needed_flags() else { continue };
        known += 1;
        let command = found.command().unwrap_or_default();
        let flags: Vec<&str> =
            command.split(' ').filter(|word| word.starts_with("-C") || word.starts_with("-Z")).collect();
        assert_eq!(flags, needed, "{name}: {command}");
    }
    assert!(known > 3, "the flags of only {known} findings are known");
}

#[test]
fn where_it_is_not_known_what_a_reduced_program_needs_its_command_has_all_flags() {
    let mut found = of_llvm();
    found.finding.known.localised_in = LocalisedIn::Original;
    let all = "RUSTC_BOOTSTRAP=1 rustc +1.95.0 --edition 2021 -o case -Cdebuginfo=1 -Copt-level=2 case.rs";
    assert_eq!(found.command().as_deref(), Some(all));
    assert!(title(&found).ends_with("with -Cdebuginfo=1 -Copt-level=2"), "{}", title(&found));
}

#[test]
fn programs_are_shown_as_people_write_them() {
    for (name, found) in all() {
        let text = issue(&found, "finding-3");
        assert!(!text.contains("BasicBlock::"), "{name}: the form for compilers\n{text}");
        assert_eq!(text.contains("#[custom_mir("), text.contains("mir! {"), "{name}: {text}");
    }
}

#[test]
fn a_wrapper_is_to_blame_where_what_it_wraps_is_right() {
    let by = |shows: Shows| {
        let found = wrapper(shows);
        let command = found.command().unwrap_or_default();
        (Tracker::of(&found), command.split(" --").next().unwrap_or_default().to_owned())
    };
    assert_eq!(by(Shows::No), (Tracker::Wrapper, "path/to/optimizing/rustc".to_owned()));
    assert_eq!(by(Shows::Yes), (Tracker::Rust, "rustc +1.95.0".to_owned()));
    assert_eq!(by(Shows::Unknown("it hangs".into())), (Tracker::Rust, "path/to/optimizing/rustc".to_owned()));
}

#[test]
fn a_bisection_ends_at_one_night() {
    let bisected = all().into_iter().filter(|(_, found)| labels(found).contains(&"S-has-bisection"));
    let names: Vec<&str> = bisected.map(|(name, _)| name).collect();
    assert_eq!(names, ["mir-pass"]);
}

#[test]
fn what_a_store_does_not_know_is_left_out() {
    let text = issue(&found(bare(Fault::Miscompilation), &[]), "finding-3");
    assert!(text.contains("The program was not kept."), "{text}");
    assert!(!text.contains("### Which part"), "{text}");
}

#[test]
fn nothing_of_the_machine_is_told() {
    for (name, found) in all() {
        let text = issue(&found, "finding-3");
        assert!(!text.contains("/home") && !text.contains("somebody"), "{name}: {text}");
    }
}

#[test]
fn a_stable_compiler_is_named_by_its_version() {
    let name_of = |path: &str| {
        let mut found = miscompilation();
        found.finding.known.compiler.as_mut().expect("it has one").rustc = path.into();
        found.rustc()
    };
    assert_eq!(miscompilation().rustc(), "rustc +1.95.0");
    assert_eq!(name_of("/opt/toolchains/nightly-x86_64-unknown-linux-gnu/bin/rustc"), "rustc +nightly");
    assert_eq!(name_of("/opt/rust/build/host/stage1/bin/rustc"), "path/to/stage1/bin/rustc");
    assert_eq!(name_of("/usr/bin/rustc"), "rustc");
}

/// The first of the guilty passes.
fn pass_of(found: &ReportedFinding) -> Pass {
    found.guilty().expect("it was looked for").stage.passes()[0].clone()
}

fn set_stage(found: &mut ReportedFinding, stage: Stage) {
    found.finding.known.guilty.as_mut().expect("it was looked for").stage = stage;
}

#[test]
fn an_issue_says_what_the_program_was_built_for_and_run_under() {
    let mut found = miscompilation();
    let compiler = found.finding.known.compiler.as_mut().expect("it has one");
    compiler.target = Some("aarch64-unknown-linux-gnu".into());
    compiler.runner = Some("qemu-aarch64 -L /usr/aarch64-linux-gnu (qemu-aarch64 version 10.1)".into());
    let text = issue(&found, "finding-3");
    let told = "The program was built for `aarch64-unknown-linux-gnu`, and run under `qemu-aarch64 -L /usr/aarch64-linux-gnu \
                (qemu-aarch64 version 10.1)`.";
    assert!(text.contains(told), "{text}");
}

#[test]
fn an_issue_is_never_longer_than_github_takes() {
    let line = "0123456789 abcdef ghijkl mnopqr stuvwx yz\n";
    for length in [60_000, 200_000] {
        let long = line.repeat(length / line.len());
        let mut found = miscompilation();
        for file in &mut found.artefacts {
            file.1 = long.clone().into_bytes();
        }
        found.artefacts.push(("pass-2.diff".into(), long.clone().into_bytes()));
        let mut pass = pass_of(&found);
        let known = &mut found.finding.known;
        known.evidence.backtrace = vec![long.clone(); 100];
        known.evidence.message = Some(long.clone());
        known.commands.compile = Some(long.clone());
        known.commands.generate = Some(long.clone());
        known.summary = long.clone();
        (pass.name, pass.on) = (long.clone(), Some(long.clone()));
        (pass.with, pass.without, pass.disabling) =
            (vec![long.clone()], vec![long.clone()], vec![long.clone()]);
        let mut compiler = known.compilers.remove(2);
        (compiler.name, compiler.shows) = (long.clone(), Shows::Unknown(long.clone()));
        known.compilers = vec![compiler; 99];
        found.finding.backends = vec![long; 100];
        set_stage(&mut found, Stage::MirAndLlvm { mir: pass.clone(), llvm: pass });
        let text = issue(&found, "finding-3");
        assert!(text.chars().count() <= LONGEST, "{} characters", text.chars().count());
    }
}

#[test]
fn a_pass_that_a_flag_switches_on_is_told_from_the_one_that_shows_it() {
    let mut found = of_llvm();
    let shown_by = pass_of(&found);
    let pass = Pass { name: "attributor".into(), on: None, index: 7, ..shown_by.clone() };
    let flag = "-Cllvm-args=-attributor-enable=all".into();
    set_stage(&mut found, Stage::SwitchedOn { pass, flag, shown_by });
    found.finding.known.cause = Some("llvm:attributor".into());
    let text = issue(&found, "finding-3");
    let told = "`-Cllvm-args=-attributor-enable=all` switches the pass `attributor` on, and it shows after `instcombine`, \
                which runs without the flag as well and is right then: so `attributor` is to blame.\n";
    assert!(text.contains(told), "{text}");
    assert!(
        text.contains("- **Title:** `Miscompilation by LLVM's pass attributor with -Copt-level=2`"),
        "{text}"
    );
}

#[test]
fn the_passes_are_told_that_the_guilty_one_needs() {
    let mut found = of_llvm();
    let needs = vec!["sroa".into(), "inline".into()];
    let pass = Pass { needs, ..pass_of(&found) };
    set_stage(&mut found, Stage::Llvm(pass));
    let text = issue(&found, "finding-3");
    let told = "- It needs what went before: without any one of `sroa`, `inline` all is well, too.\n";
    assert!(text.contains(told), "{text}");
}

#[test]
fn what_is_cut_says_so_and_where_the_whole_is() {
    let mut found = miscompilation();
    found.artefacts[0].1 = format!("{PROGRAM}{}", "// more\n".repeat(20_000)).into_bytes();
    let text = issue(&found, "finding-3");
    assert!(text.contains("- **Attach** `finding-3/program.rs`: not shown in full below.\n"), "{text}");
    assert!(text.contains(" of 20007 lines. The whole is in the attached file `program.rs`.)\n"), "{text}");
    assert!(text.contains("+        _1 = swap(move _1)"), "there is space left for the difference");
}

#[test]
fn an_output_of_nothing_but_backticks_fits() {
    let mut found = miscompilation();
    found.artefacts[2].1 = "`".repeat(100_000).into_bytes();
    let text = issue(&found, "finding-3");
    assert!(text.len() <= LONGEST && text.contains("`actual.txt`"), "{} bytes", text.len());
}

#[test]
fn bugs_are_filed_where_they_belong() {
    let with = |fault: Fault, change: &dyn Fn(&mut Finding)| {
        let mut known = bare(fault);
        change(&mut known);
        found(known, &[])
    };
    let with_command =
        |command: &str| with(Fault::Miscompilation, &|known| known.commands.compile = Some(command.into()));
    let with_cause = |cause: &str| with(Fault::Miscompilation, &|known| known.cause = Some(cause.into()));
    for (found, tracker) in [
        (miscompilation(), Tracker::Rust),
        (of_llvm(), Tracker::Llvm),
        (by_other_llvm(), Tracker::Llvm),
        (with_cause("mir:Inline+llvm:gvn"), Tracker::Rust),
        (with_cause("llvm:gvn+unknown"), Tracker::Rust),
        (with(Fault::CompilerCrash, &|known| known.evidence.failure = Some(Failure::Llvm)), Tracker::Llvm),
        (
            with(Fault::CompilerCrash, &|known| known.evidence.failure = Some(Failure::BrokenIr)),
            Tracker::Rust,
        ),
        (with_command("rustc -Zcodegen-backend=cranelift case.rs"), Tracker::Cranelift),
        (with_command("rustc -Zcodegen-backend=gcc case.rs"), Tracker::Gcc),
        (with(Fault::Miscompilation, &|known| known.kind = Some(BackendKind::Miri)), Tracker::Miri),
        (found(bare(Fault::UbInTestCase), &[]), Tracker::Rustassay),
    ] {
        assert_eq!(Tracker::of(&found), tracker, "{:?}", found.known());
    }
}

#[test]
fn labels_say_what_is_wrong_and_what_it_takes() {
    let surface: [(&str, &[u8]); 1] = [("reduced-surface.rs", b"fn main() {}")];
    let reduced = |fault: Fault, change: &dyn Fn(&mut Finding)| {
        let mut known = bare(fault);
        known.reduction = Reduction::Reduced;
        change(&mut known);
        found(known, &surface)
    };
    for (found, expected) in [
        (miscompilation(), "C-bug T-compiler I-miscompile A-mir-opt requires-internal-features E-needs-mcve"),
        (crash(), "C-bug T-compiler I-ICE S-has-mcve"),
        (of_llvm(), "miscompilation"),
        (
            reduced(Fault::Miscompilation, &|known| {
                known.cause = Some("mir:GVN".into());
                known.flags = vec!["-Zmir-opt-level=3".into()];
            }),
            "C-bug T-compiler I-miscompile I-unsound A-mir-opt A-mir-opt-GVN requires-nightly S-has-mcve",
        ),
        (
            reduced(Fault::CompilerCrash, &|known| known.evidence.failure = Some(Failure::Signal)),
            "C-bug T-compiler I-crash S-has-mcve",
        ),
        (reduced(Fault::CompilerHang, &|_| {}), "C-bug T-compiler I-hang S-has-mcve"),
        (
            reduced(Fault::Miscompilation, &|known| known.cause = Some("codegen".into())),
            "C-bug T-compiler I-miscompile I-unsound A-codegen S-has-mcve",
        ),
        (
            reduced(Fault::Miscompilation, &|known| known.kind = Some(BackendKind::Evaluated)),
            "C-bug T-compiler I-miscompile I-unsound A-const-eval S-has-mcve",
        ),
    ] {
        assert_eq!(labels(&found).join(" "), expected);
    }
}

#[test]
fn a_title_says_what_is_wrong_and_does_not_contradict_itself() {
    let titles = all().into_iter().map(|(name, found)| format!("{name}: {}\n", title(&found)));
    assert_is_file(&titles.collect::<String>(), "titles.txt");
}

#[test]
fn titles_are_one_line() {
    let mut found = crash();
    assert!(title(&found).starts_with("ICE: index out of bounds: the len is 3"), "{}", title(&found));
    found.finding.known.evidence.message = Some("a\nb ".repeat(1000));
    assert!(!title(&found).contains('\n') && title(&found).chars().count() < 160);
}
