//! The borrows of an allocation, and what they derive from.

use super::super::{Access, Moment, PointerKind, Protector, Retag, Tag};
use super::ranges::RangeMap;
use super::rules::{Location, Permission, Relation};
use smallvec::{SmallVec, smallvec};
use std::num::NonZeroU32;
use std::ops::{Index, IndexMut};

/// A borrow, by its place among the [`Nodes`]: parents come before their children.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct NodeId(NonZeroU32);

impl NodeId {
    /// The pointer that the allocation was made with.
    pub const ROOT: NodeId = NodeId(NonZeroU32::MIN);

    #[inline]
    pub fn new(index: usize) -> NodeId {
        NodeId(NonZeroU32::MIN.saturating_add(index as u32))
    }

    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A borrow.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub tag: Tag,
    /// What it derives from; itself if that is not known, or if it is the root.
    pub parent: NodeId,
    /// An ancestor further up: see [`Nodes`].
    jump: NodeId,
    /// How many borrows it derives from.
    depth: u32,
    /// Whether it was made of a pointer of unknown origin: its parent is an exposed borrow that is older. It and all that
    /// derives from it are a tree of their own.
    pub is_wild: bool,
    pub protector: Option<Protector>,
    pub pointer: PointerKind,
    /// The permission at bytes that are not in `held`: it was not used there.
    pub initial: Permission,
    /// The number of writes before it.
    pub born: u64,
    pub created: Moment,
    pub held: RangeMap<Held>,
}

/// What a borrow holds at some bytes, apart from what marks say.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Held {
    pub location: Location,
    /// When it lost rights.
    pub weakened: Option<Moment>,
}

impl Node {
    /// A new borrow, which is yet to get its place.
    pub fn new(
        tag: Tag,
        retag: &Retag<'_>,
        initial: Permission,
        born: u64,
        created: Moment,
        held: RangeMap<Held>,
    ) -> Node {
        Node {
            tag,
            parent: NodeId::ROOT,
            jump: NodeId::ROOT,
            depth: 0,
            is_wild: false,
            protector: retag.protector,
            pointer: retag.kind,
            initial,
            born,
            created,
            held,
        }
    }

    /// What the borrow holds where it was not used since it was made.
    #[inline]
    pub fn unused(&self) -> Held {
        // Only the root is unique without being used.
        let location = Location { permission: self.initial, accessed: self.initial == Permission::Unique };
        Held { location, weakened: None }
    }

    #[inline]
    pub fn is_protected(&self) -> bool {
        self.protector.is_some()
    }
}

impl Held {
    /// After an access that is known to be allowed. Where it costs rights, `weakened` is when.
    #[inline]
    pub fn after(
        self,
        access: Access,
        relation: Relation,
        protected: bool,
        weakened: Option<Moment>,
    ) -> Held {
        let location = self.location.after(access, relation, protected).unwrap_or(self.location);
        let weakened = if location.permission == self.location.permission { self.weakened } else { weakened };
        Held { location, weakened }
    }
}

/// All borrows of an allocation, the oldest first; so in the order of their tags. The root is the first.
///
/// Besides its parent a node knows one ancestor further up, so that any ancestor is a logarithmic number of steps away:
/// "An applicative random-access stack" (Myers, Information Processing Letters 17, 1983). Where a node's jump leads depends on
/// its depth alone.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Nodes(SmallVec<[Node; 4]>);

impl Index<NodeId> for Nodes {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.0[id.index()]
    }
}

impl IndexMut<NodeId> for Nodes {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.0[id.index()]
    }
}

impl Nodes {
    /// The root alone.
    pub fn new(root: Tag) -> Nodes {
        let node = Node {
            tag: root,
            parent: NodeId::ROOT,
            jump: NodeId::ROOT,
            depth: 0,
            is_wild: false,
            protector: None,
            pointer: PointerKind::RawMut,
            initial: Permission::Unique,
            born: 0,
            created: Moment::NONE,
            held: RangeMap::new(),
        };
        Nodes(smallvec![node])
    }

