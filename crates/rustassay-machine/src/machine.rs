//! The state of the machine, and what can be done with it from outside.

use crate::aliasing::{Borrows, Bytes, Model, Moment, Tag};
use crate::code::*;
use crate::concurrency::Concurrency;
use crate::error::*;
use crate::foreign::thread_time;
use crate::journal::{Checkpoint, Fixed, Journal, Undo, Young};
use crate::memory::*;
use crate::supply::Supplier;
use crate::threads::{CallStack, ThreadId, Threads};
use crate::vtables::Vtable;
use rustassay_lang::DataLayout;
use rustassay_mir::layout::{LayoutOptions, Layouts};
use rustassay_mir::model::*;
use rustassay_random::Random;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a program is run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Which aliasing model decides.
    pub aliasing: Model,
    /// Chooses addresses, who runs when, NaNs, and zeros whose sign is open. Seed 0 takes the NaN that hardware prefers.
    pub seed: u64,
    /// Permutes the fields of `repr(Rust)` types.
    pub layout_seed: Option<u64>,
    /// How many of 100 allocations take a freed address where one fits.
    pub reuse_percent: u64,
    /// How many of 100 allocations take an address that another thread has freed, where there is one of their size; the two threads then
    /// synchronize.
    pub cross_thread_reuse_percent: u64,
    /// After how many of 100 blocks a thread has to give its turn to another one. If after none, threads take turns whatever the seed.
    pub preemption_percent: u64,
    /// Whether data races are Undefined Behavior. Without, atomic loads read the latest store.
    pub data_races: bool,
    /// Whether atomic loads may read older stores, where the memory model allows it.
    pub weak_memory: bool,
    /// How many of 100 weak exchanges that could succeed fail all the same, once there are several threads.
    pub spurious_failure_percent: u64,
    /// What makes a pointer aligned.
    pub alignment: Alignment,
    /// Which copies check that a value is one of its type.
    pub validation: Validation,
    /// Whether integers may become pointers.
    pub provenance: ProvenanceModel,
    /// Whether a type with an `UnsafeCell` in it counts as one as a whole, and not byte by byte.
    pub coarse_cells: bool,
    /// Whether a program must be right in every layout: a pointer counts as aligned only if it is wherever its allocation may lie, and
    /// a field needs memory that is there even if it happens to be the first.
    pub symbolic_layout: bool,
    /// Whether NaNs and zeros whose sign is open are the same for every seed.
    pub deterministic_floats: bool,
    /// After how many statements and terminators the run is reported on, again and again.
    pub report_every: Option<u64>,
    /// Whether a panic aborts the program, as of crates that are compiled for that.
    pub panic_aborts: bool,
    /// Whether to refuse what Miri allows, and what nobody should rely on all the same:
    /// - references to what a pointer of exposed provenance points to: no model says whose borrows they are, and compilers believe of them
    ///   what they believe of every reference;
    /// - an intrinsic that puts its result where an argument lies in memory, an aggregate that is assigned to itself or made of its own
    ///   parts: which of them rustc copies as memory, and then takes for overlapping, changes from release to release;
    /// - the discriminant of a value that is not valid: it is undecided whether that is allowed (rust-lang/rust#91095), and from 1.97 on rustc loads a
    ///   scalar as a value that has no uninitialized bytes, whatever its discriminant;
    /// - function pointers that point to no function, and arguments without bytes of another alignment than the function's;
    /// - what a scalar local holds after it was moved into a call, or after a call that would have given it a value has panicked.
    pub cautious: bool,
    /// Whether only that happens before something else which does in every schedule, by what was said of how memory is shared
    /// ([`Discipline`]). Sequentially consistent fences then do no more than C++20 says: others do not come after them.
    pub every_schedule: bool,
    /// What a run may use.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            aliasing: Model::Tree,
            seed: 0,
            layout_seed: None,
            reuse_percent: 30,
            cross_thread_reuse_percent: 10,
            preemption_percent: 1,
            data_races: true,
            weak_memory: true,
            spurious_failure_percent: 80,
            alignment: Alignment::Observed,
            validation: Validation::Shallow,
            provenance: ProvenanceModel::Permissive,
            coarse_cells: false,
            symbolic_layout: false,
            deterministic_floats: false,
            report_every: None,
            panic_aborts: false,
            cautious: false,
            every_schedule: false,
            limits: Limits::default(),
        }
    }
}

