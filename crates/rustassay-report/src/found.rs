//! What is known of a finding.

use crate::text::printable;
use rustassay_judge::case::{Case, Source};
use rustassay_judge::engine::{needs_bootstrap, quoted};
use rustassay_judge::miri::Opinion;
use rustassay_judge::verdict::Fault;
use rustassay_mir::print::{Form, Options, print};
use rustassay_mir::release::Release;
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
    /// The path of the compiler that it wraps.
    pub wraps: Option<String>,
    pub version: Option<String>,
    /// What `rustc --version --verbose` prints.
    pub verbose_version: Option<String>,
    pub host: Option<String>,
    pub llvm: Option<String>,
    /// The release whose custom MIR it takes.
    pub custom_mir: Option<String>,
    /// What compiles the program, as `case.rs`.
    pub command: Option<String>,
    /// What makes the program.
    pub generate: Option<String>,
    /// The flags without which nothing is wrong: with the program as it was found, unless the next says otherwise.
    pub needed_flags: Option<Vec<String>>,
    /// Whether they are those that the reduced program needs.
    pub is_needed_by_reduced: Option<bool>,
    /// Whether no more will be done to make the program smaller.
    pub reduced: Option<bool>,
    /// Whether the reducer had nothing left to try.
    pub reduction_finished: Option<bool>,
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
    /// What `rustc --version --verbose` prints.
    pub verbose_version: Option<String>,
    /// Its path.
    pub rustc: Option<String>,
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

/// How far the program was made smaller.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Nothing more can go.
    Finished,
    /// More may go.
    Unfinished,
    /// It is as it was generated.
    NotBegun,
}

