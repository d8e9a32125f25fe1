//! ```
//! println!("miri in a doc test: {}", cfg!(miri));
//! ```

#[cfg(miri)]
const SIZE: usize = only_with_miri::SIZE;
#[cfg(not(miri))]
const SIZE: usize = 1000;

#[test]
fn configured() {
    println!("size {SIZE}, answer {}", answer::answer());
    println!("from the settings: {}, from a flag: {}", cfg!(from_the_settings), cfg!(from_a_flag));
    println!("debug assertions: {}", cfg!(debug_assertions));
}

#[test]
#[cfg_attr(miri, ignore = "it is slow")]
fn slow() {}

/// The sum is library code that checks for overflow just if this crate does.
#[test]
fn overflows() {
    std::panic::set_hook(Box::new(|_| {}));
    println!("{:?}", std::panic::catch_unwind(|| [200u8, 100].iter().sum::<u8>()).ok());
}
