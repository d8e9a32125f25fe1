//! `rustassay run --exhaustive`: what an exploration found, and how to see an execution again.

use super::output::{write_data, write_source};
use super::progress::ProgressLine;
use super::run::{Args, ending_name, exit_code, message, status};
use super::story::{self, Places};
use super::{Status, interrupt};
use rustassay_machine::error::Stop;
use rustassay_machine::explore::schedule::Schedule;
use rustassay_machine::explore::story::StoryEvent;
use rustassay_machine::explore::{Exploration, ExplorationOutcome, Unexplored};
use rustassay_machine::harness::Ending;
use rustassay_machine::machine::Machine;
use serde_json::{Value, json};
use std::path::Path;

/// An exploration, with what happens in executions that fail.
pub struct Explored {
    found: Exploration,
    /// For each outcome, if it is told.
    stories: Vec<Option<Vec<StoryEvent>>>,
}

/// Of so many outcomes what happens is told.
const MOST_STORIES: usize = 20;

/// What the command would exit with after an execution that ends so.
fn status_of(outcome: &ExplorationOutcome) -> Status {
    match &outcome.ending {
        Ok(Ending::Finished) => Status::Success,
        Ok(Ending::Panicked) => Status::Panicked,
        Err(stop) => status(stop),
    }
}

/// Explores the call that a machine has begun. Ctrl-C ends that, and what was found so far is printed.
pub fn explore(machine: &mut Machine, args: &Args) -> Explored {
    machine.set_interrupt(interrupt::stop_on_signals());
    let progress = ProgressLine::busy("exploring every interleaving; Ctrl-C prints the outcomes so far");
    let found = machine.explore(&args.exploration_limits());
    drop(progress);
    let mut left = MOST_STORIES;
    let mut stories = Vec::new();
    for outcome in &found.outcomes {
        let is_told = left > 0 && status_of(outcome) != Status::Success;
        left -= usize::from(is_told);
        stories.push(is_told.then(|| machine.retell(&outcome.schedule).story));
    }
    Explored { found, stories }
}

/// Why there may be other outcomes.
fn reason(why: Unexplored) -> &'static str {
    match why {
        Unexplored::Executions => "these are as many executions as are explored",
        Unexplored::Outcomes => "these are as many outcomes as are told apart",
        Unexplored::Deadline => "the time that `--timeout` gives was over",
        Unexplored::Interrupted => "the exploration was interrupted",
        Unexplored::Actions => "some executions have no end, or too many atomic accesses to follow",
        Unexplored::Preemptions => "some executions need more preemptions than `--max-preemptions` allows",
        Unexplored::Time => "timeouts were over only when no thread could run",
        Unexplored::Failures => "weak exchanges failed for no reason once at each place, and not again",
    }
}

impl Explored {
    /// Prints all outcomes.
    pub fn tell(&self, args: &Args, places: &dyn Places) -> Status {
        match args.json {
            true => write_data(&format!("{:#}\n", self.data(args, places))),
            false => write_source(self.text(args, places).as_bytes()),
        }
        let mut failures = self.found.outcomes.iter().map(status_of);
        failures.find(|status| *status != Status::Success).unwrap_or_else(|| self.completeness())
    }

    /// An exploration that was cut short has not shown that all is well.
    fn completeness(&self) -> Status {
        use Unexplored::*;
        let cut_short = [Executions, Outcomes, Deadline, Interrupted];
        match cut_short.iter().any(|why| self.found.unexplored.contains(why)) {
            true => Status::Exhausted,
            false => Status::Success,
        }
    }

