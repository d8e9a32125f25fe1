//! What the machine tells [`crate::concurrency`] of, once there are several threads: accesses, allocations, and who waits for whom.

use crate::aliasing::{Access, Bytes, Model, PointerKind, Retag};
use crate::code::LocalCode;
use crate::concurrency::{AccessSite, Concurrency, LoadedValue, Race, RaceAccess, ThreadView};
use crate::error::*;
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use crate::machine::{Frame, Loc, Machine, PlaceVal, Return, Slot};
use crate::memory::*;
use crate::threads::ThreadId;
use rustassay_mir::model::{AtomicOrdering, Id, Local};
use std::rc::Rc;

impl Machine {
    /// A thread begins; the first one that does begins to need all this.
    pub(crate) fn thread_spawned(&mut self, parent: ThreadId, child: ThreadId) -> Step<()> {
        let is_on = self.journal.is_on();
        let model = self.concurrency.get_or_insert_with(|| {
            let mut model = Box::new(Concurrency::new());
            model.set_journal(is_on);
            model
        });
        model.spawned(parent, child);
        let watched = std::mem::replace(&mut self.watches_races, self.config.data_races);
        match self.watches_races && !watched {
            true => self.track_borrowed_locals(),
            false => Ok(()),
        }
    }

    /// Gives memory to all locals of the thread whose address may be taken: others may get to know it, and then it matters what was done to them
    /// before.
    fn track_borrowed_locals(&mut self) -> Step<()> {
        let mut above: Vec<Frame> = Vec::new();
        let mut result = Ok(());
        while let (Ok(()), Some(frame)) = (&result, self.frames.last()) {
            self.first_slot = frame.slots;
            let code = Rc::clone(&frame.code);
            for (local, decl) in (0..).map(Local).zip(&code.locals) {
                let is_tracked = matches!(self.slot(local), Slot::Dead | Slot::Memory(_));
                let is_awaited = above.last().is_some_and(|callee| self.is_result_of(callee, local, decl));
                if decl.is_borrowed && !is_tracked && !is_awaited && result.is_ok() {
                    result = self.move_to_memory(local);
                }
            }
            above.extend(self.frames.pop());
        }
        self.frames.extend(above.into_iter().rev());
        self.first_slot = self.frames.last().map_or(0, |frame| frame.slots);
        result
    }

    /// Whether a local of the top frame gets the result of a call that has not returned: where it is, is known already.
    fn is_result_of(&self, callee: &Frame, local: Local, decl: &LocalCode) -> bool {
        let frame = self.frames.last().expect("a frame runs");
        let start = frame.stack + decl.offset;
        let bytes = start..start + decl.info.size.max(1) as usize;
        let is_there = |dest: &PlaceVal| matches!(dest.at, Loc::Stack(at) if bytes.contains(&at));
        match &callee.ret {
            Return::To { dest, slot, .. } => *slot == Some(frame.slots + local.index()) || is_there(dest),
            Return::Catch { dest, .. } | Return::Caught { dest, .. } => is_there(dest),
            Return::Bottom | Return::Thread | Return::Constant | Return::Drop { .. } => false,
        }
    }

    /// An address that another thread has freed, for some allocations. What that thread did happened before: allocators synchronize.
    pub(crate) fn address_of_others(&mut self, size: u64, align: u64, kind: AllocKind) -> Option<u64> {
        // Explorations leave addresses as they are, which decide nothing then.
        if !kind.is_heap() || self.is_explored() {
            return None;
        }
        let (running, percent) = (self.thread, self.config.cross_thread_reuse_percent);
        let (addr, view) = self.fixed.addresses.take_from_others(size, align, running, percent)?;
        self.acquire_view(running, &view);
        Some(addr)
    }

    /// Lets other threads have the address of heap memory that is about to be freed, for some.
    pub(crate) fn share_address(&mut self, id: AllocId) {
        let alloc = self.alloc(id);
        let (kind, addr, size) = (alloc.kind, alloc.addr, alloc.size);
        let is_shared = kind.is_heap() && self.config.cross_thread_reuse_percent > 0 && !self.is_explored();
        if is_shared && self.fixed.addresses.shares_next() {
            let view = self.release_view();
            self.fixed.addresses.share(addr, size, self.thread, view);
        }
    }

