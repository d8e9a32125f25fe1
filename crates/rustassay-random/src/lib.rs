//! A deterministic source of choices, for everything that is made from a seed.
//!
//! The generator is our own. Reports and stores name seeds, so a seed must give the same choices for ever,
//! also after an update of a dependency.
//!
//! ```
//! use rustassay_random::{Random, weighted};
//!
//! let mut random = Random::new(7);
//! let rolls: Vec<usize> = (0..5).map(|_| random.between(1, 6)).collect();
//! let mut same = Random::new(7);
//! assert_eq!(rolls, (0..5).map(|_| same.between(1, 6)).collect::<Vec<_>>());
//!
//! let operator = weighted!(random, (5, '+'), (2, '*'), (0, '/'));
//! assert_ne!(operator, '/', "it has no weight");
//! ```
//!
//! Generators write their choices as tables: [`weighted!`] makes one of several alternatives, [`knobs!`] and
//! [`ranges!`] declare the numbers that a user may set.

mod knobs;

use std::ops::RangeInclusive;

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): the same seed gives the same
/// choices on every machine and for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random(u64);

impl Random {
    /// The choices that belong to a seed.
    pub const fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        finish(self.0)
    }

    /// 128 random bits.
    pub fn wide_bits(&mut self) -> u128 {
        u128::from(self.bits()) << 64 | u128::from(self.bits())
    }

    /// A number from 0 to before `bound`; 0 when `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// A number of a range.
    pub fn within(&mut self, range: &RangeInclusive<usize>) -> usize {
        self.between(*range.start(), *range.end())
    }

    /// A number from 0 to before 1.
    pub fn fraction(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// True in `part` of `whole` cases.
    pub fn ratio(&mut self, part: usize, whole: usize) -> bool {
        self.below(whole) < part
    }

    /// True in half of all cases: a choice between two equals.
    pub fn coin(&mut self) -> bool {
        self.chance(50)
    }

    /// One of the items, if there are any.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// One of the items of an array, which has some.
    pub fn one<T: Copy, const N: usize>(&mut self, items: [T; N]) -> T {
        const { assert!(N > 0) };
        items[self.below(N)]
    }

    /// One row of a table of weights, if any has some.
    pub fn row<T: Copy>(&mut self, table: &[(usize, T)]) -> Option<T> {
        self.weighted_index(table.iter().map(|&(weight, _)| weight)).map(|row| table[row].1)
    }

    /// The number of the row that [`weighted!`] makes: the last one where none has a weight.
    #[doc(hidden)]
    pub fn row_number(&mut self, weights: &[usize]) -> usize {
        self.weighted_index(weights.iter().copied()).unwrap_or(weights.len() - 1)
    }

    fn weighted_index(&mut self, weights: impl Iterator<Item = usize> + Clone) -> Option<usize> {
        let mut ticket = self.below(weights.clone().sum());
        for (index, weight) in weights.enumerate() {
            if ticket < weight {
                return Some(index);
            }
            ticket -= weight;
        }
        None
    }

    /// One row of a menu, if it has any.
    pub fn choose<T: Copy>(&mut self, menu: &Menu<T>) -> Option<T> {
        let ticket = self.below(menu.rows.last().map_or(0, |&(total, _)| total));
        menu.rows.iter().find(|&&(end, _)| ticket < end).map(|&(_, row)| row)
    }

    /// Draws a mixture of features (swarm testing: Groce et al., ISSTA 2012): `left_out` of 100 have no weight, the others have theirs,
    /// or a multiple of it.
    pub fn mix<'a>(&mut self, weights: impl Iterator<Item = &'a mut usize>, left_out: usize) {
        for weight in weights {
            let ticket = self.below(100);
            *weight *= if ticket < left_out { 0 } else { FACTORS[ticket % FACTORS.len()] };
        }
    }

    /// Puts items in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// What the weights of the features of a mixture are multiplied by.
const FACTORS: [usize; 3] = [1, 2, 4];

/// A table of weights to choose from often: what it sums up to is known.
#[derive(Clone, Debug)]
pub struct Menu<T> {
    /// The rows that have a weight, each with the sum of the weights up to it.
    rows: Vec<(usize, T)>,
}

impl<T: Copy> Menu<T> {
    /// The menu of a table of weights.
    pub fn new(table: &[(usize, T)]) -> Menu<T> {
        let mut rows = Vec::with_capacity(table.len());
        let mut total = 0;
        for &(weight, row) in table.iter().filter(|(weight, _)| *weight > 0) {
            total += weight;
            rows.push((total, row));
        }
        Menu { rows }
    }
}

