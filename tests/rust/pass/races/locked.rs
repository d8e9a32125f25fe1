use std::sync::{Arc, Condvar, Mutex, RwLock, mpsc};
use std::thread;

fn main() {
    let sum = Arc::new((Mutex::new(0), Condvar::new(), RwLock::new(Vec::new())));
    let (sender, receiver) = mpsc::channel();
    let threads: Vec<_> = (1..=3)
        .map(|n| {
            let (sum, sender) = (sum.clone(), sender.clone());
            thread::spawn(move || {
                *sum.0.lock().unwrap() += n;
                sum.1.notify_all();
                sum.2.write().unwrap().push(n);
                sender.send(Box::new(n)).unwrap();
            })
        })
        .collect();
    let mut total = sum.0.lock().unwrap();
    while *total < 6 {
        total = sum.1.wait(total).unwrap();
    }
    println!("{total}");
    drop(total);
    println!("{}", receiver.iter().take(3).map(|n| *n).sum::<i32>());
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let mut all = sum.2.read().unwrap().clone();
    all.sort();
    println!("{all:?}");
}
