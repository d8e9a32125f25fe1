fn main() {
    std::panic::set_hook(Box::new(|info| {
        let location = info.location().unwrap();
        println!("{} {}", location.line(), location.column());
    }));
    let _ = std::panic::catch_unwind(|| None::<u8>.unwrap());
    let _ = std::panic::catch_unwind(|| Err::<(), _>("bad").expect("reason"));
}
