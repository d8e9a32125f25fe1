//! Where a bug is filed, under which title, and with which labels.

use crate::found::ReportedFinding;
use crate::text::condensed;
use rustassay_finding::{BackendKind, Failure, Fault, Reduction, Shows};
use rustassay_judge::engine::needs_bootstrap;
use rustassay_judge::llvm_set::StepFlags;

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
    /// That of whoever made the program that wraps a compiler.
    Wrapper,
    /// Our own.
    Rustassay,
}

impl Tracker {
    /// Where a finding belongs.
    pub fn of(found: &ReportedFinding) -> Tracker {
        let is_of_llvm_alone = found.llvm_pass().is_some()
            && found.mir_pass().is_none()
            && !found.known().cause.as_deref().is_some_and(|cause| cause.ends_with("+unknown"));
        match found.fault() {
            fault if fault.is_of_the_test_case() => Tracker::Rustassay,
            _ if found.wrapped().is_some_and(|wrapped| wrapped.shows == Shows::No) => Tracker::Wrapper,
            _ if found.known().kind == Some(BackendKind::Miri) => Tracker::Miri,
            _ if found.has_flag("-Zcodegen-backend=cranelift") => Tracker::Cranelift,
            _ if found.has_flag("-Zcodegen-backend=gcc") => Tracker::Gcc,
            _ if found.other_llvm().is_some() && is_of_other_llvm(found) => Tracker::Llvm,
            _ if is_of_llvm_alone || found.crash() == Some(Failure::Llvm) => Tracker::Llvm,
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
            Tracker::Wrapper => "whoever made the wrapper",
            Tracker::Rustassay => "Rustassay",
        }
    }

    /// Its issues.
    pub fn issues(self) -> Option<String> {
        let is_known = !matches!(self, Tracker::Wrapper | Tracker::Rustassay);
        is_known.then(|| format!("https://github.com/{}/issues", self.name()))
    }

    /// What whoever files it has to know.
    pub const fn wants(self) -> &'static str {
        match self {
            // https://rustc-dev-guide.rust-lang.org/fuzzing.html
            Tracker::Rust => {
                "rustc's developers ask that the latest nightly shows it, and that it is new to them."
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
            Tracker::Wrapper => "The compiler that it wraps does not show it, so rustc is not to blame.",
            Tracker::Rustassay => {
                "No compiler is to blame: the program breaks what Rustassay promises of its programs. Please report it to \
                 Rustassay's developers."
            }
        }
    }
}

/// Whether another LLVM than the compiler's own is to blame: nobody has found anything else.
fn is_of_other_llvm(found: &ReportedFinding) -> bool {
    let cause = found.known().cause.as_deref().unwrap_or("llvm");
    match found.fault() {
        Fault::Miscompilation => cause.starts_with("llvm"),
        Fault::CompilerCrash => {
            matches!(found.crash(), Some(Failure::Llvm | Failure::BrokenIr | Failure::Signal))
        }
        fault => fault == Fault::CompilerHang,
    }
}

/// The flags of a finding for a title: with another LLVM, as its tools are called.
fn flags_in_title(found: &ReportedFinding) -> String {
    let flags = found.flags();
    let sorted = StepFlags::of(flags);
    let of_tool = |tool: &str, flags: &[String]| {
        let is_told = !flags.is_empty();
        is_told.then(|| format!("`{tool} {}`", flags.join(" ")))
    };
    match (found.other_llvm(), flags) {
        (_, []) => String::new(),
        (None, flags) => format!(" with {}", flags.join(" ")),
        (Some(_), _) => {
            let target = found.known().compiler.as_ref().and_then(|compiler| compiler.target.as_deref());
            let target = target.and_then(|triple| triple.split('-').next());
            let target = target.map_or_else(String::new, |target| format!(" for {target}"));
            let tools = [of_tool("opt", &sorted.opt), of_tool("llc", &sorted.llc)];
            let tools: Vec<String> = tools.into_iter().flatten().collect();
            let by = if tools.is_empty() { "`llc`".to_owned() } else { tools.join(" and ") };
            format!("{target} by {by}")
        }
    }
}

/// How long a title may be, in characters.
const TITLE: usize = 150;

