use std::time::{Duration, Instant};

fn main() {
    let start = Instant::now();
    std::thread::sleep(Duration::from_millis(20));
    println!("{}", start.elapsed() >= Duration::from_millis(20));
    println!("{:?}", Duration::from_millis(1500) * 2);
}
