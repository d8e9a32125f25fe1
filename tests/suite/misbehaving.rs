//! `rustassay fuzz` with its default options and compilers that misbehave: it ends on time with the right verdict, and leaves nothing behind.
//!
//! It takes a quarter of an hour, so it runs only if `RUSTASSAY_LONG` is set: `RUSTASSAY_LONG=1 cargo test --test suite misbehaving -- --nocapture`.
//! `RUSTASSAY_ONLY_ROW=NAME` runs one row. `docs/robustness.md` has the results.
#![cfg(target_os = "linux")]

use crate::fuzz::{Place, soon};
use rustassay_testing::{code, reference_rustc, repository, stderr, stdout, write_script};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What a campaign with a compiler comes to.
enum Expected {
    /// Something is found, and nothing but these faults.
    Finds(&'static [&'static str]),
    /// The same, or it says that it has seen failures and had no time to examine them.
    Shows(&'static [&'static str]),
    /// The compiler does its work whatever else it does: programs are tried, and none is wrong.
    Harmless,
    /// The same, but it may take so long that no program is tried, which is said.
    Slow,
    /// Few of the programs show what is wrong with it: these faults may be found.
    Rarely(&'static [&'static str]),
    /// It does not end: that is found, or seen and not examined, or its settings are set aside, or no program is tried, which is said.
    Hangs,
    /// It stops with exit code 2 and says this.
    Stops(&'static str),
}
use Expected::{Finds, Hangs, Harmless, Rarely, Shows, Slow, Stops};

