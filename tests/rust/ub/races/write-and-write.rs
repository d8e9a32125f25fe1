#[derive(Clone, Copy)]
struct Shared<T>(*mut T);

// The point is to break what this promises.
unsafe impl<T> Send for Shared<T> {}

impl<T> Shared<T> {
    fn get(self) -> *mut T {
        self.0
    }
}

fn main() {
    let mut x = 0;
    let shared = Shared(&raw mut x);
    let other = std::thread::spawn(move || unsafe { *shared.get() = 1 });
    // Whoever comes second races: this thread cannot know that the other one is done.
    while !other.is_finished() {
        std::thread::yield_now();
    }
    unsafe { *shared.get() = 2 }; //~ ERROR data race between (1) non-atomic write on thread
    other.join().unwrap();
}
