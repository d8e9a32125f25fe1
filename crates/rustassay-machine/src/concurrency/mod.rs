//! What threads know of each other's accesses: data races, and which stores a load may read from.
//!
//! The rules are those of C++20 (N4861: `[intro.races]`, `[atomics.order]`, `[atomics.fences]`), which Rust has for its atomics, executed
//! as Lidbury and Donaldson propose ("Dynamic Race Detection for C++11", POPL 2017) with what Miri has changed since: release sequences
//! of C++20 (P0982), its sequential consistency (P0668; rust-lang/miri#2301), and atomic accesses to plain memory, of any size.
//!
//! - `clock`: what happened before what.
//! - `races`: what a byte remembers of who accessed it, and which accesses race.
//! - `stores`: the stores that a load may read from.
//! - `runs`: a map from bytes to what they remember.
//! - [`Concurrency`]: the state of all threads and of all memory, and the operations that change it.
//!
//! A program's threads are executed in turns, and a load reads from a store that has been executed. So of what C++20 allows, this shows no
//! outcome in which loads read from stores that come later in every order of execution (load buffering), or in which the modification orders of
//! several locations agree with no order of execution (2+2W). `tests/litmus` of this crate lists, test by test, which outcomes there are, and
//! which C++20 allows beside them; `tests/suite/concurrency` compares random programs with C++20's axioms.
//!
//! Accesses that were made before the first thread was spawned happened before all others, and nothing is kept of them: a program with one
//! thread pays for none of this.

mod clock;
mod races;
mod runs;
mod stores;

pub use clock::ThreadView;
pub use races::{Race, RaceAccess, Racer};
pub use stores::LoadedValue;

use crate::aliasing::{Bytes, Moment};
use crate::memory::{AllocId, Scalar};
use crate::threads::ThreadId;
use clock::*;
use races::*;
use runs::*;
use rustassay_mir::model::AtomicOrdering;
use std::rc::Rc;
use stores::*;

/// Who accesses which bytes, and where in the program.
#[derive(Copy, Clone, Debug)]
#[allow(missing_docs)]
pub struct AccessSite {
    pub thread: ThreadId,
    pub alloc: AllocId,
    pub bytes: Bytes,
    pub moment: Moment,
}

/// What a thread knows.
#[derive(Clone, PartialEq, Default, Debug)]
struct Thread {
    /// What happened before its next operation.
    view: ThreadView,
    /// What it gets to know by its next acquire fence: the messages of its relaxed loads.
    acquirable: ThreadView,
    /// What its relaxed stores pass on: what it knew at its last release fence.
    released: ThreadView,
}

/// What is remembered of an allocation.
#[derive(Clone, PartialEq, Default, Debug)]
struct History {
    cells: Runs<Cell>,
    /// The atomic locations, by their bytes, in order and apart.
    buffers: Vec<(Bytes, Rc<StoreBuffer>)>,
}

/// The state of all threads, and of the memory that they share.
#[derive(Clone, Debug)]
pub struct Concurrency {
    threads: Vec<Thread>,
    histories: Vec<Option<Box<History>>>,
    /// What the last SC fence of all threads knew.
    fence: ThreadView,
    /// The end of S, the order of all SC operations.
    end: Position,
    /// Inverses of what has changed, if there may be a way back.
    journal: Option<Vec<Change>>,
}

/// The inverse of one change.
#[derive(Clone, Debug)]
enum Change {
    /// A thread knew this.
    Thread(ThreadId, Box<Thread>),
    /// There were this many threads.
    Threads(usize),
    /// The last SC fence knew this, and S was this long.
    Order(Box<(ThreadView, Position)>),
    /// Of all allocations, this was remembered.
    Histories(Vec<Option<Box<History>>>),
    /// Of an allocation, this was remembered.
    History(AllocId, Option<Box<History>>),
    /// Of its bytes, this was remembered.
    Cells(AllocId, Box<Splice<Cell>>),
    /// It had these atomic locations.
    Buffers(AllocId, Vec<(Bytes, Rc<StoreBuffer>)>),
}

