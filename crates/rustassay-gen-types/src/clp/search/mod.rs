//! Derivations: a machine that applies rules until nothing is left to show.
//!
//! Goals are solved from left to right and depth first, as in Prolog. What makes it a generator:
//!
//! - Which clause is tried first is random, by weight, and each derivation draws factors for its weights (swarm testing).
//! - When named rules nest too deep, or the fuel is used up, the clauses with the smallest derivations come first; and a clause whose
//!   lowest derivation is higher than the last limit allows is never tried. So derivations end without having to fail first.
//! - Before a clause is committed to, each of its premises is looked at: one that no clause fits rules it out.
//! - A premise that is to be negated is headed for: clauses from which it is reached are likelier, and where nothing else leads to it, they
//!   are the only ones. Where it cannot be negated it is left as it is, to be met again.
//! - What fails too often is given up and begun again: most of the time of plain backtracking is spent below one bad choice.

mod apart;
mod choice;
mod clause;

use crate::clp::names::Names;
use crate::clp::rules::{BodyId, Goal, NEVER, Reach, Rules};
use crate::clp::term::{Term, TermStore, View};
use choice::{Choice, ChoiceKind};
use rustassay_random::Random;

/// How derivations are searched for.
#[derive(Copy, Clone, Debug)]
pub struct SearchLimits {
    /// How deep named rules nest before the shortest way to the end is taken; they nest [`SLACK`] deeper at most.
    pub depth: u32,
    /// How many named rules are applied before the shortest way to the end is taken; in an exhaustive search, before it fails.
    pub fuel: u32,
    /// How many goals are tried before the derivation is given up.
    pub steps: u32,
    /// How many failures there are before the derivation is given up.
    pub failures: u32,
    /// Whether heights, fuel and premises are looked at before a clause is tried. Without, this is plain backtracking.
    pub is_foresighted: bool,
}

impl SearchLimits {
    /// Those that a rule set asks for.
    pub fn of(rules: &Rules) -> SearchLimits {
        SearchLimits {
            depth: rules.depth,
            fuel: rules.fuel,
            steps: 20_000,
            failures: 40,
            is_foresighted: true,
        }
    }
}

/// How much deeper than asked for named rules may nest, to come to an end.
pub const SLACK: u32 = 8;

/// How much likelier the shortest way is to a premise that is to be negated.
const EAGERNESS: u32 = 4;

/// Which premise is to be negated, and where.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NegatedPremise {
    /// The way to negate it: its row in [`Rules::negations`].
    pub negation: u32,
    /// How many times the premise is met before, if it is met so often.
    pub after: u32,
}

/// Why there is no derivation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchStop {
    /// There is none, or none is left.
    Exhausted,
    /// It was given up.
    GivenUp,
    /// The rules ask for what cannot be answered.
    Mistake(String),
}

/// The rest of a list of premises that is to be shown, and then what comes after.
#[derive(Copy, Clone, Debug)]
struct Rest {
    body: BodyId,
    premise: u32,
    /// The cell of the clause's first variable.
    variables: u32,
    depth: u32,
    next: u32,
}

/// Nothing is left to show.
const DONE: u32 = u32::MAX;

/// The machine: everything that a derivation needs, to be used again for the next.
#[derive(Debug)]
pub struct Solver<'rules> {
    rules: &'rules Rules,
    /// The terms.
    pub store: TermStore,
    random: Random,
    limits: SearchLimits,
    is_exhaustive: bool,
    weights: Vec<u32>,
    rests: Vec<Rest>,
    choices: Vec<Choice>,
    alternatives: Vec<u32>,
    applied: Vec<u32>,
    arguments: Vec<Term>,
    items: Vec<Term>,
    fresh: i32,
    steps: u32,
    failures: u32,
    target: Option<NegatedPremise>,
    /// From where the target's premise is reached.
    reach: Option<&'rules Reach>,
    /// Whether it may be met after what is shown apart now.
    reaches_beyond: bool,
    met: u32,
    is_negated: bool,
    /// Whether the last goal failed because nothing leads to what is to be negated any more.
    is_missed: bool,
    /// Whether something is only looked at, in order and without regard to fuel, to be undone.
    is_checking: bool,
    /// Whether the clause that is being applied has put its variables into a term.
    is_built: bool,
}

