//! The 18 issues of the paper of 2015, each as a program of today, are treated as their files say.
//!
//! The paper has descriptions, and numbers for some; its programs are not at hand. So some are our reading of the description,
//! which the file says.
#![cfg(target_os = "linux")]

use crate::common::files;
use rustassay_gen_types::{RequiredFate, TypesKind, TypesProgram, sets};
use rustassay_judge::engine::Engine;
use rustassay_testing::reference_toolchain;

#[test]
fn each_issue_of_the_paper_is_treated_as_its_file_says() {
    let toolchain = reference_toolchain();
    let engine = Engine::new().expect("a folder can be made");
    files("paper").iter().for_each(|file| file.is_as_it_says(&engine, &toolchain));
}

#[test]
fn there_is_a_file_for_each_issue_that_says_what_shape_it_has() {
    let files = files("paper");
    let numbers: Vec<&str> = files.iter().map(|file| &file.name[..2]).collect();
    let all: Vec<String> = (1..=18).map(|number| format!("{number:02}")).collect();
    assert_eq!(numbers, all);
    for file in &files {
        assert!(file.says("generator").is_some() && file.says("shape").is_some(), "{}", file.name);
    }
}

#[test]
fn the_rules_that_reach_an_issue_are_there() {
    let mut reached = 0;
    for file in files("paper") {
        // Where there is no such line, no rule set reaches the issue yet.
        let Some(by) = file.says("reached by") else { continue };
        reached += 1;
        let (name, rules) = by.split_once(": ").expect("a set and its rules");
        let set = sets().iter().find(|set| set.name() == name);
        let set = set.unwrap_or_else(|| panic!("{}: there is no rule set `{name}`", file.name));
        let negations = set.rules().negations.iter().map(|negation| negation.name.as_str());
        let names: Vec<&str> = set.rule_names().chain(negations).collect();
        for rule in rules.split_whitespace() {
            assert!(names.contains(&rule), "{}: {name} has no `{rule}`", file.name);
        }
    }
    assert!(reached > 9, "only {reached} of 18 issues are reached by rules");
}

/// Where programs of an issue's shape come from.
struct Shape {
    issue: u32,
    set: &'static str,
    kind: TypesKind,
    /// Rules and rewritings that such a program was derived with, all of them.
    rules: &'static [&'static str],
    /// The premise that is negated in it.
    premise: Option<&'static str>,
}

const fn shape(
    issue: u32,
    set: &'static str,
    kind: TypesKind,
    rules: &'static [&'static str],
    premise: Option<&'static str>,
) -> Shape {
    Shape { issue, set, kind, rules, premise }
}

/// The issues of table I, and what makes programs of their shapes. Those that were errors of precision are well-typed, or wrong in the one
/// premise that the developers held against them; those of soundness are almost well-typed; those of consistency are classes.
const SHAPES: &[Shape] = &[
    shape(1, "borrows", TypesKind::Well, &["borrow_mutably", "give_up", "assign"], None),
    shape(2, "paper", TypesKind::Almost, &["stored"], Some("stored/after")),
    shape(3, "paper", TypesKind::Almost, &["equal_lifetimes"], Some("equal_lifetimes/after")),
    shape(4, "paper", TypesKind::Almost, &["field_by_call"], Some("field_by_call/call")),
    shape(5, "paper", TypesKind::Almost, &["outlives_in_bound"], Some("outlives_in_bound/missing")),
    shape(6, "defaults", TypesKind::Almost, &["bound"], Some("bound/missing")),
    shape(7, "coherence", TypesKind::Almost, &["implementation"], Some("implementation/unconstrained")),
    shape(8, "implied", TypesKind::Almost, &["repeated"], Some("repeated/missing")),
    shape(9, "traits", TypesKind::Almost, &["struct", "impl"], Some("struct_bound/unsatisfied")),
    shape(10, "paper", TypesKind::Well, &["outlives_itself"], None),
    shape(11, "traits", TypesKind::Almost, &["struct", "function"], Some("struct_bound/unsatisfied")),
    shape(12, "traits", TypesKind::Equivalent, &["fn_bound_repeated"], None),
    shape(13, "paper", TypesKind::Equivalent, &["arguments_differ", "bounds_after"], None),
    shape(14, "paper", TypesKind::Well, &["box_of_unit"], None),
    shape(15, "solvers", TypesKind::Well, &["beside"], None),
    shape(16, "paper", TypesKind::Well, &["own_type"], None),
    shape(17, "variance", TypesKind::Almost, &["structure", "cell"], Some("conversion/direction")),
    shape(18, "paper", TypesKind::Well, &["one_lifetime"], None),
];

/// `RUSTASSAY_PROGRAMS=20000 cargo test --release -p rustassay-gen-types --test suite shape -- --nocapture` prints the table for more.
#[test]
fn programs_of_the_shape_of_each_issue_are_generated() {
    let count = std::env::var("RUSTASSAY_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(500);
    let issues: Vec<u32> = SHAPES.iter().map(|shape| shape.issue).collect();
    assert_eq!(issues, (1..=18).collect::<Vec<u32>>());
    for shape in SHAPES {
        let set = sets().iter().find(|set| set.name() == shape.set).expect("there is such a set");
        let has_shape = |program: &TypesProgram| {
            let is_negated = match (&program.fate, shape.premise) {
                (RequiredFate::Reject { premise, .. }, Some(wanted)) => premise == wanted,
                (_, wanted) => wanted.is_none(),
            };
            is_negated && shape.rules.iter().all(|rule| program.rules.contains(rule))
        };
        let found = (0..count).filter(|&seed| set.generate(seed, shape.kind).iter().any(has_shape)).count();
        println!(
            "| {} | `{}` | {} | {} | {found} |",
            shape.issue,
            shape.set,
            shape.kind.name(),
            shape
                .premise
                .map_or_else(|| format!("`{}`", shape.rules.join("`, `")), |premise| format!("`{premise}`")),
        );
        assert!(found > 0, "issue {}: none of {count} programs", shape.issue);
    }
}
