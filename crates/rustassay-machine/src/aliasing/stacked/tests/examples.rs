//! One rule, one small program.

use super::{Memory, ROOT, retag};
use crate::aliasing::PointerKind::{self, Mutable, RawConst, RawMut, Shared, TwoPhase};
use crate::aliasing::stacked::{Reason, State};
use crate::aliasing::{Access, Bytes, Moment, Protector, Retag, Tag};

const FIRST: Bytes = Bytes { start: 0, end: 1 };
const SECOND: Bytes = Bytes { start: 1, end: 2 };

#[test]
fn reborrows_may_be_used_in_the_order_of_a_stack() {
    let mut m = Memory::local(4);
    let outer = m.borrow(ROOT, Mutable);
    let inner = m.borrow(outer, Mutable);
    m.write(inner).unwrap();
    m.write(outer).unwrap();
    m.write(ROOT).unwrap();
}

#[test]
fn a_mutable_reference_is_dead_once_its_parent_writes() {
    let mut m = Memory::local(4);
    let outer = m.borrow(ROOT, Mutable);
    let inner = m.borrow(outer, Mutable);
    m.write(outer).unwrap();
    assert_eq!(m.read(inner).unwrap_err().reason, Reason::Invalidated(Access::Write));
}

#[test]
fn a_mutable_reference_is_dead_once_its_parent_reads() {
    let mut m = Memory::local(4);
    let outer = m.borrow(ROOT, Mutable);
    let inner = m.borrow(outer, Mutable);
    m.read(outer).unwrap();
    assert_eq!(m.read(inner).unwrap_err().reason, Reason::Invalidated(Access::Read));
}

#[test]
fn two_mutable_references_made_from_one_raw_pointer_do_not_live_at_the_same_time() {
    let mut m = Memory::local(4);
    let raw = m.borrow(ROOT, RawMut);
    let x = m.borrow(raw, Mutable);
    let y = m.borrow(raw, Mutable);
    m.write(y).unwrap();
    assert_eq!(m.write(x).unwrap_err().reason, Reason::Invalidated(Access::Write));
}

#[test]
fn a_raw_pointer_survives_a_read_through_what_its_reference_was_made_from() {
    let mut m = Memory::local(4);
    let reference = m.borrow(ROOT, Mutable);
    let raw = m.borrow(reference, RawMut);
    m.read(ROOT).unwrap();
    m.write(raw).unwrap();
}

#[test]
fn a_raw_pointer_is_dead_once_its_reference_writes() {
    let mut m = Memory::local(4);
    let reference = m.borrow(ROOT, Mutable);
    let raw = m.borrow(reference, RawMut);
    m.write(reference).unwrap();
    assert_eq!(m.write(raw).unwrap_err().reason, Reason::Invalidated(Access::Write));
}

#[test]
fn raw_pointers_of_one_reference_may_be_mixed() {
    let mut m = Memory::local(4);
    let reference = m.borrow(ROOT, Mutable);
    let (a, b) = (m.borrow(reference, RawMut), m.borrow(reference, RawMut));
    let c = m.borrow(a, RawMut);
    for tag in [a, b, c, b, a] {
        m.write(tag).unwrap();
    }
}

#[test]
fn writing_a_local_by_name_kills_raw_pointers_to_it() {
    let mut m = Memory::local(4);
    let raw = m.borrow(ROOT, RawMut);
    m.write(ROOT).unwrap();
    assert!(m.read(raw).is_err());
}

#[test]
fn the_root_of_a_heap_allocation_is_as_shared_as_a_raw_pointer() {
    let mut m = Memory::heap(4);
    let raw = m.borrow(ROOT, RawMut);
    m.write(ROOT).unwrap();
    m.write(raw).unwrap();
}

