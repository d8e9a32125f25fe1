//@ outcomes: 1 | 2
use std::cell::UnsafeCell;
use std::thread;

unsafe extern "C" {
    fn pthread_mutex_lock(mutex: *mut [u64; 5]) -> i32;
    fn pthread_mutex_unlock(mutex: *mut [u64; 5]) -> i32;
}

struct Shared {
    mutex: UnsafeCell<[u64; 5]>,
    value: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

static SHARED: Shared = Shared { mutex: UnsafeCell::new([0; 5]), value: UnsafeCell::new(0) };

fn set(value: u32) {
    unsafe {
        pthread_mutex_lock(SHARED.mutex.get());
        *SHARED.value.get() = value;
        pthread_mutex_unlock(SHARED.mutex.get());
    }
}

fn main() {
    let other = thread::spawn(|| set(1));
    set(2);
    other.join().unwrap();
    println!("{}", unsafe { *SHARED.value.get() });
}
