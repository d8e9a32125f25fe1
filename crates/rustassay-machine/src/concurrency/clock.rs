//! Vector clocks: which events of which threads happened before.

use crate::threads::ThreadId;
use smallvec::SmallVec;

/// A stretch of a thread's time: all that it does between two of its operations that other threads can synchronize with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Epoch {
    /// Whose time.
    pub thread: ThreadId,
    /// Zero is before any thread was spawned: such an event happened before everything.
    pub time: u32,
}

impl Epoch {
    /// Before any thread was spawned.
    pub const START: Epoch = Epoch { thread: ThreadId::MAIN, time: 0 };
}

/// For each thread, the last of its epochs that happened before.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct VectorClock(SmallVec<[u32; 4]>);

impl VectorClock {
    /// The last epoch of a thread that happened before.
    #[inline]
    pub fn time(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.index()).copied().unwrap_or(0)
    }

    /// Whether an event happened before.
    #[inline]
    pub fn includes(&self, epoch: Epoch) -> bool {
        epoch.time <= self.time(epoch.thread)
    }

    /// Adds what happened before according to another clock.
    pub fn join(&mut self, other: &VectorClock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (own, &other) in self.0.iter_mut().zip(&other.0) {
            *own = (*own).max(other);
        }
    }

    /// Begins the next epoch of a thread.
    pub fn advance(&mut self, thread: ThreadId) {
        if self.0.len() <= thread.index() {
            self.0.resize(thread.index() + 1, 0);
        }
        self.0[thread.index()] += 1;
    }
}

/// A place in the order S of all sequentially consistent operations. Operations at the same place are in the order in which they were
/// executed.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Position(pub u64);

/// What a thread knows of the past, and passes on to who synchronizes with it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct ThreadView {
    /// What happened before.
    pub clock: VectorClock,
    /// The last place in S of an operation that happened before.
    pub sc: Position,
    /// The last place in S of a fence that happened before.
    pub fence: Position,
}

impl ThreadView {
    /// Adds what another view knows.
    pub fn join(&mut self, other: &ThreadView) {
        self.clock.join(&other.clock);
        self.sc = self.sc.max(other.sc);
        self.fence = self.fence.max(other.fence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_joined_clock_includes_what_either_did() {
        let (one, two) = (ThreadId(1), ThreadId(2));
        let (mut a, mut b) = (VectorClock::default(), VectorClock::default());
        a.advance(one);
        b.advance(two);
        b.advance(two);
        a.join(&b);
        assert!(a.includes(Epoch { thread: one, time: 1 }) && a.includes(Epoch { thread: two, time: 2 }));
        assert!(!a.includes(Epoch { thread: two, time: 3 }));
    }

    #[test]
    fn the_start_happened_before_everything() {
        assert!(VectorClock::default().includes(Epoch::START));
    }
}
