//! The programs of `benches/interleavings.rs` in Loom: for each the number of executions and the CPU-nanoseconds of all, line by line.

use loom::sync::atomic::{AtomicU64, Ordering, Ordering::*, fence};
use loom::thread;
use std::sync::atomic::AtomicU64 as Counter;

static EXECUTIONS: Counter = Counter::new(0);

type Shared = std::sync::Arc<[AtomicU64; 3]>;

/// Begins a thread for each function, and waits for all.
fn all(functions: &[fn(&[AtomicU64; 3])]) {
    let shared: Shared = std::sync::Arc::new([AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0)]);
    let threads: Vec<_> = functions
        .iter()
        .map(|&function| {
            let shared = shared.clone();
            thread::spawn(move || function(&shared))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

fn update(shared: &[AtomicU64; 3]) {
    for _ in 0..3 {
        shared[0].fetch_add(1, Relaxed);
    }
}

fn store<const LOCATION: usize>(shared: &[AtomicU64; 3]) {
    shared[LOCATION].store(1, Relaxed);
}

fn read<const FIRST: usize, const SECOND: usize>(shared: &[AtomicU64; 3]) {
    shared[FIRST].load(Acquire);
    shared[SECOND].load(Acquire);
}

fn buffer<const MINE: usize, const THEIRS: usize>(shared: &[AtomicU64; 3]) {
    shared[MINE].store(1, Relaxed);
    fence(SeqCst);
    shared[THEIRS].load(Relaxed);
}

/// A lock by Dekker's idea: who sees the other's flag gives up.
fn dekker<const MINE: usize, const THEIRS: usize>(shared: &[AtomicU64; 3]) {
    for _ in 0..2 {
        shared[MINE].store(1, Ordering::SeqCst);
        shared[THEIRS].load(Ordering::SeqCst);
        shared[MINE].store(0, Ordering::SeqCst);
    }
}

fn main() {
    let programs: [(&str, &[fn(&[AtomicU64; 3])]); 4] = [
        ("updates", &[update, update, update]),
        ("readers", &[store::<0>, store::<1>, read::<0, 1>, read::<1, 0>]),
        ("buffering", &[buffer::<0, 1>, buffer::<1, 2>, buffer::<2, 0>]),
        ("dekker", &[dekker::<0, 1>, dekker::<1, 0>]),
    ];
    for (name, functions) in programs {
        EXECUTIONS.store(0, std::sync::atomic::Ordering::Relaxed);
        let before = cpu_nanoseconds();
        let mut model = loom::model::Builder::new();
        model.max_branches = 100_000;
        model.check(|| {
            EXECUTIONS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            all(functions);
        });
        let executions = EXECUTIONS.load(std::sync::atomic::Ordering::Relaxed);
        println!("{name} {executions} {}", cpu_nanoseconds() - before);
    }
}

/// The processor time of this process.
fn cpu_nanoseconds() -> u64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("Linux tells it");
    text.split_whitespace().next().and_then(|time| time.parse().ok()).expect("it is a number")
}
