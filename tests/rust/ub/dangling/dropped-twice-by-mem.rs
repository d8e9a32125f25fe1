fn main() {
    let mut text = std::mem::ManuallyDrop::new(String::from("a"));
    unsafe {
        std::mem::ManuallyDrop::drop(&mut text);
        println!("{}", text.as_str()); //~ ERROR use-after-free
    }
}
