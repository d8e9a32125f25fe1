//! The axioms of C++20 (N4861), as directly as they can be written: all outcomes of a program, by looking at every way in which its
//! reads may read and its writes may be ordered.
//!
//! An event is an operation; a weak exchange that fails is an event that only reads. Relations are written as in the literature: `sb`
//! (sequenced before), `rf` (reads from), `mo` (modification order), `fr` (reads before), `sw` (synchronizes with), `hb` (happens before).

use super::program::*;
use rustassay_mir::model::AtomicOrdering;

/// A relation between at most 16 events: for each the set of those that come after.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
struct Relation([u16; 16]);

impl Relation {
    fn add(&mut self, from: usize, to: usize) {
        self.0[from] |= 1 << to;
    }

    fn has(&self, from: usize, to: usize) -> bool {
        self.0[from] >> to & 1 == 1
    }

    fn or(mut self, other: Relation) -> Relation {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
        self
    }

    /// First this, then the other.
    fn then(&self, other: &Relation) -> Relation {
        let step = |row: u16| (0..16).filter(|to| row >> to & 1 == 1).fold(0, |all, to| all | other.0[to]);
        Relation(self.0.map(step))
    }

    fn closed(mut self) -> Relation {
        for via in 0..16 {
            for from in 0..16 {
                if self.has(from, via) {
                    self.0[from] |= self.0[via];
                }
            }
        }
        self
    }

    fn is_irreflexive(&self) -> bool {
        (0..16).all(|event| !self.has(event, event))
    }
}

/// An operation in an execution.
#[derive(Copy, Clone)]
struct Event {
    /// Zero for the initial stores, which come before all threads.
    thread: usize,
    op: Op,
    /// Whether a weak exchange is to fail.
    fails: bool,
}

impl Event {
    fn location(self) -> Option<usize> {
        match self.op {
            Op::Store { location, .. }
            | Op::Load { location, .. }
            | Op::Update { location, .. }
            | Op::Exchange { location, .. } => Some(location),
            Op::Fence(_) => None,
        }
    }

    fn register(self) -> Option<usize> {
        match self.op {
            Op::Load { register, .. } | Op::Update { register, .. } | Op::Exchange { register, .. } => {
                Some(register)
            }
            _ => None,
        }
    }

    /// Whether it may write, unless an exchange reads something else than it expects.
    fn may_write(self) -> bool {
        !self.fails && !matches!(self.op, Op::Load { .. } | Op::Fence(_))
    }

    /// What it writes if it reads `read`.
    fn written(self, read: u64) -> Option<u64> {
        match self.op {
            Op::Store { value, .. } => Some(value),
            Op::Update { change, .. } => Some(change.apply(read)),
            Op::Exchange { expected, new, .. } => (read == expected && !self.fails).then_some(new),
            Op::Load { .. } | Op::Fence(_) => None,
        }
    }

    fn is_plain(self) -> bool {
        matches!(self.op, Op::Store { how: Access::Plain, .. } | Op::Load { how: Access::Plain, .. })
    }
}

/// A candidate: who reads from whom, what is written, and in which order.
struct Candidate<'a> {
    events: &'a [Event],
    sb: Relation,
    /// What each event reads from.
    reads: Vec<Option<usize>>,
    written: Vec<Option<u64>>,
    mo: Relation,
}

/// Which of the outcomes that C++20 allows are asked for.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum Strength {
    /// All.
    Cpp20,
    /// Those in which nothing is read before it is written: `sb` and `rf` are acyclic, as in RC11 (Lahav and others, PLDI 2017).
    Rc11,
}

/// All outcomes that the axioms allow. If one execution has a data race, the program has no other outcome.
pub fn outcomes(program: &Program, strength: Strength) -> Outcomes {
    let mut outcomes = Outcomes::new();
    let weak: Vec<(usize, usize)> = (0..program.threads.len())
        .flat_map(|thread| (0..program.threads[thread].len()).map(move |n| (thread, n)))
        .filter(|&(thread, n)| matches!(program.threads[thread][n], Op::Exchange { is_weak: true, .. }))
        .collect();
    for failing in 0..1_u32 << weak.len() {
        let initial =
            |location| Op::Store { location, value: 0, how: Access::Atomic(AtomicOrdering::Relaxed) };
        let mut events: Vec<Event> = (0..program.locations)
            .map(|location| Event { thread: 0, op: initial(location), fails: false })
            .collect();
        for (thread, ops) in program.threads.iter().enumerate() {
            events.extend(ops.iter().enumerate().map(|(n, &op)| {
                let fails =
                    weak.iter().position(|&at| at == (thread, n)).is_some_and(|bit| failing >> bit & 1 == 1);
                Event { thread: thread + 1, op, fails }
            }));
        }
        assert!(events.len() <= 16, "a litmus test is small");
        of_events(program, &events, strength, &mut outcomes);
    }
    match outcomes.contains(&Outcome::Race) {
        true => Outcomes::from([Outcome::Race]),
        false => outcomes,
    }
}

