//! What an allocation carries: its bytes' stacks, the protected tags, and a history for error messages.

use super::super::log::Log;
use super::history::History;
use super::protectors::Protectors;
use super::rules::{Grant, Loss, Permission, tolerates};
use super::runs::Runs;
use super::stack::{Granted, Item, Stack, Through};
use super::violation::{Action, Reason, Violation};
use crate::aliasing::{Access, Bytes, Moment, Protector, Retag, Tag};
use std::ops::Range;

/// The borrows of an allocation under Stacked Borrows.
///
/// Bytes past the end of the allocation are ignored: whether an access is in bounds is not this model's
/// question. After a [`Violation`] the state is what it was when the violation was found; everything that
/// changed until then is in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(super) stacks: Runs<Stack>,
    protectors: Protectors,
    history: History,
}

/// The inverse of one small change of a [`State`]; see [`State::undo`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change(Step);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// A run was split in two, this one and the next.
    Split { run: u32 },
    /// A run was joined with the next one, which began here.
    Joined { run: u32, at: u64 },
    /// An item was inserted at this index.
    Inserted { run: u32, at: u32 },
    /// This item was taken off the top, and that recorded.
    Removed { run: u32, item: Item },
    /// The unique item at this index was disabled, and that recorded.
    Disabled { run: u32, at: u32 },
    /// The stack was this one before we forgot about it.
    Forgotten { run: u32, stack: Box<Stack> },
    /// The creation of a tag was recorded.
    Created,
    /// The tag became protected.
    Protected { tag: Tag },
    /// The tag was protected so, until its call ended.
    Unprotected { tag: Tag, protector: Protector },
}

/// What is being attempted, through what, and when.
#[derive(Copy, Clone)]
struct Attempt<'a> {
    action: Action,
    through: Through<'a>,
    now: Moment,
}

impl State {
    /// An allocation on the heap, or a static: whoever has the root tag shares it with raw pointers made from
    /// it.
    pub fn new(size: u64, root: Tag) -> State {
        State::with_root(size, Item { tag: root, permission: Permission::SharedReadWrite })
    }

    /// A local variable: to access it by name ends all borrows of it, those of raw pointers included.
    pub fn new_local(size: u64, root: Tag) -> State {
        State::with_root(size, Item { tag: root, permission: Permission::Unique })
    }

    fn with_root(size: u64, root: Item) -> State {
        State {
            stacks: Runs::new(size, Stack::new(root)),
            protectors: Protectors::new(),
            history: History::default(),
        }
    }

    /// Makes a new borrow, `new`, from the borrow `parent`.
    ///
    /// `new` must not have been used before and be greater than all tags of the allocation so far.
    pub fn retag(
        &mut self,
        parent: Tag,
        new: Tag,
        retag: &Retag<'_>,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        self.retag_through(Through::Tag(parent), new, retag, now, log)
    }

    /// Like [`State::retag`], from a pointer that was made from an integer.
    pub fn retag_wildcard(
        &mut self,
        is_exposed: impl Fn(Tag) -> bool,
        new: Tag,
        retag: &Retag<'_>,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        self.retag_through(Through::Exposed(&is_exposed), new, retag, now, log)
    }

    /// Reads or writes bytes through a pointer with this tag.
    #[inline]
    pub fn access(
        &mut self,
        tag: Tag,
        bytes: Bytes,
        access: Access,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        // Most accesses are through the top item of the stack that was last used: nothing changes.
        let top = self.stacks.recent(bytes).and_then(Stack::top);
        if top.is_some_and(|top| top.tag == tag && top.permission.grants(access)) {
            return Ok(());
        }
        let attempt = Attempt { action: Action::Access(access), through: Through::Tag(tag), now };
        self.access_bytes(bytes, access, attempt, log)
    }

    /// Reads or writes bytes through a pointer that was made from an integer: allowed if it is to one of the
    /// exposed tags.
    pub fn access_wildcard(
        &mut self,
        is_exposed: impl Fn(Tag) -> bool,
        bytes: Bytes,
        access: Access,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let attempt = Attempt { action: Action::Access(access), through: Through::Exposed(&is_exposed), now };
        self.access_bytes(bytes, access, attempt, log)
    }

