//! Rules as data: clauses with weights, premises that may be negated, templates and rewritings.
//!
//! This is what the notation says after it was read; see [`read`](mod@crate::clp::read).

use crate::clp::names::{Functor, Names, Symbol};

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
    /// Such a term of a clause's head, with a variable for all of it: premises that put it together again have it without making it twice.
    As(u32, Box<Pattern>),
}

/// What a term or a pattern begins with, in a word, for telling at a glance that two can never be the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Key(u32);

impl Key {
    /// A variable: it can be anything.
    pub const ANY: Key = Key(0);

    /// A name.
    pub const fn atom(symbol: Symbol) -> Key {
        Key(symbol.0 << 2 | 1)
    }

    /// A number.
    pub const fn number(value: i32) -> Key {
        Key((value as u32) << 2 | 2)
    }

    /// A compound term.
    pub const fn compound(functor: Functor) -> Key {
        Key(functor.0 << 2 | 3)
    }

    /// Whether terms that begin so can be the same.
    #[inline]
    pub const fn fits(self, other: Key) -> bool {
        self.0 == other.0 || self.0 == 0 || other.0 == 0
    }
}

impl Pattern {
    /// What the pattern begins with.
    pub fn key(&self) -> Key {
        match self {
            Pattern::Variable(_) => Key::ANY,
            Pattern::Atom(symbol) => Key::atom(*symbol),
            Pattern::Number(value) => Key::number(*value),
            Pattern::Compound(functor, _) => Key::compound(*functor),
            Pattern::As(_, pattern) => pattern.key(),
        }
    }

    /// What the pattern, or a part of it, begins with.
    pub fn key_at(&self, part: Option<u32>) -> Key {
        match (self, part) {
            (pattern, None) => pattern.key(),
            (Pattern::Compound(_, parts), Some(part)) => {
                parts.get(part as usize).map_or(Key::ANY, Pattern::key)
            }
            (Pattern::As(_, pattern), part) => pattern.key_at(part),
            _ => Key::ANY,
        }
    }

    /// Whether the variable of that number is in it.
    pub fn mentions(&self, variable: u32) -> bool {
        match self {
            Pattern::Variable(number) => *number == variable,
            Pattern::Atom(_) | Pattern::Number(_) => false,
            Pattern::Compound(_, arguments) => arguments.iter().any(|argument| argument.mentions(variable)),
            Pattern::As(number, pattern) => *number == variable || pattern.mentions(variable),
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
    /// `surely (...)`: the same, or there is no derivation: what was chosen before is not chosen otherwise.
    Surely(BodyId),
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

impl Goal {
    /// The terms in it, but not those of lists of premises.
    pub(crate) fn patterns(&mut self) -> impl Iterator<Item = &mut Pattern> {
        let (list, others): (&mut [Pattern], [Option<&mut Pattern>; 3]) = match self {
            Goal::Call(_, arguments) => (arguments, [None, None, None]),
            Goal::Same(one, other)
            | Goal::Different(one, other)
            | Goal::Ordered(one, _, other)
            | Goal::Pick(one, other)
            | Goal::Shuffle(one, other) => (&mut [], [Some(one), Some(other), None]),
            Goal::Range(one, ..) | Goal::Fresh(one) | Goal::Label(one) => (&mut [], [Some(one), None, None]),
            Goal::Add(one, other, sum) => (&mut [], [Some(one), Some(other), Some(sum)]),
            Goal::Not(_) | Goal::Once(_) | Goal::Surely(_) => (&mut [], [None, None, None]),
        };
        list.iter_mut().chain(others.into_iter().flatten())
    }
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
    /// What must hold for that.
    pub body: BodyId,
    /// What to look at before it is committed to: premises of which some clauses may be ruled out by then.
    pub glances: Vec<Glance>,
    /// What its arguments must be like.
    pub guards: Vec<Guard>,
    /// How many variables it has.
    pub variables: u32,
    /// How likely it is, compared with the others of its predicate.
    pub weight: u32,
    /// How deep named rules nest in the lowest derivation that ends with it.
    pub height: u32,
    /// How many named rules the smallest derivation has that ends with it.
    pub size: u32,
}

/// A premise as it is seen before its clause is committed to.
#[derive(Clone, Debug)]
pub struct Glance {
    /// Which of the premises it is.
    pub premise: u32,
    /// What it asks for.
    pub predicate: PredicateId,
    /// What its arguments begin with, at the predicate's telling [positions](Predicate::positions).
    pub keys: Box<[Seen]>,
}

/// What must hold of arguments, seen before the clause is tried: a premise that can be decided from them, or not yet.
#[derive(Clone, Debug)]
pub enum Guard {
    /// The first, plus the number, is not greater than the second.
    Ordered(Side, i32, Side),
    /// The argument at this place, or a part of it, is not an empty list: something is picked from it.
    HasItems(Position),
    /// The list there, an argument or a part of one, has an item that this is picked from it as.
    HasItem(Position, Wanted),
    /// The argument at this place begins like one of these: it is picked from them.
    OneOf(u32, Box<[Key]>),
}

/// What an item must be like, as far as the arguments say.
#[derive(Clone, Debug)]
pub enum Wanted {
    /// What stands there.
    Same(Position),
    /// Something with this functor, and with these parts.
    With(Functor, Box<[(u32, WantedPart)]>),
}

/// What a part of an item must be like.
#[derive(Copy, Clone, Debug)]
pub enum WantedPart {
    /// It begins so.
    Begins(Key),
    /// It is what stands there.
    Same(Position),
}

/// A side of an order.
#[derive(Copy, Clone, Debug)]
pub enum Side {
    /// The argument at this place.
    Argument(u32),
    /// A number.
    Number(i32),
}

/// What an argument begins with, as far as it is known before the rules are used.
#[derive(Copy, Clone, Debug)]
pub enum Seen {
    /// That.
    Known(Key),
    /// What the clause's variable of this number, or a part of it, begins with.
    Variable(u32, Option<u32>),
}

/// What a rule says about itself.
#[derive(Clone, Debug)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub citation: String,
}

/// A place in what a predicate is asked about.
#[derive(Copy, Clone, Debug)]
pub struct Position {
    /// The argument.
    pub argument: u32,
    /// A part of it, if it is not the whole.
    pub part: Option<u32>,
}

/// What is concluded by some clauses.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name and number of arguments.
    pub functor: Functor,
    /// The clauses that conclude it.
    pub clauses: Vec<ClauseId>,
    /// The places by which clauses can be told apart at a glance.
    pub positions: Box<[Position]>,
    /// What stands there begins with, in each clause, one clause after the other.
    pub keys: Box<[Key]>,
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
    /// What stands before each thing that is written, and is the same for all.
    pub shared: String,
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
    /// From where each of their premises is reached.
    pub reaches: Vec<Reach>,
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

/// From where a premise is reached.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// For each clause, how many clauses are applied to get there, or [`NEVER`].
    pub clauses: Vec<u32>,
    /// For each list of premises, how many of them there are up to the last that leads there.
    pub bodies: Vec<u32>,
}

/// The height of what has no derivation.
pub const NEVER: u32 = u32::MAX;

impl Rules {
    /// The predicate of a name, if there is one.
    pub fn predicate(&self, functor: Functor) -> Option<PredicateId> {
        self.predicates.iter().position(|predicate| predicate.functor == functor).map(|row| row as u32)
    }
}
