//! Miri's own tests on our machine.
//!
//! `RUSTASSAY_MIRI_TESTS=DIR cargo test --test suite -- miri_suite --nocapture` runs the tests of a checkout of Miri, whose folder `tests` has the
//! folders `pass`, `fail` and `panic`, and `pass-dep` and `fail-dep` with tests that use the crate `libc`. They are read where they lie. A test comes with flags, and says what must become of it: how it ends, what it
//! prints, and on which line of its own the error is. How an error is worded is Miri's own business; of which class it is, is not.
//!
//! The table has a line for each folder: how many tests there are, how many of them are about what the machine has, and how many
//! of those come out as they should. `RUSTASSAY_MIRI_REPORT=FILE` has a line for each test; `RUSTASSAY_MIRI_ONLY=NAME,NAME` runs those
//! whose path has one of these in it.

use crate::TOOL;
use rustassay_testing::{Requirement, reference_rustc, skip};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// What the machine does not have: vectors, files, other systems, native code.
const OUT_OF_SCOPE_FOLDERS: [&str; 8] = [
    "genmc",
    "native-lib",
    "shims/fs",
    "shims/x86",
    "shims/aarch64",
    "intrinsics/simd",
    "shims/windows",
    "libc/",
];

/// Of the tests that use other crates, those about threads are read.
const FOLDER_WITH_CRATES: &str = "-dep/concurrency/";

/// The same, by what is in a file.
const OUT_OF_SCOPE_TEXTS: [&str; 9] = [
    "std::arch",
    "core::arch",
    "core::simd",
    "std::simd",
    "simd_",
    "std::fs",
    "std::net",
    "asm!",
    "miri_genmc",
];

/// A test in one of its revisions.
struct Case {
    path: PathBuf,
    /// Its path in `tests`, with the revision.
    name: String,
    revision: Option<String>,
    kind: Kind,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Pass,
    Fail,
    Panic,
}

/// What came of a case.
enum Verdict {
    Right,
    /// Why it is not about what the machine has.
    OutOfScope(String),
    Wrong(String),
}

/// The directives of a text that hold for a revision: `//@compile-flags: ..`, `//@[tree]compile-flags: ..`.
fn directives<'a>(text: &'a str, revision: Option<&'a str>, name: &'a str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| {
        let directive = line.trim().strip_prefix("//@")?.trim();
        let directive = match directive.strip_prefix('[') {
            Some(rest) => {
                let (only, rest) = rest.split_once(']')?;
                let is_meant = only.split(',').any(|only| Some(only.trim()) == revision);
                is_meant.then_some(rest)?
            }
            None => directive,
        };
        Some(directive.trim().strip_prefix(name)?.strip_prefix(':')?.trim())
    })
}

/// The line of the first error that a text expects in itself.
fn expected_line(text: &str, revision: Option<&str>) -> Option<usize> {
    let mut last = 0;
    for (line, number) in text.lines().zip(1_usize..) {
        let Some((_, annotation)) = line.split_once("//~") else { continue };
        let (only, rest) = match annotation.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((only, rest)) => (Some(only), rest),
            None => (None, annotation),
        };
        let up = rest.len() - rest.trim_start_matches('^').len();
        let down = rest.len() - rest.trim_start_matches('v').len();
        let at = match rest.starts_with('|') {
            true => last,
            false => (number + down).saturating_sub(up),
        };
        last = at;
        let is_meant = only.is_none_or(|only| only.split(',').any(|only| Some(only.trim()) == revision));
        let what = rest.trim_start_matches(['^', 'v', '|']).trim_start();
        if is_meant && what.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("error")) {
            return Some(at);
        }
    }
    None
}

/// The file beside a test with another ending; one for the revision first.
fn beside(case: &Case, ending: &str) -> Option<String> {
    let of_revision = case.revision.as_ref().map(|revision| format!("{revision}.{ending}"));
    let endings = of_revision.into_iter().chain([ending.to_owned()]);
    endings.map(|ending| case.path.with_extension(ending)).find_map(|path| fs::read_to_string(path).ok())
}

