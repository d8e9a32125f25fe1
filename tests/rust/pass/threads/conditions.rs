use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

fn main() {
    let (is_ready, condition) = (Mutex::new(false), Condvar::new());
    thread::scope(|scope| {
        scope.spawn(|| {
            let guard = condition.wait_while(is_ready.lock().unwrap(), |is_ready| !*is_ready).unwrap();
            println!("ready: {}", *guard);
        });
        *is_ready.lock().unwrap() = true;
        condition.notify_all();
    });
    let guard = is_ready.lock().unwrap();
    let (_guard, result) = condition.wait_timeout(guard, Duration::from_millis(1)).unwrap();
    println!("timed out: {}", result.timed_out());
}
