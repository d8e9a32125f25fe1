//! Lets a compiler expand twins, and reads what it says of each.

use crate::normal;
use crate::plan::File;
use crate::source::{MacroFile, ParsedFile, Place};
use rustassay_outcome::{Compiled, FullDiagnostic, FullSpan, RejectionStage, compiled};
use rustassay_process::{Finished, ResourceLimits, Scratch, Task, in_parallel, run_unless};
use rustassay_toolchain::Toolchain;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A compiler, a place for its files, and a meter.
pub struct Bench<'a> {
    /// The compiler.
    pub toolchain: &'a Toolchain,
    scratch: Scratch,
    next: AtomicU64,
    spent: Mutex<Duration>,
    runs: AtomicU64,
    /// Set when nobody wants to know any more what comes of it.
    is_cancelled: Arc<AtomicBool>,
}

/// Something to be expanded beside a function of a file, on a line of its own if it has no line breaks.
#[derive(Clone, Debug)]
pub struct Call {
    /// Tells it from all others in a crate.
    pub id: usize,
    /// The function it stands beside, as the file's functions are numbered.
    pub function: usize,
    /// The text: a macro call, or an item.
    pub text: String,
}

/// What a compiler made of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CallFate {
    /// It was expanded, to this HIR or MIR.
    Expanded(String),
    /// It was rejected, with errors of these codes; `syntax` stands for errors without one. The message is for people.
    #[allow(missing_docs)]
    Rejected { codes: BTreeSet<String>, message: String },
    /// The compiler did not survive: its signature.
    Crashed(String),
}

impl CallFate {
    /// Whether two states are the same for whoever calls the macro. Messages may differ.
    pub fn agrees(&self, other: &CallFate) -> bool {
        match (self, other) {
            (CallFate::Rejected { codes, .. }, CallFate::Rejected { codes: others, .. }) => {
                told_apart(codes) == told_apart(others)
            }
            _ => self == other,
        }
    }

    /// For people, on one line.
    pub fn words(&self) -> String {
        match self {
            CallFate::Expanded(text) => format!("accepted: {text}"),
            CallFate::Rejected { codes, message } => {
                format!(
                    "rejected ({}): {message}",
                    codes.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
                )
            }
            CallFate::Crashed(signature) => format!("compiler crash: {signature}"),
        }
    }
}

/// Codes as far as they say something about a macro. The borrow checker tells one error of a place and position, and all that a procedural macro writes may
/// have one position: which of several errors is told is no difference between macros, so its codes are one.
fn told_apart(codes: &BTreeSet<String>) -> BTreeSet<&str> {
    let told = |code| match RejectionStage::of_code(code) {
        RejectionStage::Borrows => RejectionStage::Borrows.name(),
        _ => code,
    };
    codes.iter().map(|code| told(code)).collect()
}

/// What is to be had from a compiler.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum ExpansionForm {
    Hir,
    Mir,
}

/// How macros get into a crate.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    /// Macros by example: the text of a module.
    pub by_example: Option<String>,
    /// A crate of procedural macros.
    pub library: Option<PathBuf>,
}

impl Macros {
    /// The line that brings them into scope.
    pub fn header(&self) -> String {
        let mut text = String::new();
        if self.library.is_some() {
            text.push_str("#[macro_use] extern crate twin_macros; ");
        }
        if self.by_example.is_some() {
            text.push_str("#[macro_use] #[path = \"by_example.rs\"] mod twin_by_example;");
        }
        text.push('\n');
        text
    }
}

/// The name of the function that a call declares.
pub fn function_name(id: usize) -> String {
    format!("twin_{id}")
}

/// A file with calls beside its functions, and the line of each call.
pub fn user_crate(
    source: &MacroFile,
    parsed: &ParsedFile,
    header: &str,
    calls: &[Call],
) -> (String, BTreeMap<usize, usize>) {
    let mut by_function: BTreeMap<usize, Vec<&Call>> = BTreeMap::new();
    for call in calls {
        by_function.entry(call.function).or_default().push(call);
    }
    let mut text = source.text[..parsed.items_start].to_owned();
    text.push_str(header);
    let mut at = parsed.items_start;
    let mut lines = BTreeMap::new();
    let mut line = 1 + text.matches('\n').count();
    let mut functions: Vec<_> = by_function.into_iter().collect();
    functions.sort_by_key(|(function, _)| parsed.functions[*function].range.end);
    for (function, calls) in functions {
        let function = &parsed.functions[function];
        let before = &source.text[at..function.range.end];
        text.push_str(before);
        text.push('\n');
        line += before.matches('\n').count() + 1;
        at = function.range.end;
        for call in calls {
            let mark = |which: &str| match function.place {
                Place::Trait => format!("fn twin_{which}_{}() where Self: Sized {{}}", call.id),
                _ => format!("const twin_{which}_{}: () = ();", call.id),
            };
            let own = format!("{} {} {}\n", mark("begin"), call.text, mark("end"));
            for _ in own.lines() {
                lines.insert(line, call.id);
                line += 1;
            }
            text.push_str(&own);
        }
    }
    text.push_str(&source.text[at..]);
    (text, lines)
}

