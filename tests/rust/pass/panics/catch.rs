fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let result = std::panic::catch_unwind(|| {
        panic!("message {}", 5);
    });
    println!("{:?}", result.unwrap_err().downcast_ref::<String>());
    let result = std::panic::catch_unwind(|| [1, 2, 3][std::hint::black_box(3)]);
    println!("{}", result.is_err());
}
