//! What to say when an access breaks the rules.

use super::super::{Access, Moment, PointerKind, Tag};
use super::rules::Permission;
use std::fmt;

/// An access that Tree Borrows rejects: Undefined Behavior.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Why the machine made the access.
    pub cause: Cause,
    /// How it accesses memory.
    pub access: Access,
    /// The borrow it is made through; `None` for a pointer of unknown origin.
    pub via: Option<Tag>,
    /// The first byte, in the allocation, where it breaks a rule.
    pub offset: u64,
    /// The rule.
    pub kind: ViolationKind,
}

/// Why the machine makes an access.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The program reads or writes.
    Access,
    /// A reference is made or passed on: its pointee is read.
    Retag,
    /// The allocation ends: as good as a write to all of it.
    Deallocation,
}

/// Which rule an access breaks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ViolationKind {
    /// The borrow that is used, or one that it derives from, does not allow the access.
    Forbidden(Borrow),
    /// The access would disable a borrow that a running function was given and relies on.
    Protected(Borrow),
    /// The deallocation would end memory under a reference that a running function was given.
    DeallocatesProtected(Borrow),
    /// No exposed borrow allows the access through a pointer of unknown origin.
    NoneExposed,
    /// The tag is none of this allocation's, or a new one is not newer than they are: a fault of the caller,
    /// not of the program.
    UnknownTag,
}

/// The borrow that stands against an access, as it was before.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Borrow {
    /// Its identity.
    pub tag: Tag,
    /// What it was made as.
    pub pointer: PointerKind,
    /// What it may do at the byte in question.
    pub permission: Permission,
    /// When it was made.
    pub created: Moment,
    /// When it lost rights at that byte: the last foreign access before its loss was noticed, if it ever
    /// lost any.
    pub weakened: Option<Moment>,
}

impl Violation {
    /// The borrow that stands against the access, where it is one.
    pub fn borrow(&self) -> Option<&Borrow> {
        match &self.kind {
            ViolationKind::Forbidden(borrow)
            | ViolationKind::Protected(borrow)
            | ViolationKind::DeallocatesProtected(borrow) => Some(borrow),
            ViolationKind::NoneExposed | ViolationKind::UnknownTag => None,
        }
    }

    /// When the borrow that stands against the access was made.
    pub fn created(&self) -> Option<Moment> {
        self.borrow().map(|borrow| borrow.created)
    }

    /// When that borrow lost the right to the access.
    pub fn invalidated(&self) -> Option<Moment> {
        self.borrow().and_then(|borrow| borrow.weakened)
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = match (self.cause, self.access) {
            (Cause::Access, Access::Read) => "the read",
            (Cause::Access, Access::Write) => "the write",
            (Cause::Retag, _) => "the read that comes with the reborrow",
            (Cause::Deallocation, _) => "the deallocation",
        };
        let via = |f: &mut fmt::Formatter<'_>| match self.via {
            Some(tag) => write!(f, "borrow {}", tag.0),
            None => write!(f, "a pointer of unknown origin"),
        };
        match &self.kind {
            ViolationKind::Forbidden(borrow) => {
                write!(f, "{access} through ")?;
                via(f)?;
                write!(f, " at offset {:#x} is forbidden: ", self.offset)?;
                if self.via == Some(borrow.tag) {
                    write!(f, "borrow {}, {},", borrow.tag.0, noun(borrow.pointer))?;
                } else {
                    write!(f, "it derives from borrow {}, {}, which", borrow.tag.0, noun(borrow.pointer))?;
                }
                write!(f, " is {} there", borrow.permission)
            }
            ViolationKind::Protected(borrow) => {
                write!(f, "{access} through ")?;
                via(f)?;
                write!(
                    f,
                    " at offset {:#x} is forbidden: a running function was given borrow {}, {}, \
                     which is {} there and would be disabled",
                    self.offset,
                    borrow.tag.0,
                    noun(borrow.pointer),
                    borrow.permission
                )
            }
            ViolationKind::DeallocatesProtected(borrow) => {
                write!(f, "{access} through ")?;
                via(f)?;
                write!(
                    f,
                    " is forbidden: a running function was given borrow {}, {}",
                    borrow.tag.0,
                    noun(borrow.pointer)
                )?;
                write!(f, ", which must not dangle before it returns")
            }
            ViolationKind::NoneExposed => write!(
                f,
                "{access} through a pointer of unknown origin at offset {:#x} is forbidden: \
                 no exposed borrow allows it",
                self.offset
            ),
            ViolationKind::UnknownTag => {
                via(f)?;
                write!(f, " is not a borrow of this allocation")
            }
        }
    }
}

impl std::error::Error for Violation {}

fn noun(pointer: PointerKind) -> &'static str {
    match pointer {
        PointerKind::Shared => "a shared reference",
        PointerKind::Mutable => "a mutable reference",
        PointerKind::TwoPhase => "a two-phase mutable reference",
        PointerKind::Box => "a box",
        PointerKind::RawConst | PointerKind::RawMut => "a raw pointer",
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Permission::Cell => "free to all (interior mutability)",
            Permission::Reserved { conflicted: false } => "reserved, not yet written through",
            Permission::Reserved { conflicted: true } => "reserved, and was read by others during the call",
            Permission::ReservedIM => "reserved (interior mutability)",
            Permission::Unique => "unique",
            Permission::Frozen => "frozen, for reading only",
            Permission::Disabled => "disabled",
        })
    }
}