    /// Frees the allocation through a pointer with this tag: a write of all bytes that no strong protector
    /// may see.
    pub fn dealloc(&mut self, tag: Tag, now: Moment, log: &mut impl Log<Change>) -> Result<(), Violation> {
        self.dealloc_through(Through::Tag(tag), now, log)
    }

    /// Like [`State::dealloc`], through a pointer that was made from an integer.
    pub fn dealloc_wildcard(
        &mut self,
        is_exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        self.dealloc_through(Through::Exposed(&is_exposed), now, log)
    }

    /// Ends the protection of a tag, if it is protected: the function that was given it returns. That is
    /// never Undefined Behavior under this model.
    pub fn end_protection(&mut self, tag: Tag, log: &mut impl Log<Change>) {
        if let Some(protector) = self.protectors.remove(tag) {
            log.push(|| Change(Step::Unprotected { tag, protector }));
        }
    }

    /// Takes a change back. All changes since some state, undone in the reverse order of the log, restore
    /// that state.
    pub fn undo(&mut self, change: Change) {
        match change.0 {
            Step::Split { run } => self.stacks.unsplit(run as usize),
            Step::Joined { run, at } => self.stacks.split(run as usize, at),
            Step::Inserted { run, at } => self.stacks.get_mut(run as usize).remove(at as usize),
            Step::Removed { run, item } => {
                let stack = self.stacks.get_mut(run as usize);
                stack.insert(stack.len(), item);
                self.history.undo();
            }
            Step::Disabled { run, at } => {
                self.stacks.get_mut(run as usize).set_permission(at as usize, Permission::Unique);
                self.history.undo();
            }
            Step::Forgotten { run, stack } => *self.stacks.get_mut(run as usize) = *stack,
            Step::Created => self.history.undo(),
            Step::Protected { tag } => {
                self.protectors.remove(tag);
            }
            Step::Unprotected { tag, protector } => {
                self.protectors.insert(tag, protector);
            }
        }
    }

