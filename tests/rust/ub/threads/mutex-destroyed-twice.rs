unsafe extern "C" {
    fn pthread_mutex_destroy(mutex: *mut [u64; 5]) -> i32;
}

fn main() {
    let mut mutex = [0; 5];
    unsafe {
        pthread_mutex_destroy(&mut mutex);
        pthread_mutex_destroy(&mut mutex); //~ ERROR uninitialized
    }
}
