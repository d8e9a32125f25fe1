unsafe extern "C" {
    fn strlen(text: *const std::ffi::c_char) -> usize;
    safe fn abs(number: i32) -> i32;
    fn malloc(size: usize) -> *mut u8;
    fn free(memory: *mut u8);
}

fn main() {
    println!("{} {}", abs(-5), abs(i32::MAX));
    println!("{}", unsafe { strlen(c"four".as_ptr()) });
    unsafe {
        let memory = malloc(4);
        memory.write(3);
        println!("{}", memory.read());
        free(memory);
    }
}
