//! Makes programs and tries compilers with them, for as long as one likes.
//!
//! | thread | does |
//! | --- | --- |
//! | one | makes programs ahead of those who try them: lots of them, each for one backend |
//! | as many as there are jobs | try lots; and look closer at what seemed wrong, for a share of the time |
//! | the caller's | writes down what came of it, tells the user, and knows when it is enough |
//!
//! Between them are queues of a few lots, so that nobody runs ahead of the others by more. The machine knows what each program
//! must do, so a program needs one compiler to say something, and the next compiler gets other programs.
//!
//! - [`generator`]: what makes programs; [`corpus`]: which programs of others some of them start from.
//! - [`plan`]: which programs come next, and who tries them.
//! - `lot`: programs for one backend, and what came of them.
//! - `behaviour`: what a compiler was seen to do.
//! - `triage`: is it true, and what is the cause?
//! - `describe`: from what a closer look has shown to a finding.
//! - [`known`]: what the user has filed already.
//! - [`campaign`]: the threads.
//! - [`event`]: what happens, for whoever watches.

mod behaviour;
pub mod campaign;
pub mod corpus;
mod describe;
pub mod event;
pub mod generator;
pub mod known;
mod lot;
pub mod plan;
mod triage;

/// What a lock guards, also when a thread has died that had it.
fn locked<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
