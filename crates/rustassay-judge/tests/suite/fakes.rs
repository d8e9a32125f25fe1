//! A compiler that does something wrong always gets the right verdict, and nothing is left running or on
//! disk.
//!
//! The compilers are the scripts of `rustassay-testing`.
#![cfg(target_os = "linux")]

use crate::common::{Court, found, known_program, rust, suite_file};
use rustassay_judge::case::Expectation;
use rustassay_judge::engine::{Build, Outcome, Trial};
use rustassay_judge::verdict::{Fault, Verdict};
use rustassay_outcome::Compiled;
use rustassay_testing::reference_toolchain;
use std::time::Duration;

/// What comes of a program that the machine knows, with a fake.
fn by_fake(name: &str) -> Verdict {
    Court::new().with_fake(name).judge(&known_program())
}

#[test]
fn the_real_compiler_is_not_blamed() {
    let court = Court::new();
    let verdict = court.with_real(&["0", "3"]).judge(&known_program());
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
}

// Compilers whose programs do something else.

#[test]
fn a_program_that_prints_something_else_is_a_miscompilation() {
    let verdict = by_fake("program-prints-else");
    assert_eq!(found(&verdict), [(Fault::Miscompilation, "the program prints the wrong output")]);
}

#[test]
fn a_program_that_does_not_exit_as_it_must_is_a_miscompilation() {
    for (fake, what_it_does) in [
        ("program-exits-else", "exits with code 3"),
        ("program-dies", "dies of signal 11"),
        ("program-prints-much", "prints too much"),
        ("program-eats-memory", "uses too much memory"),
        ("program-forks", "starts too many processes"),
        ("program-fills-disk", "writes too much to disk"),
        ("program-no-executable", "cannot be started"),
        ("no-program", "cannot be started"),
    ] {
        let told = format!("expected that the program exits with code 0, but it {what_it_does}");
        assert_eq!(found(&by_fake(fake)), [(Fault::Miscompilation, told.as_str())], "{fake}");
    }
}

#[test]
fn a_program_that_does_not_end_is_a_miscompilation() {
    let mut court = Court::new();
    court.engine.running.wall = Duration::from_secs(1);
    let verdict = court.with_fake("program-hangs").judge(&known_program());
    let told = "expected that the program exits with code 0, but it hangs";
    assert_eq!(found(&verdict), [(Fault::Miscompilation, told)]);
}

#[test]
fn what_a_program_leaves_running_is_ended() {
    let verdict = by_fake("program-leaves-daemon");
    assert_eq!(found(&verdict), [(Fault::Miscompilation, "the program prints the wrong output")]);
}

#[test]
fn a_compiler_that_is_wrong_in_another_way_each_time_miscompiles_what_the_machine_knows() {
    let verdict = by_fake("changes-its-mind");
    assert_eq!(found(&verdict), [(Fault::Miscompilation, "the program prints the wrong output")]);
}

#[test]
fn of_an_ordinary_program_all_who_disagree_are_named() {
    let court = Court::new();
    let court = court.with_real(&["0", "1"]).with_fake("program-prints-else");
    let verdict = court.judge(&rust("fn main() { println!(\"right\") }"));
    let told = "the program does not do the same everywhere: real/O0, real/O1 against program-prints-else";
    assert_eq!(found(&verdict), [(Fault::Miscompilation, told)]);
}

#[test]
fn a_setting_that_nobody_asked_for_is_found_by_what_it_breaks() {
    let court = Court::new();
    let court = court.with_real(&["0", "3"]).with_fake("adds-attributor");
    let verdict = court.judge(&rust(include_str!("../../../../tests/diff/attributor.rs")));
    let told = "the program does not do the same everywhere: real/O0, real/O3 against adds-attributor";
    assert_eq!(found(&verdict), [(Fault::Miscompilation, told)]);
}

// Compilers that break.