    /// The thread that runs has waited for the end of another. If nobody else is left, and all that was done happened before, there is
    /// nothing to compare accesses with.
    pub(crate) fn thread_joined(&mut self, ended: ThreadId) {
        let running = self.thread;
        let is_last = running == ThreadId::MAIN && self.remaining_threads() == 0;
        if let Some(model) = &mut self.concurrency {
            model.joined(running, ended);
            if is_last && model.settle(running) {
                self.watches_races = false;
            }
        }
    }

    /// What the thread that runs passes on now, by other means than atomic accesses.
    pub(crate) fn release_view(&mut self) -> ThreadView {
        let running = self.thread;
        self.concurrency.as_mut().map(|model| model.release(running)).unwrap_or_default()
    }

    /// A thread gets to know what was released.
    pub(crate) fn acquire_view(&mut self, thread: ThreadId, view: &ThreadView) {
        if let Some(model) = &mut self.concurrency {
            model.acquire(thread, view);
        }
    }

    /// Tells an exploration of an atomic access.
    fn record_access(&mut self, site: &AccessSite, writes: bool, ordering: AtomicOrdering) {
        let is_sequential = ordering == AtomicOrdering::SeqCst;
        self.record(Action::Access { alloc: site.alloc, bytes: site.bytes, writes, is_sequential });
    }

    /// An atomic fence of the thread that runs.
    pub(crate) fn fence(&mut self, ordering: AtomicOrdering) {
        self.narrate(|_| StoryDeed::Fences(ordering));
        self.unnarrated_fence(ordering);
    }

    /// The same, as a part of something else.
    pub(crate) fn unnarrated_fence(&mut self, ordering: AtomicOrdering) {
        if ordering == AtomicOrdering::SeqCst {
            self.record(Action::Fence);
        }
        let running = self.thread;
        let promised = match ordering {
            AtomicOrdering::SeqCst if self.config.every_schedule => AtomicOrdering::AcqRel,
            ordering => ordering,
        };
        if self.watches_races
            && let Some(model) = &mut self.concurrency
        {
            model.fence(running, promised);
        }
    }

    fn site(&self, id: AllocId, offset: u64, size: u64) -> AccessSite {
        let bytes = Bytes { start: offset, end: offset + size };
        AccessSite { thread: self.thread, alloc: id, bytes, moment: self.now() }
    }

    /// Tells the model of something, if it is of interest.
    fn tell(
        &mut self,
        id: AllocId,
        offset: u64,
        size: u64,
        what: impl FnOnce(&mut Concurrency, AccessSite) -> Result<(), Race>,
    ) -> Step<()> {
        if self.alloc(id).discipline == Discipline::Contended {
            return Ok(());
        }
        let site = self.site(id, offset, size);
        let Some(model) = &mut self.concurrency else { return Ok(()) };
        what(model, site).map_err(|race| self.racing(id, race))
    }

    /// A data race, as an error.
    #[cold]
    fn racing(&self, alloc: AllocId, race: Race) -> Box<Stop> {
        let name = |thread: ThreadId| self.thread_name(thread).map(str::to_owned);
        let names = [name(race.first.thread), name(race.second.thread)];
        Ub::DataRace { alloc, race: Box::new(race), names }.into()
    }

    /// Compares an access that is not atomic with those of other threads.
    #[inline(never)]
    pub(crate) fn check_race(&mut self, id: AllocId, offset: u64, size: u64, access: Access) -> Step<()> {
        self.tell(id, offset, size, |model, site| match access {
            Access::Read => model.read(site, RaceAccess::Read),
            Access::Write => model.write(site, RaceAccess::Write),
        })
    }

