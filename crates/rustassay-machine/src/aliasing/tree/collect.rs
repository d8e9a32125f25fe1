//! Forgetting borrows that can no longer be used.

use super::super::{Bytes, Tag};
use super::ranges::RangeMap;
use super::state::{Held, Node, State, Tree};

impl State {
    /// Forgets the borrows that are not `is_live` (some pointer still has the tag, or it is exposed), as far
    /// as nothing they would ever have rejected is accepted then: those that are not protected and that no
    /// live one derives from, and those between whose rules their only child implies. Forgets all marks,
    /// too: what is left has caught up.
    ///
    /// This cannot be undone, and takes from earlier changes that they can be.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        let Some(tree) = &mut self.tree else { return };
        let keep = tree.needed(is_live);
        tree.retain(&keep);
        if tree.nodes.is_empty() {
            self.tree = None;
        }
    }
}

/// The children that a borrow will have left.
#[derive(Copy, Clone)]
enum Children {
    None,
    One(usize),
    Several,
}

impl Tree {
    /// Which borrows must stay.
    fn needed(&self, is_live: impl Fn(Tag) -> bool) -> Vec<bool> {
        let mut keep = vec![true; self.nodes.len()];
        let mut children = vec![Children::None; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let in_use = node.protector.is_some() || is_live(node.tag);
            let left = match children[index] {
                Children::None if !in_use => None,
                Children::One(child) if !in_use && self.is_implied(node, &self.nodes[child]) => Some(child),
                _ => Some(index),
            };
            keep[index] = left == Some(index);
            if let (Some(left), Some(parent)) = (left, node.parent) {
                children[parent] = match children[parent] {
                    Children::None => Children::One(left),
                    _ => Children::Several,
                };
            }
        }
        keep
    }

    /// Whether a borrow's rules follow from its child's, at every byte.
    fn is_implied(&self, node: &Node, child: &Node) -> bool {
        let mut offset = 0;
        while offset < u64::MAX {
            let (parents, end_of_parents) = self.current(node, offset);
            let (childs, end_of_childs) = self.current(child, offset);
            if !parents.location.permission.is_implied_by_child(childs.location.permission) {
                return false;
            }
            offset = end_of_parents.min(end_of_childs);
        }
        true
    }

    /// Leaves the borrows that `keep` says, caught up, at the start of a new clock.
    fn retain(&mut self, keep: &[bool]) {
        let mut place = Vec::with_capacity(keep.len());
        let mut nodes = std::mem::take(&mut self.nodes);
        // Which of those that go were in a place that nobody knows.
        let mut in_unknown_place = vec![false; keep.len()];
        let mut kept = 0;
        for (index, node) in nodes.iter_mut().enumerate() {
            // One that goes passes its place on: its child, if it has one, moves up.
            node.is_wild |= node.parent.is_some_and(|parent| in_unknown_place[parent]);
            in_unknown_place[index] = node.is_wild && !keep[index];
            let parent = node.parent.and_then(|parent| place[parent]);
            place.push(if keep[index] { Some(kept) } else { parent });
            kept += keep[index] as usize;
            if keep[index] {
                let unused = Held { caught_up: 0, ..node.unused() };
                let held = self
                    .current_pieces(node, Bytes { start: 0, end: u64::MAX })
                    .map(|mut piece| {
                        piece.value.caught_up = 0;
                        piece
                    })
                    .filter(|piece| piece.value != unused);
                let held = RangeMap::from_runs(held);
                node.held = held;
                node.parent = parent;
                node.born = 0;
            }
        }
        let mut index = 0;
        nodes.retain(|_| {
            index += 1;
            keep[index - 1]
        });
        nodes.shrink_to_fit();
        self.protected = (0..nodes.len()).filter(|&node| nodes[node].protector.is_some()).collect();
        self.wild = nodes.iter().filter(|node| node.is_wild).count();
        self.nodes = nodes;
        self.marks = RangeMap::new();
        self.clock = 0;
    }
}
