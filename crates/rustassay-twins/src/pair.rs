//! A pair of twins: one function with a parameter, as the body of a macro in either system.

use crate::kind::TwinKind;
use crate::sites::{ADDED_ATTRIBUTE, How, Site};
use crate::source::{Function, Sort};
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;

/// A macro, in no system yet.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The kind of its parameter.
    pub kind: TwinKind,
    /// The function's name, in the file.
    pub function: String,
    /// What is passed besides: names that occur both in the argument and in the body. In a macro by example, those of the body are
    /// hygienic; so that the argument can mean them, the invocation gives them to both.
    pub companions: Vec<String>,
    /// The argument that gives back the function.
    pub original: String,
    /// The body.
    pub body: Vec<MacroPiece>,
}

/// A piece of a macro's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MacroPiece {
    /// As it is.
    Text(String),
    /// The name of the function.
    Name,
    /// One of the names that are passed besides.
    Companion(usize),
    /// The parameter. A statement is followed by its semicolon, which belongs to it here.
    Parameter,
}

/// More would be rare, and their lists hard to read.
const MOST_COMPANIONS: usize = 8;

impl Pair {
    /// The pair that abstracts these sites, which hold the same text; `None` if names forbid it.
    pub fn new(text: &str, function: &Function, chosen: &[Site]) -> Option<Pair> {
        let first = chosen.first()?;
        let original = match first.how {
            How::InsertAttribute => ADDED_ATTRIBUTE.to_owned(),
            // The name of the copy has to be another.
            How::Enclose => {
                let (start, end) = (function.range.start, function.range.end);
                let name = &function.name_range;
                one_line(&format!("{} enclosed {}", &text[start..name.start], &text[name.end..end]))?
            }
            _ => one_line(&text[first.range.clone()])?,
        };
        let mut cuts: Vec<Cut> = Vec::new();
        match first.how {
            How::Enclose => cuts.push((function.range.clone(), MacroPiece::Parameter)),
            How::ReplaceName => {
                let name = &text[first.range.clone()];
                let same = function.words.iter().filter(|word| {
                    matches!(word.sort, Sort::Ident | Sort::Lifetime)
                        && word.range != function.name_range
                        && &text[word.range.clone()] == name
                });
                cuts.extend(same.map(|word| (word.range.clone(), MacroPiece::Parameter)));
                if is_in_format(function, text, None, name) {
                    return None;
                }
            }
            _ => cuts.extend(chosen.iter().map(|site| {
                let end = match site.how {
                    How::ReplaceStatement { end } => end,
                    _ => site.range.end,
                };
                (site.range.start..end, MacroPiece::Parameter)
            })),
        }
        let mut companions = Vec::new();
        if !matches!(first.how, How::Enclose | How::ReplaceName) {
            companions = shared_names(text, function, &cuts)?;
            for word in &function.words {
                let own = &text[word.range.clone()];
                let is_cut =
                    cuts.iter().any(|(cut, _)| cut.start <= word.range.start && word.range.end <= cut.end);
                if matches!(word.sort, Sort::Ident | Sort::Lifetime)
                    && !is_cut
                    && word.range != function.name_range
                    && let Some(at) = companions.iter().position(|name| name == own)
                {
                    cuts.push((word.range.clone(), MacroPiece::Companion(at)));
                }
            }
        }
        if first.how != How::Enclose {
            cuts.push((function.name_range.clone(), MacroPiece::Name));
        }
        cuts.sort_by_key(|(range, _)| (range.start, range.end));
        cuts.dedup();
        let mut body = Vec::new();
        let mut at = function.range.start;
        match first.how {
            How::InsertAttribute => body.push(MacroPiece::Text("#[".to_owned())),
            How::Enclose => body.extend([
                MacroPiece::Text("fn ".to_owned()),
                MacroPiece::Name,
                MacroPiece::Text("() {".to_owned()),
            ]),
            _ => {}
        }
        for (range, piece) in cuts {
            if range.start < at {
                return None;
            }
            body.push(MacroPiece::Text(text[at..range.start].to_owned()));
            body.push(piece.clone());
            at = range.end;
            if first.how == How::InsertAttribute && piece == MacroPiece::Parameter {
                body.push(MacroPiece::Text("]".to_owned()));
            }
        }
        body.push(MacroPiece::Text(text[at..function.range.end].to_owned()));
        if first.how == How::Enclose {
            body.push(MacroPiece::Text("}".to_owned()));
        }
        body.retain(|piece| *piece != MacroPiece::Text(String::new()));
        Some(Pair { kind: first.kind, function: function.name.clone(), companions, original, body })
    }

