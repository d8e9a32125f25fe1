mod shared;

#[test]
fn in_bounds() {
    assert_eq!(integration::get(&shared::numbers(), 2), 3);
}

#[test]
fn out_of_bounds() {
    assert_eq!(integration::get(&shared::numbers(), 3), 4);
}
