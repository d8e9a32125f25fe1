//! Threads, in programs whose output no schedule changes.
//!
//! The threads are written as the rest is: by execution, one block of one thread after the other, in an order that is drawn. So the machine
//! knows of every access that is proposed what happens before it, and takes back what would be a data race. It is told how each piece of
//! shared memory keeps threads apart ([`Discipline`]), so that it counts only on what happens before in *every* schedule:
//!
//! - What one thread alone has, or one after the other, is theirs to do anything with: parts of one array or struct, memory of the heap. They get it
//!   when they begin, or by a message (a flag or a pointer with release and acquire, by accesses or fences), or when all have come to a barrier.
//!   An access that no such event orders is a race, also where it is atomic.
//! - What several update at any time is updated by operations that commute. What such an update reads is tainted: it is computed with, and reaches
//!   no branch and no output.
//! - What a lock protects is updated by operations that commute, and is looked at when the threads have ended.
//!
//! `plan` draws what the threads do with each other, `shares` the memory that they share, `signals` makes one wait for another, and
//! `updates` changes what is shared.

mod plan;
mod shares;
mod signals;
mod updates;

use crate::observe::function;
use crate::operands::function_pointer;
use crate::scope::Scope;
use crate::writer::Writer;
use rustassay_machine::memory::Scalar;
use rustassay_machine::threads::ThreadId;
use rustassay_mir::model::*;
use shares::{Role, Share};
use std::collections::VecDeque;
use std::mem::swap;

pub(crate) use shares::{Reserved, reserve};

/// How many blocks a thread runs between two events, at most.
const SEGMENT: usize = 3;

/// What `main` does between groups of threads is about as much as a thread does in so many such turns.
const PAUSES: usize = 8;

/// How many statements there are for them at least, as long as there are some.
const LEAST: usize = 10;

/// How many blocks more than other functions one of threads may have, by the block: its events take some.
const ROOM: usize = 3;

/// How often writing a group of threads may not go well.
const SPARE_ATTEMPTS: usize = 2;

/// Threads that are being written, and what they share.
#[derive(Debug)]
pub(crate) struct Team {
    strands: Vec<Strand>,
    /// The strand that is being written.
    current: usize,
    shares: Vec<Share>,
    signals: Vec<Signal>,
    /// What all threads are given: a pointer to a tuple of pointers, and its type.
    context: Option<(Local, Ty)>,
}

/// A thread that is being written; `main` is one of them.
#[derive(Debug)]
struct Strand {
    thread: ThreadId,
    stage: Stage,
    /// Who begins it, and waits for its end.
    parent: usize,
    /// What the parent waits with.
    handle: Option<Local>,
    function: Option<FnId>,
    /// What it does with others, the next first.
    script: VecDeque<Event>,
    /// Pointers to what is shared, in its outermost function.
    pointers: Vec<Local>,
    /// What the writer has while it writes this strand, as long as it writes others.
    scopes: Vec<Scope>,
    state: Option<Scalar>,
    may_have_observed: bool,
}

/// How far a strand is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// Nobody has begun it.
    Planned,
    /// It has begun, and nothing of it is written.
    Spawned,
    Running,
    Ended,
}

/// What a strand does with others; strands and signals have numbers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Event {
    Spawn(usize),
    Join(usize),
    Send(usize),
    Receive(usize),
    Arrive(usize),
    Leave(usize),
}

/// How strands wait for each other.
#[derive(Debug)]
struct Signal {
    kind: SignalKind,
    /// The strands that it concerns; of a message, the sender first.
    among: Vec<usize>,
    /// How many of those have signalled that others wait for.
    signalled: usize,
    /// The flag, pointer or counter among the shares.
    share: usize,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum SignalKind {
    /// A flag is set, and then a share is the receivers'.
    #[allow(missing_docs)]
    Message {
        payload: usize,
    },
    /// A pointer to new memory of a type.
    #[allow(missing_docs)]
    Pointer {
        pointee: Ty,
    },
    Barrier,
}

impl Team {
    /// How often strands go on until all is written.
    fn to_come(&self) -> usize {
        let live = self.strands.iter().filter(|strand| strand.stage != Stage::Ended);
        live.map(|strand| strand.script.len() + 1).sum()
    }
}

impl Signal {
    fn message(among: Vec<usize>, is_pointer: bool) -> Signal {
        let kind = match is_pointer {
            true => SignalKind::Pointer { pointee: Ty::U8 },
            false => SignalKind::Message { payload: 0 },
        };
        Signal { kind, among, signalled: 0, share: 0 }
    }

