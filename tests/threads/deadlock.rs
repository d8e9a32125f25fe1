use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn main() {
    let guard = LOCK.lock().unwrap();
    thread::spawn(|| *LOCK.lock().unwrap() += 1).join().unwrap();
    drop(guard);
}