/// What makes a pointer aligned.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Alignment {
    /// Every pointer is.
    Unchecked,
    /// Its address, even if by luck.
    Address,
    /// That it is aligned wherever its allocation may lie; or its address, once the program has looked at that.
    #[default]
    Observed,
}

/// Which copies check that a value is one of its type.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum Validation {
    /// None. What is computed with must be a value all the same.
    Off,
    /// All typed copies. What a reference points to is not looked at.
    #[default]
    Shallow,
    /// All typed copies, and what the references in them point to is a value as well.
    Recursive,
}

/// Whether integers may become pointers.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum ProvenanceModel {
    /// They may, and are for memory whose address was exposed.
    #[default]
    Permissive,
    /// They may not: whoever makes a pointer says what it is for.
    Strict,
}

/// What a run may use.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Statements and terminators.
    pub steps: u64,
    /// Bytes.
    pub memory: usize,
    /// Calls that have not returned.
    pub depth: usize,
    /// Bytes of output.
    pub output: usize,
    /// Processor time of the thread, from when the machine was made. For people who wait: unlike the other limits, it does not
    /// end every run of a program at the same step.
    pub time: Option<Duration>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: u64::MAX, memory: 1 << 30, depth: 10_000, output: 64 << 20, time: None }
    }
}

/// Where a local is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Nowhere: it has no storage.
    Dead,
    /// It has storage that nothing was written to. Its place on the stack is free, whatever is there.
    Fresh,
    /// On the stack, at this offset: nobody has its address.
    Stack(usize),
    /// In memory.
    Memory(AllocId),
    /// Right here. Its place on the stack is free, for when it is treated as anything else.
    Word(Word),
}

/// What becomes of a frame's caller when it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Return {
    /// Nothing: the frame is the bottom of the stack.
    Bottom,
    /// Nothing: it is the function of a thread, and what it returns is for those who join that.
    Thread,
    /// What it returns is a constant, which someone waits for.
    Constant,
    /// The caller goes on at the block, with the result in the place, or in the slot if it is a word and goes to a whole local.
    #[allow(missing_docs)]
    To { dest: PlaceVal, slot: Option<usize>, info: TyInfo, target: BlockId, unwind: UnwindAction },
    /// A destructor returns to the rest of the drop.
    #[allow(missing_docs)]
    Drop { rest: Vec<DropJob>, then: AfterDrop },
    /// `catch_unwind` goes on: its result's place and size, and what to call on a panic.
    #[allow(missing_docs)]
    Catch { dest: PlaceVal, size: u64, target: BlockId, data: Scalar, handler: Scalar },
    /// The handler of `catch_unwind` returned.
    #[allow(missing_docs)]
    Caught { dest: PlaceVal, size: u64, target: BlockId },
}

/// What comes when everything has been dropped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AfterDrop {
    /// The frame goes on at the block. If a destructor panics, the action is taken once the rest has been dropped.
    #[allow(missing_docs)]
    GoTo { target: BlockId, unwind: UnwindAction },
    /// A destructor has panicked: the action is taken.
    Unwind(UnwindAction),
}

/// Something that is yet to be dropped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum DropJob {
    /// A value in memory.
    #[allow(missing_docs)]
    Value { pointer: Pointer, len: u64, ty: Ty },
    /// The parts of a value whose own destructor has run: which ones there are, it may have changed.
    #[allow(missing_docs)]
    Parts { pointer: Pointer, len: u64, ty: Ty },
    /// The memory of a box whose contents have been dropped.
    #[allow(missing_docs)]
    BoxMemory { pointer: Pointer, size: u64, align: u64 },
    /// A `Box` of a compiled crate whose contents have been dropped: its destructor, which gives the memory back, and the allocator.
    #[allow(missing_docs)]
    EmptyBox { pointer: Pointer, ty: Ty },
    /// A part of a packed value, which is not aligned: it is moved to memory of its own, and dropped there.
    #[allow(missing_docs)]
    Misplaced { pointer: Pointer, ty: Ty },
    /// Memory that a part of a packed value was moved to, and dropped in.
    MovedOut(AllocId),
    /// The end of the drop glue of a value whose parts have been dropped: nothing is left, but the borrow that it was given is no
    /// longer protected.
    #[allow(missing_docs)]
    EndOfProtection { id: AllocId, tag: Tag },
}

