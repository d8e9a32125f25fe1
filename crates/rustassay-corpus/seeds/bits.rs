// Bit manipulation, shifts, masks, bit fields in all widths.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Flags(u8);

impl Flags {
    const READ: Flags = Flags(1);
    const WRITE: Flags = Flags(1 << 1);

    fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

fn reverse(bits: u16) -> u16 {
    let mut from: u16 = bits;
    let mut to: u16 = 0;
    let mut left: u32 = 16;
    while left > 0 {
        to = (to << 1) | (from & 1);
        from >>= 1;
        left -= 1;
    }
    to
}

fn parity(bits: u128) -> bool {
    let mut rest: u128 = bits;
    let mut odd: bool = false;
    while rest != 0 {
        rest &= rest - 1;
        odd = !odd;
    }
    odd
}

fn pack(high: u8, low: u8) -> i16 {
    let bits: u16 = (high as u16) << 8 | low as u16;
    bits as i16
}

fn main() {
    let flags: Flags = Flags::default().with(Flags::READ).with(Flags::WRITE);
    let less: Flags = flags.without(Flags::READ);
    let has: bool = flags.has(Flags::WRITE) && !less.has(Flags::READ);
    let turned: u16 = reverse(0b1101_0000_0000_0001);
    let odd: bool = parity(0xffff_0000_ffff_0001);
    let packed: i16 = pack(0xfe, 0x0c);
    let turns: u32 = 0x8000_0001_u32.rotate_left(4);
    let zeros: u32 = 40_u64.leading_zeros() + 40_u64.trailing_zeros();
    println!("{flags:?} {less:?} {has} {turned} {odd} {packed} {turns} {zeros}");
}
