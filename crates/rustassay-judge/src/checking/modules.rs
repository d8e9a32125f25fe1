//! One crate of many programs, and whose an error in it is.

use rustassay_outcome::Diagnostic;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Words of programs that say something of a whole crate, or can only be said at its root.
const OF_THE_CRATE: [&str; 9] = [
    "#!",
    "crate::",
    "extern crate",
    "no_mangle",
    "export_name",
    "macro_export",
    "macro_use",
    "global_asm!",
    "$crate",
];

/// Whether a program means the same as a module among others: it says nothing of the whole crate, and no bracket or quote of it
/// can reach into the next module.
pub fn stands_among_others(program: &str) -> bool {
    !OF_THE_CRATE.iter().any(|word| program.contains(word)) && is_closed(program)
}

/// Whether brackets come in pairs. What could hide one from a compiler, or from us, is not looked into: a text or a comment of
/// several lines.
fn is_closed(program: &str) -> bool {
    if program.contains('"') || program.contains("/*") {
        return false;
    }
    let mut open = Vec::new();
    for line in program.lines() {
        let code = line.split_once("//").map_or(line, |(code, _)| code);
        for c in code.chars() {
            match c {
                '{' | '(' | '[' => open.push(c),
                '}' if open.pop() != Some('{') => return false,
                ')' if open.pop() != Some('(') => return false,
                ']' if open.pop() != Some('[') => return false,
                _ => {}
            }
        }
    }
    open.is_empty()
}

/// What an error in a module says where the program is alone.
pub fn as_alone(message: &str, module: usize) -> String {
    message.replace(&format!("p{module}::"), "")
}

/// Programs as modules of a crate.
pub struct Modules {
    text: String,
    /// The last line of each, counted from 1.
    ends: Vec<u32>,
}

impl Modules {
    pub fn of<'a>(programs: impl Iterator<Item = &'a str>) -> Modules {
        let mut modules = Modules { text: "#![allow(warnings)]\n".to_owned(), ends: Vec::new() };
        let mut line = 1;
        for (n, program) in programs.enumerate() {
            let _ = writeln!(modules.text, "mod p{n} {{\n{}\n}}", program.trim_end());
            line += program.trim_end().lines().count().max(1) as u32 + 2;
            modules.ends.push(line);
        }
        modules
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The errors of each module that has some. Those that point elsewhere, or nowhere, are left out.
    pub fn guilty<'e>(&self, errors: &'e [Diagnostic]) -> BTreeMap<usize, Vec<&'e Diagnostic>> {
        let mut guilty: BTreeMap<usize, Vec<&Diagnostic>> = BTreeMap::new();
        for error in errors {
            if let Some(module) = self.module_of(error) {
                guilty.entry(module).or_default().push(error);
            }
        }
        guilty
    }

    fn module_of(&self, error: &Diagnostic) -> Option<usize> {
        let span = error.span.as_ref().filter(|span| span.file == crate::engine::FILE)?;
        // The first line is the crate's own.
        let module = self.ends.partition_point(|&end| end < span.line);
        (span.line > 1 && module < self.ends.len()).then_some(module)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_of_its_module() {
        let modules = Modules::of(["fn f() {}", "fn g() {}\nfn h() {}\n"].into_iter());
        assert_eq!(
            modules.text(),
            "#![allow(warnings)]\nmod p0 {\nfn f() {}\n}\nmod p1 {\nfn g() {}\nfn h() {}\n}\n"
        );
        assert_eq!(modules.ends, [4, 8]);
    }

    #[test]
    fn what_is_of_a_whole_crate_stands_alone() {
        assert!(stands_among_others("fn f<'a>(x: &'a [u8; 2]) {} // {"));
        for program in
            ["#![no_std]", "fn f() { crate::g() }", "fn f() {", "fn f() {}}", "const X: &str = \"}\";"]
        {
            assert!(!stands_among_others(program), "{program}");
        }
    }
}
