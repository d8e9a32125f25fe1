//! Schedules as text: which thread takes each action of an execution, and what is chosen where the action leaves something open.
//!
//! `0x3,1:2,0` is three actions of thread 0, one of thread 1 with the third of the alternatives that it has, and one of thread 0. Several
//! choices of one action have dots between them, `1:2.0.1`; where none is written the first alternative is meant.

use crate::threads::ThreadId;
use std::fmt;
use std::str::FromStr;

/// The order in which threads take their visible actions.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Schedule(Vec<Turn>);

/// An action in a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Turn {
    pub(super) thread: ThreadId,
    /// Which alternatives it takes, one after the other. The first ones at the end are left out.
    pub(super) choices: Vec<usize>,
}

impl Schedule {
    pub(super) fn push(&mut self, thread: ThreadId, choices: impl IntoIterator<Item = usize>) {
        let mut choices = Vec::from_iter(choices);
        while choices.last() == Some(&0) {
            choices.pop();
        }
        self.0.push(Turn { thread, choices });
    }

    pub(super) fn turns(&self) -> &[Turn] {
        &self.0
    }

    /// How many actions it has.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, same) in self.0.chunk_by(|a, b| a == b).enumerate() {
            let Turn { thread, choices } = &same[0];
            write!(f, "{}{}", if n == 0 { "" } else { "," }, thread.0)?;
            for (n, choice) in choices.iter().enumerate() {
                write!(f, "{}{choice}", if n == 0 { ":" } else { "." })?;
            }
            if same.len() > 1 {
                write!(f, "x{}", same.len())?;
            }
        }
        Ok(())
    }
}

/// A text that is no schedule: the part of it that is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScheduleError(String);

impl fmt::Display for ScheduleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no part of a schedule such as `0x3,1:2,0`", self.0)
    }
}

impl std::error::Error for ScheduleError {}

/// A schedule of a program that ends has fewer actions.
const MOST_ACTIONS: usize = 1 << 24;

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Schedule, ScheduleError> {
        let mut schedule = Schedule::default();
        for part in text.trim().split(',') {
            let turn = || -> Option<(Turn, usize)> {
                let (rest, count) = match part.split_once('x') {
                    Some((rest, count)) => (rest, count.parse().ok()?),
                    None => (part, 1),
                };
                let (thread, choices) = match rest.split_once(':') {
                    Some((thread, choices)) => {
                        (thread, choices.split('.').map(str::parse).collect::<Result<_, _>>().ok()?)
                    }
                    None => (rest, Vec::new()),
                };
                Some((Turn { thread: ThreadId(thread.parse().ok()?), choices }, count))
            };
            let turn = turn().filter(|(_, count)| *count <= MOST_ACTIONS - schedule.len());
            let Some((turn, count)) = turn else { return Err(ScheduleError(part.to_owned())) };
            schedule.0.extend(std::iter::repeat_n(turn, count));
        }
        Ok(schedule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schedule_that_was_written_reads_back() {
        let mut schedule = Schedule::default();
        for (thread, choices) in
            [(0, vec![]), (0, vec![0, 0]), (2, vec![1, 0, 3, 0]), (2, vec![1]), (0, vec![])]
        {
            schedule.push(ThreadId(thread), choices);
        }
        assert_eq!(schedule.to_string(), "0x2,2:1.0.3,2:1,0");
        assert_eq!(schedule.to_string().parse(), Ok(schedule));
    }

    #[test]
    fn what_is_no_schedule_is_named() {
        for (text, part) in
            [("", ""), ("0,,1", ""), ("0,x3", "x3"), ("1:", "1:"), ("0x99999999999", "0x99999999999")]
        {
            assert_eq!(text.parse::<Schedule>(), Err(ScheduleError(part.to_owned())), "{text}");
        }
    }
}
