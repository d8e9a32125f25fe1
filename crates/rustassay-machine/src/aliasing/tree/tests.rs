//! The paper's examples, and random programs against the [reference](super::reference).

use super::super::{Access::*, Bytes, Moment, PointerKind, Protector, Retag, Tag};
use super::reference::Reference;
use super::rules::{Location, Permission};
use super::{Change, State, Violation, ViolationKind};
use std::collections::BTreeMap;

const ROOT: Tag = Tag(0);
const ALL: Bytes = Bytes { start: 0, end: 8 };

/// An allocation of eight bytes, and a short way to use it. Tags rise by themselves, and so does time.
struct Memory {
    state: State,
    time: u32,
}

impl Memory {
    fn new() -> Self {
        Memory { state: State::new(ROOT), time: 0 }
    }

    fn retag(&mut self, parent: Tag, retag: Retag<'_>) -> Result<Tag, Violation> {
        self.time += 1;
        self.state.retag(parent, Tag(self.time), &retag, Moment(self.time), &mut |_| {})
    }

    fn shared(&mut self, parent: Tag) -> Tag {
        self.retag(parent, to(PointerKind::Shared)).expect("readable")
    }

    fn mutable(&mut self, parent: Tag) -> Tag {
        self.retag(parent, to(PointerKind::Mutable)).expect("readable")
    }

    fn argument(&mut self, parent: Tag, kind: PointerKind) -> Tag {
        self.retag(parent, protected(kind)).expect("readable")
    }

    fn read(&mut self, tag: Tag) -> Result<(), Violation> {
        self.access(tag, ALL, Read)
    }

    fn write(&mut self, tag: Tag) -> Result<(), Violation> {
        self.access(tag, ALL, Write)
    }

    fn access(&mut self, tag: Tag, bytes: Bytes, access: super::super::Access) -> Result<(), Violation> {
        self.time += 1;
        self.state.access(tag, bytes, access, Moment(self.time), &mut |_| {})
    }

    fn returns(&mut self, argument: Tag) {
        self.time += 1;
        self.state.end_protection(argument, Moment(self.time), &mut |_| {});
    }

    fn dealloc(&mut self, tag: Tag) -> Result<(), Violation> {
        self.state.dealloc(tag, 8)
    }

    fn permission(&self, tag: Tag) -> Permission {
        self.state.location(tag, 0).expect("known").permission
    }
}

fn to(kind: PointerKind) -> Retag<'static> {
    Retag { kind, unpin: true, bytes: ALL, cells: &[], has_cells: false, protector: None }
}

fn protected(kind: PointerKind) -> Retag<'static> {
    let protector = Some(if kind == PointerKind::Box { Protector::Weak } else { Protector::Strong });
    Retag { protector, ..to(kind) }
}

fn in_cell(kind: PointerKind) -> Retag<'static> {
    Retag { cells: &[ALL], has_cells: true, ..to(kind) }
}

fn is_forbidden(result: Result<(), Violation>) -> bool {
    matches!(result, Err(Violation { kind: ViolationKind::Forbidden(_), .. }))
}

fn is_protected(result: Result<(), Violation>) -> bool {
    matches!(result, Err(Violation { kind: ViolationKind::Protected(_), .. }))
}

#[test]
fn the_owner_may_do_everything() {
    let mut m = Memory::new();
    assert_eq!(m.read(ROOT), Ok(()));
    assert_eq!(m.write(ROOT), Ok(()));
    assert_eq!(m.dealloc(ROOT), Ok(()));
}

#[test]
fn a_mutable_reference_dies_when_the_owner_writes() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    assert_eq!(m.write(x), Ok(()));
    assert_eq!(m.write(ROOT), Ok(()));
    assert!(is_forbidden(m.read(x)));
}

#[test]
fn a_mutable_reference_that_was_used_can_still_read_after_the_owner_read() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    assert_eq!(m.write(x), Ok(()));
    assert_eq!(m.read(ROOT), Ok(()));
    assert_eq!(m.read(x), Ok(()));
    assert!(is_forbidden(m.write(x)));
}

