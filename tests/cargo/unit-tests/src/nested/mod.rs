mod deeper;

#[test]
fn files_keep_their_names() {
    assert_eq!((file!(), line!()), ("src/nested/mod.rs", 5));
    assert_eq!(std::panic::Location::caller().file(), "src/nested/mod.rs");
}
