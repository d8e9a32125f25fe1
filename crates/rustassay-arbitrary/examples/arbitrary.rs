//! Prints the program of a seed: `cargo run --example arbitrary -- 7`.

use rustassay_arbitrary::{ArbitraryConfig, program};
use rustassay_mir::print::{PrintOptions, print};

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(0);
    match print(&program(seed, &ArbitraryConfig::default()), &PrintOptions::default()) {
        Ok(text) => print!("{text}"),
        Err(unsupported) => eprintln!("{unsupported:?}"),
    }
}
