//! Terms, and the variables in them.

use super::Reader;
use crate::clp::names::Names;
use crate::clp::rules::Pattern;
use crate::clp::token::{Mistake, Word};

impl Reader<'_> {
    /// `name(arguments)`, or a name.
    pub(super) fn head(&mut self) -> Result<(String, Box<[Pattern]>), Mistake> {
        let name = self.name()?;
        let arguments = if self.skip_sign("(") { self.arguments(")")? } else { Vec::new() };
        Ok((name, arguments.into()))
    }

    pub(super) fn arguments(&mut self, end: &'static str) -> Result<Vec<Pattern>, Mistake> {
        let mut arguments = vec![self.term()?];
        while self.skip_sign(",") {
            arguments.push(self.term()?);
        }
        self.sign(end)?;
        Ok(arguments)
    }

    /// A term; `X : T` is a pair of that name.
    pub(super) fn term(&mut self) -> Result<Pattern, Mistake> {
        let first = self.simple_term()?;
        if !self.skip_sign(":") {
            return Ok(first);
        }
        let second = self.simple_term()?;
        Ok(Pattern::Compound(self.rules.names.functor(":", 2), [first, second].into()))
    }

    pub(super) fn simple_term(&mut self) -> Result<Pattern, Mistake> {
        match self.word().clone() {
            Word::Variable(name) => {
                self.take();
                Ok(self.variable(&name))
            }
            Word::Number(value) => {
                self.take();
                Ok(Pattern::Number(value))
            }
            Word::Name(_) => {
                let (name, arguments) = self.head()?;
                let names = &mut self.rules.names;
                Ok(if arguments.is_empty() {
                    Pattern::Atom(names.symbol(&name))
                } else {
                    Pattern::Compound(names.functor(&name, arguments.len()), arguments)
                })
            }
            Word::Sign("[") => {
                self.take();
                self.list()
            }
            Word::Sign("(") => {
                self.take();
                let term = self.term()?;
                self.sign(")")?;
                Ok(term)
            }
            _ => self.expected("a term"),
        }
    }

    pub(super) fn list(&mut self) -> Result<Pattern, Mistake> {
        if self.skip_sign("]") {
            return Ok(Pattern::Atom(Names::NIL));
        }
        let mut items = vec![self.term()?];
        while self.skip_sign(",") {
            items.push(self.term()?);
        }
        let mut list = if self.skip_sign("|") { self.term()? } else { Pattern::Atom(Names::NIL) };
        self.sign("]")?;
        for item in items.into_iter().rev() {
            list = Pattern::Compound(Names::CONS, [item, list].into());
        }
        Ok(list)
    }

    pub(super) fn variable(&mut self, name: &str) -> Pattern {
        if name != "_"
            && let Some(number) = self.variables.iter().position(|(other, _)| other == name)
        {
            self.variables[number].1 += 1;
            return Pattern::Variable(number as u32);
        }
        self.variables.push((name.to_owned(), 1));
        Pattern::Variable(self.variables.len() as u32 - 1)
    }

    /// How many variables the statement has; what is named should occur twice, or it is probably misspelt.
    pub(super) fn end_of_variables(&mut self) -> Result<u32, Mistake> {
        let lonely = self.variables.iter().find(|(name, times)| *times == 1 && !name.starts_with('_'));
        if let Some((name, _)) = lonely {
            return self.wrong(format_args!(
                "`{name}` occurs only once in the statement that ends here; call it `_{name}` if that is meant"
            ));
        }
        Ok(self.variables.len() as u32)
    }
}