#[test]
fn a_mutable_reference_is_not_used_by_being_made() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    let y = m.mutable(ROOT);
    assert_eq!(m.read(ROOT), Ok(()));
    assert_eq!(m.read(y), Ok(()));
    assert_eq!(m.write(x), Ok(()));
    assert!(is_forbidden(m.write(y)));
}

#[test]
fn a_shared_reference_cannot_write_but_survives_reads() {
    let mut m = Memory::new();
    let x = m.shared(ROOT);
    let y = m.shared(ROOT);
    assert_eq!(m.read(ROOT), Ok(()));
    assert_eq!(m.read(x), Ok(()));
    assert_eq!(m.read(y), Ok(()));
    assert!(is_forbidden(m.write(x)));
}

#[test]
fn a_reborrow_has_no_right_that_its_parent_lacks() {
    let mut m = Memory::new();
    let x = m.shared(ROOT);
    let y = m.mutable(x);
    assert_eq!(m.read(y), Ok(()));
    let violation = m.write(y).expect_err("the parent is frozen");
    assert_eq!(violation.via, Some(y));
    assert_eq!(violation.borrow().map(|borrow| borrow.tag), Some(x));
}

#[test]
fn writing_to_a_parent_ends_its_reborrows() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    let y = m.mutable(x);
    assert_eq!(m.write(y), Ok(()));
    assert_eq!(m.write(x), Ok(()));
    assert!(is_forbidden(m.read(y)));
    assert_eq!(m.write(x), Ok(()));
}

#[test]
fn raw_pointers_share_the_tag_of_their_parent() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    assert_eq!(m.retag(x, to(PointerKind::RawMut)), Ok(x));
    assert_eq!(m.retag(x, to(PointerKind::RawConst)), Ok(x));
}

#[test]
fn mutable_references_to_what_must_not_move_make_no_claim() {
    let mut m = Memory::new();
    let x = m.retag(ROOT, Retag { unpin: false, ..protected(PointerKind::Mutable) });
    assert_eq!(x, Ok(ROOT));
}

#[test]
fn a_two_phase_borrow_lets_its_owner_read_until_it_is_written_through() {
    let mut m = Memory::new();
    let x = m.retag(ROOT, to(PointerKind::TwoPhase)).expect("readable");
    let y = m.shared(ROOT);
    assert_eq!(m.read(y), Ok(()));
    assert_eq!(m.write(x), Ok(()));
    assert!(is_forbidden(m.read(y)));
}

#[test]
fn writes_through_a_shared_reference_to_a_cell_are_fine() {
    let mut m = Memory::new();
    let x = m.retag(ROOT, in_cell(PointerKind::Shared)).expect("readable");
    let y = m.retag(ROOT, in_cell(PointerKind::Shared)).expect("readable");
    for tag in [x, y, ROOT, x] {
        assert_eq!(m.write(tag), Ok(()));
    }
}

#[test]
fn only_the_cell_part_of_a_type_is_free_to_all() {
    let mut m = Memory::new();
    let cells = &[Bytes { start: 4, end: 8 }];
    let x = m.retag(ROOT, Retag { cells, has_cells: true, ..to(PointerKind::Shared) }).expect("readable");
    assert_eq!(m.access(x, Bytes { start: 4, end: 8 }, Write), Ok(()));
    let violation = m.access(x, ALL, Write).expect_err("the first half is frozen");
    assert_eq!(violation.offset, 0);
}

#[test]
fn a_mutable_reference_to_a_cell_survives_foreign_writes_until_it_is_used() {
    let mut m = Memory::new();
    let x = m.retag(ROOT, in_cell(PointerKind::Mutable)).expect("readable");
    assert_eq!(m.write(ROOT), Ok(()));
    assert_eq!(m.write(x), Ok(()));
    assert_eq!(m.write(ROOT), Ok(()));
    assert!(is_forbidden(m.write(x)));
}

