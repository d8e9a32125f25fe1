//! A finding, with what reports say of it.

use crate::text::printable;
use rustassay_finding::{
    Failure, Fault, Finding, Guilty, LocalisedIn, OtherLlvm, Reduction, Shows, TriedCompiler,
};
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::engine::needs_bootstrap;
use rustassay_lang::Release;
use rustassay_lang::quoted;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_store::record::StoredFinding;
use std::path::Path;

/// A finding, with all that the store has of it.
#[derive(Clone, Debug)]
pub struct ReportedFinding {
    /// The finding.
    pub finding: StoredFinding,
    /// The files that belong to it, by name.
    pub artefacts: Vec<(String, Vec<u8>)>,
    /// The version of Rustassay that made it.
    pub version: Option<String>,
}

/// A program that shows a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its file.
    pub file: &'static str,
    /// Its text.
    pub text: String,
    /// Whether something was taken away.
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

/// Whose compiler it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CompilerOrigin {
    /// It is as rustup or a distribution installs it.
    Stock,
    /// Somebody built it.
    Own,
    /// It is a program that calls another compiler.
    Wrapper,
}

impl ReportedFinding {
    /// A finding as it is in the store. Custom MIR is stored as compilers read it fastest; here it is as people write it.
    pub fn new(
        finding: StoredFinding,
        artefacts: Vec<(String, Vec<u8>)>,
        version: Option<String>,
    ) -> ReportedFinding {
        let compiler = finding.known.compiler.as_ref();
        let release = compiler.map(|compiler| compiler.custom_mir.as_ref().unwrap_or(&compiler.version));
        let release = release.and_then(|text| text.parse().ok()).unwrap_or(Release::REFERENCE);
        let for_people = |(name, bytes): (String, Vec<u8>)| match for_people(&name, &bytes, release) {
            Some(text) => (name, text.into_bytes()),
            None => (name, bytes),
        };
        let artefacts = artefacts.into_iter().map(for_people).collect();
        ReportedFinding { finding, artefacts, version }
    }

    /// What is known of it.
    pub fn known(&self) -> &Finding {
        &self.finding.known
    }

    /// What is wrong.
    pub fn fault(&self) -> Fault {
        self.known().fault
    }

    /// Whether somebody should hear of it: it is a compiler's fault, and nobody knows it already.
    pub fn is_news(&self) -> bool {
        self.finding.is_new() && !self.fault().is_of_the_test_case()
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
        let said = self.known().evidence.said().map(|said| printable(said.as_bytes()));
        let said = said.filter(|said| !said.trim().is_empty());
        Some((file, said.or_else(|| self.file(file))?))
    }

    /// What a compiler that crashed said, without the place in its sources.
    pub fn message(&self) -> Option<String> {
        let message = self.known().evidence.message.as_ref()?;
        Some(message.lines().collect::<Vec<_>>().join(" ")).filter(|message| !message.trim().is_empty())
    }

    /// How the compiler crashes, if it does.
    pub fn crash(&self) -> Option<Failure> {
        self.known().evidence.failure.filter(|_| self.fault() == Fault::CompilerCrash)
    }

