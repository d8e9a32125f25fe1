extern "C-unwind" fn panics() {
    panic!("out");
}

fn main() {
    let function: extern "C" fn() =
        unsafe { std::mem::transmute(panics as extern "C-unwind" fn()) };
    function(); //~ ERROR unwinding past a call that may not unwind
}
