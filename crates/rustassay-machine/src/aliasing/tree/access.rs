//! Accesses.
//!
//! In the paper every borrow of the allocation sees every access. Here an access is seen by few:
//!
//! - Of the borrows that it is local to, the one that is used and those that it derives from, it is seen by those up to the first that
//!   it changes nothing for ([`Location::is_settled`]), since then it changes nothing for those above either: whatever
//!   takes rights from a borrow takes them from all that derive from it, too.
//! - Of the borrows that it is foreign to, it is seen by those that are protected. What others hold at a byte follows from what they
//!   have been used for there, and from the mark that the last accesses have left there: see [`Mark`].
//!
//! So an access costs what it changes, however many borrows there are, and in whatever way they derive from each other.

use super::super::log::{Log, Within};
use super::super::{Access, Bytes, Moment, PointerKind, Protector, Tag};
use super::marks::Mark;
use super::nodes::{Held, Node, NodeId};
use super::ranges::{Pieces, Run, append};
use super::rules::{Permission, Rejection, Relation};
use super::state::{Change, Step, Tree};
use super::violation::{Borrow, Cause, Violation, ViolationKind};

/// An access that is asked for.
#[derive(Copy, Clone)]
pub(super) struct Request {
    pub cause: Cause,
    pub access: Access,
    pub bytes: Bytes,
    pub via: Tag,
    /// The place of `via` in the tree.
    pub node: NodeId,
}

/// What an access that is allowed will do.
#[derive(Copy, Clone)]
pub(super) struct Effect {
    /// How many borrows it changes something for of those that it is local to, from the one that is used upwards.
    changed: usize,
    /// Whether it changes something for protected borrows that it is foreign to.
    conflicts: bool,
}

impl Request {
    /// That a borrow stands against the access.
    fn violation(&self, node: &Node, piece: Run<Held>, kind: fn(Borrow) -> ViolationKind) -> Violation {
        Violation {
            cause: self.cause,
            access: self.access,
            via: Some(self.via),
            offset: piece.bytes.start,
            kind: kind(Borrow {
                tag: node.tag,
                pointer: node.pointer,
                permission: piece.value.location.permission,
                created: node.created,
                weakened: piece.value.weakened,
            }),
        }
    }
}

impl Tree {
    /// What a borrow holds at a byte, and where that may change next.
    #[inline]
    pub fn current(&self, id: NodeId, offset: u64) -> (Held, u64) {
        let node = &self.nodes[id];
        let (held, end_of_held) = node.held.at(offset);
        let (mark, end_of_mark) = self.marks.at(offset);
        let held = held.unwrap_or(node.unused());
        let held = mark.map_or(held, |mark| mark.seen_by(&self.nodes, id, node, held));
        (held, end_of_held.min(end_of_mark))
    }

    /// [`Tree::current`] for all of some bytes.
    pub fn current_pieces(&self, id: NodeId, bytes: Bytes) -> impl Iterator<Item = Run<Held>> {
        let mut start = bytes.start;
        std::iter::from_fn(move || {
            (start < bytes.end).then(|| {
                let (value, end) = self.current(id, start);
                let piece = Bytes { start, end: end.min(bytes.end) };
                start = piece.end;
                Run { bytes: piece, value }
            })
        })
    }

    /// Performs an access, unless it breaks a rule.
    #[inline]
    pub fn access(
        &mut self,
        request: &Request,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let effect = self.check(request)?;
        self.apply(request, effect, now, log);
        Ok(())
    }

    /// Whether an access breaks a rule: of the borrows on its path, or of the protected ones beside it.
    #[inline]
    pub fn check(&self, request: &Request) -> Result<Effect, Violation> {
        let changed = self.check_path(request)?;
        let conflicts = self.check_protected(request)?;
        Ok(Effect { changed, conflicts })
    }

