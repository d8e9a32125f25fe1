//! Where allocations lie: chosen by a seed, so that no program can rely on it, and reused after a free at a rate, so
//! that stale pointers meet new memory (Miri paper, section 3.1).

use rustassay_random::Random;
use std::rc::Rc;

/// The addresses that are taken and free. A state is small and can be copied for a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addresses {
    random: Random,
    next: u64,
    /// Addresses that were freed, with their sizes; the oldest are forgotten.
    free: Rc<Vec<(u64, u64)>>,
    reuse_percent: u64,
}

/// How many freed addresses are remembered.
const FREE_LIST: usize = 16;

/// The first address; what lies below is never valid.
const START: u64 = 0x1_0000;

impl Addresses {
    /// Addresses that belong to a seed; `reuse_percent` of allocations take a freed place where one fits.
    pub fn new(seed: u64, reuse_percent: u64) -> Addresses {
        let mut addresses =
            Addresses { random: Random::new(seed), next: START, free: Rc::default(), reuse_percent };
        addresses.next += addresses.below(0x1000) * 16;
        addresses
    }

    /// Addresses for what is there from the start, far from all others.
    pub fn statics(seed: u64) -> Addresses {
        let mut addresses = Addresses::new(!seed, 0);
        addresses.next += 1 << 46;
        addresses
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound as usize) as u64
    }

    /// An address for an allocation; `None` when the address space is full.
    pub fn allocate(&mut self, size: u64, align: u64) -> Option<u64> {
        if !self.free.is_empty() && self.below(100) < self.reuse_percent {
            let fits = |&(addr, room): &(u64, u64)| addr % align == 0 && size <= room;
            if let Some(position) = self.free.iter().rposition(fits) {
                return Some(Rc::make_mut(&mut self.free).swap_remove(position).0);
            }
        }
        // A gap of at least a byte, so that the end of one allocation is never the start of the next.
        let gap = 1 + self.below(16);
        let addr = self.next.checked_add(gap)?.checked_next_multiple_of(align)?;
        self.next = addr.checked_add(size).filter(|&end| end < 1 << 47)?;
        Some(addr)
    }

    /// Gives an address back.
    pub fn free(&mut self, addr: u64, size: u64) {
        if size == 0 {
            return;
        }
        let free = Rc::make_mut(&mut self.free);
        if free.len() == FREE_LIST {
            free.remove(0);
        }
        free.push((addr, size));
    }
}