#[test]
fn an_internal_error_is_a_crash() {
    let verdict = by_fake("panics");
    let told = "the compiler crashes: index out of bounds: the len is 3 but the index is 3, \
                optimizing MIR for `main`";
    assert_eq!(found(&verdict), [(Fault::CompilerCrash, told)]);
}

#[test]
fn a_compiler_that_a_signal_kills_crashes() {
    let verdict = by_fake("dies");
    assert_eq!(found(&verdict), [(Fault::CompilerCrash, "the compiler is killed by signal 11")]);
}

#[test]
fn a_constant_that_is_computed_for_ever_is_not_a_hang_of_the_compiler() {
    let (court, toolchain) = (Court::new(), reference_toolchain());
    let mut engine = court.engine;
    engine.compiling.wall = Duration::from_secs(10);
    let text = "pub const ENDLESS: () = loop {};";
    let build = Build { edition: "2021", flags: &[], only_check: true, share_library: false };
    let (_, outcome) =
        engine.build(text, &toolchain, &build, &mut Trial::default()).expect("it can be tried");
    assert!(matches!(outcome, Compiled::Rejected(_)), "{outcome:?}");
}

#[test]
fn a_compiler_that_does_not_end_hangs() {
    let mut court = Court::new();
    court.engine.compiling.wall = Duration::from_secs(1);
    let verdict = court.with_fake("hangs").judge(&known_program());
    let faults: Vec<Fault> = verdict.findings.iter().map(|finding| finding.fault).collect();
    assert_eq!(faults, [Fault::CompilerHang]);
}

#[test]
fn a_compiler_that_prints_a_gigabyte_crashes() {
    let verdict = by_fake("prints-much");
    assert_eq!(found(&verdict), [(Fault::CompilerCrash, "the compiler prints too much")]);
}

#[test]
fn a_compiler_that_eats_memory_crashes() {
    let mut court = Court::new();
    court.engine.compiling.memory = 100 << 20;
    let verdict = court.with_fake("eats-memory").judge(&known_program());
    assert_eq!(found(&verdict), [(Fault::CompilerCrash, "the compiler uses too much memory")]);
}

/// As the kernel does when the machine is out of memory.
#[test]
fn a_compiler_or_program_that_somebody_kills_says_nothing() {
    for name in ["is-killed", "program-is-killed"] {
        let verdict = by_fake(name);
        assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], false), "{name}: {verdict:?}");
    }
}

#[test]
fn a_compiler_that_forks_crashes() {
    let verdict = by_fake("forks");
    assert_eq!(found(&verdict), [(Fault::CompilerCrash, "the compiler starts too many processes")]);
}

#[test]
fn a_compiler_that_fills_the_disk_crashes() {
    let verdict = by_fake("fills-disk");
    assert_eq!(found(&verdict), [(Fault::CompilerCrash, "the compiler writes too much to disk")]);
}

#[test]
fn what_a_compiler_leaves_running_is_ended_and_its_program_counts() {
    let verdict = by_fake("leaves-daemon");
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true));
}

#[test]
fn a_folder_that_a_compiler_has_closed_is_removed() {
    let verdict = by_fake("closes-folder");
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true));
}

// Compilers with another opinion of a program.

#[test]
fn a_rejection_of_what_our_checker_accepts_is_found() {
    let verdict = by_fake("rejects");
    let told = "the compiler rejects it: [E0308] mismatched types";
    assert_eq!(found(&verdict), [(Fault::RejectedValid, told)]);
}

#[test]
fn a_compiler_that_is_too_old_for_a_known_program_is_not_blamed() {
    let verdict = by_fake("rejects-as-too-old");
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], false));
}

#[test]
fn a_compiler_that_is_too_old_for_an_ordinary_program_is_not_blamed() {
    let court = Court::new();
    let court = court.with_real(&["0", "3"]).with_fake("rejects");
    let verdict = court.judge(&rust("fn main() { println!(\"right\") }"));
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true));
}

