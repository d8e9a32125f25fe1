use std::alloc::{Layout, alloc, dealloc};

fn main() {
    unsafe {
        let memory = alloc(Layout::from_size_align_unchecked(8, 1));
        dealloc(memory, Layout::from_size_align_unchecked(4, 1)); //~ ERROR incorrect layout
    }
}