    /// Forgets what only matters to tags that no pointer has any more. It cannot be undone, nor can what was
    /// logged before.
    ///
    /// Live are the tags of all pointers in the program's memory and registers, and the exposed ones; the
    /// allocation's own and those that are protected are known here. A program cannot tell when this happens,
    /// unless it uses pointers made from integers: then verdicts may get stricter for pointers that were
    /// invalid before the stack was forgotten.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        let is_live = |tag| is_live(tag) || self.protectors.get(tag).is_some();
        self.stacks.update_all(|stack| stack.collect(is_live));
        self.history.collect(is_live);
    }

    /// How much is remembered, roughly. It pays to [`State::collect`] when this has become a multiple of what
    /// it was after the last time.
    pub fn load(&self) -> usize {
        self.history.len() + self.stacks.len()
    }

    #[inline]
    fn within(&self, bytes: Bytes) -> Bytes {
        let end = bytes.end.min(self.stacks.size());
        Bytes { start: bytes.start.min(end), end }
    }

    fn access_bytes(
        &mut self,
        bytes: Bytes,
        access: Access,
        attempt: Attempt<'_>,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let bytes = self.within(bytes);
        if bytes.start == bytes.end {
            return Ok(());
        }
        let first = self.stacks.find(bytes.start);
        let mut run = first;
        while run < self.stacks.len() && self.stacks.bytes(run).start < bytes.end {
            let granted = self.granting(run, bytes, access, attempt)?;
            if self.is_changed_by(run, access, granted, attempt) {
                run = self.isolate(run, bytes, log);
                self.access_run(run, access, granted, attempt, log)?;
            }
            run += 1;
        }
        self.join(first..run, log);
        Ok(())
    }

    /// Who grants an access to a run's bytes, of which `bytes` are accessed.
    fn granting(
        &mut self,
        run: usize,
        bytes: Bytes,
        access: Access,
        attempt: Attempt<'_>,
    ) -> Result<Granted, Violation> {
        let granted = self.stacks.get_mut(run).granting(attempt.through, access);
        granted.ok_or_else(|| self.not_granted(run, bytes, attempt))
    }

    /// Whether an access changes a run's stack.
    fn is_changed_by(&self, run: usize, access: Access, granted: Granted, attempt: Attempt<'_>) -> bool {
        let stack = self.stacks.get(run);
        let loses = match access {
            Access::Read => stack.next_disabled(first_above(granted)).is_some(),
            Access::Write => stack.first_removed(granted) < stack.len(),
        };
        loses || (is_approximate(granted, attempt.through) && stack.len() > 0)
    }

    /// An access to all bytes of a run.
    fn access_run(
        &mut self,
        run: usize,
        access: Access,
        granted: Granted,
        attempt: Attempt<'_>,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let bytes = self.stacks.bytes(run);
        match access {
            Access::Read => {
                let mut start = first_above(granted);
                while let Some(at) = self.stacks.get(run).next_disabled(start) {
                    let item = self.stacks.get(run).items()[at];
                    self.check_protector(item, Loss::Conflict, bytes.start, attempt)?;
                    self.stacks.get_mut(run).set_permission(at, Permission::Disabled);
                    self.history.invalidated(item.tag, bytes, access, attempt.now);
                    log.push(|| Change(Step::Disabled { run: run as u32, at: at as u32 }));
                    start = at + 1;
                }
            }
            Access::Write => {
                let remaining = self.stacks.get(run).first_removed(granted);
                while self.stacks.get(run).len() > remaining {
                    let Some(item) = self.stacks.get(run).top() else { break };
                    self.check_protector(item, Loss::Conflict, bytes.start, attempt)?;
                    self.stacks.get_mut(run).pop();
                    self.history.invalidated(item.tag, bytes, access, attempt.now);
                    log.push(|| Change(Step::Removed { run: run as u32, item }));
                }
            }
        }
        if is_approximate(granted, attempt.through) {
            self.forget(run, None, log);
        }
        Ok(())
    }

    fn retag_through(
        &mut self,
        parent: Through<'_>,
        new: Tag,
        retag: &Retag<'_>,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let bytes = self.within(retag.bytes);
        self.history.created(new, bytes, now);
        log.push(|| Change(Step::Created));
        let protector =
            retag.protector.filter(|_| Grant::can_be_protected(retag.kind) && bytes.start < bytes.end);
        if let Some(protector) = protector
            && self.protectors.insert(new, protector)
        {
            log.push(|| Change(Step::Protected { tag: new }));
        }

        let cells = if Grant::depends_on_cells(retag.kind) { retag.cells } else { &[] };
        let outside = Grant::new(retag.kind, retag.unpin, false);
        let inside = Grant::new(retag.kind, retag.unpin, true);
        let mut start = bytes.start;
        for cell in cells {
            let cell =
                Bytes { start: cell.start.clamp(start, bytes.end), end: cell.end.clamp(start, bytes.end) };
            self.grant(parent, new, outside, Bytes { start, end: cell.start }, now, log)?;
            self.grant(parent, new, inside, cell, now, log)?;
            start = cell.end.max(cell.start);
        }
        self.grant(parent, new, outside, Bytes { start, end: bytes.end }, now, log)
    }

    /// Gives the new borrow its items at some bytes.
    fn grant(
        &mut self,
        parent: Through<'_>,
        new: Tag,
        grant: Grant,
        bytes: Bytes,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        if bytes.start >= bytes.end {
            return Ok(());
        }
        let action = Action::Retag { new, permission: grant.permission };
        let attempt = Attempt { action, through: parent, now };
        let item = Item { tag: new, permission: grant.permission };
        let first = self.stacks.find(bytes.start);
        let mut run = first;
        while run < self.stacks.len() && self.stacks.bytes(run).start < bytes.end {
            // To retag as shared without an access takes a parent that may write.
            let granted = self.granting(run, bytes, grant.access.unwrap_or(Access::Write), attempt)?;
            run = self.isolate(run, bytes, log);
            let at = match grant.access {
                Some(access) => {
                    self.access_run(run, access, granted, attempt, log)?;
                    Some(self.stacks.get(run).len())
                }
                // It might join a group in the unknown part, so that becomes unknown as well.
                None if is_approximate(granted, parent) => None,
                None => Some(self.stacks.get(run).first_removed(granted)),
            };
            match at {
                Some(at) => {
                    self.stacks.get_mut(run).insert(at, item);
                    log.push(|| Change(Step::Inserted { run: run as u32, at: at as u32 }));
                }
                None => self.forget(run, Some(new), log),
            }
            run += 1;
        }
        self.join(first..run, log);
        Ok(())
    }

    fn dealloc_through(
        &mut self,
        through: Through<'_>,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let attempt = Attempt { action: Action::Dealloc, through, now };
        let all = Bytes { start: 0, end: self.stacks.size() };
        self.access_bytes(all, Access::Write, attempt, log)?;
        for run in 0..self.stacks.len() {
            for &item in self.stacks.get(run).items().iter().rev() {
                self.check_protector(item, Loss::Deallocation, self.stacks.bytes(run).start, attempt)?;
            }
        }
        Ok(())
    }

    /// Replaces a run's stack by one of which we only know what tags may be in it.
    fn forget(&mut self, run: usize, newcomer: Option<Tag>, log: &mut impl Log<Change>) {
        let stack = self.stacks.get_mut(run);
        let forgotten = stack.forgotten(newcomer);
        if *stack != forgotten {
            let stack = Box::new(std::mem::replace(stack, forgotten));
            log.push(|| Change(Step::Forgotten { run: run as u32, stack }));
        }
    }

    /// Splits a run such that those of its bytes that are in `bytes` are a run; says which.
    fn isolate(&mut self, run: usize, bytes: Bytes, log: &mut impl Log<Change>) -> usize {
        let whole = self.stacks.bytes(run);
        if bytes.end < whole.end {
            self.stacks.split(run, bytes.end);
            log.push(|| Change(Step::Split { run: run as u32 }));
        }
        if whole.start < bytes.start {
            self.stacks.split(run, bytes.start);
            log.push(|| Change(Step::Split { run: run as u32 }));
            return run + 1;
        }
        run
    }

    /// Makes equal neighbours one among the runs that an operation went through.
    ///
    /// Runs that are only used one at a time stay apart: they would soon be split again.
    fn join(&mut self, runs: Range<usize>, log: &mut impl Log<Change>) {
        if runs.len() > 1 {
            self.stacks.join(runs, |run, at| log.push(|| Change(Step::Joined { run: run as u32, at })));
        }
    }

    /// Whether an item may be lost so, as far as its protector is concerned.
    #[inline]
    fn check_protector(
        &self,
        item: Item,
        loss: Loss,
        offset: u64,
        attempt: Attempt<'_>,
    ) -> Result<(), Violation> {
        if !item.permission.can_be_protected() {
            return Ok(());
        }
        match self.protectors.get(item.tag) {
            Some(protector) if !tolerates(protector, loss) => {
                let Item { tag, permission } = item;
                let reason = Reason::Protected { tag, permission, protector };
                Err(self.violation(offset, reason, tag, None, attempt))
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn not_granted(&self, run: usize, bytes: Bytes, attempt: Attempt<'_>) -> Violation {
        let offset = self.stacks.bytes(run).start.max(bytes.start);
        let Through::Tag(tag) = attempt.through else {
            let (reason, through) = (Reason::NothingExposed, None);
            let Attempt { action, .. } = attempt;
            return Violation { action, through, offset, reason, created: None, invalidated: None };
        };
        let read_only = Item { tag, permission: Permission::SharedReadOnly };
        if self.stacks.get(run).items().contains(&read_only) {
            return self.violation(offset, Reason::ReadOnly, tag, None, attempt);
        }
        match self.history.invalidation_of(tag, offset) {
            Some((by, when)) => self.violation(offset, Reason::Invalidated(by), tag, Some(when), attempt),
            None => self.violation(offset, Reason::NotGranted, tag, None, attempt),
        }
    }

    #[cold]
    fn violation(
        &self,
        offset: u64,
        reason: Reason,
        subject: Tag,
        invalidated: Option<Moment>,
        attempt: Attempt<'_>,
    ) -> Violation {
        let through = match attempt.through {
            Through::Tag(tag) => Some(tag),
            Through::Exposed(_) => None,
        };
        let created = self.history.creation_of(subject);
        Violation { action: attempt.action, through, offset, reason, created, invalidated }
    }
}

/// The lowest item that a read granted so may disable.
#[inline]
fn first_above(granted: Granted) -> usize {
    match granted {
        Granted::By(at) => at + 1,
        Granted::Unknown => 0,
    }
}

/// Whether the granting item is only one of several that it may have been.
#[inline]
fn is_approximate(granted: Granted, through: Through<'_>) -> bool {
    granted == Granted::Unknown || matches!(through, Through::Exposed(_))
}
