//@ outcomes: 1 1 | 2 2
use std::sync::OnceLock;
use std::thread;

static ONCE: OnceLock<u32> = OnceLock::new();

fn main() {
    let other = thread::spawn(|| *ONCE.get_or_init(|| 1));
    let mine = *ONCE.get_or_init(|| 2);
    println!("{mine} {}", other.join().unwrap());
}
