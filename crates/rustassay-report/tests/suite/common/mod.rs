//! Findings that nobody made.

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

const STABLE: &str = "/home/somebody/.rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/rustc";

const VERBOSE: &str = "rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc\n\
    commit-hash: 59807616e1fa2540724bfbac14d7976d7e4a3860\ncommit-date: 2026-04-14\n\
    host: x86_64-unknown-linux-gnu\nrelease: 1.95.0\nLLVM version: 22.1.2\n";

/// What a nightly of some day did.
fn nightly(day: u32, shows: bool) -> Value {
    let verbose = format!(
        "rustc 1.97.0-nightly (0a1b2c3d{day} 2026-05-{day})\nbinary: rustc\ncommit-hash: 0a1b2c3d{day}\ncommit-date: 2026-05-{day}\n\
         host: x86_64-unknown-linux-gnu\nrelease: 1.97.0-nightly\nLLVM version: 22.1.2\n"
    );
    json!({
        "name": format!("nightly-2026-05-{}", day + 1), "version": "1.97.0-nightly", "verbose_version": verbose, "shows": shows,
        "rustc": format!("/home/somebody/.rustup/toolchains/nightly-2026-05-{}-x86_64-unknown-linux-gnu/bin/rustc", day + 1),
    })
}

/// All that a campaign knows of a compiler.
fn compiler() -> Value {
    json!({
        "backend": "stable/O1",
        "kind": "compiled",
        "flags": ["-Cdebuginfo=1", "-Copt-level=2"],
        "rustc": STABLE,
        "version": "1.95.0",
        "verbose_version": VERBOSE,
        "host": "x86_64-unknown-linux-gnu",
        "llvm": "22.1.2",
        "command": "RUSTC_BOOTSTRAP=1 /home/somebody/.rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/rustc \
            --edition 2021 -o case -Cdebuginfo=1 -Copt-level=2 case.rs",
        "generate": "rustassay generate mir --seed 4711 --profile calls --release 1.95",
        "compilers": [
            { "name": "/home/somebody/rustc-1.85", "version": "1.85.0", "shows": false, "why": null },
            { "name": "stable-x86_64-unknown-linux-gnu", "version": "1.95.0", "verbose_version": VERBOSE,
              "rustc": STABLE, "shows": true, "why": null },
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

/// A program in the form that compilers read fastest.
pub const FAST: &str = include_str!("fast.rs");

/// A pass over MIR that is wrong, of which only the whole program is there.
pub fn miscompilation() -> Found {
    let files: [(&str, &[u8]); 4] = [
        ("program.rs", FAST.as_bytes()),
        ("expected.txt", b"8\n6\n(exits with code 0)\n"),
        ("actual.txt", b"8\n14\n(exits with code 0)\n"),
        ("pass.diff", DIFFERENCE.as_bytes()),
    ];
    found("miscompilation", Some("mir:DeadStoreElimination"), &with(compiler(), of_mir_pass()), &files)
}

fn of_mir_pass() -> Value {
    let pass = json!({
        "layer": "mir", "name": "DeadStoreElimination-initial", "on": "case::main", "index": 14, "is_confirmed": true,
        "disabling": ["-Zmir-enable-passes=-DeadStoreElimination-final,-DeadStoreElimination-initial"],
        "without": ["-Copt-level=1", "-Zmir-opt-bisect-limit=13"],
        "with": ["-Copt-level=1", "-Zmir-opt-bisect-limit=14"],
    });
    json!({
        "signature": "the program prints something else",
        "needed_flags": ["-Copt-level=1"],
        "guilty": "with -Copt-level=1: the MIR pass DeadStoreElimination-initial on `case::main`, number 14; without it alone, all is well",
        "passes": [pass],
    })
}

const SURFACE: &str =
    "fn main() {\n    let mut x = std::hint::black_box(1);\n    x = x + 1;\n    println!(\"{x}\");\n}\n";

/// The same, reduced to surface Rust, and two nights between which it began.
pub fn by_mir_pass() -> Found {
    let more = json!({
        "reduced": true, "is_needed_by_reduced": true,
        "compilers": [nightly(18, false), nightly(19, true)],
        "extent": "last good: 1.97.0-nightly of 2026-05-18; first bad: 1.97.0-nightly of 2026-05-19",
        "rustc": nightly(19, true)["rustc"], "version": "1.97.0-nightly", "verbose_version": nightly(19, true)["verbose_version"],
        "command": format!(
            "{} --edition 2021 -o case -Cdebuginfo=1 -Copt-level=2 case.rs",
            nightly(19, true)["rustc"].as_str().unwrap_or_default()
        ),
    });
    let files: [(&str, &[u8]); 6] = [
        ("program.rs", FAST.as_bytes()),
        ("reduced.rs", FAST.as_bytes()),
        ("reduced-surface.rs", SURFACE.as_bytes()),
        ("reduced-surface-expected.txt", b"2\n(exits with code 0)\n"),
        ("reduced-surface-actual.txt", b"1\n(exits with code 0)\n"),
        ("pass.diff", DIFFERENCE.as_bytes()),
    ];
    let details = with(with(compiler(), of_mir_pass()), more);
    found("miscompilation", Some("mir:DeadStoreElimination"), &details, &files)
}

/// The same, which was stopped while it was made smaller.
pub fn half_reduced() -> Found {
    let whole = format!("{FAST}{}", "fn unused() {}\n".repeat(400));
    let files: [(&str, &[u8]); 4] = [
        ("program.rs", whole.as_bytes()),
        ("reduced.rs", FAST.as_bytes()),
        ("reduced-expected.txt", b"8\n6\n(exits with code 0)\n"),
        ("reduced-actual.txt", b"(dies of signal 11)\n"),
    ];
    let details = with(with(compiler(), of_mir_pass()), json!({ "reduced": false }));
    found("miscompilation", Some("mir:DeadStoreElimination"), &details, &files)
}

/// Code generation that is wrong with a flag, whatever passes run.
pub fn by_codegen() -> Found {
    let details = json!({
        "needed_flags": ["-Copt-level=2"], "is_needed_by_reduced": true, "reduced": true, "passes": [],
        "guilty": "with -Copt-level=2: code generation: it is wrong with all optimization passes off",
    });
    let files: [(&str, &[u8]); 3] = [
        ("reduced-surface.rs", SURFACE.as_bytes()),
        ("reduced-surface-expected.txt", b"2\n(exits with code 0)\n"),
        ("reduced-surface-actual.txt", b"(dies of signal 4)\n"),
    ];
    found("miscompilation", Some("codegen"), &with(compiler(), details), &files)
}

/// A crash of rustc, in a program of surface Rust that was reduced.
pub fn crash() -> Found {
    let details = json!({
        "signature": "rustc panic | index out of bounds | compiler/rustc_abi/src/lib.rs",
        "needed_flags": [], "is_needed_by_reduced": true, "reduced": true,
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

/// A crash of rustc with a message in which the reason comes last.
pub fn crash_with_long_message() -> Found {
    let mut found = crash();
    let name = "a_function_with_a_name_that_is_longer_than_names_are";
    let message = format!(
        "broken MIR in Item(DefId(0:15 ~ case[30f9]::{name})) (after pass GVN) at bb0[0]:\nencountered `Assign((_1, {name}(move _2)))` \
         with incompatible types: left-hand side has type: u8, right-hand side has type: i8"
    );
    let first = message.lines().next().unwrap_or_default();
    found.finding.summary = format!("the compiler crashes: {first}, elaborating drops for `{name}`");
    found.details.said = Some(format!("{message}\nat compiler/rustc_mir_transform/src/validate.rs:81:25"));
    found
}

/// An assertion of LLVM's.
pub fn llvm_assertion() -> Found {
    let condition = "IncomingAccess && \"no access for a predecessor\"";
    let details = json!({
        "signature": format!("LLVM assertion | {condition} | llvm::MemorySSAUpdater::fixupDefs"),
        "needed_flags": ["-Copt-level=2"], "is_needed_by_reduced": true, "reduced": true,
        "said": format!("{condition}\nin LLVM's llvm::MemorySSAUpdater::fixupDefs\nin the pass licm\ncompiling case::main"),
        "backtrace": ["llvm::sys::PrintStackTrace", "llvm::MemorySSAUpdater::fixupDefs"],
    });
    let files: [(&str, &[u8]); 1] = [("reduced-surface.rs", SURFACE.as_bytes())];
    let mut found = found("compiler-crash", None, &with(compiler(), details), &files);
    found.finding.summary = format!("the compiler crashes in LLVM: {condition}, in the pass licm");
    found
}

/// A compiler that does not come to an end.
pub fn hang() -> Found {
    let details = json!({ "needed_flags": ["-Copt-level=2"], "is_needed_by_reduced": true, "reduced": true });
    let files: [(&str, &[u8]); 1] = [("reduced-surface.rs", SURFACE.as_bytes())];
    let mut found = found("compiler-hang", None, &with(compiler(), details), &files);
    found.finding.summary = "the compiler does not come to an end: LLVM pass licm".into();
    found
}

/// A compiler that only checks programs.
fn checker(flags: &[&str]) -> Value {
    let words: String = flags.iter().map(|flag| format!(" {flag}")).collect();
    let command =
        format!("RUSTC_BOOTSTRAP=1 {STABLE} --edition 2021 --crate-type=lib --emit=metadata{words} case.rs");
    with(
        compiler(),
        json!({ "kind": "checked", "flags": flags, "command": command, "compilers": null, "extent": null, "reduced": true }),
    )
}

const LIBRARY: &str = "pub fn f<'a>(x: &'a mut u8) -> (&'a u8, &'a mut u8) {\n    (&*x, x)\n}\n";

/// A valid program that is rejected.
pub fn rejected() -> Found {
    let said = "error[E0502]: cannot borrow `*x` as mutable because it is also borrowed as immutable\n --> case.rs:2:11";
    let files: [(&str, &[u8]); 1] = [("program.rs", LIBRARY.as_bytes())];
    let mut found =
        found("rejected-valid-program", None, &with(checker(&[]), json!({ "said": said })), &files);
    found.finding.key = "rejected-valid-program | borrow | E0502 cannot borrow".into();
    found.finding.summary =
        "the compiler rejects it: [E0502] cannot borrow `*x` as mutable because it is also borrowed as immutable".into();
    found
}

/// An invalid program that is accepted.
pub fn accepted() -> Found {
    let files: [(&str, &[u8]); 2] =
        [("program.rs", LIBRARY.as_bytes()), ("actual.txt", b"the compiler accepts it\n")];
    let mut found = found("accepted-invalid-program", None, &checker(&[]), &files);
    found.finding.key = "accepted-invalid-program | borrow not-borrowed | accepted".into();
    found.finding.summary = "the compiler accepts a program that is not valid".into();
    found
}

/// Two settings that do not agree.
pub fn disagreement() -> Found {
    let said = "error[E0283]: type annotations needed\n --> case.rs:1:1";
    let files: [(&str, &[u8]); 1] = [("program.rs", LIBRARY.as_bytes())];
    let details = with(checker(&["-Znext-solver=globally"]), json!({ "said": said }));
    let mut found = found("settings-disagree", None, &details, &files);
    found.finding.summary =
        "stable/check accepts a program that stable/next-solver rejects: rejects it: [E0283] type annotations needed".into();
    found
}

/// A wrapper whose compiler does this.
pub fn wrapper(shows: Option<bool>) -> Found {
    let path = "/home/somebody/wrappers/optimizing/rustc";
    let details = json!({
        "needed_flags": [], "is_needed_by_reduced": true, "reduced": true, "rustc": path, "wraps": STABLE,
        "command": format!("{path} --edition 2021 -o case -Cdebuginfo=1 -Copt-level=2 case.rs"),
        "compilers": [
            { "name": path, "version": "1.95.0", "verbose_version": VERBOSE, "rustc": path, "shows": true },
            { "name": STABLE, "version": "1.95.0", "verbose_version": VERBOSE, "rustc": STABLE, "shows": shows },
        ],
        "extent": null,
    });
    let files: [(&str, &[u8]); 3] = [
        ("reduced-surface.rs", SURFACE.as_bytes()),
        ("reduced-surface-expected.txt", b"2\n(exits with code 0)\n"),
        ("reduced-surface-actual.txt", b"1\n(exits with code 0)\n"),
    ];
    found("miscompilation", None, &with(compiler(), details), &files)
}

/// A compiler that somebody built.
pub fn own_build() -> Found {
    let path = "/home/somebody/rust/build/host/stage1/bin/rustc";
    let mut found = by_codegen();
    let version = VERBOSE.replace("1.95.0", "1.98.0-dev");
    found.details.rustc = Some(path.into());
    found.details.version = Some("1.98.0-dev".into());
    found.details.verbose_version = Some(version);
    found.details.command =
        Some(format!("{path} --edition 2021 -o case -Cdebuginfo=1 -Copt-level=2 case.rs"));
    found
}

/// A pass of LLVM that is wrong.
pub fn of_llvm() -> Found {
    let pass = json!({
        "layer": "llvm", "name": "instcombine", "on": "case::main", "index": 71, "is_confirmed": null, "disabling": [],
        "without": ["-Copt-level=2", "-Ccodegen-units=1", "-Cllvm-args=-opt-bisect-limit=70"],
        "with": ["-Copt-level=2", "-Ccodegen-units=1", "-Cllvm-args=-opt-bisect-limit=71"],
    });
    let details = json!({
        "needed_flags": ["-Copt-level=2"], "is_needed_by_reduced": true, "reduced": true, "passes": [pass],
    });
    let files: [(&str, &[u8]); 1] = [("reduced.rs", PROGRAM.as_bytes())];
    found("miscompilation", Some("llvm:instcombine"), &with(compiler(), details), &files)
}

/// One of each, with the name of its file.
pub fn all() -> Vec<(&'static str, Found)> {
    vec![
        ("mir-pass", by_mir_pass()),
        ("mir-pass-whole-program", miscompilation()),
        ("llvm-pass", of_llvm()),
        ("codegen", by_codegen()),
        ("ice", crash()),
        ("ice-long-message", crash_with_long_message()),
        ("llvm-assertion", llvm_assertion()),
        ("hang", hang()),
        ("rejected", rejected()),
        ("accepted", accepted()),
        ("disagreement", disagreement()),
        ("wrapper", wrapper(Some(false))),
        ("wrapped", wrapper(Some(true))),
        ("own-build", own_build()),
        ("half-reduced", half_reduced()),
    ]
}
