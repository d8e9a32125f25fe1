fn main() {
    let found = 'outer: loop {
        for a in 1.. {
            for b in 1..a {
                if a * b == 42 {
                    break 'outer (a, b);
                }
            }
        }
    };
    println!("{found:?}");
}
