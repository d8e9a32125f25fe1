fn main() {
    let (mut a, mut b) = (String::from("a"), String::from("b"));
    std::mem::swap(&mut a, &mut b);
    let old = std::mem::replace(&mut a, String::from("c"));
    let taken = std::mem::take(&mut b);
    println!("{a} {b:?} {old} {taken}");
}
