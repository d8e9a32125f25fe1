//! Miscompiled by rustc 1.95 with `-Copt-level=3 -Cllvm-args=-attributor-enable=all`, which nobody should
//! use.

fn main() {
    let mut numbers: Vec<u32> = (0..20).map(|n| n * 7919 % 31).collect();
    numbers.sort();
    println!("{numbers:?}");
}