impl<'a> Bench<'a> {
    /// A bench for a compiler.
    pub fn new(toolchain: &'a Toolchain) -> Result<Bench<'a>, String> {
        let scratch =
            Scratch::new().map_err(|error| format!("cannot make a folder for temporary files: {error}"))?;
        let zero = || AtomicU64::new(0);
        let spent = Mutex::new(Duration::ZERO);
        Ok(Bench { toolchain, scratch, next: zero(), spent, runs: zero(), is_cancelled: Arc::default() })
    }

    /// The same, which can be cancelled: when the flag is set, children are killed, and none is started.
    pub fn cancelled_by(self, is_cancelled: Arc<AtomicBool>) -> Bench<'a> {
        Bench { is_cancelled, ..self }
    }

    /// Processor time of all compilers that were run.
    pub fn spent(&self) -> Duration {
        *self.spent.lock().expect("no thread panics with the lock")
    }

    /// How many compilers were run.
    pub fn runs(&self) -> u64 {
        self.runs.load(Ordering::Relaxed)
    }

    /// A new folder.
    pub fn folder(&self) -> Result<PathBuf, String> {
        let folder = self.scratch.path().join(self.next.fetch_add(1, Ordering::Relaxed).to_string());
        fs::create_dir(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
        Ok(folder)
    }

    /// Runs the compiler.
    pub fn rustc(&self, folder: &Path, args: &[OsString]) -> Result<Finished, String> {
        let limits = ResourceLimits {
            wall: Duration::from_secs(120),
            cpu: Duration::from_secs(120),
            output: 64 << 20,
            ..ResourceLimits::default()
        };
        let task = self.toolchain.task(folder).args(args).limits(limits).env("RUST_BACKTRACE", "0");
        self.run(&task)
    }

    /// Runs a child, and notes what it took.
    pub(crate) fn run(&self, task: &Task) -> Result<Finished, String> {
        let finished = run_unless(&self.is_cancelled, task).map_err(|error| error.to_string())?;
        let finished = finished.ok_or("it was cancelled")?;
        *self.spent.lock().expect("no thread panics with the lock") += finished.cpu;
        self.runs.fetch_add(1, Ordering::Relaxed);
        Ok(finished)
    }

    /// The files that the compiler takes alone, and why it does not take the others. Whoever has many sorts out those first that are parts of something
    /// larger: a compiler is asked about each here.
    pub fn fit(&self, sources: &[MacroFile], jobs: usize) -> (Vec<File>, Vec<(String, String)>) {
        let answers = in_parallel(sources, jobs, |source| {
            let file = File::new(source.clone())?;
            let folder = self.folder()?;
            fs::write(folder.join("user.rs"), &source.text).map_err(|error| error.to_string())?;
            let args = [
                "--edition",
                &source.edition,
                "--crate-type=lib",
                "--emit=metadata",
                "--cap-lints=allow",
                "user.rs",
            ];
            let flags = source.flags.iter().map(OsString::from);
            let args: Vec<OsString> = args.map(OsString::from).into_iter().chain(flags).collect();
            let finished = self.rustc(&folder, &args)?;
            let _ = fs::remove_dir_all(&folder);
            match compiled(&finished) {
                Compiled::Built => Ok(file),
                Compiled::Rejected(errors) => Err(errors
                    .first()
                    .map_or_else(String::new, |error| format!("it is rejected: {}", error.message))),
                other => Err(format!(
                    "the compiler fails: {}",
                    other.signature().map_or("".into(), |s| s.to_string())
                )),
            }
        });
        let (mut files, mut refused) = (Vec::new(), Vec::new());
        for (source, answer) in sources.iter().zip(answers) {
            match answer {
                Ok(file) => files.push(file),
                Err(why) => refused.push((source.name.clone(), why)),
            }
        }
        (files, refused)
    }

    /// Builds a crate of procedural macros.
    pub fn library(&self, text: &str, edition: &str, args: &[OsString]) -> Result<PathBuf, String> {
        let folder = self.folder()?;
        fs::write(folder.join("twin_macros.rs"), text).map_err(|error| error.to_string())?;
        let mut all: Vec<OsString> = [
            "--edition",
            edition,
            "--crate-type=proc-macro",
            "--crate-name=twin_macros",
            // As cargo does: people write `use proc_macro::..` without declaring the crate.
            "--extern=proc_macro",
            "--cap-lints=allow",
            "twin_macros.rs",
        ]
        .map(OsString::from)
        .to_vec();
        all.extend_from_slice(args);
        let finished = self.rustc(&folder, &all)?;
        if finished.end != rustassay_process::End::Exited(0) {
            let said = String::from_utf8_lossy(&finished.stderr);
            return Err(said.lines().take(12).collect::<Vec<_>>().join("\n"));
        }
        let mut files =
            fs::read_dir(&folder).map_err(|error| error.to_string())?.flatten().map(|file| file.path());
        let is_library =
            |file: &PathBuf| file.extension().is_some_and(|end| end == std::env::consts::DLL_EXTENSION);
        files.find(is_library).ok_or_else(|| "the compiler built no library".to_owned())
    }

    /// What the compiler makes of calls beside the functions of a file. All at once, if it can; else by halves.
    pub fn ask(
        &self,
        (source, parsed): (&MacroFile, &ParsedFile),
        macros: &Macros,
        calls: &[Call],
        form: ExpansionForm,
    ) -> Result<BTreeMap<usize, CallFate>, String> {
        if calls.is_empty() {
            return Ok(BTreeMap::new());
        }
        let folder = self.folder()?;
        let (text, lines) = user_crate(source, parsed, &macros.header(), calls);
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).map_err(|error| format!("cannot write `{name}`: {error}"))
        };
        write("user.rs", &text)?;
        if let Some(text) = &macros.by_example {
            write("by_example.rs", text)?;
        }
        let finished = self.rustc(&folder, &user_args(source, macros, form))?;
        let outcome = compiled(&finished);
        let printed = match form {
            ExpansionForm::Hir => normal::without_places(&String::from_utf8_lossy(&finished.stdout)),
            ExpansionForm::Mir => fs::read_to_string(folder.join("user.mir")).unwrap_or_default(),
        };
        let _ = fs::remove_dir_all(&folder);
        let mut errors = Errors::default();
        match &outcome {
            Compiled::Built => {}
            Compiled::Rejected(_) => errors.read(&finished.stderr, &lines),
            bad => {
                if let [only] = calls {
                    let signature =
                        bad.signature().map_or_else(String::new, |signature| signature.as_str().to_owned());
                    return Ok(BTreeMap::from([(only.id, CallFate::Crashed(signature))]));
                }
                return self.by_halves((source, parsed), macros, calls, form);
            }
        }
        if let Some(stray) = &errors.stray {
            if let [only] = calls {
                let (code, message) = stray.clone();
                let codes = BTreeSet::from([code]);
                return Ok(BTreeMap::from([(only.id, CallFate::Rejected { codes, message })]));
            }
            return self.by_halves((source, parsed), macros, calls, form);
        }
        let mut states = errors.states;
        let rest: Vec<Call> = calls.iter().filter(|call| !states.contains_key(&call.id)).cloned().collect();
        let found = match form {
            ExpansionForm::Hir => hir_of(&printed, &rest),
            ExpansionForm::Mir => mir_of(&printed, &rest),
        };
        if states.is_empty() {
            for call in &rest {
                // What is accepted, and yet not there, declares nothing.
                let state = found.get(&call.id).cloned().unwrap_or(CallFate::Expanded(String::new()));
                states.insert(call.id, state);
            }
        } else {
            // The compiler stops between its phases: errors of the next are seen when there are none of this.
            states.extend(self.ask((source, parsed), macros, &rest, form)?);
        }
        Ok(states)
    }

    fn by_halves(
        &self,
        file: (&MacroFile, &ParsedFile),
        macros: &Macros,
        calls: &[Call],
        form: ExpansionForm,
    ) -> Result<BTreeMap<usize, CallFate>, String> {
        let (first, second) = calls.split_at(calls.len() / 2);
        let mut states = self.ask(file, macros, first, form)?;
        states.extend(self.ask(file, macros, second, form)?);
        Ok(states)
    }
}

