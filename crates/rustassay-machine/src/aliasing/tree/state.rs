//! The tree of one allocation.

use super::super::{Access, Bytes, Moment, PointerKind, Protector, Retag, Tag};
use super::ranges::{Pieces, RangeMap, Run, Splice, append};
use super::rules::{Grant, Location, Permission, Rejection, Relation};
use super::violation::{Borrow, Cause, Violation, ViolationKind};
use smallvec::SmallVec;

/// Who may access one allocation: its borrows, as a tree, and their permissions.
///
/// # Borrows catch up
///
/// In the paper an access is seen by every borrow of the allocation, at once. Here it is seen by the borrow
/// that is used and those it derives from, and it leaves a mark on the bytes it touches. Any other borrow
/// finds the marks when it is used next: all that were left since it was last used there are foreign to it,
/// and only the strongest counts (a lemma of [`super::rules`]). So an access costs what its path to the root
/// is long, however many borrows there are.
///
/// Rejections of foreign accesses cannot wait: borrows that are protected are few, and are asked at once.
///
/// An access that repeats the last one changes nothing, so it costs nothing either. While an allocation has
/// no borrows, there is no tree at all.
///
/// An operation that fails leaves the state as it was.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub(super) root: Tag,
    pub(super) tree: Option<Box<Tree>>,
}

/// The borrows below the root. The root itself is unique at every byte for good, since no access is foreign
/// to it.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tree {
    /// Counts the accesses that leave marks.
    pub clock: u64,
    /// The oldest first, so parents before their children; in the order of their tags.
    pub nodes: SmallVec<[Node; 1]>,
    /// Those that are protected, in order.
    pub protected: SmallVec<[usize; 2]>,
    /// The marks.
    pub marks: RangeMap<Mark>,
    /// How many borrows are `is_wild`.
    pub wild: usize,
}

/// A borrow.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    pub tag: Tag,
    /// `None`: the root, or nobody knows (`is_wild`).
    pub parent: Option<usize>,
    /// Whether it was made of a pointer of unknown origin: its parent is an exposed borrow that is older. It and all that
    /// derives from it are a tree of their own.
    pub is_wild: bool,
    pub protector: Option<Protector>,
    pub pointer: PointerKind,
    /// The permission at bytes that are not in `held`: it was not used there.
    pub initial: Permission,
    pub born: u64,
    pub created: Moment,
    pub held: RangeMap<Held>,
}

/// What a borrow held at some bytes when it last caught up.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Held {
    pub location: Location,
    /// The clock at that time: later marks are news.
    pub caught_up: u64,
    /// When it lost rights.
    pub weakened: Option<Moment>,
}

/// What an access leaves on the bytes that it touches.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
pub(super) struct Mark {
    /// The last write.
    written: Stamp,
    /// The last read after it.
    read: Stamp,
    /// Through which borrow the last of both was; `None` if that is not known.
    by: Option<Tag>,
}

/// A time on the clock, and what it was for people. Zero is never.
#[derive(Copy, Clone, PartialEq, Default, Debug)]
struct Stamp {
    time: u64,
    moment: Moment,
}

/// One change of a [`State`], to be taken back by [`State::undo`].
#[derive(Clone, PartialEq, Debug)]
pub struct Change(Step);

#[derive(Clone, PartialEq, Debug)]
enum Step {
    /// A borrow was used, or caught up.
    Held { node: usize, splice: Splice<Held> },
    /// An access left its mark: the clock ticked.
    Marked(Splice<Mark>),
    /// A borrow was made.
    Born,
    /// Protection ended.
    Unprotected { node: usize, protector: Protector },
}

/// An access that is asked for.
#[derive(Copy, Clone)]
pub(super) struct Request {
    pub cause: Cause,
    pub access: Access,
    pub bytes: Bytes,
    pub via: Tag,
    /// The place of `via` in the tree; `None` for the root.
    pub node: Option<usize>,
}