impl<'rules> Solver<'rules> {
    /// A machine for a rule set.
    pub fn new(rules: &'rules Rules) -> Solver<'rules> {
        Solver {
            rules,
            store: TermStore::default(),
            random: Random::new(0),
            limits: SearchLimits::of(rules),
            is_exhaustive: false,
            weights: Vec::new(),
            rests: Vec::new(),
            choices: Vec::new(),
            alternatives: Vec::new(),
            applied: Vec::new(),
            arguments: Vec::new(),
            items: Vec::new(),
            fresh: 0,
            steps: 0,
            failures: 0,
            target: None,
            reach: None,
            reaches_beyond: false,
            met: 0,
            is_negated: false,
            is_missed: false,
            is_checking: false,
            is_built: false,
        }
    }

    /// The rules that it knows.
    pub fn rules(&self) -> &'rules Rules {
        self.rules
    }

    /// The source of its choices.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// How many goals the last derivation tried, and how often it failed.
    pub fn effort(&self) -> (u32, u32) {
        (self.steps, self.failures)
    }

    /// The named rules that the derivation has applied, in the order of their use.
    pub fn applied(&self) -> &[u32] {
        &self.applied
    }

    /// Derives something at random: what the start of this row makes.
    ///
    /// With a target, that premise is negated at that place, or where that cannot be, at a later one; and nowhere else.
    pub fn derive(
        &mut self,
        start: usize,
        seed: u64,
        limits: SearchLimits,
        target: Option<NegatedPremise>,
    ) -> Result<Term, SearchStop> {
        self.random = Random::new(seed);
        self.is_exhaustive = false;
        self.begin(limits, target);
        self.draw_weights();
        let result = self.push_start(start);
        if !self.run(0)? {
            return Err(SearchStop::Exhausted);
        }
        if target.is_some() && !self.is_negated {
            return Err(SearchStop::GivenUp);
        }
        Ok(result)
    }

