//! What a program does while it runs, to replace parts of it by what is known about them.

use crate::values::constant;
use rustassay_machine::aliasing::Model;
use rustassay_machine::machine::{Config, Limits, Machine};
use rustassay_mir::model::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use std::hash::Hash;

/// A statement of a program, or the terminator of a block, which comes after its last statement.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Point {
    pub function: FnId,
    pub block: BlockId,
    pub statement: usize,
}

/// What a program does while it runs. Where something happens several times, it is the first that is known.
#[derive(Default, Debug)]
pub struct Trace {
    /// Where blocks went.
    went: FxHashMap<(FnId, BlockId), BlockId>,
    /// The blocks that ran.
    ran: FxHashSet<(FnId, BlockId)>,
    /// What operands were, by their places among the parts; `None` where that is not known.
    operands: FxHashMap<(Point, usize), Option<Const>>,
    /// What was in the place that is written, afterwards.
    results: FxHashMap<Point, Option<Const>>,
    /// The functions that calls entered, by name or not.
    entered: FxHashMap<Point, FnId>,
    /// Whether nothing is known of what is not always the same.
    is_steady: bool,
}

/// So many steps are looked at; what a program does later is mostly what it did before.
const STEPS: u64 = 100_000;

/// A call that has not returned: where it is, where its result goes, and how deep the stack was.
struct Open {
    point: Point,
    dest: Place,
    depth: usize,
}

impl Trace {
    /// Runs a program to see what it does. One that goes wrong is looked at for as long as it goes well.
    pub fn of(program: &Program) -> Trace {
        Trace::default().watch(program)
    }

    /// The same, where nothing is known of operands and results that are not always the same.
    pub fn of_the_steady(program: &Program) -> Trace {
        Trace { is_steady: true, ..Trace::default() }.watch(program)
    }

    fn watch(mut self, program: &Program) -> Trace {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let config = Config { aliasing: Model::None, limits, ..Config::default() };
        let mut machine = Machine::new(program.clone(), config);
        if let Some(main) = program.find_fn("main")
            && machine.start_function(main, Vec::new()).is_ok()
        {
            self.run(program, &mut machine);
        }
        self
    }

    fn run(&mut self, program: &Program, machine: &mut Machine) {
        let mut open: Vec<Open> = Vec::new();
        while let Some((function, block, statement)) = machine.next() {
            let point = Point { function, block, statement };
            let depth = machine.depth();
            self.ran.insert((function, block));
            let content = &program.functions[function].body.blocks[block];
            let parts = match content.statements.get(statement) {
                Some(statement) => statement.parts(),
                None => content.terminator.parts(),
            };
            for (n, part) in parts.iter().enumerate() {
                if let PartRef::Operand(Operand::Copy(place) | Operand::Move(place)) = part {
                    let value = || constant(machine, function, place);
                    note(&mut self.operands, (point, n), self.is_steady, value);
                }
            }
            if !matches!(machine.step(), Ok(None)) {
                break;
            }
            match content.statements.get(statement) {
                Some(Statement::Assign(place, _)) => self.result(machine, point, place),
                Some(_) => {}
                None => {
                    if let Terminator::Call(call) = &content.terminator
                        && (self.is_steady || !self.results.contains_key(&point))
                    {
                        open.push(Open { point, dest: call.dest.clone(), depth });
                    }
                    if machine.depth() > depth
                        && let Some((callee, ..)) = machine.next()
                    {
                        self.entered.entry(point).or_insert(callee);
                    }
                    if machine.depth() == depth
                        && let Some((next, target, 0)) = machine.next()
                        && next == function
                    {
                        self.go(function, block, target);
                    }
                }
            }
            while let Some(call) = open.pop_if(|call| call.depth >= machine.depth()) {
                // A panic may have left the caller, too.
                if call.depth == machine.depth()
                    && let Some((function, target, 0)) = machine.next()
                    && function == call.point.function
                {
                    self.go(call.point.function, call.point.block, target);
                    self.result(machine, call.point, &call.dest);
                }
            }
        }
    }

    fn go(&mut self, function: FnId, block: BlockId, target: BlockId) {
        self.went.entry((function, block)).or_insert(target);
    }

    fn result(&mut self, machine: &mut Machine, point: Point, place: &Place) {
        note(&mut self.results, point, self.is_steady, || constant(machine, point.function, place));
    }

    /// Where a block went.
    pub fn target(&self, function: FnId, block: BlockId) -> Option<BlockId> {
        self.went.get(&(function, block)).copied()
    }

    /// Whether a block ran.
    pub fn has_run(&self, function: FnId, block: BlockId) -> bool {
        self.ran.contains(&(function, block))
    }

    /// The function that a call entered, also where it is called by a pointer or by `catch_unwind`.
    pub fn entered(&self, point: Point) -> Option<FnId> {
        self.entered.get(&point).copied()
    }

    /// What an operand was.
    pub fn operand(&self, point: Point, n: usize) -> Option<&Const> {
        self.operands.get(&(point, n))?.as_ref()
    }

    /// What was in the place that a statement or call writes, afterwards.
    pub fn result_of(&self, point: Point) -> Option<&Const> {
        self.results.get(&point)?.as_ref()
    }
}

/// Remembers a value. When it is steady ones that are wanted, another value at the same place means that nothing is known.
fn note<K: Eq + Hash>(
    known: &mut FxHashMap<K, Option<Const>>,
    place: K,
    is_steady: bool,
    value: impl FnOnce() -> Option<Const>,
) {
    match known.entry(place) {
        Entry::Vacant(entry) => {
            let value = value();
            if value.is_some() || is_steady {
                entry.insert(value);
            }
        }
        Entry::Occupied(mut entry) => {
            if is_steady && entry.get().is_some() && value() != *entry.get() {
                entry.insert(None);
            }
        }
    }
}