/// Makes one of several alternatives: a table with a row for each.
///
/// A row is `(weight, made)` or `(weight, condition, made)`. Only the row that is chosen is evaluated, so its expression may change
/// the generator, return or fail. A row whose condition is false has no weight. Where no row has one, the last is made.
///
/// ```
/// # let (mut random, depth) = (rustassay_random::Random::new(0), 0);
/// let text = rustassay_random::weighted!(
///     random,
///     (3, "a".to_owned()),
///     (1, depth > 0, { unreachable!() }),
///     (2, random.below(10).to_string()),
/// );
/// # assert!(text == "a" || text.parse::<u8>().is_ok());
/// ```
#[macro_export]
macro_rules! weighted {
    ($random:expr, $(($weight:expr, $($rest:expr),+)),+ $(,)?) => {{
        let weights = [$($crate::weighted!(@weight $weight, $($rest),+)),+];
        let row = $random.row_number(&weights);
        $crate::weighted!(@made row; $(($($rest),+))+)
    }};
    (@weight $weight:expr, $made:expr) => { $weight };
    (@weight $weight:expr, $condition:expr, $made:expr) => { if $condition { $weight } else { 0 } };
    (@made $row:ident; ($made:expr)) => {{
        let _ = $row;
        $made
    }};
    (@made $row:ident; ($condition:expr, $made:expr)) => {{
        let _ = $row;
        $made
    }};
    (@made $row:ident; ($made:expr) $($more:tt)+) => {
        if $row == 0 {
            $made
        } else {
            let row = $row - 1;
            $crate::weighted!(@made row; $($more)+)
        }
    };
    (@made $row:ident; ($condition:expr, $made:expr) $($more:tt)+) => {
        $crate::weighted!(@made $row; ($made) $($more)+)
    };
}

/// Mixes a value into a state, for choices that belong to several numbers at once.
pub const fn mix(state: u64, value: u64) -> u64 {
    finish((state ^ value).wrapping_add(GOLDEN))
}

/// What SplitMix64 steps by: two to the 64 by the golden ratio, made odd.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's finalizer.
#[inline]
const fn finish(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_stands_for_the_numbers_of_the_published_algorithm() {
        // The first outputs of SplitMix64 for the seed 1234567, as other implementations give them.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn rows_without_weight_are_never_chosen() {
        let (table, mut random) = ([(0, 'a'), (1, 'b'), (0, 'c')], Random::new(0));
        let menu = Menu::new(&table);
        assert!((0..100).all(|_| random.row(&table) == Some('b') && random.choose(&menu) == Some('b')));
    }

    #[test]
    fn nothing_is_chosen_from_nothing() {
        let mut random = Random::new(0);
        assert_eq!(random.pick::<u8>(&[]), None);
        assert_eq!(random.row::<u8>(&[]), None);
        assert_eq!(random.choose(&Menu::<u8>::new(&[(0, 1)])), None);
    }

    #[test]
    fn a_table_and_its_menu_give_the_same_choices() {
        let table = [(3, 'a'), (0, 'b'), (5, 'c'), (1, 'd')];
        let (menu, mut one, mut other) = (Menu::new(&table), Random::new(7), Random::new(7));
        assert!((0..1000).all(|_| one.row(&table) == other.choose(&menu)));
    }

    #[test]
    fn rows_of_a_table_are_made_as_often_as_they_weigh() {
        let (mut random, mut made) = (Random::new(5), [0_usize; 4]);
        for n in 0..1_000 {
            let row = weighted!(random, (1, 0), (7, n % 2 == 0, 1), (2, 2), (1, false, unreachable!()));
            made[row] += 1;
        }
        // Of 500 with three rows, 50, 350 and 100; of 500 with two, 167 and 333.
        for (made, expected) in made.into_iter().zip([217, 350, 433, 0]) {
            assert!(made.abs_diff(expected) < 60, "{made} against {expected}");
        }
        assert_eq!(weighted!(random, (0, 'a'), (1, false, 'b')), 'b');
    }

    #[test]
    fn a_table_written_in_place_gives_the_same_choices_as_one_of_values() {
        let (mut one, mut other) = (Random::new(7), Random::new(7));
        let table = [(3, 'a'), (0, 'b'), (5, 'c'), (1, 'd')];
        let in_place = |random: &mut Random| weighted!(random, (3, 'a'), (5, 'c'), (1, 'd'));
        assert!((0..1000).all(|_| one.row(&table) == Some(in_place(&mut other))));
    }

    #[test]
    fn shuffling_loses_nothing() {
        let mut items: Vec<usize> = (0..50).collect();
        Random::new(3).shuffle(&mut items);
        assert!(!items.is_sorted());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
