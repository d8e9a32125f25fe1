//! The model once more, as plainly as possible: a list for each byte, no sharing, no searching aids, no undo.

use crate::aliasing::stacked::Permission::{self, Disabled, SharedReadOnly, SharedReadWrite, Unique};
use crate::aliasing::{Access, Bytes, PointerKind, Protector, Retag, Tag};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Borrow {
    pub tag: Tag,
    pub permission: Permission,
    pub protected: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ByteStack {
    pub borrows: Vec<Borrow>,
    pub unknown: Option<Tag>,
}

/// Through what: a tag, or any of the exposed.
#[derive(Clone, Copy, Debug)]
pub enum Pointer<'a> {
    Tag(Tag),
    Exposed(&'a [Tag]),
}

/// The byte at which something is not allowed, and whether that is because of a protector.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Refusal {
    pub offset: u64,
    pub protected: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    pub bytes: Vec<ByteStack>,
    pub protectors: BTreeMap<Tag, Protector>,
}

enum Found {
    Nowhere,
    InUnknown,
    At(usize),
}

impl Reference {
    pub fn new(size: u64, root: Tag, permission: Permission) -> Reference {
        let stack =
            ByteStack { borrows: vec![Borrow { tag: root, permission, protected: false }], unknown: None };
        Reference { bytes: vec![stack; size as usize], protectors: BTreeMap::new() }
    }

    fn find(&self, offset: u64, pointer: Pointer<'_>, access: Access) -> Found {
        let stack = &self.bytes[offset as usize];
        for (at, borrow) in stack.borrows.iter().enumerate().rev() {
            let grants = match access {
                Access::Read => borrow.permission != Disabled,
                Access::Write => borrow.permission == Unique || borrow.permission == SharedReadWrite,
            };
            let matches = match pointer {
                Pointer::Tag(tag) => borrow.tag == tag,
                Pointer::Exposed(tags) => tags.contains(&borrow.tag),
            };
            if grants && matches {
                return Found::At(at);
            }
        }
        match (stack.unknown, pointer) {
            (Some(newest), Pointer::Tag(tag)) if tag <= newest => Found::InUnknown,
            (Some(_), Pointer::Exposed(_)) => Found::InUnknown,
            _ => Found::Nowhere,
        }
    }

    /// Where the items begin that a write granted by the one at `at` removes.
    fn group_end(&self, offset: u64, at: usize) -> usize {
        let borrows = &self.bytes[offset as usize].borrows;
        let mut end = at + 1;
        if borrows[at].permission == SharedReadWrite {
            while end < borrows.len() && borrows[end].permission == SharedReadWrite {
                end += 1;
            }
        }
        end
    }

    fn is_protected(&self, borrow: Borrow) -> bool {
        borrow.protected && self.protectors.contains_key(&borrow.tag)
    }

    fn forget(&mut self, offset: u64, newcomer: Option<Tag>) {
        let stack = &mut self.bytes[offset as usize];
        let mut newest = stack.unknown.max(newcomer);
        for borrow in &stack.borrows {
            if borrow.permission != Disabled {
                newest = newest.max(Some(borrow.tag));
            }
        }
        *stack = ByteStack { borrows: vec![], unknown: newest };
    }

    pub fn access_byte(&mut self, offset: u64, pointer: Pointer<'_>, access: Access) -> Result<(), Refusal> {
        let found = self.find(offset, pointer, access);
        let above = match (&found, access) {
            (Found::Nowhere, _) => return Err(Refusal { offset, protected: false }),
            (Found::InUnknown, _) => 0,
            (Found::At(at), Access::Read) => at + 1,
            (Found::At(at), Access::Write) => self.group_end(offset, *at),
        };
        for at in above..self.bytes[offset as usize].borrows.len() {
            let borrow = self.bytes[offset as usize].borrows[at];
            let lost = access == Access::Write || borrow.permission == Unique;
            if lost && self.is_protected(borrow) {
                return Err(Refusal { offset, protected: true });
            }
            if lost {
                self.bytes[offset as usize].borrows[at].permission = Disabled;
            }
        }
        if access == Access::Write {
            self.bytes[offset as usize].borrows.truncate(above);
        }
        if matches!(found, Found::InUnknown) || matches!(pointer, Pointer::Exposed(_)) {
            self.forget(offset, None);
        }
        Ok(())
    }

    pub fn access(&mut self, pointer: Pointer<'_>, bytes: Bytes, access: Access) -> Result<(), Refusal> {
        (bytes.start..bytes.end).try_for_each(|offset| self.access_byte(offset, pointer, access))
    }

    pub fn dealloc(&mut self, pointer: Pointer<'_>) -> Result<(), Refusal> {
        self.access(pointer, Bytes { start: 0, end: self.bytes.len() as u64 }, Access::Write)?;
        for (offset, stack) in self.bytes.iter().enumerate() {
            for borrow in &stack.borrows {
                if borrow.protected && self.protectors.get(&borrow.tag) == Some(&Protector::Strong) {
                    return Err(Refusal { offset: offset as u64, protected: true });
                }
            }
        }
        Ok(())
    }

    pub fn retag(&mut self, parent: Pointer<'_>, new: Tag, retag: &Retag<'_>) -> Result<(), Refusal> {
        if retag.bytes.start == retag.bytes.end {
            return Ok(());
        }
        if let Some(protector) = retag.protector {
            self.protectors.insert(new, protector);
        }
        for offset in retag.bytes.start..retag.bytes.end {
            let in_cell = retag.cells.iter().any(|cell| cell.start <= offset && offset < cell.end);
            let (permission, access) = match retag.kind {
                PointerKind::Mutable | PointerKind::Box if retag.unpin => (Unique, Some(Access::Write)),
                PointerKind::Shared | PointerKind::RawConst if !in_cell => {
                    (SharedReadOnly, Some(Access::Read))
                }
                _ => (SharedReadWrite, None),
            };
            let protected = retag.protector.is_some() && permission != SharedReadWrite;
            let borrow = Borrow { tag: new, permission, protected };
            if let Some(access) = access {
                self.access_byte(offset, parent, access)?;
                self.bytes[offset as usize].borrows.push(borrow);
                continue;
            }
            match (self.find(offset, parent, Access::Write), parent) {
                (Found::Nowhere, _) => return Err(Refusal { offset, protected: false }),
                (Found::At(at), Pointer::Tag(_)) => {
                    let end = self.group_end(offset, at);
                    self.bytes[offset as usize].borrows.insert(end, borrow);
                }
                _ => self.forget(offset, Some(new)),
            }
        }
        Ok(())
    }
}
