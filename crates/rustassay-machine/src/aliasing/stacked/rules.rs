//! The rules of Stacked Borrows for one item of one byte's stack: what a permission grants, what becomes of
//! the items above the one that granted an access, what a retag asks for, and what a protector tolerates.
//!
//! Everything here is a function of a handful of finite values, and the tests go through all of them.
//!
//! Jung, Dang, Kang, Dreyer: *Stacked Borrows: An Aliasing Model for Rust*, POPL 2020. Where
//! Miri has moved on since the paper, Miri is followed and the place says so.

use crate::aliasing::{Access, PointerKind, Protector};

/// What an item of a stack lets its tag do.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Permission {
    /// The permission of `&mut T` and `Box<T>`.
    ///
    /// - Represents: as long as this item is in the stack, whoever accesses the byte through something below
    ///   it is noticed.
    /// - Allows: reads and writes through its tag, and new items on top of it.
    /// - Rejects nothing, but does not survive: a read from below disables it, a write from below removes it.
    Unique,
    /// The permission of raw pointers, of `&T` inside an `UnsafeCell`, and of `&mut T` to `!Unpin` data.
    ///
    /// - Represents: one of several pointers that may be used in turn. Neighbours of this permission form a
    ///   *group*.
    /// - Allows: reads and writes through its tag; it survives reads from below and writes through lower
    ///   members of its group.
    /// - Rejects nothing, but does not survive: a write from below its group removes it.
    SharedReadWrite,
    /// The permission of `&T` outside any `UnsafeCell`, and of `*const T` made from it.
    ///
    /// - Represents: the byte does not change as long as this item is in the stack.
    /// - Allows: reads through its tag; it survives all reads.
    /// - Rejects: writes through its tag. A write from below removes it.
    SharedReadOnly,
    /// What a read leaves of a [`Permission::Unique`] above the item that granted it.
    ///
    /// - Represents: a border. It keeps the groups of [`Permission::SharedReadWrite`] below and above it
    ///   apart, which removing the item would join.
    /// - Allows: nothing.
    /// - Rejects: all accesses through its tag. A write from below removes it.
    Disabled,
}

/// What an access does to an item above the one that granted it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fate {
    /// The item remains as it was.
    Stays,
    /// The item becomes [`Permission::Disabled`].
    Disabled,
    /// The item leaves the stack.
    Removed,
}

impl Permission {
    /// All of them.
    pub const ALL: [Permission; 4] =
        [Permission::Unique, Permission::SharedReadWrite, Permission::SharedReadOnly, Permission::Disabled];

    /// Whether an access through this item's own tag is allowed (the paper's "granting item").
    #[inline]
    pub fn grants(self, access: Access) -> bool {
        match self {
            Permission::Unique | Permission::SharedReadWrite => true,
            Permission::SharedReadOnly => access == Access::Read,
            Permission::Disabled => false,
        }
    }

    /// What becomes of this item when an item below it grants an access.
    ///
    /// `same_group` says that the granting item and all items from there up to this one, itself not counted,
    /// are [`Permission::SharedReadWrite`].
    #[inline]
    pub fn fate(self, access: Access, same_group: bool) -> Fate {
        match (access, self) {
            (Access::Read, Permission::Unique) => Fate::Disabled,
            (Access::Read, _) => Fate::Stays,
            (Access::Write, Permission::SharedReadWrite) if same_group => Fate::Stays,
            (Access::Write, _) => Fate::Removed,
        }
    }

    /// Whether a protector of the tag guards an item of this permission.
    ///
    /// Nothing inside an `UnsafeCell` is protected, nor is `!Unpin` data behind `&mut`
    /// (rust-lang/rust#55005): exactly where retags grant [`Permission::SharedReadWrite`]. So the
    /// permission tells, and items need not say it again.
    #[inline]
    pub fn can_be_protected(self) -> bool {
        matches!(self, Permission::Unique | Permission::SharedReadOnly)
    }
}

/// How a protected item gets lost.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Loss {
    /// An access that conflicts with it disables or removes it.
    Conflict,
    /// The memory is deallocated by an access that the item survives.
    Deallocation,
}

/// Whether an item that is protected so may be lost so, without Undefined Behavior.
///
/// Only `Box` is weakly protected: a function may free the box that it was given, but through that box.
pub fn tolerates(protector: Protector, loss: Loss) -> bool {
    protector == Protector::Weak && loss == Loss::Deallocation
}

/// What a retag does at a byte: first an access through the parent, if any; then a new item.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grant {
    /// The permission of the new item.
    pub permission: Permission,
    /// The access that counts as done through the parent. The new item goes to the top afterwards.
    ///
    /// Without an access the item goes directly above the parent's, or above the group that the parent's is
    /// in, and everything above remains: others may hold unique borrows that this one does not touch yet.
    pub access: Option<Access>,
}

impl Grant {
    /// The permission of a retag at a byte that is inside (`in_cell`) or outside an `UnsafeCell`.
    ///
    /// - A two-phase borrow is like a raw pointer until the retag at the call that activates it (Miri since
    ///   rust-lang/miri#727).
    /// - A `*const T` is read-only outside cells, as is the `&T` that it usually comes from.
    pub fn new(kind: PointerKind, unpin: bool, in_cell: bool) -> Grant {
        const UNIQUE: Grant = Grant { permission: Permission::Unique, access: Some(Access::Write) };
        const READ_ONLY: Grant = Grant { permission: Permission::SharedReadOnly, access: Some(Access::Read) };
        const READ_WRITE: Grant = Grant { permission: Permission::SharedReadWrite, access: None };
        match kind {
            PointerKind::Mutable | PointerKind::Box if unpin => UNIQUE,
            PointerKind::Mutable | PointerKind::Box | PointerKind::TwoPhase | PointerKind::RawMut => {
                READ_WRITE
            }
            PointerKind::Shared | PointerKind::RawConst if in_cell => READ_WRITE,
            PointerKind::Shared | PointerKind::RawConst => READ_ONLY,
        }
    }

