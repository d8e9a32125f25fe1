fn main() {
    let boxed = Box::new([1, 2, 3]);
    let slice: Box<[i32]> = boxed;
    println!("{slice:?} {}", slice.len());
    let text = *Box::new(String::from("out"));
    println!("{text}");
}
