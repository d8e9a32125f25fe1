//! The stack of one byte, or of neighbouring bytes whose stacks are equal.
//!
//! A [`Stack`] decides who grants an access and which items that costs; it changes by single steps only, each
//! of which has an inverse. Whoever holds it keeps the records and the protectors.

use super::rules::{Fate, Permission};
use crate::aliasing::{Access, Tag};
use smallvec::{SmallVec, smallvec};

/// Something that makes a search faster and carries no meaning: any two compare as equal.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Uncompared<T>(pub T);

impl<T> PartialEq for Uncompared<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Uncompared<T> {}

/// A permission that a tag has, at its place in a stack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Item {
    pub tag: Tag,
    pub permission: Permission,
}

/// Through which pointer an access goes.
#[derive(Copy, Clone)]
pub(super) enum Through<'a> {
    /// One whose tag is known.
    Tag(Tag),
    /// One that was made from an integer: any of the exposed tags, we do not know which.
    Exposed(&'a dyn Fn(Tag) -> bool),
}

/// Who granted an access.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Granted {
    /// The item at this index; for [`Through::Exposed`] it may have been one below it.
    By(usize),
    /// An item in the part of the stack that we no longer know.
    Unknown,
}

/// A stack of items, the oldest first. Above a [`Permission::SharedReadOnly`] there are only more of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stack {
    items: SmallVec<[Item; 4]>,
    /// Below `items` there may be any items with tags up to this one: an access through a pointer of unknown
    /// tag made us forget them. The lowest known item is then never [`Permission::SharedReadWrite`], as it
    /// might belong to a group that reaches into the unknown.
    pub(super) unknown: Option<Tag>,
    /// Where the last two different searches below the top were successful, such as a loop's for the pointer
    /// that it reborrows and for the reborrow. They are checked before they are believed.
    recent: Uncompared<[u32; 2]>,
    /// From here on, all items are [`Permission::SharedReadWrite`], or all are
    /// [`Permission::SharedReadOnly`]. Such items pile up while a loop borrows, and this is what spares us
    /// from walking through them.
    uniform_from: Uncompared<u32>,
}

impl Stack {
    pub fn new(root: Item) -> Stack {
        let mut stack = Stack::empty();
        stack.insert(0, root);
        stack
    }