    /// An invocation, on one line.
    pub fn invocation(&self, macro_name: &str, function_name: &str, argument: &str) -> String {
        let mut text = format!("{macro_name}! {{ {function_name}, ");
        for companion in &self.companions {
            text.push_str(companion);
            text.push_str(", ");
        }
        match self.kind.is_bracketed() {
            true => text.push_str(&format!("[{argument} ,]")),
            false => text.push_str(argument),
        }
        text.push_str(" }");
        text
    }
}

/// Text as tokens on one line, without comments; `None` if it is not made of tokens.
pub fn one_line(text: &str) -> Option<String> {
    let tokens = TokenStream::from_str(text).ok()?.to_string();
    (!tokens.contains('\n')).then_some(tokens)
}

/// A stretch of the function's text, and what stands there in the macro.
type Cut = (Range<usize>, MacroPiece);

/// The names that the function binds and that occur inside and outside of the cuts; `None` if one is in a format string, which
/// would be of the body only, or if there are too many.
fn shared_names(text: &str, function: &Function, cuts: &[Cut]) -> Option<Vec<String>> {
    let is_inside =
        |range: &Range<usize>| cuts.iter().any(|(cut, _)| cut.start <= range.start && range.end <= cut.end);
    let names = |inside: bool| -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        for word in &function.words {
            let own = &text[word.range.clone()];
            match word.sort {
                Sort::Ident | Sort::Lifetime if is_inside(&word.range) == inside => {
                    names.insert(own);
                }
                _ => {}
            }
        }
        names
    };
    let (inside, outside) = (names(true), names(false));
    let mut shared = Vec::new();
    for name in &function.bound {
        let is_named_inside = inside.contains(name.as_str());
        let is_named_outside = outside.contains(name.as_str());
        let is_formatted_inside = is_in_format(function, text, Some((cuts, true)), name);
        let is_formatted_outside = is_in_format(function, text, Some((cuts, false)), name);
        let is_inside = is_named_inside || is_formatted_inside;
        let is_outside = is_named_outside || is_formatted_outside;
        if is_inside && is_outside {
            if is_formatted_outside {
                return None;
            }
            shared.push(name.clone());
        }
    }
    (shared.len() <= MOST_COMPANIONS).then_some(shared)
}

/// Whether a string in a macro call may name a variable: `"{name}"`, `"{name:?}"`, `"{:name$}"`.
fn is_in_format(function: &Function, text: &str, only: Option<(&[Cut], bool)>, name: &str) -> bool {
    let strings = function.words.iter().filter(|word| {
        let is_wanted = only.is_none_or(|(cuts, inside)| {
            cuts.iter().any(|(cut, _)| cut.start <= word.range.start && word.range.end <= cut.end) == inside
        });
        word.sort == Sort::Literal && word.in_macro && is_wanted
    });
    strings.map(|word| &text[word.range.clone()]).any(|string| names_variable(string, name))
}

fn names_variable(string: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut from = 0;
    while let Some(at) = string[from..].find(name).map(|at| from + at) {
        let end = at + name.len();
        let before = string[..at].chars().next_back();
        let after = string[end..].chars().next();
        let is_whole = !before.is_some_and(is_word) && !after.is_some_and(is_word);
        if is_whole && (before == Some('{') || after == Some('$')) {
            return true;
        }
        from = end;
    }
    false
}
