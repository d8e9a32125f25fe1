//! Where a bug is filed, under which title, and with which labels.

use crate::found::{Crash, Found};
use crate::text::short;
use rustassay_judge::engine::needs_bootstrap;
use rustassay_judge::verdict::Fault;

/// Whose bug it is, as far as can be told.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tracker {
    /// rustc's.
    Rust,
    /// LLVM's.
    Llvm,
    /// That of rustc's code generator with Cranelift.
    Cranelift,
    /// That of rustc's code generator with GCC.
    Gcc,
    /// Miri's.
    Miri,
    /// Our own.
    Rustassay,
}

impl Tracker {
    /// Where a finding belongs.
    pub fn of(found: &Found) -> Tracker {
        let is_of_llvm_alone = found.llvm_pass().is_some()
            && found.mir_pass().is_none()
            && !found.finding.cause.as_deref().is_some_and(|cause| cause.ends_with("+unknown"));
        match found.fault() {
            Some(fault) if fault.is_of_the_test_case() => Tracker::Rustassay,
            _ if found.details.kind.as_deref() == Some("miri") => Tracker::Miri,
            _ if found.has_flag("-Zcodegen-backend=cranelift") => Tracker::Cranelift,
            _ if found.has_flag("-Zcodegen-backend=gcc") => Tracker::Gcc,
            _ if is_of_llvm_alone || found.crash() == Some(Crash::Llvm) => Tracker::Llvm,
            _ => Tracker::Rust,
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Tracker::Rust => "rust-lang/rust",
            Tracker::Llvm => "llvm/llvm-project",
            Tracker::Cranelift => "rust-lang/rustc_codegen_cranelift",
            Tracker::Gcc => "rust-lang/rustc_codegen_gcc",
            Tracker::Miri => "rust-lang/miri",
            Tracker::Rustassay => "Rustassay",
        }
    }

    /// Its issues.
    pub fn issues(self) -> Option<String> {
        (self != Tracker::Rustassay).then(|| format!("https://github.com/{}/issues", self.name()))
    }

    /// What whoever files it has to know.
    pub const fn wants(self) -> &'static str {
        match self {
            // https://rustc-dev-guide.rust-lang.org/fuzzing.html
            Tracker::Rust => {
                "Make sure that the latest nightly shows it. rustc's developers ask not to be given many reports about \
                 internal features, custom MIR among them."
            }
            // https://llvm.org/docs/HowToSubmitABug.html
            Tracker::Llvm => {
                "The guilty pass is LLVM's. LLVM's developers want LLVM IR and a command of `opt` or `llc` that shows \
                 it, no Rust: take the IR of before the pass with the command below, reduce it with `llvm-reduce`, and \
                 for a miscompilation let [Alive2](https://alive2.llvm.org/ce/) confirm it. If the IR is wrong before \
                 the pass, the bug is rustc's: then file it at rust-lang/rust, with the label `A-LLVM`."
            }
            Tracker::Cranelift => {
                "The code generator is rustc's for Cranelift; its developers tell whether a bug is Cranelift's own."
            }
            Tracker::Gcc => {
                "The code generator is rustc's for GCC; its developers tell whether a bug is GCC's own."
            }
            Tracker::Miri => "Miri does something else than the compilers.",
            Tracker::Rustassay => {
                "No compiler is to blame: the program breaks what Rustassay promises of its programs. Please report it to \
                 Rustassay's developers."
            }
        }
    }
}

/// A title for the issue: one line.
pub fn title(found: &Found) -> String {
    let with = match found.flags() {
        [] => String::new(),
        flags => format!(" with {}", flags.join(" ")),
    };
    let (mir, llvm) = (found.mir_pass(), found.llvm_pass());
    let summary = &*found.finding.summary;
    let of_compiler = |start: &str| summary.strip_prefix(start).unwrap_or(summary).to_owned();
    let title = match found.fault() {
        Some(Fault::Miscompilation) => match (mir, llvm) {
            (Some(mir), Some(llvm)) => {
                format!("Miscompilation by the MIR pass {mir} and LLVM's pass {llvm}{with}")
            }
            (Some(mir), None) => format!("Miscompilation by the MIR pass {mir}{with}"),
            (None, Some(llvm)) => format!("Miscompilation by LLVM's pass {llvm}{with}"),
            (None, None) if found.is_of_codegen() => {
                format!("Miscompilation by code generation, without optimizations{with}")
            }
            (None, None) => format!("Miscompilation{with}"),
        },
        Some(Fault::CompilerCrash) => match found.crash() {
            Some(Crash::Ice) => format!("ICE: {}", of_compiler("the compiler crashes: ")),
            Some(Crash::Llvm) => format!("LLVM: {}", of_compiler("the compiler crashes in LLVM: ")),
            _ => format!("rustc {}", of_compiler("the compiler ")),
        },
        Some(Fault::CompilerHang) => format!("rustc {}{with}", of_compiler("the compiler ")),
        Some(Fault::RejectedValid) => {
            format!("A valid program is rejected: {}", of_compiler("the compiler rejects it: "))
        }
        _ => summary.to_owned(),
    };
    short(&title, 150)
}

/// The labels that fit, as the tracker has them; those of rust-lang/rust anybody may ask rustbot for.
///
/// See <https://forge.rust-lang.org/release/issue-triaging.html#labels>.
pub fn labels(found: &Found) -> Vec<&'static str> {
    match Tracker::of(found) {
        Tracker::Rust => of_rust(found),
        Tracker::Llvm if found.fault() == Some(Fault::Miscompilation) => vec!["miscompilation"],
        Tracker::Llvm => vec!["crash"],
        Tracker::Cranelift | Tracker::Miri => vec!["C-bug"],
        Tracker::Gcc | Tracker::Rustassay => Vec::new(),
    }
}

fn of_rust(found: &Found) -> Vec<&'static str> {
    let mut labels = vec!["C-bug", "T-compiler"];
    let program = found.program();
    let (is_mir, is_unsafe, is_reduced, has_features) = match &program {
        Some(program) => (
            program.is_custom_mir(),
            program.text.contains("unsafe"),
            program.is_reduced,
            needs_bootstrap(&program.text, &[]),
        ),
        None => (false, true, false, false),
    };
    match found.fault() {
        Some(Fault::Miscompilation) => {
            labels.push("I-miscompile");
            if !is_mir && !is_unsafe {
                labels.push("I-unsound");
            }
        }
        Some(Fault::CompilerCrash) => match found.crash() {
            Some(Crash::Ice) => labels.push("I-ICE"),
            Some(Crash::Llvm | Crash::Signal) => labels.push("I-crash"),
            _ => {}
        },
        Some(Fault::CompilerHang) => labels.push("I-hang"),
        _ => {}
    }
    if let Some(pass) = found.mir_pass() {
        labels.push("A-mir-opt");
        match pass {
            "GVN" => labels.push("A-mir-opt-GVN"),
            "Inline" | "ForceInline" => labels.push("A-mir-opt-inlining"),
            _ => {}
        }
    }
    if found.llvm_pass().is_some() {
        labels.push("A-LLVM");
    }
    if found.is_of_codegen() {
        labels.push("A-codegen");
    }
    if found.details.kind.as_deref() == Some("evaluated") {
        labels.push("A-const-eval");
    }
    if is_mir {
        labels.push("requires-internal-features");
    } else if has_features || found.flags().iter().any(|flag| flag.starts_with("-Z")) {
        labels.push("requires-nightly");
    }
    labels.push(if is_reduced { "S-has-mcve" } else { "E-needs-mcve" });
    labels
}
