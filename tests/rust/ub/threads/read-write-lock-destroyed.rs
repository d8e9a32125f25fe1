unsafe extern "C" {
    fn pthread_rwlock_rdlock(lock: *mut [u64; 7]) -> i32;
    fn pthread_rwlock_destroy(lock: *mut [u64; 7]) -> i32;
}

fn main() {
    let mut lock = [0; 7];
    unsafe {
        pthread_rwlock_rdlock(&mut lock);
        pthread_rwlock_destroy(&mut lock); //~ ERROR destroying a read-write lock that is locked
    }
}
