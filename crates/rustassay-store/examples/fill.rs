//! Fills a new store, and says what it costs to finish a unit and to read.
//!
//!     cargo run --release -p rustassay-store --example fill -- FOLDER 100000

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rustassay_finding::{Fault, Finding};
use rustassay_store::record::{By, NewFinding, NewSighting, Settled, Unit};
use rustassay_store::{Store, StoreError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(folder), Some(units)) = (arguments.next().map(PathBuf::from), arguments.next()) else {
        return Err("give a folder for a new store, and a number of units".into());
    };
    let units: u64 = units.parse()?;
    let mut store = Store::open(&folder)?;
    let run = store.begin_run("{}", "fill", 0)?;

    let mut times = Vec::new();
    for number in 0..units {
        let seen: Vec<_> = (0..number % 3).map(|seed| sighting(number, seed)).collect();
        let began = Instant::now();
        let finished = store.finish_unit(run, &unit(number), &seen, number as i64)?;
        times.push(began.elapsed());
        for sighting in &finished.waiting {
            let key = sighting.seen.key.clone().unwrap_or_default();
            store.settle(run, sighting.id, &finding(key), number as i64)?;
        }
        if (number + 1) % (units / 5).max(1) == 0 {
            times.sort();
            let mean = times.iter().sum::<Duration>() / times.len() as u32;
            let [median, high, longest] = [50, 99, 100].map(|part| times[(times.len() - 1) * part / 100]);
            println!(
                "to {:>7} units: mean {mean:?}, median {median:?}, 99% in {high:?}, all in {longest:?}",
                number + 1
            );
            times.clear();
        }
    }

    let reader = store.reader()?;
    println!("totals {:?}", timed(|| reader.totals())?);
    println!("totals by backend {:?}", timed(|| reader.totals_by(By::Backend))?);
    println!("over time {:?}", timed(|| reader.over_time(1_000))?);
    println!("yields {:?}", timed(|| reader.yields())?);
    println!("findings {:?}", timed(|| reader.findings())?);
    println!("open units {:?}", timed(|| reader.open_units())?);
    Ok(())
}

fn timed<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<Duration, StoreError> {
    let began = Instant::now();
    work()?;
    Ok(began.elapsed())
}

fn unit(number: u64) -> Unit {
    Unit {
        number,
        generator: "mir".into(),
        profile: format!("profile {}", number % 10),
        config: String::new(),
        first_seed: number * 100,
        backend: format!("backend {}", number % 30),
        programs: 100,
        statements: 20_000,
        executed: 300_000,
        agreed: 99,
        rejected: 0,
        known: 0,
        wrong: 1,
        skipped: 0,
        failed: 0,
        cpu: Duration::from_secs(3),
        own_cpu: Duration::from_millis(40),
        features: (0..30).map(|feature| (format!("feature {}", (number + feature) % 80), 5)).collect(),
        sampled: 10,
        behaviours: (0..20).map(|behaviour| format!("behaviour {}", number / 10 + behaviour)).collect(),
        seeds: Vec::new(),
    }
}

/// Most are of a hundred causes that are known by their key.
fn sighting(number: u64, seed: u64) -> NewSighting {
    let key = Some(format!("key {}", number % 100));
    NewSighting {
        seed: number * 100 + seed,
        fault: Fault::CompilerCrash,
        key,
        summary: "rustc crashed".into(),
        program: Some(vec![b' '; 10_000]),
    }
}

fn finding(key: String) -> Settled {
    Settled::True(Box::new(NewFinding {
        key,
        known: Finding::new(Fault::CompilerCrash, "rustc panic", "rustc crashed"),
        artefacts: vec![("program.rs".into(), vec![b' '; 10_000])],
    }))
}
