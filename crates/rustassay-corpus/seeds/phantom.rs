// Type states, phantom types, zero-sized types, sealed traits.

use std::marker::PhantomData;

mod sealed {
    pub trait Sealed {}
}

trait Unit: sealed::Sealed {
    const FACTOR: u32;
    const NAME: &'static str;
}

struct Meters;
struct Kilometers;

impl sealed::Sealed for Meters {}
impl sealed::Sealed for Kilometers {}

impl Unit for Meters {
    const FACTOR: u32 = 1;
    const NAME: &'static str = "m";
}

impl Unit for Kilometers {
    const FACTOR: u32 = 1000;
    const NAME: &'static str = "km";
}

struct Length<U: Unit> {
    amount: u32,
    unit: PhantomData<U>,
}

impl<U: Unit> Length<U> {
    fn new(amount: u32) -> Self {
        Length { amount, unit: PhantomData }
    }

    fn convert<V: Unit>(&self) -> Length<V> {
        let base: u32 = self.amount * U::FACTOR;
        Length::new(base / V::FACTOR)
    }

    fn text(&self) -> String {
        format!("{}{}", self.amount, U::NAME)
    }
}

struct Open;
struct Closed;

struct Door<S> {
    uses: u32,
    state: PhantomData<S>,
}

impl Door<Closed> {
    fn open(self) -> Door<Open> {
        Door { uses: self.uses + 1, state: PhantomData }
    }
}

impl Door<Open> {
    fn close(self) -> Door<Closed> {
        Door { uses: self.uses + 1, state: PhantomData }
    }
}

fn main() {
    let far: Length<Kilometers> = Length::new(42);
    let near: Length<Meters> = far.convert();
    let door: Door<Closed> = Door { uses: 0, state: PhantomData };
    let uses: u32 = door.open().close().open().uses;
    let size: usize = std::mem::size_of::<PhantomData<Length<Meters>>>();
    println!("{} {} {uses} {size}", far.text(), near.text());
}
