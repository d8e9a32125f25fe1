//! What threads share, and how often they do something with it.

use rustassay_random::{Random, knobs};

impl Sharing {
    /// The same with features left out at random, and others multiplied. Something is left.
    pub(super) fn drawn(&self, random: &mut Random, left_out: usize) -> Sharing {
        let mut drawn = self.clone();
        random.mix(drawn.values_mut(), left_out);
        drawn.updates = drawn.updates.max(1);
        drawn
    }
}

knobs! {
    /// What the threads of a program share, against the others of its group.
    pub struct Sharing, each a "weight" within 0..=10_000;

    // What there is, besides memory of each thread's own.
    /// Integers that every thread updates atomically, by operations that commute.
    counters: 6,
    /// The same by loops of `compare_exchange`.
    exchanges: 3,
    /// Spin locks, and what they protect.
    locks: 4,
    /// The same where threads get the lock in the order in which they asked.
    ticket_locks: 2,

    // What one thread tells another.
    /// A flag, after which a payload is another thread's.
    messages: 6,
    /// A pointer to new memory, by an atomic pointer.
    published_pointers: 3,
    /// Nobody goes on until all have come.
    barriers: 3,

    // How a block ends.
    /// Updates of what is shared, against the weights of how else a block ends.
    updates: 12,
}
