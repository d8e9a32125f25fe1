// A file says itself how it is compiled: here `small` is configured, and overflow is not checked.
//@ compile-flags: --cfg small -Coverflow-checks=no

#[cfg(small)]
fn size() -> &'static str {
    "small"
}

#[cfg(not(small))]
fn size() -> &'static str {
    "large"
}

fn main() {
    println!("{}", size());
    // Both in this crate and in what the library does on its behalf.
    println!("{}", std::hint::black_box(255u8) + 1);
    println!("{}", [200u8, 100].iter().sum::<u8>());
}
