//! How a campaign looks to a person: the live screen.

use super::output::write_data;
use rustassay_campaign::event::{CampaignState, Event};
use rustassay_mir::source::visible;
use rustassay_report::words::{count, duration, number, percent};
use rustassay_store::record::{By, Totals};
use rustassay_store::{Reader, StoreError};
use rustix::termios::tcgetwinsize;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

/// What the screen shows.
pub struct Screen {
    /// Sums by backend, of all runs.
    backends: BTreeMap<String, Totals>,
    /// What each generator has had of this run.
    generators: BTreeMap<String, Progress>,
    findings: usize,
    dismissed: usize,
    is_closing: bool,
    /// Units that were finished lately: when, by which generator, and how many programs they had.
    lately: VecDeque<(Instant, String, u64)>,
    /// Lines that are on the screen now.
    drawn: usize,
    /// How many processors the campaign can keep busy.
    pub processors: usize,
}

/// What a generator has had.
#[derive(Default)]
struct Progress {
    programs: u64,
    /// Processor time of the compilers and programs that tried its programs.
    cpu: Duration,
}

/// How long "now" is.
const LATELY: Duration = Duration::from_secs(30);

impl Screen {
    /// What is in the store already, and how many compilers run at once.
    pub fn new(reader: &Reader, jobs: usize) -> Result<Screen, StoreError> {
        Ok(Screen {
            processors: std::thread::available_parallelism().map_or(jobs, usize::from).min(jobs),
            generators: BTreeMap::new(),
            backends: reader.totals_by(By::Backend)?.into_iter().collect(),
            findings: reader.findings()?.len(),
            dismissed: reader.dismissed()?.len(),
            is_closing: false,
            lately: VecDeque::new(),
            drawn: 0,
        })
    }

    /// Takes note of what happens.
    pub fn note(&mut self, event: &Event) {
        match event {
            Event::Unit(unit) => {
                let sums = self.backends.entry(unit.backend.clone()).or_default();
                sums.units += 1;
                sums.programs += unit.programs;
                sums.executed += unit.executed;
                sums.agreed += unit.agreed;
                sums.rejected += unit.rejected;
                sums.known += unit.known;
                sums.wrong += unit.wrong;
                sums.skipped += unit.skipped;
                sums.failed += unit.failed;
                sums.cpu += unit.cpu;
                let progress = self.generators.entry(unit.generator.clone()).or_default();
                progress.programs += unit.programs;
                progress.cpu += unit.cpu;
                self.lately.push_back((Instant::now(), unit.generator.clone(), unit.programs));
            }
            Event::Finding(_) => self.findings += 1,
            Event::Dismissed(..) | Event::NotExamined { .. } => self.dismissed += 1,
            Event::Closing => self.is_closing = true,
            Event::Sighting(_)
            | Event::Again(_)
            | Event::Reduced(_)
            | Event::SetAside { .. }
            | Event::Forgotten { .. }
            | Event::Tick(_) => {}
        }
        while self.lately.front().is_some_and(|(at, ..)| at.elapsed() > LATELY) {
            self.lately.pop_front();
        }
    }

    /// Programs a second of a generator, lately; of all generators if none is named.
    fn rate_now(&self, state: &CampaignState, generator: Option<&str>) -> f64 {
        let is_meant = |name: &str| generator.is_none_or(|generator| generator == name);
        let meant = self.lately.iter().filter(|(_, name, _)| is_meant(name));
        let programs: u64 = meant.map(|(_, _, programs)| programs).sum();
        programs as f64 / state.elapsed.min(LATELY).as_secs_f64().max(1.0)
    }

    /// A generator's part of the processor time that programs were tried with.
    fn share(&self, progress: &Progress) -> String {
        let all: Duration = self.generators.values().map(|progress| progress.cpu).sum();
        percent(progress.cpu.as_secs_f64(), all.as_secs_f64())
    }

    /// How things are, in a line.
    pub fn line(&self, state: &CampaignState) -> String {
        let rates = self.generators.iter().map(|(name, progress)| {
            format!("{name} {:.1}/s {}", self.rate_now(state, Some(name)), self.share(progress))
        });
        let rates = rates.collect::<Vec<_>>().join(", ");
        let rates = if rates.is_empty() { rates } else { format!(" ({rates})") };
        format!("{}{rates}; {}", self.progress(state), self.outlook(state))
    }