/// Borrows that are protected while something runs: mostly few.
pub type ProtectedBorrows = SmallVec<[(AllocId, Tag); 2]>;

/// A call that has not returned.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame {
    /// What runs.
    pub code: Rc<FnCode>,
    /// The block and the statement in it that comes next.
    pub block: BlockId,
    #[allow(missing_docs)]
    pub statement: usize,
    /// Where its locals begin among the slots.
    pub slots: usize,
    /// Where its part of the stack begins.
    pub stack: usize,
    /// What becomes of the caller.
    pub ret: Return,
    /// The borrows that are protected while it runs.
    pub protected: ProtectedBorrows,
    /// The guards that are up while it runs: where they begin in which allocations.
    pub guards: Vec<(AllocId, u64)>,
    /// The frame that what happens now is told of: this one, or the innermost below it that is not the library's.
    pub told_of: usize,
}

impl Frame {
    /// Calls `f` with every pointer that the frame holds beside its locals.
    pub(crate) fn for_each_pointer(&self, mut f: impl FnMut(Provenance)) {
        let mut place = |place: &PlaceVal| {
            if let Loc::Memory(Pointer { provenance: Some(provenance), .. }, _) = place.at {
                f(provenance);
            }
        };
        match &self.ret {
            Return::Bottom | Return::Thread | Return::Constant => {}
            Return::To { dest, .. } | Return::Caught { dest, .. } => place(dest),
            Return::Catch { dest, data, .. } => {
                place(dest);
                data.provenance.into_iter().for_each(f);
            }
            Return::Drop { rest, .. } => {
                for job in rest {
                    match *job {
                        DropJob::Value { pointer, .. }
                        | DropJob::Parts { pointer, .. }
                        | DropJob::BoxMemory { pointer, .. }
                        | DropJob::Misplaced { pointer, .. }
                        | DropJob::EmptyBox { pointer, .. } => {
                            pointer.provenance.into_iter().for_each(&mut f)
                        }
                        DropJob::MovedOut(id) => f(Provenance::Allocation(id, Tag(0))),
                        DropJob::EndOfProtection { id, tag } => f(Provenance::Allocation(id, tag)),
                    }
                }
            }
        }
    }
}

/// A stop between two functions.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Between {
    /// An argument is not what this function takes: it has begun.
    Entering(FnId),
    /// A result is not what the caller takes: the top frame has ended.
    Leaving,
}

/// A place, evaluated.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PlaceVal {
    /// Where it is.
    pub at: Loc,
    /// The metadata of an unsized tail: how many elements it has, or the position of its vtable in the machine's table.
    pub len: u64,
}

/// Where a place is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Loc {
    /// On the stack.
    Stack(usize),
    /// In memory, and whether the pointer was aligned for its pointee when it was dereferenced.
    Memory(Pointer, Option<u64>),
}

/// A value on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A scalar.
    Scalar(Scalar),
    /// A pointer and its metadata.
    Wide(Scalar, Scalar),
    /// Anything else.
    Bytes(Region),
}

