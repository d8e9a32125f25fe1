//! rust-lang/rust#25860 (open, unsound): a function may assume that the types of its parameters are well-formed. As a value of a
//! higher-ranked function pointer it is called by those who need not prove that.
//!
//! 1.95: accept
//! next-solver: accept
//! runs: 2
//! rules: a function whose parameter `&'a &'b ()` implies `'b: 'a`, which its body needs (implied bounds); the function as a value;
//! subsumption of function pointers, contravariant in parameters, where `'b` is bound by `for` in one place and `'static` in the other.

fn shorten<'a, 'b, T>(_proof: &'a &'b (), value: &'b T) -> &'a T {
    value
}

pub fn extend<'c, T>(value: &'c T) -> &'static T {
    let f: for<'x> fn(&'static &'static (), &'x T) -> &'static T = shorten;
    f(&&(), value)
}

fn main() {
    let mut x = 1;
    let r = extend(&x);
    x = 2;
    println!("{r}");
}
