//! What every program brings along to show what it computed, and what some need to run: Rust text that is always the same.

use crate::config::{Edition, Mixture};
use crate::print::Form;

/// What a checksum begins with.
pub(crate) const START: u64 = 0xcbf2_9ce4_8422_2325;

/// A part of the harness.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// `catch`: runs what panics, quietly.
    Catch,
    /// `run`: drives futures, on one thread.
    Executor,
    /// `note`: the log of destructors.
    Drops,
}

/// What stands before a program's own items.
pub(crate) fn text(parts: &[Part], form: Form, mixture: &Mixture) -> String {
    let mut text = String::from("#![allow(warnings)]\n\n");
    if mixture.edition == Edition::E2018 {
        text.push_str("use std::convert::{TryFrom, TryInto};\nuse std::iter::FromIterator;\n");
    }
    text.push_str(include_str!("uses.rs.txt"));
    text.push_str(match form {
        Form::Checksum => include_str!("checksum.rs.txt"),
        Form::Debug => include_str!("debug.rs.txt"),
    });
    text.push_str(include_str!("mix.rs.txt"));
    for part in parts {
        text.push('\n');
        text.push_str(match part {
            Part::Catch => include_str!("catch.rs.txt"),
            Part::Executor => include_str!("executor.rs.txt"),
            Part::Drops => include_str!("drops.rs.txt"),
        });
    }
    text.push('\n');
    text
}
