fn main() {
    let (a, b) = (Box::new(1_u8), Box::new(2_u8));
    let _address = (&raw const *a).expose_provenance();
    let other = std::ptr::with_exposed_provenance::<u8>((&raw const *b).addr());
    let _b = unsafe { *other }; //~ ERROR no memory there is exposed
}
