extern crate base;

fn main() {
    println!("{}{}", base::ABOVE, base::sum(&[20, 22]));
}

#[test]
fn the_base_is_there() {
    assert_eq!(base::sum(&[]), 0);
}
