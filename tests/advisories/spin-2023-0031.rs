//! A thread that waits for an initializer takes for granted that it succeeds. Only builds without debug assertions do so.
//@ advisory: RUSTSEC-2023-0031
//@ dependency: spin = "=0.9.7"
//@ fixed: 0.9.8
//@ seeds: 0..64
//@ flags: --release
//@ error: entering unreachable code

use spin::Once;
use std::thread;

static VALUE: Once<u32> = Once::new();

fn main() {
    thread::scope(|scope| {
        scope.spawn(|| VALUE.try_call_once(|| Err(())).is_ok());
        scope.spawn(|| assert_eq!(VALUE.try_call_once(|| Ok::<_, ()>(5)), Ok(&5)));
    });
}
