//! The command lines of README and docs: each is one that the command understands, and the examples of `docs/commands` do their work.

use crate::TOOL;
use crate::report::store;
use rustassay_testing::{code, repository, stderr, stdout};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Examples of `docs/commands` that are not run here, by their first words: only whether they are understood is tested.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo", "they need a project; `tests/suite/cargo.rs` has them"),
    ("fuzz", "they run for hours"),
    ("serve", "it runs until Ctrl-C"),
    ("bisect", "they need a compiler with a bug"),
    ("reduce", "they need a compiler with a bug"),
    ("diff", "they run all compilers"),
    ("twins", "they run all compilers"),
    ("run threads.rs --replay", "it needs a schedule of the program; `tests/suite/threads.rs` replays some"),
    ("toolchains schema", "it needs the sources of rustc"),
    ("toolchains add-target", "they build a standard library"),
    ("toolchains --toolchain nightly", "it needs a nightly"),
];

/// A command line of a page.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Debug)]
struct Documented {
    page: String,
    /// The words after `rustassay`.
    words: Vec<String>,
}

impl Documented {
    fn starts_with(&self, words: &str) -> bool {
        let mut own = self.words.iter();
        words.split(' ').all(|word| own.next().is_some_and(|own| own == word))
    }
}

/// The words of a line of a shell, without its comment and without where its output goes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            '#' | '>' | '|' if !is_quoted && words.last().is_some_and(String::is_empty) => break,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().expect("there is one").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The command lines of a page: lines of code that begin with our name. Usage, which has brackets, is none.
fn command_lines(page: &Path) -> Vec<Documented> {
    let text = fs::read_to_string(page).expect("a page is text").replace("\\\n", " ");
    let (mut lines, mut is_code) = (Vec::new(), false);
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let Some(line) = line.strip_prefix("    ").or(is_code.then_some(line)) else { continue };
        let line = line.trim_start_matches("$ ");
        let line = match line.strip_prefix("cargo rustassay ") {
            Some(rest) => format!("cargo {rest}"),
            None => match line.strip_prefix("rustassay ") {
                Some(rest) => rest.to_owned(),
                None => continue,
            },
        };
        let words = words(&line);
        if !words.iter().any(|word| word.starts_with(['[', '<']) || word == "..") {
            let page = page.strip_prefix(repository()).unwrap_or(page).display().to_string();
            lines.push(Documented { page, words });
        }
    }
    lines
}

fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(repository().join(folder)).expect("there is such a folder").flatten();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages
}

#[test]
fn every_command_line_of_the_pages_is_understood() {
    let pages = [vec![repository().join("README.md")], pages("docs"), pages("docs/commands")].concat();
    let lines: BTreeSet<Documented> = pages.iter().flat_map(|page| command_lines(page)).collect();
    assert!(lines.len() > 100, "the pages have {} command lines", lines.len());
    let mut wrong = Vec::new();
    for Documented { page, words } in lines {
        // Help is given once all words before were understood, and nothing else is done. Capitals stand for what a user has.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let given = words[..end].iter().map(|word| if word == "N" { "1" } else { word.as_str() });
        let output = TOOL.command().args(given).arg("--help").output().expect("the binary runs");
        if code(&output) != 0 || !stdout(&output).contains("Usage: ") {
            wrong.push(format!("{page}: {}\n{}", words.join(" "), stderr(&output)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A folder with what the examples name.
fn prepared(name: &str) -> PathBuf {
    let folder = TOOL.folder(&format!("documented/{name}"));
    store(&folder);
    for (from, to) in [("store", "rustassay-store"), ("store", "part-1"), ("store", "part-2")] {
        fs::create_dir_all(folder.join(to)).expect("it is our folder");
        for file in fs::read_dir(folder.join(from)).expect("there is a store").flatten() {
            fs::copy(file.path(), folder.join(to).join(file.file_name())).expect("it is our folder");
        }
    }
    let custom_mir = repository().join("tests/run/pass/integers/wrapping.rs");
    let ordinary = repository().join("crates/rustassay-corpus/seeds/borrowing.rs");
    for name in ["case.rs", "found.rs", "twice.rs"] {
        fs::copy(&custom_mir, folder.join(name)).expect("it is our folder");
    }
    let threads = repository().join("tests/run/pass/threads/joined.rs");
    fs::copy(threads, folder.join("threads.rs")).expect("it is our folder");
    for name in ["ordinary.rs", "grow.rs"] {
        fs::copy(&ordinary, folder.join(name)).expect("it is our folder");
    }
    folder
}

#[test]
fn the_examples_of_the_pages_do_their_work() {
    let folder = prepared("examples");
    let mut ran = 0;
    for example in pages("docs/commands").iter().flat_map(|page| command_lines(page)) {
        if NOT_RUN.iter().any(|(words, _)| example.starts_with(words)) {
            continue;
        }
        let home = folder.join("home").display().to_string();
        let mut words: Vec<String> = example.words.iter().map(|word| word.replace('~', &home)).collect();
        // Custom MIR has nothing for the mutators of ordinary Rust.
        if example.starts_with("mutate") {
            words.iter_mut().filter(|word| *word == "found.rs").for_each(|word| *word = "ordinary.rs".into());
        }
        // The store has four findings.
        words.iter_mut().filter(|word| *word == "5").for_each(|word| *word = "4".into());
        let output = TOOL.command().args(&words).current_dir(&folder).output().expect("the binary runs");
        assert_eq!(code(&output), 0, "{}: {}: {}", example.page, words.join(" "), stderr(&output));
        ran += 1;
    }
    assert!(ran > 25, "{ran} examples were run");
    for made in ["programs", "mutants", "pages/fuzz.md", "rustassay-report/index.html", "finding-3", "whole"]
    {
        assert!(folder.join(made).exists(), "{made} was not made");
    }
}

#[test]
fn every_example_that_is_not_run_is_one_of_a_page() {
    let lines: Vec<Documented> = pages("docs/commands").iter().flat_map(|page| command_lines(page)).collect();
    for (words, why) in NOT_RUN {
        assert!(lines.iter().any(|line| line.starts_with(words)), "`{words}` ({why}) is on no page");
    }
}

#[test]
fn the_readme_shows_what_the_machine_says() {
    let readme = fs::read_to_string(repository().join("README.md")).expect("there is one");
    let (_, shown) = readme.split_once("$ rustassay run grow.rs\n").expect("README runs it");
    let shown: Vec<&str> = shown.lines().map_while(|line| line.strip_prefix("    ")).collect();
    assert!(shown.len() > 4, "{shown:?}");
    let folder = TOOL.folder("documented/readme");
    // README has the seventh line.
    let program = "fn main() {\n    let mut all = vec![1];\n    let first: *const i32 = &all[0];\n    for n in 2..100 {\n        \
                   all.push(n);\n    }\n    println!(\"{}\", unsafe { &*first });\n}\n";
    fs::write(folder.join("grow.rs"), program).expect("it is our folder");
    let output =
        TOOL.command().args(["run", "grow.rs"]).current_dir(&folder).output().expect("the binary runs");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    assert!(stderr(&output).contains(&(shown.join("\n") + "\n")), "{}", stderr(&output));
}
