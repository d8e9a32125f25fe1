//! The kinds of syntax that programs reach, as `syn`'s visitor counts them.
//!
//!     cargo run --release --example kinds -- 1000

#[path = "../tests/suite/support/mod.rs"]
mod support;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let programs: u64 = std::env::args().nth(1).as_deref().unwrap_or("300").parse()?;
    let kinds = support::kinds(programs);
    println!("{} kinds in {programs} programs", kinds.len());
    for (kind, count) in kinds {
        println!("{kind:<36}{count:>12}");
    }
    Ok(())
}
