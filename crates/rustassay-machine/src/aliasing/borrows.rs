//! The state that an allocation carries: one model's, or none.

use super::log::{Log, Within};
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
    /// Both at once: what either forbids is forbidden.
    Both,
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
    /// As both have it.
    Both(Box<Both>),
}

/// The state of both models. After a violation it is of no use but to be undone: one of them may have gone on.
#[derive(Clone, PartialEq, Debug)]
pub struct Both {
    tree: tree::State,
    stacked: stacked::State,
    /// Borrows that Stacked Borrows has and Tree Borrows does not, raw pointers mostly, with those that they are in the tree;
    /// the oldest first.
    same: Vec<(Tag, Tag)>,
}

impl Both {
    /// The borrow of the tree that a pointer is.
    fn in_tree(&self, tag: Tag) -> Tag {
        match self.same.binary_search_by_key(&tag, |&(own, _)| own) {
            Ok(at) => self.same[at].1,
            Err(_) => tag,
        }
    }
}

/// The inverse of a change to [`Borrows`].
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// To a tree.
    Tree(tree::Change),
    /// To stacks.
    Stacked(stacked::Change),
    /// To what is the same in the tree.
    Same,
}

/// Through which borrow something is done.
#[derive(Copy, Clone)]
pub enum Through<'a> {
    /// A known one.
    Tag(Tag),
    /// A known one, which derives from one of those whose address was exposed.
    Wild(Tag, &'a dyn Fn(Tag) -> bool),
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
        Ub::Aliasing { message: violation.to_string(), moments, retag: None }
    }
}

