//! Rule sets, and what they make.

use crate::clp::term::Term;
use crate::clp::{NegatedPremise, RuleFile, Rules, SearchLimits, SearchStop, Solver, read, show};
use crate::indent::{indent, indented};
use rustassay_random::{Random, mix};
use std::cell::RefCell;
use std::sync::LazyLock;

/// What programs are made for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TypesKind {
    /// Well-typed.
    Well,
    /// Ill-typed in one premise.
    Almost,
    /// Classes of programs that share one fate.
    Equivalent,
}

impl TypesKind {
    /// All kinds.
    pub const ALL: [TypesKind; 3] = [TypesKind::Well, TypesKind::Almost, TypesKind::Equivalent];

    /// The kind's name on the command line and in programs' names.
    pub fn name(self) -> &'static str {
        match self {
            TypesKind::Well => "well",
            TypesKind::Almost => "almost",
            TypesKind::Equivalent => "equivalent",
        }
    }
}

/// What a compiler must do with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RequiredFate {
    /// Accept it.
    Accept,
    /// Reject it, because this premise does not hold.
    Reject {
        /// The rule and its premise that was negated: `app/argument`.
        premise: String,
        /// The codes of errors that say so, any of them.
        codes: Vec<String>,
    },
    /// The same as with the others of its class.
    Same,
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypesProgram {
    /// The set, the kind, the seed, and in a class the member: `systemf-well-7`.
    pub name: String,
    /// Items that can stand in a crate of edition 2024 or in a module.
    pub text: String,
    /// What must become of it.
    pub fate: RequiredFate,
    /// The rules that it was derived with, each once; the rewritings, too.
    pub rules: Vec<&'static str>,
}

/// The rules of one part of the type system.
pub struct RuleSet {
    rules: LazyLock<Rules>,
    /// What each of its programs begins with.
    shared: LazyLock<String>,
    name: &'static str,
}

/// The line of a program below which it is its own. What is above is the same in all programs of a set; it means the same where others see it, too.
pub const SHARED_ABOVE: &str = "// What is above may be shared with other programs.";

/// Declares rule sets: a row is a name; its file is `rules/NAME.rules`.
macro_rules! rule_sets {
    ($($name:literal,)*) => {
        static SETS: [RuleSet; [$($name),*].len()] = [$(RuleSet {
            name: $name,
            shared: LazyLock::new(|| shared_by($name)),
            rules: LazyLock::new(|| parse(concat!($name, ".rules"), include_str!(concat!("../rules/", $name, ".rules")))),
        }),*];
    };
}

rule_sets! {
    "systemf",
    "variance",
    "implied",
    "higher_ranked",
    "dyn",
    "closures",
    "traits",
    "auto_traits",
    "solvers",
    "associated",
    "functions",
    "borrows",
    "coherence",
    "consts",
    "dropck",
    "impl_trait",
    "gats",
    "defaults",
    "paper",
}

/// All rule sets.
pub fn sets() -> &'static [RuleSet] {
    &SETS
}

/// What each file of rules can use.
const PRELUDE: RuleFile<'static> =
    RuleFile { file: "prelude.rules", text: include_str!("../rules/prelude.rules") };

/// Reads a set's rules. They are a part of this crate and its tests read them all, so a mistake in them ends the program.
fn parse(file: &str, text: &str) -> Rules {
    read(&[PRELUDE, RuleFile { file, text }]).unwrap_or_else(|mistake| panic!("{mistake}"))
}

/// What programs of a set begin with.
fn shared_by(name: &str) -> String {
    let set = sets().iter().find(|set| set.name == name).expect("every set is in the table");
    match set.rules.shared.as_str() {
        "" => String::new(),
        shared => format!("{}{SHARED_ABOVE}\n\n", indented(shared)),
    }
}

/// How often a derivation is begun again before there is no program.
const ATTEMPTS: u64 = 2000;

/// How often it is begun again to negate one premise, before another is chosen.
const PATIENCE: u64 = 8;

/// How many equivalents a class has beside the program that they come from.
const EQUIVALENTS: usize = 3;

/// The last machine of a thread is kept: its memory is used again.
struct Kept(Option<(&'static str, Solver<'static>)>);

thread_local! {
    static KEPT: RefCell<Kept> = const { RefCell::new(Kept(None)) };
}

/// A derivation that was found.
struct Derived {
    term: Term,
    negated: Option<u32>,
}

impl RuleSet {
    /// The set's name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it is about, in a line.
    pub fn title(&'static self) -> &'static str {
        &self.rules.title
    }

    /// Its rules as data.
    pub fn rules(&'static self) -> &'static Rules {
        &self.rules
    }

    /// The names of its rules and, after them, of its rewritings.
    pub fn rule_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        let set = sets().iter().find(|set| set.name == self.name).expect("every set is in the table");
        let rules: &'static Rules = &set.rules;
        let rewritings = rules.rewritings.iter().map(|rewriting| rewriting.name.as_str());
        rules.named.iter().map(|rule| rule.name.as_str()).chain(rewritings)
    }

    /// The program of a seed, or the members of its class. Nothing only if the rules have, after many attempts, no derivation of that
    /// kind.
    ///
    /// # Panics
    /// If the rules ask for what cannot be answered, or what is derived cannot be written: mistakes in the set's file.
    pub fn generate(&self, seed: u64, kind: TypesKind) -> Vec<TypesProgram> {
        self.with_fate(seed, kind).map_or_else(Vec::new, |(programs, _)| programs)
    }

    /// The program of a seed, or the members of its class, and the fate that the rules know for them: of a class, that of the program which the
    /// others are made of.
    ///
    /// # Panics
    /// As [`RuleSet::generate`] does.
    pub fn with_fate(&self, seed: u64, kind: TypesKind) -> Option<(Vec<TypesProgram>, RequiredFate)> {
        let set = sets().iter().find(|set| set.name == self.name).expect("every set is in the table");
        KEPT.with_borrow_mut(|kept| {
            let rules: &'static Rules = &set.rules;
            let machine = match &mut kept.0 {
                Some((name, machine)) if *name == set.name => machine,
                other => &mut other.insert((set.name, Solver::new(rules))).1,
            };
            Generation { set, rules, machine, seed, kind }.programs()
        })
    }
}

/// The making of the programs of a seed.
struct Generation<'machine> {
    set: &'static RuleSet,
    rules: &'static Rules,
    machine: &'machine mut Solver<'static>,
    seed: u64,
    kind: TypesKind,
}