/// An abstract machine with the program that it runs.
#[derive(Debug)]
pub struct Machine {
    /// The program. Whoever writes a body while it runs adds to it here.
    pub program: Program,
    /// How values lie in the memory of the program's target.
    pub(crate) data: DataLayout,
    pub(crate) config: Config,
    pub(crate) limits: Limits,
    /// When the run has used up its time, by the clock of its thread.
    pub(crate) deadline: Option<Duration>,
    /// Somebody sets it to end the run, if there is somebody.
    pub(crate) interrupt: Option<Arc<AtomicBool>>,
    /// Where the steps go, if somebody wants to know.
    pub(crate) profiler: Option<Box<crate::profile::Profiler>>,
    pub(crate) layouts: Layouts,
    pub(crate) infos: Vec<Option<TyInfo>>,
    pub(crate) parts_table: crate::exec::PartsTable,
    /// Where the cells are in values of types whose size is known; `None` for what was not asked for.
    pub(crate) cells_table: Vec<Option<Box<[Bytes]>>>,
    pub(crate) code: Vec<Option<Rc<FnCode>>>,
    /// The first moment of each compiled function.
    pub(crate) points: Vec<(u32, FnId)>,
    /// The first moment that no function has yet.
    pub(crate) next_point: u32,
    /// The locals of all frames whose address nobody has.
    pub(crate) stack: Region,
    pub(crate) slots: Vec<Slot>,
    pub(crate) frames: Vec<Frame>,
    /// Where the top frame's locals begin among the slots.
    pub(crate) first_slot: usize,
    pub(crate) allocs: Vec<Option<Allocation>>,
    /// Slots of `allocs` that nothing refers to.
    pub(crate) free_ids: Vec<AllocId>,
    /// Pointers whose addresses were exposed.
    pub(crate) exposed: Exposed,
    /// Statics, functions and constants that have memory already.
    pub(crate) statics: Vec<Option<AllocId>>,
    pub(crate) functions: rustc_hash::FxHashMap<FnDefId, AllocId>,
    pub(crate) output: Vec<u8>,
    pub(crate) fixed: Fixed,
    pub(crate) journal: Journal,
    /// Where statics, constants and functions lie: apart from all that a checkpoint takes back.
    pub(crate) static_addresses: Addresses,
    /// Where that lies which a constant leaves that is evaluated while there is a checkpoint.
    pub(crate) constant_addresses: Addresses,
    /// The tag that makes it worth while to collect garbage.
    pub(crate) next_collection: u32,
    /// Harness functions that have been understood.
    pub(crate) harness: crate::harness::Harness,
    /// Who knows the functions without blocks.
    pub(crate) supplier: Option<Rc<dyn Supplier>>,
    /// What is followed through the run.
    pub(crate) tracking: Option<Box<crate::tracking::Tracking>>,
    /// The world outside of the program.
    pub(crate) outside: crate::foreign::Outside,
    /// The vtables, and which there are for a type and a trait.
    pub(crate) vtables: Vec<Vtable>,
    pub(crate) vtable_ids: rustc_hash::FxHashMap<(Ty, Option<u32>), u64>,
    /// Memory that the compiler made, as far as it is there already.
    pub(crate) memories: Vec<Option<AllocId>>,
    /// What functions without parameters have returned, where that is a constant.
    pub(crate) constants: rustc_hash::FxHashMap<FnId, Rc<Region>>,
    /// The values that are being looked at behind references, by address and type.
    pub(crate) validated: Vec<(u64, Ty)>,
    /// Where the machine stopped, if that was between two functions.
    pub(crate) between: Option<Between>,
    /// What the last function to return as a constant has returned.
    pub(crate) evaluated: Option<Region>,
    /// Notes what an exploration wants to know.
    pub(crate) recorder: Option<Box<crate::explore::Recorder>>,
    /// The thread that runs: `stack`, `slots`, `frames` and `first_slot` are its.
    pub(crate) thread: ThreadId,
    /// The call stacks of the other threads.
    pub(crate) parked: Vec<CallStack>,
    /// What threads have of thread-local statics.
    pub(crate) thread_locals: BTreeMap<(ThreadId, StaticId), AllocId>,
    /// What threads know of each other's accesses, from the first spawn on.
    pub(crate) concurrency: Option<Box<Concurrency>>,
    /// Whether accesses that are made now have to be compared with those of other threads.
    pub(crate) watches_races: bool,
}