#[test]
fn a_protected_mutable_reference_to_a_cell_gets_no_exception() {
    let mut m = Memory::new();
    m.retag(ROOT, Retag { cells: &[ALL], has_cells: true, ..protected(PointerKind::Mutable) })
        .expect("readable");
    assert!(is_protected(m.write(ROOT)));
}

#[test]
fn a_protected_reference_forbids_foreign_writes() {
    for kind in [PointerKind::Shared, PointerKind::Mutable, PointerKind::Box] {
        let mut m = Memory::new();
        let x = m.argument(ROOT, kind);
        assert!(is_protected(m.write(ROOT)));
        m.returns(x);
        assert_eq!(m.write(ROOT), Ok(()));
    }
}

#[test]
fn a_protected_mutable_reference_that_was_written_forbids_foreign_reads() {
    let mut m = Memory::new();
    let x = m.argument(ROOT, PointerKind::Mutable);
    assert_eq!(m.read(ROOT), Ok(()));
    let mut m = Memory::new();
    let y = m.argument(ROOT, PointerKind::Mutable);
    assert_eq!((x, m.write(y)), (y, Ok(())));
    assert!(is_protected(m.read(ROOT)));
}

#[test]
fn a_protected_mutable_reference_that_was_read_by_others_cannot_write_until_its_function_returned() {
    let mut m = Memory::new();
    let x = m.argument(ROOT, PointerKind::Mutable);
    assert_eq!(m.read(ROOT), Ok(()));
    assert_eq!(m.read(x), Ok(()));
    assert_eq!(m.permission(x), Permission::Reserved { conflicted: true });
    assert!(is_forbidden(m.write(x)));
    m.returns(x);
    assert_eq!(m.write(x), Ok(()));
}

#[test]
fn two_protected_references_to_disjoint_parts_do_not_disturb_each_other() {
    let (left, right) = (Bytes { start: 0, end: 4 }, Bytes { start: 4, end: 8 });
    let mut m = Memory::new();
    let x = m.retag(ROOT, Retag { bytes: left, ..protected(PointerKind::Mutable) }).expect("readable");
    let y = m.retag(ROOT, Retag { bytes: right, ..protected(PointerKind::Mutable) }).expect("readable");
    assert_eq!(m.access(x, left, Write), Ok(()));
    assert_eq!(m.access(y, right, Write), Ok(()));
    assert!(is_forbidden(m.access(x, right, Read)), "it held a permission there only until the other wrote");
}

#[test]
fn a_reference_may_be_used_beyond_its_range() {
    let mut m = Memory::new();
    let x = m
        .retag(ROOT, Retag { bytes: Bytes { start: 0, end: 0 }, ..to(PointerKind::Mutable) })
        .expect("empty");
    assert_eq!(m.write(x), Ok(()));
}

#[test]
fn what_a_function_returns_is_usable_after_it_returned() {
    let mut m = Memory::new();
    let argument = m.argument(ROOT, PointerKind::Mutable);
    let returned = m.mutable(argument);
    assert_eq!(m.write(returned), Ok(()));
    m.returns(argument);
    assert_eq!(m.write(returned), Ok(()));
}

#[test]
fn the_end_of_protection_ends_borrows_that_were_made_during_the_call() {
    let (left, right) = (Bytes { start: 0, end: 4 }, Bytes { start: 4, end: 8 });
    let mut m = Memory::new();
    let argument = m.retag(ROOT, Retag { bytes: left, ..protected(PointerKind::Mutable) }).expect("readable");
    assert_eq!(m.access(argument, left, Write), Ok(()));
    let other = m.retag(ROOT, Retag { bytes: right, ..to(PointerKind::Mutable) }).expect("readable");
    m.returns(argument);
    assert!(is_forbidden(m.access(other, left, Read)));
    assert_eq!(m.access(other, right, Read), Ok(()));
}

