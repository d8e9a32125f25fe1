fn main() {
    let mut rows = vec![vec![0; 3]; 2];
    rows[1][0] = 5;
    rows.push(Vec::new());
    println!("{rows:?} {}", rows.concat().len());
}
