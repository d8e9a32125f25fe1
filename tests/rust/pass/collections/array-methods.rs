fn main() {
    let array = [3, 1, 2];
    println!("{:?} {:?}", array.map(|n| n * 2), array.iter().position(|&n| n == 2));
    let mut chunks = [1, 2, 3, 4, 5].chunks(2).map(|c| c.iter().sum::<i32>()).collect::<Vec<_>>();
    chunks.rotate_right(1);
    println!("{chunks:?} {:?}", [1, 2, 3].windows(2).map(|w| w[1] - w[0]).collect::<Vec<_>>());
}
