use std::alloc::{Layout, alloc_zeroed, dealloc, realloc};

fn main() {
    let layout = Layout::array::<u32>(4).unwrap();
    unsafe {
        let memory = alloc_zeroed(layout).cast::<u32>();
        memory.add(2).write(7);
        let grown = realloc(memory.cast(), layout, 32).cast::<u32>();
        println!("{} {}", grown.add(2).read(), grown.read());
        dealloc(grown.cast(), Layout::array::<u32>(8).unwrap());
    }
}
