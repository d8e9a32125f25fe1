//! What happened to the borrows of an allocation: kept for error messages, decides nothing.

use crate::aliasing::{Access, Bytes, Moment, Tag};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Event {
    Created,
    Invalidated(Access),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Record {
    tag: Tag,
    when: Moment,
    bytes: Bytes,
    event: Event,
}

/// Records, the oldest first. To record costs an append, to undo it a pop; only an error searches.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct History(Vec<Record>);

impl History {
    /// A retag made this tag for these bytes.
    #[inline]
    pub fn created(&mut self, tag: Tag, bytes: Bytes, when: Moment) {
        self.0.push(Record { tag, when, bytes, event: Event::Created });
    }

    /// An access took the tag's permission at these bytes away.
    #[inline]
    pub fn invalidated(&mut self, tag: Tag, bytes: Bytes, access: Access, when: Moment) {
        self.0.push(Record { tag, when, bytes, event: Event::Invalidated(access) });
    }

    /// Takes the last record back.
    pub fn undo(&mut self) {
        self.0.pop();
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Drops what is known about the tags that are not live.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        self.0.retain(|record| is_live(record.tag));
    }

    /// When the tag was made.
    pub fn creation_of(&self, tag: Tag) -> Option<Moment> {
        let created = |record: &&Record| record.tag == tag && record.event == Event::Created;
        self.0.iter().rfind(created).map(|record| record.when)
    }

    /// When the tag lost its permission at this byte, and to what.
    pub fn invalidation_of(&self, tag: Tag, offset: u64) -> Option<(Access, Moment)> {
        self.0.iter().rev().find_map(|record| match record.event {
            Event::Invalidated(access)
                if record.tag == tag && record.bytes.start <= offset && offset < record.bytes.end =>
            {
                Some((access, record.when))
            }
            _ => None,
        })
    }
}
