//! What each part of a program's run stands on: who had written what it read, and by which way control came to it. This is dynamic dependence as in
//! Agrawal and Horgan, "Dynamic Program Slicing" (PLDI 1990), by bytes of memory and by points of the program.

use crate::inline::callee;
use crate::trace::Point;
use rustassay_machine::aliasing::Model;
use rustassay_machine::machine::{Config, Limits, Machine};
use rustassay_mir::model::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The number of a point that ran, in the order in which they ran first.
pub type Step = usize;

/// What a point read something for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Use {
    /// For the operand at this place among its parts.
    Operand(usize),
    /// For the result of the function that it called.
    Result,
    /// For where something is, or for what no operand says.
    Way,
}

/// What the parts of a program's run stand on.
#[derive(Default, Debug)]
pub struct Dependences {
    /// The points that ran.
    pub points: Vec<Point>,
    steps: FxHashMap<Point, Step>,
    /// What each read, and who had written it.
    pub reads: Vec<BTreeSet<(Use, Step)>>,
    /// The blocks that ran, and where control went from there inside of the function.
    pub ways: BTreeMap<(FnId, BlockId), BTreeSet<BlockId>>,
    /// The calls by which each function was entered.
    pub entered_by: BTreeMap<FnId, BTreeSet<Step>>,
    /// Who printed each line: the call that did, and those around it.
    pub printed: Vec<Vec<Step>>,
}

/// A program that runs longer is not looked at.
const STEPS: u64 = 400_000;

/// A call that has not returned.
struct Open {
    step: Step,
    block: (FnId, BlockId),
    dest: Option<Range<u64>>,
    depth: usize,
}

/// A run that is being watched.
struct Watch<'a> {
    program: &'a Program,
    machine: Machine,
    known: Dependences,
    seen: FxHashSet<(Step, Use, Step)>,
    /// Who wrote each byte.
    writers: FxHashMap<u64, Step>,
    open: Vec<Open>,
}

impl Dependences {
    /// Runs a program to its end, and sees what stands on what. `None` if it does not come to its end.
    pub fn of(program: &Program) -> Option<Dependences> {
        let limits = Limits { steps: STEPS, ..Limits::default() };
        let config = Config { aliasing: Model::None, limits, reuse_percent: 0, ..Config::default() };
        let mut machine = Machine::new(program.clone(), config);
        machine.start_function(program.find_fn("main")?, Vec::new()).ok()?;
        let mut watch = Watch {
            program,
            machine,
            known: Dependences::default(),
            seen: FxHashSet::default(),
            writers: FxHashMap::default(),
            open: Vec::new(),
        };
        while let Some((function, block, statement)) = watch.machine.next() {
            watch.step(Point { function, block, statement })?;
        }
        Some(watch.known)
    }

    /// The number of a point, if it ran.
    pub fn step(&self, point: Point) -> Option<Step> {
        self.steps.get(&point).copied()
    }

    fn number(&mut self, point: Point) -> Step {
        *self.steps.entry(point).or_insert_with(|| {
            self.points.push(point);
            self.reads.push(BTreeSet::new());
            self.points.len() - 1
        })
    }
}

