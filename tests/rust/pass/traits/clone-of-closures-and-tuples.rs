fn main() {
    let text = String::from("a");
    let closure = move |n: usize| text.repeat(n);
    let other = closure.clone();
    let tuple = (closure(2), [String::from("b")]);
    println!("{:?} {}", tuple.clone(), other(3));
}
