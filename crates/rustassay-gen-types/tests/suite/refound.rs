//! What is known to be unsound is found again by generation: a program that the rules reject, and 1.95 accepts.
//!
//! `tests/open` has a program for each, which the machine has confirmed. When one of them is mended, this test says so.
#![cfg(target_os = "linux")]

use rustassay_gen_types::{RequiredFate, TypesKind, sets};
use rustassay_judge::checking::{CheckFate, Checked, DisagreementCause, Origin, Setting, check_alone, known};
use rustassay_judge::engine::Engine;
use rustassay_lang::Edition;
use rustassay_testing::reference_toolchain;

/// The set, the premise that is negated, and the issue.
const OPEN: &[(&str, &str, &str)] = &[
    ("implied", "pointer/laundered", "rust-lang/rust#25860"),
    ("higher_ranked", "super_with_argument/implying", "rust-lang/rust#84591"),
    ("dyn", "blanket/other", "rust-lang/rust#57893"),
    ("dyn", "super_bound/unmet", "rust-lang/rust#152607"),
    ("closures", "output/shorter", "rust-lang/rust#84366"),
];

/// So many programs are enough for each.
const PROGRAMS: u64 = 200;

#[test]
fn known_unsoundness_is_found_again_among_the_first_programs() {
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder can be made");
    let setting = Setting::plain(toolchain, Edition::E2024);
    let known = known::parse(include_str!("../../known.toml")).expect("it can be read");
    for &(name, negated, issue) in OPEN {
        let set = sets().iter().find(|set| set.name() == name).expect("there is such a set");
        let is_hit = |seed: u64| {
            let program = set.generate(seed, TypesKind::Almost).pop()?;
            let is_negated =
                matches!(&program.fate, RequiredFate::Reject { premise, .. } if premise == negated);
            let is_accepted = || check_alone(&engine, &program.text, &setting) == Checked::Accepted;
            (is_negated && is_accepted()).then_some(seed + 1)
        };
        let hit = (0..PROGRAMS).find_map(is_hit);
        assert!(hit.is_some(), "{issue} is not among the first {PROGRAMS} programs of {name}");
        println!("{issue}: after {} programs of {name}", hit.unwrap_or_default());
        let origin = Origin { set: name.to_owned(), premise: Some(negated.to_owned()), ..Origin::default() };
        let cause =
            DisagreementCause::of(&origin, CheckFate::Rejected, &Checked::Accepted).expect("they disagree");
        let entry = known::find(&known, &cause);
        assert_eq!(entry.map(|entry| &*entry.reference), Some(issue), "known.toml on {negated}");
    }
}
