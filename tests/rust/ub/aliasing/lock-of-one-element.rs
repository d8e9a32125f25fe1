use std::sync::atomic::AtomicU32;

unsafe extern "C" {
    fn pthread_mutex_lock(mutex: *mut u32) -> i32;
}

#[repr(align(8))]
struct Memory([AtomicU32; 10]);

static MUTEX: Memory = Memory([const { AtomicU32::new(0) }; 10]);

fn main() {
    let first = MUTEX.0[0].as_ptr();
    unsafe { pthread_mutex_lock(first) }; //~ ERROR[stacked] has no permission for this byte
}