    fn empty() -> Stack {
        Stack { items: smallvec![], unknown: None, recent: Uncompared([0; 2]), uniform_from: Uncompared(0) }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    #[inline]
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    #[inline]
    pub fn top(&self) -> Option<Item> {
        self.items.last().copied()
    }

    #[inline]
    fn position(&mut self, tag: Tag) -> Option<usize> {
        let (top, below) = self.items.split_last()?;
        if top.tag == tag {
            return Some(below.len());
        }
        let recent = self.recent.0.map(|at| at as usize);
        let hit = recent.into_iter().find(|&at| below.get(at).is_some_and(|item| item.tag == tag));
        let found = hit.or_else(|| below.iter().rposition(|item| item.tag == tag))?;
        self.remember(found);
        Some(found)
    }

    #[inline]
    fn remember(&mut self, at: usize) {
        let recent = &mut self.recent.0;
        if recent[0] != at as u32 {
            *recent = [at as u32, recent[0]];
        }
    }

    /// Who grants this access, if anyone.
    ///
    /// Among exposed tags it is the highest that can, as that costs the fewest items: if the pointer's true
    /// tag is lower, more would have been lost, so nothing is lost here that was to stay.
    #[inline]
    pub fn granting(&mut self, through: Through<'_>, access: Access) -> Option<Granted> {
        match through {
            Through::Tag(tag) => {
                let known = self.position(tag).filter(|&at| self.items[at].permission.grants(access));
                let unknown = self.unknown.is_some_and(|newest| tag <= newest);
                known.map(Granted::By).or(unknown.then_some(Granted::Unknown))
            }
            Through::Exposed(is_exposed) => {
                let might = |item: &Item| item.permission.grants(access) && is_exposed(item.tag);
                let known = self.items.iter().rposition(might);
                known.map(Granted::By).or(self.unknown.map(|_| Granted::Unknown))
            }
        }
    }

    /// The first item that a write granted so removes; all above it go as well.
    #[inline]
    pub fn first_removed(&self, granted: Granted) -> usize {
        let Granted::By(granting) = granted else { return 0 };
        let same_group = self.items[granting].permission == Permission::SharedReadWrite;
        let stays = |at: usize| self.items[at].permission.fate(Access::Write, same_group) == Fate::Stays;
        let uniform_from = self.uniform_from.0 as usize;
        let mut at = granting + 1;
        while at < uniform_from && stays(at) {
            at += 1;
        }
        if at >= uniform_from && at < self.len() && stays(at) { self.len() } else { at }
    }

    /// The next item, from `start` upwards, that a read granted below `start` disables.
    #[inline]
    pub fn next_disabled(&self, start: usize) -> Option<usize> {
        let disabled = |at: &usize| self.items[*at].permission.fate(Access::Read, false) == Fate::Disabled;
        (start..self.uniform_from.0 as usize).find(disabled)
    }

    /// Puts an item at an index.
    #[inline]
    pub fn insert(&mut self, at: usize, item: Item) {
        let shared = matches!(item.permission, Permission::SharedReadWrite | Permission::SharedReadOnly);
        let end = self.len();
        let uniform_from = self.uniform_from.0 as usize;
        let continues = self.items.get(uniform_from).is_none_or(|first| first.permission == item.permission);
        self.uniform_from.0 = match (at >= end, shared, continues) {
            (true, true, true) => uniform_from,
            (true, true, false) => end,
            (true, false, _) => end + 1,
            (false, true, true) if at >= uniform_from => uniform_from,
            (false, ..) => uniform_from.max(at) + 1,
        } as u32;
        if at >= end {
            self.items.push(item);
        } else {
            self.items.insert(at, item);
            self.remember(at);
        }
    }

    /// Takes the item at an index out: the inverse of [`Stack::insert`].
    pub fn remove(&mut self, at: usize) {
        self.items.remove(at);
        if at < self.uniform_from.0 as usize {
            self.uniform_from.0 -= 1;
        }
    }

    /// Takes the top item off; its inverse is to insert it at the end.
    #[inline]
    pub fn pop(&mut self) -> Option<Item> {
        let item = self.items.pop()?;
        self.uniform_from.0 = self.uniform_from.0.min(self.items.len() as u32);
        Some(item)
    }

    /// Sets the permission of an item that is, and was, not a shared one.
    pub fn set_permission(&mut self, at: usize, permission: Permission) {
        self.items[at].permission = permission;
        self.uniform_from.0 = self.uniform_from.0.max(at as u32 + 1);
    }

    /// The stack of which we only know that what can be used now, and `newcomer`, may be in it.
    pub fn forgotten(&self, newcomer: Option<Tag>) -> Stack {
        let usable = self.items.iter().filter(|item| item.permission != Permission::Disabled);
        let newest = usable.map(|item| item.tag).chain(self.unknown).chain(newcomer).max();
        Stack { unknown: newest, ..Stack::empty() }
    }

    /// Drops the items that no live tag can use, unless they are a border between groups.
    ///
    /// This is exact: no later access through a live tag can tell (as long as the stack is known). An item
    /// without use is a border when the next item above is [`Permission::SharedReadWrite`]: without it, that
    /// item's group would reach down to the items below, or to one that is yet to be inserted there. A border
    /// needs no permission, and two borders in a row are as good as one. The bottom item stays: it is the
    /// allocation's own, or the border to the unknown.
    pub fn collect(&mut self, is_live: impl Fn(Tag) -> bool) {
        let mut above = None;
        let mut kept: SmallVec<[Item; 4]> = smallvec![];
        for (at, &item) in self.items.iter().enumerate().rev() {
            let usable = item.permission != Permission::Disabled && is_live(item.tag);
            let border = above == Some(Permission::SharedReadWrite)
                && matches!(item.permission, Permission::Unique | Permission::Disabled);
            let item = match (usable || at == 0, border) {
                (true, _) => item,
                (false, true) => Item { permission: Permission::Disabled, ..item },
                (false, false) => continue,
            };
            above = Some(item.permission);
            kept.push(item);
        }
        let unknown = self.unknown;
        *self = Stack { unknown, ..Stack::empty() };
        for item in kept.into_iter().rev() {
            self.insert(self.len(), item);
        }
    }
}
