//! The iterator loads the pointer to a thread's value by a relaxed load. So it need not see what the thread has initialized there.
//@ advisory: RUSTSEC-2022-0006
//@ dependency: thread_local = "=1.1.3"
//@ fixed: 1.1.4
//@ seeds: 0..64
//@ error: data race

use std::thread;
use thread_local::ThreadLocal;

fn main() {
    let local = ThreadLocal::with_capacity(0);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| *local.get_or(|| 5));
        }
        for _ in 0..4 {
            assert!(local.iter().all(|&value| value == 5));
            thread::yield_now();
        }
    });
}
