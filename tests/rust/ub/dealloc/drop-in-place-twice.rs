fn main() {
    let mut text = std::mem::ManuallyDrop::new(String::from("text"));
    unsafe {
        std::ptr::drop_in_place::<String>(&mut *text);
        std::ptr::drop_in_place::<String>(&mut *text); //~ ERROR use-after-free
    }
}