impl PartialEq for Concurrency {
    /// Whether the same will happen in both. How they came to be is no difference, nor is whether nothing is remembered of an allocation
    /// because it was never accessed.
    fn eq(&self, other: &Concurrency) -> bool {
        let history = |one: &Concurrency, n: usize| one.histories.get(n).cloned().flatten();
        let len = self.histories.len().max(other.histories.len());
        self.threads == other.threads
            && (&self.fence, self.end) == (&other.fence, other.end)
            && (0..len).all(|n| history(self, n) == history(other, n))
    }
}

/// Whether a load or a fence acquires.
fn acquires(ordering: AtomicOrdering) -> bool {
    matches!(ordering, AtomicOrdering::Acquire | AtomicOrdering::AcqRel | AtomicOrdering::SeqCst)
}

/// Whether a store or a fence releases.
fn releases(ordering: AtomicOrdering) -> bool {
    matches!(ordering, AtomicOrdering::Release | AtomicOrdering::AcqRel | AtomicOrdering::SeqCst)
}

impl Default for Concurrency {
    fn default() -> Concurrency {
        Concurrency::new()
    }
}

impl Concurrency {
    /// One thread, before it spawns another.
    pub fn new() -> Concurrency {
        Concurrency {
            threads: vec![Thread::default()],
            histories: Vec::new(),
            fence: ThreadView::default(),
            end: Position::default(),
            journal: None,
        }
    }

    /// From now on, changes can be taken back; or not any more.
    pub fn set_journal(&mut self, is_on: bool) {
        self.journal = is_on.then(|| self.journal.take().unwrap_or_default());
    }

    /// How much can be taken back.
    pub fn journal_len(&self) -> usize {
        self.journal.as_ref().map_or(0, Vec::len)
    }

    /// Takes back everything but the first `len` changes.
    pub fn undo_to(&mut self, len: usize) {
        while self.journal_len() > len {
            let Some(change) = self.journal.as_mut().and_then(Vec::pop) else { break };
            match change {
                Change::Thread(thread, old) => self.threads[thread.index()] = *old,
                Change::Threads(len) => self.threads.truncate(len),
                Change::Order(old) => (self.fence, self.end) = *old,
                Change::Histories(old) => self.histories = old,
                Change::History(id, old) => self.histories[id.0 as usize] = old,
                Change::Cells(id, splice) => {
                    if let Some(history) = &mut self.histories[id.0 as usize] {
                        history.cells.undo(*splice);
                    }
                }
                Change::Buffers(id, old) => {
                    if let Some(history) = &mut self.histories[id.0 as usize] {
                        history.buffers = old;
                    }
                }
            }
        }
    }

    fn keep(&mut self, change: impl FnOnce(&Concurrency) -> Change) {
        // The change is made of the state, and so cannot borrow the journal.
        if let Some(mut journal) = self.journal.take() {
            journal.push(change(self));
            self.journal = Some(journal);
        }
    }

    fn keep_thread(&mut self, thread: ThreadId) {
        self.keep(|own| Change::Thread(thread, Box::new(own.threads[thread.index()].clone())));
    }

    fn keep_order(&mut self) {
        self.keep(|own| Change::Order(Box::new((own.fence.clone(), own.end))));
    }

    fn epoch(&self, thread: ThreadId) -> Epoch {
        Epoch { thread, time: self.threads[thread.index()].view.clock.time(thread) }
    }

    /// A place at the end of S. There is room for loads between two.
    fn next_position(&mut self) -> Position {
        self.keep_order();
        self.end.0 += 2;
        self.end
    }

    /// A thread spawns another: what it has done happened before all that the new one does.
    pub fn spawned(&mut self, parent: ThreadId, child: ThreadId) {
        self.keep(|own| Change::Threads(own.threads.len()));
        self.keep_thread(parent);
        let view = self.threads[parent.index()].view.clone();
        self.threads.resize(child.index() + 1, Thread::default());
        self.threads[child.index()].view = view;
        for thread in [parent, child] {
            self.threads[thread.index()].view.clock.advance(thread);
        }
    }

