// Threads, channels, mutexes, scoped threads: what comes out is the same each time.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::thread;

fn parallel_sum(parts: Vec<Vec<u64>>) -> u64 {
    let total: Arc<Mutex<u64>> = Arc::new(Mutex::new(0));
    let mut handles: Vec<thread::JoinHandle<()>> = Vec::new();
    for part in parts {
        let total: Arc<Mutex<u64>> = Arc::clone(&total);
        handles.push(thread::spawn(move || {
            let sum: u64 = part.iter().sum();
            *total.lock().unwrap() += sum;
        }));
    }
    for handle in handles {
        handle.join().unwrap();
    }
    let result: u64 = *total.lock().unwrap();
    result
}

fn doubled(items: &[i32]) -> Vec<i32> {
    let (sender, receiver) = mpsc::channel::<(usize, i32)>();
    thread::scope(|scope| {
        for (at, item) in items.iter().enumerate() {
            let sender = sender.clone();
            scope.spawn(move || sender.send((at, item * 2)).unwrap());
        }
    });
    drop(sender);
    let mut found: Vec<(usize, i32)> = receiver.iter().collect();
    found.sort();
    found.into_iter().map(|(_, item)| item).collect()
}

fn main() {
    let sum: u64 = parallel_sum(vec![vec![1, 2, 3], vec![40, 50], vec![600]]);
    let items: Vec<i32> = doubled(&[5, 6, 7]);
    println!("{sum} {items:?}");
}
