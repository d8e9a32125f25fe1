unsafe extern "C" {
    fn pthread_mutex_lock(mutex: *mut [u64; 5]) -> i32;
}

fn main() {
    let mut mutex = [0; 5];
    unsafe {
        pthread_mutex_lock(&mut mutex);
        pthread_mutex_lock(&mut mutex); //~ ERROR locking a default mutex that this thread has locked already
    }
}
