//! What derivations cost: `cargo run --release -p rustassay-gen-types --example effort -- SET`.

use rustassay_clp::{Limits, Machine};
use rustassay_gen_types::sets;
use rustix::time::{ClockId, clock_gettime};

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for set in sets().iter().filter(|set| wanted.is_empty() || wanted == set.name()) {
        let rules = set.rules();
        let mut machine = Machine::new(rules);
        for failures in [20, 50, 100, 400] {
            let limits = Limits { failures, ..Limits::of(rules) };
            let (mut found, mut steps, mut lost_steps) = (0_u64, 0_u64, 0_u64);
            let mut gone = 0_u64;
            let start = cpu_seconds();
            for seed in 0..2000 {
                let result = machine.derive(0, seed, limits, None);
                let effort = machine.effort();
                match result {
                    Ok(_) => {
                        found += 1;
                        steps += u64::from(effort.0)
                    }
                    Err(_) => {
                        lost_steps += u64::from(effort.0);
                        gone += 1
                    }
                }
            }
            let time = cpu_seconds() - start;
            println!(
                "{:<12} failures {failures:>4}: {found} found with {} steps each, {gone} lost with {} each; {:.0} found/s, {:.0} ns a step",
                set.name(),
                steps / found.max(1),
                lost_steps / gone.max(1),
                found as f64 / time,
                time * 1e9 / (steps + lost_steps) as f64
            );
        }
    }
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
