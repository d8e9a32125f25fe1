fn main() {
    println!("{:?}", std::env::var("RUSTASSAY_NOT_SET"));
    unsafe { std::env::set_var("RUSTASSAY_SET", "yes") };
    println!("{:?}", std::env::var("RUSTASSAY_SET"));
    unsafe { std::env::remove_var("RUSTASSAY_SET") };
    println!("{}", std::env::var_os("RUSTASSAY_SET").is_none());
}
