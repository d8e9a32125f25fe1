//! Who may access memory through which pointer: Stacked Borrows and Tree Borrows.
//!
//! Each model is a state that one allocation carries. The machine tells it about retags (a reference is made or passed on),
//! accesses, ends of protection and deallocation; it answers with progress or with a violation. The models know nothing
//! of memory's contents, of types, or of each other.
//!
//! Every change is reported to a log as its inverse, so that the machine can go back to any earlier state at a cost
//! proportional to what changed.

mod borrows;
mod log;
pub mod stacked;
pub mod tree;

pub use borrows::{Borrows, Change, Model, Through};
pub use log::Log;

/// The identity of a borrow: each retag makes a new one. Tags are never reused within a run.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag(pub u32);

/// How memory is accessed.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Access {
    Read,
    Write,
}

/// Bytes of an allocation: from `start` to before `end`.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub struct Bytes {
    pub start: u64,
    pub end: u64,
}

/// When something happened: an index into the machine's list of code positions, for error messages alone.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Moment(pub u32);

impl Moment {
    /// Before any code ran.
    pub const NONE: Moment = Moment(0);
}

/// What kind of pointer a retag makes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum PointerKind {
    /// `&T`
    Shared,
    /// `&mut T`
    Mutable,
    /// `&mut T`, made for a two-phase borrow: reads through others are fine until it is first used
    TwoPhase,
    /// `Box<T>`
    Box,
    /// `*const T`, where the model retags raw pointers
    RawConst,
    /// `*mut T`, where the model retags raw pointers
    RawMut,
}

/// How a reference that a function was given is protected while the call lasts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Protector {
    /// It may be deallocated, but not invalidated otherwise: a `Box`
    Weak,
    /// It may be neither invalidated nor deallocated: a reference
    Strong,
}

/// A new borrow.
#[derive(Clone, Debug)]
pub struct Retag<'a> {
    /// What kind of pointer it is.
    pub kind: PointerKind,
    /// Whether the pointee may be moved out of under the reference: `!Unpin` mutable references make no promise.
    pub unpin: bool,
    /// The bytes that the pointer is for; may be empty.
    pub bytes: Bytes,
    /// The parts of `bytes` that are inside an `UnsafeCell`, in order and apart.
    pub cells: &'a [Bytes],
    /// Whether there is an `UnsafeCell` in the pointee's type at all, be it of no size.
    pub has_cells: bool,
    /// Its protection, when it enters a function.
    pub protector: Option<Protector>,
}
