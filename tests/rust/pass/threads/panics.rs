use std::sync::Mutex;
use std::thread;

fn main() {
    let lock = Mutex::new(1);
    let panicked = thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let _guard = lock.lock().unwrap();
            std::panic::resume_unwind(Box::new("out"));
        });
        thread.join().unwrap_err()
    });
    println!("{:?} {}", panicked.downcast_ref::<&str>(), lock.is_poisoned());

    // Two at once: each thread has its own.
    let threads: Vec<_> = (0..2)
        .map(|n| {
            thread::spawn(move || {
                let caught = std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(n)));
                *caught.unwrap_err().downcast::<i32>().unwrap()
            })
        })
        .collect();
    let numbers: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    println!("{numbers:?}");
}
