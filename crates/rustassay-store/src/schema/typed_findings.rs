//! Version 3: what is known of a finding is one typed value.
//!
//! Before, a row had some columns and a JSON object whose fields campaigns added as they learned to find out more. [`Untyped`] is that
//! object, with all that any of them wrote.

use crate::rows;
use crate::sql::{Dialect, SqlError, Transaction, values};
use rustassay_finding::{
    BackendKind, Commands, Compiler, Evidence, Failure, Fault, Finding, Guilty, Layer, LocalisedIn, Opinion,
    Pass, Reduction, Shows, Stage, TriedCompiler,
};
use serde::Deserialize;

/// The columns are read from the value, so that there is one truth.
const COLUMNS: &str = "
ALTER TABLE finding DROP COLUMN fault;
ALTER TABLE finding DROP COLUMN summary;
ALTER TABLE finding DROP COLUMN cause;
ALTER TABLE finding ADD COLUMN fault TEXT GENERATED ALWAYS AS (details ->> '$.fault') VIRTUAL;
ALTER TABLE finding ADD COLUMN summary TEXT GENERATED ALWAYS AS (details ->> '$.summary') VIRTUAL;
ALTER TABLE finding ADD COLUMN cause TEXT GENERATED ALWAYS AS (details ->> '$.cause') VIRTUAL;
";

