//! What is known of a finding.

use crate::text::printable;
use rustassay_judge::engine::needs_bootstrap;
use rustassay_judge::miri::Opinion;
use rustassay_judge::verdict::Fault;
use rustassay_store::record::Finding;
use serde::Deserialize;
use std::path::Path;

/// A finding, with all that the store has of it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The finding.
    pub finding: Finding,
    /// What else is known.
    pub details: Details,
    /// The files that belong to it, by name.
    pub artefacts: Vec<(String, Vec<u8>)>,
    /// The version of Rustassay that made it.
    pub version: Option<String>,
}

/// What a campaign writes down of a finding beside the finding itself. Older campaigns did not know all of it, and not everything is known
/// of every finding.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
#[allow(missing_docs)]
pub struct Details {
    /// What it has in common with others of the same cause.
    pub signature: Option<String>,
    /// What the backend does with a program: `compiled`, `evaluated`, `miri`.
    pub kind: Option<String>,
    /// What the compiler was told.
    pub flags: Option<Vec<String>>,
    /// The compiler's path.
    pub rustc: Option<String>,
    pub version: Option<String>,
    /// What `rustc --version --verbose` prints.
    pub verbose_version: Option<String>,
    pub host: Option<String>,
    pub llvm: Option<String>,
    /// What compiles the program, as `case.rs`.
    pub command: Option<String>,
    /// What makes the program.
    pub generate: Option<String>,
    /// The flags without which nothing is wrong.
    pub needed_flags: Option<Vec<String>>,
    /// The guilty part of the compiler, in words.
    pub guilty: Option<String>,
    /// The guilty passes.
    pub passes: Option<Vec<Pass>>,
    /// The flag that switches the first of them on, where the second only shows what it did.
    pub switched_on_by: Option<String>,
    /// What other compilers do.
    pub compilers: Option<Vec<Compiler>>,
    /// Since when it is there, in words.
    pub extent: Option<String>,
    /// What the compiler said that did not build it.
    pub said: Option<String>,
    /// What it was computing, innermost first.
    pub queries: Option<Vec<String>>,
    /// The functions on its stack, innermost first.
    pub backtrace: Option<Vec<String>>,
    /// What Miri says of the program.
    pub miri: Option<Opinion>,
}

/// A run of a pass that makes a right result wrong: what `rustassay_bisect::Pass` says of it.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
#[allow(missing_docs)]
pub struct Pass {
    pub layer: String,
    pub name: String,
    pub on: Option<String>,
    pub index: usize,
    pub is_confirmed: Option<bool>,
    pub disabling: Vec<String>,
    pub without: Vec<String>,
    pub with: Vec<String>,
    pub needs: Vec<String>,
}

/// What a compiler does with the program and the flags that are needed.
#[derive(Clone, Default, Debug, Deserialize)]
#[serde(default)]
#[allow(missing_docs)]
pub struct Compiler {
    pub name: String,
    pub version: String,
    /// Whether it shows the same; `None` if that cannot be told.
    pub shows: Option<bool>,
    /// Why it cannot be told.
    pub why: Option<String>,
}

/// A program that shows a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its file.
    pub file: &'static str,
    /// Its text.
    pub text: String,
    /// Whether all that is not needed was taken away.
    pub is_reduced: bool,
    /// The files with what it must do and what it does.
    pub expected: &'static str,
    #[allow(missing_docs)]
    pub actual: &'static str,
}

impl Program {
    /// Whether it is written in rustc's own language for MIR.
    pub fn is_custom_mir(&self) -> bool {
        self.text.contains("#[custom_mir(")
    }
}

/// The files that may have the program, the best for people first: surface Rust, then what is short. With each, whether it is reduced, and the files with what it
/// must do and does.
const PROGRAMS: [(&str, bool, &str, &str); 3] = [
    ("reduced-surface.rs", true, "reduced-surface-expected.txt", "reduced-surface-actual.txt"),
    ("reduced.rs", true, "reduced-expected.txt", "reduced-actual.txt"),
    ("program.rs", false, "expected.txt", "actual.txt"),
];

/// How a compiler breaks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Crash {
    /// rustc notices it itself.
    Ice,
    /// LLVM gives up.
    Llvm,
    /// A signal kills it.
    Signal,
    /// It uses more of something than it may.
    Excess,
}

impl Found {
    /// A finding as it is in the store.
    pub fn new(finding: Finding, artefacts: Vec<(String, Vec<u8>)>, version: Option<String>) -> Found {
        let details = serde_json::from_str(&finding.details).unwrap_or_default();
        Found { finding, details, artefacts, version }
    }

    /// What is wrong; `None` if a newer version has found it.
    pub fn fault(&self) -> Option<Fault> {
        Fault::from_name(&self.finding.fault)
    }

    /// Whether somebody should hear of it: it is a compiler's fault, and not known already.
    pub fn is_news(&self) -> bool {
        self.finding.muted.is_none() && !self.fault().is_some_and(Fault::is_of_the_test_case)
    }

    /// The text of a file that belongs to it.
    pub fn file(&self, name: &str) -> Option<String> {
        let (_, bytes) = self.artefacts.iter().find(|(other, _)| other == name)?;
        Some(printable(bytes))
    }

    /// The best program there is.
    pub fn program(&self) -> Option<Program> {
        PROGRAMS.into_iter().find_map(|(file, is_reduced, expected, actual)| {
            let text = self.file(file)?;
            Some(Program { file, text, is_reduced, expected, actual })
        })
    }

