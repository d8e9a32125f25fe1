// How types lie in memory: representations, discriminants, packed fields, niches, unions, casts between all of these.

use std::mem::{align_of, size_of};
use std::num::NonZeroU32;

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Low = 1,
    Middle = Level::Low as u8 * 4,
    High = 200,
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Header {
    tag: u8,
    length: u32,
    flags: [bool; 3],
}

#[repr(C, packed(2))]
#[derive(Clone, Copy)]
struct Tight {
    tag: u8,
    length: u32,
}

#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
struct Meters(f64);

#[repr(C)]
union Bits {
    number: u32,
    float: f32,
    bytes: [u8; 4],
}

#[repr(i16)]
enum Signed {
    Minus,
    Data(u8),
}

fn discriminant(signed: &Signed) -> i16 {
    match signed {
        Signed::Minus => -3,
        Signed::Data(n) => 7 + i16::from(*n),
    }
}

fn main() {
    let header: Header = Header { tag: 1, length: 2, flags: [true, false, true] };
    let tight: Tight = Tight { tag: header.tag, length: header.length };
    let copied: u32 = { tight.length };
    let bits: Bits = Bits { float: 1.5 };
    let (number, low): (u32, u8) = unsafe { (bits.number, bits.bytes[3]) };
    let level: Level = if copied > 1 { Level::High } else { Level::Low };
    let raw: u8 = level as u8;
    let niche: bool = size_of::<Option<NonZeroU32>>() == size_of::<u32>();
    let nested: Option<Option<Option<Level>>> = Some(Some(None));
    println!("{} {} {}", size_of::<Header>(), align_of::<Tight>(), size_of::<Tight>());
    println!("{number} {low} {raw} {niche} {nested:?} {}", Level::Middle as i32 + header.flags[0] as i32);
    println!("{:?} {} {}", Meters(2.0), discriminant(&Signed::Minus), discriminant(&Signed::Data(1)));
    println!("{}", tight.tag);
}
