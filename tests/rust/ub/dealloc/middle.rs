use std::alloc::{Layout, alloc, dealloc};

fn main() {
    unsafe {
        let memory = alloc(Layout::from_size_align_unchecked(8, 1));
        dealloc(memory.add(1), Layout::from_size_align_unchecked(8, 1)); //~ ERROR not by a pointer to its beginning
    }
}
