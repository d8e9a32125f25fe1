//! Who is told of changes, by their inverses.

/// Takes the inverses of changes, in the order in which the changes happen.
pub trait Log<Inverse> {
    /// Takes one. Only a log that keeps it has it made.
    fn push(&mut self, inverse: impl FnOnce() -> Inverse);
}

/// A function is a log that keeps all.
impl<Inverse, Keep: FnMut(Inverse)> Log<Inverse> for Keep {
    #[inline]
    fn push(&mut self, inverse: impl FnOnce() -> Inverse) {
        self(inverse());
    }
}

/// A log for the changes of a part: each is a change of the whole, as the function says.
pub struct Within<'a, Whole, AsWhole>(pub &'a mut Whole, pub AsWhole);

impl<Inner, Outer, Whole: Log<Outer>, AsWhole: Fn(Inner) -> Outer> Log<Inner> for Within<'_, Whole, AsWhole> {
    #[inline]
    fn push(&mut self, inverse: impl FnOnce() -> Inner) {
        let as_whole = &self.1;
        self.0.push(|| as_whole(inverse()));
    }
}