    /// How far the run has come.
    fn progress(&self, state: &CampaignState) -> String {
        let (elapsed, programs) = (duration(state.elapsed), number(state.programs));
        format!("{elapsed}: {programs} programs, {:.1}/s now", self.rate_now(state, None))
    }

    /// What came of it, and how long it goes on.
    fn outlook(&self, state: &CampaignState) -> String {
        let left = match (self.is_closing, state.left) {
            (true, _) => ", finishing".to_owned(),
            (false, Some(left)) => format!(", {} left", duration(left)),
            (false, None) => String::new(),
        };
        let findings = count(self.findings, "finding");
        let (open, busy) = (state.waiting + state.triaging, self.busy(state, state.cpu + state.own_cpu));
        format!("{findings}, {open} to examine; processors {busy} busy{left}")
    }

    /// A part of the time of all processors.
    fn busy(&self, state: &CampaignState, cpu: Duration) -> String {
        let seconds = state.elapsed.as_secs_f64().max(0.001);
        percent(cpu.as_secs_f64(), seconds * self.processors as f64)
    }

    /// Draws the screen anew.
    pub fn draw(&mut self, state: &CampaignState) {
        let mut lines = vec![
            String::new(),
            self.progress(state),
            self.outlook(state),
            format!(
                "compilers and programs {}, of that examining {}; Rustassay {}",
                self.busy(state, state.cpu),
                self.busy(state, state.triage_cpu),
                self.busy(state, state.own_cpu)
            ),
            format!(
                "{} queued; {} being examined; {} not reproduced",
                count(state.queued, "batch"),
                count(state.triaging, "failure"),
                self.dismissed
            ),
            format!("  {:<12} {:>10} {:>8} {:>8}", "generator", "programs", "now", "share"),
        ];
        for (name, progress) in &self.generators {
            let rate = format!("{:.1}/s", self.rate_now(state, Some(name)));
            let (programs, share) = (number(progress.programs), self.share(progress));
            lines.push(format!("  {name:<12} {programs:>10} {rate:>8} {share:>8}"));
        }
        let width = self.backends.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
        lines.push(format!(
            "  {:width$} {:>10} {:>8} {:>8} {:>8}",
            "backend", "right", "wrong", "skipped", "failed"
        ));
        for (name, sums) in &self.backends {
            lines.push(format!(
                "  {name:width$} {:>10} {:>8} {:>8} {:>8}",
                number(sums.agreed),
                number(sums.wrong),
                number(sums.skipped),
                number(sums.failed)
            ));
        }
        let (columns, rows) = size();
        // What does not fit would scroll away and stay.
        lines.truncate(rows.saturating_sub(1).max(2));
        let cut = lines.iter().map(|line| line.chars().take(columns.saturating_sub(1)).collect::<String>());
        let text = cut.collect::<Vec<_>>().join("\n");
        let up = self.take_up();
        self.drawn = lines.len();
        write_data(&format!("{up}{}\n", visible(&text)));
    }

    /// Takes the screen away.
    pub fn clear(&mut self) {
        let up = self.take_up();
        if !up.is_empty() {
            write_data(&up);
        }
    }

    /// What takes the lines away that are drawn.
    fn take_up(&mut self) -> String {
        match std::mem::take(&mut self.drawn) {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\x1b[J"),
        }
    }
}

/// Columns and rows of the terminal.
fn size() -> (usize, usize) {
    match tcgetwinsize(std::io::stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col.into(), size.ws_row.into()),
        _ => (80, 24),
    }
}

/// Reads `90s`, `10m`, `8h`, `2d`, or a number of seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let explain = || format!("`{text}` is no time: write `90s`, `10m` or `8h`");
    let (digits, unit) = match text.char_indices().last() {
        Some((at, 's')) => (&text[..at], 1),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 'h')) => (&text[..at], 3600),
        Some((at, 'd')) => (&text[..at], 86_400),
        _ => (text, 1),
    };
    let count: u64 = digits.parse().map_err(|_| explain())?;
    let seconds = count.checked_mul(unit).filter(|&seconds| (1..=366 * 86_400).contains(&seconds));
    seconds.map(Duration::from_secs).ok_or_else(explain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let seconds = |text: &str| parse_duration(text).map(|time| time.as_secs());
        assert_eq!(
            ["90s", "10m", "8h", "2d", "45"].map(seconds),
            [Ok(90), Ok(600), Ok(28_800), Ok(172_800), Ok(45)]
        );
        for text in ["", "m", "-1s", "1.5h", "0", "99999999999999999999h", "5 m"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
