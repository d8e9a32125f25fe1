fn main() {
    let x = 5_u32;
    let address = (&raw const x).expose_provenance();
    let pointer = std::ptr::with_exposed_provenance::<u32>(address);
    println!("{}", unsafe { *pointer });
}