/// How a compiler misbehaves.
enum Script {
    /// As this file of `crates/rustassay-testing/fakes/judge`, but only with programs of the campaign: it comes through all that is asked before.
    Later(&'static str),
    /// As this file, from the first call on.
    Always(&'static str),
    /// It runs this, and is the real compiler afterwards. `case.rs` is there if it compiles a program of the campaign or of the corpus.
    First(&'static str),
}
use Script::{Always, First, Later};

/// Whether the script compiles more than an empty program.
const IS_LATER: &str = "[ -f case.rs ] && [ \"$(wc -c < case.rs)\" -gt 200 ]";

const CRASH: &str = "compiler-crash";
const HANG: &str = "compiler-hang";
const WRONG: &str = "miscompilation";
const REJECTED: &str = "rejected-valid-program";
const ACCEPTED: &str = "accepted-invalid-program";
const NO_PLACE: &str = "error-without-place";
const DISAGREE: &str = "settings-disagree";
const INCREMENTAL: &str = "incremental-differs";
const NOT_ALWAYS: &str = "nondeterministic-test-case";
const UNEXPECTED: &str = "unexpected-error";
const INVALID: &str = "invalid-test-case";
/// What is made of a program that is rejected for no reason, by who made it: it may be its own fault for all that anybody knows.
const REJECTIONS: &[&str] = &[REJECTED, CRASH, NO_PLACE, UNEXPECTED, INVALID];
const NO_RUSTC: &str = "it is no rustc";

/// The compilers. Whoever accepts everything also accepts invalid programs.
const ROWS: &[(&str, Script, Expected)] = &[
    ("adds-attributor", Later("adds-attributor"), Shows(&[WRONG, CRASH])),
    ("changes-its-mind", Later("changes-its-mind"), Finds(&[WRONG, ACCEPTED, NOT_ALWAYS])),
    ("closes-folder", Later("closes-folder"), Harmless),
    ("dies", Later("dies"), Finds(&[CRASH])),
    ("dies-of-linked-lists", Later("dies-of-linked-lists"), Rarely(&[CRASH])),
    ("eats-memory", Later("eats-memory"), Hangs),
    ("fails-without-a-word", Later("fails-without-a-word"), Finds(REJECTIONS)),
    ("fills-disk", Later("fills-disk"), Hangs),
    ("forks", Later("forks"), Hangs),
    ("hangs", Later("hangs"), Hangs),
    ("hangs-on-linked-lists", Later("hangs-on-linked-lists"), Rarely(&[HANG])),
    ("leaves-daemon", Later("leaves-daemon"), Harmless),
    ("miscompiles-linked-lists", Later("miscompiles-linked-lists"), Rarely(&[WRONG, ACCEPTED])),
    ("no-program", Later("no-program"), Finds(&[CRASH, WRONG, ACCEPTED])),
    ("panics", Later("panics"), Finds(&[CRASH])),
    ("points-nowhere", Later("points-nowhere"), Rarely(&[REJECTED, NO_PLACE])),
    ("prints-much", Later("prints-much"), Shows(&[CRASH, HANG])),
    ("program-dies", Later("program-dies"), Finds(&[WRONG, ACCEPTED])),
    ("program-eats-memory", Later("program-eats-memory"), Finds(&[WRONG, ACCEPTED])),
    ("program-exits-else", Later("program-exits-else"), Finds(&[WRONG, ACCEPTED])),
    ("program-fills-disk", Later("program-fills-disk"), Finds(&[WRONG, ACCEPTED])),
    ("program-forks", Later("program-forks"), Finds(&[WRONG, ACCEPTED])),
    ("program-hangs", Later("program-hangs"), Finds(&[WRONG, ACCEPTED])),
    ("program-leaves-daemon", Later("program-leaves-daemon"), Finds(&[WRONG, ACCEPTED])),
    ("program-no-executable", Later("program-no-executable"), Finds(&[WRONG, ACCEPTED])),
    ("program-prints-else", Later("program-prints-else"), Finds(&[WRONG, ACCEPTED])),
    ("program-prints-much", Later("program-prints-much"), Finds(&[WRONG, ACCEPTED])),
    ("program-slow", Later("program-slow"), Finds(&[WRONG, ACCEPTED])),
    ("rejects", Later("rejects"), Finds(REJECTIONS)),
    ("rejects-as-too-old", Later("rejects-as-too-old"), Finds(REJECTIONS)),
    ("rejects-linked-lists", Later("rejects-linked-lists"), Rarely(&[REJECTED, NO_PLACE])),
    ("dies-always", Always("dies"), Stops("")),
    ("says-nothing", Always("no-program"), Stops(NO_RUSTC)),
    ("fails-always", Always("fails-without-a-word"), Stops("")),
    ("prints-much-always", Always("prints-much"), Stops("")),
    ("hangs-always", Always("hangs"), Stops("")),
    (
        "hangs-at-level-3",
        First("case \" $* \" in *' -Copt-level=3 '*) [ -f case.rs ] && sleep 300;; esac"),
        Rarely(&[HANG]),
    ),
    ("ignores-signals", First("IS_LATER && { trap '' TERM INT HUP; sleep 300; sleep 300; }"), Hangs),
    ("daemon-ignores-signals", First("(trap '' TERM INT HUP; setsid sleep 300 >/dev/null 2>&1 &)"), Harmless),
    ("opens-many-files", First("n=0; while [ $n -lt 2000 ]; do : > open-$n; n=$((n+1)); done"), Slow),
    ("closes-stdout", First("IS_LATER && exec >&-"), Harmless),
    (
        "closes-stderr",
        First("IS_LATER && exec 2>&-"),
        Rarely(&[ACCEPTED, REJECTED, CRASH, NO_PLACE, DISAGREE, UNEXPECTED]),
    ),
    (
        "prints-escapes",
        First("IS_LATER && { printf '\\033[2J\\033]0;title\\007\\033[31merror: red\\n' >&2; exit 1; }"),
        Finds(REJECTIONS),
    ),
    (
        "prints-no-utf8",
        First("IS_LATER && { printf 'error: \\377\\376\\200\\n' >&2; exit 1; }"),
        Finds(REJECTIONS),
    ),
    ("error-without-code", First("IS_LATER && { echo 'error: no' >&2; exit 1; }"), Finds(REJECTIONS)),
    ("slow-to-introduce-itself", First("[ \"$1\" = -vV ] && sleep 5"), Slow),
    (
        "another-version-each-time",
        First(
            "[ \"$1\" = -vV ] && { REAL -vV | sed \"s/^release: .*/release: 1.$(( $(date +%s) % 9 + 90 )).0/\"; exit; }",
        ),
        Rarely(REJECTIONS),
    ),
    ("version-is-no-number", First("[ \"$1\" = -vV ] && { echo 'rustc one.two'; exit; }"), Stops(NO_RUSTC)),
    ("sysroot-is-nowhere", First("[ \"$2\" = sysroot ] && { echo; exit; }"), Stops("sysroot")),
    ("deletes-its-input", First("IS_LATER && { REAL \"$@\"; s=$?; rm -f case.rs; exit $s; }"), Harmless),
    (
        "empties-its-folder",
        First("IS_LATER && { REAL \"$@\"; s=$?; rm -rf ./*; exit $s; }"),
        Shows(&[CRASH, WRONG, INCREMENTAL]),
    ),
    (
        "writes-outside",
        First("echo outside > ../outside 2>/dev/null; echo outside > \"$HOME/outside\" 2>/dev/null"),
        Harmless,
    ),
    (
        "links-in-a-circle",
        First("ln -s . circle 2>/dev/null; ln -s b a 2>/dev/null; ln -s a b 2>/dev/null"),
        Harmless,
    ),
    (
        "deep-folders",
        First("IS_LATER && (n=0; while [ $n -lt 200 ]; do mkdir d 2>/dev/null; cd d; n=$((n+1)); done)"),
        Slow,
    ),
    ("sleeps-5-seconds", First("[ -f case.rs ] && sleep 5"), Slow),
    ("sleeps-5-seconds-always", First("sleep 5"), Stops("too long")),
    ("exits-255", First("IS_LATER && exit 255"), Finds(REJECTIONS)),
    (
        "accepts-everything",
        First(
            "case \" $* \" in *' --emit=metadata '*) REAL \"$@\" 2>/dev/null; : > libcase.rmeta; exit 0;; esac",
        ),
        Shows(&[ACCEPTED]),
    ),
];

/// What is said where the time is over too soon.
const TRIED_NOTHING: &str = "not one program was tried";

/// How long each campaign may take, and how long until it must have ended.
const TIME: &str = "20s";
const PATIENCE: Duration = Duration::from_secs(30);

/// Makes the compiler of a row in a folder.
fn compiler(folder: &Path, script: &Script) -> PathBuf {
    let path = folder.join("rustc");
    let real = folder.join("real");
    symlink(reference_rustc(), &real).expect("links can be made");
    let file = |name: &str| {
        let file = folder.join("fake");
        let original = repository().join("crates/rustassay-testing/fakes/judge").join(name);
        symlink(&original, &file).expect("links can be made");
        file
    };
    let (real, rest) = (format!("'{}'", reference_rustc().display()), "exec REAL \"$@\"");
    let text = match script {
        Always(name) => format!("exec '{}' \"$@\"", file(name).display()),
        Later(name) => format!("IS_LATER && exec '{}' \"$@\"\n{rest}", file(name).display()),
        First(text) => format!("{text}\n{rest}"),
    };
    write_script(
        &path,
        &format!("#!/bin/sh\n{}\n", text.replace("IS_LATER", IS_LATER).replace("REAL", &real)),
    );
    path
}

/// Processes with this home, which nobody else has.
fn processes_at_home(home: &Path) -> usize {
    let marker = format!("HOME={}", home.display());
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let environments = processes.filter_map(|process| fs::read(process.path().join("environ")).ok());
    environments.filter(|text| text.split(|&byte| byte == 0).any(|line| line == marker.as_bytes())).count()
}

/// What is not as it should be.
fn complaints(
    place: &Place,
    expected: &Expected,
    home: &Path,
    output: &Output,
    took: Duration,
) -> (String, Vec<String>) {
    let said = format!("{}{}", stdout(output), stderr(output));
    let mut wrong = Vec::new();
    if took > PATIENCE {
        wrong.push("it ended too late".to_owned());
    }
    if said.contains("panicked at src") || said.contains("Rustassay itself has a bug") {
        wrong.push("it has a bug".to_owned());
    }
    if fs::read_dir(home).is_ok_and(|mut files| files.next().is_some()) {
        wrong.push("something was written outside of the folders of the campaign".to_owned());
    }
    if !soon(|| processes_at_home(home) == 0) {
        wrong.push("processes are left".to_owned());
    }
    if !soon(|| place.is_clean()) {
        wrong.push("files or processes are left".to_owned());
    }
    if code(output) == 2 {
        let says = |part: &str| stderr(output).contains(part) && stderr(output).contains("error: ");
        let is_right = match expected {
            Stops(part) => says(part),
            Slow => says(TRIED_NOTHING),
            Hangs => says(TRIED_NOTHING) || says("set aside"),
            Finds(_) | Shows(_) | Harmless | Rarely(_) => false,
        };
        if !is_right {
            wrong.push(format!("it stops: {}", stderr(output)));
        }
        return ("stops".to_owned(), wrong);
    }
    let mut findings = place.findings();
    findings.retain(|finding| !is_of_the_reference(finding));
    let faults: BTreeSet<&str> = findings.iter().filter_map(|finding| finding["fault"].as_str()).collect();
    let keys: BTreeSet<String> = findings.iter().map(|finding| finding["key"].to_string()).collect();
    if keys.len() < findings.len() {
        wrong.push("a cause is told twice".to_owned());
    }
    let verdict = match faults.is_empty() {
        true => "nothing".to_owned(),
        false => faults.iter().copied().collect::<Vec<_>>().join(", "),
    };
    let waits = said.contains("not examined yet");
    let has_tried = !said.contains("\n0 programs: ");
    let only = |these: &[&str]| faults.iter().all(|fault| these.contains(fault));
    let is_right = match expected {
        Finds(these) => !faults.is_empty() && only(these),
        Shows(these) => (waits || !faults.is_empty()) && only(these),
        Harmless | Slow => has_tried && faults.is_empty() && !waits,
        Rarely(these) => has_tried && only(these),
        Hangs => (waits || !faults.is_empty() || said.contains("is set aside")) && only(&[HANG]),
        Stops(_) => false,
    };
    if !is_right {
        wrong.push(format!("it finds {verdict}: {said}"));
    }
    let verdict = if faults.is_empty() && waits { "failures that wait".to_owned() } else { verdict };
    (verdict, wrong)
}

/// Whether a finding is a bug that the reference compiler has without any misbehaviour: MIR passes that only the highest level runs, and that users are told
/// not to use, miscompile some programs (rust-lang/rust#161898).
fn is_of_the_reference(finding: &Value) -> bool {
    let backends = finding["backends"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut backends = backends.peekable();
    finding["fault"] == WRONG && backends.peek().is_some() && backends.all(|name| name.ends_with("-mir4"))
}

#[test]
fn compilers_that_misbehave_get_a_verdict_on_time_and_leave_nothing() {
    if std::env::var_os("RUSTASSAY_LONG").is_none() {
        return;
    }
    let only = std::env::var("RUSTASSAY_ONLY_ROW").ok();
    let rows = ROWS.iter().filter(|(name, ..)| only.as_ref().is_none_or(|only| only == name));
    let jobs = std::env::var("RUSTASSAY_JOBS").ok().and_then(|jobs| jobs.parse().ok()).unwrap_or(1);
    let (rows, failed) = (Mutex::new(rows), Mutex::new(Vec::new()));
    let next = || rows.lock().expect("no thread panics with it").next();
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                while let Some((name, script, expected)) = next() {
                    let place = Place::new(&format!("misbehaving/{name}"));
                    let folder = place.store.parent().expect("it is in a folder").to_owned();
                    let home = folder.join("home");
                    fs::create_dir_all(&home).expect("it is our folder");
                    let rustc = compiler(&folder, script);
                    let mut fuzz =
                        place.command("fuzz", &["--rustc", rustc.to_str().unwrap(), "--for", TIME]);
                    let cache = folder.join("cache");
                    fuzz.args(["--seed", "1"]).env("HOME", &home).env("XDG_CACHE_HOME", cache);
                    if matches!(expected, Hangs) {
                        // A minute, which a compiler has otherwise, is more than the campaign has.
                        fuzz.args(["--compile-timeout", "3"]);
                    }
                    let start = Instant::now();
                    let output = fuzz.output().expect("the binary runs");
                    let took = start.elapsed();
                    let (verdict, wrong) = complaints(&place, expected, &home, &output, took);
                    eprintln!("| {name} | {verdict} | {:.0} |", took.as_secs_f64());
                    wrong.iter().for_each(|what| eprintln!("{name}: {what}"));
                    if !wrong.is_empty() {
                        failed.lock().expect("no thread panics with it").push(*name);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("no thread panics with it");
    assert!(failed.is_empty(), "{failed:?}");
}
