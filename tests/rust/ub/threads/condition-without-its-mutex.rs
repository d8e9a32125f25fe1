unsafe extern "C" {
    fn pthread_cond_wait(condition: *mut [u64; 6], mutex: *mut [u64; 5]) -> i32;
}

fn main() {
    let (mut condition, mut mutex) = ([0; 6], [0; 5]);
    unsafe {
        pthread_cond_wait(&mut condition, &mut mutex); //~ ERROR with a mutex that this thread has not locked
    }
}
