//! What a shared store can take: how fast it leases and writes, and whether anything is lost when workers and the server are killed.
//!
//!     cargo run --release -p rustassay-store --example farm -- measure 20
//!     cargo run --release -p rustassay-store --example farm -- chaos 600
//!
//! The number is a time in seconds. Both start a PostgreSQL server of their own, which keeps its promise about the disk (`fsync=on`). Workers do
//! what those of `rustassay fuzz` ask of a store, and compile nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustassay_finding::{Fault, Finding};
use rustassay_store::record::{Drawn, NewFinding, NewSighting, Settled, Unit};
use rustassay_store::{Able, Store, StoreAddress, StoreError};
use rustassay_testing::PostgresServer;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The programs of a unit, as `rustassay fuzz` makes them.
const PROGRAMS: u64 = 50;

/// So many units are leased at once.
const LEASED: usize = 4;

const GENERATOR: &str = "mir";
const BACKEND: &str = "stable/O3";

fn main() -> Outcome<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["measure", seconds] => measure(Duration::from_secs(seconds.parse()?)),
        ["chaos", seconds] => chaos(Duration::from_secs(seconds.parse()?)),
        ["work", url, log, stop] => work(url, Path::new(log), Path::new(stop)),
        _ => Err("write `measure SECONDS` or `chaos SECONDS`".into()),
    }
}

fn server() -> Outcome<PostgresServer> {
    PostgresServer::start(&[]).ok_or_else(|| "there is no PostgreSQL; `apt install postgresql`".into())
}