    fn barrier(among: Vec<usize>) -> Signal {
        Signal { kind: SignalKind::Barrier, among, signalled: 0, share: 0 }
    }

    /// Whether those who wait go on.
    fn is_given(&self) -> bool {
        let awaited = if self.kind == SignalKind::Barrier { self.among.len() } else { 1 };
        self.signalled == awaited
    }
}

impl Strand {
    fn new(parent: usize) -> Strand {
        Strand {
            thread: ThreadId::MAIN,
            stage: Stage::Planned,
            parent,
            handle: None,
            function: None,
            script: VecDeque::new(),
            pointers: Vec::new(),
            scopes: Vec::new(),
            state: None,
            may_have_observed: false,
        }
    }
}

impl Writer {
    /// Groups of threads, and what `main` does between them. A program has one at least.
    pub fn work_of_threads(&mut self) -> Option<()> {
        let groups = self.random.within(&self.mixture.ranges.thread_groups);
        let mut written = 0;
        for _ in 0..groups + SPARE_ATTEMPTS {
            self.segment();
            written += usize::from(self.attempt(Writer::threads));
            if written == groups {
                break;
            }
        }
        (written > 0).then_some(())
    }

    /// Writes a group of threads, from the first spawn to the last join.
    pub fn threads(&mut self) -> Option<()> {
        let sharing = self.mixture.sharing.clone()?;
        let (strands, signals) =
            plan::plan(&mut self.random, &sharing, &self.mixture.chances, &self.mixture.ranges);
        let team = Team { strands, current: 0, shares: Vec::new(), signals, context: None };
        self.team = Some(Box::new(team));
        let written = self.write_team();
        // What did not go well is taken back from `main`, in which it began.
        self.resume(0);
        self.team = None;
        written
    }

    fn team(&self) -> &Team {
        self.team.as_ref().expect("threads are being written")
    }

    fn team_mut(&mut self) -> &mut Team {
        self.team.as_mut().expect("threads are being written")
    }

    /// The strand that is being written; 0 is `main`, also if it is alone.
    pub fn strand(&self) -> usize {
        self.team.as_ref().map_or(0, |team| team.current)
    }

    fn write_team(&mut self) -> Option<()> {
        self.team_mut().strands[0].stage = Stage::Running;
        self.make_shares()?;
        self.make_context()?;
        loop {
            let able: Vec<usize> =
                (0..self.team().strands.len()).filter(|&strand| self.can_go_on(strand)).collect();
            let Some(&next) = self.random.pick(&able) else { break };
            self.resume(next);
            self.go_on()?;
        }
        let team = self.team();
        let is_over = team.strands[1..].iter().all(|strand| strand.stage == Stage::Ended)
            && team.strands[0].script.is_empty();
        debug_assert!(is_over, "the plan has an order: {team:?}");
        is_over.then_some(())?;
        self.resume(0);
        self.reveal()
    }

    /// Whether a strand has something to do, and need not wait for it.
    fn can_go_on(&self, strand: usize) -> bool {
        let team = self.team();
        let Strand { stage, script, .. } = &team.strands[strand];
        match (stage, script.front()) {
            (Stage::Planned | Stage::Ended, _) => false,
            // The end of a thread comes when its script is over; that of `main`, when all is.
            (_, None) => strand != 0,
            (_, Some(Event::Receive(signal) | Event::Leave(signal))) => team.signals[*signal].is_given(),
            (_, Some(Event::Join(child))) => team.strands[*child].stage == Stage::Ended,
            (_, Some(Event::Spawn(_) | Event::Send(_) | Event::Arrive(_))) => true,
        }
    }

