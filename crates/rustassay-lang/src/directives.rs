//! What a Rust file asks of whoever compiles it, in the words of rustc's own test suite: `//@ edition: 2024`,
//! `//@ compile-flags: -O`; and a word of ours, `//@ target: s390x`, for custom MIR whose meaning depends on how values lie in memory.
//! This is the one place that reads and writes them.

use crate::{DEFAULT_EDITION, Edition};

/// What a file asks for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Directives {
    /// The edition, if it says one.
    pub edition: Option<Edition>,
    /// What the compiler is to be told besides, as it stands on a command line.
    pub flags: Vec<String>,
    /// The target that it is for, if it says one: a triple, or an architecture.
    pub target: Option<String>,
}

impl Directives {
    /// What a text asks for. A line `//@ ..` counts wherever it stands, as it does in rustc's test suite; without the `@`, as older
    /// files have it, only before the first line of code.
    pub fn of(text: &str) -> Directives {
        let mut directives = Directives::default();
        let mut is_head = true;
        for line in text.strip_prefix('\u{feff}').unwrap_or(text).lines().map(str::trim) {
            is_head &= line.is_empty() || line.starts_with("//") || line.starts_with("#!/");
            let Some(comment) = line.strip_prefix("//") else { continue };
            match comment.strip_prefix('@') {
                Some(directive) => {
                    directives.read(directive.trim());
                    let target = directive.trim().strip_prefix("target:").map(|name| name.trim().to_owned());
                    directives.target = directives.target.or(target);
                }
                None if is_head => directives.read(comment.trim()),
                None => {}
            }
        }
        directives
    }

    fn read(&mut self, directive: &str) {
        if let Some(year) = directive.strip_prefix("edition:") {
            self.edition = self.edition.or(Edition::from_name(year.trim()));
        }
        let Some(flags) = directive.strip_prefix("compile-flags:") else { return };
        let mut words = flags.split_whitespace();
        while let Some(word) = words.next() {
            // An edition has a place of its own.
            let year = match word.strip_prefix("--edition") {
                Some("") => words.next(),
                Some(year) => year.strip_prefix('='),
                None => {
                    self.flags.push(word.to_owned());
                    continue;
                }
            };
            self.edition = self.edition.or(year.and_then(Edition::from_name));
        }
    }

    /// The lines that ask for this, but for what is the default.
    pub fn lines(&self) -> String {
        let mut lines = String::new();
        if let Some(target) = &self.target {
            lines.push_str(&format!("//@ target: {target}\n"));
        }
        if let Some(edition) = self.edition.filter(|&edition| edition != DEFAULT_EDITION) {
            lines.push_str(&format!("//@ edition: {}\n", edition.name()));
        }
        if !self.flags.is_empty() {
            lines.push_str(&format!("//@ compile-flags: {}\n", self.flags.join(" ")));
        }
        lines
    }

    /// The text as a file that asks for this: with these lines before it, unless it has them.
    pub fn complete(&self, text: String) -> String {
        let own = Directives::of(&text);
        let edition = self.edition.filter(|_| own.edition.is_none());
        let flags = if own.flags.is_empty() { self.flags.clone() } else { Vec::new() };
        let target = self.target.clone().filter(|_| own.target.is_none());
        Directives { edition, flags, target }.lines() + &text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> (Option<Edition>, Vec<String>) {
        let Directives { edition, flags, target: None } = Directives::of(text) else { panic!("a target") };
        (edition, flags)
    }

    #[test]
    fn a_file_says_its_edition_and_its_flags() {
        let text = "// a comment\n//@ edition: 2018\n//@ compile-flags: -O -Zthreads=2\nfn main() {}\n";
        assert_eq!(asked(text), (Some(Edition::E2018), vec!["-O".to_owned(), "-Zthreads=2".to_owned()]));
        let old = "// compile-flags: --edition 2018 -O --edition=2018\n";
        assert_eq!(asked(old), (Some(Edition::E2018), vec!["-O".to_owned()]));
        assert_eq!(asked("#![feature(x)]\n//@ edition: 2024\n").0, Some(Edition::E2024));
        assert_eq!(asked("fn main() {}\n// edition: 2024\n"), (None, Vec::new()));
        assert_eq!(asked("//@ edition: 1999\n//@[rev] edition: 2024\n"), (None, Vec::new()));
    }

    #[test]
    fn a_byte_order_mark_and_lines_of_other_systems_do_not_hide_them() {
        assert_eq!(asked("\u{feff}//@ edition: 2024\r\n//@ compile-flags: -O\r\n").1, ["-O"]);
        assert_eq!(asked("\u{feff}//@ edition: 2024\r\n").0, Some(Edition::E2024));
        assert_eq!(asked("#!/usr/bin/env run\n// edition: 2024\n").0, Some(Edition::E2024));
    }

    #[test]
    fn a_complete_file_asks_for_the_same_and_once() {
        let wanted = Directives {
            edition: Some(Edition::E2024),
            flags: vec!["-O".to_owned()],
            target: Some("s390x".to_owned()),
        };
        let text = wanted.complete("fn main() {}\n".to_owned());
        assert_eq!(text, "//@ target: s390x\n//@ edition: 2024\n//@ compile-flags: -O\nfn main() {}\n");
        assert_eq!(Directives::of(&text), wanted);
        assert_eq!(wanted.complete(text.clone()), text);
    }
}
