//! `try_get` finds out by a relaxed load whether the value is there. So it need not see what was set.
//@ dependency: state = "=0.4.2"
//@ fixed: 0.5.3
//@ seeds: 0..64
//@ error: data race

use state::Storage;
use std::thread;

static VALUE: Storage<u32> = Storage::new();

fn main() {
    thread::scope(|scope| {
        scope.spawn(|| VALUE.set(5));
        scope.spawn(|| while VALUE.try_get() != Some(&5) {});
    });
}
