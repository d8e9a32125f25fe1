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
mod sharing;
mod weights;

pub use chances::Chances;
pub use profile::Profile;
pub use ranges::Ranges;
pub use sharing::Sharing;
pub use weights::Weights;

use crate::intrinsics::{Available, Group};
use rustassay_lang::{Abilities, Architecture, Release};
use rustassay_mir::model::Intrinsic;
use rustassay_mir::release::{Construct, CustomMir, write_alike};
use rustassay_random::Random;
use std::rc::Rc;

/// How programs are to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// How large they are.
    pub size: Size,
    /// How often there is what, before a program draws its own mixture.
    pub weights: Weights,
    /// What the threads of a program share, before a program draws its own mixture.
    pub sharing: Sharing,
    /// How many of 100 things are made in one of two ways.
    pub chances: Chances,
    /// How many there are of what a program has several of.
    pub ranges: Ranges,
    /// How many of 100 features a program leaves out.
    pub left_out: usize,
    /// How many of 100 programs are made of `const fn`s, for compilers to evaluate. They do without what compile time has not: the
    /// heap, destructors, panics, statics that change, calls by pointer, pointer arithmetic and addresses.
    pub evaluable: usize,
    /// How many of 100 programs have threads, of those that are not evaluable.
    pub threaded: usize,
    /// Whether programs differ in size and in what they leave out; if not, each has just the sizes and weights given here.
    pub is_varied: bool,
    /// The releases of rustc that can be given every program: what one of them has no words for is left out.
    pub releases: Vec<Release>,
    /// Whether programs do without the intrinsics that Miri does not know.
    pub for_miri: bool,
    /// What the programs are for.
    pub target: &'static Architecture,
    /// What computes reliably there, as far as programs may ask for it.
    pub abilities: Abilities,
}

/// The releases that programs are for if nobody says: all that are still about, each with what all of them have.
pub const CURRENT_RELEASES: std::ops::RangeInclusive<u16> = 90..=98;

/// What one program is made of.
#[derive(Clone, Debug)]
pub(crate) struct Mixture {
    pub size: Size,
    pub weights: Weights,
    /// What its threads share, if it has any.
    pub sharing: Option<Sharing>,
    pub chances: Chances,
    pub ranges: Ranges,
    /// Whether its functions are `const fn`s.
    pub is_const: bool,
    /// The releases that can be given the program.
    pub releases: Vec<Release>,
    /// The intrinsics that it may call.
    pub available: Rc<Available>,
    pub target: &'static Architecture,
    pub abilities: Abilities,
}

impl Mixture {
    /// Whether every release has the construct.
    pub fn has(&self, construct: Construct) -> bool {
        self.releases.iter().all(|release| release.has(construct))
    }
}

/// Whether all releases have an intrinsic, and are told of it in the same words.
fn all_have_intrinsic(releases: &[Release], intrinsic: Intrinsic) -> bool {
    releases.iter().all(|release| {
        release.has(Construct::Intrinsic(intrinsic)) && write_alike(releases[0], *release, intrinsic)
    })
}

/// What the choices of threads are drawn from, beside a program's seed.
const THREADS: u64 = 0x7468_7265_6164_7300;

/// How large a program is drawn, of 100: each of these is as frequent as the others.
const SCALES: [usize; 5] = [25, 50, 100, 100, 150];

/// How large a program is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Statements that are executed as they are written, about.
    pub statements: usize,
    /// Functions, at most.
    pub functions: usize,
    /// Blocks of a function, at most.
    pub blocks: usize,
    /// Statements of a block, at most.
    pub block: usize,
    /// Structs, enums, unions, tuples and arrays.
    pub types: usize,
}

impl Config {
    /// The same for these releases of rustc; or why there is no program for all of them, for people.
    pub fn for_releases(mut self, releases: Vec<Release>) -> Result<Config, String> {
        if releases.is_empty() {
            return Err("programs are for one release of rustc, or several".to_owned());
        }
        // Every program calls, and may panic, set up slices and assume.
        let needed = [Construct::Call, Construct::Cleanup, Construct::Offset, Construct::PtrMetadata]
            .into_iter()
            .chain([Construct::CastPtrToPtr, Construct::Assume]);
        for construct in needed {
            if let Some(release) = releases.iter().find(|release| !release.has(construct)) {
                return Err(format!(
                    "programs are full of {}, which custom MIR of rustc {release} lacks",
                    construct.name()
                ));
            }
        }
        self.releases = releases;
        Ok(self)
    }

