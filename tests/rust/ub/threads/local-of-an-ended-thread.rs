use std::cell::Cell;
use std::thread;

thread_local!(static LOCAL: Cell<u32> = const { Cell::new(1) });

fn main() {
    let address = thread::spawn(|| LOCAL.with(|local| local.as_ptr().expose_provenance())).join().unwrap();
    let _number = unsafe { *std::ptr::with_exposed_provenance::<u32>(address) }; //~ ERROR dangling
}
