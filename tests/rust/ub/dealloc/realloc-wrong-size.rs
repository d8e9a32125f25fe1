use std::alloc::{Layout, alloc, realloc};

fn main() {
    unsafe {
        let memory = alloc(Layout::from_size_align_unchecked(8, 1));
        realloc(memory, Layout::from_size_align_unchecked(9, 1), 16); //~ ERROR incorrect layout
    }
}