    /// The same for another target.
    pub fn for_target(self, target: &'static Architecture) -> Config {
        Config { target, abilities: target.abilities, ..self }
    }

    /// The intrinsics that all releases have in the same form, for functions that are `const` or not.
    fn available(&self, is_const: bool) -> Rc<Available> {
        let key = (self.releases.clone(), is_const, self.for_miri);
        Available::of(&key, |intrinsic| {
            let is_for_const = |release: &Release| {
                intrinsic.signature().is_const && release.has(Construct::ConstIntrinsic(intrinsic))
            };
            (!self.for_miri || intrinsic.is_known_to_miri())
                && all_have_intrinsic(&self.releases, intrinsic)
                && (!is_const || self.releases.iter().all(is_for_const))
        })
    }

    /// What programs do without because not all of their releases have it, or have it in the same form; for people.
    pub fn left_out_for_releases(&self) -> Vec<String> {
        let used = [Construct::CastUnsize, Construct::ConstPtrMetadata];
        let constructs = used.into_iter().filter(|&construct| {
            let mut has = self.releases.iter().map(|release| release.has(construct));
            has.clone().any(|has| has) && !has.all(|has| has)
        });
        let intrinsics = crate::intrinsics::used().filter(|&intrinsic| {
            let is_known = self.releases.iter().any(|release| release.has(Construct::Intrinsic(intrinsic)));
            is_known && !all_have_intrinsic(&self.releases, intrinsic)
        });
        let mut names: Vec<String> = constructs.map(|construct| construct.name().into_owned()).collect();
        names.extend(intrinsics.map(|intrinsic| format!("`{}`", intrinsic.family_name())));
        names.dedup();
        names
    }

    /// The mixture that a program of this seed has.
    pub(crate) fn drawn(&self, random: &mut Random) -> Mixture {
        // Programs without threads are the same whatever is drawn for those with some.
        let mut random_threads = Random::new(rustassay_random::mix(random.clone().bits(), THREADS));
        let mut weights = match self.is_varied {
            true => self.weights.drawn(random, self.left_out),
            false => self.weights.clone(),
        };
        let is_const = random.chance(self.evaluable);
        let available = self.available(is_const);
        for (weight, group) in [
            (&mut weights.integer_intrinsics, Group::Integer),
            (&mut weights.float_intrinsics, Group::Float),
            (&mut weights.memory_intrinsics, Group::Memory),
            (&mut weights.volatile, Group::Volatile),
            (&mut weights.atomics, Group::Atomic),
            (&mut weights.pointer_intrinsics, Group::Pointer),
            (&mut weights.other_intrinsics, Group::Other),
        ] {
            *weight *= usize::from(available.has_some(group));
        }
        weights.catches *= usize::from(available.catch().is_some() && self.abilities.unwinds);
        let is_threaded = random_threads.chance(self.threaded) && !is_const && self.abilities.threads;
        let sharing = is_threaded.then(|| match self.is_varied {
            true => self.sharing.drawn(&mut random_threads, self.left_out),
            false => self.sharing.clone(),
        });
        // Something to compute with and somewhere to go must remain.
        weights.integers = weights.integers.max(1);
        weights.arithmetic = weights.arithmetic.max(1);
        weights.gotos = weights.gotos.max(1);
        weights.locals = weights.locals.max(1);
        if is_const {
            weights = Weights {
                offsets: 0,
                round_trips: 0,
                exposed_addresses: 0,
                statics: 0,
                boxes: 0,
                heap: 0,
                destructors: 0,
                drops: 0,
                catches: 0,
                function_pointers: 0,
                volatile: 0,
                atomics: 0,
                ..weights
            };
            if !self.releases.iter().all(|release| release.has(Construct::ConstPtrMetadata)) {
                weights.slices = 0;
            }
        }
        let scale = if self.is_varied { random.one(SCALES) } else { 100 };
        let scaled = |most: usize| (most * scale / 100).max(1);
        let size = Size {
            statements: scaled(self.size.statements),
            functions: scaled(self.size.functions),
            blocks: scaled(self.size.blocks).max(3),
            block: scaled(self.size.block).max(2),
            types: scaled(self.size.types),
        };
        Mixture {
            size,
            weights,
            sharing,
            chances: self.chances.clone(),
            ranges: self.ranges.clone(),
            is_const,
            releases: self.releases.clone(),
            available,
            target: self.target,
            abilities: self.abilities,
        }
    }
}
