//! Finds the guilty part of a compiler.

use crate::passes::{ALL, Dial, dumped};
use crate::search::{contradiction, first_bad};
use crate::settings;
use crate::trials::Trials;
use rustassay_finding::{Guilty, Layer, Pass, Stage};
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::{Backend, Codegen, Executor};
use rustassay_judge::case::Case;
use rustassay_judge::engine::{Engine, Outcome, Trial};
use rustassay_outcome::{CountedPass, Part};

/// How often the compiler runs at most, if the caller has no other wish. A search takes twenty to thirty trials.
pub const EFFORT: usize = 200;

/// A program that a backend gets wrong.
#[derive(Copy, Clone)]
pub struct Suspect<'a> {
    /// What runs it.
    pub engine: &'a Engine,
    /// The program.
    pub case: &'a Case,
    /// The backend that gets it wrong.
    pub backend: &'a Backend,
    /// What it must do, by the machine.
    pub answer: &'a Answer,
    /// Knows whether a trial still shows the failure; see [`same_failure`](crate::same_failure).
    pub still_bad: &'a dyn Fn(&Trial) -> bool,
}

/// Finds out which part of the compiler is guilty, with at most `effort` trials.
pub fn localise(suspect: &Suspect, effort: usize) -> Guilty {
    search(suspect, effort, false)
}

/// The same, and asks which passes before a guilty one it [needs](Pass::needs). That can take twice as many trials, so it is for small
/// programs.
pub fn localise_in_depth(suspect: &Suspect, effort: usize) -> Guilty {
    search(suspect, effort, true)
}

fn search(suspect: &Suspect, effort: usize, in_depth: bool) -> Guilty {
    let mut trials = Trials::new(suspect, effort);
    let flags = &suspect.backend.flags;
    let (settings, stage) = match (suspect.backend.kind, trials.is_bad(flags)) {
        (_, Err(why)) => (flags.clone(), Stage::Unknown { why }),
        (_, Ok(false)) => {
            (flags.clone(), Stage::Unknown { why: "when it is tried again, nothing is wrong".to_owned() })
        }
        (Executor::Compiled(codegen), Ok(true)) => {
            let settings = settings::needed(&mut trials, flags);
            let stage = Search { trials: &mut trials, settings: &settings, in_depth }.stage(codegen);
            (settings, stage.unwrap_or_else(|why| Stage::Unknown { why }))
        }
        (_, Ok(true)) => {
            let settings = settings::needed(&mut trials, flags);
            (settings, Stage::Unknown { why: "only a compiler has passes that can be left out".to_owned() })
        }
    };
    Guilty { settings, stage, trials: trials.spent }
}

/// Whether all is well when a pass runs nowhere, by its [`Pass::disabling`] flags: one trial, which tells that a failure may have the same
/// cause as another. `None` if it cannot be told.
pub fn is_well_without(suspect: &Suspect, disabling: &[String]) -> Option<bool> {
    let mut trials = Trials::new(suspect, 1);
    let flags = [&suspect.backend.flags, disabling].concat();
    trials.is_bad(&flags).ok().map(|is_bad| !is_bad)
}

/// A search with the flags that matter. What cannot be told ends it: why.
pub(crate) struct Search<'t, 'a> {
    pub trials: &'t mut Trials<'a>,
    pub settings: &'t [String],
    in_depth: bool,
}

/// A guilty pass, and all that run beside it.
pub(crate) struct GuiltyPass {
    pub pass: Pass,
    pub passes: Vec<CountedPass>,
}

