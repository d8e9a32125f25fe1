unsafe extern "C" {
    fn pthread_rwlock_unlock(lock: *mut [u64; 7]) -> i32;
}

fn main() {
    let mut lock = [0; 7];
    unsafe {
        pthread_rwlock_unlock(&mut lock); //~ ERROR unlocking a read-write lock that this thread has not locked
    }
}
