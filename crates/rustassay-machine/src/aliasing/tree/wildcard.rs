//! Accesses through pointers of unknown origin, made from integers.
//!
//! Such a pointer stands for some borrow whose address was exposed: the one that makes the program
//! well-defined, if there is one. We do not guess, but consider all exposed borrows that could make the
//! access, as Miri does: it is an error only if there are none. That a borrow beside one of them is protected, and
//! would not survive the access, does not rule it out: nor does it in Miri. What holds whichever it was is done to the
//! tree, and nothing else, so the state permits all that it would permit after the right choice.
//!
//! A borrow that is made of such a pointer is the root of a tree of its own: what it derives from is an exposed borrow that is
//! older than it. An access through it, or through one that derives from it, is thus an access through a pointer of unknown
//! origin as well, as far as other trees are concerned. An access through a borrow of the first tree is foreign to all others:
//! nothing there derives from them.

use super::super::log::{Log, Within};
use super::super::{Access, Bytes, Moment, Retag, Tag};
use super::access::Request;
use super::marks::Mark;
use super::nodes::{Node, NodeId};
use super::rules::{Grant, Relation};
use super::state::{Change, Parent, State, Step, read_by_retag, unknown};
use super::violation::{Cause, Violation, ViolationKind};

/// An access whose origin is not fully known.
#[derive(Copy, Clone)]
struct Guess {
    cause: Cause,
    access: Access,
    bytes: Bytes,
    /// The borrow of another tree than the first that it is made through, if it is known so far.
    via: Option<(Tag, NodeId)>,
}

/// Which borrows an access is local to.
struct Guessed {
    /// The only borrow that it may have been made through.
    only: Option<Request>,
    /// Those that it is certainly local to.
    local: Vec<bool>,
    /// Those that it may be local to.
    perhaps: Vec<bool>,
}

