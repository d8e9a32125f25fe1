//! Garbage: borrows and freed allocations that nothing refers to any more.

use crate::error::{Step, unsupported};
use crate::machine::{Machine, Return, Slot};
use crate::memory::{AllocId, Provenance};
use rustc_hash::FxHashSet;

/// How many new tags make a collection worth its while, at least. An access costs what its path to the root is long, and paths grow with every borrow
/// that is not collected.
const TAGS_BETWEEN_COLLECTIONS: usize = 1024;

/// A block makes fewer borrows than are left after this one.
const LAST_TAG: u32 = u32::MAX - (1 << 24);

impl Machine {
    /// Collects garbage when enough borrows were made since the last time, and no checkpoint may want them back.
    pub(crate) fn collect_garbage_when_due(&mut self) -> Step<()> {
        if self.fixed.next_tag >= LAST_TAG {
            return unsupported("more borrows than there are numbers for them");
        }
        if self.fixed.next_tag >= self.next_collection && !self.journal.is_on() && !self.is_within_a_step() {
            // What a collection looks at may grow, but not its share of the run: a borrow costs more than to look at four things.
            let work = self.collect_garbage();
            let tags = TAGS_BETWEEN_COLLECTIONS.max(work / 4);
            self.next_collection =
                self.fixed.next_tag.saturating_add(u32::try_from(tags).unwrap_or(u32::MAX));
        }
        Ok(())
    }

    /// Whether what runs is a constant that a step of the program waits for: that step may hold pointers which nobody finds.
    fn is_within_a_step(&self) -> bool {
        self.frames.iter().skip(1).any(|frame| matches!(frame.ret, Return::Constant | Return::Bottom))
    }

    /// Gives the number of things that were looked at.
    fn collect_garbage(&mut self) -> usize {
        let mut work = self.all_slots().count() + self.all_frames().count() + self.allocs.len();
        let mut live = FxHashSet::default();
        // Memory that is freed is there for no integer.
        let allocs = &self.allocs;
        self.exposed.retain(|id| allocs[id.0 as usize].as_ref().is_some_and(|alloc| alloc.freed.is_none()));
        let mut note = |provenance: Provenance| {
            work += 1;
            if let Provenance::Allocation(id, tag) = provenance {
                live.insert((id, tag));
            }
        };
        let stacks = [&self.stack].into_iter().chain(self.parked.iter().map(|parked| &parked.stack));
        stacks.for_each(|stack| stack.for_each_provenance(&mut note));
        for slot in self.all_slots() {
            if let Slot::Word(word) = slot {
                word.target.provenance().into_iter().for_each(&mut note);
            }
        }
        for alloc in self.allocs.iter().flatten() {
            alloc.region.for_each_provenance(&mut note);
        }
        for (id, tag) in self.exposed.iter() {
            note(Provenance::Allocation(id, tag));
        }
        self.fixed.threads.for_each_pointer(&mut note);
        if let Some(model) = &self.concurrency {
            model.for_each_value(|value| value.provenance.into_iter().for_each(&mut note));
        }
        for payload in &self.fixed.payloads {
            payload.pointer.provenance.into_iter().for_each(&mut note);
        }
        for frame in self.all_frames() {
            for &(id, tag) in &frame.protected {
                note(Provenance::Allocation(id, tag));
            }
            frame.for_each_pointer(&mut note);
        }
        let mut kept: FxHashSet<AllocId> = live.iter().map(|&(id, _)| id).collect();
        kept.extend(self.all_slots().filter_map(|slot| match slot {
            Slot::Memory(id) => Some(*id),
            _ => None,
        }));
        for index in 0..self.allocs.len() {
            let id = AllocId(index as u32);
            let Some(alloc) = &mut self.allocs[index] else { continue };
            if alloc.freed.is_some() {
                if !kept.contains(&id) {
                    self.allocs[index] = None;
                    self.free_ids.push(id);
                }
                continue;
            }
            let root = alloc.root;
            alloc.borrows.collect(|tag| tag == root || live.contains(&(id, tag)));
        }
        work
    }
}