    /// Whether the permission of such a pointer depends on where the cells are.
    pub fn depends_on_cells(kind: PointerKind) -> bool {
        matches!(kind, PointerKind::Shared | PointerKind::RawConst)
    }

    /// Whether a pointer of this kind can be protected: raw pointers and two-phase borrows are never a
    /// function's arguments at the time they are retagged.
    pub fn can_be_protected(kind: PointerKind) -> bool {
        matches!(kind, PointerKind::Shared | PointerKind::Mutable | PointerKind::Box)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACCESSES: [Access; 2] = [Access::Read, Access::Write];
    const KINDS: [PointerKind; 6] = [
        PointerKind::Shared,
        PointerKind::Mutable,
        PointerKind::TwoPhase,
        PointerKind::Box,
        PointerKind::RawConst,
        PointerKind::RawMut,
    ];

    fn apply(permission: Permission, fate: Fate) -> Option<Permission> {
        match fate {
            Fate::Stays => Some(permission),
            Fate::Disabled => Some(Permission::Disabled),
            Fate::Removed => None,
        }
    }

    #[test]
    fn what_grants_a_write_grants_a_read() {
        for permission in Permission::ALL {
            assert!(!permission.grants(Access::Write) || permission.grants(Access::Read));
        }
    }

    #[test]
    fn no_fate_makes_a_permission_stronger() {
        for permission in Permission::ALL {
            for access in ACCESSES {
                for same_group in [false, true] {
                    let after = apply(permission, permission.fate(access, same_group));
                    for later in ACCESSES {
                        assert!(permission.grants(later) || !after.is_some_and(|after| after.grants(later)));
                    }
                }
            }
        }
    }

    #[test]
    fn fates_are_idempotent() {
        for permission in Permission::ALL {
            for access in ACCESSES {
                for same_group in [false, true] {
                    let once = apply(permission, permission.fate(access, same_group));
                    let twice = once.and_then(|once| apply(once, once.fate(access, same_group)));
                    assert_eq!(once, twice);
                }
            }
        }
    }

    #[test]
    fn a_write_loses_whatever_a_read_loses() {
        for permission in Permission::ALL {
            for same_group in [false, true] {
                if permission.fate(Access::Read, same_group) != Fate::Stays {
                    assert_eq!(permission.fate(Access::Write, same_group), Fate::Removed);
                }
            }
        }
    }

    #[test]
    fn unique_survives_no_access_from_below() {
        for access in ACCESSES {
            for same_group in [false, true] {
                assert_ne!(Permission::Unique.fate(access, same_group), Fate::Stays);
            }
        }
    }

    #[test]
    fn read_only_survives_reads_and_no_write() {
        for same_group in [false, true] {
            assert_eq!(Permission::SharedReadOnly.fate(Access::Read, same_group), Fate::Stays);
            assert_eq!(Permission::SharedReadOnly.fate(Access::Write, same_group), Fate::Removed);
        }
    }

    #[test]
    fn only_the_own_group_survives_a_write() {
        for permission in Permission::ALL {
            for same_group in [false, true] {
                let survives = permission.fate(Access::Write, same_group) == Fate::Stays;
                assert_eq!(survives, same_group && permission == Permission::SharedReadWrite);
            }
        }
    }

    #[test]
    fn a_new_item_grants_the_access_that_its_retag_made() {
        for kind in KINDS {
            for unpin in [false, true] {
                for in_cell in [false, true] {
                    let grant = Grant::new(kind, unpin, in_cell);
                    assert!(grant.access.is_none_or(|access| grant.permission.grants(access)));
                }
            }
        }
    }

    #[test]
    fn retags_without_an_access_grant_shared_read_write_and_no_others_do() {
        for kind in KINDS {
            for unpin in [false, true] {
                for in_cell in [false, true] {
                    let grant = Grant::new(kind, unpin, in_cell);
                    assert_eq!(grant.access.is_none(), grant.permission == Permission::SharedReadWrite);
                }
            }
        }
    }

    #[test]
    fn retags_never_grant_a_disabled_item() {
        for kind in KINDS {
            for unpin in [false, true] {
                for in_cell in [false, true] {
                    assert_ne!(Grant::new(kind, unpin, in_cell).permission, Permission::Disabled);
                }
            }
        }
    }

    #[test]
    fn cells_matter_only_where_the_kind_says_so() {
        for kind in KINDS {
            for unpin in [false, true] {
                let differs = Grant::new(kind, unpin, false) != Grant::new(kind, unpin, true);
                assert_eq!(differs, Grant::depends_on_cells(kind));
            }
        }
    }

    #[test]
    fn what_survives_unprotected_inside_cells_is_what_is_never_protected() {
        for kind in KINDS {
            for unpin in [false, true] {
                let inside = Grant::new(kind, unpin, true).permission;
                if Grant::depends_on_cells(kind) || !unpin {
                    assert!(!inside.can_be_protected());
                }
            }
        }
    }

    #[test]
    fn a_protector_tolerates_deallocation_of_a_box_and_nothing_else() {
        for protector in [Protector::Weak, Protector::Strong] {
            for loss in [Loss::Conflict, Loss::Deallocation] {
                let expected = (protector, loss) == (Protector::Weak, Loss::Deallocation);
                assert_eq!(tolerates(protector, loss), expected);
            }
        }
    }
}
