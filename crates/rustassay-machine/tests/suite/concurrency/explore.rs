//! Executes a program in every way: all interleavings, all choices of loads, all spurious failures.

use super::program::*;
use rustassay_machine::aliasing::{Bytes, Moment};
use rustassay_machine::concurrency::{AccessSite, Concurrency, Race, RaceAccess};
use rustassay_machine::memory::{AllocId, Scalar};
use rustassay_machine::threads::ThreadId;
use rustassay_mir::model::AtomicOrdering;

/// An execution under way.
pub struct Execution<'a> {
    program: &'a Program,
    pub model: Concurrency,
    /// The operation that each thread comes to next.
    next: Vec<usize>,
    registers: Vec<u64>,
    /// What the locations hold: the last store to each.
    memory: Vec<u64>,
    /// How many executions have ended.
    pub ended: u64,
}

/// Names one of so many alternatives.
type Choose<'a> = &'a mut dyn FnMut(usize) -> usize;

impl Execution<'_> {
    pub fn new(program: &Program) -> Execution<'_> {
        let mut model = Concurrency::new();
        for n in 0..program.threads.len() {
            model.spawned(ThreadId::MAIN, ThreadId(n as u32 + 1));
        }
        model.set_journal(true);
        Execution {
            program,
            model,
            next: vec![0; program.threads.len()],
            registers: vec![0; program.registers],
            memory: vec![0; program.locations],
            ended: 0,
        }
    }

    /// The threads that have not ended.
    pub fn ready(&self) -> Vec<usize> {
        let threads = self.program.threads.iter().zip(&self.next).enumerate();
        threads.filter(|(_, (ops, next))| **next < ops.len()).map(|(n, _)| n).collect()
    }

    /// What the registers and locations hold now.
    pub fn outcome(&self) -> Outcome {
        Outcome::Values(self.registers.iter().chain(&self.memory).copied().collect())
    }

    /// Lets a thread do its next operation.
    pub fn step(&mut self, thread: usize, choose: Choose<'_>) -> Result<(), Race> {
        let op = self.program.threads[thread][self.next[thread]];
        self.next[thread] += 1;
        let by = ThreadId(thread as u32 + 1);
        let site = |location: usize| {
            let start = 8 * location as u64;
            AccessSite {
                thread: by,
                alloc: AllocId(0),
                bytes: Bytes { start, end: start + 8 },
                moment: Moment::NONE,
            }
        };
        let scalar = |value: u64| Scalar::new(value.into());
        let model = &mut self.model;
        match op {
            Op::Fence(ordering) => model.fence(by, ordering),
            Op::Store { location, value, how } => {
                match how {
                    Access::Plain => model.write(site(location), RaceAccess::Write)?,
                    Access::Atomic(ordering) => {
                        let latest = Some(scalar(self.memory[location]));
                        model.store(site(location), ordering, latest, scalar(value))?;
                    }
                }
                self.memory[location] = value;
            }
            Op::Load { register, location, how } => {
                let latest = self.memory[location];
                self.registers[register] = match how {
                    Access::Plain => {
                        model.read(site(location), RaceAccess::Read)?;
                        latest
                    }
                    Access::Atomic(ordering) => {
                        let value = model.load(site(location), ordering, Some(scalar(latest)), choose)?;
                        value.value.expect("locations hold values").bits as u64
                    }
                };
            }
            Op::Update { register, location, change, ordering } => {
                let old = self.memory[location];
                let new = change.apply(old);
                model.update(site(location), ordering, Some(scalar(old)), scalar(new))?;
                (self.registers[register], self.memory[location]) = (old, new);
            }
            Op::Exchange { register, location, expected, new, success, failure, is_weak } => {
                let old = self.memory[location];
                self.registers[register] = old;
                if old == expected && !(is_weak && choose(2) == 1) {
                    model.update(site(location), success, Some(scalar(old)), scalar(new))?;
                    self.memory[location] = new;
                } else {
                    model.load(site(location), failure, Some(scalar(old)), |_| 0)?;
                }
            }
        }
        Ok(())
    }

    /// Executes what is left in every way.
    fn explore(&mut self, outcomes: &mut Outcomes) {
        let ready = self.ready();
        if ready.is_empty() {
            self.ended += 1;
            outcomes.insert(self.outcome());
        }
        for thread in ready {
            let (mut choice, mut among) = (0, 1);
            while choice < among {
                let before = (
                    self.model.journal_len(),
                    self.next.clone(),
                    self.registers.clone(),
                    self.memory.clone(),
                );
                let result = self.step(thread, &mut |count| {
                    among = count;
                    choice
                });
                match result {
                    Ok(()) => self.explore(outcomes),
                    Err(_) => {
                        self.ended += 1;
                        outcomes.insert(Outcome::Race);
                    }
                }
                self.model.undo_to(before.0);
                (self.next, self.registers, self.memory) = (before.1, before.2, before.3);
                choice += 1;
            }
        }
    }
}

/// All outcomes, and how many executions there are.
pub fn explore(program: &Program) -> (Outcomes, u64) {
    let mut execution = Execution::new(program);
    let mut outcomes = Outcomes::new();
    execution.explore(&mut outcomes);
    (outcomes, execution.ended)
}

/// The outcomes of a program if every operation is executed at once for all, as sequential consistency has it.
pub fn interleave(program: &Program) -> Outcomes {
    fn go(program: &Program, next: &mut Vec<usize>, state: &(Vec<u64>, Vec<u64>), outcomes: &mut Outcomes) {
        let mut is_over = true;
        for thread in 0..program.threads.len() {
            let Some(&op) = program.threads[thread].get(next[thread]) else { continue };
            is_over = false;
            let mut after = vec![state.clone()];
            let (registers, memory) = &mut after[0];
            match op {
                Op::Fence(_) => {}
                Op::Store { location, value, .. } => memory[location] = value,
                Op::Load { register, location, .. } => registers[register] = memory[location],
                Op::Update { register, location, change, .. } => {
                    registers[register] = memory[location];
                    memory[location] = change.apply(memory[location]);
                }
                Op::Exchange { register, location, expected, new, is_weak, .. } => {
                    registers[register] = memory[location];
                    if memory[location] == expected {
                        let failed = (registers.clone(), memory.clone());
                        memory[location] = new;
                        after.extend(is_weak.then_some(failed));
                    }
                }
            }
            next[thread] += 1;
            after.iter().for_each(|state| go(program, next, state, outcomes));
            next[thread] -= 1;
        }
        if is_over {
            outcomes.insert(Outcome::Values(state.0.iter().chain(&state.1).copied().collect()));
        }
    }
    let mut outcomes = Outcomes::new();
    let state = (vec![0; program.registers], vec![0; program.locations]);
    go(program, &mut vec![0; program.threads.len()], &state, &mut outcomes);
    outcomes
}

/// Every memory ordering that a load may have.
pub const LOADS: [AtomicOrdering; 3] =
    [AtomicOrdering::Relaxed, AtomicOrdering::Acquire, AtomicOrdering::SeqCst];

/// Every memory ordering that a store may have.
pub const STORES: [AtomicOrdering; 3] =
    [AtomicOrdering::Relaxed, AtomicOrdering::Release, AtomicOrdering::SeqCst];
