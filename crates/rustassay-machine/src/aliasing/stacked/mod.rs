//! Stacked Borrows: each byte has a stack of the borrows that may use it.
//!
//! Ralf Jung, Hoang-Hai Dang, Jeehoon Kang, Derek Dreyer: *Stacked Borrows: An Aliasing Model for Rust*, POPL
//! 2020 (doi:10.1145/3371109), as Miri implements it (`borrow_tracker/stacked_borrows` in rust-lang/rust's
//! `src/tools/miri`).
//!
//! A pointer's tag must have an item in the stack that grants the access. Reads disable the unique borrows
//! above that item, writes remove what is above it. A retag counts as an access through the parent and puts
//! the new borrow on top.
//!
//! - [`rules`]: what permissions grant and become, for single items
//! - `stack`: a byte's stack; `runs`: neighbouring bytes with equal stacks share one
//! - [`State`]: what an allocation carries
//! - [`Violation`]: what went wrong; `history` remembers what it needs to say
//!
//! Where Miri differs from the paper, this follows Miri:
//! - Raw pointers have tags. They are retagged where a reference is cast to one, not on every copy.
//! - A two-phase borrow is like a raw pointer (rust-lang/miri#727).
//! - `&mut T` and `Box<T>` to `!Unpin` data are like raw pointers, and unprotected.
//! - `Box` is retagged like `&mut` but weakly protected: it may be deallocated while the call lasts.
//! - Nothing inside an `UnsafeCell` is protected (rust-lang/rust#55005).
//! - An access through a pointer made from an integer may be any exposed borrow's. What it surely ends is
//!   ended, and then the stack is forgotten but for the newest tag that may be in it. Verdicts on such bytes
//!   are from then on permissive: a program may be accepted that is wrong under every choice of borrows. The
//!   protected are forgotten too.
//!
//! Where this differs from Miri:
//! - Collecting unused tags ([`State::collect`]) cannot be noticed by programs that use no pointer made from
//!   an integer. Miri also drops borders between groups of shared items where a later raw pointer might be
//!   inserted below.

mod history;
mod protectors;
pub mod rules;
mod runs;
mod stack;
mod state;
#[cfg(test)]
mod tests;
mod violation;

pub use rules::Permission;
pub use state::{Change, State};
pub use violation::{Action, Reason, Violation};