#[test]
fn a_function_may_free_its_box_but_not_what_its_references_point_to() {
    let mut m = Memory::new();
    let x = m.argument(ROOT, PointerKind::Box);
    assert_eq!(m.dealloc(x), Ok(()));
    let mut m = Memory::new();
    let x = m.argument(ROOT, PointerKind::Mutable);
    assert!(matches!(m.dealloc(x), Err(Violation { kind: ViolationKind::DeallocatesProtected(_), .. })));
    assert!(is_protected(m.dealloc(ROOT)));
}

#[test]
fn a_cell_may_be_freed_under_a_protected_shared_reference() {
    let mut m = Memory::new();
    let x = m
        .retag(ROOT, Retag { cells: &[ALL], has_cells: true, ..protected(PointerKind::Shared) })
        .expect("readable");
    assert_eq!(m.dealloc(x), Ok(()));
}

#[test]
fn a_shared_reference_cannot_free() {
    let mut m = Memory::new();
    let x = m.shared(ROOT);
    assert!(is_forbidden(m.dealloc(x)));
}

#[test]
fn an_unknown_tag_is_an_error() {
    let mut m = Memory::new();
    assert!(m.read(Tag(9)).is_err());
    let x = m.mutable(ROOT);
    assert!(m.read(Tag(9)).is_err());
    let again = m.state.retag(ROOT, x, &to(PointerKind::Shared), Moment(0), &mut |_| {});
    assert!(matches!(again, Err(Violation { kind: ViolationKind::UnknownTag, .. })));
}

#[test]
fn a_violation_says_what_happened_and_when() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    assert_eq!(m.write(x), Ok(()));
    assert_eq!(m.access(ROOT, Bytes { start: 4, end: 8 }, Write), Ok(()));
    let violation = m.read(x).expect_err("half of it was overwritten");
    assert_eq!(violation.created(), Some(Moment(1)));
    assert_eq!(violation.invalidated(), Some(Moment(3)));
    assert_eq!(
        violation.to_string(),
        "the read through borrow 1 at offset 0x4 is forbidden: \
         borrow 1, a mutable reference, is disabled there"
    );
}

#[test]
fn a_violation_of_protection_names_the_protected_borrow() {
    let mut m = Memory::new();
    m.argument(ROOT, PointerKind::Mutable);
    assert_eq!(
        m.write(ROOT).expect_err("protected").to_string(),
        "the write through borrow 0 at offset 0x0 is forbidden: a running function was given borrow 1, \
         a mutable reference, which is reserved, not yet written through there and would be disabled"
    );
}

#[test]
fn a_pointer_of_unknown_origin_may_do_what_some_exposed_borrow_may() {
    let mut m = Memory::new();
    let (x, y) = (m.shared(ROOT), m.mutable(ROOT));
    let mut wildcard = |access, exposed: &[Tag]| {
        m.state.access_wildcard(None, ALL, access, |tag| exposed.contains(&tag), Moment(0), &mut |_| {})
    };
    assert!(matches!(wildcard(Read, &[]), Err(Violation { kind: ViolationKind::NoneExposed, .. })));
    assert!(wildcard(Write, &[x]).is_err());
    assert_eq!(wildcard(Read, &[x]), Ok(()));
    assert_eq!(wildcard(Write, &[x, y]), Ok(()));
    assert!(wildcard(Read, &[x]).is_err(), "the only one that could write was another");
}

#[test]
fn a_borrow_of_an_exposed_address_dies_when_another_writes() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    let exposed = |tag| tag == x;
    let made =
        m.state.retag_wildcard(None, Tag(9), &to(PointerKind::Mutable), exposed, Moment(0), &mut |_| {});
    assert_eq!(made, Ok(Some(Tag(9))));
    let mut through = |via| m.state.access_wildcard(via, ALL, Write, exposed, Moment(0), &mut |_| {});
    assert_eq!(through(Some(Tag(9))), Ok(()));
    assert_eq!(through(None), Ok(()), "it derives from an exposed one, which may write as well");
    assert!(is_forbidden(through(Some(Tag(9)))));
}

