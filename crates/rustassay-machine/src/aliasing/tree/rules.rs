//! The rules of Tree Borrows for one borrow at one byte: a pure state machine.
//!
//! Everything here follows "Tree Borrows" (Villani, Hostert, Dreyer, Jung; PLDI 2025), with what Miri added
//! since: the
//! [`Permission::Cell`] state, which makes interior mutability precise to the byte. The rest of the model
//! decides only *which* borrows see an access, and as what.

use super::super::{Access, PointerKind, Retag};

/// Where an access comes from, as a borrow in the tree sees it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// Through the borrow itself, or one derived from it.
    Local,
    /// Through any other: an ancestor, or one that is only related.
    Foreign,
}

/// What a borrow may do with a byte.
///
/// A permission only ever decays, in the order of the list below (and [`Permission::Cell`] never changes).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Permission {
    /// Represents: a shared reference to a byte inside an `UnsafeCell`.
    /// Allows: every access, local and foreign.
    /// Rejects: nothing.
    Cell,
    /// Represents: a mutable reference that has not been written through yet.
    /// Allows: local and foreign reads; a local write makes it [`Permission::Unique`].
    /// Rejects: foreign writes, which make it [`Permission::Disabled`].
    Reserved {
        /// Someone else has read the byte while the borrow was protected. Until the protection ends a local
        /// write is rejected, as LLVM's `noalias` asks; after that, the flag means nothing.
        conflicted: bool,
    },
    /// Represents: a mutable reference to a byte inside an `UnsafeCell` that has not been written through
    /// yet. Never protected.
    /// Allows: local reads, all foreign accesses; a local write makes it [`Permission::Unique`].
    /// Rejects: nothing.
    ReservedIM,
    /// Represents: a mutable reference that has been written through (the paper calls it *Active*).
    /// Allows: local reads and writes.
    /// Rejects: foreign reads, which make it [`Permission::Frozen`], and foreign writes
    /// ([`Permission::Disabled`]).
    Unique,
    /// Represents: a shared reference, or a mutable one that must share from now on.
    /// Allows: all reads.
    /// Rejects: local writes, and foreign writes, which make it [`Permission::Disabled`].
    Frozen,
    /// Represents: a dead borrow.
    /// Allows: all foreign accesses.
    /// Rejects: every local access.
    Disabled,
}

/// Why the rules reject an access.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rejection {
    /// The access is local, and the permission does not allow it.
    Forbidden,
    /// The access is foreign and would disable a borrow that a running function was promised.
    Protected,
}

impl Permission {
    /// What an access through this borrow makes of it; `None` where it is not allowed.
    #[inline]
    pub fn local(self, access: Access, protected: bool) -> Option<Permission> {
        use Permission::*;
        match (access, self) {
            (_, Disabled) => None,
            (Access::Read, _) | (Access::Write, Cell) => Some(self),
            (Access::Write, Reserved { conflicted: true }) if protected => None,
            (Access::Write, Reserved { .. } | ReservedIM | Unique) => Some(Unique),
            (Access::Write, Frozen) => None,
        }
    }

    /// What an access through another borrow makes of this one. A transition to [`Permission::Disabled`] may
    /// be Undefined Behavior: that is for [`Location::after`] to say.
    #[inline]
    pub fn foreign(self, access: Access, protected: bool) -> Permission {
        use Permission::*;
        match (access, self) {
            (_, Cell | ReservedIM | Disabled) | (Access::Read, Frozen) => self,
            (Access::Read, Reserved { conflicted }) => Reserved { conflicted: conflicted || protected },
            // Unprotected, it must not lose the right to read: two reads may always be exchanged.
            (Access::Read, Unique) => {
                if protected {
                    Disabled
                } else {
                    Frozen
                }
            }
            (Access::Write, Reserved { .. } | Unique | Frozen) => Disabled,
        }
    }