impl From<stacked::Violation> for Ub {
    fn from(violation: stacked::Violation) -> Ub {
        let mut moments = Vec::new();
        moments.extend(violation.created().map(|moment| (moment, "the borrow was made here".to_owned())));
        moments.extend(violation.invalidated().map(|moment| (moment, "it was invalidated here".to_owned())));
        Ub::Aliasing { message: violation.to_string(), moments, retag: None }
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
            Model::Both => {
                let stacked = match is_local {
                    true => stacked::State::new_local(size, root),
                    false => stacked::State::new(size, root),
                };
                Borrows::Both(Box::new(Both { tree: tree::State::new(root), stacked, same: Vec::new() }))
            }
        }
    }

    /// Makes a new borrow of a pointer of unknown origin, or of one that derives from such a borrow; gives the tag that the
    /// pointer has from now on, if it has one.
    pub fn retag_wildcard(
        &mut self,
        via: Option<Tag>,
        new: Tag,
        retag: &Retag,
        exposed: &dyn Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Step<Option<Tag>> {
        match self {
            Borrows::Tree(state) => {
                let log = &mut Within(log, Change::Tree);
                let result = state.retag_wildcard(via, new, retag, exposed, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
            Borrows::Stacked(state) => {
                let log = &mut Within(log, Change::Stacked);
                let result = state.retag_wildcard(exposed, new, retag, now, log);
                result.map(|()| Some(new)).map_err(|violation| Ub::from(violation).into())
            }
            // With both models there would have to be two answers.
            Borrows::Untracked | Borrows::Both(_) => Ok(via),
        }
    }

    /// Whether a borrow was made of a pointer of unknown origin, or derives from one that was.
    #[inline]
    pub fn is_wild(&self, tag: Tag) -> bool {
        matches!(self, Borrows::Tree(state) if state.is_wild(tag))
    }

    /// Makes a new borrow; gives the tag that the pointer has from now on.
    pub fn retag(
        &mut self,
        parent: Tag,
        new: Tag,
        retag: &Retag,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Step<Tag> {
        match self {
            Borrows::Untracked => Ok(parent),
            Borrows::Tree(state) => state
                .retag(parent, new, retag, now, &mut Within(log, Change::Tree))
                .map_err(|v| Ub::from(v).into()),
            Borrows::Stacked(state) => {
                let result = state.retag(parent, new, retag, now, &mut Within(log, Change::Stacked));
                result.map(|()| new).map_err(|violation| Ub::from(violation).into())
            }
            Borrows::Both(both) => {
                let tree_parent = both.in_tree(parent);
                let in_tree = both
                    .tree
                    .retag(tree_parent, new, retag, now, &mut Within(log, Change::Tree))
                    .map_err(Ub::from)?;
                if in_tree != new {
                    both.same.push((new, in_tree));
                    log.push(|| Change::Same);
                }
                let log = &mut Within(log, Change::Stacked);
                both.stacked.retag(parent, new, retag, now, log).map_err(Ub::from)?;
                Ok(new)
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
        log: &mut impl Log<Change>,
    ) -> Step<()> {
        match (self, through) {
            (Borrows::Untracked, _) => Ok(()),
            (Borrows::Tree(state), Through::Tag(tag)) => {
                let result = state.access(tag, bytes, access, now, &mut Within(log, Change::Tree));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Tree(state), Through::Wild(tag, exposed)) => {
                let log = &mut Within(log, Change::Tree);
                let result = state.access_wildcard(Some(tag), bytes, access, exposed, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Tree(state), Through::Exposed(exposed)) => {
                let log = &mut Within(log, Change::Tree);
                let result = state.access_wildcard(None, bytes, access, exposed, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Tag(tag) | Through::Wild(tag, _)) => {
                let result = state.access(tag, bytes, access, now, &mut Within(log, Change::Stacked));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Exposed(exposed)) => {
                let log = &mut Within(log, Change::Stacked);
                let result = state.access_wildcard(exposed, bytes, access, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Both(both), Through::Tag(tag) | Through::Wild(tag, _)) => {
                let in_tree = both.in_tree(tag);
                let log_tree = &mut Within(log, Change::Tree);
                both.tree.access(in_tree, bytes, access, now, log_tree).map_err(Ub::from)?;
                let log = &mut Within(log, Change::Stacked);
                both.stacked
                    .access(tag, bytes, access, now, log)
                    .map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Both(both), Through::Exposed(exposed)) => {
                let same = &both.same;
                let in_tree =
                    |tag: Tag| exposed(tag) || same.iter().any(|&(own, to)| to == tag && exposed(own));
                let log_tree = &mut Within(log, Change::Tree);
                both.tree.access_wildcard(None, bytes, access, in_tree, now, log_tree).map_err(Ub::from)?;
                let log = &mut Within(log, Change::Stacked);
                let result = both.stacked.access_wildcard(exposed, bytes, access, now, log);
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
        log: &mut impl Log<Change>,
    ) -> Step<()> {
        match (self, through) {
            (Borrows::Untracked, _) => Ok(()),
            (Borrows::Tree(state), Through::Tag(tag)) => {
                state.dealloc(tag, size).map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Tree(state), Through::Wild(tag, exposed)) => {
                let log = &mut Within(log, Change::Tree);
                let result = state.dealloc_wildcard(Some(tag), size, exposed, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Tree(state), Through::Exposed(exposed)) => {
                let result = state.dealloc_wildcard(None, size, exposed, now, &mut Within(log, Change::Tree));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Tag(tag) | Through::Wild(tag, _)) => {
                let result = state.dealloc(tag, now, &mut Within(log, Change::Stacked));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Stacked(state), Through::Exposed(exposed)) => {
                let result = state.dealloc_wildcard(exposed, now, &mut Within(log, Change::Stacked));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Both(both), Through::Tag(tag) | Through::Wild(tag, _)) => {
                let in_tree = both.in_tree(tag);
                both.tree.dealloc(in_tree, size).map_err(Ub::from)?;
                let result = both.stacked.dealloc(tag, now, &mut Within(log, Change::Stacked));
                result.map_err(|violation| Ub::from(violation).into())
            }
            (Borrows::Both(both), Through::Exposed(exposed)) => {
                let same = &both.same;
                let in_tree =
                    |tag: Tag| exposed(tag) || same.iter().any(|&(own, to)| to == tag && exposed(own));
                let log_tree = &mut Within(log, Change::Tree);
                both.tree.dealloc_wildcard(None, size, in_tree, now, log_tree).map_err(Ub::from)?;
                let log = &mut Within(log, Change::Stacked);
                let result = both.stacked.dealloc_wildcard(exposed, now, log);
                result.map_err(|violation| Ub::from(violation).into())
            }
        }
    }

    /// Ends the protection of a borrow, because its function returns.
    pub fn end_protection(&mut self, tag: Tag, now: Moment, log: &mut impl Log<Change>) {
        match self {
            Borrows::Untracked => {}
            Borrows::Tree(state) => state.end_protection(tag, now, &mut Within(log, Change::Tree)),
            Borrows::Stacked(state) => state.end_protection(tag, &mut Within(log, Change::Stacked)),
            Borrows::Both(both) => {
                both.tree.end_protection(tag, now, &mut Within(log, Change::Tree));
                both.stacked.end_protection(tag, &mut Within(log, Change::Stacked));
            }
        }
    }

    /// Takes back the last change that was not taken back yet.
    pub fn undo(&mut self, change: Change) {
        match (self, change) {
            (Borrows::Tree(state), Change::Tree(change)) => state.undo(change),
            (Borrows::Stacked(state), Change::Stacked(change)) => state.undo(change),
            (Borrows::Both(both), Change::Tree(change)) => both.tree.undo(change),
            (Borrows::Both(both), Change::Stacked(change)) => both.stacked.undo(change),
            (Borrows::Both(both), Change::Same) => {
                both.same.pop();
            }
            _ => {}
        }
    }

    /// Forgets borrows that nobody has any more.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        match self {
            Borrows::Untracked => {}
            Borrows::Tree(state) => state.collect(is_live),
            Borrows::Stacked(state) => state.collect(is_live),
            Borrows::Both(both) => {
                both.same.retain(|&(own, _)| is_live(own));
                let same = &both.same;
                both.tree.collect(|tag| is_live(tag) || same.iter().any(|&(_, to)| to == tag));
                both.stacked.collect(is_live);
            }
        }
    }
}
