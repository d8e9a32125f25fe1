fn adder() -> impl Fn(i32) -> i32 {
    let offset = 3;
    let pointer = &raw const offset;
    move |x| unsafe { x + *pointer } //~ ERROR has been freed
}

fn main() {
    adder()(1);
}