    /// Whether the borrow that an access is made through, or one that it derives from, does not allow it. Gives how many
    /// of them it changes something for.
    #[inline]
    pub fn check_path(&self, request: &Request) -> Result<usize, Violation> {
        let (held, end) = self.current(request.node, request.bytes.start);
        if held.location.is_settled(request.access)
            && request.bytes.end <= end
            && request.cause != Cause::Deallocation
        {
            return Ok(0);
        }
        for (count, id) in self.nodes.path(request.node).enumerate() {
            // A deallocation is news to all.
            let mut is_settled = request.cause != Cause::Deallocation || id == NodeId::ROOT;
            let node = &self.nodes[id];
            for piece in self.current_pieces(id, request.bytes) {
                let location = piece.value.location;
                is_settled &= location.is_settled(request.access);
                if location.after(request.access, Relation::Local, node.is_protected()).is_err() {
                    return Err(request.violation(node, piece, ViolationKind::Forbidden));
                }
                // A cell may go while a reference to it is protected: see rust-lang/rust#55005.
                if request.cause == Cause::Deallocation
                    && node.protector == Some(Protector::Strong)
                    && location.permission != Permission::Cell
                {
                    return Err(request.violation(node, piece, ViolationKind::DeallocatesProtected));
                }
            }
            if is_settled {
                return Ok(count);
            }
        }
        Ok(usize::MAX)
    }

    /// Whether an access would disable a protected borrow that it is foreign to. Gives whether it changes one.
    #[inline]
    fn check_protected(&self, request: &Request) -> Result<bool, Violation> {
        let mut conflicts = false;
        for protected in self.foreign_protected(request.node) {
            conflicts |= self.check_foreign(request, protected)?;
        }
        Ok(conflicts)
    }

    /// Whether an access would disable a protected borrow, which it is foreign to. Gives whether it changes it.
    pub fn check_foreign(&self, request: &Request, protected: NodeId) -> Result<bool, Violation> {
        let node = &self.nodes[protected];
        // What is shared may be read by others.
        if request.access == Access::Read && node.pointer == PointerKind::Shared {
            return Ok(false);
        }
        let mut conflicts = false;
        for piece in self.current_pieces(protected, request.bytes) {
            match piece.value.location.after(request.access, Relation::Foreign, true) {
                Err(Rejection::Protected) => {
                    return Err(request.violation(node, piece, ViolationKind::Protected));
                }
                Ok(after) => conflicts |= after != piece.value.location,
                Err(Rejection::Forbidden) => {}
            }
        }
        Ok(conflicts)
    }

    /// Performs an access that was checked.
    #[inline]
    pub fn apply(&mut self, request: &Request, effect: Effect, now: Moment, log: &mut impl Log<Change>) {
        let mut next = Some(request.node);
        for _ in 0..effect.changed {
            let Some(id) = next else { break };
            let node = &self.nodes[id];
            let is_protected = node.is_protected();
            next = (node.parent != id).then_some(node.parent);
            self.update(id, request.bytes, log, |held| {
                held.after(request.access, Relation::Local, is_protected, None)
            });
        }
        match request.access {
            Access::Read => {
                if effect.conflicts {
                    self.conflict(request, now, log);
                }
                self.mark_read(request, now, log);
            }
            // A write disables what it does not leave as it is, so that the mark says enough.
            Access::Write => self.mark_write(request, now, log),
        }
    }

    /// Shows a read to the protected borrows that it is foreign to: it matters to them how often they are read, and in which order.
    fn conflict(&mut self, request: &Request, now: Moment, log: &mut impl Log<Change>) {
        let foreign: Vec<NodeId> = self.foreign_protected(request.node).collect();
        for protected in foreign {
            self.update(protected, request.bytes, log, |held| {
                held.after(Access::Read, Relation::Foreign, true, Some(now))
            });
        }
    }

