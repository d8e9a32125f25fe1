fn push_twice(list: &mut Vec<u8>) {
    let again = &mut *list;
    again.push(1);
    list.push(2);
}

fn longest<'a>(a: &'a mut String, b: &'a mut String) -> &'a mut String {
    if a.len() > b.len() { a } else { b }
}

fn main() {
    let mut list = vec![];
    push_twice(&mut list);
    let (mut a, mut b) = (String::from("long"), String::from("x"));
    longest(&mut a, &mut b).push('!');
    println!("{list:?} {a} {b}");
}
