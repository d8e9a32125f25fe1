include!(concat!(env!("OUT_DIR"), "/made.rs"));

pub fn greeting() -> &'static str {
    if cfg!(feature = "loud") { "HELLO" } else { "hello" }
}

#[test]
fn the_build_script_ran() {
    assert!(cfg!(is_built));
    assert!(!IS_NIGHTLY);
}

#[test]
fn greets() {
    println!("{}", greeting());
}
