// Types without values, functions that do not return, results that cannot fail, types without size.

use std::convert::Infallible;

enum Void {}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Unit;

#[derive(Debug)]
enum Maybe<T, E> {
    Just(T),
    Never(E),
}

fn absurd<T>(void: Void) -> T {
    match void {}
}

fn always(n: u32) -> Result<u32, Infallible> {
    Ok(n + 1)
}

fn take<T>(value: Maybe<T, Void>) -> T {
    match value {
        Maybe::Just(it) => it,
        Maybe::Never(void) => absurd(void),
    }
}

fn fail(text: &str) -> ! {
    panic!("{text}")
}

fn positive(n: i32) -> u32 {
    let kept: u32 = match u32::try_from(n) {
        Ok(n) => n,
        Err(_) if n < -100 => fail("too small"),
        Err(_) => return 0,
    };
    kept
}

fn units(list: &[(Unit, ())]) -> usize {
    list.iter().filter(|(unit, empty)| *unit == Unit && *empty == ()).count()
}

fn main() {
    let sure: u32 = match always(4) {
        Ok(n) => n,
        Err(never) => match never {},
    };
    let none: Option<Void> = None;
    let taken: &str = take(Maybe::Just("it"));
    let looped: u32 = loop {
        let n: u32 = if sure > 3 { break sure * 2 } else { continue };
    };
    let other: Maybe<u8, ()> = Maybe::Never(());
    println!("{sure} {taken} {} {looped} {} {}", none.is_none(), positive(-3), positive(8));
    println!("{} {other:?}", units(&[(Unit, ()); 3]));
}
