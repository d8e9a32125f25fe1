use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

static FLAG: AtomicBool = AtomicBool::new(false);

fn main() {
    let parked = thread::Builder::new().name("parked".into()).spawn(|| {
        while !FLAG.load(Ordering::Acquire) {
            thread::park();
        }
        thread::current().name().map(str::to_owned)
    });
    let parked = parked.unwrap();
    FLAG.store(true, Ordering::Release);
    parked.thread().unpark();
    println!("{:?}", parked.join().unwrap());

    let start = Instant::now();
    thread::park_timeout(Duration::from_millis(5));
    let sleepers: Vec<_> =
        (0..3).map(|_| thread::spawn(|| thread::sleep(Duration::from_millis(20)))).collect();
    sleepers.into_iter().for_each(|thread| thread.join().unwrap());
    println!("{}", start.elapsed() >= Duration::from_millis(20));

    // Neither waits in a way that the machine knows of.
    FLAG.store(false, Ordering::Relaxed);
    thread::scope(|scope| {
        scope.spawn(|| while !FLAG.load(Ordering::Acquire) {});
        scope.spawn(|| FLAG.store(true, Ordering::Release));
        while !FLAG.load(Ordering::Acquire) {
            thread::yield_now();
        }
    });
    println!("{}", thread::current().name().unwrap());
}
