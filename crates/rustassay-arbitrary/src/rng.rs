//! A deterministic source of choices from what is never empty.

use rustassay_random::Random;
use std::ops::{Deref, DerefMut};

/// The choices of a seed; items are copied out of what they are chosen from.
pub(crate) struct Rng(Random);

impl Rng {
    /// The choices that belong to `seed`.
    pub fn new(seed: u64) -> Rng {
        Rng(Random::new(seed))
    }

    /// One of the items, if there are any.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        self.0.pick(items).cloned()
    }

    /// One row of a table of weights, of which some are above zero.
    pub fn row<T: Copy>(&mut self, table: &[(usize, T)]) -> T {
        self.0.row(table).expect("a table has rows with a weight")
    }
}

impl Deref for Rng {
    type Target = Random;

    fn deref(&self) -> &Random {
        &self.0
    }
}

impl DerefMut for Rng {
    fn deref_mut(&mut self) -> &mut Random {
        &mut self.0
    }
}
