// Numbers in no order, sorted both ways the library has.
fn main() {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 8
    };
    let mut sum = 0_u64;
    for _ in 0..4 {
        let mut numbers: Vec<u32> = (0..1_000).map(|_| next()).collect();
        let mut others = numbers.clone();
        numbers.sort();
        others.sort_unstable_by(|a, b| b.cmp(a));
        sum += u64::from(numbers[100]) + u64::from(others[100]);
    }
    println!("{sum}");
}
