//! Rust sources to start from, for mutators and whoever else rewrites programs.
//!
//! ```
//! use rustassay_corpus::{Source, Unfit, reaches_out, shipped, unfit};
//!
//! let source = Source::new("small.rs", "//@ compile-flags: -O\nfn main() {}\n".to_owned());
//! assert_eq!(source.flags, ["-O"]);
//!
//! assert_eq!(unfit(&source.text), None);
//! assert_eq!(unfit("mod elsewhere; fn main() {}"), Some(Unfit::NeedsFiles));
//! assert_eq!(reaches_out("fn main() { std::fs::remove_file(\"x\"); }"), Some("fs"));
//!
//! assert!(shipped().iter().all(|source| unfit(&source.text).is_none()));
//! ```
//!
//! - [`Source`]: a file, with the edition and the flags that it asks for in the words of rustc's own test
//!   suite.
//! - [`open`]: files and folders, such as a rustc checkout's `tests/ui` or a crate's sources.
//! - [`depth`]: how deeply a program is nested.
//! - [`shipped`]: the programs that come with Rustassay.
//! - [`unfit`]: why a source does not compile alone, as far as its syntax tells.
//! - [`reaches_out`]: whether a source of unknown origin may use files, the network or processes.

mod depth;
mod open;
mod reach;
mod shipped;
mod sieve;
mod unfinished;

pub use depth::{DEEPEST, depth};
pub use open::{Bounds, Opened, open};
pub use reach::reaches_out;
pub use shipped::SHIPPED;
pub use sieve::{Unfit, unfit};

use rustassay_lang::{DEFAULT_EDITION, Directives, Edition};

/// A Rust source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Where it is: a path, or the name of a shipped program after [`SCHEME`].
    pub name: String,
    /// Its text.
    pub text: String,
    /// The edition that it is written in.
    pub edition: Edition,
    /// What it asks the compiler for, beside the edition.
    pub flags: Vec<String>,
}

/// Stands before the names of shipped programs.
pub const SCHEME: &str = "shipped:";

impl Source {
    /// A source, which says itself what it asks for.
    pub fn new(name: impl Into<String>, text: String) -> Source {
        let Directives { edition, flags, .. } = Directives::of(&text);
        Source { name: name.into(), text: plain(text), edition: edition.unwrap_or(DEFAULT_EDITION), flags }
    }

    /// The lines that ask a compiler, as [`Source::new`] reads them, for what is not the default.
    pub fn directives(&self) -> String {
        Directives { edition: Some(self.edition), flags: self.flags.clone(), target: None }.lines()
    }
}

/// The text as compilers see it: without a byte-order mark and a line for the shell, and with the line breaks of our system. The parser leaves these out of
/// the positions that it gives, so positions in such a text would be wrong.
fn plain(text: String) -> String {
    let after_mark = text.strip_prefix('\u{feff}').unwrap_or(&text);
    // `#![..]` is an attribute, with or without space between its signs.
    let is_for_shell = after_mark.starts_with("#!") && !after_mark[2..].trim_start().starts_with('[');
    let line = after_mark.find('\n').unwrap_or(after_mark.len());
    let code = if is_for_shell { &after_mark[line..] } else { after_mark };
    match code.len() == text.len() && !text.contains("\r\n") {
        true => text,
        false => code.replace("\r\n", "\n"),
    }
}

/// The corpus that ships with the tool.
pub fn shipped() -> Vec<Source> {
    SHIPPED.iter().map(|(name, text)| Source::new(format!("{SCHEME}{name}"), (*text).to_owned())).collect()
}

/// A shipped program by its name, with or without [`SCHEME`].
pub fn shipped_by_name(name: &str) -> Option<Source> {
    let bare = name.strip_prefix(SCHEME).unwrap_or(name);
    let (name, text) = SHIPPED.iter().find(|(name, _)| *name == bare)?;
    Some(Source::new(format!("{SCHEME}{name}"), (*text).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_says_its_edition_and_its_flags() {
        let text = "//@ edition: 2018\n//@ compile-flags: -O\nfn main() {}\n".to_owned();
        let source = Source::new("x.rs", text);
        assert_eq!((source.edition, source.flags), (Edition::E2018, vec!["-O".to_owned()]));
    }

    #[test]
    fn a_source_has_neither_a_mark_nor_a_line_for_the_shell_nor_foreign_line_breaks() {
        let code = |text: &str| Source::new("x.rs", text.to_owned()).text;
        assert_eq!(code("\u{feff}fn main() {}\r\n"), "fn main() {}\n");
        assert_eq!(code("#!/usr/bin/env run\nfn main() {}\n"), "\nfn main() {}\n");
        assert_eq!(code("\u{feff}#!/x"), "");
        for text in ["#![allow(x)]\nfn main() {}\n", "#! [allow(x)]\n", "#!"] {
            assert_eq!(code(text), if text == "#!" { "" } else { text });
        }
    }

    #[test]
    fn directives_say_the_same_again() {
        let text = "//@ edition: 2024\n//@ compile-flags: -O\nfn main() {}\n";
        let source = Source::new("x.rs", text.to_owned());
        let again = Source::new("x.rs", source.directives() + "fn main() {}\n");
        assert_eq!((again.edition, again.flags), (source.edition, source.flags));
    }

    #[test]
    fn shipped_programs_are_in_order_and_enough() {
        assert!(SHIPPED.len() >= 40);
        assert!(SHIPPED.is_sorted_by_key(|(name, _)| name));
        assert_eq!(shipped_by_name("closures"), shipped_by_name("shipped:closures"));
        assert!(shipped_by_name("closures").is_some());
    }

    #[test]
    fn every_file_among_the_seeds_is_shipped() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
        let files = folder.read_dir().expect("the seeds are there").flatten();
        let mut names: Vec<String> =
            files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        let shipped: Vec<String> = SHIPPED.iter().map(|(name, _)| format!("{name}.rs")).collect();
        assert_eq!(names, shipped);
    }
}
