use std::sync::{LazyLock, Mutex, OnceLock, RwLock};

static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| (0..4).collect());
static NAME: OnceLock<String> = OnceLock::new();

fn main() {
    let mutex = Mutex::new(1);
    *mutex.lock().unwrap() += 1;
    let lock = RwLock::new(vec![1]);
    lock.write().unwrap().push(2);
    println!("{} {:?} {:?}", mutex.lock().unwrap(), lock.read().unwrap(), *TABLE);
    println!("{} {}", NAME.get_or_init(|| "name".into()), mutex.try_lock().is_ok());
}
