//! What went wrong, for people and for tools.

use super::rules::Permission;
use crate::aliasing::{Access, Moment, Protector, Tag};
use std::fmt;

/// What the program tried to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Access memory.
    Access(Access),
    /// Free the allocation.
    Dealloc,
    /// Make a new borrow.
    Retag {
        /// Its tag.
        new: Tag,
        /// The permission that it asks for.
        permission: Permission,
    },
}

/// Why it may not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The pointer never had a permission for the byte: it was made for others.
    NotGranted,
    /// The pointer had a permission for the byte, until such an access through another took it away.
    Invalidated(Access),
    /// The pointer may only read the byte, and the action needs to write.
    ReadOnly,
    /// The pointer comes from an integer, and no tag that was exposed may do this.
    NothingExposed,
    /// The pointer may, but a borrow would be lost that is protected: a function is using it.
    Protected {
        /// The protected borrow.
        tag: Tag,
        /// Its permission.
        permission: Permission,
        /// How it is protected.
        protector: Protector,
    },
}

/// A breach of Stacked Borrows' rules: Undefined Behavior, if that model is Rust's.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// What the program tried to do.
    pub action: Action,
    /// Through which pointer; `None` for one that comes from an integer.
    pub through: Option<Tag>,
    /// The first byte, from the start of the allocation, at which it may not.
    pub offset: u64,
    /// Why not.
    pub reason: Reason,
    pub(super) created: Option<Moment>,
    pub(super) invalidated: Option<Moment>,
}

impl Violation {
    /// The borrow that the explanation is about: the protected one if there is one, else the one that was
    /// used.
    pub fn subject(&self) -> Option<Tag> {
        match self.reason {
            Reason::Protected { tag, .. } => Some(tag),
            _ => self.through,
        }
    }

    /// When the [`Violation::subject`] was made; `None` for an allocation's own tag.
    pub fn created(&self) -> Option<Moment> {
        self.created
    }

    /// When the [`Violation::subject`] lost its permission, if it did.
    pub fn invalidated(&self) -> Option<Moment> {
        self.invalidated
    }
}

fn noun(access: Access) -> &'static str {
    match access {
        Access::Read => "read",
        Access::Write => "write",
    }
}

/// A pointer, as messages call it.
struct Pointer(Option<Tag>);

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(Tag(tag)) => write!(f, "<{tag}>"),
            None => write!(f, "a pointer made from an integer"),
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Violation { action, offset, reason, .. } = *self;
        let through = Pointer(self.through);
        match action {
            Action::Access(access) => write!(f, "{} of byte {offset} through {through}", noun(access))?,
            Action::Dealloc => write!(f, "deallocation through {through}, at byte {offset}")?,
            Action::Retag { new, permission } => {
                write!(f, "retag of {through} to {} ({permission:?}) at byte {offset}", Pointer(Some(new)))?;
            }
        }
        match reason {
            Reason::NotGranted => write!(f, ": {through} has no permission for this byte and never had one"),
            Reason::Invalidated(access) => {
                write!(
                    f,
                    ": {through} lost its permission for this byte to a {} through another",
                    noun(access)
                )
            }
            Reason::ReadOnly => write!(f, ": {through} may only read this byte"),
            Reason::NothingExposed => write!(f, ": no exposed pointer may do this"),
            Reason::Protected { tag, permission, protector } => {
                let strength = match protector {
                    Protector::Weak => "weakly",
                    Protector::Strong => "strongly",
                };
                let tag = Pointer(Some(tag));
                write!(f, ": would end {tag} ({permission:?}), which its call {strength} protects")
            }
        }
    }
}

impl std::error::Error for Violation {}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(action: Action, reason: Reason) -> String {
        let through = (reason != Reason::NothingExposed).then_some(Tag(7));
        Violation { action, through, offset: 4, reason, created: None, invalidated: None }.to_string()
    }

    #[test]
    fn messages_say_what_was_tried_where_and_why_not() {
        assert_eq!(
            message(Action::Access(Access::Write), Reason::Invalidated(Access::Read)),
            "write of byte 4 through <7>: <7> lost its permission for this byte to a read through another"
        );
        assert_eq!(
            message(Action::Retag { new: Tag(8), permission: Permission::Unique }, Reason::ReadOnly),
            "retag of <7> to <8> (Unique) at byte 4: <7> may only read this byte"
        );
        assert_eq!(
            message(Action::Access(Access::Read), Reason::NothingExposed),
            "read of byte 4 through a pointer made from an integer: no exposed pointer may do this"
        );
        let protected =
            Reason::Protected { tag: Tag(9), permission: Permission::Unique, protector: Protector::Strong };
        assert_eq!(
            message(Action::Dealloc, protected),
            "deallocation through <7>, at byte 4: would end <9> (Unique), which its call strongly protects"
        );
    }
}