/// Adds the outcomes of executions of some events.
fn of_events(program: &Program, events: &[Event], strength: Strength, outcomes: &mut Outcomes) {
    let mut sb = Relation::default();
    for (n, one) in events.iter().enumerate() {
        for (m, other) in events.iter().enumerate().skip(n + 1) {
            if one.thread == other.thread || one.thread == 0 {
                sb.add(n, m);
            }
        }
    }
    let readers: Vec<usize> = (0..events.len()).filter(|&n| events[n].register().is_some()).collect();
    let sources: Vec<Vec<usize>> = readers
        .iter()
        .map(|&reader| {
            let is_source = |n: &usize| {
                *n != reader && events[*n].may_write() && events[*n].location() == events[reader].location()
            };
            (0..events.len()).filter(is_source).collect()
        })
        .collect();
    product(&sources, &mut Vec::new(), &mut |chosen| {
        let mut reads = vec![None; events.len()];
        readers.iter().zip(chosen).for_each(|(&reader, &source)| reads[reader] = Some(source));
        let Some((read, written)) = values(events, &reads) else { return };
        let orders: Vec<Vec<Vec<usize>>> = (0..program.locations)
            .map(|location| {
                let writes = (0..events.len())
                    .filter(|&n| written[n].is_some() && events[n].location() == Some(location));
                permutations(&writes.collect::<Vec<_>>())
            })
            .collect();
        product(&orders, &mut Vec::new(), &mut |order| {
            let mut mo = Relation::default();
            for writes in order {
                for (n, &one) in writes.iter().enumerate() {
                    writes[n + 1..].iter().for_each(|&later| mo.add(one, later));
                }
            }
            let candidate = Candidate { events, sb, reads: reads.clone(), written: written.clone(), mo };
            let Some(hb) = candidate.happens_before(strength) else { return };
            if candidate.has_race(&hb) {
                outcomes.insert(Outcome::Race);
                return;
            }
            let mut result = vec![0; program.registers];
            for &reader in &readers {
                result[events[reader].register().expect("a reader has a register")] = read[reader];
            }
            result.extend(order.iter().map(|writes| {
                writes.last().and_then(|&last| written[last]).expect("there is an initial store")
            }));
            outcomes.insert(Outcome::Values(result));
        });
    });
}

/// Calls `f` with every choice of one item from each list.
fn product<T: Clone>(lists: &[Vec<T>], chosen: &mut Vec<T>, f: &mut impl FnMut(&[T])) {
    match lists.get(chosen.len()) {
        None => f(chosen),
        Some(list) => {
            for item in list {
                chosen.push(item.clone());
                product(lists, chosen, f);
                chosen.pop();
            }
        }
    }
}

/// Every order of some writes that has the first one, the initial store, first.
fn permutations(writes: &[usize]) -> Vec<Vec<usize>> {
    fn go(rest: &mut Vec<usize>, begun: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
        if rest.is_empty() {
            all.push(begun.clone());
        }
        for n in 0..rest.len() {
            begun.push(rest.remove(n));
            go(rest, begun, all);
            rest.extend(begun.pop());
            rest[n..].rotate_right(1);
        }
    }
    let mut all = Vec::new();
    go(&mut writes[1..].to_vec(), &mut vec![writes[0]], &mut all);
    all
}

/// What each event reads and writes, given what it reads from; nothing if someone reads from what does not write, or values come out of
/// thin air.
fn values(events: &[Event], reads: &[Option<usize>]) -> Option<(Vec<u64>, Vec<Option<u64>>)> {
    let mut read: Vec<Option<u64>> = vec![None; events.len()];
    let mut written: Vec<Option<u64>> = vec![None; events.len()];
    for _ in 0..events.len() {
        for n in 0..events.len() {
            read[n] = match reads[n] {
                Some(source) => written[source],
                None => Some(0),
            };
            written[n] = read[n].and_then(|read| events[n].written(read));
        }
    }
    let are_real = (0..events.len()).all(|n| reads[n].is_none_or(|source| written[source].is_some()));
    are_real.then(|| (read.into_iter().map(|read| read.unwrap_or(0)).collect(), written))
}

