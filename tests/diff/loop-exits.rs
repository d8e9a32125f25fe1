//! Crashes rustc 1.95 with `-Cpasses=unify-loop-exits`, which nobody should use: a loop with two ways out.

fn first_divisor(n: u32) -> Option<u32> {
    for divisor in 2..n {
        if n % divisor == 0 {
            return Some(divisor);
        }
        if divisor * divisor > n {
            break;
        }
    }
    None
}

fn main() {
    for n in [4, 7, 91, 97] {
        println!("{n}: {:?}", first_divisor(n));
    }
}
