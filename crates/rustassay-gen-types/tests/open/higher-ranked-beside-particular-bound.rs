//! Two bounds of which the first implies the second. The old solver takes a lifetime for something to be chosen, and cannot
//! choose; see rust-lang/rust#21974 on bounds that shadow others. The next solver looks for the most general one.
//!
//! 1.95: reject E0283
//! next-solver: accept
//! rules: a trait with a lifetime; `for<'a> T: Trait<'a>` and `T: Trait<'static>` in one list; well-formedness of the list.

pub trait Trait<'a> {
    fn method(&self);
}

pub fn call<T>(value: T)
where
    T: for<'a> Trait<'a> + Trait<'static>,
{
    value.method()
}
