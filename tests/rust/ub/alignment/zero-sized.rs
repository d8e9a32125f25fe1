#[derive(Clone, Copy)]
#[repr(align(16))]
struct Marker;

fn main() {
    let pointer = std::ptr::without_provenance::<Marker>(8);
    let _marker = unsafe { *pointer }; //~ ERROR alignment
}
