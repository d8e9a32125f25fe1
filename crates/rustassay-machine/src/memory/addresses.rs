//! Where allocations lie: chosen by a seed, so that no program can rely on it, and reused after a free at a rate, so
//! that stale pointers meet new memory (Miri paper, section 3.1).

use crate::concurrency::ThreadView;
use crate::threads::ThreadId;
use rustassay_lang::DataLayout;
use rustassay_random::Random;
use std::rc::Rc;

/// The addresses that are taken and free. A state is small and can be copied for a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addresses {
    random: Random,
    next: u64,
    /// Addresses that were freed, with their sizes, and by whom; the oldest are forgotten. A thread uses what it has freed itself: allocators
    /// synchronize when they give one thread's address to another, and that would hide races.
    free: Rc<Vec<(u64, u64, ThreadId)>>,
    /// Those that another thread may get, which then synchronizes with the one that has freed them.
    shared: Rc<Vec<SharedAddress>>,
    reuse_percent: u64,
    /// No address is as large.
    end: u64,
}

/// An address that was freed while there were several threads.
#[derive(Clone, PartialEq, Eq, Debug)]
struct SharedAddress {
    addr: u64,
    size: u64,
    by: ThreadId,
    /// What the thread knew that has freed it.
    view: ThreadView,
}

/// How many freed addresses are remembered.
const FREE_LIST: usize = 16;

/// And how many of those that another thread may get.
const SHARED_LIST: usize = 64;

/// The first address; what lies below is never valid.
const START: u64 = 0x1_0000;

/// The bits of the largest address that a target uses: on 64-bit ones as many as x86-64 gives to programs, on 32-bit ones so many that no address
/// is negative as an `isize`.
fn bits_of(layout: DataLayout) -> u32 {
    if layout.pointer_bits == 32 { 31 } else { 47 }
}

impl Addresses {
    /// Addresses that belong to a seed; `reuse_percent` of allocations take a freed place where one fits.
    pub fn new(seed: u64, reuse_percent: u64, layout: DataLayout) -> Addresses {
        let mut addresses = Addresses {
            random: Random::new(seed),
            next: START,
            free: Rc::default(),
            shared: Rc::default(),
            reuse_percent,
            end: 1 << bits_of(layout),
        };
        addresses.next += addresses.below(0x1000) * 16;
        addresses
    }

    /// Addresses for what is there from the start, far from all others.
    pub fn statics(seed: u64, layout: DataLayout) -> Addresses {
        let mut addresses = Addresses::new(!seed, 0, layout);
        addresses.next += addresses.end / 2;
        addresses
    }

    /// Addresses for what constants leave, far from all others as well.
    pub fn constants(seed: u64, layout: DataLayout) -> Addresses {
        let mut addresses = Addresses::new(!seed, 0, layout);
        addresses.next += addresses.end / 4;
        addresses
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.below(bound as usize) as u64
    }

    /// An address for an allocation; `None` when the address space is full.
    pub fn allocate(&mut self, size: u64, align: u64, thread: ThreadId) -> Option<u64> {
        if !self.free.is_empty() && self.below(100) < self.reuse_percent {
            let fits =
                |&(addr, room, by): &(u64, u64, ThreadId)| addr % align == 0 && size <= room && by == thread;
            if let Some(position) = self.free.iter().rposition(fits) {
                let addr = Rc::make_mut(&mut self.free).swap_remove(position).0;
                if self.shared.iter().any(|shared| shared.addr == addr) {
                    Rc::make_mut(&mut self.shared).retain(|shared| shared.addr != addr);
                }
                return Some(addr);
            }
        }
        // A gap of at least a byte, so that the end of one allocation is never the start of the next.
        let gap = 1 + self.below(16);
        let addr = self.next.checked_add(gap)?.checked_next_multiple_of(align)?;
        self.next = addr.checked_add(size).filter(|&end| end < self.end)?;
        Some(addr)
    }

    /// An address of just this size that another thread has freed, for `percent` of the allocations that find one; and what that thread knew.
    pub fn take_from_others(
        &mut self,
        size: u64,
        align: u64,
        thread: ThreadId,
        percent: u64,
    ) -> Option<(u64, ThreadView)> {
        let fits = |shared: &SharedAddress| {
            shared.size == size && shared.addr.is_multiple_of(align) && shared.by != thread
        };
        let position = self.shared.iter().rposition(fits)?;
        if self.below(100) >= percent {
            return None;
        }
        let taken = Rc::make_mut(&mut self.shared).remove(position);
        Rc::make_mut(&mut self.free).retain(|(addr, ..)| *addr != taken.addr);
        Some((taken.addr, taken.view))
    }

    /// Whether another thread may get the next address that is freed.
    pub fn shares_next(&mut self) -> bool {
        self.below(100) < self.reuse_percent
    }

    /// Lets another thread have an address.
    pub fn share(&mut self, addr: u64, size: u64, by: ThreadId, view: ThreadView) {
        let shared = Rc::make_mut(&mut self.shared);
        if shared.len() == SHARED_LIST {
            shared.remove(0);
        }
        shared.push(SharedAddress { addr, size, by, view });
    }

    /// Gives an address back.
    pub fn free(&mut self, addr: u64, size: u64, thread: ThreadId) {
        if size == 0 {
            return;
        }
        let free = Rc::make_mut(&mut self.free);
        if free.len() == FREE_LIST {
            free.remove(0);
        }
        free.push((addr, size, thread));
    }
}
