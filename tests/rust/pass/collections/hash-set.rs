use std::collections::HashSet;

fn main() {
    let a: HashSet<u32> = (0..50).collect();
    let b: HashSet<u32> = (25..75).collect();
    println!("{} {} {}", a.intersection(&b).count(), a.union(&b).count(), a.contains(&60));
}