/// What a new borrow derives from.
pub(super) enum Parent {
    /// A borrow, by its place in the tree; or the root.
    Known(Option<usize>),
    /// An exposed one.
    Unknown,
}

/// An access at the end of protection, which the borrow made for the last time at the clock's time `since`.
struct Claim {
    bytes: Bytes,
    access: Access,
    since: u64,
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

impl State {
    /// The state of a new allocation, all of which the borrow `root` owns.
    pub fn new(root: Tag) -> State {
        State { root, tree: None }
    }

    /// How many borrows are kept track of, besides the root. Tells when it is time to [`State::collect`].
    pub fn borrows(&self) -> usize {
        self.tree.as_ref().map_or(0, |tree| tree.nodes.len())
    }

    /// What a borrow may do at a byte; `None` if there is no such borrow.
    pub fn location(&self, tag: Tag, offset: u64) -> Option<Location> {
        if tag == self.root {
            return Some(Location { permission: Permission::Unique, accessed: true });
        }
        let tree = self.tree.as_ref()?;
        let node = &tree.nodes[tree.position(tag)?];
        Some(tree.current(node, offset).0.location)
    }

    /// Makes the borrow `new` of `parent`. Its pointee is read, except for what is in cells behind a shared
    /// reference.
    ///
    /// Returns the tag that the pointer has from now on: `new`, or `parent` where the model makes no new
    /// borrow (see
    /// [`Grant::of`]); then there is no protection to end, either.
    ///
    /// Tags must rise: `new` is greater than all that the allocation has had.
    pub fn retag(
        &mut self,
        parent: Tag,
        new: Tag,
        retag: &Retag<'_>,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Result<Tag, Violation> {
        let Some(grant) = Grant::of(retag) else { return Ok(parent) };
        self.check_newest(new)?;
        let parts = read_by_retag(retag, &grant);
        let node = self.find(parent, Cause::Retag, Access::Read)?;
        if let Some(tree) = &mut self.tree {
            let read =
                |bytes| Request { cause: Cause::Retag, access: Access::Read, bytes, via: parent, node };
            parts.iter().try_for_each(|part| tree.check(&read(part.bytes)))?;
            parts.iter().for_each(|part| tree.apply(&read(part.bytes), now, log));
        }
        self.add(Parent::Known(node), new, retag, &grant, parts, now, log);
        Ok(new)
    }

    /// That a tag is newer than all there are.
    pub(super) fn check_newest(&self, new: Tag) -> Result<(), Violation> {
        let newest = self.tree.as_ref().and_then(|tree| tree.nodes.last()).map_or(self.root, |node| node.tag);
        match new > newest {
            true => Ok(()),
            false => Err(unknown(new, Cause::Retag, Access::Read)),
        }
    }

    /// Adds a borrow whose parts have been read.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn add(
        &mut self,
        parent: Parent,
        new: Tag,
        retag: &Retag<'_>,
        grant: &Grant,
        parts: Pieces<Permission>,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) {
        let tree = self.tree.get_or_insert_with(|| Box::new(Tree::new()));
        let held = parts.into_iter().map(|part| {
            let location = Location { permission: part.value, accessed: true };
            Run { bytes: part.bytes, value: Held { location, caught_up: tree.clock, weakened: None } }
        });
        let (parent, is_wild) = match parent {
            Parent::Known(parent) => (parent, false),
            Parent::Unknown => (None, true),
        };
        let node = Node {
            tag: new,
            parent,
            is_wild,
            protector: retag.protector,
            pointer: retag.kind,
            initial: grant.beyond,
            born: tree.clock,
            created: now,
            held: RangeMap::from_runs(held),
        };
        if node.protector.is_some() {
            tree.protected.push(tree.nodes.len());
        }
        tree.wild += usize::from(is_wild);
        tree.nodes.push(node);
        log(Change(Step::Born));
    }

