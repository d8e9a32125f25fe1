//! Which programs come next, and who tries them.
//!
//! Work is numbered. What a number stands for is drawn from the seed and the number, so that the same seed does the same work, in
//! whatever order it is finished. With feedback the draw is loaded: profiles and backends of which there was news lately get a
//! larger share, and none ever gets less than a part of an equal share.

use crate::generator::Generator;
use rustassay_judge::backend::Backend;
use rustassay_random::Random;
use std::collections::BTreeMap;
use std::time::Duration;

/// Seeds of one unit of work; no unit has more programs.
pub const STRIDE: u64 = 64;

/// What one unit of work is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Its number.
    pub number: u64,
    /// The generator, as a place in the list.
    pub generator: usize,
    #[allow(missing_docs)]
    pub profile: String,
    /// The backend, as a place in the list.
    pub backend: usize,
    /// The seed of the first program.
    pub first_seed: u64,
    /// How many programs.
    pub programs: u64,
}

/// What a profile or a backend has brought.
#[derive(Copy, Clone, Default, Debug)]
pub struct Yield {
    /// Processor time that it has had.
    pub cpu: Duration,
    /// What was new: behaviours of the compiler, and findings, which count as many.
    pub news: f64,
}

/// A new finding is worth so many new behaviours.
pub const NEWS_OF_A_FINDING: f64 = 20.0;

/// The part of the draw that is never loaded.
const EXPLORATION: f64 = 0.4;

/// So much is believed of what has not had its minute yet: one news a minute.
const MINUTE: f64 = 60.0;

impl Yield {
    /// News a minute. One minute with one news is given to everybody, so that who has had little time is thought well of.
    fn rate(&self) -> f64 {
        (self.news + 1.0) / (self.cpu.as_secs_f64() / MINUTE + 1.0)
    }
}

/// Draws units of work.
pub struct Plan {
    seed: u64,
    is_loaded: bool,
    /// Generators with their profiles, and backends that suit them: `(generator, profile)` is one choice.
    kinds: Vec<(usize, String, u64)>,
    suitable: Vec<Vec<usize>>,
    by_kind: BTreeMap<(usize, String), Yield>,
    by_backend: BTreeMap<usize, Yield>,
}

impl Plan {
    /// A plan for these generators and backends; or why there is nothing to do, for people.
    pub fn new(
        generators: &[Box<dyn Generator>],
        backends: &[Backend],
        seed: u64,
        is_loaded: bool,
        largest_lot: u64,
    ) -> Result<Plan, String> {
        let mut kinds = Vec::new();
        let mut suitable = Vec::new();
        for (at, generator) in generators.iter().enumerate() {
            let fit: Vec<usize> = (0..backends.len()).filter(|&n| generator.suits(&backends[n])).collect();
            if !fit.is_empty() {
                kinds.extend(generator.profiles().iter().map(|profile| {
                    (at, profile.clone(), generator.lot(profile).min(largest_lot).clamp(1, STRIDE))
                }));
            }
            suitable.push(fit);
        }
        if kinds.is_empty() {
            return Err(
                "none of these compilers can be given programs: MIR programs need rustc 1.85 or later, \
                        and one that takes unstable flags (`rustassay toolchains` says which do)"
                    .to_owned(),
            );
        }
        Ok(Plan { seed, is_loaded, kinds, suitable, by_kind: BTreeMap::new(), by_backend: BTreeMap::new() })
    }

    /// What the unit of this number is.
    pub fn draw(&self, number: u64) -> Draw {
        let mut random = Random::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let load = |value: Option<&Yield>| match self.is_loaded {
            true => value.copied().unwrap_or_default().rate(),
            false => 1.0,
        };
        let loads = self
            .kinds
            .iter()
            .map(|(generator, profile, _)| load(self.by_kind.get(&(*generator, profile.clone()))));
        let (generator, profile, programs) =
            self.kinds[pick(&mut random, &loads.collect::<Vec<f64>>())].clone();
        let backends = &self.suitable[generator];
        let loads = backends.iter().map(|backend| load(self.by_backend.get(backend)));
        let backend = backends[pick(&mut random, &loads.collect::<Vec<f64>>())];
        let first_seed = self.seed.wrapping_add(number.wrapping_mul(STRIDE));
        Draw { number, generator, profile, backend, first_seed, programs }
    }

    /// Learns what some work has brought.
    pub fn learn(&mut self, generator: usize, profile: &str, backend: usize, brought: Yield) {
        let kind = self.by_kind.entry((generator, profile.to_owned())).or_default();
        for known in [kind, self.by_backend.entry(backend).or_default()] {
            known.cpu += brought.cpu;
            known.news += brought.news;
        }
    }
}

/// A place in the list: for a part at random, else by load.
fn pick(random: &mut Random, loads: &[f64]) -> usize {
    let sum: f64 = loads.iter().sum();
    let equal = EXPLORATION / loads.len() as f64;
    let mut ticket = random.fraction();
    for (at, load) in loads.iter().enumerate() {
        ticket -= equal + (1.0 - EXPLORATION) * load / sum;
        if ticket < 0.0 {
            return at;
        }
    }
    loads.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::Made;

    /// Two profiles for any backend.
    struct Any([String; 2]);

    impl Generator for Any {
        fn name(&self) -> &'static str {
            "any"
        }

        fn profiles(&self) -> &[String] {
            &self.0
        }

        fn lot(&self, _: &str) -> u64 {
            10
        }

        fn suits(&self, _: &Backend) -> bool {
            true
        }

        fn make(&self, _: &str, _: u64, _: &Backend) -> Made {
            unreachable!("nobody asks a plan for programs")
        }

        fn features(&self, _: &Made) -> Vec<String> {
            Vec::new()
        }

        fn command(&self, _: &str, _: u64, _: &Backend) -> String {
            String::new()
        }
    }

    fn plan(is_loaded: bool) -> Plan {
        let generators: [Box<dyn Generator>; 1] = [Box::new(Any(["a".to_owned(), "b".to_owned()]))];
        let backends = vec![Backend::machine(); 4];
        Plan::new(&generators, &backends, 5, is_loaded, 50).unwrap()
    }

    /// How many of a thousand draws are for each of the four backends.
    fn shares(plan: &Plan) -> [usize; 4] {
        let mut shares = [0; 4];
        (0..1000).for_each(|number| shares[plan.draw(number).backend] += 1);
        shares
    }

    #[test]
    fn what_a_number_stands_for_follows_from_the_seed() {
        let draws = |plan: &Plan| (0..100).map(|number| plan.draw(number)).collect::<Vec<_>>();
        assert_eq!(draws(&plan(false)), draws(&plan(false)));
        // News change nothing where there is no feedback.
        let mut later = plan(false);
        later.learn(0, "a", 1, Yield { cpu: Duration::ZERO, news: 100.0 });
        assert_eq!(draws(&later), draws(&plan(false)));
    }

    #[test]
    fn no_two_units_have_a_seed_in_common() {
        let plan = plan(false);
        let [one, next] = [7, 8].map(|number| plan.draw(number));
        assert!(one.first_seed + one.programs <= next.first_seed);
    }

    #[test]
    fn who_brings_news_is_drawn_more_often_and_nobody_is_forgotten() {
        let mut plan = plan(true);
        for backend in 0..4 {
            let news = if backend == 2 { 60.0 } else { 0.0 };
            plan.learn(0, "a", backend, Yield { cpu: Duration::from_secs(600), news });
        }
        let shares = shares(&plan);
        assert!(shares[2] > 500, "{shares:?}");
        assert!(shares.iter().all(|&share| share > 60), "{shares:?}");
    }
}