/// How many units a second workers lease and finish, for some numbers of them.
fn measure(time: Duration) -> Outcome<()> {
    let server = server()?;
    println!(
        "{:>8} {:>10} {:>12} {:>12} {:>12} {:>12}",
        "workers", "units/s", "programs/s", "lease", "write", "a program"
    );
    for workers in [1, 8, 64] {
        let address: StoreAddress = server.database().parse()?;
        drop(Store::open(&address)?);
        let (stop, units) = (AtomicBool::new(false), AtomicU64::new(0));
        let (leasing, writing) = (AtomicU64::new(0), AtomicU64::new(0));
        let began = thread::scope(|scope| {
            for worker in 0..workers {
                let (address, stop, units, leasing, writing) = (&address, &stop, &units, &leasing, &writing);
                scope.spawn(move || {
                    let mut store = Store::open(address).expect("the server is there");
                    let run =
                        store.begin_run("{}", &format!("worker {worker}"), 0).expect("the server is there");
                    while !stop.load(Ordering::Relaxed) {
                        let began = Instant::now();
                        let leased = lease(&mut store, run).expect("the server is there");
                        leasing.fetch_add(began.elapsed().as_nanos() as u64, Ordering::Relaxed);
                        for number in leased {
                            let began = Instant::now();
                            store
                                .finish_unit(run, &unit(number), &[], store.now())
                                .expect("the server is there");
                            writing.fetch_add(began.elapsed().as_nanos() as u64, Ordering::Relaxed);
                            units.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
            let began = Instant::now();
            thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
            began
        });
        let seconds = began.elapsed().as_secs_f64();
        let units = units.into_inner();
        let each = |nanoseconds: AtomicU64| Duration::from_nanos(nanoseconds.into_inner() / units.max(1));
        let (lease, write) = (each(leasing), each(writing));
        println!(
            "{workers:>8} {:>10.0} {:>12.0} {:>12.2?} {:>12.2?} {:>12.2?}",
            units as f64 / seconds,
            (units * PROGRAMS) as f64 / seconds,
            lease,
            write,
            (lease + write) / PROGRAMS as u32,
        );
    }
    Ok(())
}

fn lease(store: &mut Store, run: i64) -> Result<Vec<u64>, StoreError> {
    let declined = BTreeSet::new();
    let able = Able { generators: &[GENERATOR], backends: &[BACKEND], declined: &declined };
    let leased = store.lease_units(run, able, LEASED, &mut |number| Some(drawn(number)))?;
    Ok(leased.into_iter().map(|unit| unit.number).collect())
}

fn unit(number: u64) -> Unit {
    Unit {
        number,
        generator: GENERATOR.into(),
        profile: format!("profile {}", number % 10),
        config: "c0ffee".into(),
        first_seed: number * PROGRAMS,
        backend: BACKEND.into(),
        programs: PROGRAMS,
        statements: 200 * PROGRAMS,
        executed: 3_000 * PROGRAMS,
        agreed: PROGRAMS,
        rejected: 0,
        known: 0,
        wrong: 0,
        skipped: 0,
        failed: 0,
        cpu: Duration::from_secs(5),
        own_cpu: Duration::from_millis(40),
        features: (0..30).map(|feature| (format!("feature {}", (number + feature) % 80), 1)).collect(),
        sampled: 1,
        behaviours: (0..20).map(|behaviour| format!("behaviour {}", (number + behaviour) % 500)).collect(),
        seeds: Vec::new(),
    }
}

fn drawn(number: u64) -> Drawn {
    let Unit { generator, profile, config, first_seed, backend, programs, .. } = unit(number);
    Drawn { number, generator, profile, config, first_seed, backend, programs }
}

/// The workers of the chaos.
const WORKERS: usize = 8;

/// A worker that is not heard of for so long is dead.
const LEASE: Duration = Duration::from_secs(3);

/// What a unit shows: a cause of its own, and one that many share.
fn sightings(number: u64) -> Vec<NewSighting> {
    let keys = [format!("own {number}"), format!("shared {}", number % 50)];
    let seen = keys.into_iter().enumerate().filter(|(n, _)| *n == 1 || number.is_multiple_of(10));
    let seen = seen.map(|(n, key)| NewSighting {
        seed: number * PROGRAMS + n as u64,
        fault: Fault::CompilerCrash,
        key: None,
        summary: key,
        program: Some(vec![b' '; 2_000]),
    });
    seen.collect()
}

/// Does something until the store is there to do it.
fn patiently<T>(mut act: impl FnMut() -> Result<T, StoreError>) -> Result<T, StoreError> {
    loop {
        match act() {
            Err(why) if why.is_passing() => thread::sleep(Duration::from_millis(100)),
            other => return other,
        }
    }
}

/// A worker that says what the store has acknowledged, until it is killed or a file tells it to stop: a `unit` that counted; one written `again`,
/// since nobody knew whether the first time was; or one that came `late`, after somebody else's.
fn work(url: &str, log: &Path, stop: &Path) -> Outcome<()> {
    let address: StoreAddress = url.parse()?;
    let mut log = OpenOptions::new().create(true).append(true).open(log)?;
    let mut store = patiently(|| Store::open(&address))?.with_lease(LEASE);
    let run = patiently(|| store.begin_run("{}", &format!("process {}", std::process::id()), 0))?;
    while !stop.exists() {
        patiently(|| store.keep_alive(run))?;
        for number in patiently(|| lease(&mut store, run))? {
            let mut tries = 0;
            let finished = patiently(|| {
                tries += 1;
                store.finish_unit(run, &unit(number), &sightings(number), 0)
            })?;
            let said = match (finished.is_first, tries) {
                (true, _) => "unit",
                (false, 1) => "late",
                (false, _) => "again",
            };
            log.write_all(format!("{said} {number}\n").as_bytes())?;
        }
        examine(&mut store, run, &mut log)?;
    }
    patiently(|| store.end_run(run, "told to", 0))?;
    Ok(())
}

/// Settles all sightings that nobody else examines.
fn examine(store: &mut Store, run: i64, log: &mut File) -> Outcome<()> {
    while let Some(sighting) = patiently(|| store.take_sighting(run, &[BACKEND]))? {
        let key = sighting.seen.summary.clone();
        let new = NewFinding {
            key: key.clone(),
            known: Finding::new(Fault::CompilerCrash, "rustc panic", &key),
            artefacts: vec![("program.rs".into(), vec![b' '; 2_000])],
        };
        let settled = Settled::True(Box::new(new));
        let found = patiently(|| store.settle(run, sighting.id, &settled, 0))?;
        if let Some((id, _)) = found {
            log.write_all(format!("finding {id} {key}\n").as_bytes())?;
        }
    }
    Ok(())
}

/// Kills workers and the server at random moments, and then looks whether all is there that somebody was told is.
fn chaos(time: Duration) -> Outcome<()> {
    let mut server = server()?;
    let url = server.database();
    let folder = tempfile::TempDir::with_prefix("rustassay-farm-")?;
    let stop = folder.path().join("stop");
    let mut logs: Vec<PathBuf> = Vec::new();
    let mut start = || -> Outcome<Child> {
        let log = folder.path().join(format!("worker-{}", logs.len()));
        logs.push(log.clone());
        let mut command = Command::new(std::env::current_exe()?);
        Ok(command.arg("work").arg(&url).arg(log).arg(&stop).spawn()?)
    };
    let mut workers: Vec<Child> = (0..WORKERS).map(|_| start()).collect::<Outcome<_>>()?;
    let (mut random, mut killed, mut kills) = (0x9e37_79b9_7f4a_7c15_u64, 0, 0);
    let mut next = |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    let began = Instant::now();
    while began.elapsed() < time {
        thread::sleep(Duration::from_millis(next(2_000)));
        if next(8) == 0 {
            server.kill();
            kills += 1;
            thread::sleep(Duration::from_millis(next(3_000)));
            server.restart();
        } else {
            let worker = &mut workers[next(WORKERS as u64) as usize];
            worker.kill()?;
            worker.wait()?;
            killed += 1;
            *worker = start()?;
        }
    }
    fs::write(&stop, "")?;
    for worker in &mut workers {
        assert!(worker.wait()?.success(), "a worker failed");
    }
    let said = logs.iter().filter_map(|log| fs::read_to_string(log).ok()).collect::<String>();
    check(&server, &url, &said, killed, kills)
}

/// What was acknowledged is there, each thing once; what the dead had begun can be done.
fn check(server: &PostgresServer, url: &str, said: &str, killed: u64, kills: u64) -> Outcome<()> {
    let mut store = Store::open(&url.parse::<StoreAddress>()?)?;
    let run = store.begin_run("{}", "the last", 0)?;
    thread::sleep(LEASE);
    let open = store.open_units()?.len();
    loop {
        let left: BTreeSet<u64> = store.open_units()?.iter().map(|unit| unit.drawn.number).collect();
        if left.is_empty() {
            break;
        }
        for number in lease(&mut store, run)?.into_iter().filter(|number| left.contains(number)) {
            store.finish_unit(run, &unit(number), &sightings(number), 0)?;
        }
        let new: Vec<u64> = store
            .open_units()?
            .iter()
            .map(|unit| unit.drawn.number)
            .filter(|it| !left.contains(it))
            .collect();
        new.iter().try_for_each(|number| store.forget(*number))?;
    }
    let mut none = File::options().write(true).open("/dev/null")?;
    examine(&mut store, run, &mut none)?;
    let reader = store.reader()?;
    let findings = reader.findings()?;
    let mut expected: BTreeMap<String, u64> = BTreeMap::new();
    let database = url.rsplit('/').next().unwrap_or_default();
    let units = server.sql(database, "SELECT number FROM rustassay.unit");
    let units: BTreeSet<u64> = units.lines().map(str::parse).collect::<Result<_, _>>()?;
    units
        .iter()
        .flat_map(|unit| sightings(*unit))
        .for_each(|seen| *expected.entry(seen.summary).or_default() += 1);
    let there: BTreeMap<String, u64> =
        findings.iter().map(|finding| (finding.key.clone(), finding.times)).collect();
    let (mut lost, mut again, mut late, mut first) = (0, 0, 0, BTreeMap::<u64, u64>::new());
    for line in said.lines() {
        let words: Vec<&str> = line.splitn(3, ' ').collect();
        match words[..] {
            ["unit", number] => {
                let number = number.parse()?;
                *first.entry(number).or_default() += 1;
                lost += u64::from(!units.contains(&number));
            }
            ["again", _] => again += 1,
            ["late", _] => late += 1,
            ["finding", id, key] => {
                let id: i64 = id.parse()?;
                lost += u64::from(!findings.iter().any(|finding| finding.id == id && finding.key == key));
            }
            _ => {}
        }
    }
    let twice = first.values().filter(|times| **times > 1).count();
    println!(
        "{killed} workers and {kills} times the server were killed.\n\
         {} units, {} findings of {} sightings.\n\
         {open} units were open at the end, and were done by the last worker.\n\
         lost: {lost}; units that counted twice: {twice}\n\
         results written again because the server died before it answered: {again}; after another worker, whose lease they were by then: {late}\n\
         findings that are not as the units say: {}",
        units.len(),
        findings.len(),
        there.values().sum::<u64>(),
        expected.iter().filter(|(key, times)| there.get(*key) != Some(times)).count()
            + there.keys().filter(|key| !expected.contains_key(*key)).count(),
    );
    match lost == 0 && twice == 0 && there == expected {
        true => Ok(()),
        false => Err("something was lost or counted twice".into()),
    }
}
