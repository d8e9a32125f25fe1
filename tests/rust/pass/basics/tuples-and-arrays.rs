fn main() {
    let mut grid = [[0; 3]; 2];
    grid[1][2] = 7;
    let (a, (b, c)) = (1, ("two", 3.0));
    println!("{grid:?} {a} {b} {c}");
}
