// Constants, statics, constant evaluation, arrays computed at compile time.

use std::sync::atomic::{AtomicU32, Ordering};

const TABLE: [u32; 16] = table();
static COUNTER: AtomicU32 = AtomicU32::new(3);
static GREETING: &str = "hello";
const LIMITS: (i8, i8) = (i8::MIN, i8::MAX);

const fn table() -> [u32; 16] {
    let mut result: [u32; 16] = [0; 16];
    let mut at: usize = 0;
    while at < 16 {
        result[at] = mixed(at as u32);
        at += 1;
    }
    result
}

const fn mixed(value: u32) -> u32 {
    let spread: u32 = value.wrapping_mul(2_654_435_761);
    spread ^ (spread >> 13)
}

struct Config {
    width: usize,
    name: &'static str,
}

impl Config {
    const SMALL: Config = Config { width: 2, name: "small" };
    const LARGE: Config = Config { width: Config::SMALL.width * 8, ..Config::SMALL };
}

fn bump(by: u32) -> u32 {
    let before: u32 = COUNTER.fetch_add(by, Ordering::SeqCst);
    before * 2
}

fn look_up(at: usize) -> u32 {
    if at < TABLE.len() { TABLE[at] } else { 0 }
}

fn main() {
    let first: u32 = bump(4);
    let second: u32 = bump(1);
    let entry: u32 = look_up(5);
    let nothing: u32 = look_up(50);
    let width: usize = Config::LARGE.width;
    println!("{first} {second} {entry} {nothing} {width} {} {GREETING}", Config::LARGE.name);
    println!("{} {}", LIMITS.0, LIMITS.1);
}
