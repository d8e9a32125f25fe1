use std::alloc::{Layout, alloc};

fn main() {
    let _value = unsafe { *alloc(Layout::new::<u32>()).cast::<u32>() }; //~ ERROR uninitialized
}
