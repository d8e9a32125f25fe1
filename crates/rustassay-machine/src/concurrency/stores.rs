//! Weak memory: the stores that a load of an atomic location may read from.
//!
//! A location keeps its latest stores in modification order, which is the order in which they are executed (Lidbury and Donaldson,
//! "Dynamic Race Detection for C++11", POPL 2017, section 5). A load may read from any of them that the rules of C++20 do not hide;
//! read-modify-writes read from the last.
//!
//! **Coherence** (`[intro.races]`): what a thread knows to have been overwritten, because the overwriting store or a load of it happened
//! before, it cannot read.
//!
//! **Sequential consistency** (`[atomics.order]`): there has to be one order S of all SC operations. Each gets a [`Position`] in it when it
//! is executed: at the end, but for a load of an older store, which has its place just before the SC operations that the rules put
//! behind it. That is allowed only if nothing that belongs before the load has a later place. So S exists at every moment, and a new
//! operation is checked against the positions of the earlier ones. Here, "A before B" stands for "A is coherence-ordered before B":
//! B reads from A or from a later store, B is a later store, or A reads from an earlier store than that.
//!
//! 1. SC operations A before B: A is first in S.
//! 2. SC operation A before B, which happens before an SC fence: A is before the fence in S. A load is not put before fences, so that
//!    an SC load does not read what was overwritten when any fence was executed, as far as that fence knows.
//! 3. An SC fence happens before A, and A before SC operation B: the fence is first in S.
//! 4. An SC fence happens before A, and A before B, which happens before another: the first is first in S. Fences synchronize with all
//!    later ones, so that coherence sees to this. That is stricter than C++20, as in Miri.
//!
//! To agree with Miri, an SC load does not read from an SC store but the last, nor from what happened before a later SC store: another
//! interleaving shows that outcome.

use super::clock::*;
use crate::aliasing::Moment;
use crate::memory::Scalar;
use crate::threads::ThreadId;
use smallvec::SmallVec;
use std::collections::VecDeque;

/// How many stores a location keeps, as in the paper and in Miri.
const LIMIT: usize = 128;

/// A store to an atomic location.
#[derive(Clone, PartialEq, Debug)]
struct Store {
    value: Option<Scalar>,
    written: Epoch,
    /// Where in the program it is; nowhere for what was there before any atomic store.
    moment: Moment,
    /// What a load that acquires gets to know.
    message: ThreadView,
    /// Its place in S, if it is SC.
    sc: Option<Position>,
    /// Whether it happened before an SC store to the same location.
    is_before_sc: bool,
    /// The first load of it by each thread.
    loads: SmallVec<[Epoch; 2]>,
    /// The first place in S of an SC load of it.
    first_sc_load: Option<Position>,
    /// SC loads of this store or a later one come after this place in S.
    before: Position,
    /// SC loads of later stores come after this one.
    before_later: Position,
}

/// The latest stores to an atomic location, oldest first.
#[derive(Clone, PartialEq, Debug)]
pub struct StoreBuffer {
    stores: VecDeque<Store>,
    /// [`Store::before_later`] for those that are not kept any more.
    forgotten: Position,
}

/// What a load reads.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LoadedValue {
    /// The value; `None` is uninitialized.
    pub value: Option<Scalar>,
    /// Who has stored it, and where in the program; nobody if it was there before any atomic store.
    pub writer: Option<(ThreadId, Moment)>,
    /// When the writer stored it, by a clock of its own: no two stores of a thread have the same.
    pub time: u32,
    /// How many stores there are after that one.
    pub newer: usize,
}

/// Who loads, and how.
#[derive(Copy, Clone)]
pub struct Loading<'a> {
    /// What the thread knows.
    pub view: &'a ThreadView,
    /// What the last SC fence of all threads knew, for an SC load.
    pub sc: Option<&'a VectorClock>,
}

/// A store that a load may read from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Admissible {
    index: usize,
    /// Before what an SC load of it has to be in S.
    until: Option<Position>,
}

impl StoreBuffer {
    /// A location that holds a value which was not written atomically, or before any thread was spawned.
    pub fn new(value: Option<Scalar>) -> StoreBuffer {
        let initial = Store {
            value,
            written: Epoch::START,
            moment: Moment::NONE,
            message: ThreadView::default(),
            sc: None,
            is_before_sc: false,
            loads: SmallVec::new(),
            first_sc_load: None,
            before: Position::default(),
            before_later: Position::default(),
        };
        StoreBuffer { stores: VecDeque::from([initial]), forgotten: Position::default() }
    }

