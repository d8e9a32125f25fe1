// Recursion: mutual, with memory, over slices, with accumulators.

fn is_even(number: u32) -> bool {
    if number == 0 { true } else { is_odd(number - 1) }
}

fn is_odd(number: u32) -> bool {
    if number == 0 { false } else { is_even(number - 1) }
}

fn ackermann(left: u64, right: u64) -> u64 {
    match (left, right) {
        (0, right) => right + 1,
        (left, 0) => ackermann(left - 1, 1),
        (left, right) => ackermann(left - 1, ackermann(left, right - 1)),
    }
}

fn fibonacci(n: usize, memory: &mut Vec<Option<u64>>) -> u64 {
    if n < 2 {
        return n as u64;
    }
    if let Some(known) = memory[n] {
        return known;
    }
    let value: u64 = fibonacci(n - 1, memory) + fibonacci(n - 2, memory);
    memory[n] = Some(value);
    value
}

fn hanoi(disks: u32, from: u8, to: u8, over: u8, moves: &mut Vec<(u8, u8)>) {
    if disks == 0 {
        return;
    }
    hanoi(disks - 1, from, over, to, moves);
    moves.push((from, to));
    hanoi(disks - 1, over, to, from, moves);
}

fn permutations(items: &mut [u8], at: usize, count: &mut u32) {
    if at == items.len() {
        *count += (items[0] < items[items.len() - 1]) as u32;
        return;
    }
    for other in at..items.len() {
        items.swap(at, other);
        permutations(items, at + 1, count);
        items.swap(at, other);
    }
}

fn main() {
    let even: bool = is_even(10) && !is_odd(4);
    let grown: u64 = ackermann(2, 3);
    let mut memory: Vec<Option<u64>> = vec![None; 50];
    let far: u64 = fibonacci(40, &mut memory);
    let mut moves: Vec<(u8, u8)> = Vec::new();
    hanoi(4, 1, 3, 2, &mut moves);
    let mut count: u32 = 0;
    permutations(&mut [1, 2, 3, 4], 0, &mut count);
    println!("{even} {grown} {far} {} {count}", moves.len());
}
