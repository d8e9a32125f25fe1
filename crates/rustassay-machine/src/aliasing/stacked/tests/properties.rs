//! What holds for every short program and for many random ones.

use super::reference::{Pointer, Reference, Refusal};
use super::{ROOT, retag};
use crate::aliasing::stacked::{Change, Permission, Reason, State, Violation};
use crate::aliasing::{Access, Bytes, Moment, PointerKind, Protector, Retag, Tag};

struct Random(rustassay_random::Random);

impl Random {
    fn new(seed: u64) -> Random {
        Random(rustassay_random::Random::new(seed))
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0.below(bound as usize) as u64
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.0.chance(percent)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn bytes(&mut self, size: u64) -> Bytes {
        let (a, b) = (self.below(size + 1), self.below(size + 1));
        Bytes { start: a.min(b), end: a.max(b) }
    }
}

fn refusal(violation: Violation) -> Refusal {
    let protected = matches!(violation.reason, Reason::Protected { .. });
    Refusal { offset: violation.offset, protected }
}

/// Both models have the same items at each byte.
fn assert_agree(state: &State, reference: &Reference) {
    for run in 0..state.stacks.len() {
        let bytes = state.stacks.bytes(run);
        let stack = state.stacks.get(run);
        for offset in bytes.start..bytes.end {
            let expected = &reference.bytes[offset as usize];
            let items = stack.items().iter().map(|item| (item.tag, item.permission));
            assert!(items.eq(expected.borrows.iter().map(|borrow| (borrow.tag, borrow.permission))));
            assert_eq!(stack.unknown, expected.unknown);
        }
    }
}

/// No two neighbouring runs that lie within these bytes are equal.
fn assert_neighbours_differ(state: &State, bytes: Bytes) {
    for run in 1..state.stacks.len() {
        let (left, right) = (state.stacks.bytes(run - 1), state.stacks.bytes(run));
        if bytes.start <= left.start && right.end <= bytes.end {
            assert_ne!(state.stacks.get(run - 1), state.stacks.get(run));
        }
    }
}

fn undo_all(state: &mut State, log: &mut Vec<Change>, to: usize) {
    while log.len() > to {
        state.undo(log.pop().expect("the loop's condition"));
    }
}

/// One thing that a program does.
#[derive(Clone, Debug)]
enum Operation {
    Retag { parent: Option<Tag>, retag: Retag<'static> },
    Access { through: Option<Tag>, bytes: Bytes, access: Access },
    Dealloc { through: Option<Tag> },
    Return { argument: Tag },
}

const CELLS: [&[Bytes]; 5] = [
    &[],
    &[Bytes { start: 0, end: 8 }],
    &[Bytes { start: 2, end: 4 }],
    &[Bytes { start: 0, end: 1 }, Bytes { start: 3, end: 5 }],
    &[Bytes { start: 1, end: 2 }, Bytes { start: 2, end: 3 }, Bytes { start: 5, end: 8 }],
];

impl Operation {
    fn random(random: &mut Random, size: u64, tags: &[Tag], wildcards: bool) -> Operation {
        // Recent tags are more often still valid.
        let recent = &tags[tags.len().saturating_sub(4)..];
        let tag = if random.chance(60) { random.pick(recent) } else { random.pick(tags) };
        let through = if wildcards && random.chance(15) { None } else { Some(tag) };
        let bytes = random.bytes(size);
        match random.below(100) {
            0..50 => {
                use PointerKind::*;
                let kind =
                    random.pick(&[Shared, Shared, Mutable, Mutable, TwoPhase, Box, RawConst, RawMut, RawMut]);
                let can_protect = matches!(kind, Shared | Mutable | Box);
                let strength = if kind == Box { Protector::Weak } else { Protector::Strong };
                let protector = (can_protect && random.chance(25)).then_some(strength);
                let unpin = random.chance(85);
                let cells = if random.chance(50) { &[] } else { random.pick(&CELLS) };
                let has_cells = !cells.is_empty();
                let retag = Retag { kind, unpin, bytes, cells, has_cells, protector };
                Operation::Retag { parent: through, retag }
            }
            50..88 => {
                let access = random.pick(&[Access::Read, Access::Read, Access::Write]);
                Operation::Access { through, bytes, access }
            }
            88..91 => Operation::Dealloc { through },
            _ => Operation::Return { argument: tag },
        }
    }

    fn on_state(
        &self,
        state: &mut State,
        new: Tag,
        exposed: &[Tag],
        log: &mut Vec<Change>,
    ) -> Result<(), Violation> {
        let now = Moment(new.0);
        let log = &mut |change| log.push(change);
        let is_exposed = |tag| exposed.contains(&tag);
        match *self {
            Operation::Retag { parent: Some(parent), ref retag } => state.retag(parent, new, retag, now, log),
            Operation::Retag { parent: None, ref retag } => {
                state.retag_wildcard(is_exposed, new, retag, now, log)
            }
            Operation::Access { through: Some(tag), bytes, access } => {
                state.access(tag, bytes, access, now, log)
            }
            Operation::Access { through: None, bytes, access } => {
                state.access_wildcard(is_exposed, bytes, access, now, log)
            }
            Operation::Dealloc { through: Some(tag) } => state.dealloc(tag, now, log),
            Operation::Dealloc { through: None } => state.dealloc_wildcard(is_exposed, now, log),
            Operation::Return { argument } => {
                state.end_protection(argument, log);
                Ok(())
            }
        }
    }