#[test]
fn a_compiler_that_takes_no_custom_mir_is_not_asked() {
    let mut court = Court::new().with_fake("dies");
    for toolchain in court.backends.iter_mut().filter_map(|backend| backend.toolchain.as_mut()) {
        std::sync::Arc::make_mut(toolchain).capabilities.custom_mir = None;
    }
    let verdict = court.judge(&known_program());
    assert_eq!(found(&verdict), []);
    assert!(matches!(verdict.trials[1].outcome, Outcome::NotApplicable(_)), "{verdict:?}");
}

#[test]
fn a_compiler_that_fails_without_a_word_has_said_nothing() {
    let court = Court::new();
    let court = court.with_fake("fails-without-a-word").with_fake("fails-without-a-word");
    let verdict = court.judge(&rust("fn main() {}"));
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], false));
}

#[test]
fn a_flag_that_a_compiler_does_not_know_is_no_rejection_of_the_program() {
    for case in [known_program(), rust("fn main() { println!(\"right\") }")] {
        let court = Court::new();
        let court = court.with_real(&["0", "3"]).with_flags(&["-Zno-such-option"]).with_flags(&["-Cno-such"]);
        let verdict = court.judge(&case);
        assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{}", case.name);
    }
}

#[test]
fn a_program_for_another_system_is_not_expected_to_run() {
    // What such a program would be: nothing that this system can start.
    let mut court = Court::new().with_fake("program-no-executable");
    court.backends[1].flags.push("--target=elsewhere".to_owned());
    assert_eq!(found(&court.judge(&known_program())), []);
}

#[test]
fn a_program_that_no_compiler_accepts_shows_nothing() {
    let court = Court::new();
    let verdict = court.with_real(&["0", "3"]).judge(&rust("fn main() { let x: u8 = true; }"));
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], false));
}

#[test]
fn who_accepts_what_is_to_be_rejected_is_found() {
    let court = Court::new();
    let mut case = rust("fn main() { let x: u8 = true; }");
    case.expectation = Expectation::Rejected;
    let verdict = court.with_real(&["0"]).with_fake("no-program").judge(&case);
    let told = "the compiler accepts a program that is not valid";
    assert_eq!(found(&verdict), [(Fault::AcceptedInvalid, told)]);
    assert_eq!(verdict.findings[0].backends, [2], "and nobody else");
    assert!(matches!(verdict.trials[1].outcome, Outcome::NotBuilt(Compiled::Rejected(_))));
}

#[test]
fn what_is_to_be_rejected_and_is_shows_that_all_agree() {
    let court = Court::new();
    let mut case = rust("fn main() { let x: u8 = true; }");
    case.expectation = Expectation::Rejected;
    let verdict = court.with_real(&["0", "3"]).judge(&case);
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true));
}

// What does not come back is not reported.

#[test]
fn a_miscompilation_that_does_not_come_back_is_not_reported() {
    let verdict = by_fake("wrong-once");
    assert_eq!(found(&verdict), []);
    let Outcome::Observed(observed) = &verdict.trials[1].outcome else { panic!("{verdict:?}") };
    assert_eq!(observed.stdout, b"wrong\n", "but it was seen");
}

#[test]
fn a_crash_that_does_not_come_back_is_not_reported() {
    let verdict = by_fake("dies-once");
    assert_eq!(found(&verdict), []);
    assert!(matches!(verdict.trials[1].outcome, Outcome::NotBuilt(Compiled::Signaled(_))), "{verdict:?}");
}

// Programs that are to blame themselves.

/// What comes of a program by the real compiler at two levels.
fn by_real(text: &str) -> Verdict {
    Court::new().with_real(&["0", "3"]).judge(&rust(text))
}

const UNSTEADY: &str = "the program does not do the same each time it runs";

