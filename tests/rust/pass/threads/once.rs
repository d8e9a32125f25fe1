use std::sync::{Arc, LazyLock, Once, OnceLock, Weak};
use std::thread;

static ONCE: Once = Once::new();
static CELL: OnceLock<String> = OnceLock::new();
static LAZY: LazyLock<Vec<i32>> = LazyLock::new(|| vec![1, 2, 3]);

struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        println!("dropped");
    }
}

fn main() {
    thread::scope(|scope| {
        for n in 0..3 {
            scope.spawn(move || {
                ONCE.call_once(|| println!("once"));
                assert_eq!(CELL.get_or_init(|| "made".to_owned()), "made");
                assert_eq!(LAZY[n], n as i32 + 1);
            });
        }
    });
    let shared = Arc::new(Loud);
    let weak = Arc::downgrade(&shared);
    let threads: Vec<_> = (0..3).map(|_| Arc::clone(&shared)).map(|own| thread::spawn(move || drop(own))).collect();
    drop(shared);
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    println!("{}", Weak::upgrade(&weak).is_none());
}
