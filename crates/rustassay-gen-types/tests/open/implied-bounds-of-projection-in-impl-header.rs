//! rust-lang/rust#100051 (open, unsound): an implementation may assume that the types of its header are well-formed as they are written. Whoever uses
//! it proves so much only of what they are normalized to.
//!
//! 1.95: accept
//! next-solver: accept
//! runs: 2
//! rules: a blanket implementation with an associated type; an implementation for a projection of a type that implies an order, which a method's
//! body needs; a bound with `for` that keeps the projection from being normalized where the implementation is checked.

trait Forget {
    type Out;
}
impl<T> Forget for T {
    type Out = ();
}

trait Extend<'a, 'b> {
    fn extend<T>(self, value: &'a T) -> &'b T;
}
impl<'a, 'b> Extend<'a, 'b> for <&'b &'a () as Forget>::Out
where
    for<'x, 'y> &'x &'y (): Forget,
{
    fn extend<T>(self, value: &'a T) -> &'b T {
        value
    }
}

pub fn extend<'a, 'b, T>(value: &'a T) -> &'b T {
    <() as Extend<'a, 'b>>::extend((), value)
}

fn main() {
    let mut x = 1;
    let r = extend(&x);
    x = 2;
    println!("{r}");
}
