//! What every generated program promises.

use rustassay_gen_mir::config::{Profile, Ranges};
use rustassay_gen_mir::{Generated, generate, schedules};
use rustassay_lang::{Architecture, Release};
use rustassay_machine::aliasing::Model;
use rustassay_machine::explore::ExplorationLimits;
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::check::check;
use rustassay_mir::model::{Body, CastKind, FloatTy, IntTy, Program, Rvalue, Statement, Ty};
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read;

/// How many programs each test looks at.
fn count() -> u64 {
    std::env::var("RUSTASSAY_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(100)
}

fn programs() -> impl Iterator<Item = (u64, Generated)> {
    let profiles = Profile::ALL.into_iter().filter(|profile| *profile != Profile::Large).cycle();
    (0..count()).zip(profiles).map(|(seed, profile)| (seed, generate(seed, &profile.config())))
}

fn text(generated: &Generated) -> String {
    print(&generated.program, &PrintOptions { form: Form::People, ..PrintOptions::default() })
        .expect("it can be printed")
}

#[test]
fn the_same_seed_gives_the_same_program() {
    for seed in 0..10 {
        let config = Profile::Default.config();
        assert_eq!(text(&generate(seed, &config)), text(&generate(seed, &config)));
    }
}

#[test]
fn programs_are_well_formed() {
    for (seed, generated) in programs() {
        let violations = check(&generated.program);
        assert!(violations.is_empty(), "seed {seed}: {:?}\n{}", violations[0], text(&generated));
    }
}

#[test]
fn programs_do_the_same_wherever_they_run() {
    for (seed, generated) in programs() {
        let parsed = read(&text(&generated)).unwrap_or_else(|errors| panic!("seed {seed}: {errors:?}"));
        for aliasing in [Model::Tree, Model::Stacked, Model::None] {
            for (address_seed, layout_seed) in [(0, None), (7, None), (3, Some(5)), (11, Some(2))] {
                let config = Config { aliasing, seed: address_seed, layout_seed, ..Config::default() };
                let mut machine = Machine::new(parsed.program.clone(), config);
                let ending = machine.run_main();
                let how =
                    format!("seed {seed}, {aliasing:?}, addresses {address_seed}, layouts {layout_seed:?}");
                assert_eq!(ending, Ok(Ending::Finished), "{how} seed\n{}", text(&generated));
                assert_eq!(machine.output(), generated.expected, "{how}\n{}", text(&generated));
                assert!(!machine.output_is_tainted() && !machine.branch_is_tainted(), "{how}");
            }
        }
    }
}

#[test]
fn programs_for_other_releases_say_only_what_these_know() {
    let releases = [85, 96, 97].map(Release::new);
    let config = Profile::Default.config().for_releases(releases.to_vec()).unwrap();
    for seed in 0..count() {
        let generated = generate(seed, &config);
        for release in releases {
            let options = PrintOptions { release, ..PrintOptions::default() };
            print(&generated.program, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        }
    }
}

#[test]
fn programs_keep_to_what_everybody_can_rely_on() {
    let for_1_97 = |profile: Profile, seed| {
        (seed, generate(seed, &profile.config().for_releases(vec![Release::new(97)]).unwrap()))
    };
    let earlier = [
        // This one once wrote through a shared reference to what an exposed address points to,
        for_1_97(Profile::Pointers, 13689),
        // and these took the discriminant of an integer that is not initialized.
        for_1_97(Profile::Default, 96331),
        for_1_97(Profile::Floats, 152_327),
    ];
    for (seed, generated) in programs().chain(earlier) {
        let config =
            Config { aliasing: Model::Both, symbolic_layout: true, cautious: true, ..Config::default() };
        let mut machine = Machine::new(generated.program.clone(), config);
        assert_eq!(machine.run_main(), Ok(Ending::Finished), "seed {seed}\n{}", text(&generated));
    }
}

#[test]
fn programs_do_not_rely_on_an_address_that_is_taken_again() {
    // This one once wrote to memory of the heap by the address of a local that was gone.
    let pointers = Profile::Pointers.config();
    for (seed, generated) in programs().chain([(101_699, generate(101_699, &pointers))]) {
        for reuse_percent in [0, 100] {
            let config = Config { reuse_percent, ..Config::default() };
            let mut machine = Machine::new(generated.program.clone(), config);
            assert_eq!(machine.run_main(), Ok(Ending::Finished), "seed {seed}\n{}", text(&generated));
            assert_eq!(machine.output(), generated.expected, "seed {seed}\n{}", text(&generated));
        }
    }
}

/// With how many schedules each program that has threads is run.
const SCHEDULES: u64 = 20;

#[test]
fn no_schedule_changes_what_a_program_prints() {
    let config = Profile::Threads.config().for_releases(vec![Release::REFERENCE]).unwrap();
    for seed in 0..count() {
        let generated = generate(seed, &config);
        assert!(generated.has_threads, "seed {seed}");
        assert_eq!(generated.dropped, 0, "seed {seed}: the generator relied on a schedule");
        for config in schedules(SCHEDULES) {
            let how = format!("seed {seed}, schedule {}, {:?}", config.seed, config.aliasing);
            let mut machine = Machine::new(generated.program.clone(), config);
            assert_eq!(machine.run_main(), Ok(Ending::Finished), "{how}\n{}", text(&generated));
            assert_eq!(machine.output(), generated.expected, "{how}\n{}", text(&generated));
        }
    }
}

/// So many executions of each small program are looked at: spin loops have executions without end.
const EXECUTIONS: u64 = 300;

#[test]
fn no_interleaving_of_a_small_program_changes_what_it_prints() {
    let mut config = Profile::Threads.config().for_releases(vec![Release::REFERENCE]).unwrap();
    config.size = Profile::Tiny.config().size;
    for (name, range) in [("threads", 1..=2), ("thread_groups", 1..=1), ("signals", 0..=1), ("shares", 0..=1)]
    {
        config.ranges.set(name, range).expect("it lies within its limits");
    }
    let limits = ExplorationLimits { executions: EXECUTIONS, ..ExplorationLimits::default() };
    let mut complete = 0;
    for seed in 0..count() {
        let generated = generate(seed, &config);
        let main = generated.program.find_fn("main").expect("a program has a `main`");
        let mut machine = Machine::new(generated.program.clone(), Config::default());
        machine.start_function(main, Vec::new()).expect("`main` takes no arguments");
        let found = machine.explore(&limits);
        for outcome in &found.outcomes {
            assert_eq!(outcome.ending, Ok(Ending::Finished), "seed {seed}\n{}", text(&generated));
            assert_eq!(outcome.output, generated.expected, "seed {seed}\n{}", text(&generated));
        }
        complete += usize::from(found.unexplored.is_empty());
    }
    assert!(complete * 4 > count() as usize, "only {complete} programs have few executions");
}

#[test]
fn programs_of_extreme_chances_and_ranges_are_well_formed() {
    let mut configs = Vec::new();
    for chance in [0, 100] {
        let mut config = Profile::Default.config();
        config.chances.values_mut().for_each(|value| *value = chance);
        configs.push((format!("every chance {chance}"), config));
    }
    for is_most in [false, true] {
        let mut config = Profile::Default.config();
        for (name, limits) in Ranges::LIMITS {
            let end = if is_most { *limits.end() } else { *limits.start() };
            config.ranges.set(name, end..=end).expect("it lies within its limits");
        }
        configs.push((format!("every range at its end, the most: {is_most}"), config));
    }
    for (what, config) in configs {
        for seed in 0..10 {
            let generated = generate(seed, &config);
            let violations = check(&generated.program);
            assert!(violations.is_empty(), "{what}, seed {seed}: {:?}\n{}", violations[0], text(&generated));
            let mut machine = Machine::new(generated.program.clone(), Config::default());
            assert_eq!(machine.run_main(), Ok(Ending::Finished), "{what}, seed {seed}\n{}", text(&generated));
            assert_eq!(machine.output(), generated.expected, "{what}, seed {seed}");
        }
    }
}

/// How many casts of 128-bit integers to `f16` are in programs for an architecture.
fn casts_of_wide_integers_to_f16(architecture: &str) -> usize {
    let target = Architecture::of(architecture).expect("it is known");
    let config = Profile::Floats.config().for_target(target);
    let wide = [IntTy::I128, IntTy::U128].map(Ty::int);
    let casts = |program: &Program| {
        let is_cast = |body: &Body, statement: &Statement| {
            let Statement::Assign(_, Rvalue::Cast(CastKind::As, operand, to)) = statement else {
                return false;
            };
            let from = operand.place().and_then(|place| program.types.place_ty(&body.locals, place));
            *to == Ty::float(FloatTy::F16) && from.is_some_and(|from| wide.contains(&from))
        };
        let of_body = |body: &Body| {
            let statements = body.blocks.iter().flat_map(|block| &block.statements);
            statements.filter(|statement| is_cast(body, statement)).count()
        };
        program.functions.iter().map(|function| of_body(&function.body)).sum::<usize>()
    };
    (0..400).map(|seed| casts(&generate(seed, &config).program)).sum()
}

#[test]
fn programs_for_32_bit_x86_cast_no_wide_integer_to_f16() {
    assert_ne!(casts_of_wide_integers_to_f16("x86_64"), 0, "elsewhere there are such casts");
    assert_eq!(casts_of_wide_integers_to_f16("i686"), 0);
}
