//! A copy at a pointer type keeps whole pointers only: one that lies across two of them is lost.

fn main() {
    let half = size_of::<*const ()>() / 2;
    let mut bytes = [1_u8; 16];
    let bytes = bytes.as_mut_ptr();
    unsafe {
        bytes.add(half).cast::<&i32>().write_unaligned(&42);
        let copied = bytes.cast::<[*const (); 2]>().read_unaligned();
        let pointer = copied.as_ptr().cast::<u8>().add(half).cast::<*const i32>().read_unaligned();
        assert_eq!(*pointer, 42); //~ ERROR no provenance
    }
}
