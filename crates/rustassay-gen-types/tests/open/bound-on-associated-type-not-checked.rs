//! rust-lang/rust#154172 (open): what an associated type may be used for (`where T: 'static`) is not checked where its own bound says what a projection of it is.
//!
//! 1.95: accept
//! next-solver: accept
//! runs: 2
//! rules: an associated type with a `where` clause and a bound that fixes its own associated type; a projection of the projection as a parameter's type;
//! the function as a value.

trait Apply<T> {
    type Output: Same<Is = T>
    where
        T: 'static;
}
struct Identity;
impl<T> Apply<T> for Identity {
    type Output
        = T
    where
        T: 'static;
}

trait Same {
    type Is;
}
impl<T> Same for T {
    type Is = T;
}

fn odd<'a, A: Apply<&'a i32>>(value: <<A as Apply<&'a i32>>::Output as Same>::Is) -> &'static i32 {
    value
}

pub fn extend<'a, A: Apply<&'a i32>>(value: &'a i32) -> &'static i32 {
    (&odd::<'a, A> as &dyn Fn(&'a i32) -> &'static i32)(value)
}

fn main() {
    let mut x = 1;
    let r = extend::<Identity>(&x);
    x = 2;
    println!("{r}");
}