    /// Derives everything that takes exactly `size` named rules, in the order of the rules: each derivation is visited once.
    /// With a target, the premise is negated at one place of each, at any (its `after` does not count).
    pub fn derive_all(
        &mut self,
        start: usize,
        size: u32,
        target: Option<NegatedPremise>,
        mut visit: impl FnMut(&mut Solver<'rules>, Term) -> bool,
    ) -> Result<(), SearchStop> {
        self.is_exhaustive = true;
        let limits = SearchLimits {
            fuel: size,
            depth: size,
            steps: u32::MAX,
            failures: u32::MAX,
            ..SearchLimits::of(self.rules)
        };
        self.begin(limits, target);
        self.weights = vec![1; self.rules.clauses.len()];
        let result = self.push_start(start);
        let mut is_found = self.run(0)?;
        while is_found {
            let is_wanted = self.applied.len() as u32 == size && self.is_negated == target.is_some();
            if is_wanted && !visit(self, result) {
                return Ok(());
            }
            is_found = match self.backtrack(0)? {
                Some(next) => self.run_from(next, 0)?,
                None => false,
            };
        }
        Ok(())
    }

    fn begin(&mut self, limits: SearchLimits, target: Option<NegatedPremise>) {
        self.store.clear();
        self.rests.clear();
        self.choices.clear();
        self.alternatives.clear();
        self.applied.clear();
        self.limits = limits;
        self.target = target;
        self.reach = target.map(|target| &self.rules.reaches[target.negation as usize]);
        self.reaches_beyond = false;
        (self.fresh, self.steps, self.failures, self.met) = (0, 0, 0, 0);
        (self.is_negated, self.is_missed, self.is_checking) = (false, false, false);
    }

    /// What derivations are made of differs: each has its favourites. Those that lead to what is to be negated by the shortest way are among them.
    fn draw_weights(&mut self) {
        let random = &mut self.random;
        self.weights.clear();
        self.weights.extend(self.rules.clauses.iter().map(|clause| match clause.rule {
            Some(_) => clause.weight * random.one([1, 2, 4, 8]),
            None => clause.weight * 4,
        }));
        let Some(reach) = self.reach else { return };
        for predicate in &self.rules.predicates {
            let distance = |clause: &u32| reach.clauses[*clause as usize];
            let least = predicate.clauses.iter().map(distance).min().unwrap_or(NEVER);
            for clause in predicate.clauses.iter().filter(|clause| distance(clause) == least && least < NEVER)
            {
                self.weights[*clause as usize] *= EAGERNESS;
            }
        }
    }

    fn push_start(&mut self, start: usize) -> Term {
        let start = &self.rules.starts[start].1;
        let variables = self.store.variables(start.variables);
        let depth = self.limits.depth + if self.limits.is_foresighted { SLACK } else { 0 };
        self.push_rest(start.body, 0, variables, depth, DONE);
        self.instantiate(&start.result, variables)
    }

    fn push_rest(&mut self, body: BodyId, premise: u32, variables: u32, depth: u32, next: u32) -> u32 {
        self.rests.push(Rest { body, premise, variables, depth, next });
        self.rests.len() as u32 - 1
    }

    fn run(&mut self, floor: usize) -> Result<bool, SearchStop> {
        self.run_from(self.rests.len() as u32 - 1, floor)
    }

    /// Shows everything from here on; false if that cannot be done without the choices below the floor.
    fn run_from(&mut self, mut rest: u32, floor: usize) -> Result<bool, SearchStop> {
        loop {
            if rest == DONE {
                return Ok(true);
            }
            match self.step(rest)? {
                Some(next) => rest = next,
                None => match self.backtrack(floor)? {
                    Some(next) => rest = next,
                    None => return Ok(false),
                },
            }
            if self.failures > self.limits.failures || self.steps > self.limits.steps {
                return Err(SearchStop::GivenUp);
            }
        }
    }

    /// Solves the first of the premises that are left; gives what is left then, unless it fails.
    fn step(&mut self, rest: u32) -> Result<Option<u32>, SearchStop> {
        let rules = self.rules;
        let Rest { body, premise, variables, depth, next } = self.rests[rest as usize];
        let Some(current) = rules.bodies[body as usize].get(premise as usize) else {
            return Ok(Some(next));
        };
        self.steps += 1;
        let is_last = premise as usize + 1 == rules.bodies[body as usize].len();
        let next = if is_last { next } else { self.push_rest(body, premise + 1, variables, depth, next) };
        if let Some(target) = self.target
            && !self.is_negated
            && current.negations.contains(&target.negation)
        {
            self.met += 1;
            if self.is_exhaustive {
                let kind = ChoiceKind::Negate { negation: target.negation, depth, variables };
                self.push_choice(kind, next);
            } else {
                let can_wait = self.reaches(next);
                if self.met <= target.after && can_wait {
                    return self.solve(&current.goal, variables, depth, next);
                }
                if can_wait {
                    self.push_choice(ChoiceKind::Keep { body, premise, depth, variables }, next);
                }
                return Ok(Some(self.negate(target.negation, variables, depth, next)));
            }
        }
        self.solve(&current.goal, variables, depth, next)
    }

    fn negate(&mut self, negation: u32, variables: u32, depth: u32, next: u32) -> u32 {
        self.is_negated = true;
        let body = self.rules.negations[negation as usize].body;
        self.push_rest(body, 0, variables, depth, next)
    }

    fn solve(
        &mut self,
        goal: &Goal,
        variables: u32,
        depth: u32,
        next: u32,
    ) -> Result<Option<u32>, SearchStop> {
        let names = &self.rules.names;
        let holds = match goal {
            Goal::Call(predicate, arguments) => {
                return Ok(self.call(*predicate, arguments, variables, depth, next));
            }
            Goal::Same(one, other) => {
                let (one, other) = (self.instantiate(one, variables), self.instantiate(other, variables));
                self.store.unify(one, other, names)
            }
            Goal::Different(one, other) => {
                let (one, other) = (self.instantiate(one, variables), self.instantiate(other, variables));
                self.store.differ(one, other, names)
            }
            Goal::Ordered(low, offset, high) => {
                let (low, high) = (self.instantiate(low, variables), self.instantiate(high, variables));
                self.store.order(low, *offset, high, names)
            }
            Goal::Range(term, low, high) => {
                let term = self.instantiate(term, variables);
                self.store.range(term, (*low, *high), names)
            }
            Goal::Fresh(term) => {
                let term = self.instantiate(term, variables);
                self.fresh += 1;
                self.store.unify(term, Term::number(self.fresh - 1), names)
            }
            Goal::Not(body) => {
                if let Some(goal) = self.open_goal(*body, variables) {
                    return Err(SearchStop::Mistake(format!(
                        "`\\+ {goal}`: only what has no variables left can be negated as failure"
                    )));
                }
                return Ok(if self.holds_apart(*body, variables, depth)? { None } else { Some(next) });
            }
            Goal::Once(body) => self.once_before(*body, variables, depth, next)?,
            Goal::Surely(body) => {
                if !self.once_before(*body, variables, depth, next)? {
                    return Err(SearchStop::GivenUp);
                }
                true
            }
            Goal::Label(term) => {
                let term = self.instantiate(term, variables);
                let Some((low, high)) = self.store.range_of(term) else {
                    return Err(SearchStop::Mistake("`label` of what has no range".to_owned()));
                };
                self.choose_term(term, (low..=high).map(Term::number), next)
            }
            Goal::Pick(term, list) => {
                let (term, list) = (self.instantiate(term, variables), self.instantiate(list, variables));
                let mut items = std::mem::take(&mut self.items);
                let is_whole = self.store.items_into(list, &mut items);
                let holds = is_whole && self.choose_term(term, items.drain(..), next);
                self.items = items;
                if !is_whole {
                    return Err(SearchStop::Mistake("`pick` from what is not a whole list".to_owned()));
                }
                holds
            }
            Goal::Shuffle(list, shuffled) => {
                let (list, shuffled) =
                    (self.instantiate(list, variables), self.instantiate(shuffled, variables));
                let Some(mut items) = self.store.items(list) else {
                    return Err(SearchStop::Mistake("`shuffle` of what is not a whole list".to_owned()));
                };
                if !self.is_exhaustive {
                    self.random.shuffle(&mut items);
                }
                let list = self.store.list(&items);
                self.store.unify(list, shuffled, names)
            }
            Goal::Add(one, other, sum) => {
                let terms = [one, other, sum].map(|term| self.instantiate(term, variables));
                let values = terms.map(|term| match self.store.view(term) {
                    View::Number(value) => Some(value),
                    _ => None,
                });
                let (term, value) = match values {
                    [Some(one), Some(other), _] => (terms[2], one + other),
                    [Some(one), None, Some(sum)] => (terms[1], sum - one),
                    [None, Some(other), Some(sum)] => (terms[0], sum - other),
                    _ => return Err(SearchStop::Mistake("`add` needs two numbers of three".to_owned())),
                };
                self.store.unify(term, Term::number(value), names)
            }
        };
        Ok(holds.then_some(next))
    }

    /// Has a term be one of several; those that are not taken are for later.
    fn choose_term(&mut self, target: Term, items: impl Iterator<Item = Term>, next: u32) -> bool {
        let start = self.alternatives.len();
        for item in items {
            if self.store.may_unify(target, item, &self.rules.names) {
                self.alternatives.push(item.bits());
            }
        }
        match self.alternatives.len() - start {
            0 => return false,
            1 => {}
            _ => {
                self.push_choice(ChoiceKind::Terms { target }, next);
                self.choices.last_mut().expect("it was pushed").alternatives = start as u32;
            }
        }
        let item = self.take_term(start);
        self.store.unify(target, item, &self.rules.names)
    }

    /// Takes one of the terms above `start`: any, or the first.
    fn take_term(&mut self, start: usize) -> Term {
        let is_ordered = self.is_exhaustive || self.is_checking;
        Term::from_bits(if is_ordered {
            self.alternatives.remove(start)
        } else {
            let taken = start + self.random.below(self.alternatives.len() - start);
            self.alternatives.swap_remove(taken)
        })
    }
}

/// By how many places the clauses of a predicate are told apart, at most.
pub(crate) const MOST_POSITIONS: usize = 16;

/// How many arguments a predicate has at most; reading rules makes sure of it.
pub const MOST_ARGUMENTS: usize = 12;

/// The empty list, for those who build terms by hand.
pub const NIL: Term = Term::atom(Names::NIL);
