//! The tree of one allocation.

use super::super::log::Log;
use super::super::{Access, Bytes, Moment, PointerKind, Protector, Retag, Tag};
use super::access::Request;
use super::marks::Mark;
use super::nodes::{Held, Node, NodeId, Nodes};
use super::protection::Protections;
use super::ranges::{Pieces, RangeMap, Run, Splice, append};
use super::rules::{Grant, Location, Permission};
use super::violation::{Cause, Violation, ViolationKind};
use smallvec::SmallVec;

/// Who may access one allocation: its borrows, as a tree, and their permissions.
///
/// While an allocation has no borrows, there is no tree at all. Else an access costs what it changes: see `access.rs`.
///
/// An operation that fails leaves the state as it was.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub(super) root: Tag,
    pub(super) tree: Option<Box<Tree>>,
}

/// The borrows. The root is unique at every byte for good, since no access is foreign to it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tree {
    /// Counts the writes.
    pub clock: u64,
    pub nodes: Nodes,
    pub protected: Protections,
    pub marks: RangeMap<Mark>,
    /// How many borrows are `is_wild`.
    pub wild: usize,
}

/// One change of a [`State`], to be taken back by [`State::undo`].
#[derive(Clone, PartialEq, Debug)]
pub struct Change(pub(super) Step);

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Step {
    /// What a borrow holds has changed.
    Held { node: NodeId, splice: Splice<Held> },
    /// A read left its mark, or a mark was taken away.
    Read(Splice<Mark>),
    /// A write left its mark: the clock ticked.
    Wrote(Splice<Mark>),
    /// A borrow was made.
    Born,
    /// Protection ended.
    Unprotected { node: NodeId, protector: Protector, is_nested: bool },
}

/// What a new borrow derives from.
pub(super) enum Parent {
    /// A borrow.
    Known(NodeId),
    /// An exposed one.
    Unknown,
}

impl State {
    /// The state of a new allocation, all of which the borrow `root` owns.
    pub fn new(root: Tag) -> State {
        State { root, tree: None }
    }

    /// How many borrows are kept track of, besides the root. Tells when it is time to [`State::collect`].
    pub fn borrows(&self) -> usize {
        self.tree.as_ref().map_or(0, |tree| tree.nodes.len() - 1)
    }

    /// What a borrow may do at a byte; `None` if there is no such borrow.
    pub fn location(&self, tag: Tag, offset: u64) -> Option<Location> {
        let Some(tree) = &self.tree else {
            let owner = Location { permission: Permission::Unique, accessed: true };
            return (tag == self.root).then_some(owner);
        };
        let (held, _) = tree.current(tree.nodes.position(tag)?, offset);
        Some(held.location)
    }

    /// Makes the borrow `new` of `parent`. Its pointee is read, except for what is in cells behind a shared
    /// reference.
    ///
    /// Returns the tag that the pointer has from now on: `new`, or `parent` where the model makes no new
    /// borrow (see [`Grant::of`]) or one that would make no difference; then there is no protection to end, either.
    ///
    /// Tags must rise: `new` is greater than all that the allocation has had.
    pub fn retag(
        &mut self,
        parent: Tag,
        new: Tag,
        retag: &Retag<'_>,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<Tag, Violation> {
        let Some(grant) = Grant::of(retag) else { return Ok(parent) };
        self.check_newest(new)?;
        let parts = read_by_retag(retag, &grant);
        let node = self.find(parent, Cause::Retag, Access::Read)?;
        if let Some(tree) = &mut self.tree {
            let read =
                |bytes| Request { cause: Cause::Retag, access: Access::Read, bytes, via: parent, node };
            if let [part] = &parts[..] {
                if !tree.repeats(parent, part.bytes, Access::Read) {
                    tree.access(&read(part.bytes), now, log)?;
                }
            } else {
                let effects = parts.iter().map(|part| tree.check(&read(part.bytes)));
                let effects = effects.collect::<Result<SmallVec<[_; 4]>, Violation>>()?;
                for (part, effect) in parts.iter().zip(effects) {
                    tree.apply(&read(part.bytes), effect, now, log);
                }
            }
        }
        if self.makes_no_difference(node, retag, &grant, &parts) {
            return Ok(parent);
        }
        self.add(Parent::Known(node), new, retag, &grant, &parts, now, log);
        Ok(new)
    }

    /// Whether the same would be rejected ever after without a borrow, if pointers had the tag of its parent instead. (Which exposed
    /// borrows a pointer of unknown origin may derive from depends on how old they are. So this is only for those who know none.)
    fn makes_no_difference(
        &self,
        parent: NodeId,
        retag: &Retag<'_>,
        grant: &Grant,
        parts: &[Run<Permission>],
    ) -> bool {
        if self.tree.as_ref().is_some_and(|tree| tree.wild > 0) {
            return false;
        }
        match grant.beyond {
            // Who is allowed everything, and forbids nothing, protected or not.
            Permission::Cell => parts.is_empty(),
            // Each of the two dies of just those writes that the other dies of: writes through the parent are rejected, so
            // what is foreign to one is foreign to both.
            Permission::Frozen => {
                retag.protector.is_none()
                    && self.tree.as_ref().is_some_and(|tree| {
                        let parent = &tree.nodes[parent];
                        parent.pointer == PointerKind::Shared && parent.initial == Permission::Frozen
                    })
            }
            _ => false,
        }
    }

    /// That a tag is newer than all there are.
    pub(super) fn check_newest(&self, new: Tag) -> Result<(), Violation> {
        let newest = self.tree.as_ref().map_or(self.root, |tree| tree.nodes.last().tag);
        match new > newest {
            true => Ok(()),
            false => Err(unknown(new, Cause::Retag, Access::Read)),
        }
    }

