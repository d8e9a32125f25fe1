struct Pair {
    left: String,
    right: String,
}

fn main() {
    let mut pair = Pair { left: "l".into(), right: "r".into() };
    let (left, right) = (&mut pair.left, &mut pair.right);
    left.push_str(right);
    right.clear();
    println!("{:?} {:?}", pair.left, pair.right);
}
