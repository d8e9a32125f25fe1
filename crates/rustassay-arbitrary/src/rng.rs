//! A small deterministic source of choices.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014).
pub(crate) struct Rng(u64);

impl Rng {
    /// The choices that belong to `seed`.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// 128 random bits.
    pub fn wide_bits(&mut self) -> u128 {
        u128::from(self.bits()) << 64 | u128::from(self.bits())
    }

    /// A number from 0 to before `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of the items, if there are any.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).cloned()
    }

    /// One row of a table of weights.
    pub fn row<T: Copy>(&mut self, table: &[(usize, T)]) -> T {
        let total = table.iter().map(|(weight, _)| weight).sum();
        let mut ticket = self.below(total);
        for &(weight, row) in table {
            if ticket < weight {
                return row;
            }
            ticket -= weight;
        }
        unreachable!("the ticket is below the sum of the weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_make_equal_choices() {
        let draw = |seed| {
            let mut rng = Rng::new(seed);
            [rng.bits(), rng.bits()]
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }

    #[test]
    fn rows_without_weight_are_never_chosen() {
        let mut rng = Rng::new(0);
        assert!((0..100).all(|_| rng.row(&[(0, 'a'), (1, 'b')]) == 'b'));
    }
}
