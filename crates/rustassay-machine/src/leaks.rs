//! Heap memory that nobody freed.

use crate::machine::Machine;
use crate::memory::{AllocId, AllocKind, Allocation, Provenance};
use rustc_hash::FxHashSet;

impl Machine {
    /// Heap memory that was never freed and that no static leads to, when the program has ended: nobody can free it any more. Threads that
    /// have not ended may still do so.
    pub fn lost_memory(&self) -> Vec<(AllocId, &Allocation)> {
        let statics = self.allocs.iter().enumerate().filter_map(|(index, alloc)| {
            let kind = alloc.as_ref()?.kind;
            (kind.is_from_the_start() || kind == AllocKind::ThreadLocal).then_some(AllocId(index as u32))
        });
        let called_static = self.outside.static_roots().iter().filter(|id| self.allocation(**id).is_some());
        let mut pending: Vec<AllocId> = statics.chain(called_static.copied()).collect();
        let mut reached: FxHashSet<AllocId> = pending.iter().copied().collect();
        while let Some(id) = pending.pop() {
            self.alloc(id).region.for_each_provenance(|provenance| {
                if let Provenance::Allocation(id, _) = provenance
                    && reached.insert(id)
                {
                    pending.push(id);
                }
            });
        }
        self.leaks().into_iter().filter(|(id, _)| !reached.contains(id)).collect()
    }
}
