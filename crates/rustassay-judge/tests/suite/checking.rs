//! What compilers think of many small libraries is what they think of each.
#![cfg(target_os = "linux")]

use crate::common::{Court, found, rust};
use rustassay_judge::case::{Case, Expectation};
use rustassay_judge::checking::{
    CheckFate, Checked, Setting, check_alone, check_many, differences, variants,
};
use rustassay_judge::verdict::Fault;
use rustassay_lang::Edition;
use rustassay_outcome::RejectionStage;
use rustassay_testing::reference_toolchain;
use std::time::Duration;

const FINE: &str = "pub trait T<'a> { type X; }\nimpl<'a> T<'a> for u8 { type X = &'a u8; }";

/// Programs that are wrong, each in its own way, with the code and the stage of the error.
const WRONG: &[(&str, &str, RejectionStage)] = &[
    ("fn f() { g(1", "", RejectionStage::Syntax),
    ("fn f(x) {}", "", RejectionStage::Syntax),
    ("fn f() { unknown() }", "E0425", RejectionStage::Names),
    ("use nothing::here;", "E0432", RejectionStage::Names),
    ("struct S; trait T {} impl T for S {} impl T for S {}", "E0119", RejectionStage::Items),
    ("trait T { fn f(&self); } impl T for u8 {}", "E0046", RejectionStage::Items),
    ("struct S<T>(u8);", "E0392", RejectionStage::Items),
    ("impl Vec<u8> {}", "E0116", RejectionStage::Items),
    ("struct S<T: Copy>(T); fn f(s: S<Vec<u8>>) {}", "E0277", RejectionStage::Types),
    ("fn f() -> u8 { true }", "E0308", RejectionStage::Types),
    ("fn f(x: Option<u8>) { match x { None => {} } }", "E0004", RejectionStage::Types),
    ("fn f() { let mut x = 1; let a = &mut x; let b = &mut x; *a = 1; }", "E0499", RejectionStage::Borrows),
    ("fn f(x: Vec<u8>) { drop(x); drop(x); }", "E0382", RejectionStage::Borrows),
    ("fn f<'a, 'b>(x: &'a u8) -> &'b u8 { x }", "", RejectionStage::Borrows),
    ("const X: u8 = 1 - 2;", "E0080", RejectionStage::Constants),
];

fn with_real() -> (Court, Setting) {
    (Court::new(), Setting::plain(reference_toolchain(), Edition::E2024))
}

/// With a script in the place of the compiler.
fn with_fake(name: &str) -> (Court, Setting) {
    let court = Court::new().with_fake(name);
    let toolchain = court.backends.last().and_then(|backend| backend.toolchain.clone());
    let setting = Setting::plain(toolchain.expect("it has a compiler"), Edition::E2024);
    (court, setting)
}

fn fates(checked: &[Checked]) -> Vec<Option<CheckFate>> {
    checked.iter().map(Checked::fate).collect()
}

#[test]
fn of_a_hundred_programs_each_gets_its_own_fate() {
    let (court, setting) = with_real();
    let programs: Vec<&str> =
        (0..100).map(|n| if n % 3 == 0 { WRONG[n / 3 % WRONG.len()].0 } else { FINE }).collect();
    let checked = check_many(&court.engine, &programs, &setting);
    for (n, checked) in checked.iter().enumerate() {
        match (n % 3, checked) {
            (0, Checked::Rejected(rejection)) => {
                let (program, code, stage) = WRONG[n / 3 % WRONG.len()];
                assert_eq!(rejection.codes.join(" "), code, "{program}: {rejection:?}");
                assert_eq!(rejection.stage, stage, "{program}: {rejection:?}");
            }
            (1 | 2, Checked::Accepted) => {}
            _ => panic!("{n}: {checked:?}"),
        }
    }
}

#[test]
fn together_gives_what_each_gives_alone() {
    let (court, setting) = with_real();
    let programs: Vec<&str> = [FINE].into_iter().chain(WRONG.iter().map(|wrong| wrong.0)).collect();
    let together = check_many(&court.engine, &programs, &setting);
    let alone: Vec<Checked> =
        programs.iter().map(|program| check_alone(&court.engine, program, &setting)).collect();
    assert_eq!(together, alone);
}

#[test]
fn a_program_that_breaks_the_compiler_does_not_disturb_the_others() {
    let (court, setting) = with_fake("dies-of-linked-lists");
    let mut programs = vec![FINE; 20];
    programs[3] = WRONG[5].0;
    programs[13] = "struct Node(Option<Box<Node>>);";
    let checked = check_many(&court.engine, &programs, &setting);
    let mut expected = vec![Some(CheckFate::Accepted); 20];
    expected[3] = Some(CheckFate::Rejected);
    expected[13] = Some(CheckFate::Crashed);
    assert_eq!(fates(&checked), expected);
    let Checked::Crashed { signature, summary } = &checked[13] else { unreachable!() };
    assert_eq!(signature, "compiler killed by SIGSEGV");
    assert_eq!(summary, "the compiler is killed by signal 11");
}

