use std::ffi::c_void;
use std::ptr::{null, null_mut};

type Key = u32;

unsafe extern "C" {
    fn pthread_create(
        thread: *mut usize,
        attributes: *const c_void,
        function: extern "C" fn(*mut c_void) -> *mut c_void,
        data: *mut c_void,
    ) -> i32;
    fn pthread_join(thread: usize, result: *mut *mut c_void) -> i32;
    fn pthread_key_create(key: *mut Key, destructor: Option<extern "C" fn(*mut c_void)>) -> i32;
    fn pthread_setspecific(key: Key, value: *const c_void) -> i32;
    fn pthread_getspecific(key: Key) -> *mut c_void;
}

static mut KEY: Key = 0;

extern "C" fn destructor(value: *mut c_void) {
    println!("the destructor gets {}", value.addr());
}

extern "C" fn function(data: *mut c_void) -> *mut c_void {
    unsafe {
        println!("at first {}", pthread_getspecific(KEY).addr());
        pthread_setspecific(KEY, data.wrapping_byte_add(1));
        *data.cast::<i32>() += 1;
        data
    }
}

extern "C" fn quiet(_: *mut c_void) {}

fn main() {
    let mut number = 41;
    let data: *mut i32 = &mut number;
    unsafe {
        let (mut thread, mut result) = (0, null_mut());
        let mut key = 0;
        pthread_key_create(&mut key, Some(quiet));
        KEY = key;
        assert_eq!(pthread_create(&mut thread, null(), function, data.cast()), 0);
        assert_eq!(pthread_join(thread, &mut result), 0);
        println!("{} {}", *result.cast::<i32>(), pthread_getspecific(KEY).is_null());
        pthread_key_create(&raw mut KEY, Some(destructor));
        std::thread::spawn(|| pthread_setspecific(KEY, std::ptr::without_provenance(8))).join().unwrap();
    }
}
