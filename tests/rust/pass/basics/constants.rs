const SQUARES: [u32; 5] = {
    let mut squares = [0; 5];
    let mut n = 0;
    while n < 5 {
        squares[n] = (n * n) as u32;
        n += 1;
    }
    squares
};

fn main() {
    println!("{SQUARES:?}");
}