#[test]
fn a_borrow_of_an_exposed_address_needs_one_that_is_older() {
    let mut m = Memory::new();
    let x = m.mutable(ROOT);
    let shared = to(PointerKind::Shared);
    assert!(m.state.retag_wildcard(None, Tag(8), &shared, |_| false, Moment(0), &mut |_| {}).is_err());
    let made = m.state.retag_wildcard(None, Tag(9), &shared, |tag| tag == x, Moment(0), &mut |_| {});
    assert_eq!(made, Ok(Some(Tag(9))));
    let only_itself = |tag| tag == Tag(9);
    assert!(m.state.access_wildcard(Some(Tag(9)), ALL, Read, only_itself, Moment(0), &mut |_| {}).is_err());
}

#[test]
fn undone_borrows_of_exposed_addresses_leave_no_trace() {
    for seed in 0..300 {
        let mut run = Comparison::new(seed);
        (0..30).for_each(|_| run.step());
        let before = run.state.clone();
        let mut changes = Vec::new();
        let exposed = |tag: Tag| tag.0.is_multiple_of(3);
        let mut via = None;
        for new in 1_000..1_010 {
            let retag = to(run.random.pick(&[PointerKind::Shared, PointerKind::Mutable]));
            let log = &mut |change| changes.push(change);
            let made = run.state.retag_wildcard(via, Tag(new), &retag, exposed, Moment(0), log);
            via = made.ok().flatten().filter(|_| run.random.one_in(2));
            let access = run.random.pick(&[Read, Write]);
            let log = &mut |change| changes.push(change);
            let _ = run.state.access_wildcard(via, ALL, access, exposed, Moment(0), log);
        }
        changes.into_iter().rev().for_each(|change| run.state.undo(change));
        assert_eq!(run.state, before);
    }
}

#[test]
fn a_pointer_of_unknown_origin_leaves_alone_what_may_have_been_used() {
    let mut m = Memory::new();
    let (x, y, z) = (m.mutable(ROOT), m.mutable(ROOT), m.mutable(ROOT));
    let exposed = |tag| tag == x || tag == y;
    assert_eq!(m.state.access_wildcard(None, ALL, Write, exposed, Moment(0), &mut |_| {}), Ok(()));
    assert_eq!(m.permission(x), Permission::Reserved { conflicted: false });
    assert_eq!(m.permission(y), Permission::Reserved { conflicted: false });
    assert_eq!(m.permission(z), Permission::Disabled, "it cannot have been this one");
}

#[test]
fn walking_through_memory_leaves_one_run_behind() {
    let mut state = State::new(ROOT);
    let bytes = Bytes { start: 0, end: 4000 };
    let x = state.retag(ROOT, Tag(1), &Retag { bytes, ..to(PointerKind::Mutable) }, Moment(0), &mut |_| {});
    for access in [Write, Read] {
        for start in (0..4000).step_by(4) {
            let element = Bytes { start, end: start + 4 };
            state
                .access(x.expect("readable"), element, access, Moment(start as u32), &mut |_| {})
                .expect("mutable");
        }
    }
    let tree = state.tree.expect("a tree");
    assert_eq!((tree.marks.runs().len(), tree.nodes.last().held.runs().len()), (1, 1));
}

#[test]
fn a_chain_of_dead_reborrows_is_collected_into_its_end() {
    let mut m = Memory::new();
    let mut last = ROOT;
    for _ in 0..100 {
        last = m.mutable(last);
    }
    m.state.collect(|tag| tag == last);
    assert_eq!(m.state.borrows(), 1);
    assert_eq!(m.write(last), Ok(()));
    m.state.collect(|_| false);
    assert_eq!(m.state, State::new(ROOT));
}