    /// The access that the end of protection performs, so that whoever could not know of the promise learns
    /// of it: the compiler may have moved accesses of the function to its end. Nothing for cells, whose
    /// users may be in other threads.
    pub fn access_at_end_of_protection(self) -> Option<Access> {
        match self {
            Permission::Cell => None,
            Permission::Unique => Some(Access::Write),
            _ => Some(Access::Read),
        }
    }

    /// Whether a borrow that can no longer be used itself, is not protected, and has a single child can be
    /// left out of the tree: at every byte, the child then rejects all that the parent would have rejected,
    /// now and ever after.
    pub fn is_implied_by_child(self, child: Permission) -> bool {
        use Permission::*;
        match (self, child) {
            (Cell, _) => true,
            (ReservedIM, child) => child != Cell,
            (Reserved { .. }, child) => !matches!(child, Cell | ReservedIM),
            (Unique, child) => matches!(child, Unique | Frozen | Disabled),
            (Frozen, child) => matches!(child, Frozen | Disabled),
            (Disabled, child) => child == Disabled,
        }
    }
}

/// A borrow at one byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// What it may do; where it was never used, what it may do if it is.
    pub permission: Permission,
    /// Whether it, or one derived from it, has accessed the byte. A borrow is for its range, yet may be used
    /// beyond it: it makes a claim on a byte, which protection can defend, only once it was used there.
    pub accessed: bool,
}

impl Location {
    /// Whether an access through this borrow, or one that derives from it, changes nothing, neither for it nor for any that it
    /// derives from: those have seen such an access before, and what has taken rights from them since would have taken these.
    #[inline]
    pub fn is_settled(self, access: Access) -> bool {
        self.accessed
            && match self.permission {
                Permission::Unique => true,
                Permission::Reserved { .. } | Permission::Frozen => access == Access::Read,
                // Foreign writes leave these as they are, but perhaps not what they derive from.
                Permission::Cell | Permission::ReservedIM => false,
                Permission::Disabled => false,
            }
    }

    /// The borrow after an access. This is the whole model, for one borrow and one byte.
    #[inline]
    pub fn after(self, access: Access, relation: Relation, protected: bool) -> Result<Location, Rejection> {
        match relation {
            Relation::Local => match self.permission.local(access, protected) {
                Some(permission) => Ok(Location { permission, accessed: true }),
                None => Err(Rejection::Forbidden),
            },
            Relation::Foreign => {
                let permission = self.permission.foreign(access, protected);
                if protected && self.accessed && permission == Permission::Disabled {
                    Err(Rejection::Protected)
                } else {
                    Ok(Location { permission, ..self })
                }
            }
        }
    }
}

/// The permissions that a new borrow starts with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// At bytes of its range that are not inside a cell.
    pub outside_cells: Permission,
    /// At bytes of its range inside a cell.
    pub inside_cells: Permission,
    /// At bytes beyond its range.
    pub beyond: Permission,
}

