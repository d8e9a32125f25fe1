//! Which seeds are mutated first: the paper's four objectives, and nondominated sorting.
//!
//! Rust-twins (section 3.2) prefers seeds that reach more of the compiler, are larger, take longer to compile and have more lifetimes. None of
//! these outweighs another, so seeds are sorted into fronts (Deb, Pratap, Agarwal, Meyarivan: "A fast and elitist multiobjective genetic algorithm:
//! NSGA-II", 2002): no seed of a front is worse in everything than another of the same front.
//!
//! Nothing here looks at a clock: what compiling costs is counted by whoever fills in [`Objectives`].

use quote::ToTokens;
use syn::File;
use syn::visit::{self, Visit};

/// What is wanted of a seed, more of each.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Objectives {
    /// How much of the compiler it reaches: kinds of behaviour that were seen.
    pub coverage: u64,
    /// How large it is, in tokens.
    pub size: u64,
    /// What compiling it costs: statements of its MIR stand for time.
    pub cost: u64,
    /// [`lifetime_complexity`].
    pub lifetimes: u64,
}

impl Objectives {
    fn all(self) -> [u64; 4] {
        [self.coverage, self.size, self.cost, self.lifetimes]
    }

    /// Whether it is nowhere worse than another, and somewhere better.
    pub fn dominates(self, other: Objectives) -> bool {
        let pairs = self.all().into_iter().zip(other.all());
        self != other && pairs.into_iter().all(|(own, other)| own >= other)
    }
}

/// Lifetimes that a program names, and twice the relations between them (the paper's M4).
pub fn lifetime_complexity(file: &File) -> u64 {
    #[derive(Default)]
    struct Lifetimes {
        named: u64,
        relations: u64,
    }
    impl<'a> Visit<'a> for Lifetimes {
        fn visit_lifetime_param(&mut self, parameter: &'a syn::LifetimeParam) {
            self.named += 1;
            self.relations += parameter.bounds.len() as u64;
            visit::visit_lifetime_param(self, parameter);
        }

        fn visit_predicate_lifetime(&mut self, predicate: &'a syn::PredicateLifetime) {
            self.relations += predicate.bounds.len() as u64;
            visit::visit_predicate_lifetime(self, predicate);
        }
    }
    let mut lifetimes = Lifetimes::default();
    lifetimes.visit_file(file);
    lifetimes.named + 2 * lifetimes.relations
}

/// How large a program is, in tokens.
pub fn size(file: &File) -> u64 {
    fn count(tokens: proc_macro2::TokenStream) -> u64 {
        let each = tokens.into_iter().map(|token| match token {
            proc_macro2::TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        });
        each.sum()
    }
    count(file.to_token_stream())
}

/// The seeds in fronts, by number: the first dominates the rest. Within a front they are in the order of their numbers.
pub fn fronts(seeds: &[Objectives]) -> Vec<Vec<usize>> {
    // How many dominate each, and whom each dominates.
    let mut better = vec![0_usize; seeds.len()];
    let mut worse: Vec<Vec<usize>> = vec![Vec::new(); seeds.len()];
    for (one, own) in seeds.iter().enumerate() {
        for (other, theirs) in seeds.iter().enumerate() {
            if own.dominates(*theirs) {
                worse[one].push(other);
                better[other] += 1;
            }
        }
    }
    let mut fronts = Vec::new();
    let mut front: Vec<usize> = (0..seeds.len()).filter(|&seed| better[seed] == 0).collect();
    while !front.is_empty() {
        let mut next = Vec::new();
        for &seed in &front {
            for &other in &worse[seed] {
                better[other] -= 1;
                if better[other] == 0 {
                    next.push(other);
                }
            }
        }
        next.sort_unstable();
        fronts.push(std::mem::replace(&mut front, next));
    }
    fronts
}

/// How lonely each seed of a front is, in its order: the larger, the fewer are like it. Those at the ends of an objective are loneliest.
pub fn crowding(seeds: &[Objectives], front: &[usize]) -> Vec<f64> {
    let mut distance = vec![0.0; front.len()];
    for objective in 0..4 {
        let value = |at: usize| seeds[front[at]].all()[objective];
        let mut order: Vec<usize> = (0..front.len()).collect();
        order.sort_by_key(|&at| (value(at), front[at]));
        let (Some(&first), Some(&last)) = (order.first(), order.last()) else { continue };
        let range = value(last) - value(first);
        (distance[first], distance[last]) = (f64::INFINITY, f64::INFINITY);
        if range > 0 {
            for between in order.windows(3) {
                distance[between[1]] += (value(between[2]) - value(between[0])) as f64 / range as f64;
            }
        }
    }
    distance
}

/// All seeds, the one to be mutated first at the beginning: by fronts, within a front the loneliest first, then by number.
pub fn order(seeds: &[Objectives]) -> Vec<usize> {
    let mut order = Vec::with_capacity(seeds.len());
    for front in fronts(seeds) {
        let lonely = crowding(seeds, &front);
        let mut places: Vec<usize> = (0..front.len()).collect();
        places.sort_by(|&one, &other| {
            lonely[other].total_cmp(&lonely[one]).then(front[one].cmp(&front[other]))
        });
        order.extend(places.into_iter().map(|at| front[at]));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_random::Random;

    fn random_seeds(count: usize, seed: u64) -> Vec<Objectives> {
        let mut random = Random::new(seed);
        let mut one = || random.below(6) as u64;
        (0..count)
            .map(|_| Objectives { coverage: one(), size: one(), cost: one(), lifetimes: one() })
            .collect()
    }

    /// By the definition: take away what nothing left dominates, again and again.
    fn naive_fronts(seeds: &[Objectives]) -> Vec<Vec<usize>> {
        let mut left: Vec<usize> = (0..seeds.len()).collect();
        let mut fronts = Vec::new();
        while !left.is_empty() {
            let is_free = |seed: &usize| !left.iter().any(|&other| seeds[other].dominates(seeds[*seed]));
            let front: Vec<usize> = left.iter().copied().filter(is_free).collect();
            left.retain(|seed| !front.contains(seed));
            fronts.push(front);
        }
        fronts
    }

    #[test]
    fn fronts_are_those_of_the_definition() {
        for seed in 0..50 {
            let seeds = random_seeds(40, seed);
            assert_eq!(fronts(&seeds), naive_fronts(&seeds));
        }
    }

    #[test]
    fn the_order_has_every_seed_once_and_fronts_one_after_the_other() {
        let seeds = random_seeds(60, 7);
        let order = order(&seeds);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..60).collect::<Vec<_>>());
        for (at, &seed) in order.iter().enumerate() {
            assert!(order[..at].iter().all(|&earlier| !seeds[seed].dominates(seeds[earlier])));
        }
    }

    #[test]
    fn the_lonely_come_before_the_crowded() {
        let at = |coverage, size| Objectives { coverage, size, ..Objectives::default() };
        // One front: the ends, two that are close together, and one that is apart.
        let seeds = [at(0, 100), at(10, 90), at(11, 89), at(50, 50), at(100, 0)];
        assert_eq!(order(&seeds), [0, 4, 3, 2, 1]);
    }

    #[test]
    fn lifetimes_count_once_and_relations_twice() {
        let file = syn::parse_file("fn f<'a, 'b: 'a, 'c>(x: &'a u8, y: &'b u8) where 'c: 'a + 'b {}")
            .expect("it is Rust");
        assert_eq!(lifetime_complexity(&file), 3 + 2 * 3);
    }
}
