fn main() {
    let x = 1_u8;
    let address = (&raw const x).addr();
    let _x = unsafe { *std::ptr::without_provenance::<u8>(address) }; //~ ERROR has no provenance
}
