fn consume(_: Box<i32>) {}

fn main() {
    let boxed = Box::new(5);
    let pointer = &raw const *boxed;
    consume(boxed);
    unsafe { println!("{}", *pointer) } //~ ERROR use-after-free
}
