//! What programs cost: `cargo run --release -p rustassay-gen-types --example effort -- [SET [COUNT]]`.
//!
//! For each kind, programs a CPU-second; and for each premise that can be negated, how many derivations are begun for one that ends, and what that takes.

use rustassay_gen_types::clp::{NegatedPremise, SearchLimits, Solver};
use rustassay_gen_types::{TypesKind, sets};
use rustassay_testing::cpu_seconds;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let count = std::env::args().nth(2).and_then(|count| count.parse().ok()).unwrap_or(2000);
    for set in sets().iter().filter(|set| wanted.is_empty() || wanted == "all" || wanted == set.name()) {
        for kind in TypesKind::ALL {
            let start = cpu_seconds();
            let mut bytes = 0;
            for seed in 0..count {
                bytes += set.generate(seed, kind).iter().map(|program| program.text.len()).sum::<usize>();
            }
            let time = cpu_seconds() - start;
            let rate = count as f64 / time;
            println!(
                "{:<14}{:<12}{rate:>9.0}/s {:>6} bytes each",
                set.name(),
                kind.name(),
                bytes / count as usize
            );
        }
        if wanted == set.name() {
            premises(set.rules(), count);
        }
    }
}

fn premises(rules: &'static rustassay_gen_types::clp::Rules, count: u64) {
    let mut machine = Solver::new(rules);
    let targets =
        (0..rules.negations.len() as u32).map(|negation| Some(NegatedPremise { negation, after: 0 }));
    for target in std::iter::once(None).chain(targets) {
        let (mut found, mut steps, mut lost) = (0_u64, 0_u64, 0_u64);
        let start = cpu_seconds();
        for seed in 0..count {
            let result = machine.derive(0, seed, SearchLimits::of(rules), target);
            let effort = u64::from(machine.effort().0);
            found += u64::from(result.is_ok());
            *(if result.is_ok() { &mut steps } else { &mut lost }) += effort;
        }
        let time = cpu_seconds() - start;
        println!(
            "    {:<40}{:>5.1}% found, {:>6} steps each; {:>6} steps lost each; {:>6} steps and {:>5.0} us for one, {:.0} ns a step",
            target.map_or("none", |target| &rules.negations[target.negation as usize].name),
            found as f64 * 100.0 / count as f64,
            steps / found.max(1),
            lost / (count - found).max(1),
            (steps + lost) / found.max(1),
            time * 1e6 / found.max(1) as f64,
            time * 1e9 / (steps + lost) as f64,
        );
    }
}
