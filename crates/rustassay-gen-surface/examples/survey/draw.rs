//! Which program belongs to a seed: of which theme, and how large.

use crate::Args;
use rustassay_gen_surface::config::{Config, Profile, Size};
use rustassay_gen_surface::{Form, Generated, generate};

/// How many of 1,000 programs have how many statements, about; a statement is some ten lines, with the definitions that it brings along.
const SIZES: [(u64, [usize; 2]); 4] = [(900, [1, 10]), (88, [10, 40]), (10, [40, 120]), (2, [300, 500])];

/// The program of a seed.
pub fn program(args: &Args, seed: u64) -> Result<Generated, String> {
    Ok(generate(seed, &config(args, seed)?))
}

/// Its text.
pub fn text(generated: &Generated) -> String {
    generated.text(Form::Checksum)
}

/// How the program of a seed is to be.
pub fn config(args: &Args, seed: u64) -> Result<Config, String> {
    let config = match args.profile {
        Some(profile) => profile.config(),
        None => drawn(seed),
    };
    config.for_compilers(args.edition, args.release)
}

/// All themes in turn, and sizes by chance: in each of the ranges, small ones are as frequent as those that are twice as large.
fn drawn(seed: u64) -> Config {
    let themes: Vec<Profile> = Profile::ALL
        .into_iter()
        .filter(|profile| ![Profile::Large, Profile::Tiny].contains(profile))
        .collect();
    let config = themes[(seed % themes.len() as u64) as usize].config();
    // Fibonacci hashing: neighbours have nothing in common.
    let bits = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut ticket = (bits >> 32) % 1_000;
    let mut range = SIZES[0].1;
    for (share, of_size) in SIZES {
        range = of_size;
        if ticket < share {
            break;
        }
        ticket -= share;
    }
    let [low, high] = range.map(|statements| statements as f64);
    let position = (bits & 0xffff) as f64 / 65_536.0;
    let statements = (low * (high / low).powf(position)).round() as usize;
    let small = statements <= 10;
    let size = Size {
        statements,
        function: if small { 4 } else { config.size.function },
        block: if small { 3 } else { config.size.block },
        depth: if small { 3 } else { config.size.depth },
        types: if small { 4 } else { config.size.types.max(statements / 8) },
        cost: if small { 200_000 } else { config.size.cost },
    };
    Config { size, ..config }
}
