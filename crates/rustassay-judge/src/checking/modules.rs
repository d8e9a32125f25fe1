//! One crate of many programs, and whose an error in it is.

use rustassay_outcome::Diagnostic;
use std::collections::BTreeMap;

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

/// The line of a program below which it is its own. What is above may be seen by others, too: it says nothing of them, and nothing below says
/// something of it that others must not hear, such as an implementation of its traits for its types.
pub const SHARED_ABOVE: &str = "// What is above may be shared with other programs.";

/// A program's part that may be shared, and its own.
fn parts(program: &str) -> (&str, &str) {
    program.split_once(SHARED_ABOVE).unwrap_or(("", program))
}

/// Programs as modules of a crate. Those that share something are modules of a module that has it.
pub struct Modules {
    text: String,
    /// Whose lines are whose: the last line of each piece, counted from 1, and the program.
    pieces: Vec<(u32, Option<usize>)>,
    line: u32,
    /// What the module is called that each program stands in, with `::`; nothing if it is the crate.
    around: Vec<String>,
}

impl Modules {
    pub fn of<'a>(programs: impl Iterator<Item = &'a str>) -> Modules {
        let mut groups: Vec<(&str, Vec<(usize, &str)>)> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut count = 0;
        for (n, program) in programs.enumerate() {
            let (shared, own) = parts(program);
            let place = *places.entry(shared).or_insert_with(|| {
                groups.push((shared, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push((n, own));
            count = n + 1;
        }
        let mut modules =
            Modules { text: String::new(), pieces: Vec::new(), line: 0, around: vec![String::new(); count] };
        modules.push("#![allow(warnings)]", None);
        for (group, (shared, programs)) in groups.into_iter().enumerate() {
            if !shared.is_empty() {
                modules.push(&format!("mod s{group} {{\n{}", shared.trim_end()), None);
            }
            for (n, own) in programs {
                let (import, around) = match shared.is_empty() {
                    true => ("", String::new()),
                    false => ("use super::*;\n", format!("s{group}::")),
                };
                modules.push(&format!("mod p{n} {{\n{import}{}\n}}", own.trim()), Some(n));
                modules.around[n] = around;
            }
            if !shared.is_empty() {
                modules.push("}", None);
            }
        }
        modules
    }

    fn push(&mut self, text: &str, whose: Option<usize>) {
        self.text.push_str(text);
        self.text.push('\n');
        self.line += text.matches('\n').count() as u32 + 1;
        self.pieces.push((self.line, whose));
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What an error in a module says where the program is alone.
    pub fn as_alone(&self, message: &str, module: usize) -> String {
        let around = &self.around[module];
        let message = message.replace(&format!("{around}p{module}::"), "");
        if around.is_empty() { message } else { message.replace(around.as_str(), "") }
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
        let piece = self.pieces.partition_point(|&(end, _)| end < span.line);
        self.pieces.get(piece)?.1
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
        assert_eq!(modules.pieces, [(1, None), (4, Some(0)), (8, Some(1))]);
    }

    #[test]
    fn what_programs_share_stands_once() {
        let program = |own: &str| format!("struct S;\n{SHARED_ABOVE}\n\n{own}\n");
        let texts = [program("fn f(_: S) {}"), "fn g() {}".to_owned(), program("fn h(_: S) {}")];
        let modules = Modules::of(texts.iter().map(String::as_str));
        assert_eq!(
            modules.text(),
            "#![allow(warnings)]\nmod s0 {\nstruct S;\nmod p0 {\nuse super::*;\nfn f(_: S) {}\n}\n\
             mod p2 {\nuse super::*;\nfn h(_: S) {}\n}\n}\nmod p1 {\nfn g() {}\n}\n"
        );
        let pieces = [(1, None), (3, None), (7, Some(0)), (11, Some(2)), (12, None), (15, Some(1))];
        assert_eq!(modules.pieces, pieces);
        assert_eq!(modules.as_alone("`s0::p2::T` is not `s0::S`", 2), "`T` is not `S`");
        assert_eq!(modules.as_alone("`p1::T`", 1), "`T`");
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
