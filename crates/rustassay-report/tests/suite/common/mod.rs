//! Findings that nobody made.

use rustassay_finding::{
    BackendKind, Commands, Compiler, Evidence, Failure, Fault, Finding, Guilty, Layer, LocalisedIn,
    OtherLlvm, Pass, Reduction, Shows, Stage, TriedCompiler,
};
use rustassay_outcome::Part;
use rustassay_report::ReportedFinding;
use rustassay_store::record::{FindingState, NewSighting, Sighting, SightingState, StoredFinding};

/// A finding of which no more is known than its fault.
pub fn bare(fault: Fault) -> Finding {
    Finding::new(fault, "the program prints the wrong output", "the program prints the wrong output")
}

/// A finding in a store, with files.
pub fn found(known: Finding, files: &[(&str, &[u8])]) -> ReportedFinding {
    let seen = NewSighting {
        seed: 4711,
        fault: known.fault,
        key: None,
        summary: known.summary.clone(),
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
    let finding = StoredFinding {
        id: 3,
        key: format!("{} | any", known.fault),
        known,
        times: 5,
        first_seen: first.at,
        last_seen: first.at + 60_000,
        first,
        backends: vec!["stable/O1".into(), "/home/somebody/rustc-1.85/O2".into()],
        muted: None,
        state: FindingState::default(),
    };
    let files = files.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())).collect();
    ReportedFinding::new(finding, files, Some("0.1.0".into()))
}

const STABLE: &str = "/home/somebody/.rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/rustc";

const VERBOSE: &str = "rustc 1.95.0 (59807616e 2026-04-14)\nbinary: rustc\n\
    commit-hash: 59807616e1fa2540724bfbac14d7976d7e4a3860\ncommit-date: 2026-04-14\n\
    host: x86_64-unknown-linux-gnu\nrelease: 1.95.0\nLLVM version: 22.1.2\n";

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// What a nightly of some day did.
fn nightly(day: u32, shows: Shows) -> TriedCompiler {
    let verbose = format!(
        "rustc 1.97.0-nightly (0a1b2c3d{day} 2026-05-{day})\nbinary: rustc\ncommit-hash: 0a1b2c3d{day}\ncommit-date: 2026-05-{day}\n\
         host: x86_64-unknown-linux-gnu\nrelease: 1.97.0-nightly\nLLVM version: 22.1.2\n"
    );
    let name = format!("nightly-2026-05-{}", day + 1);
    TriedCompiler {
        rustc: Some(nightly_path(day)),
        name,
        version: "1.97.0-nightly".into(),
        verbose_version: Some(verbose),
        shows,
    }
}

fn nightly_path(day: u32) -> String {
    format!(
        "/home/somebody/.rustup/toolchains/nightly-2026-05-{}-x86_64-unknown-linux-gnu/bin/rustc",
        day + 1
    )
}

/// What a compiler without a path did.
fn tried(name: &str, version: &str, shows: Shows) -> TriedCompiler {
    TriedCompiler { name: name.into(), version: version.into(), verbose_version: None, rustc: None, shows }
}

/// What the compiler of this path did, which is the stable one or wraps it.
fn tried_stable(name: &str, path: &str, shows: Shows) -> TriedCompiler {
    let (rustc, verbose_version) = (Some(path.into()), Some(VERBOSE.into()));
    TriedCompiler { name: name.into(), version: "1.95.0".into(), verbose_version, rustc, shows }
}

/// The command of a compiler, with all flags of [`compiled`].
fn command_of(rustc: &str) -> String {
    format!("{rustc} --edition 2021 -o case -Cdebuginfo=1 -Copt-level=2 case.rs")
}

/// All that a campaign knows of a compiler that gets a program wrong.
fn compiled(fault: Fault) -> Finding {
    Finding {
        backend: "stable/O1".into(),
        kind: Some(BackendKind::Compiled),
        flags: words(&["-Cdebuginfo=1", "-Copt-level=2"]),
        compiler: Some(Compiler {
            rustc: STABLE.into(),
            wraps: None,
            version: "1.95.0".into(),
            verbose_version: Some(VERBOSE.into()),
            host: Some("x86_64-unknown-linux-gnu".into()),
            llvm: Some("22.1.2".into()),
            ..Compiler::default()
        }),
        commands: Commands {
            generate: Some("rustassay generate mir --seed 4711 --profile calls --release 1.95".into()),
            compile: Some(format!("RUSTC_BOOTSTRAP=1 {}", command_of(STABLE))),
        },
        compilers: vec![
            tried("/home/somebody/rustc-1.85", "1.85.0", Shows::No),
            tried_stable("stable-x86_64-unknown-linux-gnu", STABLE, Shows::Yes),
            tried(
                "nightly-x86_64-unknown-linux-gnu",
                "1.97.0-nightly",
                Shows::Unknown("it takes too long".into()),
            ),
        ],
        extent: Some("last good: 1.85.0; first bad: 1.95.0".into()),
        ..bare(fault)
    }
}

