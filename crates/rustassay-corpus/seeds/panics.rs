// Panics that are caught, destructors that run while unwinding.

use std::panic::{self, AssertUnwindSafe};

struct Guard<'a> {
    log: &'a mut Vec<u8>,
    number: u8,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.log.push(self.number);
    }
}

fn divide(left: i32, right: i32) -> i32 {
    if right == 0 {
        panic!("division by zero");
    }
    left / right
}

fn careful(left: i32, right: i32) -> Option<i32> {
    panic::catch_unwind(|| divide(left, right)).ok()
}

fn logged(log: &mut Vec<u8>, limit: u8) -> bool {
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        let guard: Guard = Guard { log, number: limit };
        let items: [u8; 4] = [1, 2, 3, 4];
        let sum: u8 = items.iter().take(limit as usize).sum();
        assert!(sum < 6, "too much");
        drop(guard);
    }));
    result.is_ok()
}

fn main() {
    panic::set_hook(Box::new(|_| {}));
    let good: Option<i32> = careful(84, 2);
    let bad: Option<i32> = careful(1, 0);
    let mut log: Vec<u8> = Vec::new();
    let short: bool = logged(&mut log, 2);
    let long: bool = logged(&mut log, 3);
    println!("{good:?} {bad:?} {short} {long} {log:?}");
}
