//! rust-lang/rust#84366 (open, unsound): a closure that captures nothing outlives everything, also if its result does not; and what a type outlives, its
//! associated types outlive.
//!
//! 1.95: accept
//! next-solver: accept
//! runs: 2
//! rules: a closure with an annotated result that has a lifetime; a blanket implementation for `F: Fn() -> R` with the associated type `R`; a
//! bound `F: 'static`, from which that of a projection follows.

trait Output {
    type Out;
}
impl<R, F: Fn() -> R> Output for F {
    type Out = R;
}

fn boxed<T: Output + 'static>(_: &T, value: T::Out) -> Box<dyn std::fmt::Display>
where
    T::Out: std::fmt::Display,
{
    Box::new(value)
}

pub fn extend<'a>(value: &'a i32) -> Box<dyn std::fmt::Display> {
    let f = || -> &'a i32 { &0 };
    boxed(&f, value)
}

fn main() {
    let mut x = 1;
    let r = extend(&x);
    x = 2;
    println!("{r}");
}