/// A copy of everything that a checkpoint takes back: it costs what the state is, and is for tests and debugging.
#[derive(Clone, Debug)]
pub struct State {
    stack: Region,
    slots: Vec<Slot>,
    frames: Vec<Frame>,
    thread: ThreadId,
    parked: Vec<CallStack>,
    concurrency: Option<Box<Concurrency>>,
    allocs: BTreeMap<AllocId, Allocation>,
    exposed: Exposed,
    output: Vec<u8>,
    fixed: Fixed,
}

impl State {
    /// What is different in a later state, by name. Statics and constants that were first asked for since are there from
    /// the start as far as programs can tell, so they are no difference.
    pub fn differences(&self, later: &State) -> Vec<String> {
        let parts = [
            ("stack", self.stack == later.stack),
            ("slots", self.slots == later.slots),
            ("frames", self.frames == later.frames),
            ("memory model", self.concurrency == later.concurrency),
            ("threads", self.thread == later.thread && self.has_same_parked(later)),
            ("exposed pointers", self.exposed == later.exposed),
            ("output", self.output == later.output),
            ("counters", self.fixed == later.fixed),
        ];
        let parts = parts.iter().filter(|(_, same)| !same).map(|(name, _)| (*name).to_owned());
        let ids: BTreeSet<AllocId> = self.allocs.keys().chain(later.allocs.keys()).copied().collect();
        let allocs = ids.into_iter().filter(|id| match (self.allocs.get(id), later.allocs.get(id)) {
            (None, Some(new)) => !new.kind.is_from_the_start(),
            (old, new) => old != new,
        });
        parts.chain(allocs.map(|id| id.to_string())).collect()
    }

    /// Whether the call stacks of the threads that do not run are the same. One that has no calls may be as good as not there.
    fn has_same_parked(&self, later: &State) -> bool {
        let count = self.parked.len().max(later.parked.len());
        let empty = CallStack::new(self.stack.format());
        (0..count)
            .all(|n| self.parked.get(n).unwrap_or(&empty).is_same(later.parked.get(n).unwrap_or(&empty)))
    }
}

impl Machine {
    /// Uninitialized bytes of the target's memory.
    #[inline]
    pub(crate) fn new_region(&self, size: usize) -> Region {
        Region::new(self.stack.format(), size)
    }

    /// The bytes of a pointer.
    #[inline]
    pub(crate) fn pointer_size(&self) -> usize {
        self.data.pointer_size() as usize
    }

    /// A machine that is about to run `program`.
    pub fn new(program: Program, config: Config) -> Machine {
        let addresses = Addresses::new(config.seed, config.reuse_percent, program.types.data_layout());
        let layouts = Layouts::new(LayoutOptions { randomize: config.layout_seed });
        let deadline = config.limits.time.map(|time| thread_time() + time);
        let data = program.types.data_layout();
        let mut machine = Machine {
            data,
            limits: config.limits,
            deadline,
            interrupt: None,
            profiler: None,
            layouts,
            infos: Vec::new(),
            parts_table: Vec::new(),
            cells_table: Vec::new(),
            code: Vec::new(),
            points: Vec::new(),
            next_point: 1,
            stack: Region::new(ScalarFormat::new(data), 0),
            slots: Vec::with_capacity(64),
            frames: Vec::with_capacity(8),
            first_slot: 0,
            allocs: Vec::with_capacity(32),
            free_ids: Vec::new(),
            exposed: Exposed::default(),
            statics: Vec::new(),
            functions: Default::default(),
            output: Vec::new(),
            fixed: Fixed {
                steps: 0,
                output: 0,
                errors: 0,
                next_tag: 1,
                addresses,
                used: 0,
                output_tainted: false,
                branch_tainted: false,
                choices: 0,
                random_blocks: 0,
                slept: 0,
                is_scheduled: false,
                turn: 0,
                threads: Rc::new(Threads::new(config.seed)),
                payloads: Vec::new(),
            },
            journal: Journal::default(),
            static_addresses: Addresses::statics(config.seed, data),
            constant_addresses: Addresses::constants(config.seed, data),
            next_collection: 1_000,
            harness: Default::default(),
            supplier: None,
            tracking: None,
            outside: Default::default(),
            vtables: Vec::new(),
            vtable_ids: Default::default(),
            memories: Vec::new(),
            constants: Default::default(),
            validated: Vec::new(),
            between: None,
            evaluated: None,
            recorder: None,
            thread: ThreadId::MAIN,
            parked: Vec::new(),
            thread_locals: BTreeMap::new(),
            concurrency: None,
            watches_races: false,
            config,
            program,
        };
        machine.limits.steps = machine.limits.steps.min(machine.next_pause().unwrap_or(u64::MAX));
        machine
    }

