pub fn wrong() -> u32 {
    "not a number"
}

#[test]
fn is_never_run() {}
