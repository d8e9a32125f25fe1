//! What commands share that judge programs: which backends, and how patiently.

use super::compilers::{Compilers, CompilersFound, Llvms, Targets};
use super::duration::parse_duration;
use super::ordinary::interpreter;
use super::output::{complain, remark};
use rustassay_judge::backend::Backend;
use rustassay_judge::case::{Case, CaseSource};
use rustassay_judge::config::Sets;
use rustassay_judge::engine::Engine;
use rustassay_judge::interpreter::preferred;
use rustassay_judge::sets::backends;
use rustassay_lang::{Architecture, Edition};
use rustassay_toolchain::{Search, Toolchain};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How programs are judged, as the command line says.
#[derive(clap::Args)]
pub struct Judging {
    /// The set of backends: `quick`, `default`, `thorough`, `llvm` (level mixes and random pipelines, for `--llvm`), or a set of the configuration file
    #[arg(long, default_value = "default", value_name = "SET")]
    backends: String,

    #[command(flatten)]
    compilers: Compilers,

    #[command(flatten)]
    targets: Targets,

    #[command(flatten)]
    llvms: Llvms,

    /// The edition of ordinary Rust that does not name one itself (`//@ edition: 2024`)
    #[arg(long, value_name = "YEAR")]
    pub edition: Option<Edition>,

    /// The seed for what the sets `thorough` and `llvm` choose at random
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,

    /// How many compilers run at once; by default, one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// The time limit of a compiler
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = parse_duration)]
    compile_timeout: Duration,

    /// The time limit of a program
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = parse_duration)]
    run_timeout: Duration,
}

/// What to do about the set `llvm` without an LLVM.
pub const NO_OTHER_LLVM: &str =
    "the set `llvm` is for compilers with another LLVM than their own: name one with `--llvm`";

/// All that it takes to judge programs.
pub struct Bench {
    pub engine: Engine,
    /// The compilers at hand, for the targets that programs are judged on.
    pub toolchains: Vec<Arc<Toolchain>>,
    /// The same as they are, for what they run on.
    hosts: Vec<Arc<Toolchain>>,
    /// The ways to call them.
    pub backends: Vec<Backend>,
    /// How many run at once.
    pub jobs: usize,
    /// Whether the machine was asked if it can run ordinary Rust.
    is_ready: bool,
}

/// A program for the backends of one memory layout.
pub struct CaseForLayout {
    pub case: Case,
    pub backends: Vec<Backend>,
}

impl Bench {
    /// The program of a file for the backends: what it does may differ between memory layouts, so there is a case for each that is wanted.
    pub fn cases(&self, file: &Path, text: &str, edition: Option<Edition>) -> Vec<CaseForLayout> {
        let of = |backend: &Backend| backend.architecture().unwrap_or(Architecture::DEFAULT);
        let mut targets: Vec<&'static Architecture> = Vec::new();
        for target in self.backends.iter().filter(|backend| backend.toolchain.is_some()).map(of) {
            // The default stands for all with its layout.
            let target =
                if target.layout == Architecture::DEFAULT.layout { Architecture::DEFAULT } else { target };
            if targets.iter().all(|known| known.layout != target.layout) {
                targets.push(target);
            }
        }
        let name = file.display().to_string();
        let mut cases: Vec<CaseForLayout> = Vec::new();
        for target in targets {
            let case = Case::for_target(name.clone(), text.to_owned(), edition, target);
            let suits =
                |backend: &&Backend| backend.toolchain.is_none() || of(backend).layout == case.target.layout;
            // A file may say itself what it is for.
            let is_known = cases.iter().any(|known| known.case.target.layout == case.target.layout);
            let backends: Vec<Backend> = self.backends.iter().filter(suits).cloned().collect();
            if !is_known {
                cases.push(CaseForLayout { case, backends });
            }
        }
        cases
    }

    /// The same where there can only be one; what is wrong is said to the user here.
    pub fn only_case(&self, file: &Path, text: &str, edition: Option<Edition>) -> Option<CaseForLayout> {
        let mut cases = self.cases(file, text, edition);
        if cases.len() > 1 {
            let names: Vec<&str> = cases.iter().map(|one| one.case.target.name).collect();
            complain(&format!(
                "the targets differ in their memory layouts, so what the program must do differs, too: name one \
                 of {} with `--target`",
                names.join(", ")
            ));
            return None;
        }
        cases.pop()
    }

    /// Asks the machine about ordinary Rust if the program is such. Where that cannot be done, says so, and backends are compared.
    pub fn ready_for(&mut self, case: &Case) {
        if self.is_ready || !matches!(case.source, CaseSource::Rust { .. }) {
            return;
        }
        self.is_ready = true;
        let Some(toolchain) = preferred(&self.hosts).cloned() else { return };
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
        let found = self.compilers.find_for(&self.targets, &self.llvms, Search::default().timeout)?;
        let CompilersFound { hosts, judged } = found;
        let [hosts, toolchains] =
            [hosts, judged].map(|found| found.into_iter().map(Arc::new).collect::<Vec<_>>());
        let backends = backends(&ways, &toolchains);
        if self.backends == "llvm" && backends.len() == 1 {
            complain(NO_OTHER_LLVM);
            return None;
        }
        let cannot = |error| complain(&format!("cannot make a folder for temporary files: {error}"));
        let engine =
            Engine::new().map_err(cannot).ok()?.with_timeouts(self.compile_timeout, self.run_timeout);
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.map_or(processors, usize::from);
        Some(Bench { engine, toolchains, hosts, backends, jobs, is_ready: false })
    }
}