    /// How many there are, the root included.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.len()).map(NodeId::new)
    }

    /// All nodes with their places.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> + ExactSizeIterator {
        self.0.iter().enumerate().map(|(index, node)| (NodeId::new(index), node))
    }

    /// The newest.
    #[inline]
    pub fn last(&self) -> &Node {
        self.0.last().expect("the root is a node")
    }

    /// Those that are newer than another.
    #[inline]
    pub fn newer_than(&self, id: NodeId) -> &[Node] {
        &self.0[id.index() + 1..]
    }

    /// Where the borrow with a tag is.
    #[inline]
    pub fn position(&self, tag: Tag) -> Option<NodeId> {
        if self.last().tag == tag {
            return Some(NodeId::new(self.len() - 1));
        }
        self.0.binary_search_by_key(&tag, |node| node.tag).ok().map(NodeId::new)
    }

    /// Adds a borrow that is newer than all others. One without a parent is the root of a tree of its own.
    pub fn push(&mut self, parent: Option<NodeId>, mut node: Node) -> NodeId {
        let id = NodeId::new(self.len());
        node.is_wild = parent.is_none();
        (node.parent, node.jump, node.depth) = match parent {
            None => (id, id, 0),
            Some(parent) => {
                let above = &self[parent];
                let (jump, depth) = (above.jump, above.depth);
                let beyond = &self[jump];
                // Two jumps of the same length become one.
                let is_twice = depth - beyond.depth == beyond.depth - self[beyond.jump].depth;
                (parent, if is_twice { beyond.jump } else { parent }, depth + 1)
            }
        };
        self.0.push(node);
        id
    }

    /// Takes the newest away, unless it is the root.
    pub fn pop(&mut self) -> Option<Node> {
        if self.len() > 1 { self.0.pop() } else { None }
    }

    /// A borrow and all it derives from.
    #[inline]
    pub fn path(&self, from: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(from), |&id| Some(self[id].parent).filter(|&parent| parent != id))
    }

    /// The root of the tree that a borrow is in.
    pub fn root_of(&self, id: NodeId) -> NodeId {
        self.at_depth(id, 0)
    }

    /// Whether a borrow is another, or derives from it.
    #[inline]
    pub fn derives(&self, id: NodeId, from: NodeId) -> bool {
        id >= from && (id == from || self.at_depth(id, self[from].depth) == from)
    }

    /// The newest borrow that two borrows of one tree derive from, or are.
    pub fn meet(&self, a: NodeId, b: NodeId) -> NodeId {
        let depth = self[a].depth.min(self[b].depth);
        let (mut a, mut b) = (self.at_depth(a, depth), self.at_depth(b, depth));
        while a != b {
            let (above_a, above_b) = (&self[a], &self[b]);
            (a, b) = match above_a.jump == above_b.jump {
                true => (above_a.parent, above_b.parent),
                false => (above_a.jump, above_b.jump),
            };
        }
        a
    }

    /// The ancestor of a borrow that derives from so many, or the borrow itself if it derives from no more.
    #[inline]
    fn at_depth(&self, mut id: NodeId, depth: u32) -> NodeId {
        loop {
            let node = &self[id];
            if node.depth <= depth {
                return id;
            }
            id = if self[node.jump].depth >= depth { node.jump } else { node.parent };
        }
    }

    /// Leaves the borrows that `keep` says, in new places; `change` sees each before it goes there. The children of one that goes
    /// are its parent's from then on.
    pub fn retain(&mut self, keep: &[bool], mut change: impl FnMut(&mut Node)) {
        let old = std::mem::take(&mut self.0);
        // Where each is now, or else the nearest that it derived from; `None` where nobody knows.
        let mut places: Vec<Option<NodeId>> = Vec::with_capacity(old.len());
        for (index, mut node) in old.into_iter().enumerate() {
            let is_top = node.parent.index() == index;
            let parent = if is_top { None } else { places[node.parent.index()] };
            if !keep[index] {
                places.push(parent);
                continue;
            }
            change(&mut node);
            if index == 0 {
                self.0.push(node);
                places.push(Some(NodeId::ROOT));
            } else {
                places.push(Some(self.push(parent, node)));
            }
        }
        self.0.shrink_to_fit();
    }
}
