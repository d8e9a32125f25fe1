fn main() {
    let mut squares = [0_u64; 64];
    std::thread::scope(|scope| {
        for (n, part) in squares.chunks_mut(16).enumerate() {
            scope.spawn(move || {
                for (m, square) in part.iter_mut().enumerate() {
                    *square = ((16 * n + m) as u64).pow(2);
                }
            });
        }
    });
    println!("{}", squares.iter().sum::<u64>());
}
