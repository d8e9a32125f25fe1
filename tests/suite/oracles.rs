//! For each oracle a compiler that breaks just its promise: `rustassay fuzz` with default options finds it, files it once, and calls it what it is.
//!
//! It takes about ten minutes, so it runs only if `RUSTASSAY_LONG` is set: `RUSTASSAY_LONG=1 cargo test --test suite oracles -- --nocapture`.
//! `RUSTASSAY_ONLY_ROW=NAME` runs one row. `docs/robustness.md` has the results. `fuzz.rs` has a quick test for each oracle, with chosen options.
#![cfg(target_os = "linux")]

use crate::fuzz::{Place, signal};
use rustassay_testing::{reference_rustc, write_compiler};
use serde_json::Value;
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
    /// What the key of the finding names as its cause.
    cause: &'static str,
}

/// The script of a compiler stands before all of its passes: what is localised in one of these is the reference compiler's own bug.
const OWN_CAUSES: [&str; 2] = ["mir:", "llvm:"];

const ROWS: &[Row] = &[
    Row {
        oracle: "output",
        script: r#"
case " $* " in
    *" -Copt-level=3 "*) [ -f case.rs ] && grep -q custom_mir case.rs && sed -i 's/ & / | /' case.rs ;;
esac"#,
        fault: "miscompilation",
        cause: "codegen",
    },
    Row {
        oracle: "settings",
        script: r#"
case " $* " in
    *" -Copt-level=3 "*) [ -f case.rs ] && grep -q 'observe(' case.rs && ! grep -q custom_mir case.rs &&
        sed -i 's/\.wrapping_sub(/.wrapping_add(/' case.rs ;;
esac"#,
        fault: "miscompilation",
        cause: "codegen",
    },
    Row {
        oracle: "optimization",
        script: r#"
case " $* " in
    *" -Copt-level=3 "*) [ -f case.rs ] && ! grep -q 'custom_mir\|observe(' case.rs &&
        sed -i 's/ - / + /; s/ \* / + /' case.rs ;;
esac"#,
        fault: "miscompilation",
        cause: "codegen",
    },
    Row {
        oracle: "fate",
        // One premise of one set has this error.
        script: r#"
case " $* " in
    *" --emit=metadata "*)
        REAL "$@" 2> said && exit 0
        grep -v '"code":"E0392"' said > rest
        grep '"level":"error"' rest | grep -qv 'aborting due' || exit 0
        cat rest >&2
        exit 1 ;;
esac"#,
        fault: "accepted-invalid-program",
        cause: "structure/unused",
    },
    Row {
        oracle: "class",
        // Only one program of a class of `impl_trait` binds what it makes.
        script: r#"
case " $* " in
    *" --emit=metadata "*) if [ -f case.rs ] && grep -q 'let made = ' case.rs; then
        printf '%s%s\n' '{"$message_type":"diagnostic","message":"no names","code":{"code":"E0425","explanation":null},' \
            '"level":"error","spans":[],"children":[],"rendered":"error[E0425]: no names"}' >&2
        exit 1
    fi ;;
esac"#,
        fault: "equivalents-differ",
        cause: "no names",
    },
    Row {
        oracle: "agreement",
        // What rules derive prints nothing; the oracle `fate` would find it there.
        script: r#"
case " $* " in
    *" -Znext-solver=globally "*) if [ -f case.rs ] && grep -q 'println!' case.rs; then
        printf '%s%s\n' '{"$message_type":"diagnostic","message":"no printing","code":{"code":"E0432","explanation":null},' \
            '"level":"error","spans":[],"children":[],"rendered":"error[E0432]: no printing"}' >&2
        exit 1
    fi ;;
esac"#,
        fault: "settings-disagree",
        cause: "no printing",
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
        cause: "seen before",
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
        cause: "this MIR is not valid",
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
        cause: "nobody calls this",
    },
    Row {
        oracle: "place",
        script: r#"
case " $* " in
    *" --emit=mir "* | *" --emit=metadata "*)
        REAL "$@" 2> said && { cat said >&2; exit 0; }
        echo '{"$message_type":"diagnostic","message":"something is wrong","code":null,"level":"error","spans":[],"children":[],"rendered":"error: something is wrong"}' >&2
        exit 1 ;;
esac"#,
        fault: "error-without-place",
        cause: "something is wrong",
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
        cause: "",
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
    // None while the store is being made.
    let findings = || -> Vec<Value> {
        let output = place.command("findings", &["--json"]).output().expect("the binary runs");
        serde_json::from_slice(&output.stdout).unwrap_or_default()
    };
    let key = |finding: &Value| finding["key"].as_str().unwrap_or_default().to_owned();
    let is_meant = |finding: &Value| finding["fault"] == row.fault && key(finding).contains(row.cause);
    while start.elapsed() < SEARCH && !findings().iter().any(is_meant) {
        std::thread::sleep(Duration::from_millis(500));
    }
    let found_after = start.elapsed();
    let status = place.status();
    std::thread::sleep(GOES_ON);
    signal(&fuzz, "INT");
    fuzz.wait().expect("it ends");
    let findings = findings();
    let (meant, others): (Vec<&Value>, Vec<&Value>) = findings.iter().partition(|finding| is_meant(finding));
    let is_own = |finding: &&Value| {
        OWN_CAUSES.iter().any(|own| finding["cause"].as_str().is_some_and(|cause| cause.starts_with(own)))
    };
    let programs = status["totals"]["programs"].as_u64().unwrap_or(0);
    let seconds = found_after.as_secs();
    let keys = meant.iter().map(|finding| key(finding)).collect::<Vec<_>>().join("`, `");
    let said = format!("| {} | {} | `{keys}` | {programs} | {seconds} |", row.oracle, row.fault);
    let is_right = meant.len() == 1 && others.iter().all(is_own);
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