/// The class of the error that Miri reports: how our machine calls such an end.
fn expected_ending(case: &Case) -> &'static str {
    let said = beside(case, "stderr").unwrap_or_default();
    let first = said.lines().find(|line| line.starts_with("error")).unwrap_or_default().to_owned();
    if first.starts_with("error: Undefined Behavior") || first.is_empty() {
        "undefined-behavior"
    } else if first.starts_with("error: unsupported operation") {
        "unsupported"
    } else if first.starts_with("error: abnormal termination") {
        "aborted"
    } else if first.starts_with("error: memory leaked") {
        "leaked"
    } else if first.starts_with("error: ") && first.ends_with(" deadlocked") {
        "deadlocked"
    } else if first.starts_with("error: the main thread terminated") {
        "left threads"
    } else {
        "rejected"
    }
}

/// The options of ours that stand for the flags of a test. A flag that nothing stands for is left out, and the test fails if it matters.
fn options(flags: &[&str]) -> Vec<String> {
    let mut aliasing = "stacked";
    let mut options = Vec::new();
    for &flag in flags {
        match flag {
            "-Zmiri-tree-borrows" => aliasing = "tree",
            "-Zmiri-disable-stacked-borrows" => aliasing = "none",
            "-Zmiri-strict-provenance" => options.push("--provenance=strict".to_owned()),
            "-Zmiri-disable-validation" => options.push("--validation=off".to_owned()),
            "-Zmiri-recursive-validation" => options.push("--validation=recursive".to_owned()),
            "-Zmiri-disable-alignment-check" => options.push("--alignment=unchecked".to_owned()),
            "-Zmiri-disable-data-race-detector" => options.push("--ignore-data-races".to_owned()),
            "-Zmiri-disable-weak-memory-emulation" => options.push("--no-weak-memory".to_owned()),
            // Both, and spurious failures as well.
            "-Zmiri-deterministic-concurrency" => {
                options.extend(
                    ["--preemption-rate=0", "--no-weak-memory", "--exchange-failure-rate=0"]
                        .map(str::to_owned),
                );
            }
            "-Zmiri-fixed-schedule" => options.push("--preemption-rate=0".to_owned()),
            "-Zmiri-tree-borrows-no-precise-interior-mut" => options.push("--coarse-cells".to_owned()),
            "-Zmiri-env-forward=MIRI_ENV_VAR_TEST" => {
                options.extend(["--env", "MIRI_ENV_VAR_TEST=0"].map(str::to_owned));
            }
            "-Zmiri-disable-isolation" => options.push("--disable-isolation".to_owned()),
            _ if let Some(count) = flag.strip_prefix("-Zmiri-num-cpus=") => {
                options.push(format!("--num-cpus={count}"));
            }
            _ if let Some(how) = flag.strip_prefix("-Zmiri-isolation-error=") => {
                options.push(format!("--isolation-error={how}"));
            }
            _ if let Some(rate) = flag.strip_prefix("-Zmiri-address-reuse-cross-thread-rate=") => {
                options.push(format!("--address-reuse-cross-thread-rate={rate}"));
            }
            _ if let Some(rate) = flag.strip_prefix("-Zmiri-preemption-rate=") => {
                options.push(format!("--preemption-rate={rate}"));
            }
            _ if let Some(rate) = flag.strip_prefix("-Zmiri-compare-exchange-weak-failure-rate=") => {
                options.push(format!("--exchange-failure-rate={rate}"));
            }
            _ => match (flag.strip_prefix("-Zmiri-seed="), flag.strip_prefix("-Zmiri-env-set=")) {
                (Some(seed), _) => options.extend(["--seed".to_owned(), seed.to_owned()]),
                (_, Some(variable)) => options.extend(["--env".to_owned(), variable.to_owned()]),
                // What is the same anyway, or what the machine does not have.
                _ if flag.starts_with("-Zmiri") => {}
                _ => options.push(format!("--rustc-flag={flag}")),
            },
        }
    }
    options.extend(["--aliasing".to_owned(), aliasing.to_owned()]);
    options
}

