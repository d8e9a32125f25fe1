//! Which programs come next, and who tries them.
//!
//! Work is numbered. What a number stands for is settled when it is drawn, and written down before the work begins. Generators share the processor time of
//! compilers and programs: the one that is furthest behind its share comes next. Its profile and the backend are drawn from the seed and the number. With
//! feedback that draw is loaded: profiles and backends of which there was news lately get a larger share, and none ever gets less than a part of an equal
//! share.

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
    /// The digest of what the profile stands for.
    pub config: String,
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
    makers: Vec<Maker>,
    by_backend: BTreeMap<usize, Yield>,
}

/// A generator, and what it has had.
struct Maker {
    /// Its place in the list of generators.
    at: usize,
    share: f64,
    profiles: Vec<Profile>,
    /// The backends that suit it.
    backends: Vec<usize>,
    /// Processor time of the units that this run has finished, and how many there are.
    cpu: Duration,
    finished: u32,
    /// Units that were drawn and are not finished.
    open: u32,
}

struct Profile {
    name: String,
    programs: u64,
    brought: Yield,
}

/// What a unit is taken to cost before the first of its generator is finished.
const FIRST_UNIT: Duration = Duration::from_secs(3);

impl Maker {
    /// How much it has had, or will have when its open units are finished, for its share.
    fn had(&self) -> f64 {
        let a_unit = if self.finished == 0 { FIRST_UNIT } else { self.cpu / self.finished };
        (self.cpu + a_unit * self.open).as_secs_f64() / self.share
    }
}

impl Plan {
    /// A plan for these generators, each with its share of the processor time, and backends; or why there is nothing to do, for people.
    pub fn new(
        generators: &[Box<dyn Generator>],
        shares: &[f64],
        backends: &[Backend],
        seed: u64,
        is_loaded: bool,
        largest_lot: u64,
    ) -> Result<Plan, String> {
        let mut makers = Vec::new();
        for (at, (generator, &share)) in generators.iter().zip(shares).enumerate() {
            let fit: Vec<usize> = (0..backends.len()).filter(|&n| generator.suits(&backends[n])).collect();
            let profiles = generator.profiles().iter().map(|name| {
                let programs = generator.lot(name).min(largest_lot).clamp(1, STRIDE);
                Profile { name: name.clone(), programs, brought: Yield::default() }
            });
            let profiles: Vec<Profile> = profiles.collect();
            if !fit.is_empty() && !profiles.is_empty() && share > 0.0 {
                let cpu = Duration::ZERO;
                makers.push(Maker { at, share, profiles, backends: fit, cpu, finished: 0, open: 0 });
            }
        }
        if makers.is_empty() {
            return Err(
                "none of these compilers can be given programs: MIR programs need rustc 1.85 or later, \
                        and one that takes unstable flags (`rustassay toolchains` says which do)"
                    .to_owned(),
            );
        }
        Ok(Plan { seed, is_loaded, makers, by_backend: BTreeMap::new() })
    }

    /// Draws what the unit of this number is; `None` if no backend is left. The generators say what their profiles stand for by now.
    pub fn draw(&mut self, number: u64, generators: &[Box<dyn Generator>]) -> Option<Draw> {
        let mut random = Random::new(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let load = |brought: Option<&Yield>| match self.is_loaded {
            true => brought.copied().unwrap_or_default().rate(),
            false => 1.0,
        };
        let maker = self.makers.iter_mut().min_by(|one, other| one.had().total_cmp(&other.had()))?;
        let loads: Vec<f64> = maker.profiles.iter().map(|profile| load(Some(&profile.brought))).collect();
        let profile = &maker.profiles[pick(&mut random, &loads)];
        let loads: Vec<f64> =
            maker.backends.iter().map(|backend| load(self.by_backend.get(backend))).collect();
        let backend = maker.backends[pick(&mut random, &loads)];
        let config = generators.get(maker.at)?.config(&profile.name)?;
        maker.open += 1;
        Some(Draw {
            number,
            generator: maker.at,
            profile: profile.name.clone(),
            config,
            backend,
            first_seed: self.seed.wrapping_add(number.wrapping_mul(STRIDE)),
            programs: profile.programs.min(largest_unit(number)),
        })
    }

    /// Notes that a unit which an earlier run has drawn is worked on.
    pub fn resume(&mut self, draw: &Draw) {
        self.makers.iter_mut().filter(|maker| maker.at == draw.generator).for_each(|maker| maker.open += 1);
    }

    /// Notes that a unit is finished and what it has brought; or that nothing will come of it.
    pub fn finish(&mut self, draw: &Draw, brought: Option<Yield>) {
        for maker in self.makers.iter_mut().filter(|maker| maker.at == draw.generator) {
            maker.open = maker.open.saturating_sub(1);
            if let Some(brought) = brought {
                maker.finished += 1;
                maker.cpu += brought.cpu;
            }
        }
        if let Some(brought) = brought {
            self.learn(draw.generator, &draw.profile, draw.backend, brought);
        }
    }

    /// Learns what some work has brought, of this run or of an earlier one.
    pub fn learn(&mut self, generator: usize, profile: &str, backend: usize, brought: Yield) {
        let of_backend = self.by_backend.entry(backend).or_default();
        let maker = self.makers.iter_mut().find(|maker| maker.at == generator);
        let of_profile =
            maker.and_then(|maker| maker.profiles.iter_mut().find(|other| other.name == profile));
        for known in of_profile.map(|profile| &mut profile.brought).into_iter().chain([of_backend]) {
            known.cpu += brought.cpu;
            known.news += brought.news;
        }
    }

    /// Whether no backend is left.
    pub fn is_exhausted(&self) -> bool {
        self.makers.is_empty()
    }

    /// Draws nothing more for a backend.
    pub fn set_aside(&mut self, backend: usize) {
        self.makers.iter_mut().for_each(|maker| maker.backends.retain(|&other| other != backend));
        self.makers.retain(|maker| !maker.backends.is_empty());
    }
}

/// How many programs a unit may have by its number. The first units of a campaign are small, so that a person soon sees results.
fn largest_unit(number: u64) -> u64 {
    (4 << (number / 2).min(4)).min(STRIDE)
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

        fn config(&self, _: &str) -> Option<String> {
            Some("any".to_owned())
        }

        fn make(&self, _: &str, _: &str, _: u64, _: &Backend) -> Option<Made> {
            unreachable!("nobody asks a plan for programs")
        }
    }

