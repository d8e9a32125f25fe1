// What is computed while compiling: constant functions, tables, associated constants, statics that name each other.

const fn power(base: u64, exponent: u32) -> u64 {
    let mut result: u64 = 1;
    let mut n: u32 = 0;
    while n < exponent {
        result = result.wrapping_mul(base);
        n += 1;
    }
    result
}

const fn table() -> [u64; 8] {
    let mut found: [u64; 8] = [0; 8];
    let mut at: usize = 0;
    while at < found.len() {
        found[at] = power(3, at as u32) % 17;
        at += 1;
    }
    found
}

trait Shape {
    const SIDES: usize;
    const NAME: &'static str = "shape";
    fn corners() -> [u8; 4];
}

struct Square;
struct Line<const N: usize>;

impl Shape for Square {
    const SIDES: usize = 4;
    const NAME: &'static str = "square";
    fn corners() -> [u8; 4] {
        [Self::SIDES as u8; 4]
    }
}

impl<const N: usize> Shape for Line<N> {
    const SIDES: usize = N;
    fn corners() -> [u8; 4] {
        [N as u8, 0, 0, N as u8]
    }
}

const TABLE: [u64; 8] = table();
const LARGEST: u64 = if TABLE[3] > TABLE[4] { TABLE[3] } else { TABLE[4] };
static FIRST: &[u64] = &TABLE;
static SECOND: &&[u64] = &FIRST;
const LIMIT: u32 = u32::MAX >> 28;

fn class(n: u32) -> &'static str {
    const HALF: u32 = LIMIT / 2;
    match n {
        0 => "none",
        1..=HALF => "small",
        LIMIT => "limit",
        _ => "large",
    }
}

fn main() {
    let lanes: [u8; Square::SIDES] = [1; Square::SIDES];
    let name: &str = <Line<3> as Shape>::NAME;
    let corners: [u8; 4] = Line::<5>::corners();
    let sum: u64 = SECOND.iter().sum::<u64>() + LARGEST;
    println!("{lanes:?} {name} {} {corners:?} {sum} {} {}", Square::NAME, class(7), class(15));
}
