fn main() {
    let result = std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(42_u8)));
    println!("{:?}", result.unwrap_err().downcast::<u8>());
}
