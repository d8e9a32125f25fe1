//! What is found, as data.

use serde::Serialize;
use std::fmt;

/// Who turns right into wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guilty {
    /// The flags that it needs, each at its lowest level: all others can go.
    pub settings: Vec<String>,
    /// The part of the compiler.
    pub stage: Stage,
    /// How often the compiler ran to find it out.
    pub trials: usize,
}

/// A part of a compiler.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// No optimization pass: the program is built wrong with all of them off.
    Codegen,
    /// It cannot be told.
    #[allow(missing_docs)]
    Unknown { why: String },
}

/// What a pass works on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Layer {
    Mir,
    Llvm,
}

/// A run of a pass that makes the difference.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
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
    /// The flags with which it is the first that does not run, and all is well.
    pub without: Vec<String>,
    /// The flags with which it is the last that runs, and the result is wrong.
    pub with: Vec<String>,
}

impl Pass {
    /// The pass without the word that tells its places in the pipeline apart: `DeadStoreElimination-initial`
    /// and `-final` are one.
    pub fn family(&self) -> &str {
        match self.layer {
            Layer::Mir => family(&self.name),
            Layer::Llvm => &self.name,
        }
    }
}

/// A MIR pass without the word that tells its places in the pipeline apart.
pub(crate) fn family(name: &str) -> &str {
    name.split_once('-').map_or(name, |(family, _)| family)
}

impl Stage {
    /// The passes that it needs.
    pub fn passes(&self) -> Vec<&Pass> {
        match self {
            Stage::Mir(pass) | Stage::Llvm(pass) | Stage::AtLeast { pass, .. } => vec![pass],
            Stage::MirAndLlvm { mir, llvm } => vec![mir, llvm],
            Stage::Codegen | Stage::Unknown { .. } => Vec::new(),
        }
    }
}

impl Guilty {
    /// The flags without the guilty pass, if there is one and all is well without it.
    pub fn disabling(&self) -> Option<&[String]> {
        match &self.stage {
            Stage::Mir(pass) | Stage::Llvm(pass) if pass.is_confirmed == Some(true) => Some(&pass.disabling),
            _ => None,
        }
    }

    /// A key that wrong results of one cause have in common, such as `mir:GVN`, `llvm:instcombine`,
    /// `mir:Inline+llvm:gvn`, `mir:GVN+unknown`, `codegen` or `unknown`. There is nothing of the program in
    /// it.
    pub fn cause(&self) -> String {
        match &self.stage {
            Stage::Codegen => "codegen".to_owned(),
            Stage::Unknown { .. } => "unknown".to_owned(),
            stage => {
                let passes = stage.passes().into_iter();
                let keys: Vec<String> =
                    passes.map(|pass| format!("{}:{}", pass.layer.key(), pass.family())).collect();
                match stage {
                    Stage::AtLeast { .. } => format!("{}+unknown", keys.join("+")),
                    _ => keys.join("+"),
                }
            }
        }
    }
}

impl Layer {
    const fn key(self) -> &'static str {
        match self {
            Layer::Mir => "mir",
            Layer::Llvm => "llvm",
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Mir => "MIR",
            Layer::Llvm => "LLVM",
        })
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} pass {}", self.layer, self.name)?;
        if let Some(on) = &self.on {
            write!(f, " on `{on}`")?;
        }
        write!(f, ", number {}", self.index)?;
        match self.is_confirmed {
            Some(true) => f.write_str("; without it alone, all is well"),
            Some(false) => f.write_str("; it is wrong without it alone, too, so others can do the same"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Mir(pass) | Stage::Llvm(pass) => write!(f, "{pass}"),
            Stage::MirAndLlvm { mir, llvm } => write!(f, "{mir}; and then {llvm}"),
            Stage::AtLeast { pass, why } => write!(f, "{pass}; whether that is to blame is unknown: {why}"),
            Stage::Codegen => f.write_str("code generation: it is wrong with all optimization passes off"),
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
