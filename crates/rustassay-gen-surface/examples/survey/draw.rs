//! Which program belongs to a seed: of which theme, and how large.

use crate::Args;
use rustassay_gen_surface::config::{Config, Profile, drawn_statements};
use rustassay_gen_surface::{Form, Generated, generate};

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

/// All themes in turn, and sizes by chance.
fn drawn(seed: u64) -> Config {
    let themes: Vec<Profile> = Profile::ALL
        .into_iter()
        .filter(|profile| ![Profile::Large, Profile::Tiny].contains(profile))
        .collect();
    let config = themes[(seed % themes.len() as u64) as usize].config();
    config.with_statements(drawn_statements(seed))
}
