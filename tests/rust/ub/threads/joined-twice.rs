use std::ffi::c_void;
use std::ptr::{null, null_mut};

unsafe extern "C" {
    fn pthread_create(
        thread: *mut usize,
        attributes: *const c_void,
        function: extern "C" fn(*mut c_void) -> *mut c_void,
        data: *mut c_void,
    ) -> i32;
    fn pthread_join(thread: usize, result: *mut *mut c_void) -> i32;
}

extern "C" fn function(data: *mut c_void) -> *mut c_void {
    data
}

fn main() {
    unsafe {
        let mut thread = 0;
        pthread_create(&mut thread, null(), function, null_mut());
        pthread_join(thread, null_mut());
        pthread_join(thread, null_mut()); //~ ERROR which was joined already
    }
}
