//! Internal compiler errors: panics of rustc, and bugs that it noticed itself.

use crate::diagnostic::{Level, RustcSpan};
use crate::frames::{own_frames, rust_frame};
use crate::normal::sentence;
use crate::signature::Signature;
use crate::stderr::Stderr;

/// How rustc noticed that it is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CrashKind {
    /// It panicked: an assertion, an index, an `unwrap`.
    Panic,
    /// It said so, with `bug!` or `span_bug!`, or because `-Ztreat-err-as-bug` told it to.
    Bug,
    /// It expected an error to be reported, and none was.
    DelayedBug,
    /// It checked its own MIR (`-Zvalidate-mir`, `-Zlint-mir`).
    BrokenMir,
}

/// A query that was being computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Its name: `optimized_mir`.
    pub name: String,
    /// What it does, with the program's names: ``optimizing MIR for `f` ``.
    pub description: String,
}

/// An internal compiler error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// How it was noticed.
    pub kind: CrashKind,
    /// What rustc said, without the place.
    pub message: String,
    /// The place in rustc's sources, as printed.
    pub location: Option<RustcSpan>,
    /// The thread that panicked: `rustc` for the main one.
    pub thread: Option<String>,
    /// The queries that were being computed, innermost first.
    pub queries: Vec<Query>,
    /// The names of functions on the stack, innermost first. Empty with `RUST_BACKTRACE=0`.
    pub backtrace: Vec<String>,
}

impl Crash {
    /// Reads a crash. A panic alone is one only if `ended_so`: a procedural macro may panic in a compiler
    /// that lives on.
    pub(crate) fn read(stderr: &Stderr, ended_so: bool) -> Option<Crash> {
        let panic = Panic::read(&stderr.rest);
        let said_so = stderr.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Bug)
            || stderr.says("the compiler unexpectedly panicked");
        let is_crash = said_so || (ended_so && panic.is_some());
        if !is_crash {
            return None;
        }
        let (panic_message, thread, panic_location) = match panic {
            Some(panic) => (panic.message, Some(panic.thread), panic.location),
            None => (String::new(), None, None),
        };
        let mut bugs = stderr.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Bug);
        let bug = bugs.find(|bug| !is_generic(&bug.message));
        let delayed = bug.and_then(|bug| bug.rendered.split_once("delayed at ")).map(|(_, after)| after);
        // A panic of its own comes first. Bugs that were delayed are then told as well, also those that only come of unwinding.
        let has_panicked = !panic_message.is_empty() && !is_generic(&panic_message);
        let is_consequence = has_panicked && delayed.is_some();
        let (bug, delayed) = if is_consequence { (None, None) } else { (bug, delayed) };
        let (message, location, backtrace) = match (bug, delayed) {
            (Some(bug), Some(delayed)) => {
                let place = delayed.split_whitespace().next().and_then(RustcSpan::read);
                (without_place(&bug.message).1.to_owned(), place, frames(delayed.lines()))
            }
            (Some(bug), None) => {
                let (place, message) = without_place(&bug.message);
                (message.to_owned(), place.or(panic_location), frames(after_panic(stderr)))
            }
            (None, _) => (panic_message, panic_location, frames(after_panic(stderr))),
        };
        let kind = if message.starts_with("broken MIR in") {
            CrashKind::BrokenMir
        } else if !is_consequence
            && (delayed.is_some()
                || stderr.says("delayed bugs were created")
                || stderr.says("delay_span_bug"))
        {
            CrashKind::DelayedBug
        } else if bug.is_some() {
            CrashKind::Bug
        } else {
            CrashKind::Panic
        };
        Some(Crash { kind, message, location, thread, queries: queries(&stderr.rest), backtrace })
    }

    /// The message, the file in rustc, and the first functions of rustc's own on the stack or, without a
    /// backtrace, the innermost query.
    pub(crate) fn signature(&self) -> Signature {
        let kind = match self.kind {
            CrashKind::Panic => "rustc panic",
            CrashKind::Bug => "rustc bug",
            CrashKind::DelayedBug => "rustc delayed bug",
            CrashKind::BrokenMir => "rustc broken MIR",
        };
        let mut parts = vec![kind.to_owned(), sentence(&self.message)];
        parts.extend(self.location.as_ref().map(|place| source_file(&place.file)));
        let own = own_frames(&self.backtrace, 2);
        if own.is_empty() {
            parts.extend(self.queries.first().map(|query| query.name.clone()));
        }
        parts.extend(own);
        Signature::of(parts)
    }
}

/// Whether a headline says only that something is wrong: up to 1.69 `unexpected panic`, `Box<dyn Any>` by `bug!`,
/// and before the first delayed bug in some releases.
fn is_generic(headline: &str) -> bool {
    headline == "unexpected panic"
        || headline == "Box<dyn Any>"
        || headline.starts_with("no errors encountered even though")
        || headline.starts_with("no warnings or errors encountered even though")
}