#[test]
fn a_program_on_which_the_compiler_hangs_does_not_disturb_the_others() {
    let (mut court, setting) = with_fake("hangs-on-linked-lists");
    court.engine.compiling.wall = Duration::from_secs(4);
    let checked = check_many(&court.engine, &[FINE, "struct Node;", FINE], &setting);
    assert_eq!(fates(&checked), [CheckFate::Accepted, CheckFate::Hung, CheckFate::Accepted].map(Some));
}

#[test]
fn an_error_that_points_nowhere_is_that_of_the_program_that_has_it_alone() {
    let (court, setting) = with_fake("points-nowhere");
    let checked = check_many(&court.engine, &[FINE, FINE, "struct Node;", FINE, WRONG[4].0], &setting);
    let expected = [
        CheckFate::Accepted,
        CheckFate::Accepted,
        CheckFate::Rejected,
        CheckFate::Accepted,
        CheckFate::Rejected,
    ];
    assert_eq!(fates(&checked), expected.map(Some));
}

#[test]
fn of_a_flag_that_the_compiler_does_not_know_nothing_is_said_against_programs() {
    let (court, mut setting) = with_real();
    setting.flags = vec!["-Zno-such-flag".to_owned()];
    let checked = check_many(&court.engine, &[FINE, FINE], &setting);
    assert_eq!(fates(&checked), [None, None], "{checked:?}");
}

/// Problem case #3 of RFC 2094: only the borrow checker by data flow sees that the first borrow is over.
const CASE_3: &str = "use std::collections::HashMap;
pub fn get(map: &mut HashMap<u8, u8>) -> &mut u8 {
    match map.get_mut(&1) {
        Some(value) => value,
        None => { map.insert(1, 2); map.get_mut(&1).unwrap() }
    }
}";

#[test]
fn a_program_that_settings_treat_differently_is_found() {
    let (court, setting) = with_real();
    let settings = variants(&setting.toolchain, Edition::E2024);
    let names: Vec<&str> =
        settings.iter().map(|setting| setting.name.rsplit('/').next().unwrap_or_default()).collect();
    assert_eq!(names[1..], ["next-solver", "polonius", "threads", "2021"]);
    let found = differences(&court.engine, &[FINE, CASE_3, WRONG[3].0], &settings);
    let found: Vec<_> = found.iter().map(|found| (found.program, fates(&found.checked))).collect();
    let [no, yes] = [CheckFate::Rejected, CheckFate::Accepted].map(Some);
    assert_eq!(found, [(1, vec![no, no, yes, no, no])]);
}

// The same by way of verdicts.

fn case(text: &str, expectation: Expectation) -> Case {
    Case { expectation, ..rust(text) }
}

#[test]
fn a_library_that_is_accepted_shows_nothing() {
    let court = Court::new();
    let verdict = court.with_real(&["0", "3"]).judge(&case(FINE, Expectation::Accepted));
    assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
}

#[test]
fn who_rejects_what_is_to_be_accepted_is_found() {
    let court = Court::new();
    let verdict = court.with_real(&["0"]).judge(&case("fn f() -> u8 { true }", Expectation::Accepted));
    let told = "the compiler rejects it: [E0308] mismatched types";
    assert_eq!(found(&verdict), [(Fault::RejectedValid, told)]);
}

#[test]
fn a_library_that_is_to_be_rejected_is_not_rejected_for_want_of_main() {
    let court = Court::new();
    let verdict = court.with_real(&["0"]).judge(&case(FINE, Expectation::Rejected));
    let told = "the compiler accepts a program that is not valid";
    assert_eq!(found(&verdict), [(Fault::AcceptedInvalid, told)]);
}

#[test]
fn where_nobody_knows_settings_must_agree() {
    let court = Court::new();
    let court = court.with_flags(&[]).with_flags(&["-Zpolonius=next"]);
    let verdict = court.judge(&case(CASE_3, Expectation::Either));
    let told = "real -Zpolonius=next accepts a program that real  rejects: \
                rejects it: [E0499] cannot borrow `*map` as mutable more than once at a time";
    assert_eq!(found(&verdict), [(Fault::Disagreement, told)]);
}

#[test]
fn where_nobody_knows_all_may_accept_or_all_may_reject() {
    for text in [FINE, "fn f() -> u8 { true }"] {
        let court = Court::new();
        let verdict = court.with_real(&["0", "3"]).judge(&case(text, Expectation::Either));
        assert_eq!((found(&verdict), verdict.is_meaningful()), (vec![], true), "{verdict:?}");
    }
}

#[test]
fn where_nobody_knows_a_crash_is_still_found() {
    let court = Court::new();
    let verdict = court.with_fake("dies").judge(&case(FINE, Expectation::Either));
    assert_eq!(verdict.findings.iter().map(|found| found.fault).collect::<Vec<_>>(), [Fault::CompilerCrash]);
}