    /// Lets functions without blocks be supplied when they are first called.
    ///
    /// Whether a compiled program depends on addresses or layouts nobody asks, so that taint is not followed any more.
    pub fn set_supplier(&mut self, supplier: Rc<dyn Supplier>) {
        self.supplier = Some(supplier);
    }

    /// What the program has printed.
    pub fn output(&self) -> &[u8] {
        &self.output
    }

    /// Statements and terminators executed.
    pub fn steps(&self) -> u64 {
        self.fixed.steps
    }

    /// Whether the output depends on addresses, layouts or NaN payloads.
    pub fn output_is_tainted(&self) -> bool {
        self.fixed.output_tainted
    }

    /// Whether control flow depended on addresses, layouts or NaN payloads.
    pub fn branch_is_tainted(&self) -> bool {
        self.fixed.branch_tainted
    }

    /// How often something was chosen that the language leaves open, addresses aside.
    pub fn choices(&self) -> u64 {
        self.fixed.choices
    }

    /// A number that the seed chooses; 0 for seed 0.
    pub(crate) fn choose(&mut self) -> u64 {
        self.fixed.choices += 1;
        match self.config.seed {
            0 => 0,
            _ if self.config.deterministic_floats => 0,
            seed => Random::new(seed ^ self.fixed.choices.rotate_left(32)).bits(),
        }
    }

    /// Remembers this state to come back to. Checkpoints nest.
    pub fn checkpoint(&mut self) -> Checkpoint {
        self.journal.open += 1;
        self.fixed.output = self.output.len();
        self.fixed.errors = self.outside.errors.len();
        let model = self.concurrency.as_mut().map(|model| {
            model.set_journal(true);
            model.journal_len()
        });
        let undo_len = self.journal.entries.len();
        let fixed = self.fixed.clone();
        let checkpoint = Checkpoint { undo_len, fixed, model, watches_races: self.watches_races };
        self.begin_epoch();
        checkpoint
    }

    /// What is there now is older than what comes.
    fn begin_epoch(&mut self) {
        self.journal.epoch += 1;
        self.mark_stack();
    }

    /// What is in the call stack now is older than what comes.
    pub(crate) fn mark_stack(&mut self) {
        let (frames, slots, stack) = (self.frames.len(), self.slots.len(), self.stack.len());
        self.journal.young = Young { frames, slots, stack, epoch: self.journal.epoch };
        self.journal.push(|| Undo::Epoch { frames, slots, stack });
    }

    /// Goes back to a checkpoint, which stays open.
    pub fn undo(&mut self, checkpoint: &Checkpoint) {
        while self.journal.entries.len() > checkpoint.undo_len {
            let Some(entry) = self.journal.entries.pop() else { break };
            self.apply(entry);
        }
        self.output.truncate(checkpoint.fixed.output);
        self.outside.errors.truncate(checkpoint.fixed.errors);
        self.between = None;
        self.fixed = checkpoint.fixed.clone();
        match (&mut self.concurrency, checkpoint.model) {
            (Some(model), Some(len)) => model.undo_to(len),
            (model, _) => *model = None,
        }
        self.watches_races = checkpoint.watches_races;
        self.begin_epoch();
    }

    /// Closes a checkpoint and keeps what has happened since.
    pub fn commit(&mut self, checkpoint: Checkpoint) {
        drop(checkpoint);
        self.journal.open = self.journal.open.saturating_sub(1);
        if self.journal.open == 0 {
            self.journal.clear();
            if let Some(model) = &mut self.concurrency {
                model.set_journal(false);
            }
        }
    }

