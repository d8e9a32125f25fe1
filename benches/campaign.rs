//! What a campaign tests for its processor time: statements that programs execute, against one optimizing backend, with the machine as
//! the reference. `cargo bench --bench campaign`
//!
//! The peer, in the same run, is the same campaign with a crate for each program.

use rustassay_campaign::campaign::{Campaign, Settings, now};
use rustassay_campaign::generator::{Generator, Mir};
use rustassay_gen_mir::config::Profile;
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::engine::Engine;
use rustassay_store::Store;
use rustassay_testing::reference_toolchain;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How often each is measured; the median counts.
const SAMPLES: u64 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return Ok(());
    }
    let backend = Backend {
        name: "O3".to_owned(),
        kind: Executor::Compiled(Codegen::Llvm),
        toolchain: Some(reference_toolchain()),
        flags: vec!["-Copt-level=3".to_owned()],
    };
    println!("{:<24}{:>24}{:>12}{:>16}", "programs", "statements/CPU-second", "own share", "of one by one");
    let rows: [(&str, &[Profile], u64, u64); 4] = [
        ("default, one by one", &[Profile::Default], 1, 100),
        ("default", &[Profile::Default], 50, 1_000),
        ("all profiles", &[], 50, 1_000),
        ("large", &[Profile::Large], 50, 20),
    ];
    let mut one_by_one = None;
    for (name, profiles, batch, programs) in rows {
        let mut samples = Vec::new();
        for seed in 0..SAMPLES {
            samples.push(measure(&backend, profiles, batch, programs, seed << 32)?);
        }
        samples.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (rate, own) = samples[samples.len() / 2];
        let peer = *one_by_one.get_or_insert(rate);
        println!("{name:<24}{rate:>24.0}{:>11.1}%{:>15.1}x", own * 100.0, rate / peer);
    }
    Ok(())
}

/// Executed statements a CPU-second, and the harness's own part of the time.
fn measure(
    backend: &Backend,
    profiles: &[Profile],
    batch: u64,
    programs: u64,
    seed: u64,
) -> Result<(f64, f64), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("rustassay-bench-{}-{seed}-{batch}", std::process::id()));
    let mut store = Store::open(&folder)?;
    let run = store.begin_run("{}", now())?;
    let generators: [Box<dyn Generator>; 1] = [Box::new(Mir::of_profiles(profiles))];
    let settings = Settings {
        seed,
        jobs: 1,
        time: None,
        programs: Some(programs),
        batch,
        feedback: false,
        triage_share: 0.25,
        shares: vec![1.0],
        closing: Duration::ZERO,
    };
    let engine = Engine::new()?;
    let campaign = Campaign {
        engine: &engine,
        generators: &generators,
        backends: std::slice::from_ref(backend),
        settings,
        stop: &AtomicBool::new(false),
    };
    campaign.run(&mut store, run, &mut |_| {})?;
    let totals = store.reader()?.totals()?;
    drop(store);
    std::fs::remove_dir_all(&folder)?;
    let (cpu, own) = (totals.cpu.as_secs_f64(), totals.own_cpu.as_secs_f64());
    Ok((totals.executed as f64 / (cpu + own), own / (cpu + own)))
}