impl State {
    /// Whether a borrow is of another tree than the first.
    #[inline]
    pub fn is_wild(&self, tag: Tag) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.wild > 0) && self.wild_node(tag).is_some()
    }

    fn wild_node(&self, tag: Tag) -> Option<(Tag, NodeId)> {
        let tree = self.tree.as_ref()?;
        let node = tree.nodes.position(tag)?;
        tree.nodes[tree.nodes.root_of(node)].is_wild.then_some((tag, node))
    }

    /// Reads or writes through a pointer of unknown origin, or through a borrow that was made of one. `exposed` says which
    /// borrows it may have come from.
    ///
    /// Borrows that all candidates derive from are used; those that none derives from see a foreign access;
    /// what is between stays as it is.
    pub fn access_wildcard(
        &mut self,
        via: Option<Tag>,
        bytes: Bytes,
        access: Access,
        exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        self.perform_wildcard(Cause::Access, via, bytes, access, exposed, now, log)
    }

    /// [`State::dealloc`] through such a pointer.
    pub fn dealloc_wildcard(
        &mut self,
        via: Option<Tag>,
        size: u64,
        exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let bytes = Bytes { start: 0, end: size };
        self.perform_wildcard(Cause::Deallocation, via, bytes, Access::Write, exposed, now, log)
    }

    /// [`State::retag`] of such a pointer. The tag that it has from now on; `None` where it remains of unknown origin.
    pub fn retag_wildcard(
        &mut self,
        via: Option<Tag>,
        new: Tag,
        retag: &Retag<'_>,
        exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<Option<Tag>, Violation> {
        let Some(grant) = Grant::of(retag) else { return Ok(via) };
        self.check_newest(new)?;
        let parts = read_by_retag(retag, &grant);
        let via = self.find_wild(via, Cause::Retag, Access::Read)?;
        let read = |bytes| Guess { cause: Cause::Retag, access: Access::Read, bytes, via };
        for part in &parts {
            self.guess(&read(part.bytes), &exposed)?;
        }
        for part in &parts {
            let guess = read(part.bytes);
            let guessed = self.guess(&guess, &exposed)?;
            self.apply_guessed(&guess, guessed, now, log)?;
        }
        let parent = via.map_or(Parent::Unknown, |(_, node)| Parent::Known(node));
        self.add(parent, new, retag, &grant, &parts, now, log);
        Ok(Some(new))
    }

    #[allow(clippy::too_many_arguments)]
    fn perform_wildcard(
        &mut self,
        cause: Cause,
        via: Option<Tag>,
        bytes: Bytes,
        access: Access,
        exposed: impl Fn(Tag) -> bool,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        if bytes.start >= bytes.end {
            return Ok(());
        }
        let via = self.find_wild(via, cause, access)?;
        let guess = Guess { cause, access, bytes, via };
        let guessed = self.guess(&guess, &exposed)?;
        self.apply_guessed(&guess, guessed, now, log)
    }

    fn find_wild(
        &self,
        via: Option<Tag>,
        cause: Cause,
        access: Access,
    ) -> Result<Option<(Tag, NodeId)>, Violation> {
        match via {
            Some(tag) => self.wild_node(tag).map(Some).ok_or(unknown(tag, cause, access)),
            None => Ok(None),
        }
    }

    /// Finds out which borrows an access may have been made through, and whether it breaks a rule whichever it was.
    fn guess(&self, guess: &Guess, exposed: &impl Fn(Tag) -> bool) -> Result<Guessed, Violation> {
        let Guess { cause, access, bytes, via } = *guess;
        let kind = ViolationKind::NoneExposed;
        let none = Violation { cause, access, via: via.map(|(tag, _)| tag), offset: bytes.start, kind };
        let Some(tree) = &self.tree else {
            let nobody = || Guessed { only: None, local: Vec::new(), perhaps: Vec::new() };
            return if exposed(self.root) { Ok(nobody()) } else { Err(none) };
        };
        let mut local = vec![false; tree.nodes.len()];
        let mut newest = None;
        if let Some((via, node)) = via {
            tree.check_path(&Request { cause, access, bytes, via, node })?;
            tree.nodes.path(node).for_each(|node| local[node.index()] = true);
            newest = Some(tree.nodes[tree.nodes.root_of(node)].tag);
        }
        let is_older = |tag: Tag| newest.is_none_or(|newest| tag < newest);
        let exposed = tree.nodes.iter().filter(|(_, node)| exposed(node.tag));
        let (candidates, newer): (Vec<Request>, Vec<Request>) = exposed
            .map(|(node, &Node { tag: via, .. })| Request { cause, access, bytes, via, node })
            .filter(|request| tree.check_path(request).is_ok())
            .partition(|request| is_older(request.via));
        let Some(first) = candidates.first() else { return Err(none) };
        let mut derived = vec![0; tree.nodes.len()];
        for request in &candidates {
            tree.nodes.path(request.node).for_each(|node| derived[node.index()] += 1);
        }
        for (local, &count) in local.iter_mut().zip(&derived) {
            *local |= count == candidates.len();
        }
        let mut perhaps: Vec<bool> = derived.iter().map(|&count| count > 0).collect();
        // A newer one it was not. But Miri does not look that closely at what those derive from, unless the access disables them.
        for request in newer.iter().filter(|_| access == Access::Read) {
            let path = tree.nodes.path(request.node).filter(|&node| is_older(tree.nodes[node].tag));
            path.for_each(|node| perhaps[node.index()] = true);
        }
        // Whichever it was, the access is foreign to the others.
        for node in tree.all_protected().filter(|node| !local[node.index()] && !perhaps[node.index()]) {
            tree.check_foreign(first, node)?;
        }
        let is_first_tree = !tree.nodes[tree.nodes.root_of(first.node)].is_wild;
        let is_only = candidates.len() == 1 && via.is_none() && is_first_tree;
        Ok(Guessed { only: is_only.then_some(*first), local, perhaps })
    }

    /// Performs an access that was checked.
    fn apply_guessed(
        &mut self,
        guess: &Guess,
        guessed: Guessed,
        now: Moment,
        log: &mut impl Log<Change>,
    ) -> Result<(), Violation> {
        let Some(tree) = &mut self.tree else { return Ok(()) };
        if let Some(only) = guessed.only {
            return if tree.repeats(only.via, only.bytes, only.access) {
                Ok(())
            } else {
                tree.access(&only, now, log)
            };
        }
        // Marks cannot say whom it was local to, so all see it at once.
        let guessed = guessed.local.into_iter().zip(guessed.perhaps);
        for (node, (local, perhaps)) in tree.nodes.ids().zip(guessed).skip(1) {
            let is_protected = tree.nodes[node].is_protected();
            tree.update(node, guess.bytes, log, |held| match (local, perhaps) {
                (true, _) => held.after(guess.access, Relation::Local, is_protected, None),
                (false, true) => held,
                (false, false) => held.after(guess.access, Relation::Foreign, is_protected, Some(now)),
            });
        }
        tree.marks.set(guess.bytes, Mark::NONE, &mut Within(log, |splice| Change(Step::Read(splice))));
        Ok(())
    }
}
