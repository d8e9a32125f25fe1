fn describe(slice: &[i32]) -> String {
    match slice {
        [] => "empty".to_owned(),
        [one] => format!("one {one}"),
        [first, .., last] if first == last => format!("same {first}"),
        [first, middle @ .., last] => format!("{first} {middle:?} {last}"),
    }
}

fn main() {
    for slice in [&[][..], &[1], &[2, 3, 2], &[1, 2, 3, 4]] {
        println!("{}", describe(slice));
    }
}
