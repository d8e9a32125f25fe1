//! Generates a program and says what it must print: `cargo run --example generate -- SEED`.

use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_mir::print::{PrintOptions, print};

fn main() -> Result<(), String> {
    let seed = match std::env::args().nth(1) {
        Some(seed) => seed.parse().map_err(|_| format!("`{seed}` is not a seed: give a number"))?,
        None => 0,
    };
    let generated = generate(seed, &Profile::Tiny.config());
    let text = print(&generated.program, &PrintOptions::default()).map_err(|error| error.to_string())?;
    println!("{text}");
    println!("// must print:");
    String::from_utf8_lossy(&generated.expected).lines().for_each(|line| println!("//   {line}"));
    Ok(())
}
