//@ outcomes: 1 | deadlocked
use std::sync::Mutex;
use std::thread;

static A: Mutex<u32> = Mutex::new(0);
static B: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| {
        let b = B.lock().unwrap();
        *A.lock().unwrap() += 1 + *b;
    });
    let a = A.lock().unwrap();
    let b = B.lock().unwrap();
    drop((a, b));
    other.join().unwrap();
    println!("{}", A.lock().unwrap());
}