impl Watch<'_> {
    /// Makes a step of the machine. `None` if that is not possible.
    fn step(&mut self, point: Point) -> Option<()> {
        let step = self.known.number(point);
        self.known.ways.entry((point.function, point.block)).or_default();
        let block = &self.program.functions[point.function].body.blocks[point.block];
        match block.statements.get(point.statement) {
            Some(statement) => self.statement(step, statement),
            None => self.terminator(step, point, &block.terminator),
        }
    }

    fn statement(&mut self, step: Step, statement: &Statement) -> Option<()> {
        self.read_parts(step, &statement.parts());
        match statement {
            Statement::Assign(_, Rvalue::Discriminant(place) | Rvalue::CopyForDeref(place))
            | Statement::Retag(place)
            // It leaves the rest as it was.
            | Statement::SetDiscriminant(place, _) => self.read(step, Use::Way, place),
            _ => {}
        }
        let written = match statement {
            Statement::Assign(place, _) | Statement::SetDiscriminant(place, _) => self.machine.locate(place),
            _ => None,
        };
        // A local gets an address when it is taken, and who wrote it before wrote what is there then.
        let moving = match statement {
            Statement::Assign(_, Rvalue::Ref(_, place) | Rvalue::RawPtr(_, place)) => {
                Some(place.local.into())
            }
            _ => None,
        };
        let from = moving.as_ref().and_then(|local: &Place| self.machine.locate(local));
        self.machine.step().ok()?;
        let to = moving.as_ref().and_then(|local| self.machine.locate(local));
        if let (Some(from), Some(to)) = (from, to)
            && from != to
        {
            for (from, to) in from.zip(to) {
                if let Some(&writer) = self.writers.get(&from) {
                    self.writers.insert(to, writer);
                }
            }
        }
        self.write(step, written);
        Some(())
    }

    fn terminator(&mut self, step: Step, point: Point, terminator: &Terminator) -> Option<()> {
        let (depth, block) = (self.machine.depth(), (point.function, point.block));
        let printed = self.machine.output().len();
        self.read_parts(step, &terminator.parts());
        let mut dest = None;
        let mut behind = Vec::new();
        match terminator {
            Terminator::Call(call) => {
                dest = self.machine.locate(&call.dest);
                if callee(terminator).is_none() {
                    behind = self.behind(point.function, &call.args);
                }
            }
            Terminator::Drop { place, .. } => self.read(step, Use::Way, place),
            Terminator::Return => {
                let result = self.machine.locate(&Place::from(Local::RETURN));
                if let Some(call) = self.open.last().map(|call| call.step) {
                    self.read_bytes(call, Use::Result, result);
                }
            }
            _ => {}
        }
        self.machine.step().ok()?;
        if self.machine.depth() > depth {
            let open = Open { step, block, dest, depth };
            self.enter(open);
        } else {
            // What the library and intrinsics do behind pointers is not seen: they may read and write all that they are given.
            for range in behind {
                self.read_bytes(step, Use::Way, Some(range.clone()));
                self.write(step, Some(range));
            }
            self.write(step, dest);
            if self.machine.depth() == depth {
                self.go(block);
            }
        }
        let mut left_by = step;
        while let Some(call) = self.open.pop_if(|call| call.depth >= self.machine.depth()) {
            if *terminator != Terminator::Return {
                // A panic comes by.
                self.known.reads[call.step].insert((Use::Way, left_by));
                left_by = call.step;
            }
            if call.depth == self.machine.depth() {
                self.write(call.step, call.dest);
                self.go(call.block);
            }
        }
        let lines = self.machine.output()[printed..].iter().filter(|&&byte| byte == b'\n').count();
        for _ in 0..lines {
            let around = self.open.iter().map(|call| call.step);
            self.known.printed.push(std::iter::once(step).chain(around).collect());
        }
        Some(())
    }

    fn enter(&mut self, call: Open) {
        if let Some((callee, ..)) = self.machine.next() {
            self.known.entered_by.entry(callee).or_default().insert(call.step);
            let body = &self.program.functions[callee].body;
            for local in body.locals.ids() {
                let bytes = self.machine.locate(&Place::from(local));
                match (1..=body.arg_count).contains(&local.index()) {
                    true => self.write(call.step, bytes),
                    false => bytes.into_iter().flatten().for_each(|byte| {
                        self.writers.remove(&byte);
                    }),
                }
            }
        }
        self.open.push(call);
    }

    fn go(&mut self, (function, block): (FnId, BlockId)) {
        if let Some((next, target, 0)) = self.machine.next()
            && next == function
        {
            self.known.ways.entry((function, block)).or_default().insert(target);
        }
    }

    /// The bytes that pointers point to.
    fn behind(&mut self, function: FnId, pointers: &[Operand]) -> Vec<Range<u64>> {
        let locals = &self.program.functions[function].body.locals;
        let types = &self.program.types;
        let pointee = |operand: &Operand| {
            let place = operand.place()?.clone().deref();
            types.place_ty(locals, &place).filter(|&ty| types.is_sized(ty))?;
            Some(place)
        };
        let places: Vec<Place> = pointers.iter().filter_map(pointee).collect();
        places.iter().filter_map(|place| self.machine.locate(place)).collect()
    }

    fn read_parts(&mut self, step: Step, parts: &[PartRef]) {
        for (n, part) in parts.iter().enumerate() {
            if let Some(place) = part.place() {
                self.read_way(step, place);
            }
            if let PartRef::Operand(Operand::Copy(place) | Operand::Move(place)) = part {
                self.read(step, Use::Operand(n), place);
            }
        }
    }

    /// Reads the pointers and indices that lead to a place.
    fn read_way(&mut self, step: Step, place: &Place) {
        for (n, elem) in place.projection.iter().enumerate() {
            match elem {
                Elem::Deref => {
                    let pointer = Place { local: place.local, projection: place.projection[..n].into() };
                    self.read(step, Use::Way, &pointer);
                }
                Elem::Index(local) => self.read(step, Use::Way, &Place::from(*local)),
                _ => {}
            }
        }
    }

    fn read(&mut self, step: Step, reason: Use, place: &Place) {
        let bytes = self.machine.locate(place);
        self.read_bytes(step, reason, bytes);
    }

    fn read_bytes(&mut self, step: Step, reason: Use, bytes: Option<Range<u64>>) {
        for byte in bytes.into_iter().flatten() {
            if let Some(&writer) = self.writers.get(&byte)
                && self.seen.insert((step, reason, writer))
            {
                self.known.reads[step].insert((reason, writer));
            }
        }
    }

    fn write(&mut self, step: Step, bytes: Option<Range<u64>>) {
        for byte in bytes.into_iter().flatten() {
            self.writers.insert(byte, step);
        }
    }
}