#[test]
fn a_dead_parent_that_forbids_more_than_its_child_is_kept() {
    let mut m = Memory::new();
    let frozen = m.shared(ROOT);
    let child = m.mutable(frozen);
    m.state.collect(|tag| tag == child);
    assert_eq!(m.state.borrows(), 2);
    assert!(is_forbidden(m.write(child)));
}

/// Numbers that look random and are always the same (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn bytes(&mut self, within: Bytes) -> Bytes {
        let length = within.end - within.start + 1;
        let (a, b) = (within.start + self.below(length), within.start + self.below(length));
        Bytes { start: a.min(b), end: a.max(b) }
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A random program, run on the model and on the reference.
struct Comparison {
    random: Random,
    state: State,
    reference: Reference,
    journal: Vec<Change>,
    usable: Vec<Tag>,
    /// What the tags of the reference are on the model, where it has made no borrow.
    same: BTreeMap<Tag, Tag>,
    protected: Vec<Tag>,
    newest: u32,
    rejected: u32,
}

impl Comparison {
    fn new(seed: u64) -> Self {
        Comparison {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            state: State::new(ROOT),
            reference: Reference::new(8, ROOT),
            journal: Vec::new(),
            usable: vec![ROOT],
            same: BTreeMap::new(),
            protected: Vec::new(),
            newest: 0,
            rejected: 0,
        }
    }

    /// What a tag of the reference is on the model.
    fn ours(&self, tag: Tag) -> Tag {
        *self.same.get(&tag).unwrap_or(&tag)
    }

    fn step(&mut self) {
        let before = self.state.clone();
        let mut changes = Vec::new();
        let now = Moment(self.newest);
        let tag = self.random.pick(&self.usable);
        let rejected = match self.random.below(20) {
            0..=4 => {
                let bytes = self.random.bytes(ALL);
                let cells = [self.random.bytes(bytes)];
                let has_cells = self.random.one_in(3);
                let kinds =
                    [PointerKind::Shared, PointerKind::Mutable, PointerKind::TwoPhase, PointerKind::Box];
                let retag = Retag {
                    kind: self.random.pick(&kinds),
                    unpin: !self.random.one_in(10),
                    bytes,
                    cells: if has_cells { &cells } else { &[] },
                    has_cells,
                    protector: self.random.pick(&[None, Some(Protector::Weak), Some(Protector::Strong)]),
                };
                self.newest += 1;
                let new = Tag(self.newest);
                let parent = self.ours(tag);
                let ours = self.state.retag(parent, new, &retag, now, &mut |change| changes.push(change));
                let theirs = self.reference.retag(tag, new, &retag);
                assert_eq!(ours.is_ok(), theirs.is_ok(), "{retag:?}");
                if theirs == Ok(new) {
                    if ours == Ok(parent) {
                        self.same.insert(new, parent);
                    }
                    self.usable.push(new);
                    self.protected.extend(retag.protector.map(|_| new));
                }
                theirs.is_err()
            }
            5..=6 if !self.protected.is_empty() => {
                let index = self.random.below(self.protected.len() as u64) as usize;
                let tag = self.protected.swap_remove(index);
                if !self.same.contains_key(&tag) {
                    self.state.end_protection(tag, now, &mut |change| changes.push(change));
                }
                self.reference.end_protection(tag).expect("the end of protection cannot fail");
                false
            }
            7 => {
                let ours = self.state.dealloc(self.ours(tag), 8);
                let theirs = self.reference.clone().dealloc(tag);
                assert_eq!(ours.is_ok(), theirs.is_ok());
                false
            }
            other => {
                let bytes = self.random.bytes(ALL);
                let access = if other < 13 { Write } else { Read };
                let via = self.ours(tag);
                let ours = self.state.access(via, bytes, access, now, &mut |change| changes.push(change));
                let theirs = self.reference.access(tag, bytes, access);
                assert_eq!(ours.is_ok(), theirs.is_ok(), "{access:?} of {bytes:?} through {tag:?}");
                theirs.is_err()
            }
        };
        if rejected {
            self.rejected += 1;
            assert!(changes.is_empty());
            assert_eq!(self.state, before, "what fails changes nothing");
        }
        self.journal.extend(changes);
    }