    /// What the best program must do, with the file's name.
    pub fn expected(&self) -> Option<(&'static str, String)> {
        let file = self.program().map_or("expected.txt", |program| program.expected);
        Some((file, self.file(file)?))
    }

    /// What the guilty passes did, a unified diff each, with the file's name.
    pub fn differences(&self) -> Vec<(&str, String)> {
        let is_difference = |name: &str| name.starts_with("pass") && name.ends_with(".diff");
        let files = self.artefacts.iter().filter(|(name, _)| is_difference(name));
        files.map(|(name, bytes)| (&**name, printable(bytes))).collect()
    }

    /// What happened, in the compiler's words where there are some, with the name of a file that has it.
    pub fn happened(&self) -> Option<(&'static str, String)> {
        let file = self.program().map_or("actual.txt", |program| program.actual);
        let said = self.details.said.as_ref().map(|said| printable(said.as_bytes()));
        let said = said.filter(|said| !said.trim().is_empty());
        Some((file, said.or_else(|| self.file(file))?))
    }

    /// How the compiler breaks, if it does, by how its signature begins.
    pub fn crash(&self) -> Option<Crash> {
        if self.fault() != Some(Fault::CompilerCrash) {
            return None;
        }
        let signature = self.details.signature.as_deref().unwrap_or_default();
        Some(match signature {
            it if it.starts_with("rustc ") => Crash::Ice,
            it if it.starts_with("LLVM ") => Crash::Llvm,
            it if it.starts_with("compiler killed by ") => Crash::Signal,
            _ => Crash::Excess,
        })
    }

    /// The guilty passes, by layer (`mir`, `llvm`), as the cause names them.
    fn guilty_passes(&self, layer: &str) -> Option<&str> {
        let parts = self.finding.cause.as_deref()?.split('+');
        parts.filter_map(|part| part.split_once(':')).find(|(of, _)| *of == layer).map(|(_, name)| name)
    }

    /// The guilty MIR pass.
    pub fn mir_pass(&self) -> Option<&str> {
        self.guilty_passes("mir")
    }

    /// The guilty pass of LLVM.
    pub fn llvm_pass(&self) -> Option<&str> {
        self.guilty_passes("llvm")
    }

    /// Whether the guilty part makes code, and no optimization is needed.
    pub fn is_of_codegen(&self) -> bool {
        self.finding.cause.as_deref() == Some("codegen")
    }

    /// Whether a flag is part of the command, by how it begins.
    pub fn has_flag(&self, start: &str) -> bool {
        let command = self.details.command.as_deref().unwrap_or_default();
        command.split_whitespace().any(|word| word.starts_with(start))
    }

    /// The flags that matter; all of them if that is not known.
    pub fn flags(&self) -> &[String] {
        let flags = self.details.needed_flags.as_ref().or(self.details.flags.as_ref());
        flags.map_or(&[], |flags| flags)
    }

    /// The compiler as others can call it: by rustup's name for it, without a path of this machine.
    pub fn rustc(&self) -> String {
        let path = Path::new(self.details.rustc.as_deref().unwrap_or_default());
        let is_toolchain = |path: &&Path| path.parent().is_some_and(|folder| folder.ends_with("toolchains"));
        let toolchain = path.ancestors().find(is_toolchain).and_then(Path::file_name);
        let Some(name) = toolchain.map(|name| name.to_string_lossy()) else { return "rustc".to_owned() };
        let host = self.details.host.as_deref().unwrap_or_default();
        let name = name.strip_suffix(host).map_or(&*name, |name| name.trim_end_matches('-'));
        match (name, &self.details.version) {
            // What is stable changes.
            ("stable", Some(version)) => format!("rustc +{version}"),
            (name, _) => format!("rustc +{name}"),
        }
    }

    /// A command as others can type it.
    pub fn portable(&self, command: &str) -> String {
        match self.details.rustc.as_deref() {
            None | Some("") => command.to_owned(),
            Some(path) => {
                let quoted = format!("'{}'", path.replace('\'', r"'\''"));
                command.replacen(&quoted, &self.rustc(), 1).replacen(path, &self.rustc(), 1)
            }
        }
    }

    /// The command that shows it.
    pub fn command(&self) -> Option<String> {
        let command = self.details.command.as_deref().filter(|command| !command.is_empty())?;
        let command = self.portable(command);
        // Where neither the program nor the flags need it, a stable compiler is not told to be another.
        let needs_nightly = self.program().is_none_or(|program| needs_bootstrap(&program.text, &[]))
            || command.contains(" -Z");
        match command.strip_prefix("RUSTC_BOOTSTRAP=1 ") {
            Some(plain) if !needs_nightly => Some(plain.to_owned()),
            _ => Some(command),
        }
    }

    /// The backends that show it, without paths of this machine.
    pub fn backends(&self) -> Vec<String> {
        self.finding.backends.iter().map(|name| without_folders(name, 2)).collect()
    }
}

/// The last parts of a name that is a path; any other name as it is.
pub(crate) fn without_folders(name: &str, parts: usize) -> String {
    if !name.starts_with('/') {
        return name.to_owned();
    }
    let mut last: Vec<&str> = name.rsplit('/').take(parts).collect();
    last.reverse();
    last.join("/")
}
