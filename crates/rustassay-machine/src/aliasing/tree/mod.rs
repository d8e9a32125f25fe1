//! Tree Borrows: each borrow of an allocation is a node below the one it derives from, with a permission for
//! every byte.
//!
//! The model is that of "Tree Borrows" (Villani, Hostert, Dreyer, Jung; PLDI 2025) as Miri implements it:
//! - [`rules`]: the permissions and how accesses change them; nothing else decides what is Undefined
//!   Behavior.
//! - [`State`]: the tree of one allocation.
//! - [`Violation`]: what broke which rule, in words.
//!
//! Where we differ from Miri:
//! - A foreign access is not carried to every borrow in the tree; a borrow catches up when it is used next
//!   (see [`State`]). What is rejected is the same; where a borrow lost rights to several accesses, we
//!   report the last, Miri the first.
//! - A pointer of unknown origin has one origin for all bytes of an access, not one for each. A retag of it
//!   makes no new borrow, where Miri grows a further tree: so we accept more.
//! - Implicit writes at function entry, an experiment behind a flag of Miri, are not modelled.

mod collect;
mod ranges;
pub mod rules;
mod state;
mod violation;
mod wildcard;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

pub use state::{Change, State};
pub use violation::{Borrow, Cause, Violation, ViolationKind};