impl Candidate<'_> {
    /// The ordering that an event has, given whether an exchange succeeded; `None` if it is not atomic.
    fn ordering(&self, n: usize) -> Option<AtomicOrdering> {
        match self.events[n].op {
            Op::Store { how: Access::Atomic(ordering), .. }
            | Op::Load { how: Access::Atomic(ordering), .. } => Some(ordering),
            Op::Update { ordering, .. } | Op::Fence(ordering) => Some(ordering),
            Op::Exchange { success, failure, .. } => {
                Some(if self.written[n].is_some() { success } else { failure })
            }
            _ => None,
        }
    }

    fn acquires(&self, n: usize) -> bool {
        use AtomicOrdering::*;
        let may = self.reads[n].is_some() || self.is_fence(n);
        may && matches!(self.ordering(n), Some(Acquire | AcqRel | SeqCst))
    }

    fn releases(&self, n: usize) -> bool {
        use AtomicOrdering::*;
        let may = self.written[n].is_some() || self.is_fence(n);
        may && matches!(self.ordering(n), Some(Release | AcqRel | SeqCst))
    }

    fn is_fence(&self, n: usize) -> bool {
        matches!(self.events[n].op, Op::Fence(_))
    }

    fn is_sc(&self, n: usize) -> bool {
        self.ordering(n) == Some(AtomicOrdering::SeqCst)
    }

    fn is_atomic(&self, n: usize) -> bool {
        self.ordering(n).is_some() && !self.is_fence(n)
    }

    /// Whether both are events of a thread, the first one first.
    fn in_thread(&self, first: usize, second: usize) -> bool {
        self.events[first].thread != 0 && self.sb.has(first, second)
    }

    /// `hb`, if the axioms allow the execution.
    fn happens_before(&self, strength: Strength) -> Option<Relation> {
        let events = 0..self.events.len();
        let mut rf = Relation::default();
        for n in events.clone() {
            self.reads[n].into_iter().for_each(|source| rf.add(source, n));
        }
        if strength == Strength::Rc11 && !self.sb.or(rf).closed().is_irreflexive() {
            return None;
        }
        // [intro.races]: who reads from a release sequence synchronizes with its head. The head is a release store, or a store after a
        // release fence; the sequence goes on with read-modify-writes. The reader acquires, or has an acquire fence behind it.
        let mut sw = Relation::default();
        for reader in events.clone().filter(|&n| self.is_atomic(n)) {
            let mut source = self.reads[reader];
            while let Some(head) = source {
                if self.is_atomic(head) {
                    for from in events.clone().filter(|&from| {
                        self.releases(from)
                            && (from == head || self.is_fence(from) && self.in_thread(from, head))
                    }) {
                        for to in events.clone().filter(|&to| {
                            self.acquires(to)
                                && (to == reader || self.is_fence(to) && self.in_thread(reader, to))
                        }) {
                            sw.add(from, to);
                        }
                    }
                }
                source = self.reads[head];
            }
        }
        let hb = self.sb.or(sw).closed();
        // Coherence: what is read and written at one location agrees with hb.
        let mut fr = Relation::default();
        for reader in events.clone() {
            if let Some(source) = self.reads[reader] {
                events
                    .clone()
                    .filter(|&to| to != reader && self.mo.has(source, to))
                    .for_each(|to| fr.add(reader, to));
            }
        }
        let cob = rf.or(self.mo).or(fr).closed();
        if !hb.is_irreflexive() || !cob.is_irreflexive() || !hb.then(&cob).is_irreflexive() {
            return None;
        }
        // [atomics.order]: a read-modify-write reads what comes just before it in mo.
        for n in events.clone().filter(|&n| self.written[n].is_some()) {
            if let Some(source) = self.reads[n]
                && events.clone().any(|between| self.mo.has(source, between) && self.mo.has(between, n))
            {
                return None;
            }
        }
        self.is_sequential(&sw, &hb, &cob).then_some(hb)
    }

    /// [atomics.order]/4: whether there is an order S of all SC operations.
    fn is_sequential(&self, sw: &Relation, hb: &Relation, cob: &Relation) -> bool {
        let events = 0..self.events.len();
        // [intro.races]: strongly happens before.
        let mut strong = self.sb.or(self.sb.then(hb).then(&self.sb));
        for (from, to) in events.clone().flat_map(|from| events.clone().map(move |to| (from, to))) {
            if sw.has(from, to) && self.is_sc(from) && self.is_sc(to) {
                strong.add(from, to);
            }
        }
        let strong = strong.closed();
        let is_sc_fence = |n: usize| self.is_fence(n) && self.is_sc(n);
        let mut s = Relation::default();
        for one in events.clone() {
            for other in events.clone() {
                if self.is_sc(one) && self.is_sc(other) && strong.has(one, other) {
                    s.add(one, other);
                }
                if !cob.has(one, other) || !self.is_atomic(one) || !self.is_atomic(other) {
                    continue;
                }
                let before = events.clone().filter(|&x| is_sc_fence(x) && hb.has(x, one));
                let before: Vec<usize> = before.chain(self.is_sc(one).then_some(one)).collect();
                let after = events.clone().filter(|&y| is_sc_fence(y) && hb.has(other, y));
                let after: Vec<usize> = after.chain(self.is_sc(other).then_some(other)).collect();
                before.iter().for_each(|&x| after.iter().for_each(|&y| s.add(x, y)));
            }
        }
        s.closed().is_irreflexive()
    }

    /// [intro.races]/21: two accesses of which one writes and one is not atomic, unordered.
    fn has_race(&self, hb: &Relation) -> bool {
        let events = 0..self.events.len();
        events.clone().any(|one| {
            (one + 1..self.events.len()).any(|other| {
                let (a, b) = (self.events[one], self.events[other]);
                a.location().is_some()
                    && a.location() == b.location()
                    && a.thread != b.thread
                    && (a.is_plain() || b.is_plain())
                    && (self.written[one].is_some() || self.written[other].is_some())
                    && !hb.has(one, other)
                    && !hb.has(other, one)
            })
        })
    }
}
