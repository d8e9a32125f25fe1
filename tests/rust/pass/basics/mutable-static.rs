static mut TOTAL: u32 = 0;

fn add(n: u32) {
    unsafe { TOTAL += n }
}

fn main() {
    (1..=4).for_each(add);
    println!("{}", unsafe { TOTAL });
}
