//! `cargo rustassay` on small projects, as a user sees it.
//!
//! Each folder of `tests/cargo` is a project. Its `session.txt` has commands, on lines that start with `$`, and after each what it
//! prints and its exit code, unless that is 0. A `nextest.txt` has commands that need cargo-nextest. `RUSTASSAY_WRITE=1` writes what
//! the commands print for you to judge.

use crate::TOOL;
use crate::library::has_library;
use rustassay_testing::{Requirement, assert_all, reference_rustc, repository, skip};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Beginnings of lines about work that an earlier command or test may have done.
const OF_EARLIER_WORK: [&str; 8] = [
    "Adding",
    "Blocking",
    "Checking",
    "Compiling",
    "Finished",
    "Locking",
    "note: another process compiles the standard library",
    "note: compiling the standard library",
];

#[test]
fn projects_are_run_and_tested() {
    if has_library() {
        replay_all("session.txt");
    }
}

#[test]
fn projects_are_tested_by_nextest() {
    let is_there = |output: Output| output.status.success();
    if !Command::new(env!("CARGO")).args(["nextest", "--version"]).output().is_ok_and(is_there) {
        return skip(Requirement::Nextest, "`cargo install --locked cargo-nextest`");
    }
    if has_library() {
        replay_all("nextest.txt");
    }
}

/// Runs the commands in these files of all projects that have one, and holds what they print to what the files say.
fn replay_all(file: &str) {
    let projects = fs::read_dir(repository().join("tests/cargo")).expect("there are projects");
    let projects = projects.flatten().map(|entry| entry.path());
    let mut projects: Vec<PathBuf> = projects.filter(|project| project.join(file).is_file()).collect();
    projects.sort();
    assert_all(&projects, |project| {
        let name = project.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // A path that is not as simple as most.
        let folder = TOOL.folder(&format!("cargo projects/prójekt {name} {file}"));
        copy(project, &folder);
        let expected = fs::read_to_string(project.join(file)).expect("there is a session");
        let commands = expected.lines().filter_map(|line| line.strip_prefix("$ "));
        let happened: String = commands.map(|line| format!("$ {line}\n{}", run(line, &folder))).collect();
        if std::env::var_os("RUSTASSAY_WRITE").is_some() {
            fs::write(project.join(file), &happened).expect("it is our file");
        }
        match happened == expected {
            true => Vec::new(),
            false => vec![format!("expected\n{expected}\nbut this happened\n{happened}")],
        }
    });
}

/// What a command prints in a folder, on both streams as they come, and its exit code.
fn run(line: &str, folder: &Path) -> String {
    let path = folder.with_extension("output");
    let file = File::create(&path).expect("it is our folder");
    let mut words = line.split_whitespace().peekable();
    let mut command = Command::new(env!("CARGO"));
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        command.env(name, value);
        words.next();
    }
    assert_eq!(words.next(), Some("cargo"), "{line}");
    // Cargo looks for its subcommands there.
    let binaries = Path::new(env!("CARGO_BIN_EXE_cargo-rustassay")).parent().expect("it is in a folder");
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths =
        std::env::join_paths(std::iter::once(binaries.to_owned()).chain(std::env::split_paths(&paths)));
    let shared = TOOL.command();
    for (name, value) in shared.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let status = command
        .args(words)
        .current_dir(folder)
        .env("PATH", paths.expect("folders have no separators in their names"))
        .env("RUSTC", reference_rustc())
        .env("CARGO_TERM_COLOR", "never")
        .env_remove("CARGO_TARGET_DIR")
        .stdin(std::process::Stdio::null())
        .stdout(file.try_clone().expect("files can be shared"))
        .stderr(file)
        .status()
        .expect("cargo is there, since it runs the tests");
    let mut printed = String::new();
    File::open(&path).and_then(|mut file| file.read_to_string(&mut printed)).expect("it is text");
    let lines = printed
        .lines()
        .filter(|line| !OF_EARLIER_WORK.iter().any(|word| line.trim_start().starts_with(word)))
        // Where the library's functions stand differs between releases.
        .filter(|line| !line.trim_start().starts_with("at /rustc/"));
    let mut text: String = lines.map(|line| normal(line, folder) + "\n").collect();
    match status.code() {
        Some(0) => {}
        Some(code) => text.push_str(&format!("[exit code {code}]\n")),
        None => text.push_str("[killed]\n"),
    }
    text
}

/// A line without what differs between machines and runs.
fn normal(line: &str, folder: &Path) -> String {
    let line = line.replace(&folder.display().to_string(), "[PROJECT]");
    let binaries = Path::new(env!("CARGO_BIN_EXE_rustassay")).parent().expect("it is in a folder");
    let line = line.replace(&format!("{}/", binaries.display()), "");
    let line = without_hashes(&line.replace(&host(), "[HOST]"));
    let line = match line.split_once("TypeId(0x") {
        Some((before, after)) => {
            format!("{before}TypeId([HASH]{}", after.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
        }
        None => line,
    };
    let line = match line.split_once("\"exec_time\": ") {
        Some((before, _)) => format!("{before}\"exec_time\": [TIME] }}"),
        None => line,
    };
    let line = match line.split_once("finished in ") {
        Some((before, _)) => format!("{before}finished in [TIME]"),
        None => line,
    };
    let line = match line.split_once("Nextest run ID ") {
        Some((before, after)) => {
            format!("{before}Nextest run ID [ID]{}", after.trim_start_matches(|c: char| c != ' '))
        }
        None => line,
    };
    // nextest's times: `PASS [   0.013s] `.
    let line = match line.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once("s]")?))) {
        Some((before, (time, after))) if time.trim().parse::<f64>().is_ok() => {
            format!("{before}[TIME]{after}")
        }
        _ => line,
    };
    // Allocations are numbered from the start of the library's.
    match line.split_once(" alloc") {
        Some((before, after)) if after.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("{before} alloc[N]{}", after.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        _ => line,
    }
}

/// The target that the compiler makes code for.
fn host() -> String {
    let output = Command::new(reference_rustc()).args(["--version", "--verbose"]).output();
    let text = String::from_utf8(output.expect("there is a compiler").stdout).expect("it is text");
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("it says so").to_owned()
}

/// A line without the hashes that cargo adds to the names of files.
fn without_hashes(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('-') {
        let (before, after) = rest.split_at(at + 1);
        let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
        text.push_str(before);
        rest = if digits == 16 { &after[digits..] } else { after };
        if digits == 16 {
            text.push_str("[HASH]");
        }
    }
    text + rest
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("it is a folder").flatten() {
        let (path, copied) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            fs::create_dir_all(&copied).expect("it is our folder");
            copy(&path, &copied);
        } else {
            fs::copy(&path, &copied).expect("it is a file");
        }
    }
}
