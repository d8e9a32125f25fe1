//! Tree Borrows: each borrow of an allocation is a node below the one it derives from, with a permission for
//! every byte.
//!
//! The model is that of "Tree Borrows" (Villani, Hostert, Dreyer, Jung; PLDI 2025) as Miri implements it:
//! - [`rules`]: the permissions and how accesses change them; nothing else decides what is Undefined
//!   Behavior.
//! - [`State`]: the tree of one allocation; `access` says how few of its borrows an access concerns.
//! - [`Violation`]: what broke which rule, in words.
//!
//! Where we differ from Miri:
//! - An access does not visit all borrows in the tree. What is rejected is the same; where a borrow lost
//!   rights to several accesses, we may report a later one than Miri, which reports the first.
//! - Some reborrows keep the tag of their parent, because a borrow of their own would make no difference.
//! - A pointer of unknown origin has one origin for all bytes of an access, not one for each. A retag of it
//!   makes no new borrow, where Miri grows a further tree: so we accept more.
//! - Implicit writes at function entry, an experiment behind a flag of Miri, are not modelled.

mod access;
mod collect;
mod marks;
mod nodes;
mod protection;
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