/// The same, whose program was reduced, and what is guilty there.
fn reduced(fault: Fault, settings: &[&str], stage: Stage) -> Finding {
    Finding {
        guilty: Some(guilty(settings, stage)),
        localised_in: LocalisedIn::Reduced,
        reduction: Reduction::Reduced,
        ..compiled(fault)
    }
}

fn guilty(settings: &[&str], stage: Stage) -> Guilty {
    Guilty { settings: words(settings), stage, trials: 12 }
}

/// That the compiler does not say where it fails.
fn not_told() -> Stage {
    Stage::Unknown { why: "the compiler fails with all optimization passes off, too".into() }
}

pub const PROGRAM: &str = "#![feature(custom_mir, core_intrinsics)]\nuse core::intrinsics::mir::*;\n\n\
    #[custom_mir(dialect = \"runtime\", phase = \"initial\")]\nfn main() {\n    mir! { { Return() } }\n}\n";

const DIFFERENCE: &str = "--- case.main, without the pass\n+++ case.main, with the pass\n@@ -1 +1 @@\n\
    -        _1 = swap(copy _1)\n+        _1 = swap(move _1)\n";

/// A program in the form that compilers read fastest.
pub const FAST: &str = include_str!("fast.rs");

/// A pass over MIR that is wrong, of which only the whole program is there.
pub fn miscompilation() -> ReportedFinding {
    let files: [(&str, &[u8]); 4] = [
        ("program.rs", FAST.as_bytes()),
        ("expected.txt", b"8\n6\n(exits with code 0)\n"),
        ("actual.txt", b"8\n14\n(exits with code 0)\n"),
        ("pass.diff", DIFFERENCE.as_bytes()),
    ];
    found(by_dead_store_elimination(), &files)
}

/// What is known of a miscompilation by a pass over MIR.
fn by_dead_store_elimination() -> Finding {
    let pass = Pass {
        layer: Layer::Mir,
        name: "DeadStoreElimination-initial".into(),
        on: Some("case::main".into()),
        index: 14,
        is_confirmed: Some(true),
        disabling: words(&["-Zmir-enable-passes=-DeadStoreElimination-final,-DeadStoreElimination-initial"]),
        without: words(&["-Copt-level=1", "-Zmir-opt-bisect-limit=13"]),
        with: words(&["-Copt-level=1", "-Zmir-opt-bisect-limit=14"]),
        needs: Vec::new(),
    };
    Finding {
        cause: Some("mir:DeadStoreElimination".into()),
        guilty: Some(guilty(&["-Copt-level=1"], Stage::Mir(pass))),
        ..compiled(Fault::Miscompilation)
    }
}

const SURFACE: &str =
    "fn main() {\n    let mut x = std::hint::black_box(1);\n    x = x + 1;\n    println!(\"{x}\");\n}\n";

/// The same, reduced to surface Rust, and two nights between which it began.
pub fn by_mir_pass() -> ReportedFinding {
    let mut known = by_dead_store_elimination();
    let bad = nightly(19, Shows::Yes);
    if let Some(compiler) = &mut known.compiler {
        compiler.rustc = nightly_path(19);
        compiler.version = bad.version.clone();
        compiler.verbose_version.clone_from(&bad.verbose_version);
    }
    known.commands.compile = Some(command_of(&nightly_path(19)));
    known.compilers = vec![nightly(18, Shows::No), bad];
    known.extent =
        Some("last good: 1.97.0-nightly of 2026-05-18; first bad: 1.97.0-nightly of 2026-05-19".into());
    known.reduction = Reduction::Reduced;
    known.localised_in = LocalisedIn::Reduced;
    let files: [(&str, &[u8]); 6] = [
        ("program.rs", FAST.as_bytes()),
        ("reduced.rs", FAST.as_bytes()),
        ("reduced-surface.rs", SURFACE.as_bytes()),
        ("reduced-surface-expected.txt", b"2\n(exits with code 0)\n"),
        ("reduced-surface-actual.txt", b"1\n(exits with code 0)\n"),
        ("pass.diff", DIFFERENCE.as_bytes()),
    ];
    found(known, &files)
}

