//! rust-lang/rust#84591 (open, unsound): from `for<'a, 'b> T: Sub<'a, 'b, &'b &'a ()>` its supertraits follow for all `'a` and `'b`, though the
//! argument of `Sub` is only well-formed where `'a: 'b`.
//!
//! 1.95: accept
//! next-solver: accept
//! runs: 2
//! rules: a trait with lifetimes and a supertrait that has them, too; a bound with `for` whose argument is a type that implies an order;
//! elaboration of a higher-ranked bound to its supertrait; an implementation that needs the order.

trait Super<'a, 'b> {
    fn convert<T>(value: &'a T) -> &'b T;
}
trait Sub<'a, 'b, R>: Super<'a, 'b> {}

struct S;
impl<'a: 'b, 'b> Super<'a, 'b> for S {
    fn convert<T>(value: &'a T) -> &'b T {
        value
    }
}
impl<'a, 'b> Sub<'a, 'b, &'b &'a ()> for S {}

fn by_super<'x, 'y, I, T>(value: &'x T) -> &'y T
where
    I: for<'a, 'b> Super<'a, 'b>,
{
    I::convert(value)
}

fn by_sub<'x, 'y, I, T>(value: &'x T) -> &'y T
where
    I: for<'a, 'b> Sub<'a, 'b, &'b &'a ()>,
{
    by_super::<I, T>(value)
}

pub fn extend<'x, 'y, T>(value: &'x T) -> &'y T {
    by_sub::<S, T>(value)
}

fn main() {
    let mut x = 1;
    let r = extend(&x);
    x = 2;
    println!("{r}");
}
