// Integer arithmetic in its several manners: plain, wrapping, checked, saturating, overflowing.

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    gcd(b, a % b)
}

fn power(base: u32, exponent: u32) -> u32 {
    let mut result: u32 = 1;
    let mut left: u32 = exponent;
    let mut square: u32 = base;
    while left > 0 {
        if left & 1 == 1 {
            result = result.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        left >>= 1;
    }
    result
}

fn digits(number: u64) -> u32 {
    let mut rest: u64 = number;
    let mut sum: u32 = 0;
    while rest != 0 {
        sum += (rest % 10) as u32;
        rest /= 10;
    }
    sum
}

fn average(left: i32, right: i32) -> i32 {
    let wide: i64 = left as i64 + right as i64;
    (wide / 2) as i32
}

fn main() {
    let common: u64 = gcd(1071, 462);
    let large: u32 = power(3, 21);
    let sum: u32 = digits(9_876_543_210);
    let middle: i32 = average(-17, 42);
    let checked: Option<u8> = 200_u8.checked_add(100);
    let saturated: i8 = 100_i8.saturating_add(100);
    let (wrapped, over): (u16, bool) = 65_000_u16.overflowing_add(1_000);
    println!("{common} {large} {sum} {middle}");
    println!("{checked:?} {saturated} {wrapped} {over}");
}