impl Search<'_, '_> {
    fn stage(&mut self, codegen: Codegen) -> Result<Stage, String> {
        let has_other_llvm = self.trials.toolchain().is_some_and(|it| it.llvm_backend.is_some());
        if has_other_llvm && let Some(stage) = self.of_other_llvm()? {
            return Ok(stage);
        }
        let llvm = match codegen {
            Codegen::Llvm => self.usable(Dial::Llvm),
            _ => Err("another code generator's passes cannot be counted".to_owned()),
        };
        match (self.mir_dial(), llvm) {
            (Ok(mir), Ok(llvm)) => self.of_both(&mir, &llvm),
            (Ok(mir), Err(why)) => match self.is_bad(&[&mir.flags(0)])? {
                true => Err(format!("it is no MIR pass, and of LLVM: {why}")),
                false => Ok(Stage::AtLeast { pass: self.guilty_pass(&mir, &[])?.pass, why }),
            },
            (Err(why), Ok(llvm)) => match self.is_bad(&[&llvm.flags(0)])? {
                true => Err(format!("it is no LLVM pass, and of MIR: {why}")),
                false => Ok(Stage::AtLeast { pass: self.guilty_pass(&llvm, &[])?.pass, why }),
            },
            (Err(mir), Err(llvm)) => Err(format!("of MIR: {mir}; of LLVM: {llvm}")),
        }
    }

    /// Which of the two it needs: it is found where the other is off, or, if it needs both, in both.
    fn of_both(&mut self, mir: &Dial, llvm: &Dial) -> Result<Stage, String> {
        let (no_mir, no_llvm) = (mir.flags(0), llvm.flags(0));
        let without_mir = self.is_bad(&[&no_mir])?;
        let without_llvm = self.is_bad(&[&no_llvm])?;
        match (without_mir, without_llvm) {
            (false, true) => self.blamed(mir, &no_llvm, Stage::Mir),
            (true, false) => self.blamed(llvm, &no_mir, Stage::Llvm),
            (false, false) => {
                let mir_pass = self.guilty_pass(mir, &[])?.pass;
                let given = mir.flags(mir_pass.index);
                self.blamed(llvm, &given, |llvm| Stage::MirAndLlvm { mir: mir_pass, llvm })
            }
            // Each of the two can do it alone, or neither is needed.
            (true, true) => match self.is_bad(&[&no_mir, &no_llvm])? {
                true => self.without_any_pass([no_mir, no_llvm].concat()),
                false => self.blamed(mir, &no_llvm, Stage::Mir),
            },
        }
    }

    /// The guilty pass, or the one before it that is to blame.
    pub(crate) fn blamed(
        &mut self,
        dial: &Dial,
        given: &[String],
        stage: impl FnOnce(Pass) -> Stage,
    ) -> Result<Stage, String> {
        let mut found = self.guilty_pass(dial, given)?;
        if let Some((pass, flag)) = self.switched_on(dial, given, &found) {
            return Ok(Stage::SwitchedOn { pass, flag, shown_by: found.pass });
        }
        if self.in_depth {
            found.pass.needs = self.needs(dial, given, &found);
        }
        Ok(stage(found.pass))
    }

    /// Who it is when the last trial was bad, with all passes off.
    fn without_any_pass(&self, without_passes: Vec<String>) -> Result<Stage, String> {
        let part = match &self.trials.last_bad {
            Some(Outcome::Observed(_)) => Some(Part::Codegen),
            Some(Outcome::NotBuilt(compiled)) => compiled.part(),
            _ => None,
        };
        let why = || {
            "the compiler fails with all optimization passes off, too, and does not say which part of it"
                .to_owned()
        };
        part.map(|part| Stage::NoPass { part, without_passes }).ok_or_else(why)
    }

    /// The dial of the MIR passes: the compiler's own count, or else their names.
    fn mir_dial(&mut self) -> Result<Dial, String> {
        // Some of what the compiler counts is no optimization, so that it cannot do without: broken MIR ends it then.
        let counted = self.usable(Dial::Mir);
        let no_count = match counted.and_then(|dial| self.is_bad(&[&dial.flags(0)]).map(|_| dial)) {
            Ok(dial) => return Ok(dial),
            Err(why) => why,
        };
        let mut names = self.dumped_passes(&[])?;
        let with_none = self.dumped_passes(&["-Zmir-opt-level=0".to_owned()])?;
        // Those that always run are no optimizations, and a compiler may crash without them.
        names.retain(|name| !with_none.contains(name));
        match names.is_empty() {
            true => Err(no_count),
            false => self.usable(Dial::MirNames(names)),
        }
    }

