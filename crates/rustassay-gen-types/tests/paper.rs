//! The 18 issues of the paper of 2015, each as a program of today, are treated as their files say.
//!
//! The paper has descriptions, and numbers for some; its programs are not at hand. So some are our reading of the description,
//! which the file says.
#![cfg(target_os = "linux")]

mod common;

use common::{files, real};
use rustassay_gen_types::sets;
use rustassay_judge::engine::Engine;

#[test]
fn each_issue_of_the_paper_is_treated_as_its_file_says() {
    let Some(toolchain) = real() else { return };
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
    for file in files("paper") {
        // Where there is no such line, no rule set reaches the issue yet.
        let Some(reached) = file.says("reached by") else { continue };
        let (name, rules) = reached.split_once(": ").expect("a set and its rules");
        let set = sets().iter().find(|set| set.name() == name);
        let set = set.unwrap_or_else(|| panic!("{}: there is no rule set `{name}`", file.name));
        let negations = set.rules().negations.iter().map(|negation| negation.name.as_str());
        let names: Vec<&str> = set.rule_names().chain(negations).collect();
        for rule in rules.split_whitespace() {
            assert!(names.contains(&rule), "{}: {name} has no `{rule}`", file.name);
        }
    }
}
