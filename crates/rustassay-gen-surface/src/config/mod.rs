//! What programs are made of, and how much of each.
//!
//! Three tables say so: [`Weights`] of features, which count against each other, [`Chances`] of things that are made in one of two
//! ways, and [`Ranges`] of what there are several of. A new knob is a row there, and users can set it by its name.
//!
//! Each program draws its own mixture (swarm testing: Groce et al., ISSTA 2012): a feature that is always there a little never gets a
//! program of its own, and some bugs only show where others are absent.

mod chances;
mod profile;
mod ranges;
mod weights;

pub use chances::Chances;
pub use profile::Profile;
pub use ranges::Ranges;
use rustassay_lang::{Edition, Release};
use rustassay_random::Random;
pub use weights::Weights;

/// How programs are to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// How large they are.
    pub size: Size,
    /// How often there is what, before a program draws its own mixture.
    pub weights: Weights,
    /// How many of 100 things are made in one of two ways.
    pub chances: Chances,
    /// How many there are of what a program has several of.
    pub ranges: Ranges,
    /// How many of 100 features a program leaves out.
    pub left_out: usize,
    /// Whether programs differ in size and in what they leave out; if not, each has just the sizes and weights given here.
    pub is_varied: bool,
    /// The edition that they are written in.
    pub edition: Edition,
    /// The oldest release of rustc that must accept them.
    pub release: Release,
}

/// The editions that programs can be written in.
pub const EDITIONS: [Edition; 3] = [Edition::E2018, Edition::E2021, Edition::E2024];

/// What one program is made of.
#[derive(Clone, Debug)]
pub(crate) struct Mixture {
    pub size: Size,
    pub weights: Weights,
    pub chances: Chances,
    pub ranges: Ranges,
    pub edition: Edition,
    pub release: Release,
}

impl Mixture {
    /// Whether the oldest release has what came with this one.
    pub fn has(&self, minor: u16) -> bool {
        self.release >= Release::new(minor)
    }
}

/// How large a program is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Statements, about.
    pub statements: usize,
    /// Statements of a function, about.
    pub function: usize,
    /// Statements of a block, at most.
    pub block: usize,
    /// How deep expressions and blocks are nested.
    pub depth: usize,
    /// How many types there are to choose from.
    pub types: usize,
    /// What a run costs, in steps of about a nanosecond when unoptimized.
    pub cost: usize,
}

/// How large a program is drawn, of 100: each of these is as frequent as the others.
const SCALES: [usize; 5] = [25, 50, 100, 100, 150];

/// How many of 1,000 programs have how many statements, about, where sizes are drawn; a statement is some ten lines, with the definitions that it brings
/// along.
const DRAWN: [(u64, [usize; 2]); 4] = [(900, [1, 10]), (88, [10, 40]), (10, [40, 120]), (2, [300, 500])];

/// How many statements the program of a seed has, where sizes are drawn: most are small, so that many of them share the price of a compiler's start and of
/// linking. In each of the ranges, small ones are as frequent as those that are twice as large.
pub fn drawn_statements(seed: u64) -> usize {
    // Fibonacci hashing: neighbours have nothing in common.
    let bits = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut ticket = (bits >> 32) % 1_000;
    let mut range = DRAWN[0].1;
    for (share, of_size) in DRAWN {
        range = of_size;
        if ticket < share {
            break;
        }
        ticket -= share;
    }
    let [low, high] = range.map(|statements| statements as f64);
    let position = (bits & 0xffff) as f64 / 65_536.0;
    (low * (high / low).powf(position)).round() as usize
}

impl Config {
    /// The same mixture in programs of about so many statements.
    pub fn with_statements(self, statements: usize) -> Config {
        let small = statements <= 10;
        let size = Size {
            statements,
            function: if small { 4 } else { self.size.function },
            block: if small { 3 } else { self.size.block },
            depth: if small { 3 } else { self.size.depth },
            types: if small { 4 } else { self.size.types.max(statements / 8) },
            cost: if small { 200_000 } else { self.size.cost },
        };
        Config { size, ..self }
    }
}

impl Config {
    /// The same for an edition and an oldest release; or why there are no such programs, for people.
    pub fn for_compilers(self, edition: Edition, release: Release) -> Result<Config, String> {
        if release < Release::new(63) {
            return Err(format!("rustc {release} is too old: programs need 1.63 at least"));
        }
        if !EDITIONS.contains(&edition) {
            return Err(format!("edition {edition} is too old: programs need 2018 at least"));
        }
        if release < edition.since() {
            return Err(format!(
                "edition {edition} came with rustc {}: {release} does not know it",
                edition.since()
            ));
        }
        Ok(Config { edition, release, ..self })
    }

    /// The mixture that a program of this seed has.
    pub(crate) fn drawn(&self, random: &mut Random) -> Mixture {
        let weights = match self.is_varied {
            true => self.weights.drawn(random, self.left_out),
            false => self.weights.clone(),
        };
        let mut weights = weights.restricted(self.release, self.edition);
        // Something to compute with and to show must remain.
        for weight in [
            &mut weights.integers,
            &mut weights.literals,
            &mut weights.places,
            &mut weights.arithmetic,
            &mut weights.lets,
            &mut weights.observations,
        ] {
            *weight = (*weight).max(1);
        }
        let scale = if self.is_varied { random.one(SCALES) } else { 100 };
        let scaled = |most: usize| (most * scale / 100).max(1);
        let size = Size {
            statements: scaled(self.size.statements),
            function: scaled(self.size.function).max(3),
            types: scaled(self.size.types).max(4),
            ..self.size
        };
        Mixture {
            size,
            weights,
            chances: self.chances.clone(),
            ranges: self.ranges.clone(),
            edition: self.edition,
            release: self.release,
        }
    }
}
