fn main() {
    let caught = std::panic::catch_unwind(|| panic!("no one catches this"));
    println!("caught: {}", caught.is_err());
}

#[test]
fn unwinds_in_tests() {
    assert!(std::panic::catch_unwind(|| panic!("caught")).is_err());
}
