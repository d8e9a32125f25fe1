fn main() {
    let mut state = 1_u32;
    let random = std::iter::from_fn(|| {
        state = state.wrapping_mul(1664525).wrapping_add(1013904223);
        Some(state >> 24)
    });
    println!("{:?}", random.take(5).collect::<Vec<_>>());
    println!("{:?}", std::iter::successors(Some(100), |n| (*n > 1).then_some(n / 3)).collect::<Vec<_>>());
}
