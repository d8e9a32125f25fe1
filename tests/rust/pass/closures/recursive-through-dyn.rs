fn fix(f: &dyn Fn(&dyn Fn(u64) -> u64, u64) -> u64, n: u64) -> u64 {
    f(&|m| fix(f, m), n)
}

fn main() {
    println!("{}", fix(&|recur, n| if n == 0 { 1 } else { n * recur(n - 1) }, 10));
}
