//! Many programs as modules of one crate: starting a compiler and linking are most of what a small program costs.
//!
//! A [`PackedProgram`] is a program that means the same as a module among others; `OBSTACLES` says what keeps a program from being one.
//! [`Packed`] is the crate, with what its programs share standing once, and knows whose each line is.

use rustassay_outcome::RustcDiagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What becomes of the programs of a crate.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PackPurpose {
    /// Programs in custom MIR are run, each by its `main`.
    RunMir,
    /// Programs in ordinary Rust are run, each by its `main`.
    RunRust,
    /// Libraries are checked.
    Check,
}

use PackPurpose::{Check, RunMir, RunRust};

/// What a text must not have to be a module, for which purposes, and why.
const OBSTACLES: &[(&str, &[PackPurpose], &str)] = &[
    ("no_mangle", ANY, "another program may export the same symbol"),
    ("export_name", ANY, "another program may export the same symbol"),
    ("global_asm!", ANY, "labels of assembly are those of the whole crate"),
    ("macro_export", ANY, "an exported macro stands at the root of the crate"),
    ("macro_use", ANY, "its macros would reach the programs below it"),
    ("extern crate", ANY, "a crate is named at the root"),
    ("$crate", ANY, "a macro names the root of the crate"),
    ("std::process::exit", &[RunMir, RunRust], "it would end the programs that come after it"),
    // Programs that run are valid, so that more features change none of them; those that are checked may need to be rejected.
    ("#!", &[Check], "an attribute of the crate would be one of all programs"),
    // In programs of ordinary Rust that run, the module takes the place of the root.
    ("crate::", &[RunMir, Check], "its paths begin at the root of the crate"),
];

/// The one `extern crate` that may stand in a module. Every printed MIR program has it.
const CORE_IN_SCOPE: &str = "extern crate core;";

const ANY: &[PackPurpose] = &[RunMir, RunRust, Check];

/// Why a program must be a crate of its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Obstacle(&'static str);

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The line of a program below which it is its own. What is above may be seen by others, too: it says nothing of them, and nothing below says
/// something of it that others must not hear, such as an implementation of its traits for its types.
pub const SHARED_ABOVE: &str = "// What is above may be shared with other programs.";

/// The function of a module that runs its program.
pub const RUN: &str = "run_this_program";

/// A program that can be a module among others.
#[derive(Clone, Debug)]
pub struct PackedProgram {
    /// What its `#![feature]`s name.
    features: Vec<String>,
    /// The other attributes of the crate.
    attributes: Vec<String>,
    /// The items that it may share; empty if there are none.
    shared: String,
    own: String,
    purpose: PackPurpose,
}

impl PackedProgram {
    /// A program as a module for a purpose; or what keeps it from being one.
    pub fn new(text: &str, purpose: PackPurpose) -> Result<PackedProgram, Obstacle> {
        let is_met = |(word, purposes, _): &&(&str, &[PackPurpose], &str)| {
            purposes.contains(&purpose)
                && text.lines().any(|line| line.contains(word) && line != CORE_IN_SCOPE)
        };
        if let Some((_, _, why)) = OBSTACLES.iter().find(is_met) {
            return Err(Obstacle(why));
        }
        if purpose == Check && !is_closed(text) {
            return Err(Obstacle("a bracket or quote of it may reach into the next module"));
        }
        let has_plain_main = text.contains("\nfn main() {") && !text.contains("async fn main");
        if purpose == RunRust && !has_plain_main {
            return Err(Obstacle("`main` is no plain function"));
        }
        let is_head =
            |line: &&str| line.starts_with("#![") || line.starts_with("//") || line.trim().is_empty();
        let is_above = |line: &&str| is_head(line) && *line != SHARED_ABOVE;
        let head: Vec<&str> = text.lines().take_while(is_above).collect();
        let items = text.lines().skip(head.len()).fold(String::new(), |text, line| text + line + "\n");
        let (shared, own) = items.split_once(SHARED_ABOVE).unwrap_or(("", &items));
        let mut member = PackedProgram {
            features: Vec::new(),
            attributes: Vec::new(),
            shared: shared.trim().to_owned(),
            own: own.trim().to_owned(),
            purpose,
        };
        for line in head.into_iter().filter(|line| line.starts_with("#![")) {
            let feature =
                line.strip_prefix("#![feature(").and_then(|rest| rest.trim_end().strip_suffix(")]"));
            match feature {
                Some(names) => member.features.extend(names.split(',').map(|name| name.trim().to_owned())),
                None if !line.trim_end().ends_with(']') => {
                    return Err(Obstacle("an attribute of the crate takes several lines"));
                }
                None => member.attributes.push(line.to_owned()),
            }
        }
        Ok(member)
    }

