//! How a campaign looks to a person: the live screen.

use super::output::write_data;
use rustassay_campaign::event::{CampaignState, Event, Work};
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
            findings: reader.findings_by_status()?.iter().map(|(_, count)| *count as usize).sum(),
            dismissed: reader.dismissals()? as usize,
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
            | Event::Away { .. }
            | Event::Back { .. }
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
        let (open, busy) = (state.waiting + state.triaging(), self.busy(state, state.cpu + state.own_cpu));
        format!("{findings}, {open} to examine; processors {busy} busy{left}")
    }

    /// A part of the time of all processors.
    fn busy(&self, state: &CampaignState, cpu: Duration) -> String {
        let seconds = state.elapsed.as_secs_f64().max(0.001);
        percent(cpu.as_secs_f64(), seconds * self.processors as f64)
    }

    /// Draws the screen anew.
    pub fn draw(&mut self, state: &CampaignState) {
        let (columns, rows) = size();
        let lines = self.lines(state, columns, rows);
        let up = self.take_up();
        self.drawn = lines.len();
        write_data(&format!("{up}{}\n", visible(&lines.join("\n"))));
    }

    /// What is on a screen of some size.
    fn lines(&self, state: &CampaignState, columns: usize, rows: usize) -> Vec<String> {
        let trying = state.cpu.saturating_sub(state.triage_cpu);
        let mut lines = vec![
            String::new(),
            self.progress(state),
            self.outlook(state),
            format!(
                "of the processors: {} programs, {} failures, {} generating; {} not reproduced",
                self.busy(state, trying),
                self.busy(state, state.triage_cpu),
                self.busy(state, state.own_cpu),
                self.dismissed
            ),
            "Ctrl-C stops within a second and keeps all results.".to_owned(),
        ];
        let width = state.activities.iter().map(|activity| activity.backend.chars().count()).max();
        let width = width.unwrap_or(0).max(12);
        lines.extend(
            state
                .activities
                .iter()
                .map(|activity| format!("  {:width$} {}", activity.backend, words_of(&activity.work))),
        );
        lines.push(format!("  {:<12} {:>10} {:>8} {:>8}", "generator", "programs", "now", "share"));
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
        // Lines that do not fit would scroll away and stay. Findings stand above.
        let room = (rows - rows / 5).saturating_sub(1).max(2);
        if lines.len() > room {
            let hidden = lines.len() - (room - 1);
            lines.truncate(room - 1);
            lines.push(format!("  .. and {hidden} more lines; `rustassay status` has all"));
        }
        lines.iter().map(|line| line.chars().take(columns.saturating_sub(1)).collect()).collect()
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

/// What a thread is busy with.
fn words_of(work: &Work) -> String {
    match work {
        Work::Trying { generator, programs } => {
            format!("runs {} of {generator}", count(*programs as usize, "program"))
        }
        Work::Confirming => "runs a failure again, alone".to_owned(),
        Work::Bisecting => "bisects a failure".to_owned(),
        Work::Reducing { finding, from: 0, .. } => format!("reduces finding {finding}"),
        Work::Reducing { finding, from, to } => {
            format!("reduces finding {finding}: {} to {}", number(*from as u64), number(*to as u64))
        }
    }
}

/// Columns and rows of the terminal.
pub fn size() -> (usize, usize) {
    match tcgetwinsize(std::io::stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => (size.ws_col.into(), size.ws_row.into()),
        _ => (80, 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_campaign::event::Activity;
    use rustassay_store::record::Unit;

    /// A campaign with some settings of two compilers.
    fn screen() -> Screen {
        let mut screen = Screen {
            backends: BTreeMap::new(),
            generators: BTreeMap::new(),
            findings: 1,
            dismissed: 2,
            is_closing: false,
            lately: VecDeque::new(),
            drawn: 0,
            processors: 2,
        };
        let settings = ["O0-mir0", "O0", "O1", "O2", "O3", "Os", "O3-mir4", "const"];
        let backends =
            ["nightly", "stable"].iter().flat_map(|name| settings.map(|way| format!("{name}/{way}")));
        for (number, backend) in (0..).zip(backends) {
            let generator = ["mir", "surface", "types"][number as usize % 3];
            screen.note(&Event::Unit(Box::new(unit(number, generator, backend))));
        }
        screen
    }

    fn unit(number: u64, generator: &str, backend: String) -> Unit {
        Unit {
            number,
            generator: generator.into(),
            profile: "default".into(),
            config: String::new(),
            first_seed: 50 * number,
            backend,
            programs: 50,
            statements: 20_000,
            executed: 50_000,
            agreed: 1_262,
            rejected: 0,
            known: 0,
            wrong: number % 2,
            skipped: number % 5,
            failed: 0,
            cpu: Duration::from_secs(5),
            own_cpu: Duration::from_millis(40),
            features: Vec::new(),
            sampled: 0,
            behaviours: Vec::new(),
            seeds: Vec::new(),
        }
    }

    fn activity(backend: &str, work: Work) -> Activity {
        Activity { backend: backend.to_owned(), work }
    }

    fn state() -> CampaignState {
        CampaignState {
            elapsed: Duration::from_secs(3_723),
            left: Some(Duration::from_secs(1_677)),
            programs: 98_765,
            queued: 3,
            waiting: 1,
            activities: vec![
                activity("nightly/O3", Work::Trying { generator: "mir".into(), programs: 50 }),
                activity("stable/O2", Work::Bisecting),
                activity("stable/O3-mir4", Work::Reducing { finding: 1, from: 1_262, to: 77 }),
            ],
            cpu: Duration::from_secs(6_900),
            triage_cpu: Duration::from_secs(700),
            own_cpu: Duration::from_secs(300),
        }
    }

    /// Compares with a file; `RUSTASSAY_WRITE=1` writes it anew, to be judged by a person.
    #[track_caller]
    fn assert_is(name: &str, text: &str) {
        let path = format!("{}/tests/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("RUSTASSAY_WRITE").is_some() {
            std::fs::write(&path, text).expect("the folder is there");
        }
        let kept = std::fs::read_to_string(&path).expect("the file is there");
        assert_eq!(text, kept, "{path} is not what is shown; `RUSTASSAY_WRITE=1` writes it anew");
    }

    #[test]
    fn a_screen_shows_what_fits() {
        for (columns, rows) in [(80, 24), (120, 40)] {
            let lines = screen().lines(&state(), columns, rows);
            assert!(lines.len() < rows && lines.iter().all(|line| line.chars().count() < columns));
            assert_is(&format!("{columns}x{rows}"), &(lines.join("\n") + "\n"));
        }
    }

    #[test]
    fn a_campaign_without_a_terminal_is_a_line() {
        assert_is("piped", &(screen().line(&state()) + "\n"));
    }
}
