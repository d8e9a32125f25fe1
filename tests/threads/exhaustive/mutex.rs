//@ outcomes: [1, 2] | [2, 1]
use std::sync::Mutex;
use std::thread;

static LOG: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn main() {
    let other = thread::spawn(|| LOG.lock().unwrap().push(1));
    LOG.lock().unwrap().push(2);
    other.join().unwrap();
    println!("{:?}", LOG.lock().unwrap());
}
