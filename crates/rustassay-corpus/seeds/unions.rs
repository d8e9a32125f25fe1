// Unions and representations.

#[repr(C)]
#[derive(Clone, Copy)]
union Bits {
    float: f32,
    integer: u32,
    bytes: [u8; 4],
}

#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq)]
enum Level {
    Low = 1,
    Middle = 5,
    High,
}

#[repr(C, packed)]
#[derive(Clone, Copy)]
struct Packet {
    kind: u8,
    length: u32,
    flags: u16,
}

#[repr(transparent)]
struct Wrapper(u64);

#[repr(align(16))]
struct Aligned {
    value: u8,
}

fn sign(number: f32) -> bool {
    let bits: Bits = Bits { float: number };
    let integer: u32 = unsafe { bits.integer };
    integer >> 31 == 1
}

fn level(number: u8) -> Option<Level> {
    match number {
        1 => Some(Level::Low),
        5 => Some(Level::Middle),
        6 => Some(Level::High),
        _ => None,
    }
}

fn main() {
    let negative: bool = sign(-2.5);
    let ones: u32 = unsafe { Bits { bytes: [0xff, 0, 0x0f, 1] }.integer }.count_ones();
    let packet: Packet = Packet { kind: 3, length: 70_000, flags: 9 };
    let length: u32 = packet.length;
    let size: usize = std::mem::size_of::<Packet>();
    let alignment: usize = std::mem::align_of::<Aligned>();
    let aligned: Aligned = Aligned { value: packet.kind };
    let wrapper: Wrapper = Wrapper(packet.flags as u64 + 1);
    println!("{negative} {ones} {length} {size} {alignment} {}", aligned.value);
    println!("{:?} {:?} {} {}", level(6), level(2), Level::High as u8, wrapper.0);
}