    /// Two generators.
    fn any() -> [Box<dyn Generator>; 2] {
        [(); 2].map(|()| -> Box<dyn Generator> { Box::new(Any(["a".to_owned(), "b".to_owned()])) })
    }

    /// A plan for as many generators as there are shares, and four backends.
    fn plan_with(shares: &[f64], is_loaded: bool) -> Plan {
        Plan::new(&any()[..shares.len()], shares, &vec![Backend::machine(); 4], 5, is_loaded, 50).unwrap()
    }

    fn plan(is_loaded: bool) -> Plan {
        plan_with(&[1.0], is_loaded)
    }

    /// How many of a thousand draws are for each of the four backends.
    fn shares(plan: &mut Plan) -> [usize; 4] {
        let mut shares = [0; 4];
        (0..1000).for_each(|number| shares[plan.draw(number, &any()).unwrap().backend] += 1);
        shares
    }

    #[test]
    fn what_a_number_stands_for_follows_from_the_seed() {
        let draws = |mut plan: Plan| (0..100).map(|number| plan.draw(number, &any())).collect::<Vec<_>>();
        assert_eq!(draws(plan(false)), draws(plan(false)));
        // News change nothing where there is no feedback.
        let mut later = plan(false);
        later.learn(0, "a", 1, Yield { cpu: Duration::ZERO, news: 100.0 });
        assert_eq!(draws(later), draws(plan(false)));
    }

    #[test]
    fn no_two_units_have_a_seed_in_common() {
        let mut plan = plan(false);
        let [one, next] = [7, 8].map(|number| plan.draw(number, &any()).unwrap());
        assert!(one.first_seed + one.programs <= next.first_seed);
    }

    #[test]
    fn the_first_units_are_small() {
        assert_eq!([0, 2, 4, 6, 8, u64::MAX].map(largest_unit), [4, 8, 16, 32, 64, 64]);
    }

    #[test]
    fn who_brings_news_is_drawn_more_often_and_nobody_is_forgotten() {
        let mut plan = plan(true);
        for backend in 0..4 {
            let news = if backend == 2 { 60.0 } else { 0.0 };
            plan.learn(0, "a", backend, Yield { cpu: Duration::from_secs(600), news });
        }
        let shares = shares(&mut plan);
        assert!(shares[2] > 500, "{shares:?}");
        assert!(shares.iter().all(|&share| share > 60), "{shares:?}");
    }

    #[test]
    fn generators_share_processor_time_and_not_units() {
        let mut plan = plan_with(&[0.75, 0.25], false);
        let mut cpu = [0, 0];
        for number in 0..1000 {
            let draw = plan.draw(number, &any()).unwrap();
            // The second is ten times as dear.
            let cost = [1, 10][draw.generator];
            cpu[draw.generator] += cost;
            plan.finish(&draw, Some(Yield { cpu: Duration::from_secs(cost), news: 0.0 }));
        }
        let share = cpu[0] as f64 / (cpu[0] + cpu[1]) as f64;
        assert!((0.74..0.76).contains(&share), "{cpu:?}");
    }

    #[test]
    fn units_that_are_still_open_count_as_had() {
        let mut plan = plan_with(&[0.5, 0.5], false);
        let drawn: Vec<usize> = (0..4).map(|number| plan.draw(number, &any()).unwrap().generator).collect();
        assert_eq!(drawn, [0, 1, 0, 1]);
    }

    #[test]
    fn a_backend_that_is_set_aside_is_drawn_no_more() {
        let mut plan = plan(false);
        plan.set_aside(2);
        let shares = shares(&mut plan);
        assert_eq!(shares[2], 0);
        assert!(shares.iter().filter(|&&share| share > 0).count() == 3, "{shares:?}");
        [0, 1, 3].into_iter().for_each(|backend| plan.set_aside(backend));
        assert_eq!(plan.draw(1000, &any()), None);
    }
}