    /// Compares what a retag reads and writes with the accesses of other threads (`sb_reborrow` and `tb_reborrow` in Miri).
    pub(crate) fn check_retag_race(&mut self, id: AllocId, retag: &Retag<'_>) -> Step<()> {
        if !self.watches_races {
            return Ok(());
        }
        let Bytes { start, end } = retag.bytes;
        let (trees, stacks) = match self.config.aliasing {
            Model::Tree => (true, false),
            Model::Stacked => (false, true),
            Model::Both => (true, true),
            Model::None => return Ok(()),
        };
        let is_raw = matches!(retag.kind, PointerKind::RawConst | PointerKind::RawMut);
        let reads_all = match retag.kind {
            PointerKind::Mutable | PointerKind::TwoPhase | PointerKind::Box => trees && retag.unpin,
            PointerKind::Shared | PointerKind::RawConst | PointerKind::RawMut => false,
        };
        let reads_frozen = match retag.kind {
            PointerKind::Shared | PointerKind::RawConst => stacks || trees && !is_raw,
            _ => false,
        };
        let writes = matches!(retag.kind, PointerKind::Mutable | PointerKind::Box) && stacks && retag.unpin;
        if reads_all && start < end {
            self.tell(id, start, end - start, |model, site| model.read(site, RaceAccess::RetagRead))?;
        }
        if reads_frozen {
            let mut at = start;
            for cell in retag.cells.iter().chain([&Bytes { start: end, end }]) {
                if at < cell.start {
                    self.tell(id, at, cell.start - at, |model, site| {
                        model.read(site, RaceAccess::RetagRead)
                    })?;
                }
                at = cell.end;
            }
        }
        if writes && start < end {
            self.tell(id, start, end - start, |model, site| model.write(site, RaceAccess::RetagWrite))?;
        }
        Ok(())
    }

    /// Memory has been allocated. What was there from the start, or longer than can be told, happened before everything.
    pub(crate) fn tell_model_of_allocation(&mut self, id: AllocId, is_new: bool) {
        let site = self.site(id, 0, self.alloc(id).size);
        let watches = self.watches_races;
        let Some(model) = &mut self.concurrency else { return };
        match is_new && watches {
            true => model.allocated(site),
            false => model.forget(id),
        }
    }

    /// Memory is about to be freed.
    pub(crate) fn check_dealloc_race(&mut self, id: AllocId) -> Step<()> {
        if !self.watches_races {
            return Ok(());
        }
        let size = self.alloc(id).size;
        self.tell(id, 0, size, Concurrency::freed)
    }

    /// Does something to memory that the model is told of as an atomic access.
    pub(crate) fn unwatched<T>(&mut self, act: impl FnOnce(&mut Machine) -> Step<T>) -> Step<T> {
        let watches = std::mem::replace(&mut self.watches_races, false);
        let result = act(self);
        self.watches_races = watches;
        result
    }

    /// What an atomic access is to, if the model is to be told of it: the location, and what it holds.
    fn atomic_site(&self, pointer: Pointer, size: u64) -> Option<(AccessSite, Option<Scalar>)> {
        if !self.watches_races {
            return None;
        }
        let (id, offset, _) = self.resolve(pointer)?;
        let offset = u64::try_from(offset).ok()?;
        let region = &self.alloc(id).region;
        let is_inside = offset.checked_add(size).is_some_and(|end| end <= region.len() as u64);
        is_inside.then(|| (self.site(id, offset, size), region.read(offset as usize, size as usize)))
    }

    /// Whether an atomic access counts as what it is, and not as a plain one, or as none at all ([`Discipline`]).
    fn is_modelled(&mut self, site: &AccessSite, access: Access) -> Step<bool> {
        match self.alloc(site.alloc).discipline {
            Discipline::Ordered if self.config.every_schedule => {
                self.check_race(site.alloc, site.bytes.start, site.bytes.end - site.bytes.start, access)?;
                Ok(false)
            }
            Discipline::Ordered | Discipline::Signal => Ok(true),
            Discipline::Lock | Discipline::Contended => Ok(false),
        }
    }

    /// The value that an atomic load reads, where `latest` is what memory holds.
    pub(crate) fn model_load(
        &mut self,
        pointer: Pointer,
        size: u64,
        ordering: AtomicOrdering,
        latest: Scalar,
    ) -> Step<Scalar> {
        let Some((site, held)) = self.atomic_site(pointer, size) else { return Ok(latest) };
        if !self.is_modelled(&site, Access::Read)? {
            return Ok(latest);
        }
        self.record_access(&site, false, ordering);
        let is_weak = self.config.weak_memory;
        // The model and the source of choices are apart, and a load has to be decided in the middle.
        let Some(mut model) = self.concurrency.take() else { return Ok(latest) };
        let loaded = model.load(site, ordering, held, |count| match is_weak {
            true => self.choose_among(count),
            false => 0,
        });
        self.concurrency = Some(model);
        let loaded = loaded.map_err(|race| self.racing(site.alloc, race))?;
        self.record_read(site.alloc, site.bytes, loaded);
        self.narrate(|machine| {
            let (memory, read) = (machine.named(&site), machine.origin(loaded));
            StoryDeed::Loads { memory, ordering, read }
        });
        match loaded.value {
            Some(value) => Ok(value),
            None => ub(Ub::Uninit { what: "an older value of an atomic location".into() }),
        }
    }