    /// Reads or writes through a borrow.
    #[inline]
    pub fn access(
        &mut self,
        tag: Tag,
        bytes: Bytes,
        access: Access,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Result<(), Violation> {
        let is_done = match &mut self.tree {
            None => tag == self.root,
            Some(tree) => tree.access_again(self.root, tag, bytes, access, now, log),
        };
        if is_done { Ok(()) } else { self.perform(Cause::Access, tag, bytes, access, now, log) }
    }

    /// Ends the allocation, of `size` bytes, through a borrow. It counts as a write to all of it, which
    /// moreover no reference may forbid that a running function was given.
    pub fn dealloc(
        &mut self,
        tag: Tag,
        size: u64,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Result<(), Violation> {
        self.perform(Cause::Deallocation, tag, Bytes { start: 0, end: size }, Access::Write, now, log)
    }

    fn perform(
        &mut self,
        cause: Cause,
        via: Tag,
        bytes: Bytes,
        access: Access,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> Result<(), Violation> {
        let node = self.find(via, cause, access)?;
        if let Some(tree) = &mut self.tree
            && bytes.start < bytes.end
        {
            let request = Request { cause, access, bytes, via, node };
            tree.check(&request)?;
            tree.apply(&request, now, log);
        }
        Ok(())
    }

    /// Ends the protection of a borrow, because its function returns.
    ///
    /// The bytes it was used at are accessed once more (see [`Permission::access_at_end_of_protection`]), in
    /// the eyes of all but those derived from it. This access cannot fail: whatever would make it fail was
    /// rejected when it was done.
    pub fn end_protection(&mut self, tag: Tag, now: Moment, log: &mut impl FnMut(Change)) {
        let Some(tree) = &mut self.tree else { return };
        let Some(node) = tree.position(tag) else { return };
        let Some(protector) = tree.nodes[node].protector else { return };
        tree.tell_newcomers(node, now, log);
        tree.nodes[node].protector = None;
        if let Ok(place) = tree.protected.binary_search(&node) {
            tree.protected.remove(place);
        }
        log(Change(Step::Unprotected { node, protector }));
    }

    /// Takes back the last change that was not taken back yet. After all changes since some time, the newest
    /// first, the state equals that of then.
    pub fn undo(&mut self, Change(step): Change) {
        let Some(tree) = &mut self.tree else { return };
        match step {
            Step::Held { node, splice } => {
                if let Some(node) = tree.nodes.get_mut(node) {
                    node.held.undo(splice);
                }
            }
            Step::Marked(splice) => {
                tree.marks.undo(splice);
                tree.clock = tree.clock.saturating_sub(1);
            }
            Step::Born => {
                if let Some(node) = tree.nodes.pop() {
                    if node.protector.is_some() {
                        tree.protected.pop();
                    }
                    tree.wild -= usize::from(node.is_wild);
                }
                if tree.nodes.is_empty() {
                    self.tree = None;
                }
            }
            Step::Unprotected { node, protector } => {
                if let Some(unprotected) = tree.nodes.get_mut(node) {
                    unprotected.protector = Some(protector);
                    let place = tree.protected.partition_point(|&other| other < node);
                    tree.protected.insert(place, node);
                }
            }
        }
    }

    /// The place of a borrow in the tree; `None` for the root.
    fn find(&self, tag: Tag, cause: Cause, access: Access) -> Result<Option<usize>, Violation> {
        if tag == self.root {
            return Ok(None);
        }
        match self.tree.as_ref().and_then(|tree| tree.position(tag)) {
            Some(node) => Ok(Some(node)),
            None => Err(unknown(tag, cause, access)),
        }
    }
}

pub(super) fn unknown(tag: Tag, cause: Cause, access: Access) -> Violation {
    Violation { cause, access, via: Some(tag), offset: 0, kind: ViolationKind::UnknownTag }
}

/// The parts of a retag's range that it reads, each with the permission that it gets there.
#[inline]
pub(super) fn read_by_retag(retag: &Retag<'_>, grant: &Grant) -> Pieces<Permission> {
    let mut parts = Pieces::new();
    let mut add = |start: u64, end: u64, permission| {
        if start < end && permission != Permission::Cell {
            append(&mut parts, Run { bytes: Bytes { start, end }, value: permission });
        }
    };
    let mut at = retag.bytes.start;
    for cell in retag.cells {
        let (start, end) = (cell.start.max(at), cell.end.min(retag.bytes.end));
        if start < end {
            add(at, start, grant.outside_cells);
            add(start, end, grant.inside_cells);
            at = end;
        }
    }
    add(at, retag.bytes.end, grant.outside_cells);
    parts
}

impl Tree {
    fn new() -> Tree {
        Tree { clock: 0, nodes: SmallVec::new(), protected: SmallVec::new(), marks: RangeMap::new(), wild: 0 }
    }

    #[inline]
    pub fn position(&self, tag: Tag) -> Option<usize> {
        match self.nodes.last() {
            Some(last) if last.tag == tag => Some(self.nodes.len() - 1),
            _ => self.nodes.binary_search_by_key(&tag, |node| node.tag).ok(),
        }
    }

    /// A borrow and all it derives from, below the root.
    pub fn path(&self, from: Option<usize>) -> impl Iterator<Item = usize> {
        std::iter::successors(from, |&node| self.nodes[node].parent)
    }

    /// What a borrow holds at a byte once it has caught up, and where that may change next.
    #[inline]
    pub fn current(&self, node: &Node, offset: u64) -> (Held, u64) {
        let (held, end_of_held) = node.held.at(offset);
        let (mark, end_of_mark) = self.marks.at(offset);
        let held = held.unwrap_or(node.unused());
        let held = mark.map_or(held, |mark| held.aware_of(&mark, node.protector.is_some()));
        (held, end_of_held.min(end_of_mark))
    }

    /// [`Tree::current`] for all of some bytes.
    pub fn current_pieces<'a>(
        &'a self,
        node: &'a Node,
        bytes: Bytes,
    ) -> impl Iterator<Item = Run<Held>> + 'a {
        let mut start = bytes.start;
        std::iter::from_fn(move || {
            (start < bytes.end).then(|| {
                let (value, end) = self.current(node, start);
                let piece = Bytes { start, end: end.min(bytes.end) };
                start = piece.end;
                Run { bytes: piece, value }
            })
        })
    }

    /// Whether an access breaks a rule: of the borrows on its path, or of the protected ones beside it.
    pub fn check(&self, request: &Request) -> Result<(), Violation> {
        match self.newcomers_below_the_last(request) {
            Some(newcomers) => self.check_lowest(request, newcomers),
            None => {
                self.check_path(request)?;
                self.check_protected(request)
            }
        }
    }

    /// Whether the borrow that an access is made through, or one that it derives from, does not allow it.
    pub fn check_path(&self, request: &Request) -> Result<(), Violation> {
        self.check_lowest(request, usize::MAX)
    }

    /// The same for so many of them, from the borrow itself on.
    fn check_lowest(&self, request: &Request, count: usize) -> Result<(), Violation> {
        for node in self.path(request.node).take(count).map(|node| &self.nodes[node]) {
            for piece in self.current_pieces(node, request.bytes) {
                let location = piece.value.location;
                if location.after(request.access, Relation::Local, node.protector.is_some()).is_err() {
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
        }
        Ok(())
    }

    /// Whether an access would disable a protected borrow that it is foreign to.
    pub fn check_protected(&self, request: &Request) -> Result<(), Violation> {
        if self.protected.is_empty() {
            return Ok(());
        }
        // Both lists fall: parents are older than their children.
        let mut path = self.path(request.node).peekable();
        self.check_foreign(request, |protected| {
            while path.next_if(|&node| node > protected).is_some() {}
            path.peek() != Some(&protected)
        })
    }

    /// Whether an access would disable a protected borrow, of those that it is foreign to. They are asked about from the newest on.
    pub fn check_foreign(
        &self,
        request: &Request,
        mut is_foreign: impl FnMut(usize) -> bool,
    ) -> Result<(), Violation> {
        for &protected in self.protected.iter().rev().filter(|&&protected| is_foreign(protected)) {
            let node = &self.nodes[protected];
            for piece in self.current_pieces(node, request.bytes) {
                let after = piece.value.location.after(request.access, Relation::Foreign, true);
                if after == Err(Rejection::Protected) {
                    return Err(request.violation(node, piece, ViolationKind::Protected));
                }
            }
        }
        Ok(())
    }

    /// Performs an access that was checked.
    pub fn apply(&mut self, request: &Request, now: Moment, log: &mut impl FnMut(Change)) {
        if let Some(newcomers) = self.newcomers_below_the_last(request) {
            let mut next = request.node;
            for _ in 0..newcomers {
                let Some(node) = next else { return };
                next = self.nodes[node].parent;
                self.catch_up(node, request.bytes, Some(request.access), log);
            }
            return;
        }
        let bytes = self.widened(request);
        self.clock += 1;
        let mut next = request.node;
        while let Some(node) = next {
            next = self.nodes[node].parent;
            self.catch_up(node, bytes, Some(request.access), log);
        }
        self.mark(bytes, request.access, Some(request.via), now, log);
    }

    /// Brings a borrow up to date at some bytes and, where `local` says so, uses it there.
    pub fn catch_up(
        &mut self,
        node: usize,
        bytes: Bytes,
        local: Option<Access>,
        log: &mut impl FnMut(Change),
    ) {
        let (clock, protected) = (self.clock, self.nodes[node].protector.is_some());
        self.update(node, bytes, log, |held| {
            let held = Held { caught_up: clock, ..held };
            local.map_or(held, |access| held.after(access, Relation::Local, protected, None))
        });
    }

    /// Changes what a borrow currently holds at some bytes.
    fn update(
        &mut self,
        node: usize,
        bytes: Bytes,
        log: &mut impl FnMut(Change),
        change: impl Fn(Held) -> Held,
    ) {
        let (first, end) = self.current(&self.nodes[node], bytes.start);
        let splice = if bytes.end <= end {
            self.nodes[node].held.set(bytes, change(first))
        } else {
            let mut pieces = Pieces::new();
            for piece in self.current_pieces(&self.nodes[node], bytes) {
                append(&mut pieces, Run { value: change(piece.value), ..piece });
            }
            self.nodes[node].held.replace(bytes, &pieces)
        };
        log(Change(Step::Held { node, splice }));
    }

    /// Leaves the mark of an access.
    pub fn mark(
        &mut self,
        bytes: Bytes,
        access: Access,
        by: Option<Tag>,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) {
        let stamp = Stamp { time: self.clock, moment: now };
        let marked = |old: Option<Mark>| old.unwrap_or_default().followed_by(access, stamp, by);
        let (first, end) = self.marks.at(bytes.start);
        let splice = if bytes.end <= end || access == Access::Write {
            self.marks.set(bytes, marked(first))
        } else {
            let mut pieces = Pieces::new();
            let mut start = bytes.start;
            while start < bytes.end {
                let (mark, end) = self.marks.at(start);
                let piece = Bytes { start, end: end.min(bytes.end) };
                append(&mut pieces, Run { bytes: piece, value: marked(mark) });
                start = piece.end;
            }
            self.marks.replace(bytes, &pieces)
        };
        log(Change(Step::Marked(splice)));
    }

    /// Performs an access to bytes that were last accessed just like that, all of them and no others, through whichever borrow,
    /// if nothing is in its way; else nothing is done. Memory is mostly accessed as one and the same type.
    #[inline]
    fn access_again(
        &mut self,
        root: Tag,
        via: Tag,
        bytes: Bytes,
        access: Access,
        now: Moment,
        log: &mut impl FnMut(Change),
    ) -> bool {
        let Some((index, run)) = self.marks.find(bytes.start) else { return false };
        let mark = run.value;
        if bytes.end <= run.bytes.end && self.is_repeated(&mark, via, access) {
            return true;
        }
        if run.bytes != bytes || !self.protected.is_empty() {
            return false;
        }
        let node = if via == root { None } else { self.position(via) };
        if node.is_none() && via != root {
            return false;
        }
        let used = |node: &Node| {
            let held = node.held.exactly(bytes)?.aware_of(&mark, false);
            held.location.after(access, Relation::Local, false).ok()?;
            Some(held.after(access, Relation::Local, false, None))
        };
        if !self.path(node).all(|node| used(&self.nodes[node]).is_some()) {
            return false;
        }
        self.clock += 1;
        let mut next = node;
        while let Some(node) = next {
            next = self.nodes[node].parent;
            if let Some(held) = used(&self.nodes[node]) {
                let splice = self.nodes[node].held.set(bytes, Held { caught_up: self.clock, ..held });
                log(Change(Step::Held { node, splice }));
            }
        }
        let stamp = Stamp { time: self.clock, moment: now };
        let splice = self.marks.set_at(index, mark.followed_by(access, stamp, Some(via)));
        log(Change(Step::Marked(splice)));
        true
    }

    /// Whether an access does what was last done at these bytes, by a borrow that it derives from, before the eyes of the same others: then it is news only
    /// to those that were made since, if these are just the ones on its path. Gives how many they are.
    ///
    /// Everybody else has seen the last access, or will find its mark, and one more of the kind changes nothing for them: where it is local, it was local,
    /// and where it is foreign, it was foreign. Had one of them been used here since, there would be another mark. So such an access leaves none, and most
    /// accesses are such: whoever is lent something uses it at once.
    fn newcomers_below_the_last(&self, request: &Request) -> Option<usize> {
        let run = self.marks.run_at(request.bytes.start)?;
        let mark = &run.value;
        let is_covered = request.bytes.end <= run.bytes.end && request.bytes.start < request.bytes.end;
        let is_alike = request.access == Access::Read || mark.last() == Access::Write;
        if !is_covered || !is_alike || request.cause == Cause::Deallocation || self.wild > 0 {
            return None;
        }
        let (by, time) = (mark.by?, mark.written.time.max(mark.read.time));
        let mut newest = self.nodes.len();
        for (count, node) in self.path(request.node).map(Some).chain([None]).enumerate() {
            let is_last = node.map_or_else(|| self.position(by).is_none(), |node| self.nodes[node].tag == by);
            if is_last {
                let others_are_older = newest.checked_sub(1).is_none_or(|at| self.nodes[at].born < time);
                return others_are_older.then_some(count);
            }
            let node = node.filter(|&node| node + 1 == newest && self.nodes[node].born >= time)?;
            newest = node;
        }
        None
    }

    #[inline]
    fn is_repeated(&self, mark: &Mark, tag: Tag, access: Access) -> bool {
        let newest = self.nodes.last().map_or(0, |node| node.born);
        mark.by == Some(tag)
            && mark.written.time.max(mark.read.time) > newest
            && (access == Access::Read || mark.last() == Access::Write)
    }

    /// The bytes of an access, and those next to them where it repeats the last one: it is performed there
    /// too, so that memory that is walked through leaves one run behind, not one for every step.
    fn widened(&self, request: &Request) -> Bytes {
        let Bytes { start, end } = request.bytes;
        let repeated_at = |offset| {
            let run = self.marks.run_at(offset)?;
            let mark = &run.value;
            (mark.last() == request.access && self.is_repeated(mark, request.via, request.access))
                .then_some(run.bytes)
        };
        Bytes {
            start: start.checked_sub(1).and_then(repeated_at).map_or(start, |bytes| bytes.start),
            end: repeated_at(end).map_or(end, |bytes| bytes.end),
        }
    }

    /// The access at the end of a borrow's protection.
    ///
    /// At each byte the borrow has made that access before, and protection has seen to it that since then no
    /// other was made that it would be news to. So it only concerns borrows that are newer, and does not
    /// concern those derived from the one that is released.
    fn tell_newcomers(&mut self, released: usize, now: Moment, log: &mut impl FnMut(Change)) {
        let first = released + 1;
        let Some(newest) = self.nodes[first..].last().map(|node| node.born) else { return };
        let claims: SmallVec<[Claim; 2]> =
            self.claims(released).filter(|claim| claim.since <= newest).collect();
        if claims.is_empty() {
            return;
        }
        let mut derived: SmallVec<[bool; 64]> = SmallVec::new();
        for newcomer in first..self.nodes.len() {
            let Node { parent, born, protector, is_wild, .. } = self.nodes[newcomer];
            let is_derived = match parent {
                // Perhaps.
                _ if is_wild => true,
                Some(parent) if parent >= first => derived[parent - first],
                parent => parent == Some(released),
            };
            derived.push(is_derived);
            if is_derived {
                continue;
            }
            for claim in claims.iter().filter(|claim| claim.since <= born) {
                // It does not catch up by this: what it may have missed counts all the same, in any order.
                self.update(newcomer, claim.bytes, log, |held| {
                    held.after(claim.access, Relation::Foreign, protector.is_some(), Some(now))
                });
            }
        }
    }

    /// The accesses at the end of a borrow's protection.
    fn claims(&self, released: usize) -> impl Iterator<Item = Claim> {
        let node = &self.nodes[released];
        let used = node.held.runs().iter().filter(|run| run.value.location.accessed);
        used.flat_map(|run| self.current_pieces(node, run.bytes)).filter_map(|piece| {
            let access = piece.value.location.permission.access_at_end_of_protection()?;
            let since = match access {
                Access::Read => piece.value.caught_up,
                // The last write was its own.
                Access::Write => self.marks.at(piece.bytes.start).0.map_or(0, |mark| mark.written.time),
            };
            Some(Claim { bytes: piece.bytes, access, since })
        })
    }
}

impl Node {
    /// What the borrow holds where it was not used since it was made.
    #[inline]
    pub fn unused(&self) -> Held {
        let location = Location { permission: self.initial, accessed: false };
        Held { location, caught_up: self.born, weakened: None }
    }
}

impl Held {
    /// After an access that is known to be allowed. Where it costs rights, `weakened` is when.
    #[inline]
    fn after(self, access: Access, relation: Relation, protected: bool, weakened: Option<Moment>) -> Held {
        let location = self.location.after(access, relation, protected).unwrap_or(self.location);
        let weakened = if location.permission == self.location.permission { self.weakened } else { weakened };
        Held { location, weakened, ..self }
    }

    /// Catches up with what was done to the bytes by others.
    #[inline]
    fn aware_of(self, mark: &Mark, protected: bool) -> Held {
        let (access, stamp) = if mark.written.time > self.caught_up {
            (Access::Write, mark.written)
        } else {
            (Access::Read, mark.read)
        };
        if stamp.time > self.caught_up {
            self.after(access, Relation::Foreign, protected, Some(stamp.moment))
        } else {
            self
        }
    }
}

impl Mark {
    /// What is left of it after another access.
    #[inline]
    fn followed_by(self, access: Access, stamp: Stamp, by: Option<Tag>) -> Mark {
        match access {
            // No one cares for the reads before a write.
            Access::Write => Mark { written: stamp, read: Stamp::default(), by },
            Access::Read => Mark { written: self.written, read: stamp, by },
        }
    }

    /// The last access.
    #[inline]
    fn last(&self) -> Access {
        if self.read.time > self.written.time { Access::Read } else { Access::Write }
    }
}
