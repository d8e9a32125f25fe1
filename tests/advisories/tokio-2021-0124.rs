//! A sender that finds the channel closed takes its value back while the receiver takes it, too.
//@ advisory: RUSTSEC-2021-0124
//@ dependency: tokio = { version = "=1.13.0", features = ["sync"] }
//@ fixed: 1.13.1
//@ seeds: 0..16
//@ error: data race

use std::thread;
use tokio::sync::oneshot;

fn main() {
    let (sender, mut receiver) = oneshot::channel::<Box<u32>>();
    let thread = thread::spawn(move || sender.send(Box::new(5)));
    receiver.close();
    // The thread needs some turns until it sends.
    (0..20).for_each(|_| thread::yield_now());
    let received = receiver.try_recv();
    let sent = thread.join().unwrap();
    assert!(received.is_err() || sent.is_ok());
}
