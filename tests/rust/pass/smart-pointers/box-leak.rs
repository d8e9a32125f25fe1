fn main() {
    let leaked: &'static mut i32 = Box::leak(Box::new(5));
    *leaked += 1;
    println!("{leaked}");
    drop(unsafe { Box::from_raw(leaked) });
}
