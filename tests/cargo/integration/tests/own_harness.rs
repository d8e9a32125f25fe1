fn main() {
    println!("no libtest here: {}", integration::get(&[5], 0));
}
