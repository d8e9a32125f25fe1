//! System F as the engine derives it, checked by a typechecker that shares nothing with the rules.

use rustassay_gen_types::clp::names::Names;
use rustassay_gen_types::clp::term::{Term, TermStore, View};
use rustassay_gen_types::clp::{SearchLimits, Solver};
use rustassay_gen_types::sets;

#[derive(Clone, Debug)]
enum Type {
    Base(String),
    Variable(i32),
    Arrow(Box<Type>, Box<Type>),
    Poly(i32, Box<Type>),
}

/// Whether types are equal up to the names of what they bind.
fn equal(one: &Type, other: &Type, bound: &mut Vec<(i32, i32)>) -> bool {
    match (one, other) {
        (Type::Base(one), Type::Base(other)) => one == other,
        (Type::Variable(one), Type::Variable(other)) => {
            match bound.iter().rev().find(|(a, b)| a == one || b == other) {
                Some(pair) => pair == &(*one, *other),
                None => one == other,
            }
        }
        (Type::Arrow(a, b), Type::Arrow(c, d)) => equal(a, c, bound) && equal(b, d, bound),
        (Type::Poly(a, one), Type::Poly(b, other)) => {
            bound.push((*a, *b));
            let result = equal(one, other, bound);
            bound.pop();
            result
        }
        _ => false,
    }
}

/// Replaces a variable. What is put in has no variable that is bound on the way, because all are numbered differently.
fn replace(variable: i32, by: &Type, within: &Type) -> Type {
    match within {
        Type::Base(_) => within.clone(),
        Type::Variable(other) => {
            if *other == variable {
                by.clone()
            } else {
                within.clone()
            }
        }
        Type::Arrow(a, b) => {
            Type::Arrow(Box::new(replace(variable, by, a)), Box::new(replace(variable, by, b)))
        }
        Type::Poly(bound, inner) if *bound != variable => {
            Type::Poly(*bound, Box::new(replace(variable, by, inner)))
        }
        Type::Poly(..) => within.clone(),
    }
}

struct Checker<'a> {
    store: &'a TermStore,
    names: &'a Names,
}

impl Checker<'_> {
    fn parts(&self, term: Term) -> (String, Vec<Term>) {
        match self.store.view(term) {
            View::Atom(symbol) => (self.names.text(symbol).to_owned(), Vec::new()),
            View::Compound(functor, cell) => {
                let arguments = (0..self.names.arity(functor)).map(|index| self.store.argument(cell, index));
                (self.names.name(functor).to_owned(), arguments.collect())
            }
            other => panic!("neither a name nor compound: {other:?}"),
        }
    }

    fn number(&self, term: Term) -> i32 {
        match self.store.view(term) {
            View::Number(value) => value,
            other => panic!("not a number: {other:?}"),
        }
    }

    fn read_type(&self, term: Term) -> Type {
        let (name, parts) = self.parts(term);
        match (name.as_str(), &parts[..]) {
            ("tvar", [variable]) => Type::Variable(self.number(*variable)),
            ("arrow", [a, b]) => Type::Arrow(Box::new(self.read_type(*a)), Box::new(self.read_type(*b))),
            ("poly", [variable, inner]) => {
                Type::Poly(self.number(*variable), Box::new(self.read_type(*inner)))
            }
            _ => Type::Base(name),
        }
    }

    /// The type of an expression, by the rules of figure 2.
    fn check(&self, scope: &mut Vec<(i32, Type)>, term: Term) -> Result<Type, String> {
        let (name, parts) = self.parts(term);
        match (name.as_str(), &parts[..]) {
            ("zero", []) => Ok(Type::Base("u8".to_owned())),
            ("false", []) => Ok(Type::Base("bool".to_owned())),
            ("var", [x]) => {
                let x = self.number(*x);
                let found = scope.iter().rev().find(|(name, _)| *name == x);
                found.map(|(_, found)| found.clone()).ok_or_else(|| format!("{x} is not in scope"))
            }
            ("lam", [x, domain, _, body]) => {
                let domain = self.read_type(*domain);
                scope.push((self.number(*x), domain.clone()));
                let range = self.check(scope, *body);
                scope.pop();
                Ok(Type::Arrow(Box::new(domain), Box::new(range?)))
            }
            ("app", [function, argument]) => match self.check(scope, *function)? {
                Type::Arrow(domain, range) => {
                    let argument = self.check(scope, *argument)?;
                    if !equal(&domain, &argument, &mut Vec::new()) {
                        return Err(format!("{domain:?} is not {argument:?}"));
                    }
                    Ok(*range)
                }
                other => Err(format!("{other:?} is no function")),
            },
            ("tlam", [variable, body]) => {
                Ok(Type::Poly(self.number(*variable), Box::new(self.check(scope, *body)?)))
            }
            ("tapp", [body, argument]) => match self.check(scope, *body)? {
                Type::Poly(variable, inner) => Ok(replace(variable, &self.read_type(*argument), &inner)),
                other => Err(format!("{other:?} is not polymorphic")),
            },
            _ => Err(format!("`{name}` is not an expression")),
        }
    }
}

#[test]
fn expressions_have_the_type_that_they_were_derived_for() {
    let set = sets().iter().find(|set| set.name() == "systemf").expect("it is there");
    let rules = set.rules();
    let start = rules.starts.iter().position(|(name, _)| name == "full").expect("it is there");
    let mut machine = Solver::new(rules);
    let (mut checked, mut polymorphic) = (0, 0);
    for seed in 0..8000 {
        let Ok(result) = machine.derive(start, seed, SearchLimits::of(rules), None) else { continue };
        let checker = Checker { store: &machine.store, names: &rules.names };
        let (_, parts) = checker.parts(result);
        let found =
            checker.check(&mut Vec::new(), parts[0]).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let wanted = checker.read_type(parts[1]);
        assert!(equal(&found, &wanted, &mut Vec::new()), "seed {seed}: {found:?} is not {wanted:?}");
        checked += 1;
        let applied = machine.applied().iter().map(|&rule| rules.named[rule as usize].name.as_str());
        polymorphic += usize::from(applied.into_iter().any(|rule| rule == "tapp_full"));
    }
    assert!(checked > 1000 && polymorphic > 100, "{checked} checked, {polymorphic} with type applications");
}
