fn main() {
    let pointer = std::ptr::NonNull::<u32>::dangling();
    let _value = unsafe { pointer.read() }; //~ ERROR has no provenance
}
