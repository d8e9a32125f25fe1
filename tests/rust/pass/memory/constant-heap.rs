// Memory can be allocated and freed while a constant is computed; at run time there is none.
#![feature(core_intrinsics, const_heap)]
#![allow(internal_features)]

use std::intrinsics::{const_allocate, const_deallocate, const_make_global};

const KEPT: &[u16; 2] = unsafe {
    let memory = const_allocate(4, 2).cast::<[u16; 2]>();
    memory.write([7, 8]);
    let scratch = const_allocate(16, 8);
    scratch.write_bytes(1, 16);
    const_deallocate(scratch, 16, 8);
    &*const_make_global(memory.cast()).cast()
};

fn main() {
    println!("{KEPT:?}");
    println!("{}", unsafe { const_allocate(4, 2) }.is_null());
}
