//! Decodes everything in a crate and its dependencies: `sweep USER.rmeta SYSROOT-LIB [OVERLAY]`.

use std::time::Instant;

use rustassay_metadata::{CrateFiles, Crates};

fn main() {
    let mut args = std::env::args_os().skip(1).map(std::path::PathBuf::from);
    let root = args.next().expect("a file");
    let files = CrateFiles { root, dependencies: vec![], sysroot: args.next(), overlay: args.collect() };
    let start = Instant::now();
    let crates = match Crates::open(&files) {
        Ok(crates) => crates,
        Err(error) => return println!("{error}"),
    };
    println!("opened {} crates in {:?}", crates.all().count(), start.elapsed());
    for krate in crates.all() {
        let start = Instant::now();
        let sweep = crates.sweep(krate);
        let answers: u64 = sweep.answers.values().sum();
        println!(
            "{}: {answers} answers, {} errors, {:?}",
            crates.crate_name(krate),
            sweep.error_count,
            start.elapsed()
        );
        for (query, error) in sweep.errors.iter().take(5) {
            println!("    {query}: {error}");
        }
    }
}
