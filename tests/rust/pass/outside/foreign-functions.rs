unsafe extern "C" {
    fn strlen(text: *const std::ffi::c_char) -> usize;
    fn malloc(size: usize) -> *mut u8;
    fn free(memory: *mut u8);
}

fn main() {
    println!("{}", unsafe { strlen(c"four".as_ptr()) });
    unsafe {
        let memory = malloc(4);
        memory.write(3);
        println!("{}", memory.read());
        free(memory);
    }
}