/// What to tell the compiler about a crate that calls macros.
pub fn user_args(source: &MacroFile, macros: &Macros, form: ExpansionForm) -> Vec<OsString> {
    let mut args: Vec<OsString> = [
        "--edition",
        &source.edition,
        "--crate-type=lib",
        "--crate-name=user",
        "--cap-lints=allow",
        "--error-format=json",
        "user.rs",
    ]
    .map(OsString::from)
    .to_vec();
    args.extend(source.flags.iter().map(OsString::from));
    match form {
        ExpansionForm::Hir => args.push("-Zunpretty=hir".into()),
        ExpansionForm::Mir => args.extend(["--emit=mir", "-o", "user.mir"].map(OsString::from)),
    }
    if let Some(library) = &macros.library {
        args.push("--extern".into());
        args.push(format!("twin_macros={}", library.display()).into());
    }
    args
}

/// Stands for the codes of errors that have none, which are those of the parser.
const SYNTAX: &str = "syntax";

/// The errors of calls.
#[derive(Default)]
struct Errors {
    states: BTreeMap<usize, CallFate>,
    /// An error that is of no call.
    stray: Option<(String, String)>,
}

impl Errors {
    fn read(&mut self, stderr: &[u8], lines: &BTreeMap<usize, usize>) {
        for error in FullDiagnostic::errors(stderr) {
            let (message, code) = (&error.message, error.code().unwrap_or(SYNTAX).to_owned());
            // The primary span first: others may be of other calls.
            let primary = error.spans.iter().filter(|span| span.is_primary);
            let others = error.spans.iter().filter(|span| !span.is_primary);
            let of_children = error.children.iter().flat_map(|child| &child.spans);
            let mut ids = primary.chain(others).chain(of_children).filter_map(|span| call_of(span, lines));
            match ids.next() {
                None => self.stray = Some((code, message.to_owned())),
                Some(id) => {
                    let state = self.states.entry(id).or_insert_with(|| CallFate::Rejected {
                        codes: BTreeSet::new(),
                        message: message.to_owned(),
                    });
                    if let CallFate::Rejected { codes, .. } = state {
                        codes.insert(code);
                        // Whether names are looked up in what cannot be parsed is chance.
                        if codes.contains(SYNTAX) {
                            *codes = BTreeSet::from([SYNTAX.to_owned()]);
                        }
                    }
                }
            }
        }
    }
}

