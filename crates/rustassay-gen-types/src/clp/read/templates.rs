//! How terms are written as Rust, and what may be written in their place.

use super::Reader;
use crate::clp::rules::{Pattern, Piece, Rewriting, Template};
use crate::clp::show::MOST_VARIABLES;
use crate::clp::token::{Mistake, Word, tokens};

impl Reader<'_> {
    pub(super) fn template(&mut self) -> Result<(), Mistake> {
        let shape = self.term()?;
        self.sign("=")?;
        let place = self.place();
        let text = self.text()?;
        let bound = self.variables.len();
        if bound > MOST_VARIABLES {
            return Err(Mistake {
                message: format!("{place}: a template has at most {MOST_VARIABLES} variables"),
            });
        }
        let pieces = self.pieces(&text, &place)?;
        if let Some((name, _)) = self.variables.get(bound) {
            return Err(Mistake { message: format!("{place}: `{name}` is not in the shape") });
        }
        let variables = self.end_of_variables()?;
        self.rules.templates.push(Template { shape, variables, pieces });
        Ok(())
    }

    /// A template's pieces: `$X`, `$(term)`, `$[Xs|separator]`, and what is between them.
    pub(super) fn pieces(&mut self, text: &str, place: &str) -> Result<Vec<Piece>, Mistake> {
        let wrong = |what: &str| Mistake { message: format!("{place}: {what}") };
        let mut pieces = Vec::new();
        let mut parts = text.split('$');
        let first = parts.next().unwrap_or_default();
        if !first.is_empty() {
            pieces.push(Piece::Text(first.to_owned()));
        }
        for part in parts {
            let rest = if let Some(after) = part.strip_prefix('(') {
                let end = closing(after).ok_or_else(|| wrong("`$(` is not closed"))?;
                let term = self.inner_term(&after[..end], place)?;
                pieces.push(Piece::Term(term));
                &after[end + 1..]
            } else if let Some(after) = part.strip_prefix('[') {
                let (list, rest) =
                    after.split_once('|').ok_or_else(|| wrong("`$[` needs a `|` before its separator"))?;
                let (separator, rest) = rest.split_once(']').ok_or_else(|| wrong("`$[` is not closed"))?;
                let list = self.inner_term(list, place)?;
                pieces.push(Piece::List(list, separator.to_owned()));
                rest
            } else {
                let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len());
                if !part.starts_with(|c: char| c.is_ascii_uppercase()) {
                    return Err(wrong("after `$` comes a variable, `(` or `[`"));
                }
                let variable = self.variable(&part[..end]);
                pieces.push(Piece::Term(variable));
                &part[end..]
            };
            if !rest.is_empty() {
                pieces.push(Piece::Text(rest.to_owned()));
            }
        }
        Ok(pieces)
    }

    /// A term that stands in a text.
    pub(super) fn inner_term(&mut self, text: &str, place: &str) -> Result<Pattern, Mistake> {
        let inner = tokens(place, text)?;
        let tokens = std::mem::replace(&mut self.tokens, inner);
        let at = std::mem::replace(&mut self.at, 0);
        let term = self.term();
        let is_whole = *self.word() == Word::End;
        (self.tokens, self.at) = (tokens, at);
        if is_whole { term } else { Err(Mistake { message: format!("{place}: `{text}` is not a term") }) }
    }

    pub(super) fn rewriting(&mut self) -> Result<(), Mistake> {
        let name = self.name()?;
        let citation = self.text()?;
        self.sign(":")?;
        let from = self.term()?;
        self.sign("=>")?;
        let to = self.term()?;
        let body = if self.skip_sign(":-") { self.body()? } else { self.empty_body() };
        let variables = self.end_of_variables()?;
        if !matches!(from, Pattern::Compound(..)) {
            return self.wrong("a rewriting begins with a compound term");
        }
        self.rules.rewritings.push(Rewriting { name, citation, from, to, body, variables });
        Ok(())
    }
}

/// Where the parenthesis closes that was opened before the text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })
}
