//! What is known of a finding, as data.
//!
//! Names are added and never change their meaning: a store of last year is read by the reports of today.

use rustassay_bisect::{Guilty, Survey};
use rustassay_judge::backend::{Backend, Kind};
use rustassay_judge::engine::{Outcome, Trial};
use rustassay_judge::miri::Opinion;
use rustassay_judge::verdict::Finding;
use rustassay_outcome::{Compiled, Crash, LlvmError};
use serde_json::{Value, json};

/// What a closer look has shown.
pub struct Looked {
    /// The guilty part of the compiler.
    pub guilty: Guilty,
    /// Which compilers show it.
    pub survey: Survey,
}

/// All that is known beside what the finding itself says, as JSON.
pub fn details(
    finding: &Finding,
    backend: &Backend,
    trial: Option<&Trial>,
    looked: Option<&Looked>,
    miri: Option<&Opinion>,
    generate: &str,
) -> String {
    let toolchain = backend.toolchain.as_ref();
    let guilty = looked.map(|looked| &looked.guilty);
    let broken = match trial.map(|trial| &trial.outcome) {
        Some(Outcome::NotBuilt(compiled)) => Some(compiled),
        _ => None,
    };
    let details = json!({
        "signature": finding.signature,
        "backend": backend.name,
        "kind": match backend.kind {
            Kind::Machine => "machine",
            Kind::Compiled(_) => "compiled",
            Kind::Evaluated => "evaluated",
            Kind::Miri => "miri",
            Kind::Checked => "checked",
        },
        "flags": backend.flags,
        "rustc": toolchain.map(|toolchain| toolchain.rustc.display().to_string()),
        "wraps": toolchain
            .and_then(|toolchain| toolchain.wrapped())
            .map(|wrapped| wrapped.rustc.display().to_string()),
        "version": toolchain.map(|toolchain| toolchain.version.to_string()),
        "verbose_version": toolchain.map(|toolchain| toolchain.verbose_version()),
        "host": toolchain.map(|toolchain| toolchain.host.clone()),
        "llvm": toolchain.and_then(|toolchain| toolchain.llvm.clone()),
        "custom_mir": backend.custom_mir().map(|release| release.to_string()),
        "command": trial.map(|trial| trial.command.clone()),
        "generate": generate,
        "needed_flags": guilty.map(|guilty| guilty.settings.clone()),
        "guilty": guilty.map(ToString::to_string),
        "passes": guilty.map(|guilty| guilty.stage.passes()),
        "switched_on_by": guilty.and_then(Guilty::switched_on_by),
        "disabling": guilty.and_then(Guilty::disabling),
        "trials": guilty.map(|guilty| guilty.trials),
        "compilers": looked.map(|looked| looked.survey.data()),
        "extent": looked.map(|looked| looked.survey.extent().to_string()),
        "said": broken.and_then(said),
        "queries": broken.and_then(queries),
        "backtrace": broken.and_then(backtrace),
        "miri": miri,
    });
    details.to_string()
}

/// Whether the program of a finding can be made smaller, by what is known of it, and nobody has done that yet.
pub fn is_whole(details: &str) -> bool {
    let details: Value = serde_json::from_str(details).unwrap_or_default();
    details["reduced"] != true
}

/// What is known of a finding, where the guilty part is in a smaller program, and what Miri says of that.
pub fn with_smaller(
    details: &str,
    guilty: Option<&Guilty>,
    miri: Option<&Opinion>,
    is_finished: bool,
) -> String {
    let mut details: Value = serde_json::from_str(details).unwrap_or_default();
    details["reduced"] = true.into();
    details["reduction_finished"] = is_finished.into();
    if let Some(miri) = miri {
        details["miri"] = json!(miri);
    }
    if let Some(guilty) = guilty {
        details["needed_flags"] = json!(guilty.settings);
        details["is_needed_by_reduced"] = true.into();
        details["guilty"] = guilty.to_string().into();
        details["passes"] = json!(guilty.stage.passes());
        details["switched_on_by"] = json!(guilty.switched_on_by());
        details["disabling"] = json!(guilty.disabling());
    }
    details.to_string()
}

/// What a compiler that did not build a program said, for people.
fn said(compiled: &Compiled) -> Option<String> {
    Some(match compiled {
        Compiled::Crashed(Crash { message, location, .. }) => match location {
            Some(at) => format!("{message}\nat {}:{}:{}", at.file, at.line, at.column),
            None => message.clone(),
        },
        Compiled::LlvmError(LlvmError { message, function, pass, compiling, .. }) => {
            let more = [("in LLVM's", function), ("in the pass", pass), ("compiling", compiling)];
            let more = more.iter().filter_map(|(word, what)| Some(format!("\n{word} {}", what.as_ref()?)));
            std::iter::once(message.clone()).chain(more).collect()
        }
        Compiled::Signaled(killed) => killed.stderr_tail.clone(),
        Compiled::Rejected(errors) => {
            errors.iter().map(|error| error.rendered.trim_end()).collect::<Vec<_>>().join("\n\n")
        }
        Compiled::LinkFailed(failure) => failure.rendered.clone(),
        Compiled::Unexplained { stderr_tail, .. } => stderr_tail.clone(),
        _ => return None,
    })
}

/// The queries that a compiler was computing, innermost first.
fn queries(compiled: &Compiled) -> Option<Value> {
    match compiled {
        Compiled::Crashed(crash) => {
            let line = crash.queries.iter().map(|query| format!("[{}] {}", query.name, query.description));
            Some(line.collect())
        }
        _ => None,
    }
}

/// The functions on a compiler's stack, innermost first.
fn backtrace(compiled: &Compiled) -> Option<&[String]> {
    match compiled {
        Compiled::Crashed(crash) => Some(&crash.backtrace),
        Compiled::LlvmError(error) => Some(&error.backtrace),
        Compiled::Signaled(killed) => Some(&killed.backtrace),
        _ => None,
    }
}
