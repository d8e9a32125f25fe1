//! Many seeds on all processors, with results as if they had run one after the other.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

/// Runs something with each seed, and takes the results in the order of the seeds, up to the first at which `take` breaks. Runs that nobody asks
/// for any more see the flag set that they are given.
pub fn in_order<T: Send>(
    seeds: Range<u64>,
    run: impl Fn(u64, &Arc<AtomicBool>) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let workers = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let next = AtomicU64::new(seeds.start);
    let is_over = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..workers.min(seeds.end.saturating_sub(seeds.start)) {
            let (sender, run, next, is_over) = (sender.clone(), &run, &next, &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end || sender.send((seed, run(seed, is_over))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (mut early, mut wanted) = (BTreeMap::new(), seeds.start);
        for (seed, result) in results {
            early.insert(seed, result);
            while let Some(result) = early.remove(&wanted) {
                if take(wanted, result).is_break() {
                    is_over.store(true, Ordering::Relaxed);
                    return;
                }
                wanted += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order_whoever_is_first() {
        let mut taken = Vec::new();
        let slow_first = |seed: u64, _: &Arc<AtomicBool>| {
            thread::sleep(Duration::from_millis(if seed.is_multiple_of(4) { 20 } else { 0 }));
            seed * seed
        };
        in_order(3..20, slow_first, |seed, square| {
            taken.push((seed, square));
            if seed == 11 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(taken, Vec::from_iter((3..=11).map(|seed| (seed, seed * seed))));
    }

    #[test]
    fn runs_that_nobody_asks_for_are_told_to_end() {
        let first_fails = |seed: u64, is_over: &Arc<AtomicBool>| {
            while seed > 0 && !is_over.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            seed
        };
        let mut taken = Vec::new();
        in_order(0..8, first_fails, |seed, _| {
            taken.push(seed);
            ControlFlow::Break(())
        });
        assert_eq!(taken, [0]);
    }
}
