//! Structured logs: one JSON object a line on standard error, for whoever collects them.
//!
//! Each has `time` (RFC 3339, in UTC), `level` (`info`, `warning` or `error`) and `event`. With `--log json` all that a command says
//! on standard error has this form, and `fuzz` and `serve` say more than they say to people.

use rustassay_report::words::timestamp;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// What goes to standard error.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum, Debug)]
pub enum LogForm {
    /// What people want to know.
    Text,
    /// One JSON object a line.
    Json,
}

/// How much a line matters.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Level {
    Info,
    Warning,
    Error,
}

impl Level {
    const fn name(self) -> &'static str {
        match self {
            Level::Info => "info",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

static IS_JSON: AtomicBool = AtomicBool::new(false);

/// From now on, what goes to standard error has this form.
pub fn set(form: LogForm) {
    IS_JSON.store(form == LogForm::Json, Ordering::Relaxed);
}

/// Whether lines are JSON.
pub fn is_json() -> bool {
    IS_JSON.load(Ordering::Relaxed)
}

/// Writes a line, if lines are JSON. `fields` is an object.
pub fn write(level: Level, event: &str, fields: &Value) {
    if !is_json() {
        return;
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
    let mut line = json!({ "time": timestamp(now), "level": level.name(), "event": event });
    for (name, value) in fields.as_object().into_iter().flatten() {
        line[name] = value.clone();
    }
    // Nobody is left to tell when standard error is closed.
    let _ = std::io::stderr().lock().write_all(format!("{line}\n").as_bytes());
}