impl Generation<'_> {
    fn programs(&mut self) -> Option<(Vec<TypesProgram>, RequiredFate)> {
        let mut random = Random::new(mix(self.seed, self.kind as u64));
        let is_negated = match self.kind {
            TypesKind::Well => false,
            TypesKind::Almost => true,
            TypesKind::Equivalent => random.chance(30) && !self.rules.negations.is_empty(),
        };
        let derived = self.derive(&mut random, is_negated)?;
        let mut rules: Vec<&'static str> = self
            .machine
            .applied()
            .iter()
            .map(|&rule| self.rules.named[rule as usize].name.as_str())
            .collect();
        rules.sort_unstable();
        rules.dedup();
        let name = format!("{}-{}-{}", self.set.name, self.kind.name(), self.seed);
        let fate = derived.negated.map_or(RequiredFate::Accept, |negation| {
            let negation = &self.rules.negations[negation as usize];
            RequiredFate::Reject { premise: negation.name.clone(), codes: negation.codes.clone() }
        });
        let programs = if self.kind == TypesKind::Equivalent {
            self.class(&mut random, &name, derived.term, &rules)
        } else {
            vec![TypesProgram { name, text: self.text(derived.term), fate: fate.clone(), rules }]
        };
        Some((programs, fate))
    }

    /// Derives a program, with one premise negated if that is asked for.
    fn derive(&mut self, random: &mut Random, is_negated: bool) -> Option<Derived> {
        if is_negated && self.rules.negations.is_empty() {
            return None;
        }
        let mut negation = 0;
        for attempt in 0..ATTEMPTS {
            let limits = self.limits(random);
            if attempt % PATIENCE == 0 {
                negation = random.below(self.rules.negations.len()) as u32;
            }
            // Later places are rarer: half of all derivations negate the first, and all that have failed often.
            let last = if attempt % PATIENCE < PATIENCE / 2 { 4 } else { 0 };
            let after = random.bits().trailing_zeros().min(last);
            let target = is_negated.then_some(NegatedPremise { negation, after });
            match self.machine.derive(0, random.bits(), limits, target) {
                Ok(term) => return Some(Derived { term, negated: target.map(|target| target.negation) }),
                Err(SearchStop::Exhausted | SearchStop::GivenUp) => {}
                Err(SearchStop::Mistake(what)) => panic!("rules of `{}`: {what}", self.set.name),
            }
        }
        None
    }

    /// Programs differ in size.
    fn limits(&self, random: &mut Random) -> SearchLimits {
        let limits = SearchLimits::of(self.rules);
        let fuel = random.between((limits.fuel / 4).max(1) as usize, limits.fuel as usize) as u32;
        SearchLimits { fuel, ..limits }
    }

    fn text(&mut self, term: Term) -> String {
        let mut text = String::new();
        if let Err(error) = show::show(self.rules, &mut self.machine.store, term, &mut text) {
            panic!("rules of `{}`, seed {}: {error}", self.set.name, self.seed);
        }
        let shared = self.set.shared.as_str();
        let mut whole = String::with_capacity(shared.len() + text.len() * 5 / 4);
        whole.push_str(shared);
        indent(&text, &mut whole);
        whole
    }

    /// The program and equivalents of it.
    fn class(
        &mut self,
        random: &mut Random,
        name: &str,
        term: Term,
        rules: &[&'static str],
    ) -> Vec<TypesProgram> {
        let mut members: Vec<TypesProgram> = Vec::new();
        let text = self.text(term);
        let member = |text, rules, number| TypesProgram {
            name: format!("{name}-{number}"),
            text,
            fate: RequiredFate::Same,
            rules,
        };
        members.push(member(text, rules.to_vec(), 0));
        for _ in 0..EQUIVALENTS * 2 {
            let (mut changed, mut used) = (term, rules.to_vec());
            for _ in 0..random.between(1, 3) {
                match self.machine.rewrite(changed) {
                    Ok(Some((next, row))) => {
                        changed = next;
                        used.push(&self.rules.rewritings[row].name);
                    }
                    Ok(None) | Err(SearchStop::Exhausted | SearchStop::GivenUp) => break,
                    Err(SearchStop::Mistake(what)) => panic!("rules of `{}`: {what}", self.set.name),
                }
            }
            let text = self.text(changed);
            if members.iter().all(|other| other.text != text) {
                members.push(member(text, used, members.len()));
            }
            if members.len() > EQUIVALENTS {
                break;
            }
        }
        members
    }
}
