fn main() {
    let slot = Box::new(String::from("a"));
    let pointer = Box::into_raw(slot);
    let text = unsafe { pointer.read() };
    drop(text);
    let again = unsafe { pointer.read() };
    println!("{again}"); //~ ERROR use-after-free
}
