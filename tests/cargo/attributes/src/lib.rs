//! Tests by attributes of all kinds.

#[like_tokio::test]
async fn by_a_macro() {
    assert_eq!(1 + 1, 2);
}

#[like_tokio::test]
#[should_panic(expected = "wanted")]
async fn by_a_macro_with_a_panic() {
    panic!("as wanted");
}

#[std::prelude::v1::test]
#[ignore = "it is slow"]
fn by_its_path() {}

macro_rules! all {
    ($($name:ident)*) => { $(#[core::prelude::rust_2021::test] fn $name() {})* };
}

all!(by_a_pattern another_by_a_pattern);
