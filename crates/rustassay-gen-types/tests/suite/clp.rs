//! What the engine promises: derivations from rules, at random and all of them, and messages for wrong rules.

use rustassay_gen_types::clp::show::show;
use rustassay_gen_types::clp::{NegatedPremise, RuleFile, Rules, SearchLimits, SearchStop, Solver, read};
use std::collections::BTreeSet;

fn rules(text: &str) -> Rules {
    read(&[RuleFile { file: "test.rules", text }]).unwrap_or_else(|mistake| panic!("{mistake}"))
}

fn mistake(text: &str) -> String {
    read(&[RuleFile { file: "test.rules", text }]).expect_err("these rules are wrong").to_string()
}

/// Sums of ones, as text.
const SUMS: &str = r#"
    depth 4. fuel 6.
    start E :- sum(E).
    rule one "": sum(one).
    rule plus 3 "": sum(plus(A, B)) :- sum(A), sum(B) negate second E0000 { B = nothing }.
    show one = "1".
    show nothing = "0".
    show plus(A, B) = "($A+$B)".
"#;

fn text(rules: &Rules, machine: &mut Solver<'_>, term: rustassay_gen_types::clp::term::Term) -> String {
    let mut text = String::new();
    show(rules, &mut machine.store, term, &mut text).expect("everything has a template");
    text
}

#[test]
fn what_is_derived_at_random_is_what_there_is() {
    let rules = rules(SUMS);
    let mut machine = Solver::new(&rules);
    let mut all = BTreeSet::new();
    for size in 1..=7 {
        machine
            .derive_all(0, size, None, |machine, term| {
                assert!(all.insert(text(&rules, machine, term)), "no derivation is visited twice");
                true
            })
            .expect("the search ends");
    }
    // Trees of 1, 3, 5 and 7 nodes.
    assert_eq!(all.len(), 1 + 1 + 2 + 5);
    let mut found = BTreeSet::new();
    for seed in 0..3000 {
        let term = machine.derive(0, seed, SearchLimits::of(&rules), None).expect("sums never fail");
        let text = text(&rules, &mut machine, term);
        if machine.applied().len() <= 7 {
            assert!(all.contains(&text), "{text}");
            found.insert(text);
        }
    }
    assert_eq!(found, all);
}

#[test]
fn without_fuel_derivations_take_the_shortest_way_to_their_end() {
    let rules = rules(SUMS);
    let mut machine = Solver::new(&rules);
    for seed in 0..500 {
        let limits = SearchLimits { fuel: 5, depth: 100, ..SearchLimits::of(&rules) };
        machine.derive(0, seed, limits, None).expect("sums never fail");
        // Each of the sums that were begun with the fuel leaves at most one goal behind, and two for the last.
        assert!(machine.applied().len() <= 5 + 6, "{}", machine.applied().len());
        assert_eq!(machine.effort().1, 0, "nothing fails on the way");
    }
}

#[test]
fn exactly_one_premise_is_negated() {
    let rules = rules(SUMS);
    let mut machine = Solver::new(&rules);
    let mut derived = 0;
    for seed in 0..300 {
        if let Ok(term) =
            machine.derive(0, seed, SearchLimits::of(&rules), Some(NegatedPremise { negation: 0, after: 1 }))
        {
            assert_eq!(text(&rules, &mut machine, term).matches('0').count(), 1);
            derived += 1;
        }
    }
    assert!(derived > 30, "only {derived} of 300 seeds have a second sum whose premise can be negated");
    let mut count = 0;
    let target = Some(NegatedPremise { negation: 0, after: 0 });
    machine
        .derive_all(0, 4, target, |machine, term| {
            assert_eq!(text(&rules, machine, term).matches('0').count(), 1);
            count += 1;
            true
        })
        .expect("the search ends");
    assert!(count > 0);
}

#[test]
fn what_must_not_be_derivable_is_when_it_is_negated() {
    let rules = rules("start X :- pick(X, [a, b]), \\+ bad(X) negate allowed E0001.\nbad(b).");
    let mut machine = Solver::new(&rules);
    let target = Some(NegatedPremise { negation: 0, after: 0 });
    let mut negated: Vec<String> = Vec::new();
    for seed in 0..50 {
        let term = machine.derive(0, seed, SearchLimits::of(&rules), None).expect("`a` is not bad");
        assert_eq!(text(&rules, &mut machine, term), "a");
        if let Ok(term) = machine.derive(0, seed, SearchLimits::of(&rules), target) {
            negated.push(text(&rules, &mut machine, term));
        }
    }
    assert!(!negated.is_empty() && negated.iter().all(|text| text == "b"), "{negated:?}");
}

