//! Numbers for Prometheus, in its text format (<https://prometheus.io/docs/instrumenting/exposition_formats/>).

use crate::reply::Reply;
use crate::stores::Stores;
use hyper::StatusCode;
use rustassay_store::record::{By, Totals};
use rustassay_store::{Reader, StoreError};
use std::fmt::Write as _;

/// The format that we write.
const KIND: &str = "text/plain; version=0.0.4; charset=utf-8";

/// The numbers. A store that is away is a number, too: whoever watches it wants to know.
pub fn show(stores: &Stores) -> Reply {
    let text = match stores.read(read) {
        Ok(metrics) => metrics.text,
        Err(_) => {
            let mut metrics = Metrics::default();
            metrics.family("rustassay_store_up", "gauge", "Whether the store can be read.", &[(vec![], 0.0)]);
            metrics.text
        }
    };
    Reply::text(StatusCode::OK, KIND, text)
}

type Sample<'a> = (Vec<(&'static str, &'a str)>, f64);

fn read(reader: &Reader) -> Result<Metrics, StoreError> {
    let mut metrics = Metrics::default();
    let mut one = |name, kind, help, value: f64| metrics.family(name, kind, help, &[(vec![], value)]);
    one("rustassay_store_up", "gauge", "Whether the store can be read.", 1.0);
    let alive = reader.runs()?.iter().filter(|run| run.is_alive).count();
    one("rustassay_workers", "gauge", "Workers that are alive.", alive as f64);
    one(
        "rustassay_units_open",
        "gauge",
        "Units that were drawn and are not finished.",
        reader.open_units()?.len() as f64,
    );
    one(
        "rustassay_sightings_waiting",
        "gauge",
        "Failures that nobody has examined.",
        reader.waiting()? as f64,
    );
    one(
        "rustassay_sightings_dismissed_total",
        "counter",
        "Failures that were not reproduced.",
        reader.dismissals()? as f64,
    );
    one(
        "rustassay_behaviours_total",
        "counter",
        "Behaviours of LLVM that were seen.",
        reader.behaviours()? as f64,
    );
    let statuses = reader.findings_by_status()?;
    let findings: Vec<Sample<'_>> =
        statuses.iter().map(|(status, count)| (vec![("state", status.name())], *count as f64)).collect();
    metrics.family("rustassay_findings", "gauge", "Findings by what people have done about them.", &findings);
    let generators = reader.totals_by(By::Generator)?;
    let by = |label: &'static str,
              rows: &[(String, Totals)],
              value: fn(&Totals) -> f64|
     -> Vec<(Vec<(&'static str, String)>, f64)> {
        rows.iter().map(|(name, totals)| (vec![(label, name.clone())], value(totals))).collect()
    };
    metrics.owned(
        "rustassay_units_total",
        "Finished units.",
        &by("generator", &generators, |totals| totals.units as f64),
    );
    metrics.owned(
        "rustassay_statements_executed_total",
        "Statements that programs executed.",
        &by("generator", &generators, |totals| totals.executed as f64),
    );
    metrics.owned(
        "rustassay_cpu_seconds_total",
        "Processor time of compilers and programs.",
        &by("generator", &generators, |totals| totals.cpu.as_secs_f64()),
    );
    metrics.owned(
        "rustassay_own_cpu_seconds_total",
        "Processor time of Rustassay itself.",
        &by("generator", &generators, |totals| totals.own_cpu.as_secs_f64()),
    );
    metrics.owned(
        "rustassay_programs_total",
        "Programs by what came of them.",
        &outcomes("generator", &generators),
    );
    metrics.owned(
        "rustassay_backend_programs_total",
        "Programs by backend and by what came of them.",
        &outcomes("backend", &reader.totals_by(By::Backend)?),
    );
    Ok(metrics)
}

fn outcomes(label: &'static str, rows: &[(String, Totals)]) -> Vec<(Vec<(&'static str, String)>, f64)> {
    let of = |(name, totals): &(String, Totals)| {
        let counts = [
            ("right", totals.agreed),
            ("known", totals.known),
            ("wrong", totals.wrong),
            ("skipped", totals.skipped),
            ("failed", totals.failed),
        ];
        counts.map(|(outcome, count)| {
            (vec![(label, name.clone()), ("outcome", outcome.to_owned())], count as f64)
        })
    };
    rows.iter().flat_map(of).collect()
}

/// Numbers in Prometheus' format.
#[derive(Default)]
struct Metrics {
    text: String,
}

impl Metrics {
    fn family(&mut self, name: &str, kind: &str, help: &str, samples: &[Sample<'_>]) {
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
        for (labels, value) in samples {
            let labels: Vec<String> =
                labels.iter().map(|(label, text)| format!("{label}=\"{}\"", escaped(text))).collect();
            let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
            let _ = writeln!(self.text, "{name}{labels} {value}");
        }
    }

    fn owned(&mut self, name: &str, help: &str, samples: &[(Vec<(&'static str, String)>, f64)]) {
        let samples: Vec<Sample<'_>> = samples
            .iter()
            .map(|(labels, value)| {
                (labels.iter().map(|(label, text)| (*label, text.as_str())).collect(), *value)
            })
            .collect();
        self.family(name, "counter", help, &samples);
    }
}

/// The text of a label.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_cannot_end_its_line() {
        let mut metrics = Metrics::default();
        metrics.family("a", "gauge", "b", &[(vec![("c", "\"} 1\nfake 2 \\")], 3.0)]);
        assert_eq!(metrics.text, "# HELP a b\n# TYPE a gauge\na{c=\"\\\"} 1\\nfake 2 \\\\\"} 3\n");
    }
}
