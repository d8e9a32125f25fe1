//! The state that an allocation carries: one model's, or none.

use super::{Access, Bytes, Moment, Retag, Tag, stacked, tree};
use crate::error::{Step, Ub};

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
#[derive(Clone, PartialEq, Debug)]
pub enum Borrows {
    /// Everyone.
    Untracked,
    /// As Tree Borrows has it.
    Tree(tree::State),
    /// As Stacked Borrows has it.
    Stacked(stacked::State),
}

/// The inverse of a change to [`Borrows`].
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// To a tree.
    Tree(tree::Change),
    /// To stacks.
    Stacked(stacked::Change),
}

/// Through which borrow something is done.
#[derive(Copy, Clone)]
pub enum Through<'a> {
    /// A known one.
    Tag(Tag),
    /// One of those whose address was exposed.
    Exposed(&'a dyn Fn(Tag) -> bool),
}

impl From<tree::Violation> for Ub {
    fn from(violation: tree::Violation) -> Ub {
        let mut moments = Vec::new();
        moments.extend(violation.created().map(|moment| (moment, "the borrow was made here".to_owned())));
        moments.extend(
            violation.invalidated().map(|moment| (moment, "it lost the right to this here".to_owned())),
        );
        let protected = matches!(
            violation.kind,
            tree::ViolationKind::Protected(_) | tree::ViolationKind::DeallocatesProtected(_)
        );
        Ub::Aliasing { message: violation.to_string(), moments, protected }
    }
}

impl From<stacked::Violation> for Ub {
    fn from(violation: stacked::Violation) -> Ub {
        let mut moments = Vec::new();
        moments.extend(violation.created().map(|moment| (moment, "the borrow was made here".to_owned())));
        moments.extend(violation.invalidated().map(|moment| (moment, "it was invalidated here".to_owned())));
        let protected = matches!(violation.reason, stacked::Reason::Protected { .. });
        Ub::Aliasing { message: violation.to_string(), moments, protected }
    }
}

impl Borrows {
    /// The state of a new allocation; a local's own name is stronger than a pointer to the heap.
    pub fn new(model: Model, size: u64, root: Tag, is_local: bool) -> Borrows {
        match model {
            Model::None => Borrows::Untracked,
            Model::Tree => Borrows::Tree(tree::State::new(root)),
            Model::Stacked if is_local => Borrows::Stacked(stacked::State::new_local(size, root)),
            Model::Stacked => Borrows::Stacked(stacked::State::new(size, root)),
        }
    }

    /// Makes a new borrow; gives the tag that the pointer has from now on.
    pub fn retag(
        &mut self,
        parent: Tag,
        new: Tag,
        retag: &Retag,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Step<Tag> {
        match self {
            Borrows::Untracked => Ok(parent),
            Borrows::Tree(state) => state
                .retag(parent, new, retag, now, &mut |change| log(Change::Tree(change)))
                .map_err(|v| Ub::from(v).into()),
            Borrows::Stacked(state) => {
                let result = state.retag(parent, new, retag, now, &mut |change| log(Change::Stacked(change)));
                result.map(|()| new).map_err(|violation| Ub::from(violation).into())
            }
        }
    }

    /// Reads or writes.
    #[inline]
    pub fn access(
        &mut self,
        through: Through,
        bytes: Bytes,
        access: Access,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Step<()> {
        match (self, through) {
            (Borrows::Untracked, _) => Ok(()),
            (Borrows::Tree(state), Through::Tag(tag)) => {
                let result = state.access(tag, bytes, access, now, &mut |change| log(Change::Tree(change)));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Tree(state), Through::Exposed(exposed)) => {
                let log = &mut |change| log(Change::Tree(change));
                let result = state.access_wildcard(bytes, access, exposed, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Tag(tag)) => {
                let result =
                    state.access(tag, bytes, access, now, &mut |change| log(Change::Stacked(change)));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Exposed(exposed)) => {
                let log = &mut |change| log(Change::Stacked(change));
                let result = state.access_wildcard(exposed, bytes, access, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
        }
    }

    /// Ends the allocation.
    pub fn dealloc(
        &mut self,
        through: Through,
        size: u64,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Step<()> {
        match (self, through) {
            (Borrows::Untracked, _) => Ok(()),
            (Borrows::Tree(state), Through::Tag(tag)) => {
                let result = state.dealloc(tag, size, now, &mut |change| log(Change::Tree(change)));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Tree(state), Through::Exposed(exposed)) => {
                let result =
                    state.dealloc_wildcard(size, exposed, now, &mut |change| log(Change::Tree(change)));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Tag(tag)) => {
                let result = state.dealloc(tag, now, &mut |change| log(Change::Stacked(change)));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Exposed(exposed)) => {
                let result = state.dealloc_wildcard(exposed, now, &mut |change| log(Change::Stacked(change)));
                result.map_err(|violation| Ub::from(violation).into())
            }
        }
    }

    /// Ends the protection of a borrow, because its function returns.
    pub fn end_protection(&mut self, tag: Tag, now: Moment, log: &mut impl FnMut(Change)) {
        match self {
            Borrows::Untracked => {}
            Borrows::Tree(state) => state.end_protection(tag, now, &mut |change| log(Change::Tree(change))),
            Borrows::Stacked(state) => state.end_protection(tag, &mut |change| log(Change::Stacked(change))),
        }
    }

    /// Takes back the last change that was not taken back yet.
    pub fn undo(&mut self, change: Change) {
        match (self, change) {
            (Borrows::Tree(state), Change::Tree(change)) => state.undo(change),
            (Borrows::Stacked(state), Change::Stacked(change)) => state.undo(change),
            _ => {}
        }
    }

    /// Forgets borrows that nobody has any more.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        match self {
            Borrows::Untracked => {}
            Borrows::Tree(state) => state.collect(is_live),
            Borrows::Stacked(state) => state.collect(is_live),
        }
    }
}
