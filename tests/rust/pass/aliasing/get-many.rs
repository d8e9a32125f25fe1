fn main() {
    let mut array = [1, 2, 3];
    if let Ok([a, c]) = array.get_disjoint_mut([0, 2]) {
        std::mem::swap(a, c);
    }
    println!("{array:?}");
}
