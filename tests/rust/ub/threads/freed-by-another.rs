use std::thread;

struct Shared(*mut i32);

unsafe impl Send for Shared {}

fn main() {
    let memory = Box::into_raw(Box::new(1));
    let shared = Shared(memory);
    thread::spawn(move || {
        let shared = shared;
        unsafe { drop(Box::from_raw(shared.0)) }
    })
    .join()
    .unwrap();
    unsafe { memory.read() }; //~ ERROR memory access failed
}
