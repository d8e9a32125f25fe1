//! Changes Rust programs in small, typed steps, so that most mutants still compile.
//!
//! After "Rust-twins" (Yang, Gao, Liu, Li, Xue: "Rust-twins: Automatic Rust Compiler Testing through Program
//! Mutation and Dual Macros Generation", ASE 2024), which asks a language model for its mutants; compilers
//! reject 73.5% of them. Here a mutator works on the syntax tree, with what is certain of scopes and types,
//! and leaves alone what it does not understand.
//!
//! ```
//! use rustassay_corpus::shipped_by_name;
//! use rustassay_mutate::Seed;
//!
//! let seed = Seed::new(shipped_by_name("closures").expect("a shipped program"))?;
//! let known = seed.known();
//! let mutant = seed.any_mutant(&known, 7, None).expect("a mutator finds a place");
//! println!("// by {}\n{}", mutant.mutator, mutant.text);
//! assert_ne!(mutant.text, seed.printed());
//!
//! // The same number gives the same mutant.
//! assert_eq!(seed.any_mutant(&known, 7, None), Some(mutant));
//! # Ok::<(), String>(())
//! ```
//!
//! - [`known`]: what is known of a program; `items`, `scope`, `infer` and `types` are its parts.
//! - [`tree`]: how to name and change a place in a program; [`fresh`]: new expressions; `print`: programs as
//!   text.
//! - [`mutators`]: the table of mutators, a module each; [`workshop`]: mutants of many programs, by number.
//! - [`feedback`]: what a compiler was seen to do; [`coverage`]: the same by counters of its own; [`choice`]:
//!   which seed is next, by the paper's four objectives; [`pool`]: seeds by choice.

pub mod choice;
pub mod coverage;
pub mod feedback;
pub mod fresh;
mod infer;
pub mod items;
pub mod known;
pub mod mutators;
pub mod pool;
mod print;
pub mod scope;
pub mod tree;
pub mod types;
pub mod workshop;

use known::TypedSource;
use mutators::{DARING, MUTATORS, Mutation, MutationSubject, Mutator};
use print::print;
use rustassay_corpus::Source;
use rustassay_lang::{Edition, Release};
use rustassay_random::{Random, mix};
use syn::File;

/// A program that can be mutated. It stays in the thread that read it, because syntax trees do.
pub struct Seed {
    /// Where it comes from.
    pub source: Source,
    file: File,
    release: Release,
}

/// A release that has all that mutators write.
pub const LATEST: Release = Release::new(u16::MAX);

/// A changed program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The mutator that made it.
    pub mutator: &'static str,
    /// Its text, with the lines that ask a compiler for what it needs.
    pub text: String,
    /// Its edition.
    pub edition: Edition,
}

impl Seed {
    /// Reads a source; or why it cannot be read.
    pub fn new(source: Source) -> Result<Seed, String> {
        let file = syn::parse_file(&source.text).map_err(|error| format!("`{}`: {error}", source.name))?;
        Ok(Seed { source, file, release: LATEST })
    }

    /// The same, for mutants that have nothing that came after a release.
    pub fn for_release(self, release: Release) -> Seed {
        Seed { release, ..self }
    }

    /// The release that must know all that is in mutants.
    pub fn release(&self) -> Release {
        self.release
    }

    /// The program as a syntax tree.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Looks at the program, to make mutants of it.
    pub fn known(&self) -> TypedSource<'_> {
        TypedSource::of(&self.file)
    }

    /// The program as mutants are printed: without a change.
    pub fn printed(&self) -> String {
        self.source.directives() + &print(&self.file)
    }

    /// The mutant of a seed by one mutator: `None` if there is no place for it. `donor` is another program to take parts of.
    pub fn mutant(
        &self,
        known: &TypedSource,
        mutator: &Mutator,
        seed: u64,
        donor: Option<&TypedSource>,
    ) -> Option<Mutant> {
        let mut random = Random::new(mix(seed, name_number(mutator.name)));
        let subject = MutationSubject { known, edition: self.source.edition, release: self.release, donor };
        let mut source = Source { text: String::new(), ..self.source.clone() };
        // What is new by chance may be what was there: then something else is tried.
        let is_new = |file: &File| print(file) != print(&self.file);
        let file = (0..TRIES).find_map(|_| match (mutator.apply)(&subject, &mut random)? {
            Mutation::Edits(edits) => Some(edits.made_in(&self.file)).filter(is_new),
            Mutation::File(file) => Some(*file).filter(is_new),
            Mutation::Edition(edition) => {
                source.edition = edition;
                Some(self.file.clone())
            }
        })?;
        let text = source.directives() + &print(&file);
        Some(Mutant { mutator: mutator.name, text, edition: source.edition })
    }

    /// The mutant of a seed, by whichever mutator it says; those that find no place are passed over.
    pub fn any_mutant(&self, known: &TypedSource, seed: u64, donor: Option<&TypedSource>) -> Option<Mutant> {
        let mut order: Vec<&Mutator> = MUTATORS.iter().collect();
        Random::new(mix(seed, 1)).shuffle(&mut order);
        order.into_iter().find_map(|mutator| self.mutant(known, mutator, seed, donor))
    }

    /// The same, most often by a mutator that knows nothing of what the program means.
    pub fn daring_mutant(
        &self,
        known: &TypedSource,
        seed: u64,
        donor: Option<&TypedSource>,
    ) -> Option<Mutant> {
        let mut random = Random::new(mix(seed, 4));
        if random.chance(25) {
            return self.any_mutant(known, seed, donor);
        }
        let mutator = if random.chance(50) { DARING.first() } else { random.pick(DARING) };
        self.mutant(known, mutator?, seed, donor)
    }
}

/// How often a mutator tries to change something.
const TRIES: usize = 8;

fn name_number(name: &str) -> u64 {
    name.bytes().fold(0, |state, byte| mix(state, u64::from(byte)))
}
