//! rust-lang/rust#140071 (open): a bound under an unused `for` holds once and is ambiguous if it is repeated.
//!
//! 1.95: reject E0283
//! next-solver: accept
//! rules: a bound of a function pointer under `for`; repetition of a bound, which means nothing.

pub fn f()
where
    for<'a> for<'b> fn(&'b str): Clone,
    for<'a> for<'b> fn(&'b str): Clone,
{
}