/// The same, which was stopped while it was made smaller.
pub fn half_reduced() -> ReportedFinding {
    let whole = format!("{FAST}{}", "fn unused() {}\n".repeat(400));
    let files: [(&str, &[u8]); 4] = [
        ("program.rs", whole.as_bytes()),
        ("reduced.rs", FAST.as_bytes()),
        ("reduced-expected.txt", b"8\n6\n(exits with code 0)\n"),
        ("reduced-actual.txt", b"(dies of signal 11)\n"),
    ];
    let reduction = Reduction::Unfinished("the time for it was over".into());
    found(Finding { reduction, ..by_dead_store_elimination() }, &files)
}

/// Code generation that is wrong with a flag, whatever passes run.
pub fn by_codegen() -> ReportedFinding {
    let stage = Stage::NoPass { part: Part::Codegen, without_passes: Vec::new() };
    let known = reduced(Fault::Miscompilation, &["-Copt-level=2"], stage);
    let files: [(&str, &[u8]); 3] = [
        ("reduced-surface.rs", SURFACE.as_bytes()),
        ("reduced-surface-expected.txt", b"2\n(exits with code 0)\n"),
        ("reduced-surface-actual.txt", b"(dies of signal 4)\n"),
    ];
    found(Finding { cause: Some("codegen".into()), ..known }, &files)
}

/// Code generation of another LLVM than the compiler's own, which is wrong with an option.
pub fn by_other_llvm() -> ReportedFinding {
    let stage = Stage::NoPass { part: Part::Llvm, without_passes: words(&["--llc=-opt-bisect-limit=0"]) };
    let flags = ["-Copt-level=1", "--opt=-passes=default<O1>", "--llc=-O0", "--llc=-global-isel"];
    let mut known = reduced(Fault::Miscompilation, &flags, stage);
    known.cause = Some("llvm -O0 -global-isel".into());
    known.flags = words(&flags);
    let tool = |name: &str| format!("/home/somebody/llvm/bin/{name}");
    if let Some(compiler) = &mut known.compiler {
        compiler.target = Some("aarch64-unknown-linux-gnu".into());
        compiler.runner = Some("qemu-aarch64 (qemu-aarch64 version 11.1.0)".into());
        let (opt, llc) = (tool("opt"), tool("llc"));
        compiler.other_llvm = Some(OtherLlvm { version: "23.1.4".into(), opt, llc });
    }
    known.commands.compile = Some(format!(
        "RUSTC_BOOTSTRAP=1 {STABLE} --edition 2021 -Copt-level=1 -Zno-link case.rs && {} '-passes=default<O1>' case.bc -o case.opt.bc && {} \
         -O0 -global-isel -filetype=obj case.opt.bc -o case.o && RUSTC_BOOTSTRAP=1 {STABLE} -Zlink-only case.rlink",
        tool("opt"),
        tool("llc")
    ));
    let ir = "; LLVM 23.1.4\n; wrong: llc -O0 -global-isel -filetype=obj reduced.ll -o wrong.o\n\
        ; right: llc -O0 -filetype=obj reduced.ll -o right.o\ndefine i32 @main() {\n  ret i32 0\n}\n";
    let files: [(&str, &[u8]); 4] = [
        ("reduced-surface.rs", SURFACE.as_bytes()),
        ("reduced-surface-expected.txt", b"2\n(exits with code 0)\n"),
        ("reduced-surface-actual.txt", b"1\n(exits with code 0)\n"),
        ("reduced.ll", ir.as_bytes()),
    ];
    found(known, &files)
}

/// A crash of rustc, in a program of surface Rust that was reduced.
pub fn crash() -> ReportedFinding {
    let known = Finding {
        signature: "rustc panic | index out of bounds | compiler/rustc_abi/src/lib.rs".into(),
        summary: "the compiler crashes: index out of bounds: the len is 3 but the index is 3, computing layout of `S<T>`".into(),
        evidence: Evidence {
            failure: Some(Failure::Ice),
            message: Some("index out of bounds: the len is 3 but the index is 3".into()),
            location: Some("compiler/rustc_abi/src/lib.rs:7:9".into()),
            queries: words(&[
                "[layout_of] computing layout of `S<T>`",
                "[analysis] running analysis passes on crate `case`",
            ]),
            backtrace: words(&["core::panicking::panic_bounds_check", "<rustc_abi::Layout>::field"]),
            miri: None,
        },
        ..reduced(Fault::CompilerCrash, &[], not_told())
    };
    let files: [(&str, &[u8]); 4] = [
        ("reduced-surface.rs", b"fn main() {\n    println!(\"```\");\n}\n"),
        ("program.rs", PROGRAM.as_bytes()),
        ("reduced-surface-expected.txt", b"```\n(exits with code 0)\n"),
        ("actual.txt", b"the compiler crashes: index out of bounds\n"),
    ];
    found(known, &files)
}

