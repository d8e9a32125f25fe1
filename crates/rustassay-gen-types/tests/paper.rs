//! The 18 issues of the paper of 2015, each as a program of today, are treated as their files say.
//!
//! The paper has descriptions, and numbers for some; its programs are not at hand. So some are our reading of the description,
//! which the file says.
#![cfg(target_os = "linux")]

mod common;

use common::{files, real};
use rustassay_judge::engine::Engine;

#[test]
fn each_issue_of_the_paper_is_treated_as_its_file_says() {
    let Some(toolchain) = real() else { return };
    let engine = Engine::new().expect("a folder can be made");
    files("paper").iter().for_each(|file| file.is_as_it_says(&engine, &toolchain));
}

#[test]
fn there_is_a_file_for_each_issue_that_says_which_rules_reach_it() {
    let files = files("paper");
    let numbers: Vec<&str> = files.iter().map(|file| &file.name[..2]).collect();
    let all: Vec<String> = (1..=18).map(|number| format!("{number:02}")).collect();
    assert_eq!(numbers, all);
    for file in &files {
        assert!(file.says("set").is_some() && file.says("shape").is_some(), "{}", file.name);
    }
}
