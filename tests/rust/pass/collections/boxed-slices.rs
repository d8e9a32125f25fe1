fn main() {
    let slice: Box<[u16]> = vec![1, 2, 3].into_boxed_slice();
    let text: Box<str> = "text".into();
    println!("{slice:?} {text}");
    println!("{}", slice.into_vec().len());
}
