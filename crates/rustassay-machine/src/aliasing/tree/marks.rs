//! What accesses leave on the bytes that they touch, for the borrows that they are foreign to.

use super::super::{Access, Moment, Tag};
use super::nodes::{Held, Node, NodeId, Nodes};
use super::rules::{Permission, Relation};

/// The last write of some bytes, and who has read them since.
///
/// This is all that a borrow has to know of foreign accesses:
/// - A foreign write since the borrow was made disables it for good, or does nothing to it for good. If writes that came later are local,
///   then it was none that disables. So it is enough to know the last write.
/// - A foreign read takes rights from a borrow only if it is unique, so if it was the last to be written through. It has seen a foreign read
///   unless all who have read since derive from it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Mark {
    /// How many writes there were in the allocation, up to the last one here; zero if there was none here.
    written: u64,
    writer: NodeId,
    write_moment: Moment,
    /// The newest borrow that all readers since the last write derive from, or are.
    readers: Option<NodeId>,
    /// When that was last another.
    read_moment: Moment,
    /// The last access of all. To do the same once more changes nothing.
    last: Option<(Tag, Access)>,
}

impl Mark {
    /// Of bytes that nobody has accessed.
    pub const NONE: Mark = Mark {
        written: 0,
        writer: NodeId::ROOT,
        write_moment: Moment::NONE,
        readers: None,
        read_moment: Moment::NONE,
        last: None,
    };

    /// That of a write, which is the allocation's `number`th.
    #[inline]
    pub fn write(number: u64, writer: NodeId, tag: Tag, now: Moment) -> Mark {
        Mark { written: number, writer, write_moment: now, last: Some((tag, Access::Write)), ..Mark::NONE }
    }

    /// What is left of it after a read.
    #[inline]
    pub fn read(self, nodes: &Nodes, reader: NodeId, tag: Tag, now: Moment) -> Mark {
        let last = Some((tag, Access::Read));
        let readers = match self.readers {
            None => reader,
            Some(readers) if nodes.derives(reader, readers) => return Mark { last, ..self },
            Some(readers) => nodes.meet(readers, reader),
        };
        Mark { readers: Some(readers), read_moment: now, last, ..self }
    }

    /// Whether it says the same to all borrows as another.
    #[inline]
    pub fn says_the_same(&self, other: &Mark) -> bool {
        (self.written, self.writer, self.readers) == (other.written, other.writer, other.readers)
    }

    /// Whether it is the same but for moments.
    pub fn is_like(&self, other: &Mark) -> bool {
        self.says_the_same(other) && self.last == other.last
    }

    /// The number of the last write.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Whether the last access was made through a borrow, and the same again, or less, would change nothing for those who were there.
    #[inline]
    pub fn is_repeated_by(&self, tag: Tag, access: Access) -> bool {
        match self.last {
            Some((last, done)) => last == tag && (done == Access::Write || access == Access::Read),
            None => false,
        }
    }

    /// What a borrow holds, given what it held before it learned of the mark.
    #[inline]
    pub fn seen_by(&self, nodes: &Nodes, id: NodeId, node: &Node, held: Held) -> Held {
        let permission = held.location.permission;
        let after = |access, moment| held.after(access, Relation::Foreign, node.is_protected(), Some(moment));
        if permission.foreign(Access::Write, node.is_protected()) == permission || id == NodeId::ROOT {
            return held;
        }
        if self.written > node.born && !nodes.derives(self.writer, id) {
            return after(Access::Write, self.write_moment);
        }
        match self.readers {
            Some(readers) if permission == Permission::Unique && !nodes.derives(readers, id) => {
                after(Access::Read, self.read_moment)
            }
            _ => held,
        }
    }
}