    fn on_reference(&self, reference: &mut Reference, new: Tag, exposed: &[Tag]) -> Result<(), Refusal> {
        let pointer = |tag: Option<Tag>| tag.map_or(Pointer::Exposed(exposed), Pointer::Tag);
        match *self {
            Operation::Retag { parent, ref retag } => reference.retag(pointer(parent), new, retag),
            Operation::Access { through, bytes, access } => reference.access(pointer(through), bytes, access),
            Operation::Dealloc { through } => reference.dealloc(pointer(through)),
            Operation::Return { argument } => {
                reference.protectors.remove(&argument);
                Ok(())
            }
        }
    }
}

/// A program under way in both models.
#[derive(Clone)]
struct Both {
    state: State,
    reference: Reference,
    tags: Vec<Tag>,
    next: u32,
}

impl Both {
    fn new(size: u64, local: bool) -> Both {
        let (state, permission) = match local {
            true => (State::new_local(size, ROOT), Permission::Unique),
            false => (State::new(size, ROOT), Permission::SharedReadWrite),
        };
        Both { state, reference: Reference::new(size, ROOT, permission), tags: vec![ROOT], next: 1 }
    }

    /// Performs an operation in both; checks that they agree. If it is refused, it is undone in both.
    fn perform(&mut self, operation: &Operation, exposed: &[Tag], log: &mut Vec<Change>) -> bool {
        let new = Tag(self.next);
        let before = log.len();
        let reference = self.reference.clone();
        let state = self.state.clone();
        let result = operation.on_state(&mut self.state, new, exposed, log);
        let expected = operation.on_reference(&mut self.reference, new, exposed);
        assert_eq!(result.map_err(refusal), expected, "{operation:?} on {state:?}");
        // After a deallocation the program cannot go on with this memory: see what comes if it had not
        // happened.
        if expected.is_err() || matches!(operation, Operation::Dealloc { .. }) {
            undo_all(&mut self.state, log, before);
            assert_eq!(self.state, state);
            self.reference = reference;
            return expected.is_ok();
        }
        match *operation {
            Operation::Access { bytes, .. } => assert_neighbours_differ(&self.state, bytes),
            Operation::Retag { .. } => {
                self.tags.push(new);
                self.next += 1;
            }
            _ => {}
        }
        true
    }
}

fn run_random_programs(seeds: u64, wildcards: bool) {
    let (mut allowed, mut refused) = (0, 0);
    for seed in 0..seeds {
        let random = &mut Random::new(seed);
        let size = 1 + random.below(8);
        let mut both = Both::new(size, random.chance(50));
        let mut log = Vec::new();
        let mut checkpoints: Vec<(usize, Both)> = Vec::new();
        for _ in 0..60 {
            if random.chance(5) {
                checkpoints.push((log.len(), both.clone()));
            }
            if random.chance(2)
                && let Some((length, earlier)) = checkpoints.pop()
            {
                undo_all(&mut both.state, &mut log, length);
                assert_eq!(both.state, earlier.state);
                both = earlier;
            }
            let exposed: Vec<Tag> = both.tags.iter().copied().filter(|tag| tag.0 % 3 == 0).collect();
            let operation = Operation::random(random, size, &both.tags, wildcards);
            match both.perform(&operation, &exposed, &mut log) {
                true => allowed += 1,
                false => refused += 1,
            }
            assert_agree(&both.state, &both.reference);
        }
    }
    // Otherwise these programs would not test much.
    assert!(allowed > seeds * 10 && refused > seeds * 5, "{allowed} allowed, {refused} refused");
}

#[test]
fn random_programs_fare_as_in_the_reference_and_undo_restores_exactly() {
    run_random_programs(10_000, false);
}

#[test]
fn random_programs_with_wildcards_fare_as_in_the_reference_and_undo_restores_exactly() {
    run_random_programs(10_000, true);
}

#[test]
fn collecting_never_changes_what_live_tags_may_do() {
    for seed in 0..10_000 {
        let random = &mut Random::new(seed);
        let size = 1 + random.below(8);
        let mut both = Both::new(size, random.chance(50));
        for _ in 0..60 {
            if random.chance(10) {
                both.tags.retain(|tag| *tag == ROOT || random.chance(70));
                both.state.collect(|tag| tag != ROOT && both.tags.contains(&tag));
                assert_neighbours_differ(&both.state, Bytes { start: 0, end: size });
            }
            let operation = Operation::random(random, size, &both.tags, false);
            both.perform(&operation, &[], &mut Vec::new());
        }
    }
}

const BYTE: Bytes = Bytes { start: 0, end: 1 };

/// All things that a program with these tags might do next to a single byte.
fn all_operations(tags: &[Tag]) -> Vec<Operation> {
    let mut operations = Vec::new();
    for &tag in tags {
        for kind in [PointerKind::Shared, PointerKind::Mutable, PointerKind::RawMut] {
            operations.push(Operation::Retag { parent: Some(tag), retag: retag(kind, BYTE) });
            if kind != PointerKind::RawMut {
                let retag = Retag { protector: Some(Protector::Strong), ..retag(kind, BYTE) };
                operations.push(Operation::Retag { parent: Some(tag), retag });
            }
        }
        for access in [Access::Read, Access::Write] {
            operations.push(Operation::Access { through: Some(tag), bytes: BYTE, access });
        }
        operations.push(Operation::Return { argument: tag });
    }
    operations
}

/// Calls `check` on the state after every program of at most `length` operations on a byte.
fn for_all_programs(length: usize, check: &mut impl FnMut(&Both)) {
    fn extend(both: &Both, length: usize, check: &mut impl FnMut(&Both)) {
        check(both);
        if length == 0 {
            return;
        }
        for operation in all_operations(&both.tags) {
            let mut next = both.clone();
            if next.perform(&operation, &[], &mut Vec::new()) {
                extend(&next, length - 1, check);
            }
        }
    }
    for local in [false, true] {
        extend(&Both::new(1, local), length, check);
    }
}

/// The state after an access, if it is allowed.
fn after(state: &State, tag: Tag, access: Access) -> Option<State> {
    let mut state = state.clone();
    state.access(tag, BYTE, access, Moment(0), &mut |_| ()).ok().map(|()| state)
}

fn items(state: &State) -> Vec<(Tag, Permission)> {
    state.stacks.get(0).items().iter().map(|item| (item.tag, item.permission)).collect()
}

#[test]
fn every_short_program_fares_as_in_the_reference() {
    for_all_programs(5, &mut |both| assert_agree(&both.state, &both.reference));
}

#[test]
fn an_access_that_was_allowed_is_allowed_again_and_then_changes_nothing() {
    for_all_programs(3, &mut |both| {
        for &tag in &both.tags {
            for access in [Access::Read, Access::Write] {
                let Some(mut once) = after(&both.state, tag, access) else { continue };
                let expected = once.clone();
                let again = once.access(tag, BYTE, access, Moment(0), &mut |change| panic!("{change:?}"));
                assert_eq!((again, once), (Ok(()), expected));
            }
        }
    });
}

#[test]
fn no_access_lets_any_tag_do_more_than_before() {
    for_all_programs(3, &mut |both| {
        for &tag in &both.tags {
            for access in [Access::Read, Access::Write] {
                let Some(later) = after(&both.state, tag, access) else { continue };
                for &other in &both.tags {
                    for next in [Access::Read, Access::Write] {
                        let could = after(&both.state, other, next).is_some();
                        assert!(could || after(&later, other, next).is_none());
                    }
                }
            }
        }
    });
}

#[test]
fn reads_commute() {
    for_all_programs(3, &mut |both| {
        let read = |state: &State, tag| after(state, tag, Access::Read);
        for &a in &both.tags {
            for &b in &both.tags {
                let ab = read(&both.state, a).and_then(|state| read(&state, b));
                let ba = read(&both.state, b).and_then(|state| read(&state, a));
                if let (Some(ab), Some(ba)) = (ab, ba) {
                    assert_eq!(items(&ab), items(&ba));
                }
            }
        }
    });
}

#[test]
fn no_access_that_is_allowed_touches_a_protected_item() {
    for_all_programs(3, &mut |both| {
        for &tag in &both.tags {
            for access in [Access::Read, Access::Write] {
                let Some(later) = after(&both.state, tag, access) else { continue };
                for (tag, permission) in items(&both.state) {
                    if both.reference.protectors.contains_key(&tag) {
                        assert!(items(&later).contains(&(tag, permission)));
                    }
                }
            }
        }
    });
}

#[test]
fn above_a_read_only_item_there_are_only_read_only_items() {
    for_all_programs(4, &mut |both| {
        let permissions = items(&both.state).into_iter().map(|(_, permission)| permission);
        let mut rest = permissions.skip_while(|permission| *permission != Permission::SharedReadOnly);
        assert!(rest.all(|permission| permission == Permission::SharedReadOnly));
    });
}

#[test]
fn a_unique_item_on_top_is_lost_by_an_access_through_any_other_tag() {
    for_all_programs(3, &mut |both| {
        let Some(&(top, Permission::Unique)) = items(&both.state).last() else { return };
        for &tag in both.tags.iter().filter(|tag| **tag != top) {
            for access in [Access::Read, Access::Write] {
                if let Some(later) = after(&both.state, tag, access) {
                    assert!(!items(&later).contains(&(top, Permission::Unique)));
                }
            }
        }
    });
}
