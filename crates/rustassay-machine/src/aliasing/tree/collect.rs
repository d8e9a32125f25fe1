//! Forgetting borrows that can no longer be used.

use super::super::{Bytes, Tag};
use super::nodes::{Held, NodeId};
use super::ranges::RangeMap;
use super::state::{State, Tree};

/// So many marks may stay when no borrow can be forgotten.
const MARKS_TO_KEEP: usize = 8;

impl State {
    /// Forgets the borrows that are not `is_live` (some pointer still has the tag, or it is exposed), as far
    /// as nothing they would ever have rejected is accepted then: those that are not protected and that no
    /// live one derives from, and those between whose rules their only child implies. Forgets marks,
    /// too: what is left knows what they say.
    ///
    /// This cannot be undone, and takes from earlier changes that they can be.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        let Some(tree) = &mut self.tree else { return };
        let keep = tree.needed(is_live);
        if keep.contains(&false) || tree.marks.runs().len() > MARKS_TO_KEEP {
            tree.retain(&keep);
        }
        if tree.nodes.len() == 1 {
            self.tree = None;
        }
    }
}

/// The children that a borrow will have left.
#[derive(Copy, Clone)]
enum Children {
    None,
    One(NodeId),
    Several,
}

impl Tree {
    /// Which borrows must stay.
    fn needed(&self, is_live: impl Fn(Tag) -> bool) -> Vec<bool> {
        let mut keep = vec![true; self.nodes.len()];
        let mut children = vec![Children::None; self.nodes.len()];
        for (id, node) in self.nodes.iter().skip(1).rev() {
            let in_use = node.is_protected() || is_live(node.tag);
            let left = match children[id.index()] {
                Children::None if !in_use => None,
                Children::One(child) if !in_use && self.is_implied(id, child) => Some(child),
                _ => Some(id),
            };
            keep[id.index()] = left == Some(id);
            if let Some(left) = left.filter(|_| node.parent != id) {
                let children = &mut children[node.parent.index()];
                *children = match children {
                    Children::None => Children::One(left),
                    _ => Children::Several,
                };
            }
        }
        keep
    }

    /// Whether a borrow's rules follow from its child's, at every byte.
    fn is_implied(&self, id: NodeId, child: NodeId) -> bool {
        // Beyond all marks both are as they were made, which says most often that it is not.
        let made = |id: NodeId| self.nodes[id].unused().location.permission;
        if !made(id).is_implied_by_child(made(child)) {
            return false;
        }
        let mut offset = 0;
        while offset < u64::MAX {
            let (parents, end_of_parents) = self.current(id, offset);
            let (childs, end_of_childs) = self.current(child, offset);
            if !parents.location.permission.is_implied_by_child(childs.location.permission) {
                return false;
            }
            offset = end_of_parents.min(end_of_childs);
        }
        true
    }

    /// Leaves the borrows that `keep` says. They know of all marks, and the clock starts again.
    fn retain(&mut self, keep: &[bool]) {
        let kept = self.nodes.ids().filter(|id| keep[id.index()]);
        let mut held: Vec<RangeMap<Held>> = kept.map(|id| self.held_without_marks(id)).rev().collect();
        self.nodes.retain(keep, |node| {
            node.held = held.pop().unwrap_or(RangeMap::new());
            node.born = 0;
        });
        self.find_protected();
        self.wild = self.nodes.iter().filter(|(_, node)| node.is_wild).count();
        self.marks = RangeMap::new();
        self.clock = 0;
    }

    /// What a borrow holds, with what marks say.
    fn held_without_marks(&self, id: NodeId) -> RangeMap<Held> {
        let unused = self.nodes[id].unused();
        let pieces = self.current_pieces(id, Bytes { start: 0, end: u64::MAX });
        RangeMap::from_runs(pieces.filter(|piece| piece.value != unused))
    }
}
