//! What makes programs.

mod mir;
mod mutants;
mod surface;
mod twins;
mod types;

pub use mir::Mir;
pub use mutants::{Mutants, Seeds};
pub use surface::Surface;
pub use twins::Twins;
pub use types::Types;

use rustassay_judge::backend::Backend;
use rustassay_judge::engine::Engine;
use rustassay_mutate::feedback::Feedback;
use rustassay_oracle::specimen::Specimen;

/// Makes programs from seeds. The same seed gives the same program for the same profile and compiler. A generator knows no oracle but by name.
pub trait Generator: Send + Sync {
    /// What people call it.
    fn name(&self) -> &'static str;

    /// The kinds of programs that it makes.
    fn profiles(&self) -> &[String];

    /// A digest of all that a profile stands for now: with another digest, a seed may stand for another program. `None` if there is no such profile.
    fn config(&self, profile: &str) -> Option<String>;

    /// Whether programs can be made that a profile stood for when this was its digest.
    fn has_config(&self, profile: &str, config: &str) -> bool {
        self.config(profile).as_deref() == Some(config)
    }

    /// How many programs of a profile are tried together: as many as a compiler takes some seconds for.
    fn lot(&self, profile: &str) -> u64;

    /// Whether there are programs for a backend.
    fn suits(&self, backend: &Backend) -> bool;

    /// The program of a seed, for a backend, where the profile has this digest; `None` if there is no such profile, or it has nothing for this seed.
    fn make(&self, profile: &str, config: &str, seed: u64, backend: &Backend) -> Option<Made>;

    /// What a program is made of, by name.
    fn features(&self, made: &Made) -> Vec<String> {
        made.features.iter().map(|&name| name.to_owned()).collect()
    }

    /// What a backend's compiler did with a program that it accepted, if this generator starts from programs with which it did something new.
    fn watch(&self, _engine: &Engine, _made: &Made, _backend: &Backend) -> Option<Feedback> {
        None
    }

    /// Whether it starts from programs that are found on the way, all of which are in the store.
    fn is_growing(&self) -> bool {
        false
    }

    /// Those of these programs with which a compiler did something new, as a store keeps them.
    fn promising(&self, _watched: Vec<(Specimen, Feedback)>) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// Takes seeds that this run or another one has put into the store. All runs take them in the store's order, so that a draw stands for the
    /// same programs whoever makes them.
    fn grow(&self, _seeds: &[Vec<u8>]) {}
}

/// A program, and what its maker knows of it.
pub struct Made {
    /// The program.
    pub specimen: Specimen,
    /// Statements and terminators of its text, or lines.
    pub statements: u64,
    /// How many of them it executes.
    pub executed: u64,
    /// What it is made of, where its maker says so.
    pub features: Vec<&'static str>,
}

/// What a profile is called that a file of the user's describes.
const OWN_PROFILE: &str = "own";

/// The digest of what a profile stands for.
fn digest(parts: &[&str]) -> String {
    let digest = parts.iter().fold(Fnv::new(), |fnv, part| fnv.add(part.as_bytes()).add(&[0xff]));
    format!("{:016x}", digest.0)
}

/// The 64-bit FNV-1a hash (RFC 9923): the same on every machine and for ever, and nobody has a reason to forge it.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn add(self, bytes: &[u8]) -> Fnv {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        Fnv(bytes.iter().fold(self.0, step))
    }
}
