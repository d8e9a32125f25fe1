//! Derivations: a machine that applies rules until nothing is left to show.
//!
//! Goals are solved from left to right and depth first, as in Prolog. What makes it a generator:
//!
//! - Which clause is tried first is random, by weight, and each derivation draws factors for its weights (swarm testing).
//! - When named rules nest too deep, or the fuel is used up, the clauses with the smallest derivations come first; and a clause whose
//!   lowest derivation is higher than the last limit allows is never tried. So derivations end without having to fail first.
//! - Before a clause is committed to, each of its premises is looked at: one that no clause fits rules it out.
//! - What fails too often is given up and begun again: most of the time of plain backtracking is spent below one bad choice.

use crate::names::Names;
use crate::rules::{BodyId, ClauseId, Goal, Key, NEVER, Pattern, PredicateId, Rules};
use crate::term::{Mark, Store, Term, View};
use rustassay_random::Random;

/// How derivations are searched for.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
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

impl Limits {
    /// Those that a rule set asks for.
    pub fn of(rules: &Rules) -> Limits {
        Limits { depth: rules.depth, fuel: rules.fuel, steps: 20_000, failures: 100, is_foresighted: true }
    }
}

/// How much deeper than asked for named rules may nest, to come to an end.
pub const SLACK: u32 = 8;

/// Which premise is to be negated, and where.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The way to negate it: its row in [`Rules::negations`].
    pub negation: u32,
    /// How many times the premise is met before.
    pub after: u32,
}

/// Why there is no derivation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
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

/// Where another way can be tried.
#[derive(Copy, Clone, Debug)]
struct Choice {
    mark: Mark,
    rests: u32,
    applied: u32,
    alternatives: u32,
    fresh: i32,
    is_negated: bool,
    kind: ChoiceKind,
    next: u32,
}

#[derive(Copy, Clone, Debug)]
enum ChoiceKind {
    /// Clauses of a predicate, whose arguments were put into cells.
    Clauses { arguments: u32, count: u32, depth: u32 },
    /// Terms that another may be.
    Terms { target: Term },
    /// The premise that `next` begins with, as it is or negated.
    Negation { negation: u32, depth: u32, variables: u32 },
    /// What is below is searched to its end.
    Barrier,
}

/// The machine: everything that a derivation needs, to be used again for the next.
#[derive(Debug)]
pub struct Machine<'rules> {
    rules: &'rules Rules,
    /// The terms.
    pub store: Store,
    random: Random,
    limits: Limits,
    is_exhaustive: bool,
    weights: Vec<u32>,
    rests: Vec<Rest>,
    choices: Vec<Choice>,
    alternatives: Vec<u32>,
    applied: Vec<u32>,
    arguments: Vec<Term>,
    fresh: i32,
    steps: u32,
    failures: u32,
    target: Option<Target>,
    met: u32,
    is_negated: bool,
    /// Whether something is only looked at, in order and without regard to fuel, to be undone.
    is_checking: bool,
    /// Whether the clause that is being applied has put its variables into a term.
    is_built: bool,
}

