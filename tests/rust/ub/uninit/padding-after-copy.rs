#[derive(Clone, Copy)]
#[repr(C)]
struct Padded {
    small: u8,
    large: u16,
}

fn main() {
    let source = [7_u8; 4];
    let padded = unsafe { source.as_ptr().cast::<Padded>().read_unaligned() };
    let copy = padded;
    let byte = unsafe { *(&raw const copy).cast::<u8>().add(1) }; //~ ERROR uninitialized
    println!("{byte} {} {}", copy.small, copy.large);
}
