//! Dropping the last handle frees the value, though another thread has found it in the meantime.
//!
//! The version that mended it breaks Tree Borrows, in one thread as well.
//@ advisory: RUSTSEC-2020-0017
//@ dependency: internment = "=0.3.13"
//@ fixed: 0.4.0
//@ flags: --aliasing none
//@ seeds: 0..64
//@ error: data race

use internment::ArcIntern;
use std::thread;

fn main() {
    // What all handles share is made here.
    ArcIntern::new(0);
    let threads: Vec<_> = (0..2).map(|_| thread::spawn(|| drop(ArcIntern::new(5)))).collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
