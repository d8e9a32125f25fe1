//! rust-lang/rust#57893 (open, unsound): `dyn Trait<Out = A>` implements the trait with the type that it names, and a blanket implementation
//! for all types, also unsized ones, implements it with another.
//!
//! 1.95: accept
//! next-solver: reject E0284
//! runs: 4.5
//! rules: a trait with an associated type; an implementation for all `T: ?Sized`; `dyn Trait<Out = A>` as a type argument; normalization of a
//! projection of a parameter by the implementation in one function, and of `dyn` by its own type in another.

trait Tie<U> {
    type Out;
}
impl<T: ?Sized, U> Tie<U> for T {
    type Out = U;
}

fn by_impl<T: ?Sized, U>(value: <T as Tie<U>>::Out) -> U {
    value
}

pub fn transmute<A, B>(value: A) -> B {
    by_impl::<dyn Tie<B, Out = A>, B>(value)
}

fn main() {
    println!("{}", transmute::<&u64, &f64>(&0x4012_0000_0000_0000));
}
