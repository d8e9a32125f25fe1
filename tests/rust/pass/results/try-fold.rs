fn main() {
    let sum = |items: &[&str]| items.iter().try_fold(0_i8, |total, item| total.checked_add(item.parse().ok()?));
    println!("{:?} {:?} {:?}", sum(&["1", "2"]), sum(&["100", "100"]), sum(&["x"]));
}
