//! What the printer writes, the reader reads back: the same program, in both forms and for every release that can
//! say it.

use rustassay_arbitrary::{ArbitraryConfig, program};
use rustassay_lang::Release;
use rustassay_mir::model::Program;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read;
use rustassay_mir::release::{CallSyntax, CustomMir};

/// Asserts that the text of the program reads back as the program. Nothing to see where a release lacks a construct.
fn assert_round_trip(seed: u64, program: &Program, options: PrintOptions) -> bool {
    let Ok(text) = print(program, &options) else { return false };
    let parsed = match read(&text) {
        Ok(parsed) => parsed,
        Err(errors) => {
            let errors: Vec<String> =
                errors.iter().map(|error| error.render("it.rs", &text, false)).collect();
            panic!("seed {seed}, {options:?}: the text cannot be read:\n{}", errors.join("\n"));
        }
    };
    // Releases before 1.76 have no unwind actions, so the text of one that is undefined behavior says less.
    let says_all = options.release.call_syntax().is_some_and(CallSyntax::has_unwind_action);
    let is_same = match says_all {
        true => parsed.program == *program,
        false => print(&parsed.program, &options).as_ref() == Ok(&text),
    };
    if !is_same {
        let difference = first_difference(&program.normalized(), &parsed.program.normalized());
        panic!("seed {seed}, {options:?}: another program was read:\n{difference}");
    }
    true
}

/// The first lines in which two programs differ, with the lines around them.
fn first_difference(before: &Program, after: &Program) -> String {
    let (before, after) = (format!("{before:#?}"), format!("{after:#?}"));
    let same = before.lines().zip(after.lines()).take_while(|(before, after)| before == after).count();
    let around = |text: &str| -> String {
        text.lines().skip(same.saturating_sub(12)).take(24).map(|line| format!("{line}\n")).collect()
    };
    format!("{}but read was\n{}", around(&before), around(&after))
}

#[test]
fn programs_for_people_round_trip() {
    for seed in 0..300 {
        let program = program(seed, &ArbitraryConfig::default());
        assert!(
            assert_round_trip(seed, &program, PrintOptions::default()),
            "seed {seed} is for this release"
        );
    }
}

#[test]
fn programs_for_compilers_round_trip() {
    for seed in 300..600 {
        let program = program(seed, &ArbitraryConfig::default());
        let options = PrintOptions { form: Form::Fast, ..PrintOptions::default() };
        assert!(assert_round_trip(seed, &program, options), "seed {seed} is for this release");
    }
}

#[test]
fn programs_round_trip_in_the_syntax_of_every_release_that_can_say_them() {
    let config = ArbitraryConfig { old_constructs: true, ..ArbitraryConfig::small() };
    let mut said = 0;
    for seed in 0..200 {
        let program = program(seed, &config);
        for minor in 70..=97 {
            for form in [Form::People, Form::Fast] {
                let options = PrintOptions { form, release: Release::new(minor) };
                said += usize::from(assert_round_trip(seed, &program, options));
            }
        }
    }
    assert!(said > 1000, "only {said} texts could be written");
}

#[test]
fn equal_seeds_give_equal_programs() {
    for seed in 0..20 {
        assert_eq!(program(seed, &ArbitraryConfig::small()), program(seed, &ArbitraryConfig::small()));
    }
}
