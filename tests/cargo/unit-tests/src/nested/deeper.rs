#[test]
fn text_is_included() {
    assert_eq!(include_str!("../../data.txt"), "data\n");
}
