use std::cell::UnsafeCell;

struct Counter(UnsafeCell<u32>);

impl Counter {
    fn next(&self) -> u32 {
        unsafe {
            *self.0.get() += 1;
            *self.0.get()
        }
    }
}

fn main() {
    let counter = Counter(UnsafeCell::new(0));
    let (a, b) = (&counter, &counter);
    println!("{} {} {}", a.next(), b.next(), a.next());
}