    /// Adds a borrow whose parts have been read.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn add(
        &mut self,
        parent: Parent,
        new: Tag,
        retag: &Retag<'_>,
        grant: &Grant,
        parts: &[Run<Permission>],
        now: Moment,
        log: &mut impl Log<Change>,
    ) {
        let tree = self.tree.get_or_insert_with(|| Box::new(Tree::new(self.root)));
        let held = parts.iter().map(|part| {
            let location = Location { permission: part.value, accessed: true };
            Run { bytes: part.bytes, value: Held { location, weakened: None } }
        });
        let parent = match parent {
            Parent::Known(parent) => Some(parent),
            Parent::Unknown => None,
        };
        let held = RangeMap::from_runs(held);
        tree.nodes.push(parent, Node::new(new, retag, grant.beyond, tree.clock, now, held));
        if retag.protector.is_some() {
            tree.protect_newest();
        }
        tree.wild += usize::from(parent.is_none());
        log.push(|| Change(Step::Born));
    }

    /// Reads or writes through a borrow.
    #[inline]
    pub fn access(
        &mut self,
        tag: Tag,
        bytes: Bytes,
        access: Access,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let is_done = match &self.tree {
            None => tag == self.root,
            Some(tree) => tree.repeats(tag, bytes, access),
        };
        if is_done {
            return Ok(());
        }
        let cause = Cause::Access;
        let node = self.find(tag, cause, access)?;
        match &mut self.tree {
            Some(tree) if bytes.start < bytes.end => {
                tree.access(&Request { cause, access, bytes, via: tag, node }, now, log)
            }
            _ => Ok(()),
        }
    }

    /// Ends the allocation, of `size` bytes, through a borrow. It counts as a write to all of it, which
    /// moreover no reference may forbid that a running function was given. There is nobody left to learn of it.
    pub fn dealloc(&self, tag: Tag, size: u64) -> Result<(), Violation> {
        let (cause, access) = (Cause::Deallocation, Access::Write);
        let node = self.find(tag, cause, access)?;
        match &self.tree {
            Some(tree) if size > 0 => {
                let bytes = Bytes { start: 0, end: size };
                tree.check(&Request { cause, access, bytes, via: tag, node }).map(drop)
            }
            _ => Ok(()),
        }
    }

    /// Ends the protection of a borrow, because its function returns.
    ///
    /// The bytes it was used at are accessed once more (see [`Permission::access_at_end_of_protection`]), in
    /// the eyes of all but those derived from it. This access cannot fail: whatever would make it fail was
    /// rejected when it was done.
    pub fn end_protection(&mut self, tag: Tag, now: Moment, log: &mut impl Log<Change>) {
        if let Some(tree) = &mut self.tree
            && let Some(node) = tree.nodes.position(tag)
        {
            tree.unprotect(node, now, log);
        }
    }

    /// Takes back the last change that was not taken back yet. After all changes since some time, the newest
    /// first, the state equals that of then.
    pub fn undo(&mut self, Change(step): Change) {
        let Some(tree) = &mut self.tree else { return };
        match step {
            Step::Held { node, splice } => tree.nodes[node].held.undo(splice),
            Step::Read(splice) => tree.marks.undo(splice),
            Step::Wrote(splice) => {
                tree.marks.undo(splice);
                tree.clock -= 1;
            }
            Step::Born => {
                if let Some(node) = tree.nodes.pop() {
                    if node.is_protected() {
                        tree.forget_newest_protected();
                    }
                    tree.wild -= usize::from(node.is_wild);
                }
                if tree.nodes.len() == 1 {
                    self.tree = None;
                }
            }
            Step::Unprotected { node, protector, is_nested } => {
                tree.protect_again(node, protector, is_nested);
            }
        }
    }

    /// The place of a borrow in the tree.
    #[inline]
    pub(super) fn find(&self, tag: Tag, cause: Cause, access: Access) -> Result<NodeId, Violation> {
        if tag == self.root {
            return Ok(NodeId::ROOT);
        }
        match self.tree.as_ref().and_then(|tree| tree.nodes.position(tag)) {
            Some(node) => Ok(node),
            None => Err(unknown(tag, cause, access)),
        }
    }
}

#[cold]
pub(super) fn unknown(tag: Tag, cause: Cause, access: Access) -> Violation {
    Violation { cause, access, via: Some(tag), offset: 0, kind: ViolationKind::UnknownTag }
}

/// The parts of a retag's range that it reads, each with the permission that it gets there.
#[inline]
pub(super) fn read_by_retag(retag: &Retag<'_>, grant: &Grant) -> Pieces<Permission> {
    let mut parts = Pieces::new();
    let mut add = |start: u64, end: u64, permission| {
        if start < end && permission != Permission::Cell {
            append(&mut parts, Run { bytes: Bytes { start, end }, value: permission });
        }
    };
    let mut at = retag.bytes.start;
    for cell in retag.cells {
        let (start, end) = (cell.start.max(at), cell.end.min(retag.bytes.end));
        if start < end {
            add(at, start, grant.outside_cells);
            add(start, end, grant.inside_cells);
            at = end;
        }
    }
    add(at, retag.bytes.end, grant.outside_cells);
    parts
}

impl Tree {
    fn new(root: Tag) -> Tree {
        Tree {
            clock: 0,
            nodes: Nodes::new(root),
            protected: Protections::default(),
            marks: RangeMap::new(),
            wild: 0,
        }
    }
}