    /// All that can be observed is the same in both.
    fn compare(&self) {
        for &tag in self.usable.iter().filter(|tag| !self.same.contains_key(tag)) {
            for offset in ALL.start..ALL.end {
                let ours = self.state.location(tag, offset).expect("usable");
                let (theirs, protected) = self.reference.location(tag, offset);
                let observable = |location: Location| match location.permission {
                    Permission::Reserved { .. } if !protected => {
                        Location { permission: Permission::Reserved { conflicted: false }, ..location }
                    }
                    _ => location,
                };
                assert_eq!(observable(ours), observable(theirs), "{tag:?} at {offset}");
            }
        }
    }
}

#[test]
fn random_programs_are_judged_as_by_the_reference() {
    let mut rejected = 0;
    for seed in 0..2000 {
        let mut run = Comparison::new(seed);
        for _ in 0..40 {
            run.step();
            run.compare();
        }
        rejected += run.rejected;
    }
    assert!(rejected > 10_000, "programs that are never rejected test little: {rejected}");
}

#[test]
fn forgetting_what_is_dead_changes_no_judgement() {
    let mut forgotten = 0;
    for seed in 0..2000 {
        let mut run = Comparison::new(seed);
        for _ in 0..8 {
            (0..12).for_each(|_| run.step());
            let Comparison { random, usable, .. } = &mut run;
            usable.retain(|&tag| tag == ROOT || !random.one_in(2));
            let before = run.state.borrows();
            let live: Vec<Tag> = run.usable.iter().map(|&tag| run.ours(tag)).collect();
            run.state.collect(|tag| live.contains(&tag));
            forgotten += before - run.state.borrows();
            run.compare();
        }
    }
    assert!(forgotten > 20_000, "{forgotten}");
}

#[test]
fn undone_changes_leave_no_trace() {
    for seed in 0..1000 {
        let mut run = Comparison::new(seed);
        let mut checkpoints = Vec::new();
        for step in 0..60 {
            if step % 5 == 0 {
                checkpoints.push((run.journal.len(), run.state.clone()));
            }
            run.step();
        }
        while let Some((length, state)) = checkpoints.pop() {
            run.journal.drain(length..).rev().for_each(|change| run.state.undo(change));
            assert_eq!(run.state, state);
        }
        assert_eq!(run.state, State::new(ROOT));
    }
}

#[test]
fn undone_wildcard_accesses_leave_no_trace() {
    for seed in 0..300 {
        let mut run = Comparison::new(seed);
        (0..30).for_each(|_| run.step());
        let before = run.state.clone();
        let mut changes = Vec::new();
        for _ in 0..10 {
            let bytes = run.random.bytes(ALL);
            let access = run.random.pick(&[Read, Write]);
            let exposed = |tag: Tag| tag.0.is_multiple_of(3);
            let _ = run
                .state
                .access_wildcard(None, bytes, access, exposed, Moment(0), &mut |change| changes.push(change));
        }
        changes.into_iter().rev().for_each(|change| run.state.undo(change));
        assert_eq!(run.state, before);
    }
}

#[test]
fn a_wildcard_access_with_one_candidate_is_an_access_through_it() {
    for seed in 0..300 {
        let mut run = Comparison::new(seed);
        (0..30).for_each(|_| run.step());
        for &tag in run.usable.iter().filter(|tag| !run.same.contains_key(tag)) {
            let (mut named, mut wildcard) = (run.state.clone(), run.state.clone());
            let through_name = named.access(tag, ALL, Write, Moment(0), &mut |_| {});
            let through_wildcard =
                wildcard.access_wildcard(None, ALL, Write, |it| it == tag, Moment(0), &mut |_| {});
            assert_eq!(through_name.is_ok(), through_wildcard.is_ok());
            assert_eq!(named, wildcard);
        }
    }
}
