unsafe extern "C" {
    fn strlen() -> usize;
}

fn main() {
    unsafe { strlen() }; //~ ERROR arguments
}