fn judge(case: &Case) -> Verdict {
    let text = fs::read_to_string(&case.path).unwrap_or_default();
    let revision = case.revision.as_deref();
    if let Some(folder) = OUT_OF_SCOPE_FOLDERS.iter().find(|folder| case.name.contains(*folder)) {
        return Verdict::OutOfScope(format!("folder {folder}"));
    }
    if let Some(found) = OUT_OF_SCOPE_TEXTS.iter().find(|found| text.contains(*found)) {
        return Verdict::OutOfScope(format!("has {found}"));
    }
    let host = "x86_64-unknown-linux-gnu";
    let names = |targets: &str| -> bool {
        targets
            .split(['#', '\n'])
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .any(|target| host.contains(target))
    };
    if directives(&text, revision, "only-target").any(|targets| !names(targets))
        || directives(&text, revision, "ignore-target").any(names)
        || directives(&text, revision, "ignore-bitwidth").any(|width| width == "64")
    {
        return Verdict::OutOfScope("other targets".to_owned());
    }
    let flags: Vec<&str> =
        directives(&text, revision, "compile-flags").flat_map(str::split_whitespace).collect();
    let mut command = TOOL.command();
    command.args(["run", "--json", "--step-limit", "30000000", "--cfg", "miri"]);
    command.arg("--rustc").arg(reference_rustc()).args(options(&flags));
    if let Some(revision) = revision {
        command.args(["--cfg", revision]);
    }
    if let Some(edition) = directives(&text, revision, "edition").next() {
        command.args(["--edition", edition]);
    }
    if case.name.contains(FOLDER_WITH_CRATES) {
        let Some(libc) = libc() else { return Verdict::OutOfScope("no crate `libc`".to_owned()) };
        command.arg("--extern").arg(format!("libc={}", libc.display()));
    }
    let output = command.arg(&case.path).output().expect("the binary runs");
    let data: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    let ignores_leaks = flags.contains(&"-Zmiri-ignore-leaks");
    let is_rejection_expected = case.kind == Kind::Fail && expected_ending(case) == "rejected";
    match data {
        Some(data) => compare(case, &text, &data, ignores_leaks),
        None if is_rejection_expected && output.status.code() == Some(2) => Verdict::Right,
        None => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let line = said.lines().find(|line| line.contains("error") || line.contains("panicked"));
            Verdict::Wrong(format!("{}: {}", output.status, line.unwrap_or("nothing said")))
        }
    }
}

/// The crate `libc` as it was compiled for this test.
fn libc() -> Option<PathBuf> {
    let own = std::env::current_exe().ok()?;
    let files = own.parent()?.read_dir().ok()?.flatten().map(|entry| entry.path());
    let is_it = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("liblibc-") && name.ends_with(".rmeta")
    };
    files.filter(is_it).max_by_key(|path| path.metadata().and_then(|metadata| metadata.modified()).ok())
}

fn compare(case: &Case, text: &str, data: &Value, ignores_leaks: bool) -> Verdict {
    let ending = match data["ending"].as_str().unwrap_or_default() {
        "finished" if data["remaining_threads"] != 0 && !ignores_leaks => "left threads",
        "finished" if data["leaks"] != 0 && !ignores_leaks => "leaked",
        ending => ending,
    };
    let exit_code = data["exit_code"].as_i64();
    let users = data["calls"].as_array().and_then(|calls| calls.iter().find(|call| call["is_users"] == true));
    let line = users.and_then(|call| call["place"]["line"].as_u64());
    let told = format!("{ending}: {} (line {line:?}, exit code {exit_code:?})", data["message"]);
    if let Some(expected) = beside(case, "stdout")
        && data["stdout"] != expected.as_str()
    {
        return Verdict::Wrong(format!("it prints something else; {told}"));
    }
    // Types without a layout are errors of the compiler's, which looks at them when it makes code.
    let is_layout_error = ending == "unsupported"
        && data["message"].as_str().is_some_and(|message| message.contains("a type without layout"));
    let ending = if is_layout_error { "rejected" } else { ending };
    let is_right = match case.kind {
        Kind::Pass => !["leaked", "left threads"].contains(&ending) && exit_code == Some(0),
        Kind::Panic => exit_code == Some(101) || (ending == "aborted" && expected_ending(case) == "aborted"),
        Kind::Fail => {
            let wanted = expected_line(text, case.revision.as_deref()).map(|line| line as u64);
            let is_there = ["leaked", "left threads", "rejected"].contains(&ending)
                || wanted.is_none()
                || wanted == line;
            ending == expected_ending(case) && is_there
        }
    };
    if is_right { Verdict::Right } else { Verdict::Wrong(told) }
}

