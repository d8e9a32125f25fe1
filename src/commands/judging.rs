//! What commands share that judge programs: which backends, and how patiently.

use super::compilers::Compilers;
use super::ordinary::interpreter;
use super::output::{complain, remark};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::config::Sets;
use rustassay_judge::engine::Engine;
use rustassay_judge::interpreter::preferred;
use rustassay_judge::sets::backends;
use rustassay_lang::Edition;
use rustassay_toolchain::Toolchain;
use std::sync::Arc;
use std::time::Duration;

/// How programs are judged, as the command line says.
#[derive(clap::Args)]
pub struct Judging {
    /// The set of backends: quick, default, thorough, or one of the config file
    #[arg(long, default_value = "default", value_name = "SET")]
    backends: String,

    #[command(flatten)]
    compilers: Compilers,

    /// The edition of files that are not custom MIR and do not say theirs (`//@ edition: 2024`)
    #[arg(long, value_name = "YEAR")]
    pub edition: Option<Edition>,

    /// Decides what the set `thorough` tries at random
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many compilers run at once; as many as there are processors if it is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// How long a compiler may take, in seconds
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = seconds())]
    compile_timeout: u64,

    /// How long a program may take, in seconds
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = seconds())]
    run_timeout: u64,
}

/// Up to a day.
fn seconds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=24 * 60 * 60)
}

/// All that it takes to judge programs.
pub struct Bench {
    pub engine: Engine,
    /// The compilers at hand.
    pub toolchains: Vec<Arc<Toolchain>>,
    /// The ways to call them.
    pub backends: Vec<Backend>,
    /// How many run at once.
    pub jobs: usize,
    /// Whether the machine was asked if it can run ordinary Rust.
    is_ready: bool,
}

impl Bench {
    /// Asks the machine about ordinary Rust if the program is such. Where that cannot be done, says so, and backends are compared.
    pub fn ready_for(&mut self, case: &Case) {
        if self.is_ready || !matches!(case.source, CaseSource::Rust { .. }) {
            return;
        }
        self.is_ready = true;
        let Some(toolchain) = preferred(&self.toolchains).cloned() else { return };
        match interpreter(toolchain) {
            Ok(interpreter) => self.engine = self.engine.clone().with_interpreter(interpreter),
            Err(error) => {
                remark(&format!("what ordinary Rust does is compared, and not known: {error}"));
            }
        }
    }
}

impl Judging {
    /// Finds the compilers and sets up; `None` if that cannot be done, which is said to the user here.
    pub fn prepare(&self) -> Option<Bench> {
        let sets = self.compilers.config_text().and_then(|text| {
            let sets = text.as_deref().map_or(Ok(Sets::default()), Sets::parse)?;
            sets.find(&self.backends, self.seed)
        });
        let ways = sets.map_err(|why| complain(&why)).ok()?;
        let toolchains: Vec<_> = self.compilers.find()?.into_iter().map(Arc::new).collect();
        let backends = backends(&ways, &toolchains);
        let cannot = |error| complain(&format!("cannot make a folder for temporary files: {error}"));
        let (compiling, running) =
            (Duration::from_secs(self.compile_timeout), Duration::from_secs(self.run_timeout));
        let engine = Engine::new().map_err(cannot).ok()?.with_timeouts(compiling, running);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(processors, usize::from);
        Some(Bench { engine, toolchains, backends, jobs, is_ready: false })
    }
}