#[test]
fn shared_references_coexist_until_a_write() {
    let mut m = Memory::local(4);
    let (a, b) = (m.borrow(ROOT, Shared), m.borrow(ROOT, Shared));
    for tag in [a, b, ROOT, a] {
        m.read(tag).unwrap();
    }
    m.write(ROOT).unwrap();
    assert!(m.read(a).is_err());
    assert!(m.read(b).is_err());
}

#[test]
fn nobody_writes_through_a_shared_reference() {
    let mut m = Memory::local(4);
    let shared = m.borrow(ROOT, Shared);
    assert_eq!(m.write(shared).unwrap_err().reason, Reason::ReadOnly);
    let raw = m.borrow(shared, RawConst);
    assert_eq!(m.write(raw).unwrap_err().reason, Reason::ReadOnly);
}

#[test]
fn no_mutable_pointer_comes_from_a_shared_reference() {
    for kind in [Mutable, RawMut, TwoPhase, PointerKind::Box] {
        let mut m = Memory::local(4);
        let shared = m.borrow(ROOT, Shared);
        assert_eq!(m.try_borrow(shared, kind).unwrap_err().reason, Reason::ReadOnly);
    }
}

#[test]
fn cells_may_be_written_through_shared_references_and_what_surrounds_them_may_not() {
    let mut m = Memory::local(2);
    let shared = Retag { cells: &[SECOND], has_cells: true, ..retag(Shared, m.all()) };
    let (a, b) = (m.retag(ROOT, shared.clone()), m.retag(ROOT, shared));
    for tag in [a, b, a] {
        m.access(tag, SECOND, Access::Write).unwrap();
        m.read(tag).unwrap();
    }
    let violation = m.write(a).unwrap_err();
    assert_eq!((violation.reason, violation.offset), (Reason::ReadOnly, 0));
}

#[test]
fn a_shared_reference_to_a_cell_leaves_unique_borrows_of_its_content_alone() {
    let mut m = Memory::local(1);
    let cell = Retag { cells: &[FIRST], has_cells: true, ..retag(Shared, FIRST) };
    let shared = m.retag(ROOT, cell.clone());
    let content = m.borrow(shared, Mutable);
    m.retag(shared, cell);
    m.write(content).unwrap();
}

#[test]
fn a_protected_mutable_reference_may_not_be_invalidated() {
    for access in [Access::Read, Access::Write] {
        let mut m = Memory::local(4);
        let raw = m.borrow(ROOT, RawMut);
        let argument = m.argument(raw, Mutable);
        let violation = m.access(raw, FIRST, access).unwrap_err();
        assert!(matches!(violation.reason, Reason::Protected { tag, .. } if tag == argument));
    }
}

#[test]
fn a_protected_shared_reference_may_be_read_past_but_not_written_past() {
    let mut m = Memory::local(4);
    let raw = m.borrow(ROOT, RawMut);
    let argument = m.argument(raw, Shared);
    m.read(raw).unwrap();
    let violation = m.write(raw).unwrap_err();
    assert!(matches!(violation.reason, Reason::Protected { tag, .. } if tag == argument));
}

#[test]
fn protection_ends_with_the_call() {
    let mut m = Memory::local(4);
    let raw = m.borrow(ROOT, RawMut);
    let argument = m.argument(raw, Mutable);
    m.returns(argument);
    m.write(raw).unwrap();
}

#[test]
fn cells_are_not_protected() {
    let mut m = Memory::local(1);
    let raw = m.borrow(ROOT, RawMut);
    let protector = Some(Protector::Strong);
    m.retag(raw, Retag { cells: &[FIRST], has_cells: true, protector, ..retag(Shared, FIRST) });
    m.write(ROOT).unwrap();
}

#[test]
fn memory_may_not_be_freed_while_a_reference_to_it_is_protected() {
    let mut m = Memory::heap(4);
    let argument = m.argument(ROOT, Mutable);
    assert!(matches!(m.dealloc(argument).unwrap_err().reason, Reason::Protected { .. }));
    m.returns(argument);
    m.dealloc(argument).unwrap();
}

