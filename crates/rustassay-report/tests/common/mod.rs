//! Findings that nobody made.
#![allow(dead_code)] // No test needs all of it.

use rustassay_report::Found;
use rustassay_store::record::{Finding, NewSighting, Sighting, SightingState};
use serde_json::{Value, json};

/// A finding of this kind, with details and files.
pub fn found(fault: &str, cause: Option<&str>, details: &Value, files: &[(&str, &[u8])]) -> Found {
    let seen = NewSighting {
        seed: 4711,
        fault: fault.into(),
        key: None,
        summary: "the program prints something else".into(),
        program: None,
    };
    let first = Sighting {
        id: 1,
        unit: 0,
        generator: "mir".into(),
        profile: "calls".into(),
        backend: "stable/O1".into(),
        seen,
        at: 1_776_157_500_000,
        state: SightingState::Of(3),
    };
    let finding = Finding {
        id: 3,
        key: format!("{fault} | any"),
        fault: fault.into(),
        summary: first.seen.summary.clone(),
        cause: cause.map(str::to_owned),
        details: details.to_string(),
        times: 5,
        first_seen: first.at,
        last_seen: first.at + 60_000,
        first,
        backends: vec!["stable/O1".into(), "/home/somebody/rustc-1.85/O2".into()],
        muted: None,
    };
    let files = files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
    Found::new(finding, files, Some("0.1.0".into()))
}

/// All that a campaign knows of a compiler.
fn compiler() -> Value {
    json!({
        "backend": "stable/O1",
        "kind": "compiled",
        "flags": ["-Cdebuginfo=1", "-Copt-level=2"],
        "rustc": "/home/somebody/.rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/rustc",
        "version": "1.95.0",
        "verbose_version": "rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc\n\
            commit-hash: 59807616e1fa2540724bfbac14d7976d7e4a3860\ncommit-date: 2026-04-14\n\
            host: x86_64-unknown-linux-gnu\nrelease: 1.95.0\nLLVM version: 22.1.2\n",
        "host": "x86_64-unknown-linux-gnu",
        "llvm": "22.1.2",
        "command": "RUSTC_BOOTSTRAP=1 /home/somebody/.rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/rustc \
            --edition 2021 -o case -Cdebuginfo=1 -Copt-level=2 case.rs",
        "generate": "rustassay generate mir --seed 4711 --profile calls --release 1.95",
        "compilers": [
            { "name": "/home/somebody/rustc-1.85", "version": "1.85.0", "shows": false, "why": null },
            { "name": "stable-x86_64-unknown-linux-gnu", "version": "1.95.0", "shows": true, "why": null },
            { "name": "nightly-x86_64-unknown-linux-gnu", "version": "1.97.0-nightly", "shows": null, "why": "it takes too long" },
        ],
        "extent": "last good: 1.85.0; first bad: 1.95.0",
    })
}

fn with(mut details: Value, more: Value) -> Value {
    if let (Some(details), Value::Object(more)) = (details.as_object_mut(), more) {
        details.extend(more);
    }
    details
}

pub const PROGRAM: &str = "#![feature(custom_mir, core_intrinsics)]\nuse core::intrinsics::mir::*;\n\n\
    #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\nfn main() {\n    mir! { { Return() } }\n}\n";

const DIFFERENCE: &str = "--- case.main, without the pass\n+++ case.main, with the pass\n@@ -1 +1 @@\n\
    -        _1 = swap(copy _1)\n+        _1 = swap(move _1)\n";

/// A pass over MIR that is wrong.
pub fn miscompilation() -> Found {
    let pass = json!({
        "layer": "mir", "name": "DeadStoreElimination-initial", "on": "case::main", "index": 14, "is_confirmed": true,
        "disabling": ["-Zmir-enable-passes=-DeadStoreElimination-final,-DeadStoreElimination-initial"],
        "without": ["-Copt-level=1", "-Zmir-opt-bisect-limit=13"],
        "with": ["-Copt-level=1", "-Zmir-opt-bisect-limit=14"],
    });
    let details = json!({
        "signature": "the program prints something else",
        "needed_flags": ["-Copt-level=1"],
        "guilty": "with -Copt-level=1: the MIR pass DeadStoreElimination-initial on `case::main`, number 14; without it alone, all is well",
        "passes": [pass],
    });
    let files: [(&str, &[u8]); 4] = [
        ("program.rs", PROGRAM.as_bytes()),
        ("expected.txt", b"(2, 1, 3)\n(exits with code 0)\n"),
        ("actual.txt", b"(2, 2, 3)\n(exits with code 0)\n"),
        ("pass.diff", DIFFERENCE.as_bytes()),
    ];
    found("miscompilation", Some("mir:DeadStoreElimination"), &with(compiler(), details), &files)
}

/// A crash of rustc, in a program of surface Rust that was reduced.
pub fn crash() -> Found {
    let details = json!({
        "signature": "rustc panic | index out of bounds | compiler/rustc_abi/src/lib.rs",
        "needed_flags": [],
        "guilty": "without any flags: unknown: the compiler fails with all optimization passes off, too",
        "passes": [],
        "said": "index out of bounds: the len is 3 but the index is 3\nat compiler/rustc_abi/src/lib.rs:7:9",
        "queries": ["[layout_of] computing layout of `S<T>`", "[analysis] running analysis passes on crate `case`"],
        "backtrace": ["core::panicking::panic_bounds_check", "<rustc_abi::Layout>::field"],
    });
    let files: [(&str, &[u8]); 4] = [
        ("reduced-surface.rs", b"fn main() {\n    println!(\"```\");\n}\n"),
        ("program.rs", PROGRAM.as_bytes()),
        ("reduced-surface-expected.txt", b"```\n(exits with code 0)\n"),
        ("actual.txt", b"the compiler crashes: index out of bounds\n"),
    ];
    let mut found = found("compiler-crash", None, &with(compiler(), details), &files);
    found.finding.summary =
        "the compiler crashes: index out of bounds: the len is 3 but the index is 3, computing layout of `S<T>`".into();
    found
}

/// A pass of LLVM that is wrong.
pub fn of_llvm() -> Found {
    let pass = json!({
        "layer": "llvm", "name": "instcombine", "on": "case::main", "index": 71, "is_confirmed": null, "disabling": [],
        "without": ["-Copt-level=2", "-Ccodegen-units=1", "-Cllvm-args=-opt-bisect-limit=70"],
        "with": ["-Copt-level=2", "-Ccodegen-units=1", "-Cllvm-args=-opt-bisect-limit=71"],
    });
    let details = json!({ "needed_flags": ["-Copt-level=2"], "passes": [pass] });
    let files: [(&str, &[u8]); 1] = [("reduced.rs", PROGRAM.as_bytes())];
    found("miscompilation", Some("llvm:instcombine"), &with(compiler(), details), &files)
}
