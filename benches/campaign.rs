//! What a campaign tests for its processor time, against one backend. `cargo bench --bench campaign`
//!
//! First the statements that MIR programs execute, with the machine as the reference; then the programs of each generator. The peer of a row, in the same
//! run, is the same campaign with a crate for each program. Mutants and twins have a crate each anyway.

use rustassay_campaign::campaign::{Campaign, Settings};
use rustassay_campaign::corpus::gather;
use rustassay_campaign::generator::{Generator, Mir, Mutants, Seeds, Surface, Twins, Types};
use rustassay_corpus::shipped;
use rustassay_gen_mir::config::Profile;
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::engine::Engine;
use rustassay_mutate::pool::SeedProgram;
use rustassay_store::Store;
use rustassay_testing::reference_toolchain;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How often each is measured; the median counts.
const SAMPLES: u64 = 3;

/// So many programs are compiled together, at most: the default of `fuzz`.
const BATCH: u64 = 50;

fn main() -> Result<(), Box<dyn Error>> {
    // `cargo test --benches` starts benchmarks, too, and wants no figures.
    if !std::env::args().any(|arg| arg == "--bench") {
        return Ok(());
    }
    let optimizing = backend("O3", Executor::Compiled(Codegen::Llvm), &["-Copt-level=3"]);
    let checking = backend("check", Executor::Checked, &[]);
    measure_statements(&optimizing)?;
    measure_generators(&optimizing, &checking)
}

fn backend(name: &str, kind: Executor, flags: &[&str]) -> Backend {
    let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
    Backend { name: name.to_owned(), kind, toolchain: Some(reference_toolchain()), flags }
}

fn measure_statements(backend: &Backend) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<24}{:>24}{:>12}{:>16}",
        "MIR programs", "statements/CPU-second", "own share", "of one by one"
    );
    let rows: [(&str, &[Profile], u64, u64); 4] = [
        ("default, one by one", &[Profile::Default], 1, 100),
        ("default", &[Profile::Default], BATCH, 1_000),
        ("all profiles", &[], BATCH, 1_000),
        ("large", &[Profile::Large], BATCH, 20),
    ];
    let mut one_by_one = None;
    for (name, profiles, batch, programs) in rows {
        let work = Work { batch, programs };
        let measured = measure(backend, &|| Ok(Box::new(Mir::of_profiles(profiles))), work)?;
        let peer = *one_by_one.get_or_insert(measured.statements);
        println!(
            "{name:<24}{:>24.0}{:>11.1}%{:>15.1}x",
            measured.statements,
            measured.own_share * 100.0,
            measured.statements / peer
        );
    }
    Ok(())
}

/// Makes a generator.
type Make<'a> = &'a dyn Fn() -> Result<Box<dyn Generator>, Box<dyn Error>>;

fn measure_generators(optimizing: &Backend, checking: &Backend) -> Result<(), Box<dyn Error>> {
    let toolchain = reference_toolchain();
    let corpus = gather(&Engine::new()?, &toolchain, &shipped(), 1, usize::MAX, None).programs;
    let mutants = || -> Result<Box<dyn Generator>, Box<dyn Error>> {
        let programs = corpus.iter().cloned();
        let programs = programs.map(|(source, feedback)| (SeedProgram::from(source), feedback)).collect();
        Ok(Box::new(Mutants::of_seeds(Seeds { programs, ..Seeds::default() }, &[])?))
    };
    let twins = || -> Result<Box<dyn Generator>, Box<dyn Error>> {
        let sources = corpus.iter().map(|(source, _)| source.clone()).collect();
        Ok(Box::new(Twins::of_corpus(sources, &[])?))
    };
    // The generator, its backend, how many programs there are, and how many of the peer's.
    let rows: [(&str, Make<'_>, &Backend, u64, Option<u64>); 5] = [
        ("mir", &|| Ok(Box::new(Mir::of_profiles(&[]))), optimizing, 1_000, Some(100)),
        ("surface", &|| Ok(Box::new(Surface::of_profiles(&[]))), optimizing, 200, Some(20)),
        ("types", &|| Ok(Box::new(Types::all())), checking, 2_000, Some(200)),
        ("mutate", &mutants, checking, 64, None),
        ("twins", &twins, checking, 64, None),
    ];
    println!("\n{:<24}{:>24}{:>12}{:>16}", "generator", "programs/CPU-second", "own share", "of one by one");
    for (name, make, backend, programs, peer) in rows {
        let measured = measure(backend, make, Work { batch: BATCH, programs })?;
        let peer = peer.map(|programs| measure(backend, make, Work { batch: 1, programs })).transpose()?;
        let ratio =
            peer.map_or_else(String::new, |peer| format!("{:.1}x", measured.programs / peer.programs));
        println!("{name:<24}{:>24.1}{:>11.1}%{ratio:>16}", measured.programs, measured.own_share * 100.0);
    }
    Ok(())
}

/// How many programs, and how many of them at most in a crate.
#[derive(Copy, Clone)]
struct Work {
    batch: u64,
    programs: u64,
}

/// What came of it, for a second of processor time.
#[derive(Copy, Clone)]
struct Measured {
    /// Statements that were executed.
    statements: f64,
    programs: f64,
    /// The harness's own part of the time.
    own_share: f64,
}

/// The median of some campaigns.
fn measure(backend: &Backend, make: Make<'_>, work: Work) -> Result<Measured, Box<dyn Error>> {
    let mut samples = Vec::new();
    for seed in 0..SAMPLES {
        samples.push(run(backend, make()?, work, seed << 32)?);
    }
    samples.sort_by(|a, b| a.programs.total_cmp(&b.programs));
    Ok(samples[samples.len() / 2])
}

fn run(
    backend: &Backend,
    generator: Box<dyn Generator>,
    Work { batch, programs }: Work,
    seed: u64,
) -> Result<Measured, Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("rustassay-bench-{}-{seed}-{batch}", std::process::id()));
    let mut store = Store::open(&folder)?;
    let run = store.begin_run("{}", "bench", 0)?;
    let generators = [generator];
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
    let all = cpu + own;
    Ok(Measured {
        statements: totals.executed as f64 / all,
        programs: totals.programs as f64 / all,
        own_share: own / all,
    })
}
