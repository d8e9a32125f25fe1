//! Examples of the paper and of Miri's behavior, and properties that hold for all short or many random
//! programs.

mod examples;
mod properties;
mod reference;

use super::{Change, State, Violation};
use crate::aliasing::{Access, Bytes, Moment, PointerKind, Protector, Retag, Tag};

/// A retag of `bytes` without cells or protector.
fn retag(kind: PointerKind, bytes: Bytes) -> Retag<'static> {
    Retag { kind, unpin: true, bytes, cells: &[], has_cells: false, protector: None }
}

/// An allocation together with a supply of tags and moments, in terms of which the examples read like
/// programs.
struct Memory {
    state: State,
    size: u64,
    tags: u32,
    moments: u32,
}

const ROOT: Tag = Tag(0);

impl Memory {
    fn local(size: u64) -> Memory {
        Memory { state: State::new_local(size, ROOT), size, tags: 0, moments: 0 }
    }

    fn heap(size: u64) -> Memory {
        Memory { state: State::new(size, ROOT), size, tags: 0, moments: 0 }
    }

    fn now(&mut self) -> Moment {
        self.moments += 1;
        Moment(self.moments)
    }

    fn all(&self) -> Bytes {
        Bytes { start: 0, end: self.size }
    }

    fn try_retag(&mut self, parent: Tag, retag: Retag<'_>) -> Result<Tag, Violation> {
        self.tags += 1;
        let (new, now) = (Tag(self.tags), self.now());
        self.state.retag(parent, new, &retag, now, &mut |_| ()).map(|()| new)
    }

    fn retag(&mut self, parent: Tag, retag: Retag<'_>) -> Tag {
        self.try_retag(parent, retag).expect("this retag is fine")
    }

    /// A borrow of all bytes.
    fn borrow(&mut self, parent: Tag, kind: PointerKind) -> Tag {
        self.retag(parent, retag(kind, self.all()))
    }

    fn try_borrow(&mut self, parent: Tag, kind: PointerKind) -> Result<Tag, Violation> {
        self.try_retag(parent, retag(kind, self.all()))
    }

    /// A borrow of all bytes that a function is given.
    fn argument(&mut self, parent: Tag, kind: PointerKind) -> Tag {
        let protector = if kind == PointerKind::Box { Protector::Weak } else { Protector::Strong };
        self.retag(parent, Retag { protector: Some(protector), ..retag(kind, self.all()) })
    }

    fn access(&mut self, tag: Tag, bytes: Bytes, access: Access) -> Result<(), Violation> {
        let now = self.now();
        self.state.access(tag, bytes, access, now, &mut |_| ())
    }

    fn read(&mut self, tag: Tag) -> Result<(), Violation> {
        self.access(tag, self.all(), Access::Read)
    }

    fn write(&mut self, tag: Tag) -> Result<(), Violation> {
        self.access(tag, self.all(), Access::Write)
    }

    fn dealloc(&mut self, tag: Tag) -> Result<(), Violation> {
        let now = self.now();
        self.state.dealloc(tag, now, &mut |_: Change| ())
    }

    fn returns(&mut self, argument: Tag) {
        self.state.end_protection(argument, &mut |_| ());
    }

    fn access_exposed(&mut self, exposed: &[Tag], access: Access) -> Result<(), Violation> {
        let (all, now) = (self.all(), self.now());
        self.state.access_wildcard(|tag| exposed.contains(&tag), all, access, now, &mut |_| ())
    }
}
