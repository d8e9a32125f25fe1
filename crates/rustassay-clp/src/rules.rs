//! Rules as data: clauses with weights, premises that may be negated, templates and rewritings.
//!
//! This is what the notation says after it was read; see [`crate::read`].

use crate::names::{Functor, Names, Symbol};

/// A term of a rule, in which variables are numbered.
#[derive(Clone, PartialEq, Debug)]
pub enum Pattern {
    /// The rule's variable of that number.
    Variable(u32),
    /// A name.
    Atom(Symbol),
    /// A number.
    Number(i32),
    /// A functor with arguments.
    Compound(Functor, Box<[Pattern]>),
}

/// What a term or a pattern begins with, for telling at a glance that two can never be the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Key {
    /// A variable: it can be anything.
    Any,
    /// A name.
    Atom(Symbol),
    /// A number.
    Number(i32),
    /// A compound term.
    Compound(Functor),
}

impl Key {
    /// Whether terms that begin so can be the same.
    #[inline]
    pub fn fits(self, other: Key) -> bool {
        self == other || self == Key::Any || other == Key::Any
    }
}

impl Pattern {
    /// What the pattern begins with.
    pub fn key(&self) -> Key {
        match self {
            Pattern::Variable(_) => Key::Any,
            Pattern::Atom(symbol) => Key::Atom(*symbol),
            Pattern::Number(value) => Key::Number(*value),
            Pattern::Compound(functor, _) => Key::Compound(*functor),
        }
    }
}

/// A predicate, by its row in [`Rules::predicates`].
pub type PredicateId = u32;
/// A list of premises, by its row in [`Rules::bodies`].
pub type BodyId = u32;
/// A clause, by its row in [`Rules::clauses`].
pub type ClauseId = u32;

/// What a premise asks for.
#[derive(Clone, Debug)]
pub enum Goal {
    /// That rules conclude this.
    Call(PredicateId, Box<[Pattern]>),
    /// `A = B`: these are the same.
    Same(Pattern, Pattern),
    /// `A \= B`: these never become the same.
    Different(Pattern, Pattern),
    /// `A =< B`, or `A < B` with 1: the first number, plus this, is not greater than the second.
    Ordered(Pattern, i32, Pattern),
    /// `X in 1..5`: a number of this range.
    Range(Pattern, i32, i32),
    /// `\+ (...)`: what has no variables left cannot be derived.
    Not(BodyId),
    /// `once (...)`: derived in one way, to which there is no alternative.
    Once(BodyId),
    /// `fresh(X)`: a number that nothing else of the program has.
    Fresh(Pattern),
    /// `label(X)`: one of the numbers that it can still be.
    Label(Pattern),
    /// `pick(X, Xs)`: one of the items, each as likely.
    Pick(Pattern, Pattern),
    /// `shuffle(Xs, Ys)`: the items in some order. Exhaustive search knows only the order that they have.
    Shuffle(Pattern, Pattern),
    /// `add(A, B, C)`: `C` is the sum, and two of the three are known.
    Add(Pattern, Pattern, Pattern),
}

/// A goal of a rule, with the ways in which it can be made not to hold.
#[derive(Clone, Debug)]
pub struct Premise {
    /// What is asked for.
    pub goal: Goal,
    /// The ways to negate it, by their rows in [`Rules::negations`].
    pub negations: Vec<u32>,
}

/// A way to negate a premise.
#[derive(Clone, Debug)]
pub struct Negation {
    /// The rule and the name that the premise has in it: `app/argument`.
    pub name: String,
    /// The codes of the errors that a compiler is expected to give, any of them.
    pub codes: Vec<String>,
    /// What is asked for instead.
    pub body: BodyId,
}

/// A rule, or a line of a helper's definition.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The name, if it is a rule: its row in [`Rules::named`].
    pub rule: Option<u32>,
    /// What it concludes: the arguments of its predicate.
    pub head: Box<[Pattern]>,
    /// What each argument begins with.
    pub keys: Box<[Key]>,
    /// What must hold for that.
    pub body: BodyId,
    /// How many variables it has.
    pub variables: u32,
    /// How likely it is, compared with the others of its predicate.
    pub weight: u32,
    /// How deep named rules nest in the lowest derivation that ends with it.
    pub height: u32,
    /// How many named rules the smallest derivation has that ends with it.
    pub size: u32,
}

/// What a rule says about itself.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub citation: String,
}

/// What is concluded by some clauses.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name and number of arguments.
    pub functor: Functor,
    /// The clauses that conclude it.
    pub clauses: Vec<ClauseId>,
    /// Whether they are tried as they stand, instead of at random.
    pub is_ordered: bool,
    /// How deep named rules nest in its lowest derivation.
    pub height: u32,
    /// How many named rules its smallest derivation has.
    pub size: u32,
}

