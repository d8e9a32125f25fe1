use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};

unsafe extern "C" {
    fn pthread_mutex_lock(mutex: *mut u32) -> i32;
}

#[repr(align(8))]
struct Memory([AtomicU32; 10]);

static MUTEX: Memory = Memory([const { AtomicU32::new(0) }; 10]);
static IS_LOCKED: AtomicBool = AtomicBool::new(false);

fn mutex() -> *mut u32 {
    MUTEX.0.as_ptr().cast_mut().cast()
}

fn main() {
    unsafe { pthread_mutex_lock(mutex()) };
    std::thread::spawn(|| {
        IS_LOCKED.store(true, Relaxed);
        unsafe { pthread_mutex_lock(mutex()) }
    });
    while !IS_LOCKED.load(Relaxed) {
        std::thread::yield_now();
    }
    for _ in 0..1000 {
        std::thread::yield_now();
        MUTEX.0[0].load(Relaxed); //~ ERROR where a lock is that threads wait for
    }
}
