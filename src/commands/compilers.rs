//! Which compilers a command is about: the options that commands share, and what they find.

use super::config;
use super::output::{complain, remark, warn};
use rustassay_lang::{Architecture, UnsupportedTarget};
use rustassay_toolchain::{
    Cache, Discovery, LlvmBackend, Search, Target, TargetProblem, Toolchain, WantedLlvms, WantedTargets,
    discover, is_called,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compilers that are named on the command line.
#[derive(clap::Args, Clone)]
pub struct Compilers {
    /// Use this compiler: a `rustc`, a script that wraps one, or a folder with `bin/rustc`. May be repeated; compilers that are not named are left out
    #[arg(long, value_name = "PATH")]
    rustc: Vec<PathBuf>,

    /// Use this compiler: a name in rustup or in the configuration file, a version such as `1.85`, or a channel. May be repeated
    #[arg(long, value_name = "NAME")]
    toolchain: Vec<String>,

    /// The configuration file, which names compilers (`[[toolchain]]`), sets of backends (`[sets.NAME]`) and options (`[options.COMMAND]`). By
    /// default the nearest `rustassay.toml` in this folder and those above it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The targets that programs are built for.
#[derive(clap::Args, Clone, Default)]
pub struct Targets {
    /// Build and run programs for this target, under an emulator where one is needed: a triple, its first parts such as `aarch64`, or `all`. May
    /// be repeated; by default what each compiler runs on
    #[arg(long = "target", value_name = "TARGET", value_delimiter = ',', value_parser = target)]
    names: Vec<String>,
}

/// The LLVMs that make machine code of the compilers' bitcode.
#[derive(clap::Args, Clone, Default)]
pub struct Llvms {
    /// Let this LLVM make the machine code, in the place of the one that each compiler carries: a version such as `23`, a name of the configuration
    /// file (`[[llvm]]`), or `all`. May be repeated
    #[arg(long = "llvm", value_name = "LLVM", value_delimiter = ',')]
    llvms: Vec<String>,
}

impl Llvms {
    fn wanted(&self) -> WantedLlvms {
        match &self.llvms[..] {
            [] => WantedLlvms::Own,
            names if names.iter().any(|name| name == ALL_LLVMS) => WantedLlvms::All,
            names => WantedLlvms::Named(names.to_vec()),
        }
    }

    /// Of the compilers with the targets that they build for, those with the LLVMs that were asked for. What does not work is said to the user here; `None` if
    /// nothing works with one that was asked for.
    fn choose(&self, judged: Vec<Toolchain>, discovery: &Discovery) -> Option<Vec<Toolchain>> {
        let wanted = self.wanted();
        if wanted == WantedLlvms::Own {
            return Some(judged);
        }
        let is_judged = |toolchain: &&Toolchain| {
            judged.iter().any(|it| it.rustc == toolchain.rustc && it.target == toolchain.target)
        };
        let runs = |toolchain: &&Toolchain| toolchain.llvm_backend.as_ref().is_some_and(|it| it.runs);
        let (usable, broken): (Vec<&Toolchain>, Vec<&Toolchain>) =
            discovery.with_llvms.iter().filter(is_judged).partition(runs);
        for toolchain in broken {
            remark(&format!("`{}` is left out: {}", toolchain.name, toolchain.notes.join("; ")));
        }
        if let WantedLlvms::Named(names) = &wanted {
            let has = |name: &&String| {
                let is_called = |it: &LlvmBackend| it.tools.is_called(name);
                usable.iter().any(|toolchain| toolchain.llvm_backend.as_ref().is_some_and(is_called))
            };
            let lacking: Vec<&String> = names.iter().filter(|name| !has(name)).collect();
            for name in &lacking {
                complain(&format!("the LLVM `{name}` works with no compiler at hand"));
            }
            if !lacking.is_empty() {
                return None;
            }
        }
        if usable.is_empty() {
            complain("no LLVM at hand works with a compiler at hand, beside its own");
            return None;
        }
        Some(usable.into_iter().cloned().collect())
    }
}

const ALL_LLVMS: &str = "all";

/// The name of a target for which it is known what programs must do, or of all of them.
fn target(name: &str) -> Result<String, UnsupportedTarget> {
    if name != ALL_TARGETS {
        architecture(name)?;
    }
    Ok(name.to_owned())
}

/// What custom MIR is for that is made or run for a target.
pub fn architecture(name: &str) -> Result<&'static Architecture, UnsupportedTarget> {
    Architecture::of_supported(name)
}

const ALL_TARGETS: &str = "all";

impl Targets {
    fn wanted(&self) -> WantedTargets {
        match &self.names[..] {
            [] => WantedTargets::Host,
            names if names.iter().any(|name| name == ALL_TARGETS) => WantedTargets::All,
            names => WantedTargets::Named(names.to_vec()),
        }
    }

    /// The compilers with the targets that they are to build for. What is wrong with a target is said to the user here; `None` if one that was
    /// asked for works with no compiler.
    fn choose(&self, discovery: &Discovery) -> Option<Vec<Toolchain>> {
        let Discovery { found, for_targets, .. } = discovery;
        let all = || found.iter().chain(for_targets);
        let left_out = |toolchain: &Toolchain, problem: &TargetProblem| {
            remark(&format!("`{}` is left out: {problem}", toolchain.name));
        };
        match self.wanted() {
            WantedTargets::Host => Some(found.clone()),
            WantedTargets::All => {
                let (usable, broken) = sorted_out(all());
                broken.iter().for_each(|(toolchain, problem)| left_out(toolchain, problem));
                Some(usable)
            }
            WantedTargets::Named(names) => {
                let mut chosen: Vec<Toolchain> = Vec::new();
                for name in names {
                    let meant = all().filter(|toolchain| is_called(toolchain.triple(), &name));
                    let (usable, broken) = sorted_out(meant);
                    if usable.is_empty() {
                        broken.iter().for_each(|(_, problem)| complain(&problem.to_string()));
                        return None;
                    }
                    broken.iter().for_each(|(toolchain, problem)| left_out(toolchain, problem));
                    chosen.extend(usable);
                }
                chosen.sort_by(|a, b| (a.triple(), &a.name).cmp(&(b.triple(), &b.name)));
                chosen.dedup();
                Some(chosen)
            }
        }
    }
}

/// A compiler, and why programs cannot be judged on its target.
type WithProblem<'a> = (&'a Toolchain, TargetProblem);