impl<'rules> Machine<'rules> {
    /// A machine for a rule set.
    pub fn new(rules: &'rules Rules) -> Machine<'rules> {
        Machine {
            rules,
            store: Store::default(),
            random: Random::new(0),
            limits: Limits::of(rules),
            is_exhaustive: false,
            weights: Vec::new(),
            rests: Vec::new(),
            choices: Vec::new(),
            alternatives: Vec::new(),
            applied: Vec::new(),
            arguments: Vec::new(),
            fresh: 0,
            steps: 0,
            failures: 0,
            target: None,
            met: 0,
            is_negated: false,
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
    /// With a target, that premise is negated at that place, and nowhere else; a derivation that never gets there is given up.
    pub fn derive(
        &mut self,
        start: usize,
        seed: u64,
        limits: Limits,
        target: Option<Target>,
    ) -> Result<Term, Stop> {
        self.random = Random::new(seed);
        self.is_exhaustive = false;
        self.begin(limits, target);
        self.draw_weights();
        let result = self.push_start(start);
        if !self.run(0)? {
            return Err(Stop::Exhausted);
        }
        if target.is_some() && !self.is_negated {
            return Err(Stop::GivenUp);
        }
        Ok(result)
    }

    /// Derives everything that takes exactly `size` named rules, in the order of the rules: each derivation is visited once.
    /// With a target, the premise is negated at one place of each, at any (its `after` does not count).
    pub fn derive_all(
        &mut self,
        start: usize,
        size: u32,
        target: Option<Target>,
        mut visit: impl FnMut(&mut Machine<'rules>, Term) -> bool,
    ) -> Result<(), Stop> {
        self.is_exhaustive = true;
        let limits =
            Limits { fuel: size, depth: size, steps: u32::MAX, failures: u32::MAX, ..Limits::of(self.rules) };
        self.begin(limits, target);
        self.weights = vec![1; self.rules.clauses.len()];
        let result = self.push_start(start);
        let mut is_found = self.run(0)?;
        while is_found {
            let is_wanted = self.applied.len() as u32 == size && self.is_negated == target.is_some();
            if is_wanted && !visit(self, result) {
                return Ok(());
            }
            is_found = match self.backtrack(0) {
                Some(next) => self.run_from(next, 0)?,
                None => false,
            };
        }
        Ok(())
    }

    fn begin(&mut self, limits: Limits, target: Option<Target>) {
        self.store.clear();
        self.rests.clear();
        self.choices.clear();
        self.alternatives.clear();
        self.applied.clear();
        self.limits = limits;
        self.target = target;
        (self.fresh, self.steps, self.failures, self.met) = (0, 0, 0, 0);
        (self.is_negated, self.is_checking) = (false, false);
    }

    /// What derivations are made of differs: each has its favourites.
    fn draw_weights(&mut self) {
        let random = &mut self.random;
        let clauses = self.rules.clauses.iter();
        self.weights.clear();
        self.weights.extend(clauses.map(|clause| match clause.rule {
            Some(_) => clause.weight * random.one([1, 2, 4, 8]),
            None => clause.weight * 4,
        }));
    }

    fn push_start(&mut self, start: usize) -> Term {
        let start = &self.rules.starts[start].1;
        let variables = self.store.variables(start.variables);
        let depth = self.limits.depth + if self.limits.is_foresighted { SLACK } else { 0 };
        self.rests.push(Rest { body: start.body, premise: 0, variables, depth, next: DONE });
        self.instantiate(&start.result, variables)
    }

    /// Shows a list of premises in one way, and gives up all others.
    pub(crate) fn once(&mut self, body: BodyId, variables: u32) -> Result<bool, Stop> {
        let depth = self.limits.depth + SLACK;
        self.once_at(body, variables, depth)
    }

    fn once_at(&mut self, body: BodyId, variables: u32, depth: u32) -> Result<bool, Stop> {
        let barrier = self.choices.len();
        self.push_choice(ChoiceKind::Barrier, DONE);
        self.rests.push(Rest { body, premise: 0, variables, depth, next: DONE });
        let is_found = self.run_from(self.rests.len() as u32 - 1, barrier + 1)?;
        if is_found {
            let alternatives = self.choices[barrier].alternatives;
            self.choices.truncate(barrier);
            self.alternatives.truncate(alternatives as usize);
        } else {
            self.restore(barrier);
            self.choices.truncate(barrier);
        }
        let mark = self.choices.last().map_or(Mark::default(), |choice| choice.mark);
        self.store.keep_since(mark);
        Ok(is_found)
    }

    fn run(&mut self, floor: usize) -> Result<bool, Stop> {
        self.run_from(self.rests.len() as u32 - 1, floor)
    }

    /// Shows everything from here on; false if that cannot be done without the choices below the floor.
    fn run_from(&mut self, mut rest: u32, floor: usize) -> Result<bool, Stop> {
        loop {
            if rest == DONE {
                return Ok(true);
            }
            match self.step(rest)? {
                Some(next) => rest = next,
                None => match self.backtrack(floor) {
                    Some(next) => rest = next,
                    None => return Ok(false),
                },
            }
            if self.failures > self.limits.failures || self.steps > self.limits.steps {
                return Err(Stop::GivenUp);
            }
        }
    }

    /// Solves the first of the premises that are left; gives what is left then, unless it fails.
    fn step(&mut self, rest: u32) -> Result<Option<u32>, Stop> {
        let rules = self.rules;
        let Rest { body, premise, variables, depth, next } = self.rests[rest as usize];
        let Some(current) = rules.bodies[body as usize].get(premise as usize) else {
            return Ok(Some(next));
        };
        self.steps += 1;
        let is_last = premise as usize + 1 == rules.bodies[body as usize].len();
        let next = if is_last {
            next
        } else {
            self.rests.push(Rest { body, premise: premise + 1, variables, depth, next });
            self.rests.len() as u32 - 1
        };
        if let Some(target) = self.target
            && !self.is_negated
            && current.negations.contains(&target.negation)
        {
            if self.is_exhaustive {
                let kind = ChoiceKind::Negation { negation: target.negation, depth, variables };
                self.push_choice(kind, next);
            } else if self.met == target.after {
                self.met += 1;
                return Ok(Some(self.negate(target.negation, variables, depth, next)));
            } else {
                self.met += 1;
            }
        }
        self.solve(&current.goal, variables, depth, next)
    }

    fn negate(&mut self, negation: u32, variables: u32, depth: u32, next: u32) -> u32 {
        self.is_negated = true;
        let body = self.rules.negations[negation as usize].body;
        self.rests.push(Rest { body, premise: 0, variables, depth, next });
        self.rests.len() as u32 - 1
    }

    fn solve(&mut self, goal: &Goal, variables: u32, depth: u32, next: u32) -> Result<Option<u32>, Stop> {
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
                    return Err(Stop::Mistake(format!(
                        "`\\+ {goal}`: only what has no variables left can be negated as failure"
                    )));
                }
                return Ok(if self.holds_apart(*body, variables, depth)? { None } else { Some(next) });
            }
            Goal::Once(body) => self.once_at(*body, variables, depth)?,
            Goal::Label(term) => {
                let term = self.instantiate(term, variables);
                let Some((low, high)) = self.store.range_of(term) else {
                    return Err(Stop::Mistake("`label` of what has no range".to_owned()));
                };
                self.choose_term(term, (low..=high).map(Term::number).collect(), next)
            }
            Goal::Pick(term, list) => {
                let (term, list) = (self.instantiate(term, variables), self.instantiate(list, variables));
                let Some(items) = self.store.items(list) else {
                    return Err(Stop::Mistake("`pick` from what is not a whole list".to_owned()));
                };
                self.choose_term(term, items, next)
            }
            Goal::Shuffle(list, shuffled) => {
                let (list, shuffled) =
                    (self.instantiate(list, variables), self.instantiate(shuffled, variables));
                let Some(mut items) = self.store.items(list) else {
                    return Err(Stop::Mistake("`shuffle` of what is not a whole list".to_owned()));
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
                    _ => return Err(Stop::Mistake("`add` needs two numbers of three".to_owned())),
                };
                self.store.unify(term, Term::number(value), names)
            }
        };
        Ok(holds.then_some(next))
    }

    /// Whether premises can be shown; nothing of it stays.
    fn holds_apart(&mut self, body: BodyId, variables: u32, depth: u32) -> Result<bool, Stop> {
        let barrier = self.choices.len();
        let (negated, checking) = (self.is_negated, self.is_checking);
        let failures = self.failures;
        (self.is_negated, self.is_checking) = (true, true);
        self.push_choice(ChoiceKind::Barrier, DONE);
        self.rests.push(Rest { body, premise: 0, variables, depth: depth.max(1000), next: DONE });
        let holds = self.run_from(self.rests.len() as u32 - 1, barrier + 1)?;
        self.restore(barrier);
        self.choices.truncate(barrier);
        (self.is_negated, self.is_checking, self.failures) = (negated, checking, failures);
        let mark = self.choices.last().map_or(Mark::default(), |choice| choice.mark);
        self.store.keep_since(mark);
        Ok(holds)
    }

    /// A goal with a variable that is not bound, as text.
    fn open_goal(&mut self, body: BodyId, variables: u32) -> Option<String> {
        let rules = self.rules;
        for premise in &rules.bodies[body as usize] {
            let patterns: Vec<&Pattern> = match &premise.goal {
                Goal::Call(_, arguments) => arguments.iter().collect(),
                Goal::Same(one, other) | Goal::Different(one, other) => vec![one, other],
                Goal::Ordered(one, _, other) => vec![one, other],
                _ => continue,
            };
            for pattern in patterns {
                let term = self.instantiate(pattern, variables);
                if !self.store.is_ground(term, &rules.names) {
                    return Some(crate::show::debug(&self.store, &rules.names, term));
                }
            }
        }
        None
    }

    /// Has a term be one of several; those that are not taken are for later.
    fn choose_term(&mut self, target: Term, mut items: Vec<Term>, next: u32) -> bool {
        items.retain(|&item| self.store.may_unify(target, item, &self.rules.names));
        if items.is_empty() {
            return false;
        }
        let first = if self.is_exhaustive { 0 } else { self.random.below(items.len()) };
        let item = items.remove(first);
        if !items.is_empty() {
            if !self.is_exhaustive {
                self.random.shuffle(&mut items);
            }
            self.push_choice(ChoiceKind::Terms { target }, next);
            // The last is tried first.
            for item in items.iter().rev() {
                let cell = self.store.cells.len() as u32;
                self.store.cells.push(*item);
                self.alternatives.push(cell);
            }
            let mark = self.store.mark();
            self.choices.last_mut().expect("it was pushed").mark = mark;
        }
        self.store.unify(target, item, &self.rules.names)
    }

    fn push_choice(&mut self, kind: ChoiceKind, next: u32) {
        let choice = Choice {
            mark: self.store.mark(),
            rests: self.rests.len() as u32,
            applied: self.applied.len() as u32,
            alternatives: self.alternatives.len() as u32,
            fresh: self.fresh,
            is_negated: self.is_negated,
            kind,
            next,
        };
        self.choices.push(choice);
    }

    fn restore(&mut self, index: usize) {
        let choice = self.choices[index];
        self.store.undo(choice.mark);
        self.rests.truncate(choice.rests as usize);
        self.applied.truncate(choice.applied as usize);
        self.fresh = choice.fresh;
        self.is_negated = choice.is_negated;
        if index + 1 < self.choices.len() {
            self.alternatives.truncate(self.choices[index + 1].alternatives as usize);
            self.choices.truncate(index + 1);
        }
    }

    /// Goes back to the last choice above the floor, and takes another way from there.
    fn backtrack(&mut self, floor: usize) -> Option<u32> {
        self.failures = self.failures.saturating_add(1);
        while self.choices.len() > floor {
            let index = self.choices.len() - 1;
            self.restore(index);
            let choice = self.choices[index];
            let next = match choice.kind {
                ChoiceKind::Barrier => unreachable!("barriers are floors"),
                ChoiceKind::Negation { negation, depth, variables } => {
                    self.pop_choice(index);
                    Some(self.negate(negation, variables, depth, choice.next))
                }
                ChoiceKind::Terms { target } => {
                    let cell = self.alternatives.pop().expect("a choice has alternatives");
                    let item = self.store.cells[cell as usize];
                    if self.alternatives.len() as u32 == choice.alternatives {
                        self.pop_choice(index);
                    }
                    self.store.unify(target, item, &self.rules.names).then_some(choice.next)
                }
                ChoiceKind::Clauses { arguments, count, depth } => {
                    let start = choice.alternatives as usize;
                    let clause = self.take_clause(start, depth);
                    self.arguments.clear();
                    let cells = arguments as usize..(arguments + count) as usize;
                    self.arguments.extend_from_slice(&self.store.cells[cells]);
                    if self.alternatives.len() == start {
                        self.pop_choice(index);
                    }
                    self.apply(clause, depth, choice.next)
                }
            };
            if next.is_some() {
                return next;
            }
        }
        None
    }

    fn pop_choice(&mut self, index: usize) {
        self.choices.truncate(index);
        let mark = self.choices.last().map_or(Mark::default(), |choice| choice.mark);
        self.store.keep_since(mark);
    }

    /// Whether a goal at that depth is to be solved by as little as possible.
    fn is_closing(&self, depth: u32) -> bool {
        self.limits.is_foresighted && (depth <= SLACK || self.applied.len() as u32 >= self.limits.fuel)
    }

    /// Takes one of the clauses above `start`: by weight among the smallest or all, or the first.
    fn take_clause(&mut self, start: usize, depth: u32) -> ClauseId {
        let clauses = &self.alternatives[start..];
        let first = clauses[0];
        let is_ordered = self.is_exhaustive || self.is_checking || self.weights[first as usize] == 0;
        if is_ordered || clauses.len() == 1 {
            return self.alternatives.remove(start);
        }
        let rules = self.rules;
        let size = |clause: ClauseId| rules.clauses[clause as usize].size;
        let most = match self.is_closing(depth) {
            true => clauses.iter().map(|&clause| size(clause)).min().unwrap_or(NEVER),
            false => NEVER,
        };
        let is_meant = |clause: ClauseId| size(clause) <= most;
        let weights = &self.weights;
        let meant = clauses.iter().filter(|&&clause| is_meant(clause));
        let total: u32 = meant.map(|&clause| weights[clause as usize]).sum();
        let mut ticket = self.random.below(total as usize) as u32;
        let mut taken = start;
        for (index, &clause) in clauses.iter().enumerate().filter(|(_, clause)| is_meant(**clause)) {
            taken = start + index;
            let weight = weights[clause as usize];
            if ticket < weight {
                break;
            }
            ticket -= weight;
        }
        self.alternatives.remove(taken)
    }

    fn call(
        &mut self,
        predicate: PredicateId,
        patterns: &[Pattern],
        variables: u32,
        depth: u32,
        next: u32,
    ) -> Option<u32> {
        let rules = self.rules;
        let start = self.alternatives.len();
        // Arguments go into cells at once, where choices find them again.
        self.arguments.clear();
        for pattern in patterns {
            let term = self.instantiate(pattern, variables);
            self.arguments.push(term);
        }
        let is_foresighted = self.limits.is_foresighted;
        let is_spent = !self.is_checking && self.applied.len() as u32 >= self.limits.fuel;
        let mut keys = [Key::Any; MOST_ARGUMENTS];
        for (key, &argument) in keys.iter_mut().zip(&self.arguments) {
            *key = key_of(&self.store, argument);
        }
        for &id in &rules.predicates[predicate as usize].clauses {
            let clause = &rules.clauses[id as usize];
            let is_rule = clause.rule.is_some();
            if (is_rule && depth == 0)
                || (is_foresighted && clause.height > depth)
                || (self.is_exhaustive && is_rule && is_spent)
                || !clause.keys.iter().zip(&keys).all(|(one, other)| one.fits(*other))
            {
                continue;
            }
            self.alternatives.push(id);
        }
        match self.alternatives.len() - start {
            0 => None,
            1 => {
                let clause = self.alternatives.pop().expect("there is one");
                self.apply(clause, depth, next)
            }
            _ => {
                let clause = self.take_clause(start, depth);
                let cell = self.store.cells.len() as u32;
                self.store.cells.extend_from_slice(&self.arguments);
                let kind = ChoiceKind::Clauses { arguments: cell, count: patterns.len() as u32, depth };
                self.push_choice(kind, next);
                self.choices.last_mut().expect("it was pushed").alternatives = start as u32;
                self.apply(clause, depth, next)
            }
        }
    }

    /// Applies a clause to the arguments at hand; gives what is left to show, unless it does not fit.
    fn apply(&mut self, id: ClauseId, depth: u32, next: u32) -> Option<u32> {
        let rules = self.rules;
        let clause = &rules.clauses[id as usize];
        let variables = self.store.variables(clause.variables);
        self.is_built = false;
        for (index, pattern) in clause.head.iter().enumerate() {
            if !self.fit(pattern, self.arguments[index], variables) {
                return None;
            }
        }
        if !self.store.propagate(&rules.names) {
            return None;
        }
        let depth = match clause.rule {
            Some(rule) => {
                self.applied.push(rule);
                depth - 1
            }
            None => depth,
        };
        if self.limits.is_foresighted && !self.looks_possible(clause.body, variables, depth) {
            return None;
        }
        if rules.bodies[clause.body as usize].is_empty() {
            return Some(next);
        }
        self.rests.push(Rest { body: clause.body, premise: 0, variables, depth, next });
        Some(self.rests.len() as u32 - 1)
    }

    /// Whether, at a glance, each premise has a clause that fits.
    fn looks_possible(&self, body: BodyId, variables: u32, depth: u32) -> bool {
        let rules = self.rules;
        rules.bodies[body as usize].iter().all(|premise| {
            let Goal::Call(predicate, arguments) = &premise.goal else { return true };
            if !premise.negations.is_empty() && self.target.is_some() {
                return true;
            }
            let mut keys = [Key::Any; MOST_ARGUMENTS];
            for (key, pattern) in keys.iter_mut().zip(arguments) {
                *key = match pattern {
                    Pattern::Variable(number) => key_of(&self.store, Term::reference(variables + number)),
                    other => other.key(),
                };
            }
            rules.predicates[*predicate as usize].clauses.iter().any(|&id| {
                let clause = &rules.clauses[id as usize];
                clause.height <= depth && clause.keys.iter().zip(&keys).all(|(one, other)| one.fits(*other))
            })
        })
    }

    /// Makes a term fit a pattern of a clause.
    fn fit(&mut self, pattern: &Pattern, term: Term, variables: u32) -> bool {
        let names = &self.rules.names;
        match pattern {
            Pattern::Variable(number) => {
                let cell = variables + number;
                if self.store.cells[cell as usize] == Term::reference(cell) {
                    // Met for the first time: it is newer than any choice, and nothing contains it unless something was built.
                    let term = self.store.resolve(term);
                    if term == Term::reference(cell) {
                        return true;
                    }
                    if !self.is_built || matches!(self.store.view(term), View::Variable(_)) {
                        self.store.cells[cell as usize] = term;
                        return true;
                    }
                }
                self.store.unify_only(Term::reference(cell), term, names)
            }
            Pattern::Atom(symbol) => match self.store.view(term) {
                View::Atom(other) => other == *symbol,
                View::Variable(_) => self.store.unify_only(term, Term::atom(*symbol), names),
                _ => false,
            },
            Pattern::Number(value) => match self.store.view(term) {
                View::Number(other) => other == *value,
                View::Variable(_) => self.store.unify_only(term, Term::number(*value), names),
                _ => false,
            },
            Pattern::Compound(functor, patterns) => match self.store.view(term) {
                View::Compound(other, cell) => {
                    other == *functor
                        && patterns.iter().enumerate().all(|(index, pattern)| {
                            self.fit(pattern, self.store.argument(cell, index), variables)
                        })
                }
                View::Variable(_) => {
                    self.is_built = true;
                    let built = self.instantiate(pattern, variables);
                    self.store.unify_only(term, built, names)
                }
                _ => false,
            },
        }
    }

    /// The term that a pattern stands for, with a clause's variables.
    pub(crate) fn instantiate(&mut self, pattern: &Pattern, variables: u32) -> Term {
        match pattern {
            Pattern::Variable(number) => self.store.resolve(Term::reference(variables + number)),
            Pattern::Atom(symbol) => Term::atom(*symbol),
            Pattern::Number(value) => Term::number(*value),
            Pattern::Compound(functor, patterns) => {
                let cell = self.store.cells.len() as u32;
                self.store.push_functor(*functor);
                self.store.variables(patterns.len() as u32);
                for (index, pattern) in patterns.iter().enumerate() {
                    let argument = self.instantiate(pattern, variables);
                    self.store.cells[cell as usize + 1 + index] = argument;
                }
                Term::compound(cell)
            }
        }
    }
}

/// How many arguments a predicate has at most; reading rules makes sure of it.
pub const MOST_ARGUMENTS: usize = 12;

fn key_of(store: &Store, term: Term) -> Key {
    match store.view(term) {
        View::Variable(_) => Key::Any,
        View::Atom(symbol) => Key::Atom(symbol),
        View::Number(value) => Key::Number(value),
        View::Compound(functor, _) => Key::Compound(functor),
    }
}

/// The empty list, for those who build terms by hand.
pub const NIL: Term = Term::atom(Names::NIL);
