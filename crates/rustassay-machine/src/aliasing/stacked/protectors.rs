//! Which tags of an allocation are protected by a call that has not returned.

use crate::aliasing::{Protector, Tag};
use smallvec::{SmallVec, smallvec};

/// The protected tags, in order: calls return in the reverse order of their retags, so changes are at the
/// end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Protectors(SmallVec<[(Tag, Protector); 2]>);

impl Protectors {
    pub fn new() -> Protectors {
        Protectors(smallvec![])
    }

    #[inline]
    fn position(&self, tag: Tag) -> Result<usize, usize> {
        match self.0.last() {
            Some(&(last, _)) if tag <= last => self.0.binary_search_by_key(&tag, |&(tag, _)| tag),
            _ => Err(self.0.len()),
        }
    }

    /// How the tag is protected.
    #[inline]
    pub fn get(&self, tag: Tag) -> Option<Protector> {
        self.position(tag).ok().map(|at| self.0[at].1)
    }

    /// Protects a tag; says whether it was not protected before, otherwise nothing changes.
    #[inline]
    pub fn insert(&mut self, tag: Tag, protector: Protector) -> bool {
        let position = self.position(tag);
        if let Err(at) = position {
            self.0.insert(at, (tag, protector));
        }
        position.is_err()
    }

    /// Ends the protection of a tag and says what it was.
    #[inline]
    pub fn remove(&mut self, tag: Tag) -> Option<Protector> {
        self.position(tag).ok().map(|at| self.0.remove(at).1)
    }
}
