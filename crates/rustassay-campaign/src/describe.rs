//! From what a closer look has shown to a finding.

use rustassay_bisect::{Guilty, Survey};
use rustassay_finding::{
    Commands, Compiler, Evidence, Fault, Finding, LocalisedIn, Opinion, OtherLlvm, Reduction,
};
use rustassay_judge::backend::Backend;
use rustassay_judge::engine::{Outcome, Trial};
use rustassay_judge::{verdict, words};
use rustassay_toolchain::{LlvmBackend, Toolchain};

/// What a closer look at a sighting has shown.
pub struct Evaluation<'a> {
    /// What is wrong.
    pub shown: &'a verdict::Suspicion,
    pub backend: &'a Backend,
    /// What the backend did.
    pub trial: Option<&'a Trial>,
    /// What Miri says of the program.
    pub miri: Option<&'a Opinion>,
    /// The command that makes the program.
    pub generate: &'a str,
}

/// The cause of a failure, as bisection has found it.
pub struct Localised {
    /// The guilty part of the compiler.
    pub guilty: Guilty,
    /// Which compilers show it.
    pub survey: Survey,
}

impl Evaluation<'_> {
    /// The finding, with its cause if that is known.
    pub fn describe(&self, cause: Option<String>, localised: Option<&Localised>) -> Finding {
        let Evaluation { shown, backend, trial, miri, generate } = *self;
        let evidence = match trial.map(|trial| &trial.outcome) {
            Some(Outcome::NotBuilt(compiled)) => Evidence::of(compiled),
            _ => Evidence::default(),
        };
        Finding {
            cause,
            backend: backend.name.clone(),
            kind: Some(backend.kind.into()),
            flags: backend.flags.clone(),
            compiler: backend.toolchain.as_ref().map(|toolchain| compiler(backend, toolchain)),
            commands: Commands {
                generate: Some(generate.to_owned()),
                compile: trial.map(|trial| trial.command.clone()),
            },
            guilty: localised.map(|localised| localised.guilty.clone()),
            localised_in: LocalisedIn::Original,
            compilers: localised.map_or_else(Vec::new, |localised| localised.survey.compilers()),
            extent: localised.map(|localised| localised.survey.extent().to_string()),
            evidence: Evidence { miri: miri.cloned(), ..evidence },
            reduction: Reduction::Whole,
            ..Finding::new(shown.fault, &shown.signature, &shown.summary)
        }
    }
}

fn compiler(backend: &Backend, toolchain: &Toolchain) -> Compiler {
    Compiler {
        rustc: toolchain.rustc.display().to_string(),
        wraps: toolchain.wrapped().map(|wrapped| wrapped.rustc.display().to_string()),
        version: toolchain.version.to_string(),
        verbose_version: Some(toolchain.verbose_version()),
        host: Some(toolchain.host.clone()),
        target: toolchain.target.as_ref().map(|target| target.setup.triple.clone()),
        runner: toolchain.run_under(),
        llvm: toolchain.llvm.clone(),
        other_llvm: toolchain.llvm_backend.as_ref().map(|LlvmBackend { tools, .. }| OtherLlvm {
            version: tools.version.clone(),
            opt: tools.opt.display().to_string(),
            llc: tools.llc.display().to_string(),
        }),
        custom_mir: backend.custom_mir().map(|release| release.to_string()),
    }
}

/// A finding whose program is reduced: this far, with what Miri says of the smaller program.
pub fn reduced(finding: &Finding, reduction: Reduction, miri: Option<Opinion>) -> Finding {
    let mut finding = Finding { reduction, ..finding.clone() };
    finding.evidence.miri = miri.or(finding.evidence.miri);
    finding
}

/// A finding whose cause was found in the smaller program, too, with what the backend did with that one.
pub fn localised_in_reduced(finding: Finding, localised: Localised, trial: &Trial) -> Finding {
    let mut finding = Finding {
        compilers: localised.survey.compilers(),
        extent: Some(localised.survey.extent().to_string()),
        guilty: Some(localised.guilty),
        localised_in: LocalisedIn::Reduced,
        ..finding
    };
    if let Outcome::NotBuilt(compiled) = &trial.outcome {
        finding.evidence = Evidence { miri: finding.evidence.miri, ..Evidence::of(compiled) };
        if finding.fault == Fault::CompilerCrash {
            finding.summary = format!("the compiler {}", words::of_compiler(compiled));
        }
    }
    finding
}
