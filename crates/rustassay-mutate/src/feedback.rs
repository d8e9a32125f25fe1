//! What a compiler was seen to do with a program, as far as a stock rustc tells: the shapes of the MIR that it prints, and the codes of its
//! errors.
//!
//! Both are the same each time, for the same compiler and program, so what is chosen by them can be chosen again. Time on a clock is not: statements of
//! MIR stand for what a program costs to compile.

use crate::choice::{Objectives, lifetime_complexity, size};
use rustassay_outcome::Compiled;
use std::collections::{BTreeSet, HashSet};
use syn::File;

/// What a compiler did with a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Feedback {
    /// Kinds of things that it did, by name.
    pub behaviours: BTreeSet<String>,
    /// How many statements and terminators of MIR it made.
    pub statements: u64,
    /// Which of its own counters it reached, in order, if it has any ([`crate::coverage`]).
    pub counters: Vec<u64>,
}

impl Feedback {
    /// What the compiler's outcome and its MIR say.
    pub fn new(compiled: &Compiled, mir: &str) -> Feedback {
        let mut feedback = Feedback::of_mir(mir);
        if let Compiled::Rejected(errors) = compiled {
            feedback.behaviours.extend(errors.iter().filter_map(|error| error.code.clone()));
        }
        feedback
    }

    /// What is in MIR, as `--emit=mir` writes it.
    pub fn of_mir(mir: &str) -> Feedback {
        let mut feedback = Feedback::default();
        for line in mir.lines().map(|line| line.split("//").next().unwrap_or("").trim()) {
            // Statements and declarations end so; names of variables say nothing of the compiler.
            let Some(statement) = line.strip_suffix(';').filter(|line| !line.starts_with("debug ")) else {
                continue;
            };
            feedback.statements += u64::from(!statement.starts_with("let "));
            feedback.behaviours.insert(shape(statement));
        }
        feedback
    }

    /// How much was covered: in counters, if the compiler has some.
    fn covered(&self) -> usize {
        if self.counters.is_empty() { self.behaviours.len() } else { self.counters.len() }
    }

    /// The four objectives of a program with this feedback.
    pub fn objectives(&self, file: &File) -> Objectives {
        Objectives {
            coverage: self.covered() as u64,
            size: size(file),
            cost: self.statements,
            lifetimes: lifetime_complexity(file),
        }
    }
}

/// What a compiler was seen to do with some programs.
#[derive(Clone, Debug, Default)]
pub struct SeenBehaviours {
    behaviours: BTreeSet<String>,
    counters: HashSet<u64>,
}

impl SeenBehaviours {
    /// What was not seen before, if there is something. Where a compiler counts, its counters say that.
    pub fn news(&self, feedback: &Feedback) -> Option<Feedback> {
        let is_new = |counter: &&u64| !self.counters.contains(counter);
        let counters: Vec<u64> = feedback.counters.iter().filter(is_new).copied().collect();
        let behaviours: BTreeSet<String> =
            feedback.behaviours.difference(&self.behaviours).cloned().collect();
        let is_news = match feedback.counters.is_empty() {
            true => !behaviours.is_empty(),
            false => !counters.is_empty(),
        };
        is_news.then_some(Feedback { behaviours, statements: feedback.statements, counters })
    }

    /// From now on, this was seen.
    pub fn add(&mut self, feedback: &Feedback) {
        self.behaviours.extend(feedback.behaviours.iter().cloned());
        self.counters.extend(&feedback.counters);
    }
}

