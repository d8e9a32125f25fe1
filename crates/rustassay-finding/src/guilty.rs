//! Which part of a compiler makes a right result wrong.

pub use rustassay_outcome::Layer;
use rustassay_outcome::Part;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Who turns right into wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guilty {
    /// The flags that it needs, each at its lowest level: all others can go.
    pub settings: Vec<String>,
    /// The part of the compiler.
    pub stage: Stage,
    /// How often the compiler ran to find it out.
    pub trials: usize,
}

/// A part of a compiler.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A pass over MIR, whatever LLVM does after it.
    Mir(Pass),
    /// A pass of LLVM, whatever was done to MIR before it.
    Llvm(Pass),
    /// It needs both, and from outside nobody can tell which is wrong: the MIR pass may have broken what only
    /// this LLVM pass makes use of, or has just made the first code on which the LLVM pass is wrong.
    #[allow(missing_docs)]
    MirAndLlvm { mir: Pass, llvm: Pass },
    /// It needs this pass; whether it is the one to blame cannot be told, because those of the other layer
    /// cannot be counted: why.
    #[allow(missing_docs)]
    AtLeast { pass: Pass, why: String },
    /// A pass that a flag switches on, and another after it with which the result is first wrong, and which
    /// runs without the flag as well. `rustassay_bisect` says why that one is to blame.
    #[allow(missing_docs)]
    SwitchedOn { pass: Pass, flag: String, shown_by: Pass },
    /// No optimization pass: it is wrong with all of them off. A program that does the wrong thing then was
    /// built wrong by code generation; a compiler that fails says itself where it was.
    #[allow(missing_docs)]
    NoPass {
        part: Part,
        /// The flags with which no pass runs.
        without_passes: Vec<String>,
    },
    /// It cannot be told.
    #[allow(missing_docs)]
    Unknown { why: String },
}

/// A run of a pass that makes the difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pass {
    /// What it works on.
    pub layer: Layer,
    /// What the compiler calls it, such as `DeadStoreElimination-initial` or `instcombine`.
    pub name: String,
    /// The body or function that it ran on, or another unit of LLVM's; `None` where the compiler can only
    /// switch it off everywhere.
    pub on: Option<String>,
    /// Its place in the order of passes, from 1 on.
    pub index: usize,
    /// Whether all is well without this pass alone, everywhere, while all others run. `None` if the compiler
    /// cannot do that.
    pub is_confirmed: Option<bool>,
    /// The flags with which it runs nowhere, while all others do.
    pub disabling: Vec<String>,
    /// Flags with which it does not run, and all is well: it is the first that does not, if passes are counted.
    pub without: Vec<String>,
    /// Flags with which it runs, and the result is wrong: it is the last that runs, if passes are counted.
    pub with: Vec<String>,
    /// Passes before it without which all is well, too, each by its family: they make what it gets wrong, or it
    /// believes what they say. Empty if that was not asked.
    pub needs: Vec<String>,
}

impl Pass {
    /// The pass without the word that tells its places in the pipeline apart: `DeadStoreElimination-initial`
    /// and `-final` are one, and so are LLVM's `attributor` over a module and `attributor-cgscc` over functions
    /// that call each other.
    pub fn family(&self) -> &str {
        self.layer.family(&self.name)
    }
}

impl Stage {
    /// The passes that it needs, the one to blame first if that is known.
    pub fn passes(&self) -> Vec<&Pass> {
        match self {
            Stage::Mir(pass) | Stage::Llvm(pass) | Stage::AtLeast { pass, .. } => vec![pass],
            Stage::MirAndLlvm { mir, llvm } => vec![mir, llvm],
            Stage::SwitchedOn { pass, shown_by, .. } => vec![pass, shown_by],
            Stage::NoPass { .. } | Stage::Unknown { .. } => Vec::new(),
        }
    }
}

impl Guilty {
    /// The flags without the guilty pass, if there is one and all is well without it.
    pub fn disabling(&self) -> Option<&[String]> {
        match &self.stage {
            Stage::Mir(pass) | Stage::Llvm(pass) | Stage::SwitchedOn { pass, .. }
                if pass.is_confirmed == Some(true) =>
            {
                Some(&pass.disabling)
            }
            _ => None,
        }
    }