    /// An exchange that fails is a load of the latest value.
    pub(crate) fn model_failed_exchange(
        &mut self,
        pointer: Pointer,
        size: u64,
        ordering: AtomicOrdering,
    ) -> Step<()> {
        let Some((site, loaded)) = self.load_latest(pointer, size, ordering)? else { return Ok(()) };
        self.narrate(|machine| {
            let (memory, read) = (machine.named(&site), machine.origin(loaded));
            StoryDeed::FailsToExchange { memory, ordering, read }
        });
        Ok(())
    }

    /// Tells the model of a load of the latest value.
    pub(crate) fn load_latest(
        &mut self,
        pointer: Pointer,
        size: u64,
        ordering: AtomicOrdering,
    ) -> Step<Option<(AccessSite, LoadedValue)>> {
        let Some((site, held)) = self.atomic_site(pointer, size) else { return Ok(None) };
        if !self.is_modelled(&site, Access::Read)? {
            return Ok(None);
        }
        self.record_access(&site, false, ordering);
        let Some(model) = &mut self.concurrency else { return Ok(None) };
        let loaded = model.load(site, ordering, held, |_| 0);
        let loaded = loaded.map_err(|race| self.racing(site.alloc, race))?;
        self.record_read(site.alloc, site.bytes, loaded);
        Ok(Some((site, loaded)))
    }

    /// An atomic store or update of a location that held `old`, and holds `new` since.
    pub(crate) fn model_store(
        &mut self,
        pointer: Pointer,
        size: u64,
        ordering: AtomicOrdering,
        old: Option<Scalar>,
        is_update: bool,
    ) -> Step<()> {
        let Some((site, held)) = self.atomic_site(pointer, size) else { return Ok(()) };
        if !self.is_modelled(&site, Access::Write)? {
            return Ok(());
        }
        self.record_access(&site, true, ordering);
        let is_glance = is_update
            && self.config.every_schedule
            && self.alloc(site.alloc).discipline == Discipline::Signal
            && matches!((old, held), (Some(old), Some(new)) if old.bits == new.bits);
        let Some(model) = &mut self.concurrency else { return Ok(()) };
        if is_glance {
            // Whether others read what it stores, the schedule decides.
            let loaded = model.load(site, ordering, held, |_| 0);
            return loaded.map(drop).map_err(|race| self.racing(site.alloc, race));
        }
        let new = held.unwrap_or(Scalar::new(0));
        let stored = match is_update {
            true => model.update(site, ordering, old, new),
            false => model.store(site, ordering, old, new),
        };
        stored.map_err(|race| self.racing(site.alloc, race))?;
        self.narrate(|machine| {
            let memory = machine.named(&site);
            match is_update {
                true => StoryDeed::Updates { memory, ordering, old, new: held },
                false => StoryDeed::Stores { memory, ordering, value: held },
            }
        });
        Ok(())
    }

    /// What an atomic location holds, before a store to it.
    pub(crate) fn latest_value(&self, pointer: Pointer, size: u64) -> Option<Scalar> {
        self.atomic_site(pointer, size)?.1
    }

    /// One of so many alternatives that the memory model leaves open.
    pub(crate) fn choose_among(&mut self, count: usize) -> usize {
        if count < 2 {
            return 0;
        }
        self.explored_branch(count).unwrap_or_else(|| self.threads_mut().draw(count))
    }

    /// Whether a weak exchange that could succeed fails all the same.
    pub(crate) fn fails_spuriously(&mut self) -> bool {
        let percent = self.config.spurious_failure_percent;
        match self.watches_races && percent > 0 {
            true if self.is_explored() => self.fails_as_explored(),
            true => self.threads_mut().draw(100) < percent as usize,
            false => false,
        }
    }
}