/// Turns the rows of version 2 into those of version 3.
pub fn convert(transaction: &mut Transaction<'_>) -> Result<(), SqlError> {
    let converted: Vec<(i64, Finding)> =
        transaction.list("SELECT id, fault, summary, cause, details FROM finding", &[], |row| {
            let details: String = row.get("details")?;
            // What is no such object says nothing, as it always did.
            let untyped: Untyped = serde_json::from_str(&details).unwrap_or_default();
            Ok((row.get("id")?, untyped.typed(rows::fault(row)?, row.get("summary")?, row.get("cause")?)))
        })?;
    for (id, known) in converted {
        transaction
            .execute("UPDATE finding SET details = ?2 WHERE id = ?1", &values![id, &rows::json(&known)?])?;
    }
    transaction.batch(&match transaction.dialect() {
        Dialect::Sqlite => COLUMNS.to_owned(),
        Dialect::Postgres => {
            COLUMNS.replace("details ->> '$.", "CAST(details AS jsonb) ->> '").replace("VIRTUAL", "STORED")
        }
    })
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Untyped {
    signature: Option<String>,
    backend: Option<String>,
    kind: Option<BackendKind>,
    flags: Option<Vec<String>>,
    rustc: Option<String>,
    wraps: Option<String>,
    version: Option<String>,
    verbose_version: Option<String>,
    host: Option<String>,
    llvm: Option<String>,
    custom_mir: Option<String>,
    command: Option<String>,
    generate: Option<String>,
    needed_flags: Option<Vec<String>>,
    is_needed_by_reduced: Option<bool>,
    reduced: Option<bool>,
    reduction_finished: Option<bool>,
    /// In words.
    guilty: Option<String>,
    passes: Option<Vec<UntypedPass>>,
    switched_on_by: Option<String>,
    trials: Option<usize>,
    compilers: Option<Vec<UntypedCompiler>>,
    extent: Option<String>,
    /// A message of the compiler, and below it the place in its sources.
    said: Option<String>,
    queries: Option<Vec<String>>,
    backtrace: Option<Vec<String>>,
    miri: Option<Opinion>,
}

#[derive(Deserialize)]
struct UntypedPass {
    layer: Layer,
    name: String,
    #[serde(default)]
    on: Option<String>,
    #[serde(default)]
    index: usize,
    #[serde(default)]
    is_confirmed: Option<bool>,
    #[serde(default)]
    disabling: Vec<String>,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    with: Vec<String>,
    #[serde(default)]
    needs: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct UntypedCompiler {
    name: String,
    version: String,
    verbose_version: Option<String>,
    rustc: Option<String>,
    shows: Option<bool>,
    why: Option<String>,
}

impl Untyped {
    fn typed(mut self, fault: Fault, summary: String, cause: Option<String>) -> Finding {
        let guilty = self.guilty(cause.as_deref());
        let reduction = match (self.reduced, self.reduction_finished) {
            (Some(true), Some(false)) => Reduction::Unfinished("the reducer had more to try".to_owned()),
            (Some(true), _) => Reduction::Reduced,
            _ => Reduction::Whole,
        };
        let compiler = self.rustc.take().map(|rustc| Compiler {
            rustc,
            wraps: self.wraps.take(),
            version: self.version.take().unwrap_or_default(),
            verbose_version: self.verbose_version.take(),
            host: self.host.take(),
            llvm: self.llvm.take(),
            custom_mir: self.custom_mir.take(),
            ..Compiler::default()
        });
        let signature = self.signature.take().unwrap_or_default();
        Finding {
            cause,
            backend: self.backend.take().unwrap_or_default(),
            kind: self.kind,
            flags: self.flags.take().unwrap_or_default(),
            compiler,
            commands: Commands { generate: self.generate.take(), compile: self.command.take() },
            guilty,
            localised_in: match self.is_needed_by_reduced {
                Some(true) => LocalisedIn::Reduced,
                _ => LocalisedIn::Original,
            },
            compilers: self.compilers.take().unwrap_or_default().into_iter().map(tried).collect(),
            extent: self.extent.take(),
            evidence: self.evidence(fault, &signature),
            reduction,
            ..Finding::new(fault, signature, summary)
        }
    }

    /// What bisection had found, by the passes, the cause and the words for it.
    fn guilty(&mut self, cause: Option<&str>) -> Option<Guilty> {
        let settings = self.needed_flags.take()?;
        let words = self.guilty.take().unwrap_or_default();
        let why = || words.rsplit_once("unknown: ").map_or_else(|| words.clone(), |(_, why)| why.to_owned());
        let cause = cause.unwrap_or_default();
        let mut passes = self.passes.take().unwrap_or_default().into_iter().map(pass);
        let stage = match (passes.next(), passes.next(), self.switched_on_by.take()) {
            (Some(pass), Some(shown_by), Some(flag)) => Stage::SwitchedOn { pass, flag, shown_by },
            (Some(mir), Some(llvm), None) => Stage::MirAndLlvm { mir, llvm },
            (Some(pass), None, _) if cause.ends_with("+unknown") => Stage::AtLeast { pass, why: why() },
            (Some(pass), None, _) => match pass.layer {
                Layer::Mir => Stage::Mir(pass),
                Layer::Llvm => Stage::Llvm(pass),
            },
            (None, _, _) => match Guilty::part_of_cause(cause) {
                Some(part) => Stage::NoPass { part, without_passes: Vec::new() },
                None => Stage::Unknown { why: why() },
            },
        };
        Some(Guilty { settings, stage, trials: self.trials.unwrap_or_default() })
    }

    fn evidence(&mut self, fault: Fault, signature: &str) -> Evidence {
        let is = |start: &str| signature.starts_with(start);
        let failure = match fault {
            Fault::CompilerCrash if is("rustc ") => Some(Failure::Ice),
            Fault::CompilerCrash if is("LLVM ") => Some(Failure::Llvm),
            Fault::CompilerCrash if is("compiler killed by ") => Some(Failure::Signal),
            Fault::CompilerCrash => Some(Failure::Excess),
            Fault::CompilerHang => Some(Failure::Hang),
            _ if self.said.is_none() => None,
            _ if is("link") => Some(Failure::LinkFailed),
            _ if is("compiler failed") => Some(Failure::Unexplained),
            _ => Some(Failure::Rejected),
        };
        let said = self.said.take();
        let (message, location) = match said.as_deref().map(|said| said.rsplit_once("\nat ")) {
            Some(Some((message, place))) if failure == Some(Failure::Ice) => {
                (Some(message.to_owned()), Some(place.to_owned()))
            }
            _ => (said, None),
        };
        Evidence {
            failure,
            message,
            location,
            queries: self.queries.take().unwrap_or_default(),
            backtrace: self.backtrace.take().unwrap_or_default(),
            miri: self.miri.take(),
        }
    }
}

fn pass(untyped: UntypedPass) -> Pass {
    let UntypedPass { layer, name, on, index, is_confirmed, disabling, without, with, needs } = untyped;
    Pass { layer, name, on, index, is_confirmed, disabling, without, with, needs }
}

fn tried(untyped: UntypedCompiler) -> TriedCompiler {
    let UntypedCompiler { name, version, verbose_version, rustc, shows, why } = untyped;
    let shows = match shows {
        Some(true) => Shows::Yes,
        Some(false) => Shows::No,
        None => Shows::Unknown(why.unwrap_or_default()),
    };
    TriedCompiler { name, version, verbose_version, rustc, shows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_outcome::Part;

    fn typed(fault: Fault, cause: Option<&str>, details: &str) -> Finding {
        let untyped: Untyped = serde_json::from_str(details).unwrap();
        untyped.typed(fault, "any".to_owned(), cause.map(str::to_owned))
    }

    fn stage(cause: &str, details: &str) -> Stage {
        typed(Fault::Miscompilation, Some(cause), details).guilty.unwrap().stage
    }

    #[test]
    fn the_guilty_part_is_what_its_passes_and_its_cause_say() {
        let mir = r#"{ "layer": "mir", "name": "GVN", "on": null, "index": 3, "is_confirmed": true, "disabling": [], "without": [], "with": [] }"#;
        let llvm = r#"{ "layer": "llvm", "name": "gvn", "index": 9 }"#;
        let with =
            |passes: &str, more: &str| format!(r#"{{ "needed_flags": [], "passes": [{passes}] {more} }}"#);
        assert!(matches!(stage("mir:GVN", &with(mir, "")), Stage::Mir(pass) if pass.index == 3));
        assert!(matches!(stage("llvm:gvn", &with(llvm, "")), Stage::Llvm(_)));
        let both = format!("{mir}, {llvm}");
        assert!(matches!(stage("mir:GVN+llvm:gvn", &with(&both, "")), Stage::MirAndLlvm { .. }));
        let flag = r#", "switched_on_by": "-Cx""#;
        assert!(
            matches!(stage("mir:GVN", &with(&both, flag)), Stage::SwitchedOn { flag, .. } if flag == "-Cx")
        );
        let words = r#", "guilty": "with -O: the MIR pass GVN; whether that is to blame is unknown: LLVM does not count""#;
        let why = "LLVM does not count".to_owned();
        assert!(
            matches!(stage("mir:GVN+unknown", &with(mir, words)), Stage::AtLeast { why: it, .. } if it == why)
        );
        let part = Stage::NoPass { part: Part::Codegen, without_passes: vec![] };
        assert_eq!(stage("codegen", &with("", "")), part);
        let words = r#", "guilty": "without any flags: unknown: it hangs""#;
        assert_eq!(stage("", &with("", words)), Stage::Unknown { why: "it hangs".to_owned() });
        assert_eq!(typed(Fault::CompilerHang, None, "{}").guilty, None);
    }

    #[test]
    fn what_a_compiler_said_has_a_place_apart() {
        let details = r#"{ "signature": "rustc panic | no", "said": "no\nnever\nat a.rs:1:2" }"#;
        let evidence = typed(Fault::CompilerCrash, None, details).evidence;
        assert_eq!(evidence.failure, Some(Failure::Ice));
        assert_eq!(evidence.message.as_deref(), Some("no\nnever"));
        assert_eq!(evidence.location.as_deref(), Some("a.rs:1:2"));
    }

    #[test]
    fn a_reduction_is_in_one_state() {
        let state = |details| typed(Fault::CompilerHang, None, details).reduction;
        assert_eq!(state("{}"), Reduction::Whole);
        assert_eq!(state(r#"{ "reduced": true }"#), Reduction::Reduced);
        assert!(matches!(
            state(r#"{ "reduced": true, "reduction_finished": false }"#),
            Reduction::Unfinished(_)
        ));
    }
}
