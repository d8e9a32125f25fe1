//! Where a program spends its steps: the calls under way, looked at every so many steps. The same program gives the same profile.
//!
//! It costs nothing when it is off, and little when it is on: the limit on steps is put where the next look is due.

use crate::machine::Machine;
use rustassay_mir::model::FnId;
use std::collections::BTreeMap;

/// The stacks that were seen, the outermost call first, and how often each was.
pub type StackSamples = BTreeMap<Vec<FnId>, u64>;

/// A profile that is being made.
#[derive(Clone, Debug)]
pub(crate) struct Profiler {
    /// Steps from one look to the next.
    period: u64,
    samples: StackSamples,
}

impl Machine {
    /// Looks at the calls under way every `period` steps from now on.
    pub fn start_profile(&mut self, period: u64) {
        self.profiler = Some(Box::new(Profiler { period: period.max(1), samples: BTreeMap::new() }));
        let next = self.next_pause().unwrap_or(u64::MAX);
        self.limits.steps = self.limits.steps.min(next);
    }

    /// Steps from one look to the next.
    pub(crate) fn profile_period(&self) -> Option<u64> {
        self.profiler.as_ref().map(|profiler| profiler.period)
    }

    /// What was seen.
    pub fn stack_samples(&self) -> Option<&StackSamples> {
        self.profiler.as_ref().map(|profiler| &profiler.samples)
    }

    /// Looks at the calls under way, if that is due.
    pub(crate) fn sample_stack(&mut self, steps: u64) {
        let Some(profiler) = &mut self.profiler else { return };
        if steps.is_multiple_of(profiler.period) {
            let stack = self.frames.iter().map(|frame| frame.code.id).collect();
            *profiler.samples.entry(stack).or_default() += 1;
        }
    }
}