/// A file of rustc's, of std's or of a crate that they use, without the folder that it was built in and the
/// crate's version.
fn source_file(path: &str) -> String {
    let path = format!("/{}", path.replace('\\', "/"));
    if let Some(at) = path.rfind("/compiler/").or_else(|| path.rfind("/library/")) {
        return path[at + 1..].to_owned();
    }
    let last = |path: &str| path.rsplit('/').next().unwrap_or("").to_owned();
    match path.rsplit_once("/src/") {
        Some((folder, file)) => {
            let krate = last(folder);
            let name = krate.rsplit_once('-').map_or(krate.as_str(), |(name, _version)| name);
            format!("{name}/src/{file}")
        }
        None => last(&path),
    }
}

/// Splits `file:line:column: message`, as `bug!` prints it.
fn without_place(message: &str) -> (Option<RustcSpan>, &str) {
    if let Some((place, rest)) = message.split_once(": ")
        && let Some(place) = RustcSpan::read(place)
    {
        return (Some(place), rest);
    }
    (None, message)
}

/// What a panic hook printed.
pub(crate) struct Panic {
    pub thread: String,
    pub message: String,
    pub location: Option<RustcSpan>,
}

impl Panic {
    /// Reads the first panic in some lines.
    pub fn read(lines: &[String]) -> Option<Panic> {
        let (at, (thread, rest)) =
            lines.iter().enumerate().find_map(|(at, line)| Some((at, panicked(line)?)))?;
        let following = lines[at + 1..].iter().map(String::as_str).take_while(|line| !ends_message(line));
        let following: Vec<&str> = following.collect();
        let (message, location) = match rest.strip_prefix('\'') {
            // Up to 1.72: `thread 'rustc' panicked at 'message', file:line:column`.
            Some(quoted) => {
                let mut message = String::new();
                let mut place = None;
                for line in std::iter::once(quoted).chain(following) {
                    let end = line
                        .rsplit_once("', ")
                        .and_then(|(text, place)| Some((text, RustcSpan::read(place)?)));
                    message.push_str(end.as_ref().map_or(line, |(text, _)| text));
                    message.push('\n');
                    place = end.map(|(_, place)| place);
                    if place.is_some() {
                        break;
                    }
                }
                (message, place)
            }
            None => (following.join("\n"), RustcSpan::read(rest.trim_end_matches(':'))),
        };
        Some(Panic { thread, message: message.trim().to_owned(), location })
    }
}

/// The thread of a line such as `thread 'rustc' (4309) panicked at place`, and what follows. The number is
/// there from 1.91 on.
fn panicked(line: &str) -> Option<(String, &str)> {
    let (before, rest) = line.split_once(" panicked at ")?;
    let quoted = before[before.find("thread '")?..].strip_prefix("thread '")?;
    let (name, _number) = quoted.rsplit_once('\'')?;
    Some((name.to_owned(), rest))
}

/// Whether a line comes after a panic's message.
fn ends_message(line: &str) -> bool {
    ["stack backtrace:", "note: ", "query stack during panic:", "thread caused non-unwinding panic"]
        .iter()
        .any(|start| line.starts_with(start))
        || panicked(line).is_some()
}

/// The lines of the first panic's backtrace, and what is after it.
fn after_panic(stderr: &Stderr) -> impl Iterator<Item = &str> {
    stderr.rest.iter().map(String::as_str).skip_while(|line| *line != "stack backtrace:").skip(1)
}

/// The frames of one backtrace. Lines that say where a function is, or that some were left out, are indented
/// as frames are.
fn frames<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut frames = Vec::new();
    let mut seen = false;
    for line in lines {
        match rust_frame(line) {
            Some(frame) => frames.push(frame),
            None if seen && !line.starts_with("      ") => break,
            None => {}
        }
        seen |= !frames.is_empty();
    }
    frames
}

/// The queries, as `#0 [name] description`.
fn queries(lines: &[String]) -> Vec<Query> {
    lines
        .iter()
        .skip_while(|line| !line.starts_with("query stack during panic:"))
        .skip(1)
        .map_while(|line| {
            let (_number, rest) = line.strip_prefix('#')?.split_once(" [")?;
            let (name, description) = rest.split_once(']')?;
            Some(Query { name: name.to_owned(), description: description.trim().to_owned() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_file_is_the_same_wherever_rustc_was_built() {
        for (path, file) in [
            ("/rustc-dev/5980/compiler/rustc_abi/src/lib.rs", "compiler/rustc_abi/src/lib.rs"),
            ("compiler\\rustc_abi\\src\\lib.rs", "compiler/rustc_abi/src/lib.rs"),
            ("/rustc/5980/library/core/src/option.rs", "library/core/src/option.rs"),
            ("/rust/deps/thin-vec-0.2.14/src/lib.rs", "thin-vec/src/lib.rs"),
            ("/registry/src/index-1949/ena-0.14.3/src/unify/mod.rs", "ena/src/unify/mod.rs"),
            ("/home/somebody/plugin.rs", "plugin.rs"),
        ] {
            assert_eq!(source_file(path), file);
        }
    }
}