#[test]
fn a_program_that_cannot_unwind_is_tried_without_unwinding() {
    let text = "#![feature(custom_mir, core_intrinsics)]
        use core::intrinsics::mir::*;
        fn show(a: i32) { println!(\"{a:?}\") }
        #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        fn main() {
            mir! {
                type RET = ();
                { Call(RET = show(7_i32), ReturnTo(bb1), UnwindUnreachable()) }
                bb1 = { Return() }
            }
        }";
    let court = Court::new();
    let verdict = court.with_flags(&["-Cpanic=abort"]).judge(&rust(text));
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
}

#[test]
fn undefined_behavior_is_the_programs_own_fault_and_no_compiler_is_started() {
    for file in
        ["ub/arithmetic/div-by-zero.rs", "ub/uninit/argument.rs", "ub/dangling/heap-read-after-free.rs"]
    {
        let court = Court::new();
        let verdict = court.with_fake("dies").judge(&suite_file(file));
        let faults: Vec<Fault> = verdict.findings.iter().map(|finding| finding.fault).collect();
        assert_eq!(faults, [Fault::UbInTestCase], "{file}");
        assert!(verdict.trials.is_empty(), "{file}");
    }
}

#[test]
fn output_that_depends_on_addresses_is_the_programs_own_fault() {
    let text = "#![feature(custom_mir, core_intrinsics)]
        use core::intrinsics::mir::*;
        fn show(a: usize) { println!(\"{a:?}\") }
        #[custom_mir(dialect = \"runtime\", phase = \"initial\")]
        fn main() {
            mir! {
                type RET = ();
                let x: u8;
                let p: *const u8;
                let a: usize;
                { x = 1_u8; p = &raw const x; a = p as usize;
                  Call(RET = show(a), ReturnTo(bb1), UnwindContinue()) }
                bb1 = { Return() }
            }
        }";
    let court = Court::new();
    let verdict = court.with_fake("dies").judge(&rust(text));
    let told = "what the program does depends on addresses, layouts or NaN payloads";
    assert_eq!(found(&verdict), [(Fault::NondeterministicTestCase, told)]);
}

#[test]
fn a_program_that_prints_an_address_is_no_miscompilation() {
    let verdict = by_real("fn main() { let x = 1; println!(\"{:p}\", &x) }");
    assert_eq!(found(&verdict), [(Fault::NondeterministicTestCase, UNSTEADY)]);
}

#[test]
fn a_program_that_prints_the_time_is_no_miscompilation() {
    let text = "fn main() { println!(\"{:?}\", std::time::SystemTime::now()) }";
    let verdict = by_real(text);
    assert_eq!(found(&verdict), [(Fault::NondeterministicTestCase, UNSTEADY)]);
}

#[test]
fn a_program_that_is_only_slow_is_no_miscompilation() {
    let court = Court::new();
    let mut court = court.with_real(&["3"]).with_fake("program-slow");
    court.engine.running.wall = Duration::from_secs(3);
    let verdict = court.judge(&rust("fn main() { println!(\"right\") }"));
    assert_eq!(found(&verdict), [(Fault::NondeterministicTestCase, UNSTEADY)]);
}

#[test]
fn a_program_that_tosses_a_coin_is_no_miscompilation() {
    let text = "use std::hash::{BuildHasher, RandomState};
        fn main() { println!(\"{}\", RandomState::new().hash_one(0) % 2) }";
    for _ in 0..4 {
        let verdict = by_real(text);
        assert!(
            matches!(found(&verdict)[..], [] | [(Fault::NondeterministicTestCase, UNSTEADY)]),
            "{verdict:?}"
        );
    }
}

#[test]
fn arithmetic_that_overflows_does_the_same_at_all_levels() {
    let text = "fn main() {
            let big = std::hint::black_box(i32::MAX);
            println!(\"{} {} {}\", big + 1, big * 2, -(big + 1));
            debug_assert!(big < 0);
        }";
    let court = Court::new();
    let verdict = court.with_real(&["0", "1", "3", "s"]).judge(&rust(text));
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
}