    /// The flags without any pass, if it is wrong with them, too.
    pub fn without_passes(&self) -> Option<&[String]> {
        match &self.stage {
            Stage::NoPass { without_passes, .. } => Some(without_passes),
            _ => None,
        }
    }

    /// The flag that switches the guilty pass on, where a later one only shows what it did.
    pub fn switched_on_by(&self) -> Option<&str> {
        match &self.stage {
            Stage::SwitchedOn { flag, .. } => Some(flag),
            _ => None,
        }
    }

    /// A key that wrong results of one cause have in common, such as `mir:GVN`, `llvm:instcombine`,
    /// `mir:Inline+llvm:gvn`, `mir:GVN+unknown`, `codegen`, `front-end` or `unknown`. There is nothing of the
    /// program in it. Where `llc` of another LLVM makes wrong code without any pass, its options tell one cause from another: `llvm -O0 -global-isel`.
    pub fn cause(&self) -> String {
        let key = |pass: &Pass| format!("{}:{}", pass.layer.key(), pass.family());
        match &self.stage {
            Stage::Mir(pass) | Stage::Llvm(pass) | Stage::SwitchedOn { pass, .. } => key(pass),
            Stage::MirAndLlvm { mir, llvm } => format!("{}+{}", key(mir), key(llvm)),
            Stage::AtLeast { pass, .. } => format!("{}+unknown", key(pass)),
            Stage::NoPass { part, .. } => {
                let options = self.settings.iter().filter_map(|flag| flag.strip_prefix("--llc="));
                std::iter::once(key_of_part(*part)).chain(options).collect::<Vec<_>>().join(" ")
            }
            Stage::Unknown { .. } => "unknown".to_owned(),
        }
    }
}

impl Guilty {
    /// The part of the compiler that is the whole of a [cause](Guilty::cause), if it is one.
    pub fn part_of_cause(cause: &str) -> Option<Part> {
        let parts = [Part::FrontEnd, Part::ConstEvaluation, Part::Mir, Part::Codegen, Part::Llvm];
        let name = cause.split(' ').next().unwrap_or(cause);
        parts.into_iter().find(|part| key_of_part(*part) == name)
    }
}

/// What a part of the compiler is called in a [`Guilty::cause`].
const fn key_of_part(part: Part) -> &'static str {
    match part {
        Part::FrontEnd => "front-end",
        Part::ConstEvaluation => "const-eval",
        Part::Mir => "mir",
        Part::Codegen => "codegen",
        Part::Llvm => "llvm",
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} pass {}", self.layer, self.name)?;
        if let Some(on) = &self.on {
            write!(f, " on `{on}`")?;
        }
        write!(f, ", number {}", self.index)?;
        f.write_str(match self.is_confirmed {
            Some(true) => "; without it alone, all is well",
            Some(false) => "; it is wrong without it alone, too, so others can do the same",
            None => "",
        })?;
        match &*self.needs {
            [] => Ok(()),
            needs => write!(f, "; it needs what went before: {}", needs.join(", ")),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Mir(pass) | Stage::Llvm(pass) => write!(f, "{pass}"),
            Stage::MirAndLlvm { mir, llvm } => write!(f, "{mir}; and then {llvm}"),
            Stage::AtLeast { pass, why } => write!(f, "{pass}; whether that is to blame is unknown: {why}"),
            Stage::SwitchedOn { pass, flag, shown_by } => {
                write!(f, "{pass}; {flag} switches it on, and it shows after {shown_by}")
            }
            Stage::NoPass { part, .. } => write!(f, "{part}: it is wrong with all optimization passes off"),
            Stage::Unknown { why } => write!(f, "unknown: {why}"),
        }
    }
}

impl fmt::Display for Guilty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.settings.is_empty() {
            true => f.write_str("without any flags: ")?,
            false => write!(f, "with {}: ", self.settings.join(" "))?,
        }
        write!(f, "{}", self.stage)
    }
}