    /// Writes the strand that runs up to its next event, and that.
    fn go_on(&mut self) -> Option<()> {
        let current = self.team().current;
        if self.team().strands[current].stage == Stage::Spawned {
            self.begin_strand()?;
        }
        let event = self.team_mut().strands[current].script.pop_front();
        // Between coming to a barrier and leaving it, a thread knows of others what it would not in other schedules.
        if !matches!(event, Some(Event::Leave(_))) {
            self.segment();
        }
        match event {
            Some(Event::Spawn(child)) => self.spawn(child),
            Some(Event::Join(child)) => self.join(child),
            Some(Event::Send(signal)) => self.send(signal),
            Some(Event::Receive(signal)) => self.receive(signal),
            Some(Event::Arrive(signal)) => self.arrive(signal),
            Some(Event::Leave(signal)) => self.depart(signal),
            None => self.end_strand(),
        }
    }

    /// Some blocks of the strand that runs. It leaves the others their part of the statements that may be written.
    fn segment(&mut self) {
        let to_come = self.team.as_ref().map_or(PAUSES, |team| team.to_come());
        let own = (self.left / (to_come + 1)).max(LEAST.min(self.left));
        let others = self.left - own;
        self.left = own;
        let most = self.mixture.size.blocks * ROOM;
        for _ in 0..self.random.between(1, SEGMENT) {
            if self.left == 0 || self.blocks() >= most {
                break;
            }
            self.statements();
            self.end_block();
        }
        self.left += others;
    }

    /// Goes on with another strand.
    fn resume(&mut self, to: usize) {
        let team = self.team.as_mut().expect("threads are being written");
        let from = team.current;
        if from == to {
            return;
        }
        for strand in [from, to] {
            let parked = &mut team.strands[strand];
            swap(&mut self.scopes, &mut parked.scopes);
            swap(&mut self.state, &mut parked.state);
            swap(&mut self.may_have_observed, &mut parked.may_have_observed);
        }
        team.current = to;
        self.machine.switch_to(team.strands[to].thread);
    }

    /// Begins a thread with a new function, which is written later.
    fn spawn(&mut self, child: usize) -> Option<()> {
        let spawn = self.harness.threads.as_ref()?.spawn;
        let (context, _) = self.team().context?;
        let data = match self.strand() {
            0 => context,
            // What a thread is given, it passes on.
            _ => Local::new(1),
        };
        let bytes = self.machine.program.types.raw_ptr(Mutability::Mut, Ty::U8);
        let number = self.machine.program.functions.len();
        let body = Body::new(&[bytes], Ty::UNIT);
        let mut new = function(&format!("thread{number}"), &[bytes], Ty::UNIT, body);
        new.inline = None;
        new.is_const = false;
        let sig = new.sig.clone();
        let id = self.machine.program.add_fn(new);
        self.run(|machine| machine.open_function(id))?;
        let pointer = self.machine.program.types.fn_ptr(sig);
        let handle = self.hidden_local(Ty::USIZE)?;
        let args = vec![function_pointer(id, pointer).into(), Operand::Copy(data.into())];
        self.call(surface(spawn), handle.into(), args, UnwindAction::Unreachable)?;
        let thread = ThreadId(self.machine.peek(&handle.into())?.bits as u32);
        let strand = &mut self.team_mut().strands[child];
        (strand.thread, strand.stage) = (thread, Stage::Spawned);
        (strand.handle, strand.function) = (Some(handle), Some(id));
        Some(())
    }

    /// Writes the first block of the strand that runs: it takes what it is given.
    fn begin_strand(&mut self) -> Option<()> {
        let current = self.team().current;
        let function = self.team().strands[current].function?;
        self.enter(function, Local::RETURN);
        let given = Local::new(1);
        self.scope_mut().hide(given);
        let (_, context_ty) = self.team().context?;
        let context_ptr = self.machine.program.types.raw_ptr(Mutability::Mut, context_ty);
        let cast = Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(given.into()), context_ptr);
        let context = self.hidden(context_ptr, cast)?;
        let mut pointers = Vec::new();
        for share in 0..self.team().shares.len() {
            let ty = self.team().shares[share].pointer_ty;
            let from = match self.team().shares[share].reserved {
                Some(id) => Const::Static(id).into(),
                None => {
                    let field = self.team().shares[..share].iter().filter(|share| share.reserved.is_none());
                    Operand::Copy(Place::from(context).deref().field(field.count() as u32))
                }
            };
            pointers.push(self.hidden(ty, Rvalue::Use(from))?);
        }
        self.team_mut().strands[current].pointers = pointers;
        self.team_mut().strands[current].stage = Stage::Running;
        let state = self.state_of(current)?;
        self.scope_mut().state = state;
        self.state = self.machine.peek(&state.into());
        if self.random.coin() {
            self.inputs()?;
        }
        self.show_part(current)
    }