    /// The guilty passes, by layer (`mir`, `llvm`), as the cause names them.
    fn guilty_passes(&self, layer: &str) -> Option<&str> {
        let parts = self.known().cause.as_deref()?.split('+');
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

    /// The LLVM that made the code, if it is not the compiler's own.
    pub fn other_llvm(&self) -> Option<&OtherLlvm> {
        self.known().compiler.as_ref()?.other_llvm.as_ref()
    }

    /// Whether the guilty part makes code, and no optimization is needed.
    pub fn is_of_codegen(&self) -> bool {
        self.known().cause.as_deref() == Some("codegen")
    }

    /// Whether a flag is part of the command, by how it begins.
    pub fn has_flag(&self, start: &str) -> bool {
        let command = self.known().commands.compile.as_deref().unwrap_or_default();
        command.split_whitespace().any(|word| word.starts_with(start))
    }

    /// The flags without which the program that is shown is not wrong, if that is known.
    pub fn needed_flags(&self) -> Option<&[String]> {
        let is_of_this = self.known().localised_in == LocalisedIn::Reduced
            || !self.program().is_some_and(|program| program.is_reduced);
        self.guilty().map(|guilty| &*guilty.settings).filter(|_| is_of_this)
    }

    /// The flags of the command.
    pub fn flags(&self) -> &[String] {
        self.needed_flags().unwrap_or(&self.known().flags)
    }

    /// How far the program that is shown is reduced.
    pub fn reduction(&self) -> &Reduction {
        match self.program() {
            Some(program) if program.is_reduced => &self.known().reduction,
            _ => &Reduction::Whole,
        }
    }

    /// Whose compiler it is.
    pub fn maker(&self) -> CompilerOrigin {
        let path = Path::new(self.path());
        let is_installed =
            path.as_os_str().is_empty() || toolchain(path).is_some() || path.starts_with("/usr");
        match (self.wraps(), is_installed) {
            (Some(_), _) => CompilerOrigin::Wrapper,
            (None, true) => CompilerOrigin::Stock,
            (None, false) => CompilerOrigin::Own,
        }
    }

    /// What the compiler does that this one wraps.
    pub fn wrapped(&self) -> Option<&TriedCompiler> {
        let path = self.wraps()?;
        self.known().compilers.iter().find(|compiler| compiler.rustc.as_deref() == Some(path))
    }

    /// The path of the compiler that this one wraps.
    pub(crate) fn wraps(&self) -> Option<&str> {
        self.known().compiler.as_ref()?.wraps.as_deref()
    }

    /// The path of the compiler that it was seen with; empty if there is none.
    pub(crate) fn path(&self) -> &str {
        self.known().compiler.as_ref().map_or("", |compiler| &compiler.rustc)
    }

    /// The guilty part of the compiler, if somebody has looked for it.
    pub fn guilty(&self) -> Option<&Guilty> {
        self.known().guilty.as_ref()
    }

    /// The version of the compiler.
    pub(crate) fn compiler_version(&self) -> Option<&str> {
        self.known().compiler.as_ref().map(|compiler| &*compiler.version)
    }

    /// The path of the compiler to show it with: the one that it was seen with, or what that wraps, if it shows it, too.
    fn shown_with(&self) -> &str {
        let wrapped = self.wrapped().filter(|wrapped| wrapped.shows == Shows::Yes);
        wrapped.and(self.wraps()).unwrap_or_else(|| self.path())
    }

    /// The compiler as others can call it: by rustup's name for it, without a folder of this machine.
    pub fn rustc(&self) -> String {
        self.name_of(self.shown_with(), self.compiler_version())
    }

    /// A compiler of some version as others can call it.
    pub(crate) fn name_of(&self, path: &str, version: Option<&str>) -> String {
        let path = Path::new(path);
        let Some(name) = toolchain(path) else {
            return match path.as_os_str().is_empty() || path.starts_with("/usr") {
                true => "rustc".to_owned(),
                false => quoted(&format!("path/to/{}", last_parts(path))),
            };
        };
        let compiler = self.known().compiler.as_ref();
        let host = compiler.and_then(|compiler| compiler.host.as_deref()).unwrap_or_default();
        let name = name.strip_suffix(host).map_or(&*name, |name| name.trim_end_matches('-'));
        match (name, version) {
            // What is stable changes.
            ("stable", Some(version)) => format!("rustc +{version}"),
            (name, _) => format!("rustc +{name}"),
        }
    }

    /// A command as others can type it.
    fn portable(&self, command: &str) -> String {
        let mut command = match self.path() {
            "" => command.to_owned(),
            path => command.replace(&format!("{} ", quoted(path)), &format!("{} ", self.rustc())),
        };
        for tool in self.other_llvm().into_iter().flat_map(|llvm| [&llvm.opt, &llvm.llc]) {
            let name =
                Path::new(tool).file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
            command = command.replace(&quoted(tool), &name);
        }
        command
    }

    /// The command that shows it, with no more flags than are needed.
    pub fn command(&self) -> Option<String> {
        let command = self.known().commands.compile.as_deref().filter(|command| !command.is_empty())?;
        let words =
            |flags: &[String]| -> String { flags.iter().map(|flag| format!(" {}", quoted(flag))).collect() };
        let all = words(&self.known().flags);
        let command =
            self.portable(command).replacen(&format!("{all} "), &format!("{} ", words(self.flags())), 1);
        // Where neither the program nor the flags need it, a stable compiler is not told to be another.
        let needs_nightly = self.program().is_none_or(|program| needs_bootstrap(&program.text, &[]))
            || command.contains(" -Z");
        match command.strip_prefix("RUSTC_BOOTSTRAP=1 ") {
            Some(plain) if !needs_nightly => Some(plain.to_owned()),
            _ => Some(command),
        }
    }

    /// The newest nightly that was tried.
    pub fn newest_nightly(&self) -> Option<&TriedCompiler> {
        self.known().compilers.iter().rfind(|compiler| compiler.version.ends_with("-nightly"))
    }

    /// Whether the compiler accepts the program: where settings do not agree, it is the one that was looked at.
    pub fn is_accepted(&self) -> bool {
        self.known().evidence.failure.is_none()
    }

    /// Whether it is known in which night it began: the last compiler that is right and the first that is wrong are of nights that follow each other.
    pub fn is_bisected(&self) -> bool {
        let is_told = |compiler: &&TriedCompiler| !matches!(compiler.shows, Shows::Unknown(_));
        let told: Vec<&TriedCompiler> = self.known().compilers.iter().filter(is_told).collect();
        let mut changes = told.windows(2).filter(|pair| pair[0].shows != pair[1].shows);
        let (Some([good, bad]), None) = (changes.next(), changes.next()) else { return false };
        match (night(good), night(bad)) {
            (Some(last_good), Some(first_bad)) => {
                bad.shows == Shows::Yes && (0..=1).contains(&(first_bad - last_good))
            }
            _ => false,
        }
    }

    /// What the program is about, if it is about one thing.
    pub fn about(&self) -> Option<&str> {
        match *self.finding.key.split(" | ").collect::<Vec<_>>() {
            [_, about, _] => Some(about),
            _ => None,
        }
    }

    /// The backends that show it, without paths of this machine.
    pub fn backends(&self) -> Vec<String> {
        self.finding.backends.iter().map(|name| without_folders(name, 2)).collect()
    }
}

/// The day of a nightly's commit, counted from some day on.
fn night(compiler: &TriedCompiler) -> Option<i64> {
    let verbose = compiler.verbose_version.as_ref().filter(|_| compiler.version.ends_with("-nightly"))?;
    let date = verbose.lines().find_map(|line| line.strip_prefix("commit-date: "))?;
    let mut numbers = date.splitn(3, '-').map(|number| number.parse::<i64>().ok());
    let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
    // A year that begins in March ends with the day that not every year has.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let leap_days = year / 4 - year / 100 + year / 400;
    Some(365 * year + leap_days + (153 * month + 2) / 5 + day)
}

/// A program in custom MIR as people write it; `None` for all other files.
fn for_people(name: &str, bytes: &[u8], release: Release) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok().filter(|_| name.ends_with(".rs"))?;
    match Case::from_text(name, text.to_owned(), None).source {
        CaseSource::Mir(source) => print(&source.program, &PrintOptions { form: Form::People, release }).ok(),
        CaseSource::Rust { .. } => None,
    }
}

/// Rustup's name for a compiler.
fn toolchain(rustc: &Path) -> Option<std::borrow::Cow<'_, str>> {
    let is_toolchain = |path: &&Path| path.parent().is_some_and(|folder| folder.ends_with("toolchains"));
    rustc.ancestors().find(is_toolchain).and_then(Path::file_name).map(|name| name.to_string_lossy())
}

/// The end of a compiler's path that tells it from others, without what is this machine's: `stage1/bin/rustc`.
fn last_parts(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    let is_in_bin = parts.len() > 1 && parts[parts.len() - 2] == "bin";
    parts[parts.len().saturating_sub(if is_in_bin { 3 } else { 2 })..].join("/")
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
