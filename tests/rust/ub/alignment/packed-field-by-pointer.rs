#[repr(packed)]
struct Packed {
    _tag: u8,
    value: u32,
}

fn main() {
    let packed = [Packed { _tag: 0, value: 1 }, Packed { _tag: 0, value: 2 }];
    for item in &packed {
        let _value = unsafe { (&raw const item.value).read() }; //~ ERROR but alignment 4 is required
    }
}