    fn text(&self, args: &Args, places: &dyn Places) -> String {
        let found = &self.found;
        let mut text = match found.executions {
            1 => "1 execution".to_owned(),
            count => format!("{count} executions"),
        };
        text.push_str(match found.unexplored.is_empty() {
            true => "; there are no others\n",
            false => "; there may be others:\n",
        });
        for why in &found.unexplored {
            text.push_str(&format!("  {}\n", reason(*why)));
        }
        for (outcome, story) in found.outcomes.iter().zip(&self.stories) {
            let ending = match &outcome.ending {
                Ok(Ending::Finished) => "it finished".to_owned(),
                Ok(Ending::Panicked) => "a panic reached `main`".to_owned(),
                Err(stop) => message(stop),
            };
            text.push_str(&format!("\n{} of {}: {ending}\n", outcome.executions, found.executions));
            let output = String::from_utf8_lossy(&outcome.output);
            output.lines().for_each(|line| text.push_str(&format!("  | {line}\n")));
            if status_of(outcome) == Status::Success {
                continue;
            }
            let errors = String::from_utf8_lossy(&outcome.errors);
            errors.lines().for_each(|line| text.push_str(&format!("  ! {line}\n")));
            if let Some(place) = places.place(&outcome.calls) {
                text.push_str(&format!("  at {place}\n"));
            }
            if outcome.ending == Err(Box::new(Stop::Deadlock)) {
                for thread in &outcome.threads {
                    text.push_str(&format!("  {}\n", story::activity(thread)));
                    let backtrace = places.backtrace(&thread.calls);
                    backtrace.lines().for_each(|line| text.push_str(&format!("    {line}\n")));
                }
            }
            if let Some(story) = story {
                text.push_str("  what happened:\n");
                let lines = story::lines(story, places);
                lines.iter().for_each(|line| text.push_str(&format!("    {line}\n")));
            }
            let again = again(args, &["--replay", &outcome.schedule.to_string()]);
            text.push_str(&format!("  to see it again: {again}\n"));
        }
        text
    }

    /// The same, as data. The guide documents it.
    fn data(&self, args: &Args, places: &dyn Places) -> Value {
        let found = &self.found;
        let outcome = |(outcome, story): (&ExplorationOutcome, &Option<Vec<StoryEvent>>)| {
            let message = outcome.ending.as_ref().err().map(|stop| message(stop));
            json!({
                "ending": ending_name(&outcome.ending),
                "exit_code": exit_code(&outcome.ending),
                "message": message,
                "place": places.place(&outcome.calls),
                "stdout": String::from_utf8_lossy(&outcome.output),
                "stderr": String::from_utf8_lossy(&outcome.errors),
                "executions": outcome.executions,
                "schedule": outcome.schedule.to_string(),
                "threads": story::threads_data(&outcome.threads, places),
                "story": story.as_ref().map(|story| story::data(story, places)),
            })
        };
        json!({
            "file": args.file.display().to_string(),
            "executions": found.executions,
            "redundant": found.redundant,
            "is_complete": found.unexplored.is_empty(),
            "unexplored": found.unexplored.iter().map(|why| reason(*why)).collect::<Vec<_>>(),
            "outcomes": found.outcomes.iter().zip(&self.stories).map(outcome).collect::<Vec<_>>(),
        })
    }
}

/// Options that choose an execution, and whether a value follows.
const CHOOSING: [(&str, bool); 7] = [
    ("--exhaustive", false),
    ("--max-preemptions", true),
    ("--json", false),
    ("--seeds", true),
    ("--seed", true),
    ("--keep-going", false),
    ("--replay", true),
];

/// The command line of this process with these words in place of what chose the execution.
pub fn again(args: &Args, chosen: &[&str]) -> String {
    // Under cargo nobody has typed this command.
    if args.stock.is_some() {
        return chosen.join(" ");
    }
    let mut given = std::env::args();
    let program = given.next().unwrap_or_default();
    let name = Path::new(&program).file_name().map_or(program.clone(), |name| name.to_string_lossy().into());
    let mut words = vec![name];
    let mut is_added = false;
    while let Some(word) = given.next() {
        if word == "--" && !is_added {
            words.extend(chosen.iter().map(|&word| word.to_owned()));
            is_added = true;
        }
        let choosing = CHOOSING.iter().find(|(option, has_value)| {
            word == *option
                || *has_value && word.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))
        });
        match choosing {
            Some((option, has_value)) if !is_added => {
                if *has_value && word == *option {
                    given.next();
                }
            }
            _ => words.push(word),
        }
    }
    if !is_added {
        words.extend(chosen.iter().map(|&word| word.to_owned()));
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Reads a schedule, or the name of a file that has one.
pub fn schedule(text: &str) -> Result<Schedule, String> {
    match text.parse::<Schedule>() {
        Ok(schedule) => Ok(schedule),
        Err(why) => match std::fs::read_to_string(text) {
            Ok(text) => text.parse().map_err(|why| format!("this file has no schedule: {why}")),
            Err(_) => Err(format!("this is no file, and {why}")),
        },
    }
}
