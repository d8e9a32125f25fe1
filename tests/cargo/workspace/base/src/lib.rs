#![no_std]

/// The text above the workspace's members.
pub const ABOVE: &str = include_str!("../../above.txt");

pub fn sum(numbers: &[u64]) -> u64 {
    numbers.iter().sum()
}

#[test]
fn sums() {
    assert_eq!(sum(&[1, 2, 3]), 6);
    assert_eq!(ABOVE, "above\n");
    assert_eq!(file!(), "base/src/lib.rs");
}
