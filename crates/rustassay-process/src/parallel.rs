//! Work on many things, some of them at once: what compilers and programs are waited for by.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The results of `work` on each item, in the items' order, by `jobs` threads at most.
///
/// # Panics
///
/// If `work` does, once all threads have ended.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    let result = work(item);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|&(at, _)| at);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::in_parallel;

    #[test]
    fn results_are_in_the_order_of_the_items_however_many_threads_there_are() {
        let items: Vec<u32> = (0..100).collect();
        for jobs in [0, 1, 3, 1000] {
            assert_eq!(in_parallel(&items, jobs, |item| item * 2), (0..200).step_by(2).collect::<Vec<_>>());
        }
        assert_eq!(in_parallel(&[] as &[u32], 2, |item| *item), []);
    }
}
