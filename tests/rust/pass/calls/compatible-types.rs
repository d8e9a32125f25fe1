//! Types that are passed alike: what has null or zero as its `None`, whatever the enum is called, and wrappers of it.

use std::num::NonZero;

#[repr(transparent)]
#[derive(Clone)]
struct Wrapper<T>(T);

#[derive(Clone)]
enum Either<T, U> {
    Left(T),
    #[allow(unused)]
    Right(U, ()),
}

fn same<T>(value: T) -> T {
    value
}

fn call_as<T: Clone, U: Clone>(first: T, second: U) {
    let function: fn(T) -> T = same;
    let function: fn(U) -> U = unsafe { std::mem::transmute(function) };
    let _ = function(second);
    let function: fn(U) -> U = same;
    let function: fn(T) -> T = unsafe { std::mem::transmute(function) };
    let _ = function(first);
}

fn main() {
    let number = NonZero::new(1_u32).unwrap();
    let pointer = &raw const number;
    call_as(1_u32, number);
    call_as(1_u32, Some(number));
    call_as(1_u32, Some(Wrapper(number)));
    call_as(1_u32, Ok::<_, ()>(number));
    call_as(1_u32, Err::<(), _>(Wrapper(number)));
    call_as(pointer, Some(&number));
    call_as(pointer, Either::<_, [u8; 0]>::Left(&number));
    call_as(1_u32, 'x');
    call_as(main as fn(), Some(main as fn()));
    println!("all called");
}
