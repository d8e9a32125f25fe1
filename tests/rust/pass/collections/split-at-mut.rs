fn main() {
    let mut array = [1, 2, 3, 4];
    let (left, right) = array.split_at_mut(2);
    left[0] = right[1];
    right.swap_with_slice(left);
    println!("{array:?}");
}
