unsafe extern "C" {
    fn getpid(number: u64) -> i32;
}

fn main() {
    unsafe { getpid(1) }; //~ ERROR arguments
}
