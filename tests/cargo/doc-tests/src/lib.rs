//! Every kind of doc test.
//!
//! ```
//! assert_eq!(doc_tests::first(&[7]), 7);
//! ```

/// The first number.
///
/// ```should_panic
/// doc_tests::first(&[]);
/// ```
///
/// ```should_panic
/// doc_tests::first(&[1]);
/// ```
///
/// ```no_run
/// loop {}
/// ```
///
/// ```compile_fail
/// let number: u8 = "text";
/// ```
///
/// ```compile_fail
/// let number: u8 = 1;
/// ```
///
/// ```ignore
/// this is no code
/// ```
///
/// ```edition2018
/// let async_is_a_name = 1;
/// # let dyn_ = doc_tests::first(&[async_is_a_name]);
/// ```
///
/// ```
/// use std::num::ParseIntError;
/// let number: u8 = "5".parse()?;
/// assert_eq!(doc_tests::first(&[number]), 5);
/// # Ok::<(), ParseIntError>(())
/// ```
///
/// ```
/// fn main() -> Result<(), String> {
///     Err("an error".to_owned())
/// }
/// ```
///
/// ```
/// let number = unsafe { *doc_tests::first_unchecked(&[]) };
/// ```
///
/// ```
/// let wrong: u8 = doc_tests::no_such_function();
/// ```
///
/// ```test_harness
/// #[test]
/// fn within() {
///     assert_eq!(env!("CARGO_PKG_NAME"), "doc-tests");
/// }
/// ```
///
/// ```text
/// no test at all
/// ```
pub fn first(numbers: &[u8]) -> u8 {
    numbers[0]
}

/// The first number, if there is one.
///
/// # Safety
///
/// There must be one before it is read.
pub unsafe fn first_unchecked(numbers: &[u8]) -> *const u8 {
    numbers.as_ptr()
}