/// A title for the issue: one line that says what is wrong.
pub fn title(found: &ReportedFinding) -> String {
    let with = flags_in_title(found);
    let summary = &*found.known().summary;
    let after = |start: &str| summary.strip_prefix(start).unwrap_or(summary);
    let title = match found.fault() {
        Fault::Miscompilation => {
            let by = match (found.mir_pass(), found.llvm_pass()) {
                (Some(mir), Some(llvm)) => format!(" by the MIR pass {mir} and LLVM's pass {llvm}{with}"),
                (Some(mir), None) => format!(" by the MIR pass {mir}{with}"),
                (None, Some(llvm)) => format!(" by LLVM's pass {llvm}{with}"),
                (None, None) if found.is_of_codegen() && found.flags().is_empty() => {
                    " by code generation, without optimizations".to_owned()
                }
                (None, None) if found.is_of_codegen() => {
                    format!(" by code generation{with}, with all passes off")
                }
                (None, None) => with,
            };
            let title = format!("Miscompilation{by}");
            let longer = wrong(found).map(|wrong| format!("{title}: {wrong}"));
            longer.filter(|longer| longer.chars().count() <= TITLE).unwrap_or(title)
        }
        Fault::CompilerCrash => match found.crash() {
            Some(Failure::Ice) => {
                let message = found.message().unwrap_or_else(|| after("the compiler crashes: ").to_owned());
                format!("ICE: {message}")
            }
            Some(Failure::Llvm) => {
                let kind = found.known().signature.split(" | ").next().unwrap_or("LLVM error");
                format!("{kind}: {}", after("the compiler crashes in LLVM: "))
            }
            _ => format!("rustc {}", after("the compiler ")),
        },
        Fault::CompilerHang => match after("the compiler hangs: ") {
            "unknown phase" => format!("rustc hangs{with}"),
            phase if phase.contains(" pass ") => format!("rustc hangs in the {phase}{with}"),
            phase if phase.starts_with("after ") => format!("rustc hangs {phase}{with}"),
            phase => format!("rustc hangs in {phase}{with}"),
        },
        Fault::RejectedValid => {
            format!("Valid program rejected{with}: {}", after("the compiler rejects it: "))
        }
        Fault::AcceptedInvalid => match found.about() {
            Some(about) => format!("Invalid program accepted{with}, against the rule {about}"),
            None => format!("Invalid program accepted{with}"),
        },
        Fault::Disagreement => {
            let why = summary.split_once("rejects it: ").map_or(summary, |(_, why)| why);
            match with.is_empty() {
                true => format!("Program accepted in one setting and rejected in another: {why}"),
                false => {
                    format!("Program accepted or rejected, depending on {}: {why}", found.flags().join(" "))
                }
            }
        }
        _ => summary.to_owned(),
    };
    condensed(&title, TITLE)
}

/// What a miscompiled program does instead, if that is short.
fn wrong(found: &ReportedFinding) -> Option<String> {
    let (_, expected) = found.expected()?;
    let (_, actual) = found.happened()?;
    let (expected, actual) = expected.lines().zip(actual.lines()).find(|(wanted, seen)| wanted != seen)?;
    // The last line says how it ended.
    let end = |line: &str| line.strip_prefix('(')?.strip_suffix(')').map(str::to_owned);
    match (end(expected), end(actual)) {
        (_, Some(seen)) => Some(format!("the program {seen}")),
        (Some(_), None) => Some(format!("prints {}, where it should end", actual.trim())),
        (None, None) => Some(format!("prints {} instead of {}", actual.trim(), expected.trim())),
    }
}

/// The labels that fit, as the tracker has them; those of rust-lang/rust anybody may ask rustbot for.
///
/// See <https://forge.rust-lang.org/release/issue-triaging.html#labels>.
pub fn labels(found: &ReportedFinding) -> Vec<&'static str> {
    match Tracker::of(found) {
        Tracker::Rust => of_rust(found),
        Tracker::Llvm if found.fault() == Fault::Miscompilation => vec!["miscompilation"],
        Tracker::Llvm => vec!["crash"],
        Tracker::Cranelift | Tracker::Miri => vec!["C-bug"],
        Tracker::Gcc | Tracker::Wrapper | Tracker::Rustassay => Vec::new(),
    }
}

fn of_rust(found: &ReportedFinding) -> Vec<&'static str> {
    let mut labels = vec!["C-bug", "T-compiler"];
    let program = found.program();
    let (is_mir, is_unsafe, has_features) = match &program {
        Some(program) => {
            (program.is_custom_mir(), program.text.contains("unsafe"), needs_bootstrap(&program.text, &[]))
        }
        None => (false, true, false),
    };
    match found.fault() {
        Fault::Miscompilation => {
            labels.push("I-miscompile");
            if !is_mir && !is_unsafe {
                labels.push("I-unsound");
            }
        }
        Fault::CompilerCrash => match found.crash() {
            Some(Failure::Ice) => labels.push("I-ICE"),
            Some(Failure::Llvm | Failure::BrokenIr | Failure::Signal) => labels.push("I-crash"),
            _ => {}
        },
        Fault::CompilerHang => labels.push("I-hang"),
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
    if found.known().kind == Some(BackendKind::Evaluated) {
        labels.push("A-const-eval");
    }
    if is_mir {
        labels.push("requires-internal-features");
    } else if has_features || found.flags().iter().any(|flag| flag.starts_with("-Z")) {
        labels.push("requires-nightly");
    }
    labels.push(match found.reduction() {
        Reduction::Reduced => "S-has-mcve",
        Reduction::Unfinished(_) | Reduction::Whole => "E-needs-mcve",
    });
    if found.is_bisected() {
        labels.push("S-has-bisection");
    }
    labels
}
