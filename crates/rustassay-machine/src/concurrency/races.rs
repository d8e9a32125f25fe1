//! Data races: two accesses to a byte that neither happens before the other, of which one writes, and one is not atomic.
//!
//! Each byte remembers its last write, the reads since, and its atomic accesses (Flanagan and Freund, "FastTrack", PLDI 2009; Lidbury and
//! Donaldson, section 3). Allocating and freeing memory count as writes, and a retag as the read or write that the aliasing model takes
//! it for, as in Miri. As there, atomic accesses of different sizes to the same byte race, unless they are all loads: no hardware and
//! no model says what they do.

use super::clock::*;
use crate::aliasing::Moment;
use crate::threads::ThreadId;
use smallvec::SmallVec;
use std::fmt;
use std::rc::Rc;

/// How a thread accesses memory.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum RaceAccess {
    Read,
    RetagRead,
    Write,
    RetagWrite,
    Allocation,
    Deallocation,
    Load,
    Store,
    Update,
}

impl fmt::Display for RaceAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RaceAccess::Read => "non-atomic read",
            RaceAccess::RetagRead => "retag read",
            RaceAccess::Write => "non-atomic write",
            RaceAccess::RetagWrite => "retag write",
            RaceAccess::Allocation => "creating a new allocation",
            RaceAccess::Deallocation => "deallocation",
            RaceAccess::Load => "atomic load",
            RaceAccess::Store => "atomic store",
            RaceAccess::Update => "atomic read-modify-write",
        })
    }
}

/// An access that took part in a race.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Racer {
    /// How it accesses memory.
    pub access: RaceAccess,
    /// Who.
    pub thread: ThreadId,
    /// Where.
    pub moment: Moment,
    /// How many bytes, if the race is about that; zero for loads of several sizes.
    pub size: Option<u64>,
}

/// Two accesses that race: the second is the one that was just made.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct Race {
    pub first: Racer,
    pub second: Racer,
}

/// An access that a byte remembers.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Event {
    epoch: Epoch,
    access: RaceAccess,
    moment: Moment,
}

impl Event {
    /// Memory that was there before any thread was spawned.
    const START: Event = Event { epoch: Epoch::START, access: RaceAccess::Allocation, moment: Moment::NONE };
}

/// For each thread, its last access of a kind.
type Latest = SmallVec<[Event; 1]>;

/// Remembers a thread's last access.
fn remember(latest: &mut Latest, event: Event) {
    match latest.iter_mut().find(|earlier| earlier.epoch.thread == event.epoch.thread) {
        Some(earlier) => *earlier = event,
        None => latest.push(event),
    }
}

/// The first of some accesses that did not happen before.
fn unordered<'a>(events: impl IntoIterator<Item = &'a Event>, clock: &VectorClock) -> Option<&'a Event> {
    events.into_iter().find(|event| !clock.includes(event.epoch))
}

/// Atomic accesses since the last write that was not.
#[derive(Clone, PartialEq, Default, Debug)]
struct Atomics {
    loads: Latest,
    stores: Latest,
    /// The size of all of them; `None` if there are loads of several sizes.
    size: Option<u64>,
}

/// What a byte remembers of who accessed it.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    write: Event,
    reads: Latest,
    atomics: Option<Rc<Atomics>>,
}

impl Default for Cell {
    fn default() -> Cell {
        Cell { write: Event::START, reads: Latest::new(), atomics: None }
    }
}

/// An access that is made now.
#[derive(Copy, Clone)]
pub struct Accessor<'a> {
    /// When.
    pub epoch: Epoch,
    /// Where.
    pub moment: Moment,
    /// What the thread knows.
    pub clock: &'a VectorClock,
}

impl Accessor<'_> {
    fn event(self, access: RaceAccess) -> Event {
        Event { epoch: self.epoch, access, moment: self.moment }
    }

    #[cold]
    fn race(self, first: &Event, second: RaceAccess, sizes: Option<(u64, u64)>) -> Race {
        let racer = |event: Event, size| Racer {
            access: event.access,
            thread: event.epoch.thread,
            moment: event.moment,
            size,
        };
        Race {
            first: racer(*first, sizes.map(|(first, _)| first)),
            second: racer(self.event(second), sizes.map(|(_, second)| second)),
        }
    }
}

impl Cell {
    /// Memory that a thread has just allocated.
    pub fn allocated(by: Accessor<'_>) -> Cell {
        Cell { write: by.event(RaceAccess::Allocation), ..Cell::default() }
    }

    /// A read that is not atomic.
    #[inline]
    pub fn read(&mut self, by: Accessor<'_>, access: RaceAccess) -> Result<(), Race> {
        if let Some(atomics) = &self.atomics
            && let Some(first) = unordered(&atomics.stores, by.clock)
        {
            return Err(by.race(first, access, None));
        }
        if !by.clock.includes(self.write.epoch) {
            return Err(by.race(&self.write, access, None));
        }
        // A write that races with an earlier read that happened before this one races with this one as well.
        self.reads.retain(|read| !by.clock.includes(read.epoch));
        self.reads.push(by.event(access));
        Ok(())
    }

    /// A write that is not atomic, or counts as one: all later accesses are compared with it alone.
    #[inline]
    pub fn write(&mut self, by: Accessor<'_>, access: RaceAccess) -> Result<(), Race> {
        if let Some(atomics) = &self.atomics
            && let Some(first) = unordered(atomics.stores.iter().chain(&atomics.loads), by.clock)
        {
            return Err(by.race(first, access, None));
        }
        if let Some(first) = unordered(std::iter::once(&self.write).chain(&self.reads), by.clock) {
            return Err(by.race(first, access, None));
        }
        *self = Cell { write: by.event(access), reads: Latest::new(), atomics: None };
        Ok(())
    }

    /// An atomic load.
    pub fn load(&mut self, by: Accessor<'_>, access: RaceAccess, size: u64) -> Result<(), Race> {
        if !by.clock.includes(self.write.epoch) {
            return Err(by.race(&self.write, access, None));
        }
        let atomics = self.of_size(by, access, size)?;
        remember(&mut atomics.loads, by.event(access));
        Ok(())
    }

    /// An atomic store, or the store of a read-modify-write.
    pub fn store(&mut self, by: Accessor<'_>, access: RaceAccess, size: u64) -> Result<(), Race> {
        if let Some(first) = unordered(std::iter::once(&self.write).chain(&self.reads), by.clock) {
            return Err(by.race(first, access, None));
        }
        let atomics = self.of_size(by, access, size)?;
        remember(&mut atomics.stores, by.event(access));
        Ok(())
    }

    /// The atomic accesses, which a new one of `size` bytes may join: of the same size, or ordered after all others, or a load like them.
    fn of_size(&mut self, by: Accessor<'_>, access: RaceAccess, size: u64) -> Result<&mut Atomics, Race> {
        let atomics =
            self.atomics.get_or_insert_with(|| Rc::new(Atomics { size: Some(size), ..Atomics::default() }));
        let atomics = Rc::make_mut(atomics);
        if atomics.size != Some(size) {
            let is_load = access == RaceAccess::Load;
            let first = unordered(&atomics.stores, by.clock);
            let first = first.or_else(|| unordered(&atomics.loads, by.clock).filter(|_| !is_load));
            if let Some(first) = first {
                return Err(by.race(first, access, Some((atomics.size.unwrap_or(0), size))));
            }
            let is_ordered = unordered(&atomics.loads, by.clock).is_none();
            atomics.size = is_ordered.then_some(size);
        }
        Ok(atomics)
    }
}
