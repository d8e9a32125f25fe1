//! What somebody is told while a program runs: refused calls, progress, and the fate of what is tracked.

use super::*;

/// How much is told beside the remark itself.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nothing.
    None,
    /// The calls that are under way.
    Backtrace,
}

/// What is done with a remark.
type Observe = dyn FnMut(&Machine, &str, Detail);

/// Somebody who is told.
#[derive(Default)]
pub(super) struct Observer(Option<Box<Observe>>);

impl std::fmt::Debug for Observer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_some() { "somebody" } else { "nobody" })
    }
}

impl Machine {
    /// Tells somebody what is remarkable about the run, as it happens.
    pub fn set_observer(&mut self, observer: impl FnMut(&Machine, &str, Detail) + 'static) {
        self.outside.observer = Observer(Some(Box::new(observer)));
    }

    pub(crate) fn remark(&mut self, what: &str, detail: Detail) {
        if let Some(mut observer) = self.outside.observer.0.take() {
            observer(self, what, detail);
            self.outside.observer.0 = Some(observer);
        }
    }
}