    /// Its module, which stands in `around`, with `::`, or at the root.
    fn module(&self, name: &str, around: &str) -> String {
        let own = self.own.replace("crate::", &format!("crate::{around}{name}::"));
        let (import, visibility) =
            if around.is_empty() { ("", "") } else { ("use super::*;\n", "pub(crate) ") };
        match self.purpose {
            Check => format!("mod {name} {{\n{import}{own}\n}}"),
            RunMir | RunRust => {
                format!("{visibility}mod {name} {{\n{import}{own}\npub fn {RUN}() {{ main() }}\n}}")
            }
        }
    }
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

/// Programs as modules of a crate. Those that share something are modules of a module that has it.
#[derive(Debug)]
pub struct Packed {
    text: String,
    /// Whose lines are whose: the last line of each piece, counted from 1, and the program.
    pieces: Vec<(u32, Option<usize>)>,
    line: u32,
    /// What the module is called that each program's module stands in, with `::`; nothing if it is the crate.
    around: Vec<String>,
}

impl Packed {
    /// One crate of programs. They have the numbers of their places.
    pub fn new(members: &[&PackedProgram]) -> Packed {
        let mut packed = Packed {
            text: String::new(),
            pieces: Vec::new(),
            line: 0,
            around: vec![String::new(); members.len()],
        };
        packed.push(&head(members), None);
        let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (n, member) in members.iter().enumerate() {
            let place = *places.entry(&member.shared).or_insert_with(|| {
                groups.push((&member.shared, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(n);
        }
        for (group, (shared, programs)) in groups.into_iter().enumerate() {
            let around = if shared.is_empty() { String::new() } else { format!("s{group}::") };
            if !shared.is_empty() {
                let shared = shared.replace("crate::", &format!("crate::{around}"));
                packed.push(&format!("mod s{group} {{\n{shared}"), None);
            }
            for n in programs {
                packed.push(&members[n].module(&format!("p{n}"), &around), Some(n));
                packed.around[n].clone_from(&around);
            }
            if !around.is_empty() {
                packed.push("}", None);
            }
        }
        packed
    }

    /// Adds items of the crate that are of no program.
    pub fn push_items(&mut self, items: &str) {
        self.push(items, None);
    }

    fn push(&mut self, text: &str, whose: Option<usize>) {
        if text.is_empty() {
            return;
        }
        self.text.push_str(text);
        self.text.push('\n');
        self.line += text.matches('\n').count() as u32 + 1;
        self.pieces.push((self.line, whose));
    }

    /// The text of the crate.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The path of a program's module, from the root on.
    pub fn path(&self, program: usize) -> String {
        format!("{}p{program}", self.around[program])
    }

    /// What an error in a module says where the program is alone.
    pub fn as_alone(&self, message: &str, program: usize) -> String {
        let around = &self.around[program];
        let message = message.replace(&format!("{}::", self.path(program)), "");
        if around.is_empty() { message } else { message.replace(around.as_str(), "") }
    }

    /// The errors of each program that has some. Those that point elsewhere, or nowhere, are left out.
    pub fn guilty<'e>(&self, errors: &'e [RustcDiagnostic]) -> BTreeMap<usize, Vec<&'e RustcDiagnostic>> {
        let mut guilty: BTreeMap<usize, Vec<&RustcDiagnostic>> = BTreeMap::new();
        for error in errors {
            if let Some(program) = self.program_of(error) {
                guilty.entry(program).or_default().push(error);
            }
        }
        guilty
    }

    fn program_of(&self, error: &RustcDiagnostic) -> Option<usize> {
        let span = error.span.as_ref().filter(|span| span.file == crate::engine::FILE)?;
        let piece = self.pieces.partition_point(|&(end, _)| end < span.line);
        self.pieces.get(piece)?.1
    }
}

/// The attributes of the crate: those of all programs.
fn head(members: &[&PackedProgram]) -> String {
    let features: BTreeSet<&String> = members.iter().flat_map(|member| &member.features).collect();
    let features = features.into_iter().filter(|feature| !feature.is_empty());
    let features = features.map(|feature| format!("#![feature({feature})]"));
    let attributes: BTreeSet<&String> = members.iter().flat_map(|member| &member.attributes).collect();
    let is_checked = members.iter().any(|member| member.purpose == Check);
    let quiet = is_checked.then(|| "#![allow(warnings)]".to_owned());
    features.chain(attributes.into_iter().cloned()).chain(quiet).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(texts: &[&str], purpose: PackPurpose) -> Packed {
        let members: Vec<PackedProgram> =
            texts.iter().map(|text| PackedProgram::new(text, purpose).unwrap()).collect();
        Packed::new(&members.iter().collect::<Vec<_>>())
    }

    #[test]
    fn each_line_is_of_its_module() {
        let packed = packed(&["fn f() {}", "fn g() {}\nfn h() {}\n"], Check);
        assert_eq!(
            packed.text(),
            "#![allow(warnings)]\nmod p0 {\nfn f() {}\n}\nmod p1 {\nfn g() {}\nfn h() {}\n}\n"
        );
        assert_eq!(packed.pieces, [(1, None), (4, Some(0)), (8, Some(1))]);
    }

    #[test]
    fn what_programs_share_stands_once() {
        let program = |own: &str| format!("struct S;\n{SHARED_ABOVE}\n\n{own}\n");
        let packed = packed(&[&program("fn f(_: S) {}"), "fn g() {}", &program("fn h(_: S) {}")], Check);
        assert_eq!(
            packed.text(),
            "#![allow(warnings)]\nmod s0 {\nstruct S;\nmod p0 {\nuse super::*;\nfn f(_: S) {}\n}\n\
             mod p2 {\nuse super::*;\nfn h(_: S) {}\n}\n}\nmod p1 {\nfn g() {}\n}\n"
        );
        let pieces = [(1, None), (3, None), (7, Some(0)), (11, Some(2)), (12, None), (15, Some(1))];
        assert_eq!(packed.pieces, pieces);
        assert_eq!(packed.path(2), "s0::p2");
        assert_eq!(packed.as_alone("`s0::p2::T` is not `s0::S`", 2), "`T` is not `S`");
        assert_eq!(packed.as_alone("`p1::T`", 1), "`T`");
    }

    #[test]
    fn the_module_takes_the_place_of_the_root() {
        let text = "#![feature(a, b)]\n#![allow(unused)]\n\nfn f() {}\nfn main() {\n    crate::f()\n}\n";
        let packed = packed(&[text, &text.replace("a, b", "b")], RunRust);
        assert_eq!(
            packed.text(),
            "#![feature(a)]\n#![feature(b)]\n#![allow(unused)]\n\
             mod p0 {\nfn f() {}\nfn main() {\n    crate::p0::f()\n}\npub fn run_this_program() { main() }\n}\n\
             mod p1 {\nfn f() {}\nfn main() {\n    crate::p1::f()\n}\npub fn run_this_program() { main() }\n}\n"
        );
    }

    #[test]
    fn what_is_of_a_whole_crate_stands_alone() {
        let why = |text: &str, purpose| PackedProgram::new(text, purpose).map(drop).map_err(|why| why.0);
        assert_eq!(why("fn f<'a>(x: &'a [u8; 2]) {} // {", Check), Ok(()));
        assert_eq!(why("#![allow(unused)]\nfn main() {}", RunMir), Ok(()));
        let (root, attribute) = (
            "its paths begin at the root of the crate",
            "an attribute of the crate would be one of all programs",
        );
        let reach = "a bracket or quote of it may reach into the next module";
        for (text, purpose, reason) in [
            ("#![no_std]", Check, attribute),
            ("fn f() { crate::g() }", Check, root),
            ("fn main() { crate::g() }", RunMir, root),
            ("fn f() {", Check, reach),
            ("fn f() {}}", Check, reach),
            ("const X: &str = \"}\";", Check, reach),
            ("async fn main() {}\nfn main() {", RunRust, "`main` is no plain function"),
            ("#![feature(\n    a\n)]\nfn main() {}", RunMir, "an attribute of the crate takes several lines"),
        ] {
            assert_eq!(why(text, purpose), Err(reason), "{text}");
        }
        for (word, purposes, reason) in OBSTACLES {
            for purpose in *purposes {
                assert_eq!(why(&format!("\nfn main() {{\n{word}\n}}"), *purpose), Err(*reason), "{word}");
            }
        }
    }
}