    /// Ends the function of the strand that runs, and its thread.
    fn end_strand(&mut self) -> Option<()> {
        self.finish()?;
        self.run(|machine| machine.end_thread())?;
        self.leave();
        let current = self.team().current;
        self.team_mut().strands[current].stage = Stage::Ended;
        Some(())
    }

    fn join(&mut self, child: usize) -> Option<()> {
        let join = self.harness.threads.as_ref()?.join;
        let handle = self.team().strands[child].handle?;
        let nothing = self.hidden_local(Ty::UNIT)?;
        let args = vec![Operand::Copy(handle.into())];
        self.call(surface(join), nothing.into(), args, UnwindAction::Unreachable)
    }

    /// A local of which nobody knows.
    fn hidden_local(&mut self, ty: Ty) -> Option<Local> {
        let local = self.new_local(ty)?;
        self.scope_mut().hide(local);
        Some(local)
    }

    /// The same with a value.
    fn hidden(&mut self, ty: Ty, rvalue: Rvalue) -> Option<Local> {
        let local = self.compute(ty, rvalue)?;
        self.scope_mut().hide(local);
        Some(local)
    }

    /// Makes the tuple of pointers that all threads are given.
    fn make_context(&mut self) -> Option<()> {
        let shares = &self.team().shares;
        let given = shares.iter().enumerate().filter(|(_, share)| share.reserved.is_none());
        let (numbers, types): (Vec<usize>, Vec<Ty>) =
            given.map(|(number, share)| (number, share.pointer_ty)).unzip();
        let pointers = &self.team().strands[0].pointers;
        let parts = numbers.iter().map(|&number| Operand::Copy(pointers[number].into())).collect();
        let types_table = &mut self.machine.program.types;
        let ty = types_table.tuple(&types);
        let (pointer, bytes) =
            (types_table.raw_ptr(Mutability::Mut, ty), types_table.raw_ptr(Mutability::Mut, Ty::U8));
        let context = self.hidden(ty, Rvalue::Tuple(parts))?;
        let context = self.hidden(pointer, Rvalue::RawPtr(Mutability::Mut, context.into()))?;
        let cast = Rvalue::Cast(CastKind::PtrToPtr, Operand::Copy(context.into()), bytes);
        let context = self.hidden(bytes, cast)?;
        self.team_mut().context = Some((context, ty));
        Some(())
    }

    /// All threads have ended: what they have done to what they shared, `main` observes.
    fn reveal(&mut self) -> Option<()> {
        for share in 0..self.team().shares.len() {
            let pointer = self.team().strands[0].pointers[share];
            let scalar = self.machine.peek(&pointer.into())?;
            self.machine.set_discipline(scalar, Default::default())?;
            for slot in 0..self.team().shares[share].slots.len() {
                let ty = self.team().shares[share].slots[slot].ty;
                self.attempt(|writer| {
                    let place = writer.slot(share, slot)?;
                    writer.observe_value(ty, place)
                });
            }
            if self.team().shares[share].role != Role::States {
                let home = self.team().shares[share].home;
                for local in [Some(pointer), home].into_iter().flatten() {
                    self.scope_mut().show(local);
                }
            }
        }
        Some(())
    }

    /// Moves what is reserved for the next group to where it is used.
    fn take_reserved(&mut self, fits: impl Fn(&Reserved) -> bool) -> Option<Reserved> {
        let at = self.reserved.iter().position(fits)?;
        Some(self.reserved.remove(at))
    }
}

/// A function of the harness, to be called.
fn surface(id: SurfaceFnId) -> Operand {
    Const::Fn(Box::new(FnRef::plain(FnDefId::Surface(id)))).into()
}