impl Grant {
    /// What a retag grants; `None` where it makes no new borrow and the pointer keeps its parent's tag: raw
    /// pointers, and mutable references to what must not move (`!Unpin`), of which self-referential types
    /// keep aliases.
    ///
    /// A two-phase borrow needs no rule of its own: reading is what a reserved borrow lets others do.
    pub fn of(retag: &Retag<'_>) -> Option<Grant> {
        let (outside_cells, inside_cells) = match retag.kind {
            PointerKind::RawConst | PointerKind::RawMut => return None,
            PointerKind::Mutable | PointerKind::TwoPhase | PointerKind::Box if !retag.unpin => return None,
            PointerKind::Shared => (Permission::Frozen, Permission::Cell),
            // `noalias` makes no exception for cells, so a protected borrow gets none.
            _ if retag.protector.is_some() => {
                let reserved = Permission::Reserved { conflicted: false };
                (reserved, reserved)
            }
            PointerKind::Mutable | PointerKind::TwoPhase | PointerKind::Box => {
                (Permission::Reserved { conflicted: false }, Permission::ReservedIM)
            }
        };
        Some(Grant {
            outside_cells,
            inside_cells,
            beyond: if retag.has_cells { inside_cells } else { outside_cells },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Access::*, Bytes, Protector};
    use super::Permission::*;
    use super::*;
    use std::collections::HashSet;

    const FRESH: Permission = Reserved { conflicted: false };
    const CONFLICTED: Permission = Reserved { conflicted: true };
    const ALL: [Permission; 7] = [Cell, FRESH, CONFLICTED, ReservedIM, Unique, Frozen, Disabled];
    const ACCESSES: [Access; 2] = [Read, Write];
    const EVENTS: [(Access, Relation); 4] = [
        (Read, Relation::Local),
        (Write, Relation::Local),
        (Read, Relation::Foreign),
        (Write, Relation::Foreign),
    ];

    /// Every location that can occur, with whether it is protected.
    fn locations() -> Vec<(Location, bool)> {
        let mut reached: Vec<(Location, bool)> = Vec::new();
        for permission in [Cell, FRESH, ReservedIM, Frozen] {
            for protected in [false, true] {
                for accessed in [false, true] {
                    if !(protected && permission == ReservedIM) {
                        reached.push((Location { permission, accessed }, protected));
                    }
                }
            }
        }
        let mut next = 0;
        while next < reached.len() {
            let (location, protected) = reached[next];
            let after = EVENTS
                .iter()
                .filter_map(|&(access, relation)| location.after(access, relation, protected).ok());
            let after: Vec<_> = after.map(|l| (l, protected)).chain([(location, false)]).collect();
            for found in after {
                if !reached.contains(&found) {
                    reached.push(found);
                }
            }
            next += 1;
        }
        reached
    }

    #[test]
    fn the_whole_table_is_as_in_the_paper() {
        // Columns: local read, local write, foreign read, foreign write; unprotected.
        let unprotected = [
            (Cell, Some(Cell), Some(Cell), Cell, Cell),
            (FRESH, Some(FRESH), Some(Unique), FRESH, Disabled),
            (CONFLICTED, Some(CONFLICTED), Some(Unique), CONFLICTED, Disabled),
            (ReservedIM, Some(ReservedIM), Some(Unique), ReservedIM, ReservedIM),
            (Unique, Some(Unique), Some(Unique), Frozen, Disabled),
            (Frozen, Some(Frozen), None, Frozen, Disabled),
            (Disabled, None, None, Disabled, Disabled),
        ];
        for (state, local_read, local_write, foreign_read, foreign_write) in unprotected {
            assert_eq!(state.local(Read, false), local_read, "{state:?}");
            assert_eq!(state.local(Write, false), local_write, "{state:?}");
            assert_eq!(state.foreign(Read, false), foreign_read, "{state:?}");
            assert_eq!(state.foreign(Write, false), foreign_write, "{state:?}");
        }
        // Protection changes three entries.
        for state in ALL {
            for access in ACCESSES {
                let forbidden = (state, access) == (CONFLICTED, Write);
                let expected = if forbidden { None } else { state.local(access, false) };
                assert_eq!(state.local(access, true), expected, "{state:?}");
                let expected = match (state, access) {
                    (FRESH, Read) => CONFLICTED,
                    (Unique, Read) => Disabled,
                    _ => state.foreign(access, false),
                };
                assert_eq!(state.foreign(access, true), expected, "{state:?}");
            }
        }
    }

    #[test]
    fn permissions_only_decay() {
        let age = |permission| match permission {
            Cell => 0,
            FRESH | ReservedIM => 1,
            CONFLICTED => 2,
            Unique => 3,
            Frozen => 4,
            _ => 5,
        };
        for (location, protected) in locations() {
            for (access, relation) in EVENTS {
                if let Ok(after) = location.after(access, relation, protected) {
                    assert!(age(location.permission) <= age(after.permission), "{location:?} {after:?}");
                    assert!(after.accessed || !location.accessed, "used once is used for good");
                    assert_eq!(location.permission == Cell, after.permission == Cell);
                }
            }
        }
    }

    #[test]
    fn a_protected_borrow_that_was_used_is_never_disabled() {
        for (location, protected) in locations() {
            assert!(!(protected && location.accessed && location.permission == Disabled));
        }
    }

    #[test]
    fn only_a_used_borrow_is_unique() {
        assert!(locations().iter().all(|(location, _)| location.accessed || location.permission != Unique));
    }

    #[test]
    fn an_access_twice_is_an_access_once_even_if_protection_ended_between() {
        for (location, protected) in locations() {
            for (access, relation) in EVENTS {
                if let Ok(once) = location.after(access, relation, protected) {
                    assert_eq!(once.after(access, relation, protected), Ok(once));
                    assert_eq!(once.after(access, relation, false), Ok(once));
                }
            }
        }
    }

    #[test]
    fn a_read_after_a_write_from_the_same_side_changes_nothing() {
        for (location, protected) in locations() {
            for relation in [Relation::Local, Relation::Foreign] {
                if let Ok(written) = location.after(Write, relation, protected) {
                    assert_eq!(written.after(Read, relation, protected), Ok(written));
                }
            }
        }
    }

    /// This is why a borrow need not be told of each foreign access as it happens.
    #[test]
    fn of_foreign_accesses_in_a_row_only_the_strongest_counts() {
        for (location, protected) in locations() {
            for sequence in 0..2_u32.pow(5) {
                let mut accesses = (0..5).map(|i| if sequence >> i & 1 == 1 { Write } else { Read });
                let strongest = if sequence == 0 { Read } else { Write };
                let all =
                    accesses.try_fold(location, |l, access| l.after(access, Relation::Foreign, protected));
                if let Ok(all) = all {
                    assert_eq!(location.after(strongest, Relation::Foreign, protected), Ok(all));
                }
            }
        }
    }

    #[test]
    fn reads_from_both_sides_commute() {
        for (location, protected) in locations() {
            let local_first = location
                .after(Read, Relation::Local, protected)
                .and_then(|l| l.after(Read, Relation::Foreign, protected));
            let foreign_first = location
                .after(Read, Relation::Foreign, protected)
                .and_then(|l| l.after(Read, Relation::Local, protected));
            assert_eq!(local_first.is_ok(), foreign_first.is_ok(), "{location:?}");
            if let (Ok(local_first), Ok(foreign_first)) = (local_first, foreign_first) {
                assert_eq!(local_first, foreign_first);
            }
        }
    }

    /// LLVM's `noalias`: what is written through the pointer is not accessed otherwise, and what is read is
    /// not written.
    #[test]
    fn protection_enforces_noalias() {
        for (location, protected) in locations() {
            if !protected || location.permission == Cell {
                continue;
            }
            for local in ACCESSES {
                for foreign in ACCESSES {
                    if (local, foreign) == (Read, Read) {
                        continue;
                    }
                    let orders = [
                        [(local, Relation::Local), (foreign, Relation::Foreign)],
                        [(foreign, Relation::Foreign), (local, Relation::Local)],
                    ];
                    for order in orders {
                        let end = order
                            .iter()
                            .try_fold(location, |l, &(access, relation)| l.after(access, relation, true));
                        assert!(end.is_err(), "{location:?} {order:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_end_of_protection_accesses_what_it_may() {
        for (location, protected) in locations() {
            if protected
                && location.accessed
                && let Some(access) = location.permission.access_at_end_of_protection()
            {
                assert_eq!(location.after(access, Relation::Local, true), Ok(location));
            }
        }
    }

    /// This is why an access stops at the first borrow on its way up that it changes nothing for.
    #[test]
    fn what_is_settled_for_a_borrow_is_settled_for_all_that_it_derives_from() {
        let mut open = Vec::new();
        for &(above, is_above_protected) in &locations() {
            for permission in [Cell, FRESH, ReservedIM, Frozen] {
                for is_protected in [false, true] {
                    let born = |accessed| Location { permission, accessed };
                    if is_protected && permission == ReservedIM {
                        continue;
                    }
                    open.push((above, is_above_protected, born(false), is_protected));
                    // One that is made for the byte reads it, unless it is for a cell.
                    if permission != Cell
                        && let Ok(above) = above.after(Read, Relation::Local, is_above_protected)
                    {
                        open.push((above, is_above_protected, born(true), is_protected));
                    }
                }
            }
        }
        let mut seen = HashSet::new();
        while let Some(pair) = open.pop() {
            if !seen.insert(pair) {
                continue;
            }
            let (above, is_above_protected, below, is_protected) = pair;
            open.push((above, false, below, is_protected));
            open.push((above, is_above_protected, below, false));
            for access in ACCESSES {
                if below.is_settled(access) {
                    let after = above.after(access, Relation::Local, is_above_protected);
                    assert_eq!(after, Ok(above), "{below:?} {access:?}");
                }
                // What is foreign to the one above is foreign to the one below.
                for (of_above, of_below) in [
                    (Relation::Local, Relation::Local),
                    (Relation::Local, Relation::Foreign),
                    (Relation::Foreign, Relation::Foreign),
                ] {
                    let above = above.after(access, of_above, is_above_protected);
                    let below = below.after(access, of_below, is_protected);
                    if let (Ok(above), Ok(below)) = (above, below) {
                        open.push((above, is_above_protected, below, is_protected));
                    }
                }
            }
        }
        assert!(seen.len() > 200, "{}", seen.len());
    }

    /// A parent without other children, and its child, against the child alone: after no history does one
    /// reject an access that the other allows.
    #[test]
    fn a_borrow_implied_by_its_only_child_can_be_left_out() {
        for (parent, _) in locations().iter().filter(|(_, protected)| !protected) {
            for &(child, protected) in &locations() {
                if !parent.permission.is_implied_by_child(child.permission) {
                    continue;
                }
                let mut seen = HashSet::new();
                let mut open = vec![(*parent, child, protected)];
                while let Some((parent, child, protected)) = open.pop() {
                    if !seen.insert((parent, child, protected)) {
                        continue;
                    }
                    open.push((parent, child, false));
                    for (access, relation) in EVENTS {
                        let child_after = child.after(access, relation, protected);
                        let parent_after = parent.after(access, relation, false);
                        match (parent_after, child_after) {
                            (Ok(parent), Ok(child)) => open.push((parent, child, protected)),
                            (_, Err(_)) => {}
                            (Err(_), Ok(_)) => {
                                panic!("{parent:?} rejects, {child:?} allows {access:?} {relation:?}")
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn retags_grant_what_the_pointer_promises() {
        const CELL: [Bytes; 1] = [Bytes { start: 4, end: 8 }];
        let retag = |kind, cells: &'static [Bytes], protector| Retag {
            kind,
            unpin: true,
            bytes: Bytes { start: 0, end: 8 },
            cells,
            has_cells: !cells.is_empty(),
            protector,
        };
        let grant = |kind, cells, protector| {
            Grant::of(&retag(kind, cells, protector)).map(|g| (g.outside_cells, g.inside_cells, g.beyond))
        };
        let strong = Some(Protector::Strong);
        assert_eq!(grant(PointerKind::Shared, &[], None), Some((Frozen, Cell, Frozen)));
        assert_eq!(grant(PointerKind::Shared, &CELL, strong), Some((Frozen, Cell, Cell)));
        for kind in [PointerKind::Mutable, PointerKind::TwoPhase, PointerKind::Box] {
            assert_eq!(grant(kind, &[], None), Some((FRESH, ReservedIM, FRESH)));
            assert_eq!(grant(kind, &CELL, None), Some((FRESH, ReservedIM, ReservedIM)));
            assert_eq!(grant(kind, &CELL, strong), Some((FRESH, FRESH, FRESH)));
            assert_eq!(Grant::of(&Retag { unpin: false, ..retag(kind, &[], strong) }), None);
        }
        assert_eq!(grant(PointerKind::RawConst, &[], None), None);
        assert_eq!(grant(PointerKind::RawMut, &[], None), None);
    }
}
