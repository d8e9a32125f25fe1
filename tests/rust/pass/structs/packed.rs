#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Packed {
    a: u8,
    b: u32,
    c: u16,
}

fn main() {
    let packed = Packed { a: 1, b: 2, c: 3 };
    let (a, b, c) = (packed.a, packed.b, packed.c);
    println!("{a} {b} {c} {}", size_of::<Packed>());
    println!("{}", unsafe { (&raw const packed.b).read_unaligned() });
}
