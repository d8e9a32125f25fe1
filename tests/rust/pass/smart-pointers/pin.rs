use std::marker::PhantomPinned;
use std::pin::Pin;

struct SelfReferential {
    value: u8,
    pointer: *const u8,
    _pin: PhantomPinned,
}

fn main() {
    let mut pinned = Box::pin(SelfReferential { value: 7, pointer: std::ptr::null(), _pin: PhantomPinned });
    let pointer = &raw const pinned.value;
    unsafe { Pin::get_unchecked_mut(pinned.as_mut()).pointer = pointer };
    println!("{}", unsafe { *pinned.pointer });
}
