//! Ways to run a program, as data.

use crate::case::{Case, CaseSource};
use rustassay_finding::BackendKind;
use rustassay_lang::{Architecture, Release};
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// A way to run a program.
#[derive(Clone, Debug)]
pub struct Backend {
    /// What people call it, such as `1.95.0/O3`. No two in a set have the same.
    pub name: String,
    /// What it does with a program.
    pub kind: Executor,
    /// The compiler; the machine needs none.
    pub toolchain: Option<Arc<Toolchain>>,
    /// What the compiler is told beside the program.
    pub flags: Vec<String>,
}

/// What a backend does with a program.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Executor {
    /// Runs it on the abstract machine.
    Machine,
    /// Compiles it with rustc, and runs what comes of it.
    Compiled(Codegen),
    /// Lets rustc evaluate it as a constant.
    Evaluated,
    /// Runs it with Miri.
    Miri,
    /// Has rustc check it as a library: nothing is run.
    Checked,
}

impl From<Executor> for BackendKind {
    fn from(executor: Executor) -> BackendKind {
        match executor {
            Executor::Machine => BackendKind::Machine,
            Executor::Compiled(_) => BackendKind::Compiled,
            Executor::Evaluated => BackendKind::Evaluated,
            Executor::Miri => BackendKind::Miri,
            Executor::Checked => BackendKind::Checked,
        }
    }
}

/// What makes machine code of rustc's MIR.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Codegen {
    Llvm,
    Cranelift,
    Gcc,
}

impl Codegen {
    /// The flag that chooses it; LLVM is what there is without.
    pub const fn flag(self) -> Option<&'static str> {
        match self {
            Codegen::Llvm => None,
            Codegen::Cranelift => Some("-Zcodegen-backend=cranelift"),
            Codegen::Gcc => Some("-Zcodegen-backend=gcc"),
        }
    }
}

impl Backend {
    /// The abstract machine.
    pub fn machine() -> Backend {
        Backend { name: "machine".to_owned(), kind: Executor::Machine, toolchain: None, flags: Vec::new() }
    }

    /// The same with more flags, by a name of its own.
    pub fn with_flags(&self, name: &str, flags: &[&str]) -> Backend {
        let mut more = self.clone();
        more.name = format!("{}-{name}", self.name);
        more.flags.extend(flags.iter().map(|&flag| flag.to_owned()));
        more
    }

    /// What its compiler is called: its own name without the setting.
    pub fn compiler_name(&self) -> &str {
        self.name.rsplit_once('/').map_or(&*self.name, |(compiler, _)| compiler)
    }

    /// The release of its compiler, if that is one of rustc.
    pub fn release(&self) -> Option<Release> {
        self.toolchain.as_ref().and_then(|toolchain| toolchain.version.rust_release())
    }

    /// The release whose custom MIR its compiler takes.
    pub fn custom_mir(&self) -> Option<Release> {
        self.toolchain.as_ref().and_then(|toolchain| toolchain.capabilities.custom_mir)
    }

    /// What its programs are built for, if it is known; the machine runs programs for all.
    pub fn architecture(&self) -> Option<&'static Architecture> {
        self.toolchain.as_ref().and_then(|toolchain| Architecture::of(toolchain.triple()))
    }

    /// Why this backend can say nothing of a program; `None` if it can.
    pub fn cannot_run(&self, case: &Case) -> Option<&'static str> {
        let is_only_checked = case.expectation.is_only_checked();
        if !is_only_checked && self.architecture().is_some_and(|own| own.layout != case.target.layout) {
            return Some("it is for another memory layout");
        }
        let is_set = |flag: &str| self.flags.iter().any(|other| other.starts_with(flag));
        let target = self.toolchain.as_ref().and_then(|toolchain| toolchain.target.as_ref());
        let aborts = is_set("-Cpanic=abort") || target.is_some_and(|target| target.runs && !target.unwinds);
        match (&case.source, self.kind) {
            (_, Executor::Compiled(_) | Executor::Checked) if case.expectation.is_only_checked() => None,
            (_, Executor::Checked) => Some("it only checks libraries"),
            (_, _) if case.expectation.is_only_checked() => Some("it is a library, which is only checked"),
            (CaseSource::Rust { .. }, Executor::Evaluated) => Some("it runs custom MIR only"),
            // What a panic does then is another program.
            (CaseSource::Rust { .. }, Executor::Compiled(_)) if aborts => {
                Some("without unwinding, a panic does something else")
            }
            (CaseSource::Mir(source), Executor::Compiled(_)) if aborts && source.may_unwind => {
                Some("without unwinding, a panic does something else")
            }
            // Overflow and `debug_assert!` are part of what a Rust program does.
            (CaseSource::Rust { .. }, Executor::Compiled(_))
                if is_set("-Coverflow-checks") || is_set("-Cdebug-assertions") =>
            {
                Some("overflow checks are part of what a program does")
            }
            _ => None,
        }
    }
}
