//! What takes more than an expression or a statement: a module each, which says what it makes.

pub mod asynchronous;
pub mod borrows;
pub mod closures;
pub mod constants;
pub mod containers;
pub mod drops;
pub mod idioms;
pub mod iterators;
pub mod lifetimes;
pub mod macros;
pub mod ownership;
pub mod questions;
pub mod rare;
pub mod text;
pub mod threads;
pub mod traits;
pub mod types;

use crate::config::Weights;
use crate::syntax::{Name, Stmt};
use crate::types::{AdtId, Ty};
use crate::writer::Writer;

/// What features remember, so that what one made is used again.
#[derive(Default)]
pub struct Shared {
    pub generic_adts: Vec<AdtId>,
    pub droppers: Vec<Ty>,
    pub operators: Option<(Name, crate::types::Int)>,
    pub trees: Vec<types::Tree>,
    pub has_foreign: bool,
    pub has_never: bool,
    /// Functions that are called as C calls them.
    pub foreign_abi: Vec<Name>,
    /// Types that are converted to errors by `?`.
    pub conversions: Vec<(Ty, Ty)>,
    pub views: Vec<lifetimes::View>,
    pub passing: Vec<(Name, Ty, crate::syntax::Mutability)>,
    pub lending: Option<(Name, Name, Name)>,
    pub guard: Option<Name>,
    pub union: Option<Name>,
    pub async_functions: Vec<crate::writer::FnDef>,
    pub macros: Vec<macros::MacroDef>,
    pub generic_functions: Vec<traits::GenericFn>,
    pub const_functions: Vec<(Name, crate::types::Int)>,
    pub idioms: Vec<idioms::IdiomDef>,
}

/// Declares the features: a name, its weight, and what writes it.
macro_rules! features {
    ($($name:ident $weight:ident $write:expr;)*) => {
        /// A feature that writes statements.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub enum Feature {
            $($name,)*
        }

        impl Feature {
            pub const ALL: &[Feature] = &[$(Feature::$name,)*];

            /// How often there is one.
            pub fn weight(self, weights: &Weights) -> usize {
                match self {
                    $(Feature::$name => weights.$weight,)*
                }
            }

            /// What people call it: its weight's name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Feature::$name => stringify!($weight),)*
                }
            }

            /// Writes one.
            pub fn write(self, writer: &mut Writer, out: &mut Vec<Stmt>) {
                match self {
                    $(Feature::$name => {
                        let write: fn(&mut Writer, &mut Vec<Stmt>) = $write;
                        write(writer, out)
                    })*
                }
            }
        }
    };
}

features! {
    Closures closures Writer::closure_statement;
    Iterators iterators Writer::iterator_statement;
    Traits traits Writer::trait_statement;
    TraitObjects trait_objects Writer::object_statement;
    ImplTrait impl_trait Writer::impl_trait_statement;
    Macros macros Writer::macro_statement;
    Async asynchronous Writer::async_statement;
    Drops drop_scopes Writer::drop_statement;
    Guards drop_scopes Writer::guard_statement;
    Memory memory Writer::memory_statement;
    Panics panics Writer::panic_statement;
    Threads threads Writer::thread_statement;
    SharedState shared_state Writer::shared_state_statement;
    RawPointers raw_pointers Writer::raw_pointer_statement;
    Strings string_methods Writer::string_statement;
    Slices slices Writer::slice_statement;
    Questions question_marks Writer::question_statement;
    Lifetimes lifetimes Writer::lifetime_statement;
    Lending generic_associated_types Writer::lending_statement;
    Operators operators Writer::operator_statement;
    OwnIterators own_iterators Writer::own_iterator_statement;
    RecursiveTypes recursive_types Writer::recursive_type_statement;
    Rare rare Writer::rare_statement;
    Idioms idioms Writer::idiom_statement;
    Collections collections Writer::collection_statement;
}
