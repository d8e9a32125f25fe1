//! What programs do in which functions are declared by macro calls.
//!
//! A file that has a `main` is a program. Where a function is replaced by the call of a macro that gives it back, the program must do what it did; and
//! with any other argument, it must do the same whichever twin was called. Programs are built without and with optimization, and only those count
//! that come to an end by themselves and do the same twice. Programs that reach out of themselves are not run (`rustassay_corpus::reaches_out`).

use crate::compile::{Bench, Call, Macros};
use crate::source::{MacroFile, ParsedFile};
use rustassay_corpus::reaches_out;
use rustassay_outcome::{Compiled, Ran, compiled, ran};
use rustassay_process::{ResourceLimits, Task};
use std::ffi::OsString;
use std::fs;
use std::time::Duration;

/// The levels of optimization that programs are built at.
pub const LEVELS: [&str; 2] = ["0", "3"];

/// Whether a program may be run, and does the same wherever its functions stand: it neither reaches out of itself nor tells its own places.
pub fn can_be_run(text: &str) -> bool {
    const PLACES: [&str; 5] = ["line", "column", "file", "Location", "track_caller"];
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    reaches_out(text).is_none() && !words.any(|word| PLACES.contains(&word))
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// The code that it ended with.
    pub code: i32,
    /// What it printed.
    pub stdout: Vec<u8>,
}

impl Deed {
    /// For people, on one line.
    pub fn words(&self) -> String {
        format!("ended with {}, printed {:?}", self.code, String::from_utf8_lossy(&self.stdout))
    }
}

/// A file in which functions are declared by calls, each in place of the function that it is for.
pub fn replaced(source: &MacroFile, parsed: &ParsedFile, header: &str, calls: &[Call]) -> String {
    let mut calls: Vec<&Call> = calls.iter().collect();
    calls.sort_by_key(|call| parsed.functions[call.function].range.start);
    let mut text = source.text[..parsed.items_start].to_owned();
    text.push_str(header);
    let mut at = parsed.items_start;
    for call in calls {
        let range = &parsed.functions[call.function].range;
        text.push_str(&source.text[at..range.start]);
        text.push_str(&call.text);
        at = range.end;
    }
    text.push_str(&source.text[at..]);
    text
}

impl Bench<'_> {
    /// What a program does at a level, with these functions declared by calls; `None` if it is not built, or does not do the same twice and end by itself.
    pub fn deed(
        &self,
        (source, parsed): (&MacroFile, &ParsedFile),
        macros: &Macros,
        calls: &[Call],
        level: &str,
    ) -> Result<Option<Deed>, String> {
        let folder = self.folder()?;
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).map_err(|error| format!("cannot write `{name}`: {error}"))
        };
        write("user.rs", &replaced(source, parsed, &macros.header(), calls))?;
        if let Some(text) = &macros.by_example {
            write("by_example.rs", text)?;
        }
        let mut args: Vec<OsString> =
            ["--edition", &source.edition, "--crate-type=bin", "--crate-name=user", "--cap-lints=allow"]
                .map(OsString::from)
                .to_vec();
        args.extend(source.flags.iter().map(OsString::from));
        // Overflow and assertions are part of what a program does, so they are the same at all levels.
        let level = format!("-Copt-level={level}");
        args.extend(
            [&*level, "-Coverflow-checks=on", "-Cdebug-assertions=on", "--error-format=json", "-o", "user"]
                .map(OsString::from),
        );
        args.push("user.rs".into());
        if let Some(library) = &macros.library {
            args.push("--extern".into());
            args.push(format!("twin_macros={}", library.display()).into());
        }
        let built = compiled(&self.rustc(&folder, &args)?) == Compiled::Built;
        let program = folder.join("user");
        let mut deeds = Vec::new();
        while built && deeds.len() < 2 && deeds.last() != Some(&None) {
            let limits = ResourceLimits::for_program(PATIENCE);
            let task = Task::new(&program, &folder).limits(limits).env("RUST_BACKTRACE", "0");
            let finished = self.run(&task)?;
            deeds.push(match ran(&finished) {
                Ran::Exited { code, stdout, .. } => Some(Deed { code, stdout }),
                _ => None,
            });
        }
        let _ = fs::remove_dir_all(&folder);
        Ok(match &mut deeds[..] {
            [Some(one), Some(other)] if one == other => deeds.swap_remove(0),
            _ => None,
        })
    }
}

/// How long a program may run: the shipped ones take some milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_that_reach_out_or_tell_their_places_are_not_run() {
        assert!(can_be_run("fn main() { println!(\"{}\", 1) }"));
        assert!(!can_be_run("fn main() { println!(\"{}\", line!()) }"));
        assert!(!can_be_run("fn main() { std::process::exit(1) }"));
    }
}
