//! Accesses through pointers of unknown origin, made from integers.
//!
//! Such a pointer stands for some borrow whose address was exposed: the one that makes the program
//! well-defined, if there is one. We do not guess, but consider all exposed borrows that could make the
//! access, as Miri does: it is an error only if there are none. That a borrow beside one of them is protected, and
//! would not survive the access, does not rule it out: nor does it in Miri. What holds whichever it was is done to the
//! tree, and nothing else, so the state permits all that it would permit after the right choice.
//!
//! A retag of such a pointer makes no borrow: the machine keeps it as it is, and reads through it.

use super::super::{Access, Bytes, Moment, Tag};
use super::state::{Change, Node, Request, State};
use super::violation::{Cause, Violation, ViolationKind};

impl State {
    /// Reads or writes through a pointer of unknown origin. `exposed` says which borrows it may have come
    /// from.
    ///
    /// Borrows that all candidates derive from are used; those that none derives from see a foreign access;
    /// what is between stays as it is.
    pub fn access_wildcard(
        &mut self,
        bytes: Bytes,
        access: Access,
        exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Result<(), Violation> {
        self.perform_wildcard(Cause::Access, bytes, access, exposed, now, log)
    }

    /// [`State::dealloc`] through a pointer of unknown origin.
    pub fn dealloc_wildcard(
        &mut self,
        size: u64,
        exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Result<(), Violation> {
        let bytes = Bytes { start: 0, end: size };
        self.perform_wildcard(Cause::Deallocation, bytes, Access::Write, exposed, now, log)
    }

    fn perform_wildcard(
        &mut self,
        cause: Cause,
        bytes: Bytes,
        access: Access,
        exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Result<(), Violation> {
        let none =
            Violation { cause, access, via: None, offset: bytes.start, kind: ViolationKind::NoneExposed };
        if bytes.start >= bytes.end {
            return Ok(());
        }
        let Some(tree) = &mut self.tree else {
            return if exposed(self.root) { Ok(()) } else { Err(none) };
        };
        let root = (None, self.root);
        let nodes = tree.nodes.iter().enumerate().map(|(node, Node { tag, .. })| (Some(node), *tag));
        let candidates: Vec<Request> = std::iter::once(root)
            .chain(nodes)
            .filter(|&(_, tag)| exposed(tag))
            .map(|(node, via)| Request { cause, access, bytes, via, node })
            .filter(|request| tree.check_path(request).is_ok())
            .collect();
        match &candidates[..] {
            [] => Err(none),
            [only] => {
                tree.check_protected(only)?;
                tree.apply(only, now, log);
                Ok(())
            }
            several => {
                let mut derived = vec![0; tree.nodes.len()];
                for request in several {
                    tree.path(request.node).for_each(|node| derived[node] += 1);
                }
                // Whichever it was, the access is foreign to these.
                tree.check_foreign(&several[0], |node| derived[node] == 0)?;
                tree.clock += 1;
                for (node, &count) in derived.iter().enumerate().filter(|(_, count)| **count > 0) {
                    let certain = count == several.len();
                    tree.catch_up(node, bytes, certain.then_some(access), log);
                }
                tree.mark(bytes, access, None, now, log);
                Ok(())
            }
        }
    }
}
