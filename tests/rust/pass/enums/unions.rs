#[repr(C)]
union Bits {
    float: f32,
    int: u32,
}

fn main() {
    let bits = Bits { float: 1.0 };
    println!("{:#x}", unsafe { bits.int });
}
