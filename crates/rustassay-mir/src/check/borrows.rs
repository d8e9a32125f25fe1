//! Borrow checking, which rustc does for bodies of the first two phases.

use super::{Checker, Cx};

impl<'a> Checker<'a> {
    /// Checks moves and borrows.
    pub(super) fn borrows(&mut self, _cx: Cx<'a>) {}
}