/// Those on whose target programs can be judged, and the others.
fn sorted_out<'a>(toolchains: impl Iterator<Item = &'a Toolchain>) -> (Vec<Toolchain>, Vec<WithProblem<'a>>) {
    let (mut usable, mut broken) = (Vec::new(), Vec::new());
    for toolchain in toolchains {
        match toolchain.target.as_ref().map_or(Ok(()), Target::is_usable) {
            Ok(()) => usable.push(toolchain.clone()),
            Err(problem) => broken.push((toolchain, problem)),
        }
    }
    (usable, broken)
}

/// Compilers at hand.
pub struct CompilersFound {
    /// As they are: they compile for what they run on.
    pub hosts: Vec<Toolchain>,
    /// For the targets that programs are judged on.
    pub judged: Vec<Toolchain>,
}

/// The compiler that is this file; what is wrong with it is said to the user here.
pub fn the_one(rustc: &Path) -> Option<Toolchain> {
    let named = Compilers { rustc: vec![rustc.to_owned()], toolchain: Vec::new(), config: None };
    named.find()?.into_iter().next()
}

impl Compilers {
    /// The configuration file that is named, or else the one that is found.
    pub fn config(&self) -> Option<PathBuf> {
        self.config.clone().or_else(config::found)
    }

    /// Whether the user says which.
    pub fn are_named(&self) -> bool {
        !self.rustc.is_empty() || !self.toolchain.is_empty() || self.config.is_some()
    }

    /// Where to look.
    pub fn search(&self) -> Search {
        Search {
            rustcs: self.rustc.clone(),
            names: self.toolchain.clone(),
            config: self.config(),
            ..Search::default()
        }
    }

    /// The text of the configuration file, if there is one; or why it cannot be read.
    pub fn config_text(&self) -> Result<Option<String>, String> {
        let Some(path) = self.config() else { return Ok(None) };
        super::read_text(&path).map(Some)
    }

    /// The compilers, and the same for targets and with LLVMs; `None` if there are none, or something that was asked for is missing, which is said to
    /// the user here.
    pub fn find_for(&self, targets: &Targets, llvms: &Llvms, timeout: Duration) -> Option<CompilersFound> {
        let search = Search { timeout, targets: targets.wanted(), llvms: llvms.wanted(), ..self.search() };
        let discovery = discover(&search, &Cache::standard());
        if !self.suffice(&discovery) {
            return None;
        }
        let judged = llvms.choose(targets.choose(&discovery)?, &discovery)?;
        Some(CompilersFound { hosts: discovery.found, judged })
    }

    /// The compilers; `None` if there are none, or one that was asked for is missing, which is said to the user here.
    pub fn find(&self) -> Option<Vec<Toolchain>> {
        Some(self.find_for(&Targets::default(), &Llvms::default(), Search::default().timeout)?.hosts)
    }

    /// Says what is wrong with the compilers that were found, and whether they are enough: there is one, and all that were asked
    /// for work.
    pub fn suffice(&self, discovery: &Discovery) -> bool {
        let are_named = self.are_named();
        for failure in &discovery.failed {
            match are_named {
                true => complain(&failure.to_string()),
                false => warn(&failure.to_string()),
            }
        }
        for missing in &discovery.missing {
            complain(&missing.to_string());
        }
        for missing in &discovery.missing_targets {
            complain(&missing.to_string());
        }
        for missing in &discovery.missing_llvms {
            complain(&missing.to_string());
        }
        let is_lacking = are_named && !discovery.failed.is_empty()
            || !discovery.missing.is_empty()
            || !discovery.missing_targets.is_empty()
            || !discovery.missing_llvms.is_empty();
        if discovery.found.is_empty() && !is_lacking {
            complain(
                "there is no Rust compiler that works; install one with rustup, or name one with `--rustc`",
            );
        }
        !is_lacking && !discovery.found.is_empty()
    }
}
