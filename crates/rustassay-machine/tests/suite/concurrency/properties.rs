//! Random programs: the model shows no outcome that C++20 forbids, and every change can be taken back.
//!
//! `RUSTASSAY_PROGRAMS=50000 cargo test -p rustassay-machine concurrency::properties -- --nocapture` is a long run; `RUSTASSAY_SEED` says
//! where its seeds begin.

use super::axioms::{self, Strength};
use super::explore::{Execution, LOADS, STORES, explore, interleave};
use super::program::*;
use rustassay_mir::model::AtomicOrdering;
use rustassay_random::Random;

/// What random programs are like.
#[derive(Copy, Clone)]
pub struct Style {
    only_sc: bool,
    plain_percent: usize,
    events: usize,
}

pub const ATOMIC: Style = Style { only_sc: false, plain_percent: 0, events: 8 };
pub const SC: Style = Style { only_sc: true, plain_percent: 0, events: 8 };
pub const MIXED: Style = Style { only_sc: false, plain_percent: 25, events: 7 };

/// How many programs to look at, and the seed of the first.
pub fn seeds(few: u64) -> std::ops::Range<u64> {
    let variable = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    let first = variable("RUSTASSAY_SEED").unwrap_or(0);
    first..first + variable("RUSTASSAY_PROGRAMS").unwrap_or(few)
}

/// A program of two to four threads.
pub fn random_program(random: &mut Random, style: Style) -> Program {
    let mut program = Program { threads: Vec::new(), locations: random.between(1, 3), registers: 0 };
    let threads = random.between(2, 4);
    let mut events = random.between(threads, style.events);
    // Programs in which all operations have a few orderings in common show more than those that mix all.
    let relaxed_percent = random.one([0, 30, 60]);
    let sc_percent = random.one([0, 30, 60, 100]);
    for n in 0..threads {
        let count = if n + 1 == threads { events } else { random.between(1, events - (threads - 1 - n)) };
        events -= count;
        let thread =
            (0..count.min(5)).map(|_| random_op(random, style, &mut program, relaxed_percent, sc_percent));
        let thread = thread.collect();
        program.threads.push(thread);
    }
    program
}

fn random_op(
    random: &mut Random,
    style: Style,
    program: &mut Program,
    relaxed_percent: usize,
    sc_percent: usize,
) -> Op {
    use AtomicOrdering::*;
    let one_of = |random: &mut Random, all: &[AtomicOrdering]| match () {
        () if style.only_sc => SeqCst,
        () if random.chance(relaxed_percent) && all.contains(&Relaxed) => Relaxed,
        () if random.chance(sc_percent) => SeqCst,
        () => *random.pick(all).expect("there is an ordering"),
    };
    let location = random.below(program.locations);
    let kind = random.below(20);
    let is_plain = random.chance(style.plain_percent);
    if (7..18).contains(&kind) {
        program.registers += 1;
    }
    let register = program.registers.saturating_sub(1);
    let value = random.between(1, 3) as u64;
    let how = |ordering| if is_plain { Access::Plain } else { Access::Atomic(ordering) };
    match kind {
        0..7 => Op::Store { location, value, how: how(one_of(random, &STORES)) },
        7..14 => Op::Load { register, location, how: how(one_of(random, &LOADS)) },
        14 => Op::Update {
            register,
            location,
            change: Change::Add(value),
            ordering: one_of(random, &AtomicOrdering::ALL),
        },
        15 => Op::Update {
            register,
            location,
            change: Change::Swap(value),
            ordering: one_of(random, &AtomicOrdering::ALL),
        },
        16 | 17 => Op::Exchange {
            register,
            location,
            expected: random.below(3) as u64,
            new: value,
            success: one_of(random, &AtomicOrdering::ALL),
            failure: one_of(random, &LOADS),
            is_weak: kind == 17,
        },
        _ => Op::Fence(one_of(random, &[Acquire, Release, AcqRel, SeqCst])),
    }
}

#[test]
fn random_programs_show_no_outcome_that_cpp20_forbids() {
    let (mut seen, mut allowed_in_all, mut executions) = (0, 0, 0);
    let all = seeds(100);
    for seed in all.clone() {
        let program = random_program(&mut Random::new(seed), ATOMIC);
        let (found, count) = explore(&program);
        let allowed = axioms::outcomes(&program, Strength::Cpp20);
        let forbidden: Vec<&Outcome> = found.difference(&allowed).collect();
        assert!(forbidden.is_empty(), "seed {seed}: {forbidden:?} of {program:#?}");
        let rc11 = axioms::outcomes(&program, Strength::Rc11);
        (seen, allowed_in_all, executions) =
            (seen + found.len(), allowed_in_all + rc11.len(), executions + count);
    }
    println!(
        "{} programs, {executions} executions, {seen} outcomes of the {allowed_in_all} that RC11 allows",
        all.count()
    );
    assert!(seen * 10 > allowed_in_all * 8, "the model shows {seen} of {allowed_in_all} outcomes");
}

#[test]
fn programs_of_sc_operations_are_sequentially_consistent() {
    for seed in seeds(300) {
        let program = random_program(&mut Random::new(seed), SC);
        assert_eq!(explore(&program).0, interleave(&program), "seed {seed}: {program:#?}");
    }
}

#[test]
fn races_are_found_where_cpp20_has_them_and_nowhere_else() {
    let (mut racy, mut missed) = (0, 0);
    for seed in seeds(300) {
        let program = random_program(&mut Random::new(seed), MIXED);
        let found = explore(&program).0;
        let allowed = axioms::outcomes(&program, Strength::Cpp20);
        let is_racy = allowed.contains(&Outcome::Race);
        match found.contains(&Outcome::Race) {
            true => assert!(is_racy, "seed {seed}: false alarm in {program:#?}"),
            false => assert!(is_racy || found.is_subset(&allowed), "seed {seed}: {found:?} of {program:#?}"),
        }
        racy += usize::from(is_racy);
        missed += usize::from(is_racy && !found.contains(&Outcome::Race));
    }
    println!("{racy} programs with races, {missed} missed");
    assert!(missed * 50 <= racy, "{missed} races of {racy} were missed");
}

#[test]
fn every_change_can_be_taken_back() {
    for seed in seeds(300) {
        let mut random = Random::new(seed);
        let program = random_program(&mut random, MIXED);
        let mut execution = Execution::new(&program);
        let mut states = vec![(execution.model.journal_len(), execution.model.clone())];
        loop {
            let ready = execution.ready();
            let Some(&thread) = random.pick(&ready) else { break };
            if execution.step(thread, &mut |count| random.below(count)).is_err() {
                break;
            }
            states.push((execution.model.journal_len(), execution.model.clone()));
        }
        while let Some((len, state)) = states.pop() {
            execution.model.undo_to(len);
            assert!(execution.model == state, "seed {seed}: {program:#?}");
        }
    }
}