/// A crash of rustc with a message in which the reason comes last.
pub fn crash_with_long_message() -> ReportedFinding {
    let mut found = crash();
    let name = "a_function_with_a_name_that_is_longer_than_names_are";
    let message = format!(
        "broken MIR in Item(DefId(0:15 ~ case[30f9]::{name})) (after pass GVN) at bb0[0]:\nencountered `Assign((_1, {name}(move _2)))` \
         with incompatible types: left-hand side has type: u8, right-hand side has type: i8"
    );
    let first = message.lines().next().unwrap_or_default();
    let known = &mut found.finding.known;
    known.summary = format!("the compiler crashes: {first}, elaborating drops for `{name}`");
    known.evidence.message = Some(message);
    known.evidence.location = Some("compiler/rustc_mir_transform/src/validate.rs:81:25".into());
    found
}

/// An assertion of LLVM's.
pub fn llvm_assertion() -> ReportedFinding {
    let condition = "IncomingAccess && \"no access for a predecessor\"";
    let known = Finding {
        signature: format!("LLVM assertion | {condition} | llvm::MemorySSAUpdater::fixupDefs"),
        summary: format!("the compiler crashes in LLVM: {condition}, in the pass licm"),
        evidence: Evidence {
            failure: Some(Failure::Llvm),
            message: Some(format!(
                "{condition}\nin LLVM's llvm::MemorySSAUpdater::fixupDefs\nin the pass licm\ncompiling case::main"
            )),
            backtrace: words(&["llvm::sys::PrintStackTrace", "llvm::MemorySSAUpdater::fixupDefs"]),
            ..Evidence::default()
        },
        ..reduced(Fault::CompilerCrash, &["-Copt-level=2"], not_told())
    };
    let files: [(&str, &[u8]); 1] = [("reduced-surface.rs", SURFACE.as_bytes())];
    found(known, &files)
}

/// A compiler that hangs.
pub fn hang() -> ReportedFinding {
    let known = Finding {
        summary: "the compiler hangs: LLVM pass licm".into(),
        evidence: Evidence { failure: Some(Failure::Hang), ..Evidence::default() },
        ..reduced(Fault::CompilerHang, &["-Copt-level=2"], not_told())
    };
    let files: [(&str, &[u8]); 1] = [("reduced-surface.rs", SURFACE.as_bytes())];
    found(known, &files)
}

/// What is known of a library that a compiler only checks: it may have rejected it with these words.
fn checked(fault: Fault, flags: &[&str], said: Option<&str>, summary: &str) -> Finding {
    let shown: String = flags.iter().map(|flag| format!(" {flag}")).collect();
    let command =
        format!("RUSTC_BOOTSTRAP=1 {STABLE} --edition 2021 --crate-type=lib --emit=metadata{shown} case.rs");
    let known = compiled(fault);
    Finding {
        kind: Some(BackendKind::Checked),
        flags: words(flags),
        commands: Commands { compile: Some(command), ..known.commands },
        compilers: Vec::new(),
        extent: None,
        reduction: Reduction::Reduced,
        summary: summary.into(),
        evidence: Evidence {
            failure: said.map(|_| Failure::Rejected),
            message: said.map(str::to_owned),
            ..Evidence::default()
        },
        ..known
    }
}

const LIBRARY: &str = "pub fn f<'a>(x: &'a mut u8) -> (&'a u8, &'a mut u8) {\n    (&*x, x)\n}\n";

/// A valid program that is rejected.
pub fn rejected() -> ReportedFinding {
    let said = "error[E0502]: cannot borrow `*x` as mutable because it is also borrowed as immutable\n --> case.rs:2:11";
    let summary = "the compiler rejects it: [E0502] cannot borrow `*x` as mutable because it is also borrowed as immutable";
    let files: [(&str, &[u8]); 1] = [("program.rs", LIBRARY.as_bytes())];
    let mut found = found(checked(Fault::RejectedValid, &[], Some(said), summary), &files);
    found.finding.key = "rejected-valid-program | borrow | E0502 cannot borrow".into();
    found
}