/// The tests of a folder, each in all its revisions.
fn cases(tests: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    let folders = [
        ("pass", Kind::Pass),
        ("fail", Kind::Fail),
        ("panic", Kind::Panic),
        ("pass-dep/concurrency", Kind::Pass),
        ("fail-dep/concurrency", Kind::Fail),
    ];
    for (folder, kind) in folders {
        let mut folders = vec![tests.join(folder)];
        while let Some(folder) = folders.pop() {
            let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            for path in entries.flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = fs::read_to_string(&path).unwrap_or_default();
                    let revisions = directives(&text, None, "revisions").flat_map(str::split_whitespace);
                    let mut revisions: Vec<Option<String>> =
                        revisions.map(|name| Some(name.to_owned())).collect();
                    if revisions.is_empty() {
                        revisions.push(None);
                    }
                    let short = path.strip_prefix(tests).unwrap_or(&path).display().to_string();
                    cases.extend(revisions.into_iter().map(|revision| Case {
                        name:
                            revision.as_ref().map_or_else(|| short.clone(), |name| format!("{short}#{name}")),
                        path: path.clone(),
                        revision,
                        kind,
                    }));
                }
            }
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

#[test]
fn miris_own_tests_come_out_as_they_should() {
    let Some(folder) = std::env::var_os("RUSTASSAY_MIRI_TESTS") else {
        return skip(Requirement::MiriTests, "set RUSTASSAY_MIRI_TESTS to a checkout of Miri");
    };
    let only = std::env::var("RUSTASSAY_MIRI_ONLY").unwrap_or_default();
    let cases: Vec<Case> = cases(&PathBuf::from(folder).join("tests"))
        .into_iter()
        .filter(|case| only.split(',').any(|only| case.name.contains(only)))
        .collect();
    let next = Mutex::new(cases.iter());
    let verdicts = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(case) = next.lock().expect("nobody panics with it").next() else { break };
                    let verdict = judge(case);
                    verdicts.lock().expect("nobody panics with it").insert(&case.name, (case.kind, verdict));
                }
            });
        }
    });
    let verdicts = verdicts.into_inner().expect("nobody panics with it");
    let mut rows: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut report = String::new();
    let mut false_alarms = Vec::new();
    for (name, (kind, verdict)) in &verdicts {
        let folders: Vec<&str> = name.split('/').collect();
        let row = rows.entry(folders[..(folders.len() - 1).min(2)].join("/")).or_default();
        row[0] += 1;
        let _ = match verdict {
            Verdict::Right => writeln!(report, "right\t{name}"),
            Verdict::OutOfScope(why) => writeln!(report, "out of scope\t{name}\t{why}"),
            Verdict::Wrong(why) => writeln!(report, "wrong\t{name}\t{why}"),
        };
        if !matches!(verdict, Verdict::OutOfScope(_)) {
            row[1] += 1;
        }
        if matches!(verdict, Verdict::Right) {
            row[2] += 1;
        }
        if let (Kind::Pass, Verdict::Wrong(why)) = (kind, verdict)
            && why.contains("undefined-behavior")
        {
            false_alarms.push(format!("{name}: {why}"));
        }
    }
    println!("{:<28} {:>6} {:>9} {:>6}", "folder", "tests", "in scope", "right");
    for (folder, [tests, in_scope, right]) in &rows {
        println!("{folder:<28} {tests:>6} {in_scope:>9} {right:>6}");
    }
    if let Some(file) = std::env::var_os("RUSTASSAY_MIRI_REPORT") {
        fs::write(file, report).expect("the report can be written");
    }
    assert!(false_alarms.is_empty(), "{} false alarms:\n{}", false_alarms.len(), false_alarms.join("\n"));
}