#[test]
fn the_same_seed_derives_the_same() {
    let rules = rules(SUMS);
    let derive = |seed| {
        let mut machine = Solver::new(&rules);
        let term = machine.derive(0, seed, SearchLimits::of(&rules), None).expect("sums never fail");
        text(&rules, &mut machine, term)
    };
    assert!((0..50).all(|seed| derive(seed) == derive(seed)));
}

#[test]
fn negation_as_failure_of_what_is_not_known_is_a_mistake() {
    let rules = rules("start X :- \\+ p(X), X = b. p(a). p(b).");
    let result = Solver::new(&rules).derive(0, 0, SearchLimits::of(&rules), None);
    assert!(
        matches!(&result, Err(SearchStop::Mistake(what)) if what.contains("no variables left")),
        "{result:?}"
    );
}

#[test]
fn negation_as_failure_holds_if_nothing_else_does() {
    let rules = rules("start X :- q(X), \\+ p(X). p(a). q(a). q(b). show c(X) = \"$X\".");
    let mut machine = Solver::new(&rules);
    for seed in 0..20 {
        let term = machine.derive(0, seed, SearchLimits::of(&rules), None).expect("there is one");
        assert_eq!(text(&rules, &mut machine, term), "b");
    }
}

#[test]
fn numbers_are_ordered_before_they_are_known() {
    let rules = rules(
        "start v(X, Y, Z) :- X in 0..3, Y in 0..3, Z in 0..3, X < Y, Y < Z, label(Y), label(X), label(Z).
         show v(X, Y, Z) = \"$X$Y$Z\".",
    );
    let mut machine = Solver::new(&rules);
    let mut all = BTreeSet::new();
    for seed in 0..200 {
        let term = machine.derive(0, seed, SearchLimits::of(&rules), None).expect("it never fails");
        all.insert(text(&rules, &mut machine, term));
    }
    assert_eq!(all.into_iter().collect::<Vec<_>>(), ["012", "013", "023", "123"]);
}

#[test]
fn a_derivation_that_fails_without_end_is_given_up() {
    let rules = rules("start X :- p(X), X = 1. p(0). p(X) :- p(X).");
    let result = Solver::new(&rules).derive(0, 0, SearchLimits::of(&rules), None);
    assert_eq!(result, Err(SearchStop::GivenUp));
}

#[test]
fn rewritings_change_a_subterm_and_nothing_else() {
    let rules = rules(
        "start f(g(a), b) :- true. true. rewrite swap \"\": g(X) => h(X, Y) :- fresh(Y).
         show f(X, Y) = \"$X $Y\". show g(X) = \"g$X\". show h(X, Y) = \"h$X$Y\".",
    );
    let mut machine = Solver::new(&rules);
    let term = machine.derive(0, 0, SearchLimits::of(&rules), None).expect("it holds");
    let (changed, row) = machine.rewrite(term).expect("no mistake").expect("there is a place");
    assert_eq!((text(&rules, &mut machine, changed).as_str(), row), ("ha0 b", 0));
    assert_eq!(text(&rules, &mut machine, term), "ga b");
}

#[test]
fn mistakes_in_rules_are_found_where_they_are() {
    let cases = [
        ("start X :- p(X).", "test.rules:1:12: no clause concludes `p` with 1 arguments"),
        ("start X :- p(X).\np(Y) :- p(_).", "test.rules:2:13: `Y` occurs only once"),
        ("start a :- p.\np :- q", "`.` was expected"),
        ("p(a.", "test.rules:1:4: `)` was expected, not `.`"),
        ("show f(X) = \"$Y\".", "test.rules:1:13: `Y` is not in the shape"),
        ("show f(X) = \"$(g(X\".", "`$(` is not closed"),
        ("show f = \"abc", "test.rules:1:10: this quote is not closed"),
        ("p(a) :- q(a) negate wrong.", "the code of an error, such as `E0308`, was expected"),
        (
            "start a :- \\+ (p(a) negate wrong E0001).\np(a).",
            "what is in `\\+`, `once` or `surely` cannot be negated",
        ),
        ("rule a \"\": p(a).\nrule a \"\": p(b).", "there is a rule `a` already"),
        ("wrong a.", "`wrong` is not the beginning of a statement"),
        ("p(a) ; q.", "`;` means nothing here"),
        ("p(a).", "there is no `start`"),
    ];
    for (text, expected) in cases {
        let message = mistake(text);
        assert!(message.contains(expected), "{text:?}: {message}");
    }
}