    /// Changes what a borrow currently holds at some bytes.
    pub fn update(
        &mut self,
        id: NodeId,
        bytes: Bytes,
        log: &mut impl Log<Change>,
        change: impl Fn(Held) -> Held,
    ) {
        let node = &self.nodes[id];
        let (held, end_of_held) = node.held.at(bytes.start);
        let (current, end) = self.current(id, bytes.start);
        let log = &mut Within(log, |splice| Change(Step::Held { node: id, splice }));
        if bytes.end <= end {
            let new = change(current);
            if held.unwrap_or(node.unused()) == new && bytes.end <= end_of_held {
                return;
            }
            self.nodes[id].held.set(bytes, new, log);
        } else {
            let mut pieces = Pieces::new();
            for piece in self.current_pieces(id, bytes) {
                append(&mut pieces, Run { value: change(piece.value), ..piece });
            }
            self.nodes[id].held.replace(bytes, &pieces, log);
        }
    }

    /// Whether an access repeats the last one there, so that it changes nothing. Memory is mostly accessed by the same code again and
    /// again.
    #[inline]
    pub fn repeats(&self, via: Tag, bytes: Bytes, access: Access) -> bool {
        let Some(run) = self.marks.run_at(bytes.start) else { return false };
        bytes.end <= run.bytes.end && self.is_repeated(&run.value, via, access)
    }

    #[inline]
    fn is_repeated(&self, mark: &Mark, via: Tag, access: Access) -> bool {
        // Borrows that were made since have not seen it.
        let is_news = match access {
            Access::Write => self.nodes.last().born >= mark.written(),
            Access::Read => self.newest_protected().is_some_and(|newest| newest > via),
        };
        mark.is_repeated_by(via, access) && !is_news
    }

    /// Leaves the mark of a write.
    fn mark_write(&mut self, request: &Request, now: Moment, log: &mut impl Log<Change>) {
        let Request { bytes, via, .. } = *request;
        // A write next to the last one is made there once more.
        let bytes = self.widened(bytes, |mark| self.is_repeated(mark, via, Access::Write));
        self.clock += 1;
        let mark = Mark::write(self.clock, request.node, via, now);
        self.marks.set(bytes, mark, &mut Within(log, |splice| Change(Step::Wrote(splice))));
    }

    /// Leaves the mark of a read.
    fn mark_read(&mut self, request: &Request, now: Moment, log: &mut impl Log<Change>) {
        let bytes = request.bytes;
        let after = |tree: &Tree, mark: Mark| mark.read(&tree.nodes, request.node, request.via, now);
        let (mark, end) = self.marks.at(bytes.start);
        let log = &mut Within(log, |splice| Change(Step::Read(splice)));
        if bytes.end <= end {
            let old = mark.unwrap_or(Mark::NONE);
            let new = after(self, old);
            if !old.says_the_same(&new) {
                self.marks.set(self.widened(bytes, |mark| mark.is_like(&new)), new, log);
            } else {
                // Who was the last to read is worth no run of its own.
                let own = self.marks.find(bytes.start).filter(|(_, run)| run.bytes == bytes && old != new);
                let Some((index, _)) = own else { return };
                self.marks.set_at(index, new, log);
            }
        } else {
            let mut pieces = Pieces::new();
            let mut start = bytes.start;
            let mut is_news = false;
            while start < bytes.end {
                let (mark, end) = self.marks.at(start);
                let piece = Bytes { start, end: end.min(bytes.end) };
                let old = mark.unwrap_or(Mark::NONE);
                let value = after(self, old);
                is_news |= !old.says_the_same(&value);
                append(&mut pieces, Run { bytes: piece, value });
                start = piece.end;
            }
            if !is_news {
                return;
            }
            self.marks.replace(bytes, &pieces, log);
        }
    }

    /// Some bytes with those next to them where there is such a mark: so memory that is walked through is left in one run, not in one
    /// for each step.
    fn widened(&self, bytes: Bytes, is_such: impl Fn(&Mark) -> bool) -> Bytes {
        let such_at =
            |offset| self.marks.run_at(offset).filter(|run| is_such(&run.value)).map(|run| run.bytes);
        Bytes {
            start: bytes.start.checked_sub(1).and_then(such_at).map_or(bytes.start, |bytes| bytes.start),
            end: such_at(bytes.end).map_or(bytes.end, |bytes| bytes.end),
        }
    }
}
