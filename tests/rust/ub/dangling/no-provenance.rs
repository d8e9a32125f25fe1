fn main() {
    let pointer = std::ptr::without_provenance::<u8>(0x1000);
    let _byte = unsafe { *pointer }; //~ ERROR has no provenance
}