    fn apply(&mut self, entry: Undo) {
        match entry {
            Undo::StackBytes(at, saved) => self.stack.put_back(at, saved, &mut self.journal.archive),
            Undo::Bytes(id, at, saved) => {
                if let Some(alloc) = self.allocs[id.0 as usize].as_mut() {
                    alloc.region.put_back(at, saved, &mut self.journal.archive);
                }
            }
            Undo::StackLen(len) => self.stack.resize(len),
            Undo::Allocated(id) => {
                self.allocs[id.0 as usize] = None;
                self.free_ids.push(id);
            }
            Undo::Replaced(id, alloc) => self.allocs[id.0 as usize] = Some(*alloc),
            Undo::Guarded(id) => {
                self.allocs[id.0 as usize].as_mut().map(|alloc| alloc.guards.pop());
            }
            Undo::Unguarded(id, guard) => {
                let (at, range, what) = *guard;
                if let Some(alloc) = self.allocs[id.0 as usize].as_mut() {
                    alloc.guards.insert(at, (range, what));
                }
            }
            Undo::Borrow(id) => {
                if let (Some(change), Some(alloc)) =
                    (self.journal.borrows.pop(), self.allocs[id.0 as usize].as_mut())
                {
                    alloc.borrows.undo(change);
                }
            }
            Undo::Exposed => {
                self.exposed.pop();
            }
            Undo::Observed(id) => self.alloc_mut(id).is_observed = false,
            Undo::Discipline(id, old) => self.alloc_mut(id).discipline = old,
            Undo::Slot(at, slot) => self.slots[at] = slot,
            Undo::SlotCount(len) => self.slots.resize(len, Slot::Dead),
            Undo::Pushed(frames) => {
                self.frames.truncate(frames);
                self.first_slot = self.frames.last().map_or(0, |frame| frame.slots);
            }
            Undo::Popped(frame) => {
                self.first_slot = frame.slots;
                self.frames.push(*frame);
            }
            Undo::Position(frame, block, statement) => {
                self.frames[frame].block = block;
                self.frames[frame].statement = statement;
            }
            Undo::Epoch { frames, slots, stack } => {
                self.frames.truncate(frames);
                self.first_slot = self.frames.last().map_or(0, |frame| frame.slots);
                self.slots.truncate(slots);
                self.stack.truncate(stack);
            }
            Undo::Switched(left) => self.exchange_stacks(left),
            Undo::ThreadLocal(thread, id) => {
                self.thread_locals.remove(&(thread, id));
            }
        }
    }

    /// A copy of everything that a checkpoint takes back.
    pub fn state(&self) -> State {
        let allocs = self.allocs.iter().enumerate();
        State {
            stack: self.stack.clone(),
            slots: self.slots.clone(),
            frames: self.frames.clone(),
            thread: self.thread,
            parked: self.parked.clone(),
            concurrency: self.concurrency.clone(),
            allocs: allocs
                .filter_map(|(index, alloc)| Some((AllocId(index as u32), alloc.clone()?)))
                .collect(),
            exposed: self.exposed.clone(),
            output: self.output.clone(),
            fixed: self.fixed.clone(),
        }
    }

    /// The allocation, which is there as long as something refers to it.
    pub(crate) fn alloc(&self, id: AllocId) -> &Allocation {
        self.allocs[id.0 as usize].as_ref().expect("an allocation that is referred to is there")
    }

    pub(crate) fn alloc_mut(&mut self, id: AllocId) -> &mut Allocation {
        self.allocs[id.0 as usize].as_mut().expect("an allocation that is referred to is there")
    }

    pub(crate) fn new_tag(&mut self) -> Tag {
        let tag = Tag(self.fixed.next_tag);
        self.fixed.next_tag += 1;
        if self.tracking.is_some() {
            self.tell_tag(tag);
        }
        tag
    }

