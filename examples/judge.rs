//! Judges the compilers of this machine on a generated program: `cargo run --example judge -- SEED`.

use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_judge::case::Case;
use rustassay_judge::engine::Engine;
use rustassay_judge::sets::{backends, built_in};
use rustassay_judge::verdict::judge;
use rustassay_toolchain::{Cache, Search, discover};
use std::sync::Arc;

fn main() -> Result<(), String> {
    let seed = match std::env::args().nth(1) {
        Some(seed) => seed.parse().map_err(|_| format!("`{seed}` is not a seed: give a number"))?,
        None => 0,
    };
    let found = discover(&Search::default(), &Cache::none()).found;
    let toolchains: Vec<_> = found.into_iter().map(Arc::new).collect();
    let set = built_in("quick", seed).ok_or("there is no such set of settings")?;
    let ways = backends(&set, &toolchains);

    let case = Case::from_program(format!("seed {seed}"), generate(seed, &Profile::Tiny.config()).program);
    let engine = Engine::new().map_err(|error| error.to_string())?;
    let verdict = judge(&engine, &case, &ways, 2);
    for (way, trial) in ways.iter().zip(&verdict.trials) {
        println!("{}: {:?}", way.name, trial.outcome);
    }
    for finding in &verdict.findings {
        println!("{}: {}", finding.fault.name(), finding.summary);
    }
    Ok(())
}