#[test]
fn a_function_may_free_the_box_it_was_given() {
    let mut m = Memory::heap(4);
    let argument = m.argument(ROOT, PointerKind::Box);
    m.dealloc(argument).unwrap();
}

#[test]
fn a_function_may_not_free_the_box_it_was_given_through_something_else() {
    let mut m = Memory::heap(4);
    m.argument(ROOT, PointerKind::Box);
    assert!(matches!(m.dealloc(ROOT).unwrap_err().reason, Reason::Protected { .. }));
}

#[test]
fn memory_may_not_be_freed_through_a_shared_reference() {
    let mut m = Memory::heap(4);
    let shared = m.borrow(ROOT, Shared);
    assert_eq!(m.dealloc(shared).unwrap_err().reason, Reason::ReadOnly);
}

#[test]
fn a_two_phase_borrow_allows_others_until_it_is_activated() {
    let mut m = Memory::local(4);
    let vector = m.borrow(ROOT, Mutable);
    let receiver = m.borrow(vector, TwoPhase);
    let other = m.borrow(vector, Shared);
    m.read(other).unwrap();
    let activated = m.argument(receiver, Mutable);
    m.write(activated).unwrap();
    assert!(m.read(other).is_err());
}

#[test]
fn mutable_references_to_pinned_data_may_alias() {
    let mut m = Memory::heap(4);
    let pinned = Retag { unpin: false, ..retag(Mutable, m.all()) };
    let (a, b) = (m.retag(ROOT, pinned.clone()), m.retag(ROOT, pinned));
    for tag in [a, b, a] {
        m.write(tag).unwrap();
    }
}

#[test]
fn borrows_of_different_fields_do_not_disturb_each_other() {
    let mut m = Memory::local(2);
    let (a, b) = (m.retag(ROOT, retag(Mutable, FIRST)), m.retag(ROOT, retag(Mutable, SECOND)));
    m.access(a, FIRST, Access::Write).unwrap();
    m.access(b, SECOND, Access::Write).unwrap();
    m.access(a, FIRST, Access::Write).unwrap();
}

#[test]
fn bytes_that_were_borrowed_apart_are_one_again_after_they_are_used_together() {
    let mut m = Memory::local(2);
    let whole = m.state.clone();
    m.retag(ROOT, retag(Mutable, FIRST));
    m.write(ROOT).unwrap();
    assert_eq!((m.state.stacks.len(), whole.stacks.len()), (1, 1));
}

#[test]
fn a_reference_is_good_for_no_more_than_what_it_refers_to() {
    let mut m = Memory::local(2);
    let field = m.retag(ROOT, retag(Mutable, FIRST));
    let violation = m.read(field).unwrap_err();
    assert_eq!((violation.reason, violation.offset), (Reason::NotGranted, 1));
}

#[test]
fn a_reference_to_nothing_disturbs_nobody() {
    let mut m = Memory::local(1);
    let unique = m.borrow(ROOT, Mutable);
    m.retag(ROOT, retag(Mutable, Bytes { start: 0, end: 0 }));
    m.write(unique).unwrap();
}

#[test]
fn bytes_out_of_bounds_are_ignored() {
    let mut m = Memory::local(1);
    let beyond = Bytes { start: 0, end: u64::MAX };
    let cells = [Bytes { start: 0, end: 7 }, Bytes { start: 9, end: 3 }];
    let tag = m.retag(ROOT, Retag { cells: &cells, has_cells: true, ..retag(Shared, beyond) });
    m.access(tag, beyond, Access::Write).unwrap();
    m.access(tag, Bytes { start: 5, end: 2 }, Access::Write).unwrap();
}

#[test]
fn a_pointer_from_an_integer_may_do_what_an_exposed_one_may() {
    let mut m = Memory::local(1);
    let raw = m.borrow(ROOT, RawMut);
    m.access_exposed(&[raw], Access::Write).unwrap();
}

