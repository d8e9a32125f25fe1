fn main() {
    // The machine gives it some more turns when `main` has returned, and it ends.
    std::thread::spawn(|| {
        let mut sum = 0_u32;
        for n in 0..10 {
            sum = sum.wrapping_add(n);
        }
        std::hint::black_box(sum);
    });
}
