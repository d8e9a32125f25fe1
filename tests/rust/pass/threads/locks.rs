use std::sync::{Arc, Barrier, Mutex, RwLock};
use std::thread;

fn main() {
    let sum = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (1..4)
        .map(|n| {
            let sum = Arc::clone(&sum);
            thread::spawn(move || {
                for _ in 0..5 {
                    *sum.lock().unwrap() += n;
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    println!("{} {}", sum.lock().unwrap(), Arc::strong_count(&sum));

    let lock = RwLock::new(5);
    thread::scope(|scope| {
        scope.spawn(|| *lock.write().unwrap() += 1);
        scope.spawn(|| println!("{}", *lock.read().unwrap() >= 5));
    });
    println!("{}", lock.read().unwrap());

    let barrier = Barrier::new(3);
    let leaders = thread::scope(|scope| {
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(|| barrier.wait().is_leader())).collect();
        threads.into_iter().filter(|_| true).map(|thread| thread.join().unwrap()).filter(|&leads| leads).count()
    });
    println!("{leaders}");
}
