fn main() {
    let mut total = 0;
    let factor = 3;
    let mut add = |n: i32| total += n * factor;
    add(1);
    add(2);
    println!("{total}");
    let text = String::from("moved");
    let consume = move || text;
    println!("{}", consume());
}
