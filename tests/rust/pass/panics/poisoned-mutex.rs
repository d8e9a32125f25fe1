use std::sync::Mutex;

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let mutex = Mutex::new(1);
    let _ = std::panic::catch_unwind(|| {
        let _guard = mutex.lock().unwrap();
        panic!();
    });
    println!("{} {}", mutex.is_poisoned(), *mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner()));
}