    /// The passes that `main` goes through, by what the compiler leaves in its folder.
    fn dumped_passes(&mut self, flags: &[String]) -> Result<Vec<String>, String> {
        let dump = ["-Zdump-mir=main", "-Zdump-mir-dir=dump"].map(str::to_owned);
        let compilation = self.trials.compile(&self.flags(&[flags, &dump]))?;
        Ok(dumped(&compilation.binary.folder().join("dump")))
    }

    /// The dial, if the compiler knows it, and the failure stays when it counts and stops nothing. A compiler
    /// that fails before it runs any of these passes needs none of them.
    pub(crate) fn usable(&mut self, dial: Dial) -> Result<Dial, String> {
        match self.is_bad(&[&dial.flags(ALL)])? {
            true => Ok(dial),
            false => Err("it does not fail any more when passes are counted".to_owned()),
        }
    }

    /// The passes that run with these flags.
    fn passes(&mut self, dial: &Dial, given: &[String]) -> Result<Vec<CountedPass>, String> {
        if let Dial::MirNames(names) = dial {
            return Ok(names
                .iter()
                .map(|name| CountedPass { layer: Layer::Mir, name: name.clone(), on: None })
                .collect());
        }
        let compilation = self.trials.compile(&self.flags(&[given, &dial.flags(ALL)]))?;
        Ok(dial.passes(&compilation.finished.stderr))
    }

    /// The pass that makes the difference, where it does not fail without any and fails with all.
    fn guilty_pass(&mut self, dial: &Dial, given: &[String]) -> Result<GuiltyPass, String> {
        let passes = self.passes(dial, given)?;
        let all = passes.len();
        let layer = dial.layer();
        if all == 0 || !self.is_bad(&[given, &dial.flags(all)])? {
            return Err(format!(
                "it does not fail with the {all} passes over {layer} that the compiler counts"
            ));
        }
        let index = first_bad(all, |limit| self.is_bad(&[given, &dial.flags(limit)]))?;
        let (without, with) = (dial.flags(index - 1), dial.flags(index));
        if self.is_bad(&[given, &without])? || !self.is_bad(&[given, &with])? {
            return Err("it does not fail each time".to_owned());
        }
        let pass = &passes[index - 1];
        // Not every compiler can switch off a pass of LLVM by name.
        let disabling = dial.flags_without(&[layer.family(&pass.name)], &passes);
        let is_bad_alone = self.is_bad(&[given, &disabling]).ok();
        if is_bad_alone != Some(false)
            && let Some(other) = contradiction(index, all, |limit| self.is_bad(&[given, &dial.flags(limit)]))?
        {
            let (wrong, right) = if other < index { (other, index - 1) } else { (index, other) };
            return Err(format!(
                "more passes do not mean more failures: over {layer}, {wrong} passes fail and {right} do not"
            ));
        }
        let pass = Pass {
            layer,
            name: pass.name.clone(),
            on: pass.on.clone(),
            index,
            is_confirmed: is_bad_alone.map(|is_bad| !is_bad),
            disabling,
            without: self.flags(&[given, &without]),
            with: self.flags(&[given, &with]),
            needs: Vec::new(),
        };
        Ok(GuiltyPass { pass, passes })
    }

    pub fn is_bad(&mut self, more: &[&[String]]) -> Result<bool, String> {
        let flags = self.flags(more);
        self.trials.is_bad(&flags)
    }

    /// The flags that matter, and more.
    pub fn flags(&self, more: &[&[String]]) -> Vec<String> {
        self.settings.iter().chain(more.iter().copied().flatten()).cloned().collect()
    }
}