    /// A thread has waited for the end of another.
    pub fn joined(&mut self, waiting: ThreadId, ended: ThreadId) {
        let view = self.threads[ended.index()].view.clone();
        self.acquire(waiting, &view);
    }

    /// Forgets all accesses if they happened before all that a thread does now, and says whether it has: with no other thread left, there
    /// is nothing to compare with until the next one is spawned.
    pub fn settle(&mut self, thread: ThreadId) -> bool {
        let clock = &self.threads[thread.index()].view.clock;
        let ids = (0..self.threads.len() as u32).map(ThreadId);
        if !ids.map(|id| self.epoch(id)).all(|epoch| clock.includes(epoch)) {
            return false;
        }
        let histories = std::mem::take(&mut self.histories);
        if let Some(journal) = &mut self.journal {
            journal.push(Change::Histories(histories));
        }
        true
    }

    /// What a thread passes on now, by whatever is no atomic access: a lock that it gives back, a futex that it wakes.
    pub fn release(&mut self, thread: ThreadId) -> ThreadView {
        self.keep_thread(thread);
        let state = &mut self.threads[thread.index()];
        let view = state.view.clone();
        state.view.clock.advance(thread);
        view
    }

    /// A thread gets to know what was released.
    pub fn acquire(&mut self, thread: ThreadId, view: &ThreadView) {
        self.keep_thread(thread);
        self.threads[thread.index()].view.join(view);
    }

    /// An atomic fence (`[atomics.fences]`).
    pub fn fence(&mut self, thread: ThreadId, ordering: AtomicOrdering) {
        self.keep_thread(thread);
        let position = (ordering == AtomicOrdering::SeqCst).then(|| self.next_position());
        let state = &mut self.threads[thread.index()];
        if acquires(ordering) {
            state.view.join(&state.acquirable);
        }
        if let Some(position) = position {
            (state.view.sc, state.view.fence) = (position, position);
            state.view.join(&self.fence);
            self.fence = state.view.clone();
        }
        if releases(ordering) {
            state.released = state.view.clone();
        }
        state.view.clock.advance(thread);
    }

    /// New memory. What is there from the start needs not be told of.
    pub fn allocated(&mut self, site: AccessSite) {
        let cell = {
            let view = &self.threads[site.thread.index()].view;
            Cell::allocated(Accessor {
                epoch: self.epoch(site.thread),
                moment: site.moment,
                clock: &view.clock,
            })
        };
        let history = History { cells: Runs::whole(site.bytes.end, cell), buffers: Vec::new() };
        self.replace_history(site.alloc, Some(Box::new(history)));
    }

    /// Memory is freed; `site` has all of it.
    pub fn freed(&mut self, site: AccessSite) -> Result<(), Race> {
        self.access(site, |cell, by| cell.write(by, RaceAccess::Deallocation))?;
        self.replace_history(site.alloc, None);
        Ok(())
    }

    /// Nothing is remembered of an allocation any more: its identity may be another's from now on.
    pub fn forget(&mut self, id: AllocId) {
        self.replace_history(id, None);
    }

    fn replace_history(&mut self, id: AllocId, history: Option<Box<History>>) {
        let index = id.0 as usize;
        if self.histories.len() <= index {
            if history.is_none() {
                return;
            }
            self.histories.resize(index + 1, None);
        }
        let old = std::mem::replace(&mut self.histories[index], history);
        if let Some(journal) = &mut self.journal {
            journal.push(Change::History(id, old));
        }
    }

    /// The history of an allocation, which begins now if there was none.
    fn history(&mut self, id: AllocId) -> &mut History {
        let index = id.0 as usize;
        if self.histories.len() <= index {
            self.histories.resize(index + 1, None);
        }
        if self.histories[index].is_none() {
            self.replace_history(id, Some(Box::default()));
        }
        self.histories[index].get_or_insert_default()
    }