    /// New memory, uninitialized.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        kind: AllocKind,
        is_mutable: bool,
    ) -> Step<AllocId> {
        let bytes = usize::try_from(size).unwrap_or(usize::MAX);
        let used = self.fixed.used.saturating_add(bytes);
        if used > self.limits.memory {
            return Err(Box::new(Stop::Budget(Budget::Memory)));
        }
        let taken =
            if self.concurrency.is_some() { self.address_of_others(size, align.max(1), kind) } else { None };
        let addr = taken.or_else(|| self.fixed.addresses.allocate(size, align.max(1), self.thread));
        let Some(addr) = addr else {
            return Err(Box::new(Stop::Budget(Budget::Memory)));
        };
        self.fixed.used = used;
        // What is there from the start is older than every borrow, whenever it is first asked for.
        let root = if kind.is_from_the_start() { Tag(0) } else { self.new_tag() };
        let borrows = match kind {
            kind if kind.has_no_data() => Borrows::Untracked,
            _ => Borrows::new(self.config.aliasing, size, root, kind == AllocKind::Stack),
        };
        let alloc = Allocation {
            kind,
            region: self.new_region(bytes),
            size,
            addr,
            align: align.max(1),
            loose_ty: None,
            is_mutable,
            is_observed: false,
            root,
            borrows,
            guards: Vec::new(),
            created: self.now(),
            freed: None,
            discipline: Discipline::default(),
            epoch: self.journal.epoch(),
        };
        let id = match self.free_ids.pop() {
            Some(id) => {
                self.allocs[id.0 as usize] = Some(alloc);
                id
            }
            None => {
                self.allocs.push(Some(alloc));
                AllocId(self.allocs.len() as u32 - 1)
            }
        };
        self.journal.push(|| Undo::Allocated(id));
        if self.tracking.is_some() {
            self.tell_allocated(id);
        }
        if self.concurrency.is_some() {
            self.tell_model_of_allocation(id, kind == AllocKind::Stack || kind.is_heap());
        }
        Ok(id)
    }

    /// The moment that is now: the position of the running code, for messages.
    #[inline]
    pub(crate) fn now(&self) -> Moment {
        match self.frames.last() {
            Some(top) => {
                let frame = &self.frames[top.told_of];
                Moment(frame.code.block_points[frame.block.index()] + frame.statement as u32)
            }
            None => Moment::NONE,
        }
    }

    /// The code at a moment.
    pub fn at(&self, moment: Moment) -> Option<At> {
        let function = self.points.partition_point(|&(first, _)| first <= moment.0).checked_sub(1)?;
        let (_, id) = self.points[function];
        let code = self.code.get(id.index())?.as_ref()?;
        let block = code.block_points.partition_point(|&first| first <= moment.0).checked_sub(1)?;
        let statement = (moment.0 - code.block_points[block]) as usize;
        let block = BlockId::new(block);
        let in_block = statement <= self.program.functions[id].body.blocks[block].statements.len();
        in_block.then_some(At::Statement(id, block, statement, Part::Whole))
    }

    /// The calls that have not returned, the innermost first. One that has not come to its first statement, because of what it was
    /// given, is told as the function.
    pub fn backtrace(&self) -> Vec<At> {
        let (entering, left) = match self.between {
            Some(Between::Entering(function)) => (Some(At::Item(ItemId::Fn(function))), 0),
            Some(Between::Leaving) => (None, 1),
            None => (None, 0),
        };
        let frames = self.frames.iter().rev().skip(left);
        let frames =
            frames.map(|frame| At::Statement(frame.code.id, frame.block, frame.statement, Part::Whole));
        entering.into_iter().chain(frames).collect()
    }

    /// An allocation, freed or not, as long as something refers to it.
    pub fn allocation(&self, id: AllocId) -> Option<&Allocation> {
        self.allocs.get(id.0 as usize)?.as_ref()
    }

    /// Heap memory that was never freed.
    pub fn leaks(&self) -> Vec<(AllocId, &Allocation)> {
        let allocs = self.allocs.iter().enumerate();
        let live = allocs.filter_map(|(index, alloc)| Some((AllocId(index as u32), alloc.as_ref()?)));
        live.filter(|(_, alloc)| alloc.kind.is_heap() && alloc.freed.is_none()).collect()
    }
}
