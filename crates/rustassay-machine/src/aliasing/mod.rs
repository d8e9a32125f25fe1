//! Who may access memory through which pointer: Stacked Borrows and Tree Borrows.
//!
//! Each model is a state that one allocation carries. The machine tells it about retags (a reference is made or passed on),
//! accesses, ends of protection and deallocation; it answers with progress or with a [`Violation`]. The models know nothing
//! of memory's contents, of types, or of each other.
//!
//! Every change is reported to a log as its inverse, so that the machine can go back to any earlier state at a cost
//! proportional to what changed.

pub mod stacked;

use crate::error::Step;
use crate::memory::AllocId;

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
    /// Its protection, when it enters a function.
    pub protector: Option<Protector>,
}

/// Which model decides.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub enum Model {
    /// Tree Borrows.
    #[default]
    Tree,
    /// Stacked Borrows.
    Stacked,
    /// None: every pointer to an allocation may access it.
    None,
}

/// Who may access one allocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Borrows {
    /// Everyone.
    Untracked,
}

/// The inverse of a change to [`Borrows`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {}

impl Borrows {
    /// The state of a new allocation.
    pub fn new(model: Model, size: u64, root: Tag) -> Borrows {
        let _ = (model, size, root);
        Borrows::Untracked
    }
    /// A new borrow; whether one was made.
    pub fn retag(
        &mut self,
        parent: Tag,
        new: Tag,
        retag: &Retag,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Step<bool> {
        let _ = (parent, new, retag, now, log);
        Ok(false)
    }
    /// An access.
    #[allow(clippy::too_many_arguments)]
    pub fn access(
        &mut self,
        tag: Option<Tag>,
        bytes: Bytes,
        access: Access,
        now: Moment,
        exposed: &[(AllocId, Tag)],
        id: AllocId,
        log: &mut impl FnMut(Change),
    ) -> Step<()> {
        let _ = (tag, bytes, access, now, exposed, id, log);
        Ok(())
    }
    /// Memory goes away.
    pub fn dealloc(
        &mut self,
        tag: Option<Tag>,
        size: u64,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Step<()> {
        let _ = (tag, size, now, log);
        Ok(())
    }
    /// A call has returned.
    pub fn end_protection(&mut self, tag: Tag, now: Moment, log: &mut impl FnMut(Change)) -> Step<()> {
        let _ = (tag, now, log);
        Ok(())
    }
    /// Takes a change back.
    pub fn undo(&mut self, change: Change) {
        match change {}
    }
    /// Forgets borrows that nobody has.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        let _ = is_live;
    }
}
