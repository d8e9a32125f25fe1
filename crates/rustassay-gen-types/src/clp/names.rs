//! Names of atoms, functors and predicates, each written once.

use std::collections::BTreeMap;

/// A name.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

/// A name with a number of arguments.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Functor(pub(crate) u32);

/// All names of a rule set.
#[derive(Clone, Debug)]
pub struct Names {
    symbols: Vec<String>,
    by_text: BTreeMap<String, Symbol>,
    functors: Vec<(Symbol, u32)>,
    by_symbol: BTreeMap<(Symbol, u32), Functor>,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names {
            symbols: Vec::new(),
            by_text: BTreeMap::new(),
            functors: Vec::new(),
            by_symbol: BTreeMap::new(),
        };
        assert_eq!(names.symbol("[]"), Names::NIL);
        assert_eq!(names.functor(".", 2), Names::CONS);
        names
    }
}

impl Names {
    /// The empty list.
    pub const NIL: Symbol = Symbol(0);
    /// A list's first item before the others.
    pub const CONS: Functor = Functor(0);

    /// The symbol of a name.
    pub fn symbol(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.by_text.get(text) {
            return symbol;
        }
        let symbol = Symbol(self.symbols.len() as u32);
        self.symbols.push(text.to_owned());
        self.by_text.insert(text.to_owned(), symbol);
        symbol
    }

    /// The functor of a name with that many arguments.
    pub fn functor(&mut self, text: &str, arity: usize) -> Functor {
        let key = (self.symbol(text), arity as u32);
        *self.by_symbol.entry(key).or_insert_with(|| {
            self.functors.push(key);
            Functor(self.functors.len() as u32 - 1)
        })
    }

    /// The functor of a name, if it occurs.
    pub fn known(&self, text: &str, arity: usize) -> Option<Functor> {
        let symbol = self.by_text.get(text)?;
        self.by_symbol.get(&(*symbol, arity as u32)).copied()
    }

    /// A symbol's text.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.symbols[symbol.0 as usize]
    }

    /// A functor's name.
    pub fn name(&self, functor: Functor) -> &str {
        self.text(self.functors[functor.0 as usize].0)
    }

    /// How many arguments a functor has.
    #[inline]
    pub fn arity(&self, functor: Functor) -> usize {
        self.functors[functor.0 as usize].1 as usize
    }

    /// How many functors there are.
    pub fn functors(&self) -> usize {
        self.functors.len()
    }
}