    /// Compares an access with what its bytes remember, and lets them remember it.
    #[inline]
    fn access(
        &mut self,
        site: AccessSite,
        mut rule: impl FnMut(&mut Cell, Accessor<'_>) -> Result<(), Race>,
    ) -> Result<(), Race> {
        let AccessSite { thread, alloc, bytes, moment } = site;
        let epoch = self.epoch(thread);
        self.history(alloc);
        let Concurrency { threads, histories, journal, .. } = self;
        let clock = &threads[thread.index()].view.clock;
        let by = Accessor { epoch, moment, clock };
        let history = histories[alloc.0 as usize].get_or_insert_default();
        let log = journal
            .as_mut()
            .map(|journal| |splice: Splice<Cell>| journal.push(Change::Cells(alloc, Box::new(splice))));
        history.cells.update(bytes, |cell| rule(cell, by), log)
    }

    /// A read that is not atomic.
    #[inline]
    pub fn read(&mut self, site: AccessSite, access: RaceAccess) -> Result<(), Race> {
        self.access(site, |cell, by| cell.read(by, access))
    }

    /// A write that is not atomic. It happened after all earlier stores to its bytes, so no load can read from those any more.
    #[inline]
    pub fn write(&mut self, site: AccessSite, access: RaceAccess) -> Result<(), Race> {
        self.access(site, |cell, by| cell.write(by, access))?;
        let history = self.history(site.alloc);
        if history.buffers.iter().any(|(bytes, _)| overlap(*bytes, site.bytes)) {
            self.keep_buffers(site.alloc);
            let buffers = &mut self.history(site.alloc).buffers;
            buffers.retain(|(bytes, _)| !overlap(*bytes, site.bytes));
        }
        Ok(())
    }

    fn keep_buffers(&mut self, id: AllocId) {
        self.keep(|own| {
            let history = own.histories[id.0 as usize].as_ref();
            Change::Buffers(id, history.map(|history| history.buffers.clone()).unwrap_or_default())
        });
    }

    /// The atomic location at a site. If there was none of just these bytes, it holds `latest`: accesses of other sizes happened before.
    fn buffer(&mut self, site: AccessSite, latest: Option<Scalar>) -> &mut StoreBuffer {
        self.keep_buffers(site.alloc);
        let buffers = &mut self.history(site.alloc).buffers;
        let index = match buffers.iter().position(|&(bytes, _)| bytes == site.bytes) {
            Some(index) => index,
            None => {
                buffers.retain(|(bytes, _)| !overlap(*bytes, site.bytes));
                let index = buffers.partition_point(|(bytes, _)| bytes.start < site.bytes.start);
                buffers.insert(index, (site.bytes, Rc::new(StoreBuffer::new(latest))));
                index
            }
        };
        Rc::make_mut(&mut buffers[index].1)
    }

    /// An atomic load from a location that holds `latest`; `None` is uninitialized. Of so many stores as `choose` is given, it names the one
    /// to read from; 0 is the latest.
    pub fn load(
        &mut self,
        site: AccessSite,
        ordering: AtomicOrdering,
        latest: Option<Scalar>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Result<LoadedValue, Race> {
        let size = site.bytes.end - site.bytes.start;
        self.access(site, |cell, by| cell.load(by, RaceAccess::Load, size))?;
        let mut thread = self.take_thread(site.thread);
        let is_sc = ordering == AtomicOrdering::SeqCst;
        let fence = is_sc.then(|| self.fence.clock.clone());
        let end = if is_sc { self.next_position() } else { self.end };
        let epoch = Epoch { thread: site.thread, time: thread.view.clock.time(site.thread) };
        let buffer = self.buffer(site, latest);
        let admissible = buffer.admissible(Loading { view: &thread.view, sc: fence.as_ref() });
        let from = admissible[choose(admissible.len())];
        let value = thread.load(buffer, from, epoch, ordering, end);
        thread.view.clock.advance(site.thread);
        self.threads[site.thread.index()] = thread;
        Ok(value)
    }

    /// An atomic store of `new` to a location that held `latest`.
    pub fn store(
        &mut self,
        site: AccessSite,
        ordering: AtomicOrdering,
        latest: Option<Scalar>,
        new: Scalar,
    ) -> Result<(), Race> {
        let size = site.bytes.end - site.bytes.start;
        self.access(site, |cell, by| cell.store(by, RaceAccess::Store, size))?;
        let mut thread = self.take_thread(site.thread);
        let position = (ordering == AtomicOrdering::SeqCst).then(|| self.next_position());
        let epoch = Epoch { thread: site.thread, time: thread.view.clock.time(site.thread) };
        thread.store(self.buffer(site, latest), new, (epoch, site.moment), ordering, position, false);
        thread.view.clock.advance(site.thread);
        self.threads[site.thread.index()] = thread;
        Ok(())
    }

    /// An atomic read-modify-write, which replaces `latest` by `new`. It always reads from the last store, so that nothing comes between.
    pub fn update(
        &mut self,
        site: AccessSite,
        ordering: AtomicOrdering,
        latest: Option<Scalar>,
        new: Scalar,
    ) -> Result<(), Race> {
        let size = site.bytes.end - site.bytes.start;
        self.access(site, |cell, by| cell.load(by, RaceAccess::Update, size))?;
        let mut thread = self.take_thread(site.thread);
        let is_sc = ordering == AtomicOrdering::SeqCst;
        let end = if is_sc { self.next_position() } else { self.end };
        let epoch = Epoch { thread: site.thread, time: thread.view.clock.time(site.thread) };
        let buffer = self.buffer(site, latest);
        thread.load(buffer, buffer.latest(), epoch, ordering, end);
        thread.store(buffer, new, (epoch, site.moment), ordering, is_sc.then_some(end), true);
        // The store is compared with what the load got to know.
        self.threads[site.thread.index()] = thread;
        self.access(site, |cell, by| cell.store(by, RaceAccess::Update, size))?;
        self.threads[site.thread.index()].view.clock.advance(site.thread);
        Ok(())
    }

    /// A thread's state, to be put back when it has changed.
    fn take_thread(&mut self, thread: ThreadId) -> Thread {
        self.keep_thread(thread);
        std::mem::take(&mut self.threads[thread.index()])
    }

    /// Calls `f` with the values that loads may still read.
    pub fn for_each_value(&self, mut f: impl FnMut(Scalar)) {
        let histories = self.histories.iter().flatten();
        histories.flat_map(|history| &history.buffers).for_each(|(_, buffer)| buffer.for_each_value(&mut f));
    }
}

impl Thread {
    /// Reads from a store; `end` is the end of S.
    fn load(
        &mut self,
        buffer: &mut StoreBuffer,
        from: Admissible,
        epoch: Epoch,
        ordering: AtomicOrdering,
        end: Position,
    ) -> LoadedValue {
        let (value, message) = buffer.read(from);
        match acquires(ordering) {
            true => self.view.join(message),
            false => self.acquirable.join(message),
        }
        let position = (ordering == AtomicOrdering::SeqCst).then(|| StoreBuffer::position(from, end));
        self.view.sc = self.view.sc.max(position.unwrap_or_default());
        buffer.loaded(from, epoch, &self.view, position);
        value
    }

    /// Stores at a place in S, if the store is SC.
    fn store(
        &mut self,
        buffer: &mut StoreBuffer,
        new: Scalar,
        written: (Epoch, Moment),
        ordering: AtomicOrdering,
        position: Option<Position>,
        is_update: bool,
    ) {
        self.view.sc = self.view.sc.max(position.unwrap_or_default());
        let message = if releases(ordering) { &self.view } else { &self.released };
        buffer.store(new, written, &self.view, message, position, is_update);
    }
}

/// Whether there is a byte that is in both.
fn overlap(one: Bytes, other: Bytes) -> bool {
    one.start < other.end && other.start < one.end
}
