//! A method that blames its caller, but whose trait does not say so, blames its own definition when it is called by a vtable.

use std::panic::Location;

trait Blame {
    fn blamed(&self) -> &'static Location<'static>;
}

struct Caller;

impl Blame for Caller {
    #[track_caller]
    fn blamed(&self) -> &'static Location<'static> {
        Location::caller()
    }
}

fn main() {
    println!("{}", Caller.blamed().line());
    let object: &dyn Blame = &Caller;
    println!("{}", object.blamed().line());
}
