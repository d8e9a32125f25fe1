//! rust-lang/rust#152607 (open, unsound): a supertrait's bound on an associated type is believed of every implementation, and nobody checks it of
//! `dyn Sub<Assoc = T>`.
//!
//! 1.95: accept
//! next-solver: accept
//! runs: [1, 2] [1, 2]
//! rules: a trait with an associated type; a subtrait that bounds it (`Super<Assoc: Copy>`); a function of all `T: Sub + ?Sized` that uses the bound;
//! `dyn Sub<Assoc = A>` as its argument, where `A` does not meet the bound.

trait Super {
    type Assoc;
}
trait Sub: Super<Assoc: Copy> {}

fn copy<T: Sub + ?Sized>(value: &T::Assoc) -> T::Assoc {
    *value
}

pub fn copy_of<A>(value: &A) -> A {
    copy::<dyn Sub<Assoc = A>>(value)
}

fn main() {
    let list = vec![1, 2];
    let other = copy_of(&list);
    println!("{list:?} {other:?}");
    // There is only one list, so it must not be dropped twice.
    std::mem::forget(other);
}
