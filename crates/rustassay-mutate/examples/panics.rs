//! Every mutator on every file of a corpus, without a compiler: where one panics, that is told.
//!
//!     cargo run --release -p rustassay-mutate --example panics -- path/to/rust/tests/ui
//!
//! Programs of test suites have forms that nobody thinks of: each place that is told here is a mistake of ours. Files of more than 6,000 bytes are passed over: some
//! mutators look at all pairs of functions.

use rustassay_corpus::{Bounds, open};
use rustassay_lang::quoted;
use rustassay_mutate::Seed;
use rustassay_mutate::mutators::all;
use std::collections::BTreeMap;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::PathBuf;
use std::sync::Mutex;

/// Where the last panic was, and what it said.
static LAST: Mutex<String> = Mutex::new(String::new());

/// Larger files are passed over.
const LARGEST: u64 = 6000;

/// So many mutants of a file by each mutator.
const TRIES: u64 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let sources = open(&files, Bounds { bytes: LARGEST, ..Bounds::default() })?.sources;
    set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(String::new, ToString::to_string);
        let what = panic.payload_as_str().unwrap_or_default().lines().next().unwrap_or_default();
        *LAST.lock().expect("nobody panics with the lock") = format!("{place}: {what}");
    }));
    let (mut made, mut panics) = (0, BTreeMap::<String, (u64, String)>::new());
    for (at, source) in sources.iter().enumerate() {
        let donor = &sources[at * 31 % sources.len()];
        let (Ok(seed), Ok(parts)) = (Seed::new(source.clone()), Seed::new(donor.clone())) else { continue };
        for (mutator, number) in all().flat_map(|mutator| (0..TRIES).map(move |number| (mutator, number))) {
            let make = || seed.mutant(&seed.known(), mutator, number, Some(&parts.known()));
            match catch_unwind(AssertUnwindSafe(make)) {
                Ok(mutant) => made += u64::from(mutant.is_some()),
                Err(_) => {
                    let place = LAST.lock().expect("nobody panics with the lock").clone();
                    let (name, from) = (quoted(&source.name), quoted(&donor.name));
                    let how = format!("{name} --donor {from} --mutator {} --seed {number}", mutator.name);
                    panics.entry(place).or_insert((0, how)).0 += 1;
                }
            }
        }
    }
    println!("{} files, {made} mutants, {} places of panics", sources.len(), panics.len());
    for (place, (times, how)) in panics {
        println!("{times} times {place}\n    rustassay mutate {how}");
    }
    Ok(())
}