/// The call that a span is of: where it is itself, or where the macro was called that it is in.
fn call_of(span: &FullSpan, lines: &BTreeMap<usize, usize>) -> Option<usize> {
    let mut of_user = span.with_calls().filter(|span| span.file_name == "user.rs");
    of_user.find_map(|span| lines.get(&(span.line_start as usize)).copied())
}

/// The HIR of calls: what stands between their marks.
fn hir_of(printed: &str, calls: &[Call]) -> BTreeMap<usize, CallFate> {
    let tokens = normal::tokens(printed);
    let mut marks: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.starts_with("twin_begin_") || token.starts_with("twin_end_") {
            marks.entry(token).or_insert(at);
        }
    }
    let mut states = BTreeMap::new();
    for call in calls {
        let begin = marks.get(format!("twin_begin_{}", call.id).as_str());
        let end = marks.get(format!("twin_end_{}", call.id).as_str());
        if let (Some(&begin), Some(&end)) = (begin, end)
            && let Some(after) = tokens[begin..end].iter().position(|token| matches!(*token, ";" | "}"))
        {
            // The mark begins with `const` or `fn`.
            let own = &tokens[begin + after + 1..end - 1];
            states.insert(call.id, CallFate::Expanded(normal::join(own, &function_name(call.id))));
        }
    }
    states
}

/// The MIR of calls: all bodies whose headers have their function's name.
fn mir_of(printed: &str, calls: &[Call]) -> BTreeMap<usize, CallFate> {
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    let mut current = None;
    for line in printed.lines() {
        let is_header = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '<');
        if is_header && !line.starts_with("alloc") {
            current = normal::tokens(line).iter().find_map(|token| {
                token.strip_prefix("twin_").and_then(|number| number.parse::<usize>().ok())
            });
        }
        if let Some(id) = current {
            let text = texts.entry(id).or_default();
            text.push_str(line);
            text.push('\n');
        }
    }
    let mut states = BTreeMap::new();
    for call in calls {
        if let Some(text) = texts.get(&call.id) {
            states.insert(call.id, CallFate::Expanded(normal::mir(text, &function_name(call.id))));
        }
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(code: &str) -> CallFate {
        CallFate::Rejected { codes: BTreeSet::from([code.to_owned()]), message: String::new() }
    }

    #[test]
    fn which_of_several_loans_is_complained_of_makes_no_difference() {
        assert!(rejected("E0597").agrees(&rejected("E0716")));
        assert!(!rejected("E0597").agrees(&rejected("E0308")));
        assert!(!rejected("E0277").agrees(&rejected("E0308")));
    }
}
