//! For each oracle a compiler that breaks just its promise: `rustassay fuzz` with default options finds it, files it once, and calls it what it is.
//!
//! It takes about ten minutes, so it runs only if `RUSTASSAY_LONG` is set: `RUSTASSAY_LONG=1 cargo test --test suite oracles -- --nocapture`.
//! `RUSTASSAY_ONLY_ROW=NAME` runs one row. `docs/robustness.md` has the results. `fuzz.rs` has a quick test for each oracle, with chosen options.
#![cfg(target_os = "linux")]

use crate::fuzz::{Place, signal};
use rustassay_testing::{reference_rustc, write_compiler};
use std::collections::BTreeSet;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A compiler that breaks one promise.
struct Row {
    /// The oracle.
    oracle: &'static str,
    /// What the compiler does before it is the reference compiler, whose path stands for `REAL`.
    script: &'static str,
    /// What the finding is called.
    fault: &'static str,
}

const ROWS: &[Row] = &[
    Row {
        oracle: "output",
        script: r#"
case " $* " in
    *" -Copt-level=3 "*) [ -f case.rs ] && grep -q custom_mir case.rs && sed -i 's/ & / | /' case.rs ;;
esac"#,
        fault: "miscompilation",
    },
    Row {
        oracle: "settings",
        script: r#"
case " $* " in
    *" -Copt-level=3 "*) [ -f case.rs ] && grep -q 'observe(' case.rs && ! grep -q custom_mir case.rs &&
        sed -i 's/\.wrapping_sub(/.wrapping_add(/' case.rs ;;
esac"#,
        fault: "miscompilation",
    },
    Row {
        oracle: "optimization",
        script: r#"
case " $* " in
    *" -Copt-level=3 "*) [ -f case.rs ] && ! grep -q 'custom_mir\|observe(' case.rs &&
        sed -i 's/ - / + /; s/ \* / + /' case.rs ;;
esac"#,
        fault: "miscompilation",
    },
    Row {
        oracle: "fate",
        script: r#"
case " $* " in
    *" --emit=metadata "*)
        REAL "$@" 2> said && exit 0
        grep -v '"code":"E0499"' said > rest
        grep '"level":"error"' rest | grep -qv 'aborting due' || exit 0
        cat rest >&2
        exit 1 ;;
esac"#,
        fault: "accepted-invalid-program",
    },
    Row {
        oracle: "agreement",
        script: r#"
case " $* " in
    *" -Znext-solver=globally "*) if [ -f case.rs ] && grep -q 'dyn ' case.rs; then
        printf '%s%s\n' '{"$message_type":"diagnostic","message":"no objects","code":{"code":"E0038","explanation":null},' \
            '"level":"error","spans":[],"children":[],"rendered":"error[E0038]: no objects"}' >&2
        exit 1
    fi ;;
esac"#,
        fault: "settings-disagree",
    },
    Row {
        oracle: "incremental",
        script: r#"
case " $* " in
    *" -Cincremental="*) if [ -d incremental ]; then
        printf '%s%s%s\n' '{"$message_type":"diagnostic","message":"seen before","code":{"code":"E0428","explanation":null},"level":"error",' \
            '"spans":[{"file_name":"case.rs","byte_start":0,"byte_end":1,"line_start":1,"line_end":1,"column_start":1,"column_end":2,"is_primary":true,' \
            '"text":[],"label":null,"suggested_replacement":null,"suggestion_applicability":null,"expansion":null}],"children":[],"rendered":"error[E0428]: seen before"}' >&2
        exit 1
    fi ;;
esac"#,
        fault: "incremental-differs",
    },
    Row {
        oracle: "passes",
        script: r#"
case " $* " in
    *" -Zvalidate-mir "*) if [ -f case.rs ]; then
        echo "thread 'rustc' panicked at compiler/rustc_example/src/validate.rs:12:34:" >&2
        echo "this MIR is not valid" >&2
        echo "error: the compiler unexpectedly panicked. this is a bug." >&2
        exit 101
    fi ;;
esac"#,
        fault: "compiler-crash",
    },
    Row {
        oracle: "code",
        script: r#"
case " $* " in
    *" -Clink-dead-code "*) if [ -f case.rs ]; then
        echo "thread 'rustc' panicked at compiler/rustc_example/src/dead.rs:12:34:" >&2
        echo "nobody calls this" >&2
        echo "error: the compiler unexpectedly panicked. this is a bug." >&2
        exit 101
    fi ;;
esac"#,
        fault: "compiler-crash",
    },
    Row {
        oracle: "place",
        script: r#"
case " $* " in
    *" --emit=mir "*)
        REAL "$@" 2> said && { cat said >&2; exit 0; }
        echo '{"$message_type":"diagnostic","message":"something is wrong","code":null,"level":"error","spans":[],"children":[],"rendered":"error: something is wrong"}' >&2
        exit 1 ;;
esac"#,
        fault: "error-without-place",
    },
    Row {
        oracle: "twins",
        script: r#"
case " $* " in
    *" -Zunpretty=hir "*"twin_macros="*)
        REAL "$@" > said
        status=$?
        sed 's/ + / - /' said
        exit $status ;;
esac"#,
        fault: "twins-differ",
    },
];

/// So long a campaign may search, and so long it goes on when it has found something, to see whether it files that again.
const SEARCH: Duration = Duration::from_secs(600);
const GOES_ON: Duration = Duration::from_secs(15);

/// Runs a campaign until it has found something, and a little longer; gives a row for the docs, and what is wrong with it.
fn search(row: &Row) -> (String, Option<String>) {
    let place = Place::new(&format!("oracles/{}", row.oracle));
    let rustc = place.store.with_file_name("rustc");
    let real = reference_rustc();
    write_compiler(&rustc, &real, &row.script.replace("REAL", &format!("'{}'", real.display())));
    let mut fuzz = place.command("fuzz", &["--rustc", rustc.to_str().unwrap(), "--seed", "1"]);
    let mut fuzz = fuzz.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary runs");
    let start = Instant::now();
    while start.elapsed() < SEARCH && !place.store.exists() {
        std::thread::sleep(Duration::from_millis(100));
    }
    while start.elapsed() < SEARCH && place.findings().is_empty() {
        std::thread::sleep(Duration::from_millis(500));
    }
    let found_after = start.elapsed();
    let status = place.status();
    std::thread::sleep(GOES_ON);
    signal(&fuzz, "INT");
    fuzz.wait().expect("it ends");
    let findings = place.findings();
    let faults: BTreeSet<&str> = findings.iter().filter_map(|finding| finding["fault"].as_str()).collect();
    let keys: BTreeSet<&str> = findings.iter().filter_map(|finding| finding["key"].as_str()).collect();
    let programs = status["totals"]["programs"].as_u64().unwrap_or(0);
    let seconds = found_after.as_secs();
    let said = format!("| {} | {} | {} | {programs} | {seconds} |", row.oracle, row.fault, keys.len());
    let is_right = faults == BTreeSet::from([row.fault]) && keys.len() == findings.len();
    (said, (!is_right).then(|| format!("{}: {findings:#?}", row.oracle)))
}

#[test]
fn each_oracle_finds_who_breaks_its_promise_with_default_options() {
    if std::env::var_os("RUSTASSAY_LONG").is_none() {
        return;
    }
    let only = std::env::var("RUSTASSAY_ONLY_ROW").ok();
    let rows = ROWS.iter().filter(|row| only.as_ref().is_none_or(|only| only == row.oracle));
    let mut wrong = Vec::new();
    for row in rows {
        let (said, complaint) = search(row);
        eprintln!("{said}");
        wrong.extend(complaint);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