#[test]
fn a_pointer_from_an_integer_may_not_do_what_no_exposed_one_may() {
    let mut m = Memory::local(1);
    let shared = m.borrow(ROOT, Shared);
    assert_eq!(m.access_exposed(&[], Access::Read).unwrap_err().reason, Reason::NothingExposed);
    assert_eq!(m.access_exposed(&[shared], Access::Write).unwrap_err().reason, Reason::NothingExposed);
}

#[test]
fn a_write_through_a_pointer_from_an_integer_ends_what_every_exposed_tag_would_end() {
    let mut m = Memory::local(1);
    let raw = m.borrow(ROOT, RawMut);
    let unique = m.borrow(raw, Mutable);
    m.access_exposed(&[raw], Access::Write).unwrap();
    assert_eq!(m.write(unique).unwrap_err().reason, Reason::Invalidated(Access::Write));
    m.write(raw).unwrap();
}

#[test]
fn borrows_made_after_the_stack_was_forgotten_are_tracked_again() {
    let mut m = Memory::local(1);
    let raw = m.borrow(ROOT, RawMut);
    m.access_exposed(&[raw], Access::Read).unwrap();
    let unique = m.borrow(raw, Mutable);
    m.write(unique).unwrap();
    m.read(raw).unwrap();
    assert!(m.write(unique).is_err());
}

#[test]
fn violations_know_when_the_pointer_was_made_and_when_it_was_invalidated() {
    let mut m = Memory::local(4);
    let reference = m.borrow(ROOT, Mutable);
    m.read(ROOT).unwrap();
    let violation = m.read(reference).unwrap_err();
    assert_eq!(violation.subject(), Some(reference));
    assert_eq!(violation.created(), Some(Moment(1)));
    assert_eq!(violation.invalidated(), Some(Moment(2)));
}

#[test]
fn violations_of_protection_know_when_the_protected_pointer_was_made() {
    let mut m = Memory::local(4);
    let raw = m.borrow(ROOT, RawMut);
    let argument = m.argument(raw, Mutable);
    let violation = m.read(raw).unwrap_err();
    assert_eq!(violation.subject(), Some(argument));
    assert_eq!(violation.created(), Some(Moment(2)));
}

#[test]
fn collecting_keeps_the_border_that_a_dead_reference_left() {
    let mut m = Memory::local(1);
    let reference = m.borrow(ROOT, Mutable);
    let old = m.borrow(reference, RawMut);
    m.read(ROOT).unwrap();
    m.state.collect(|tag| tag == old);
    let new = m.borrow(ROOT, RawMut);
    m.write(new).unwrap();
    assert!(m.read(old).is_err());
}

#[test]
fn collecting_drops_what_a_read_disabled_even_if_pointers_have_its_tag() {
    let mut m = Memory::local(1);
    let reference = m.borrow(ROOT, Mutable);
    m.read(ROOT).unwrap();
    m.state.collect(|tag| tag == reference);
    assert_eq!(m.state.stacks.get(0).len(), 1);
    assert_eq!(m.read(reference).unwrap_err().reason, Reason::Invalidated(Access::Read));
}

#[test]
fn collecting_keeps_the_load_flat() {
    let mut state = State::new_local(8, ROOT);
    let bytes = Bytes { start: 0, end: 8 };
    let held = Tag(1);
    state.retag(ROOT, held, &retag(Shared, bytes), Moment(0), &mut |_| ()).unwrap();
    let mut greatest = 0;
    for tag in (2..20_000).map(Tag) {
        state.retag(held, tag, &retag(Shared, bytes), Moment(0), &mut |_| ()).unwrap();
        state.access(tag, bytes, Access::Read, Moment(0), &mut |_| ()).unwrap();
        greatest = greatest.max(state.load());
        if state.load() > 100 {
            state.collect(|tag| tag == held);
        }
    }
    assert!(greatest < 110, "{greatest}");
}
