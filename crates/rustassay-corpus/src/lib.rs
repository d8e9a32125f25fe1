//! Rust sources to start from, for all that changes or rewrites programs.
//!
//! - [`Source`]: a file, with the edition and the flags that it asks for in the words of rustc's own test suite.
//! - [`open`]: files and folders, such as a rustc checkout's `tests/ui` or a crate's sources.
//! - [`depth`]: how deep a program is nested.
//! - [`shipped`]: the corpus of our own.
//! - [`unfit`]: which of them are parts of something larger, by their syntax.
//! - [`reaches_out`]: which are better not run, or compiled, if nobody knows who wrote them.
//! - [`sort_out`]: which of them a compiler takes alone, and which crash it already.

mod depth;
mod open;
mod reach;
mod shipped;
mod sieve;
mod sort_out;
mod unfinished;

pub use depth::{DEEPEST, depth};
pub use open::{Bounds, Opened, open};
pub use reach::reaches_out;
pub use shipped::SHIPPED;
pub use sieve::{Unfit, unfit};
pub use sort_out::{Fate, Fates, sort_out, summary};

use rustassay_judge::case::Edition;

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

/// The edition of files that ask for none.
pub const DEFAULT_EDITION: Edition = Edition::E2021;

impl Source {
    /// A source, which says itself what it asks for.
    pub fn new(name: impl Into<String>, text: String) -> Source {
        let (flags, edition) = flags_asked_for(&text);
        let edition = Edition::asked_for(&text).or(edition).unwrap_or(DEFAULT_EDITION);
        Source { name: name.into(), text, edition, flags }
    }

    /// The lines that ask a compiler, as [`Source::new`] reads them, for what is not the default.
    pub fn directives(&self) -> String {
        let mut lines = String::new();
        if self.edition != DEFAULT_EDITION {
            lines.push_str(&format!("//@ edition: {}\n", self.edition.name()));
        }
        if !self.flags.is_empty() {
            lines.push_str(&format!("//@ compile-flags: {}\n", self.flags.join(" ")));
        }
        lines
    }
}

/// What the lines `//@ compile-flags:` ask for; an edition has a place of its own. Older files of rustc's test suite write them
/// without the `@`.
fn flags_asked_for(text: &str) -> (Vec<String>, Option<Edition>) {
    let directives = text.lines().filter_map(|line| line.trim().strip_prefix("//"));
    let asked = directives.filter_map(|line| {
        let line = line.trim_start_matches('@').trim();
        line.strip_prefix("compile-flags:")
    });
    let mut words = asked.flat_map(str::split_whitespace);
    let (mut flags, mut edition) = (Vec::new(), None);
    while let Some(word) = words.next() {
        match word.strip_prefix("--edition") {
            Some("") => edition = words.next(),
            Some(year) => edition = year.strip_prefix('='),
            None => flags.push(word.to_owned()),
        }
    }
    (flags, edition.and_then(Edition::from_name))
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
        let source = Source::new(
            "x.rs",
            "// a comment\n//@ edition: 2018\n//@ compile-flags: -O -Zthreads=2\nfn main() {}\n".to_owned(),
        );
        assert_eq!(source.edition, Edition::E2018);
        assert_eq!(source.flags, ["-O", "-Zthreads=2"]);
        let old = Source::new("x.rs", "// compile-flags: --edition 2018 -O --edition=2018\n".to_owned());
        assert_eq!((old.edition, old.flags), (Edition::E2018, vec!["-O".to_owned()]));
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