/// A piece of a template.
#[derive(Clone, Debug)]
pub enum Piece {
    /// This, as it is.
    Text(String),
    /// What this term is printed as.
    Term(Pattern),
    /// What the items of this list are printed as, with this between them.
    List(Pattern, String),
}

/// How terms of a shape are written.
#[derive(Clone, Debug)]
pub struct Template {
    /// The shape.
    pub shape: Pattern,
    /// How many variables it has.
    pub variables: u32,
    /// The text.
    pub pieces: Vec<Piece>,
}

/// A change that makes an equivalent of a program.
#[derive(Clone, Debug)]
pub struct Rewriting {
    /// Its name.
    pub name: String,
    /// Why programs stay what they are.
    pub citation: String,
    /// What is changed, wherever it is in the program.
    pub from: Pattern,
    /// What it is changed to.
    pub to: Pattern,
    /// What must hold for that.
    pub body: BodyId,
    /// How many variables it has.
    pub variables: u32,
}

/// Where derivations begin.
#[derive(Clone, Debug)]
pub struct Start {
    /// What is asked for.
    pub body: BodyId,
    /// What is made.
    pub result: Pattern,
    /// How many variables it has.
    pub variables: u32,
}

/// A rule set.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The set's name.
    pub name: String,
    /// What it is, in a line.
    pub title: String,
    /// All names.
    pub names: Names,
    /// All predicates.
    pub predicates: Vec<Predicate>,
    /// All clauses.
    pub clauses: Vec<Clause>,
    /// All lists of premises.
    pub bodies: Vec<Vec<Premise>>,
    /// All rules' names.
    pub named: Vec<Named>,
    /// All ways to negate a premise.
    pub negations: Vec<Negation>,
    /// How terms are written: the first that fits counts.
    pub templates: Vec<Template>,
    /// Which templates may fit a compound term, by its functor, and those that begin otherwise, last.
    pub templates_by_functor: Vec<Vec<u32>>,
    /// What may be changed for equivalents.
    pub rewritings: Vec<Rewriting>,
    /// Where derivations begin, by name; the first has none.
    pub starts: Vec<(String, Start)>,
    /// How deep named rules nest at most.
    pub depth: u32,
    /// How many named rules a derivation applies before it takes the shortest way to its end.
    pub fuel: u32,
}

/// The height of what has no derivation.
pub const NEVER: u32 = u32::MAX;

impl Rules {
    /// The predicate of a name, if there is one.
    pub fn predicate(&self, functor: Functor) -> Option<PredicateId> {
        self.predicates.iter().position(|predicate| predicate.functor == functor).map(|row| row as u32)
    }

    /// Computes the least heights and sizes: what must be known to choose, with little left, what ends.
    pub(crate) fn compute_heights(&mut self) {
        loop {
            let mut is_changed = false;
            for index in 0..self.clauses.len() {
                let clause = &self.clauses[index];
                let own = u32::from(clause.rule.is_some());
                let (height, size) = self.least(clause.body);
                let (height, size) = (height.saturating_add(own), size.saturating_add(own));
                let clause = &mut self.clauses[index];
                is_changed |= height < clause.height || size < clause.size;
                (clause.height, clause.size) = (height.min(clause.height), size.min(clause.size));
            }
            for predicate in &mut self.predicates {
                let clauses = || predicate.clauses.iter().map(|&id| &self.clauses[id as usize]);
                let height = clauses().map(|clause| clause.height).min();
                let size = clauses().map(|clause| clause.size).min();
                (predicate.height, predicate.size) = (height.unwrap_or(NEVER), size.unwrap_or(NEVER));
            }
            if !is_changed {
                return;
            }
        }
    }

    /// The least height and size of derivations of a list of premises.
    fn least(&self, body: BodyId) -> (u32, u32) {
        let premises = self.bodies[body as usize].iter().map(|premise| match premise.goal {
            Goal::Call(predicate, _) => {
                let predicate = &self.predicates[predicate as usize];
                (predicate.height, predicate.size)
            }
            Goal::Once(body) => self.least(body),
            _ => (0, 0),
        });
        premises.fold((0, 0), |sum: (u32, u32), one| (sum.0.max(one.0), sum.1.saturating_add(one.1)))
    }

    /// Sorts templates by what they can fit.
    pub(crate) fn index_templates(&mut self) {
        let mut table = vec![Vec::new(); self.names.functors() + 1];
        let last = table.len() - 1;
        for (index, template) in self.templates.iter().enumerate() {
            match template.shape.key() {
                Key::Compound(functor) => table[functor.0 as usize].push(index as u32),
                Key::Any => table.iter_mut().for_each(|list| list.push(index as u32)),
                Key::Atom(_) | Key::Number(_) => table[last].push(index as u32),
            }
        }
        self.templates_by_functor = table;
    }
}
