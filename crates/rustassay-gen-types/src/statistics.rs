//! Which rules and premises programs were derived with.

use crate::{RequiredFate, RuleSet, TypesKind};
use std::collections::BTreeMap;

/// How many programs applied each rule, and were negated in each premise.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Programs.
    pub programs: u64,
    /// Programs, by the rules that they applied.
    pub rules: BTreeMap<&'static str, u64>,
    /// Programs, by the premise that was negated.
    pub negations: BTreeMap<String, u64>,
}

impl Statistics {
    /// Counts programs of a set.
    pub fn of(set: &RuleSet, seeds: impl Iterator<Item = u64>, kind: TypesKind) -> Statistics {
        let mut statistics = Statistics::default();
        for name in set.rule_names() {
            statistics.rules.insert(name, 0);
        }
        for seed in seeds {
            for program in set.generate(seed, kind) {
                statistics.programs += 1;
                for rule in program.rules {
                    *statistics.rules.entry(rule).or_default() += 1;
                }
                if let RequiredFate::Reject { premise, .. } = program.fate {
                    *statistics.negations.entry(premise).or_default() += 1;
                }
            }
        }
        statistics
    }
}
