//! The litmus tests in `tests/litmus`: each lists its outcomes, all of them, and no test is without a sentence.
//!
//! `outcomes a b: 0,0 1,1` are those that the machine shows; `unseen a b: 1,0` are those that C++20 allows beside them. Both lists are exact: the
//! first is compared with all executions of the model, both together with the axioms.

use super::axioms::{self, Strength};
use super::explore::explore;
use super::program::*;
use rustassay_mir::model::AtomicOrdering;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A litmus test as a file has it.
pub struct Litmus {
    pub name: String,
    pub program: Program,
    /// The positions, among all values of an outcome, of those that are listed.
    shown: Vec<usize>,
    pub outcomes: Outcomes,
    unseen: Outcomes,
}

/// Names in the order in which they first occur.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn number(&mut self, name: &str) -> usize {
        self.0.iter().position(|known| known == name).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        })
    }
}

fn ordering(word: &str) -> AtomicOrdering {
    match word {
        "rlx" => AtomicOrdering::Relaxed,
        "acq" => AtomicOrdering::Acquire,
        "rel" => AtomicOrdering::Release,
        "acqrel" => AtomicOrdering::AcqRel,
        "sc" => AtomicOrdering::SeqCst,
        _ => panic!("`{word}` is no memory ordering: rlx, acq, rel, acqrel, sc"),
    }
}

fn access(word: &str) -> Access {
    match word {
        "plain" => Access::Plain,
        _ => Access::Atomic(ordering(word)),
    }
}

/// Reads one operation. Registers begin with `r`, locations are other names.
fn op(text: &str, registers: &mut Names, locations: &mut Names) -> Op {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |word: &str| word.parse::<u64>().unwrap_or_else(|_| panic!("`{word}` is no number: {text}"));
    match words[..] {
        ["fence", how] => Op::Fence(ordering(how)),
        [register, "=", location, how] if register.starts_with('r') => Op::Load {
            register: registers.number(register),
            location: locations.number(location),
            how: access(how),
        },
        [location, "=", value, how] => {
            Op::Store { location: locations.number(location), value: number(value), how: access(how) }
        }
        [register, "=", change @ ("add" | "swap"), location, value, how] => Op::Update {
            register: registers.number(register),
            location: locations.number(location),
            change: if change == "add" { Change::Add(number(value)) } else { Change::Swap(number(value)) },
            ordering: ordering(how),
        },
        [register, "=", exchange @ ("cas" | "weakcas"), location, expected, new, success, failure] => {
            Op::Exchange {
                register: registers.number(register),
                location: locations.number(location),
                expected: number(expected),
                new: number(new),
                success: ordering(success),
                failure: ordering(failure),
                is_weak: exchange == "weakcas",
            }
        }
        _ => panic!("this is no operation: {text}"),
    }
}

/// Reads a file of litmus tests. Each begins with `test NAME` and ends with its outcomes; columns are threads.
fn parse(text: &str) -> Vec<Litmus> {
    let mut tests = Vec::new();
    let (mut name, mut columns, mut lists) = (String::new(), Vec::<Vec<String>>::new(), BTreeMap::new());
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    for line in lines.chain(["test"]).filter(|line| !line.is_empty()) {
        if let Some(next) = line.strip_prefix("test") {
            if !name.is_empty() {
                tests.push(litmus(std::mem::take(&mut name), &columns, &lists));
            }
            next.trim().clone_into(&mut name);
            (columns, lists) = Default::default();
        } else if let Some((kind, list)) = line.split_once(':') {
            let (kind, names) = kind.split_once(' ').unwrap_or((kind, ""));
            lists.insert(kind.to_owned(), (names.to_owned(), list.to_owned()));
        } else {
            for (n, op) in line.split('|').enumerate() {
                columns.resize(columns.len().max(n + 1), Vec::new());
                columns[n].extend((!op.trim().is_empty()).then(|| op.trim().to_owned()));
            }
        }
    }
    tests
}

fn litmus(name: String, columns: &[Vec<String>], lists: &BTreeMap<String, (String, String)>) -> Litmus {
    let (mut registers, mut locations) = (Names::default(), Names::default());
    let threads = columns
        .iter()
        .map(|ops| ops.iter().map(|text| op(text, &mut registers, &mut locations)).collect())
        .collect();
    let (names, _) = lists.get("outcomes").unwrap_or_else(|| panic!("{name} lists no outcomes"));
    let position = |word: &str| {
        let register = registers.0.iter().position(|register| register == word);
        let location = locations.0.iter().position(|location| location == word);
        let location = location.map(|location| registers.0.len() + location);
        register.or(location).unwrap_or_else(|| panic!("{name} lists `{word}`, which does not occur"))
    };
    let outcomes = |kind: &str| -> Outcomes {
        let Some((listed, list)) = lists.get(kind) else { return Outcomes::new() };
        assert_eq!(listed, names, "{name} lists values in one order");
        let outcome = |word: &str| match word {
            "race" => Outcome::Race,
            _ => Outcome::Values(
                word.split(',').map(|value| value.parse().expect("values are numbers")).collect(),
            ),
        };
        list.split_whitespace().map(outcome).collect()
    };
    Litmus {
        shown: names.split_whitespace().map(position).collect(),
        outcomes: outcomes("outcomes"),
        unseen: outcomes("unseen"),
        program: Program { threads, locations: locations.0.len(), registers: registers.0.len() },
        name,
    }
}

impl Litmus {
    /// The listed values of outcomes. A race makes an execution's outcome meaningless, and the program's.
    pub fn listed(&self, outcomes: &Outcomes) -> Outcomes {
        if outcomes.contains(&Outcome::Race) {
            return Outcomes::from([Outcome::Race]);
        }
        let listed = |outcome: &Outcome| match outcome {
            Outcome::Race => Outcome::Race,
            Outcome::Values(values) => Outcome::Values(self.shown.iter().map(|&at| values[at]).collect()),
        };
        outcomes.iter().map(listed).collect()
    }
}

/// The tests of every file, by file.
pub fn suite() -> Vec<(PathBuf, Vec<Litmus>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/litmus");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder is there").map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| (file.clone(), parse(&fs::read_to_string(file).unwrap()))).collect()
}

/// Outcomes as the files have them.
pub fn text(outcomes: &Outcomes) -> String {
    let text = |outcome: &Outcome| match outcome {
        Outcome::Race => "race".to_owned(),
        Outcome::Values(values) => values.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    };
    outcomes.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_model_shows_exactly_the_outcomes_that_the_litmus_tests_list() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (file, tests) in suite() {
        let file = file.file_stem().unwrap().to_string_lossy().into_owned();
        for test in tests {
            count += 1;
            let found = test.listed(&explore(&test.program).0);
            if found != test.outcomes {
                wrong.push(format!("{file}, {}: the model shows {}", test.name, text(&found)));
            }
            let allowed = test.listed(&axioms::outcomes(&test.program, Strength::Cpp20));
            if allowed != test.outcomes.union(&test.unseen).cloned().collect() {
                let unseen: Outcomes = allowed.difference(&found).cloned().collect();
                wrong.push(format!(
                    "{file}, {}: C++20 allows {}, unseen: {}",
                    test.name,
                    text(&allowed),
                    text(&unseen)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 40, "{count} litmus tests");
}
