//! A library without the standard library, with tests.

#![no_std]

/// Adds up.
///
/// ```
/// assert_eq!(bare::sum(&[1, 2]), 3);
/// ```
pub fn sum(numbers: &[u32]) -> u32 {
    numbers.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn adds_up() {
        assert_eq!(sum(&[1, 2, 3]), 6);
    }

    #[test]
    #[should_panic(expected = "overflow")]
    fn adds_too_much() {
        sum(&[u32::MAX, 1]);
    }
}
