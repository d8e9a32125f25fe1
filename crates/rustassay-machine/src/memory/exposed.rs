//! Borrows whose addresses were exposed, so that integers may become pointers to their allocations again (RFC 3559).

use super::AllocId;
use crate::aliasing::Tag;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A borrow whose address was exposed.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Exposure {
    id: AllocId,
    tag: Tag,
    /// Where its allocation lies.
    addr: u64,
    /// Whether it is the first of its allocation.
    is_first: bool,
}

/// All borrows whose addresses were exposed. A program that keeps its pointers as integers exposes each of its allocations.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Exposed {
    /// The oldest first.
    exposures: Vec<Exposure>,
    borrows: FxHashSet<(AllocId, Tag)>,
    /// The allocations by their addresses: one of them is live at most, and others were there before it.
    places: BTreeMap<u64, SmallVec<[AllocId; 1]>>,
}

impl Exposed {
    /// Exposes a borrow of an allocation at this address. Whether it was not exposed before.
    pub fn insert(&mut self, id: AllocId, tag: Tag, addr: u64) -> bool {
        if !self.borrows.insert((id, tag)) {
            return false;
        }
        let place = self.places.entry(addr).or_default();
        let is_first = !place.contains(&id);
        if is_first {
            place.push(id);
        }
        self.exposures.push(Exposure { id, tag, addr, is_first });
        true
    }

    /// Takes back the last exposure.
    pub fn pop(&mut self) {
        let Some(Exposure { id, tag, addr, is_first }) = self.exposures.pop() else { return };
        self.borrows.remove(&(id, tag));
        if is_first && let Some(place) = self.places.get_mut(&addr) {
            place.pop();
            if place.is_empty() {
                self.places.remove(&addr);
            }
        }
    }

    /// Whether a borrow was exposed.
    #[inline]
    pub fn contains(&self, id: AllocId, tag: Tag) -> bool {
        self.borrows.contains(&(id, tag))
    }

    /// All, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (AllocId, Tag)> {
        self.exposures.iter().map(|exposure| (exposure.id, exposure.tag))
    }

    /// The allocations that begin at an address.
    pub fn beginning_at(&self, addr: u64) -> impl Iterator<Item = AllocId> {
        self.places.get(&addr).into_iter().flatten().copied()
    }

    /// The allocations that an address may be in or at the end of: those that begin last before it. Live ones do not touch each
    /// other, and memory is reused from its beginning only.
    pub fn around(&self, addr: u64) -> impl Iterator<Item = AllocId> {
        self.places.range(..=addr).next_back().into_iter().flat_map(|(_, ids)| ids).copied()
    }

    /// Forgets all others.
    pub fn retain(&mut self, keep: impl Fn(AllocId) -> bool) {
        if self.exposures.iter().all(|exposure| keep(exposure.id)) {
            return;
        }
        for Exposure { id, tag, addr, .. } in std::mem::take(self).exposures {
            if keep(id) {
                self.insert(id, tag, addr);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: AllocId = AllocId(1);
    const SECOND: AllocId = AllocId(2);
    const TAG: Tag = Tag(7);

    fn around(exposed: &Exposed, addr: u64) -> Vec<AllocId> {
        exposed.around(addr).collect()
    }

    #[test]
    fn an_address_is_around_what_begins_last_before_it() {
        let mut exposed = Exposed::default();
        assert!(exposed.insert(FIRST, TAG, 16));
        assert!(exposed.insert(SECOND, TAG, 32));
        assert_eq!(around(&exposed, 15), []);
        assert_eq!(around(&exposed, 31), [FIRST]);
        assert_eq!(around(&exposed, 32), [SECOND]);
    }

    #[test]
    fn what_is_taken_back_was_never_exposed() {
        let mut exposed = Exposed::default();
        exposed.insert(FIRST, TAG, 16);
        let before = exposed.clone();
        exposed.insert(SECOND, TAG, 16);
        exposed.insert(SECOND, Tag(8), 16);
        assert!(!exposed.insert(SECOND, TAG, 16));
        exposed.pop();
        exposed.pop();
        assert_eq!(exposed, before);
    }

    #[test]
    fn what_is_not_retained_is_forgotten() {
        let mut exposed = Exposed::default();
        exposed.insert(FIRST, TAG, 16);
        exposed.insert(SECOND, TAG, 16);
        exposed.retain(|id| id == SECOND);
        assert!(!exposed.contains(FIRST, TAG));
        assert_eq!(exposed.beginning_at(16).collect::<Vec<_>>(), [SECOND]);
        assert_eq!(exposed.iter().collect::<Vec<_>>(), [(SECOND, TAG)]);
    }
}