    /// The store that was executed last.
    pub fn latest(&self) -> Admissible {
        Admissible { index: self.stores.len() - 1, until: None }
    }

    /// The stores that a load may read from, the latest first.
    pub fn admissible(&self, loading: Loading<'_>) -> SmallVec<[Admissible; 4]> {
        let Loading { view, sc } = loading;
        let mut found = SmallVec::new();
        let mut until: Option<Position> = None;
        let mut is_behind_sc_store = false;
        for (index, store) in self.stores.iter().enumerate().rev() {
            let is_allowed = match (sc, until) {
                (Some(_), Some(until)) => {
                    let is_sc = store.sc.is_some() || store.is_before_sc;
                    !(is_behind_sc_store && is_sc) && self.earliest(index, view) < until
                }
                _ => true,
            };
            if is_allowed {
                found.push(Admissible { index, until });
            }
            is_behind_sc_store |= store.sc.is_some();
            let is_known = |clock: &VectorClock| {
                clock.includes(store.written) || store.loads.iter().any(|&load| clock.includes(load))
            };
            if is_known(&view.clock) || sc.is_some_and(is_known) {
                break;
            }
            let others = store.sc.into_iter().chain(store.first_sc_load);
            until = until.into_iter().chain(others).min();
            // Rule 3.
            if until.is_some_and(|until| until <= view.fence) {
                break;
            }
        }
        found
    }

    /// The place in S that an SC load of a store has to come after.
    fn earliest(&self, index: usize, view: &ThreadView) -> Position {
        let earlier = self.stores.iter().take(index);
        let earlier = earlier.map(|store| store.before.max(store.before_later)).max().unwrap_or_default();
        self.stores[index].before.max(earlier).max(self.forgotten).max(view.sc)
    }

    /// What a load reads from a store, and what it gets to know if it acquires.
    pub fn read(&self, from: Admissible) -> (LoadedValue, &ThreadView) {
        let store = &self.stores[from.index];
        let writer = (store.moment != Moment::NONE).then_some((store.written.thread, store.moment));
        let newer = self.stores.len() - 1 - from.index;
        (LoadedValue { value: store.value, writer, time: store.written.time, newer }, &store.message)
    }

    /// The place in S of an SC load; `next` is the end of S.
    pub fn position(from: Admissible, next: Position) -> Position {
        from.until.map_or(next, |until| Position(until.0 - 1))
    }

    /// Remembers that a thread, which knows `view`, has loaded from a store.
    pub fn loaded(&mut self, from: Admissible, load: Epoch, view: &ThreadView, sc: Option<Position>) {
        let store = &mut self.stores[from.index];
        if store.loads.iter().all(|earlier| earlier.thread != load.thread) {
            store.loads.push(load);
        }
        store.first_sc_load = store.first_sc_load.into_iter().chain(sc).min();
        store.before_later = store.before_later.max(sc.unwrap_or_default()).max(view.fence);
    }

    /// Adds a store by a thread that knows `view`. A read-modify-write goes on with the release sequences that it found: whoever reads
    /// from it synchronizes with their heads as well (C++20: `[intro.races]`, "release sequence").
    pub fn store(
        &mut self,
        value: Scalar,
        (written, moment): (Epoch, Moment),
        view: &ThreadView,
        message: &ThreadView,
        sc: Option<Position>,
        is_update: bool,
    ) {
        let mut message = message.clone();
        if let (true, Some(last)) = (is_update, self.stores.back()) {
            message.join(&last.message);
        }
        if self.stores.len() == LIMIT
            && let Some(oldest) = self.stores.pop_front()
        {
            self.forgotten = self.forgotten.max(oldest.before).max(oldest.before_later);
        }
        if sc.is_some() {
            let known = self.stores.iter_mut().filter(|store| view.clock.includes(store.written));
            known.for_each(|store| store.is_before_sc = true);
        }
        self.stores.push_back(Store {
            value: Some(value),
            written,
            moment,
            message,
            sc,
            is_before_sc: false,
            loads: SmallVec::new(),
            first_sc_load: None,
            before: sc.unwrap_or_default().max(view.fence),
            before_later: Position::default(),
        });
    }

    /// Calls `f` with the values that a load may still read.
    pub fn for_each_value(&self, f: impl FnMut(Scalar)) {
        self.stores.iter().filter_map(|store| store.value).for_each(f);
    }
}
