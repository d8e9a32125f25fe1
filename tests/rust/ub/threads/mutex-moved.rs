unsafe extern "C" {
    fn pthread_mutex_lock(mutex: *mut [u64; 5]) -> i32;
    fn pthread_mutex_unlock(mutex: *mut [u64; 5]) -> i32;
}

fn main() {
    let mut mutex = [0; 5];
    unsafe {
        pthread_mutex_lock(&mut mutex);
        pthread_mutex_unlock(&mut mutex);
        let mut moved = mutex;
        pthread_mutex_lock(&mut moved); //~ ERROR was not initialized here, or was overwritten
    }
}