/// The words of MIR that say what is done; all others are names and numbers of the program.
const WORDS: &[&str] = &[
    // Statements and terminators.
    "let",
    "goto",
    "switchInt",
    "return",
    "unreachable",
    "drop",
    "assert",
    "resume",
    "terminate",
    "yield",
    "unwind",
    "continue",
    "cleanup",
    "success",
    "otherwise",
    "discriminant",
    "StorageLive",
    "StorageDead",
    "asm",
    "tailcall",
    "coroutine",
    "closure",
    "async",
    "promoted",
    "const",
    "static",
    "deinit",
    "nop",
    // Operands and places.
    "move",
    "copy",
    "mut",
    "raw",
    "as",
    "of",
    "from",
    "dyn",
    "impl",
    "fn",
    "for",
    "unsafe",
    "extern",
    // Operators.
    "Add",
    "AddUnchecked",
    "AddWithOverflow",
    "Sub",
    "SubUnchecked",
    "SubWithOverflow",
    "Mul",
    "MulUnchecked",
    "MulWithOverflow",
    "CheckedAdd",
    "CheckedSub",
    "CheckedMul",
    "Div",
    "Rem",
    "BitXor",
    "BitAnd",
    "BitOr",
    "Shl",
    "ShlUnchecked",
    "Shr",
    "ShrUnchecked",
    "Eq",
    "Lt",
    "Le",
    "Ne",
    "Ge",
    "Gt",
    "Cmp",
    "Offset",
    "Not",
    "Neg",
    "Len",
    "PtrMetadata",
    "SizeOf",
    "AlignOf",
    "OffsetOf",
    "UbChecks",
    "ShallowInitBox",
    "deref_copy",
    // Casts.
    "IntToInt",
    "IntToFloat",
    "FloatToInt",
    "FloatToFloat",
    "PtrToPtr",
    "FnPtrToPtr",
    "Transmute",
    "Subtype",
    "PointerCoercion",
    "Pointer",
    "Unsize",
    "ReifyFnPointer",
    "UnsafeFnPointer",
    "ClosureFnPointer",
    "MutToConstPointer",
    "ArrayToPointer",
    "PointerExposeProvenance",
    "PointerWithExposedProvenance",
    "Misc",
    // Types.
    "bool",
    "char",
    "str",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "f32",
    "f64",
];

/// Longer shapes are cut: what a long signature says after this is mostly types.
const LONGEST: usize = 24;

/// A statement without names and numbers.
fn shape(statement: &str) -> String {
    let mut shape: Vec<&str> = Vec::new();
    let mut rest = statement;
    while let (Some(c), true) = (rest.chars().next(), shape.len() < LONGEST) {
        let end = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let length = match c {
            '"' => {
                let text = &rest[1..];
                let mut escaped = false;
                let close = text.find(|c: char| {
                    let closes = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    closes
                });
                close.map_or(rest.len(), |at| at + 2)
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let length = end(|c| c.is_alphanumeric() || c == '_');
                let word = &rest[..length];
                let is_local = word.len() > 1 && word[1..].bytes().all(|byte| byte.is_ascii_digit());
                match c == '_' && is_local {
                    true => shape.push("_"),
                    false => shape.extend(WORDS.iter().find(|known| **known == word)),
                }
                length
            }
            '0'..='9' => end(|c| c.is_alphanumeric() || c == '_'),
            '=' | '&' | '*' | '[' | ']' | '.' => {
                shape.push(&rest[..1]);
                1
            }
            _ => c.len_utf8(),
        };
        rest = &rest[length..];
    }
    shape.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIR: &str = "fn f(_1: u8) -> u8 {
    debug x => _1;
    let mut _0: u8;
    let mut _2: (u8, bool);

    bb0: {
        _2 = AddWithOverflow(copy _1, const 1_u8); // f.rs
        assert(!move (_2.1: bool), \"attempt to compute `{} + {}`; \\\" let\", copy _1) -> [success: bb1, unwind continue];
    }

    bb1: {
        _0 = move (_2.0: u8);
        return;
    }
}
";

    #[test]
    fn statements_are_counted_and_shapes_have_no_names() {
        let feedback = Feedback::of_mir(MIR);
        assert_eq!(feedback.statements, 4);
        let expected = [
            "_ = AddWithOverflow copy _ const",
            "_ = move _ . u8",
            "assert move _ . bool copy _ [ success unwind continue ]",
            "let mut _ u8",
            "let mut _ u8 bool",
            "return",
        ];
        assert_eq!(feedback.behaviours.iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn names_and_numbers_change_nothing_and_operators_do() {
        let shapes = |mir: &str| Feedback::of_mir(mir).behaviours;
        assert_eq!(shapes(MIR), shapes(&MIR.replace("_2", "_17").replace("const 1_u8", "const 9_u8")));
        assert_ne!(shapes(MIR), shapes(&MIR.replace("AddWithOverflow", "SubWithOverflow")));
    }
}