/// Whose compiler it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Maker {
    /// It is as rustup or a distribution installs it.
    Stock,
    /// Somebody built it.
    Own,
    /// It is a program that calls another compiler.
    Wrapper,
}

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
    /// A finding as it is in the store. Custom MIR is stored as compilers read it fastest; here it is as people write it.
    pub fn new(finding: Finding, artefacts: Vec<(String, Vec<u8>)>, version: Option<String>) -> Found {
        let details: Details = serde_json::from_str(&finding.details).unwrap_or_default();
        let release = details.custom_mir.as_ref().or(details.version.as_ref());
        let release = release.and_then(|text| text.parse().ok()).unwrap_or(Release::REFERENCE);
        let for_people = |(name, bytes): (String, Vec<u8>)| match for_people(&name, &bytes, release) {
            Some(text) => (name, text.into_bytes()),
            None => (name, bytes),
        };
        let artefacts = artefacts.into_iter().map(for_people).collect();
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

    /// What a compiler that crashed said, without the place in its sources.
    pub fn message(&self) -> Option<String> {
        let said = self.details.said.as_ref()?;
        let lines = said.lines().filter(|line| !line.starts_with("at "));
        Some(lines.collect::<Vec<_>>().join(" ")).filter(|message| !message.trim().is_empty())
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

    /// The flags without which the program that is shown is not wrong, if that is known.
    pub fn needed_flags(&self) -> Option<&[String]> {
        let is_of_this = self.details.is_needed_by_reduced == Some(true)
            || !self.program().is_some_and(|program| program.is_reduced);
        self.details.needed_flags.as_deref().filter(|_| is_of_this)
    }

    /// The flags of the command.
    pub fn flags(&self) -> &[String] {
        self.needed_flags().or(self.details.flags.as_deref()).unwrap_or_default()
    }

    /// How far the program was made smaller.
    pub fn reduction(&self) -> Reduction {
        let is_finished =
            self.details.reduced == Some(true) && self.details.reduction_finished != Some(false);
        match self.program() {
            Some(program) if program.is_reduced && is_finished => Reduction::Finished,
            Some(program) if program.is_reduced => Reduction::Unfinished,
            _ => Reduction::NotBegun,
        }
    }

    /// Whose compiler it is.
    pub fn maker(&self) -> Maker {
        let path = Path::new(self.details.rustc.as_deref().unwrap_or_default());
        let is_installed =
            path.as_os_str().is_empty() || toolchain(path).is_some() || path.starts_with("/usr");
        match (&self.details.wraps, is_installed) {
            (Some(_), _) => Maker::Wrapper,
            (None, true) => Maker::Stock,
            (None, false) => Maker::Own,
        }
    }

    /// What the compiler does that this one wraps.
    pub fn wrapped(&self) -> Option<&Compiler> {
        let path = self.details.wraps.as_ref()?;
        self.details.compilers.as_ref()?.iter().find(|compiler| compiler.rustc.as_ref() == Some(path))
    }

    /// The path of the compiler to show it with: the one that it was seen with, or what that wraps, if it shows it, too.
    fn shown_with(&self) -> &str {
        let wrapped = self.wrapped().filter(|wrapped| wrapped.shows == Some(true));
        let wrapped = wrapped.and(self.details.wraps.as_deref());
        wrapped.or(self.details.rustc.as_deref()).unwrap_or_default()
    }

    /// The compiler as others can call it: by rustup's name for it, without a folder of this machine.
    pub fn rustc(&self) -> String {
        self.name_of(self.shown_with(), self.details.version.as_deref())
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
        let host = self.details.host.as_deref().unwrap_or_default();
        let name = name.strip_suffix(host).map_or(&*name, |name| name.trim_end_matches('-'));
        match (name, version) {
            // What is stable changes.
            ("stable", Some(version)) => format!("rustc +{version}"),
            (name, _) => format!("rustc +{name}"),
        }
    }

    /// A command as others can type it.
    fn portable(&self, command: &str) -> String {
        match self.details.rustc.as_deref() {
            None | Some("") => command.to_owned(),
            Some(path) => command.replacen(&quoted(path), &self.rustc(), 1),
        }
    }

    /// The command that shows it, with no more flags than are needed.
    pub fn command(&self) -> Option<String> {
        let command = self.details.command.as_deref().filter(|command| !command.is_empty())?;
        let words =
            |flags: &[String]| -> String { flags.iter().map(|flag| format!(" {}", quoted(flag))).collect() };
        let all = words(self.details.flags.as_deref().unwrap_or_default());
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
    pub fn newest_nightly(&self) -> Option<&Compiler> {
        let compilers = self.details.compilers.as_ref()?;
        compilers.iter().rfind(|compiler| compiler.version.ends_with("-nightly"))
    }

    /// Whether the compiler accepts the program: where settings do not agree, it is the one that was looked at.
    pub fn is_accepted(&self) -> bool {
        self.details.said.is_none()
    }

    /// Whether it is known in which night it began: the last compiler that is right and the first that is wrong are of nights that follow each other.
    pub fn is_bisected(&self) -> bool {
        let told = self.details.compilers.iter().flatten().filter(|compiler| compiler.shows.is_some());
        let told: Vec<&Compiler> = told.collect();
        let mut changes = told.windows(2).filter(|pair| pair[0].shows != pair[1].shows);
        let (Some([good, bad]), None) = (changes.next(), changes.next()) else { return false };
        match (good.night(), bad.night()) {
            (Some(last_good), Some(first_bad)) => {
                bad.shows == Some(true) && (0..=1).contains(&(first_bad - last_good))
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

impl Compiler {
    /// What `rustc --version` prints.
    pub fn title(&self) -> &str {
        self.verbose_version.as_ref().and_then(|text| text.lines().next()).unwrap_or(&self.version)
    }

    /// The day of a nightly's commit, counted from some day on.
    fn night(&self) -> Option<i64> {
        let verbose = self.verbose_version.as_ref().filter(|_| self.version.ends_with("-nightly"))?;
        let date = verbose.lines().find_map(|line| line.strip_prefix("commit-date: "))?;
        let mut numbers = date.splitn(3, '-').map(|number| number.parse::<i64>().ok());
        let (year, month, day) = (numbers.next()??, numbers.next()??, numbers.next()??);
        // A year that begins in March ends with the day that not every year has.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let leap_days = year / 4 - year / 100 + year / 400;
        Some(365 * year + leap_days + (153 * month + 2) / 5 + day)
    }
}

/// A program in custom MIR as people write it; `None` for all other files.
fn for_people(name: &str, bytes: &[u8], release: Release) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok().filter(|_| name.ends_with(".rs"))?;
    match Case::from_text(name, text.to_owned(), None).source {
        Source::Mir(source) => print(&source.program, &Options { form: Form::People, release }).ok(),
        Source::Rust { .. } => None,
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
