//! Lines at the bottom of the terminal that say what a command is busy with.
//!
//! They are for people: without a terminal nothing is drawn, and with `--log json` neither. What a command writes meanwhile
//! appears above them ([`aside`]).

use super::log;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::LazyLock;
use std::time::Duration;

/// The lines that are drawn now.
static LINES: LazyLock<MultiProgress> = LazyLock::new(|| match log::is_json() {
    true => MultiProgress::with_draw_target(ProgressDrawTarget::hidden()),
    false => MultiProgress::new(),
});

/// A line moves this often, so that a person sees that the command is alive.
const TICK: Duration = Duration::from_millis(120);

/// A line that is removed when this is dropped.
pub struct ProgressLine(ProgressBar);

impl ProgressLine {
    /// For work of unknown length.
    pub fn busy(with: &str) -> ProgressLine {
        ProgressLine::show(ProgressBar::new_spinner(), "{spinner} {wide_msg} {elapsed}", with)
    }

    /// For work of so many steps.
    pub fn counted(with: &str, steps: usize) -> ProgressLine {
        let bar = ProgressBar::new(steps as u64);
        ProgressLine::show(bar, "{spinner} {wide_msg} [{bar:20}] {pos}/{len} {elapsed}", with)
    }

    fn show(bar: ProgressBar, template: &str, with: &str) -> ProgressLine {
        let style = ProgressStyle::with_template(template).expect("the template is a constant");
        let bar = LINES.add(bar.with_style(style.progress_chars("##-")).with_message(with.to_owned()));
        bar.enable_steady_tick(TICK);
        ProgressLine(bar)
    }

    /// Says what comes next.
    pub fn set(&self, with: String) {
        self.0.set_message(with);
    }

    /// So many steps are done.
    pub fn set_done(&self, steps: usize) {
        self.0.set_position(steps as u64);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
        LINES.remove(&self.0);
    }
}

/// From now on no line is drawn.
pub fn hide() {
    LINES.set_draw_target(ProgressDrawTarget::hidden());
}

/// Whether lines are seen.
pub fn is_seen() -> bool {
    !LINES.is_hidden()
}

/// Writes something while no line is drawn.
pub fn aside<T>(write: impl FnOnce() -> T) -> T {
    LINES.suspend(write)
}
