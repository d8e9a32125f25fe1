//! Protected borrows: those that a running function was given.
//!
//! They are few, and mostly derive from each other. What the rules forbid others while they are protected must be found at once, so they
//! are asked about every access that they do not allow anyway.

use super::super::log::Log;
use super::super::{Access, Bytes, Moment, PointerKind, Protector, Tag};
use super::nodes::NodeId;
use super::rules::Relation;
use super::state::{Change, Step, Tree};
use smallvec::SmallVec;

/// The borrows that are protected, the oldest first.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Protections(SmallVec<[Protection; 2]>);

/// A protected borrow.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Protection {
    node: NodeId,
    tag: Tag,
    /// Whether it is known to derive from all that are protected and older.
    is_nested: bool,
}

/// The access at the end of a borrow's protection, to some bytes.
struct Claim {
    bytes: Bytes,
    access: Access,
    /// The number of the last write there, if the access is a write.
    written: u64,
}

impl Tree {
    /// The tag of the newest protected borrow.
    #[inline]
    pub fn newest_protected(&self) -> Option<Tag> {
        self.protected.0.last().map(|newest| newest.tag)
    }

    /// The protected borrows that an access through a borrow is foreign to, from the newest on.
    #[inline]
    pub fn foreign_protected(&self, via: NodeId) -> impl Iterator<Item = NodeId> {
        let mut older = self.protected.0.iter().rev();
        std::iter::from_fn(move || {
            loop {
                let protection = older.next()?;
                if !self.nodes.derives(via, protection.node) {
                    return Some(protection.node);
                }
                if protection.is_nested {
                    return None;
                }
            }
        })
    }

    /// All protected borrows, from the newest on.
    pub fn all_protected(&self) -> impl Iterator<Item = NodeId> {
        self.protected.0.iter().rev().map(|protection| protection.node)
    }

    /// Adds the newest node to the protected ones.
    pub fn protect_newest(&mut self) {
        let node = NodeId::new(self.nodes.len() - 1);
        self.protect(node);
    }

    fn protect(&mut self, node: NodeId) {
        let is_nested = match self.protected.0.last() {
            Some(last) => last.is_nested && self.nodes.derives(node, last.node),
            None => true,
        };
        self.protected.0.push(Protection { node, tag: self.nodes[node].tag, is_nested });
    }

    /// Takes back the protection of the newest node, which goes.
    pub fn forget_newest_protected(&mut self) {
        self.protected.0.pop();
    }

    /// Finds the protected borrows again after nodes have changed places.
    pub fn find_protected(&mut self) {
        self.protected.0.clear();
        for node in self.nodes.ids() {
            if self.nodes[node].is_protected() {
                self.protect(node);
            }
        }
    }

    /// Ends the protection of a borrow.
    pub fn unprotect(&mut self, node: NodeId, now: Moment, log: &mut impl Log<Change>) {
        let Some(protector) = self.nodes[node].protector else { return };
        self.tell_newcomers(node, now, log);
        self.nodes[node].protector = None;
        if let Some(place) = self.protected.0.iter().rposition(|protection| protection.node == node) {
            let Protection { is_nested, .. } = self.protected.0.remove(place);
            log.push(|| Change(Step::Unprotected { node, protector, is_nested }));
        }
    }

    /// Takes back the end of a protection.
    pub fn protect_again(&mut self, node: NodeId, protector: Protector, is_nested: bool) {
        self.nodes[node].protector = Some(protector);
        let place = self.protected.0.partition_point(|protection| protection.node < node);
        self.protected.0.insert(place, Protection { node, tag: self.nodes[node].tag, is_nested });
    }

    /// The access at the end of a borrow's protection.
    ///
    /// At each byte the borrow has made that access before, and protection has seen to it that since then no
    /// other was made that it would be news to. So it only concerns borrows that are newer, and does not
    /// concern those derived from the one that is released. Of those, a read only concerns protected ones: others
    /// lose a right to it only if they are unique, and none can be while the one that is released has used the byte.
    fn tell_newcomers(&mut self, released: NodeId, now: Moment, log: &mut impl Log<Change>) {
        // Mostly all newer ones derive from it. (Of those whose origin is unknown, that may be.)
        if self.nodes.newer_than(released).iter().all(|node| node.parent >= released) {
            return;
        }
        let claims: SmallVec<[Claim; 2]> = self.claims(released).collect();
        let newcomers: SmallVec<[NodeId; 8]> = self
            .nodes
            .ids()
            .skip(released.index() + 1)
            .filter(|&id| !self.may_derive(id, released))
            .collect();
        for newcomer in newcomers {
            let node = &self.nodes[newcomer];
            let (born, is_protected, pointer) = (node.born, node.is_protected(), node.pointer);
            let is_concerned = |claim: &&Claim| match claim.access {
                Access::Read => is_protected && pointer != PointerKind::Shared,
                Access::Write => claim.written <= born,
            };
            for claim in claims.iter().filter(is_concerned) {
                self.update(newcomer, claim.bytes, log, |held| {
                    held.after(claim.access, Relation::Foreign, is_protected, Some(now))
                });
            }
        }
    }

    fn may_derive(&self, id: NodeId, from: NodeId) -> bool {
        let root = self.nodes.root_of(id);
        self.nodes.derives(id, from) || (root > from && self.nodes[root].is_wild)
    }

    /// The accesses at the end of a borrow's protection.
    fn claims(&self, released: NodeId) -> impl Iterator<Item = Claim> {
        let used = self.nodes[released].held.runs().iter().filter(|run| run.value.location.accessed);
        used.flat_map(move |run| self.current_pieces(released, run.bytes)).filter_map(|piece| {
            let access = piece.value.location.permission.access_at_end_of_protection()?;
            // The last write was its own.
            let written = self.marks.at(piece.bytes.start).0.map_or(0, |mark| mark.written());
            Some(Claim { bytes: piece.bytes, access, written })
        })
    }
}
