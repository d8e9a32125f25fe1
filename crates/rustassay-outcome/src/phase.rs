//! Where a compiler was when its time was over.

use crate::passes::{CountedPass, Layer};
use crate::stderr::Stderr;
use std::fmt;

/// What a compiler that hangs was doing, as far as its text tells. `-Zmir-opt-bisect-limit` and
/// `-Cllvm-args=-opt-bisect-limit`, with a limit that is never reached, make it say which pass it runs, and
/// `-Ztime-passes` which phase is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Nothing tells.
    Unknown,
    /// Evaluating a constant: rustc warns that it takes long.
    ConstEvaluation,
    /// A pass over MIR.
    MirPass(String),
    /// A pass of LLVM.
    LlvmPass(String),
    /// Something after this phase of rustc's.
    After(String),
}

impl Phase {
    /// What the last words of a compiler say.
    pub(crate) fn read(stderr: &Stderr) -> Phase {
        if let Some(phase) = stderr
            .rest
            .iter()
            .rev()
            .find_map(|line| CountedPass::running(line).map(of_pass).or_else(|| timed(line)))
        {
            return phase;
        }
        if stderr.says("constant evaluation is taking a long time") {
            return Phase::ConstEvaluation;
        }
        Phase::Unknown
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phase::Unknown => f.write_str("unknown phase"),
            Phase::ConstEvaluation => f.write_str("constant evaluation"),
            Phase::MirPass(name) => write!(f, "MIR pass {name}"),
            Phase::LlvmPass(name) => write!(f, "LLVM pass {name}"),
            Phase::After(name) => write!(f, "after {name}"),
        }
    }
}

fn of_pass(pass: CountedPass) -> Phase {
    match pass.layer {
        Layer::Mir => Phase::MirPass(pass.name),
        Layer::Llvm => Phase::LlvmPass(pass.name),
    }
}

/// `time:   0.094; rss:   74MB ->   75MB (   +1MB)  link_crate`.
fn timed(line: &str) -> Option<Phase> {
    let (_memory, phase) = line.strip_prefix("time: ")?.rsplit_once('\t')?;
    Some(Phase::After(phase.to_owned()))
}
