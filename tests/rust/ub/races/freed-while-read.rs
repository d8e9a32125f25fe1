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
    let shared = Shared(Box::into_raw(Box::new(5)));
    let other = std::thread::spawn(move || unsafe { shared.get().read() });
    while !other.is_finished() {
        std::thread::yield_now();
    }
    // Made of the pointer and freed, the box is written to, as Stacked Borrows sees it.
    drop(unsafe { Box::from_raw(shared.get()) }); //~ ERROR (1) non-atomic read on thread
    other.join().unwrap();
}