/// An invalid program that is accepted.
pub fn accepted() -> ReportedFinding {
    let files: [(&str, &[u8]); 2] =
        [("program.rs", LIBRARY.as_bytes()), ("actual.txt", b"the compiler accepts it\n")];
    let summary = "the compiler accepts a program that is not valid";
    let mut found = found(checked(Fault::AcceptedInvalid, &[], None, summary), &files);
    found.finding.key = "accepted-invalid-program | borrow not-borrowed | accepted".into();
    found
}

/// Two settings that do not agree.
pub fn disagreement() -> ReportedFinding {
    let said = "error[E0283]: type annotations needed\n --> case.rs:1:1";
    let summary = "stable/check accepts a program that stable/next-solver rejects: rejects it: [E0283] type annotations needed";
    let files: [(&str, &[u8]); 1] = [("program.rs", LIBRARY.as_bytes())];
    found(checked(Fault::Disagreement, &["-Znext-solver=globally"], Some(said), summary), &files)
}

/// A wrapper whose compiler does this.
pub fn wrapper(shows: Shows) -> ReportedFinding {
    let path = "/home/somebody/wrappers/optimizing/rustc";
    let mut known = reduced(Fault::Miscompilation, &[], not_told());
    if let Some(compiler) = &mut known.compiler {
        (compiler.rustc, compiler.wraps) = (path.into(), Some(STABLE.into()));
    }
    known.commands.compile = Some(command_of(path));
    known.compilers = vec![tried_stable(path, path, Shows::Yes), tried_stable(STABLE, STABLE, shows)];
    known.extent = None;
    let files: [(&str, &[u8]); 3] = [
        ("reduced-surface.rs", SURFACE.as_bytes()),
        ("reduced-surface-expected.txt", b"2\n(exits with code 0)\n"),
        ("reduced-surface-actual.txt", b"1\n(exits with code 0)\n"),
    ];
    found(known, &files)
}

/// A compiler that somebody built.
pub fn own_build() -> ReportedFinding {
    let path = "/home/somebody/rust/build/host/stage1/bin/rustc";
    let mut found = by_codegen();
    let known = &mut found.finding.known;
    if let Some(compiler) = &mut known.compiler {
        compiler.rustc = path.into();
        compiler.version = "1.98.0-dev".into();
        compiler.verbose_version = Some(VERBOSE.replace("1.95.0", "1.98.0-dev"));
    }
    known.commands.compile = Some(command_of(path));
    found
}

/// A pass of LLVM that is wrong.
pub fn of_llvm() -> ReportedFinding {
    let pass = Pass {
        layer: Layer::Llvm,
        name: "instcombine".into(),
        on: Some("case::main".into()),
        index: 71,
        is_confirmed: None,
        disabling: Vec::new(),
        without: words(&["-Copt-level=2", "-Ccodegen-units=1", "-Cllvm-args=-opt-bisect-limit=70"]),
        with: words(&["-Copt-level=2", "-Ccodegen-units=1", "-Cllvm-args=-opt-bisect-limit=71"]),
        needs: Vec::new(),
    };
    let known = reduced(Fault::Miscompilation, &["-Copt-level=2"], Stage::Llvm(pass));
    let files: [(&str, &[u8]); 1] = [("reduced.rs", PROGRAM.as_bytes())];
    found(Finding { cause: Some("llvm:instcombine".into()), ..known }, &files)
}

/// One of each, with the name of its file.
pub fn all() -> Vec<(&'static str, ReportedFinding)> {
    vec![
        ("mir-pass", by_mir_pass()),
        ("mir-pass-whole-program", miscompilation()),
        ("llvm-pass", of_llvm()),
        ("codegen", by_codegen()),
        ("other-llvm", by_other_llvm()),
        ("ice", crash()),
        ("ice-long-message", crash_with_long_message()),
        ("llvm-assertion", llvm_assertion()),
        ("hang", hang()),
        ("rejected", rejected()),
        ("accepted", accepted()),
        ("disagreement", disagreement()),
        ("wrapper", wrapper(Shows::No)),
        ("wrapped", wrapper(Shows::Yes)),
        ("own-build", own_build()),
        ("half-reduced", half_reduced()),
    ]
}
