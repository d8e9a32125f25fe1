//! `rustassay mutate`: what it writes, and its exit codes.

use crate::TOOL;
use std::path::Path;
use std::process::Output;

fn rustassay(args: &[&str], folder: &Path) -> Output {
    TOOL.command().args(args).current_dir(folder).output().expect("the binary runs")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder for temporary files")
}

#[test]
fn every_mutant_begins_with_the_command_that_makes_it_again() {
    let folder = folder();
    let args = ["mutate", "--seed", "5", "--count", "6", "--steps", "2", "--out", "mutants"];
    assert_eq!(rustassay(&args, folder.path()).status.code(), Some(0));
    let files = std::fs::read_dir(folder.path().join("mutants")).expect("the folder is there");
    let mut count = 0;
    for file in files {
        let text =
            std::fs::read_to_string(file.expect("the folder can be listed").path()).expect("it is text");
        let command = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// rustassay "))
            .expect("it has a command");
        let words: Vec<&str> = command.split(' ').collect();
        let again = rustassay(&words, folder.path());
        assert_eq!(String::from_utf8_lossy(&again.stdout), text);
        count += 1;
    }
    assert_eq!(count, 6);
}

#[test]
fn a_mutant_for_an_old_release_says_so_in_its_command() {
    let args = ["mutate", "shipped:bits", "--seed", "3", "--release", "1.63"];
    let output = rustassay(&args, &std::env::temp_dir());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0));
    assert!(text.lines().next().is_some_and(|line| line.ends_with("--release 1.63")), "{text}");
    let output = rustassay(&["mutate", "shipped:bits", "--release", "old"], &std::env::temp_dir());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_mutators_are_listed() {
    let listed = rustassay(&["mutate", "--list"], &std::env::temp_dir());
    let text = String::from_utf8(listed.stdout).expect("it is text");
    assert_eq!((listed.status.code(), text.lines().count()), (Some(0), 31));
    assert!(text.contains("replace-function-body"));
    assert_eq!(text.matches("(with --daring)").count(), 5);
}

#[test]
fn what_cannot_be_done_is_said_with_exit_code_2() {
    for (args, why) in [
        (&["mutate", "--mutator", "nothing"][..], "there is no such mutator"),
        (&["mutate", "no/such.rs"], "cannot read `no/such.rs`"),
        (&["mutate", "shipped:nothing"], "there is no shipped program `shipped:nothing`"),
        (&["mutate", "--count", "3"], "several mutants need a folder"),
    ] {
        let output = rustassay(args, &std::env::temp_dir());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(why), "{args:?}");
    }
}

#[test]
fn a_mark_foreign_line_breaks_and_a_line_for_the_shell_do_not_end_up_in_a_mutant() {
    let folder = folder();
    let program =
        "#!/usr/bin/env run\r\nfn main() {\r\n    let x = 1 + 2;\r\n    println!(\"{}\", x);\r\n}\r\n";
    std::fs::write(folder.path().join("marked.rs"), format!("\u{feff}{program}")).expect("it is our folder");
    let mut made = 0;
    for seed in 0..8 {
        let output = rustassay(&["mutate", "marked.rs", "--seed", &seed.to_string()], folder.path());
        let text = String::from_utf8(output.stdout).expect("it is text");
        // A mutator may find no place in so small a program.
        assert!(output.status.code().is_some_and(|code| code == 0 || code == 2), "{:?}", output.status);
        made += usize::from(text.contains("fn main"));
        assert!(!text.contains(['\u{feff}', '\r']) && !text.contains("#!/"), "{text}");
    }
    assert!(made >= 4, "only {made} of 8 seeds gave a mutant");
}
