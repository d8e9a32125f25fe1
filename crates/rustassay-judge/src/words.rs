//! What happened, in a line for people.

use crate::answer::ProgramEnd;
use rustassay_outcome::{Compiled, LlvmErrorKind};

/// What a compiler did with a program, after "the compiler".
pub fn of_compiler(compiled: &Compiled) -> String {
    let first_line = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    match compiled {
        Compiled::Built => "accepts it".to_owned(),
        Compiled::Rejected(errors) => match errors.first() {
            Some(error) => match &error.code {
                Some(code) => format!("rejects it: [{code}] {}", first_line(&error.message)),
                None => format!("rejects it: {}", first_line(&error.message)),
            },
            None => "rejects it".to_owned(),
        },
        Compiled::Crashed(crash) => {
            let doing =
                crash.queries.first().map_or_else(String::new, |query| format!(", {}", query.description));
            format!("crashes: {}{doing}", first_line(&crash.message))
        }
        Compiled::LlvmError(error) => {
            let pass = error.pass.as_ref().map_or_else(String::new, |pass| format!(", in the pass {pass}"));
            let what = match error.kind {
                LlvmErrorKind::BrokenIr => "makes broken LLVM IR",
                _ => "crashes in LLVM",
            };
            format!("{what}: {}{pass}", first_line(&error.message))
        }
        Compiled::Signaled(fatal) if fatal.stack_overflow => "crashes: its stack overflows".to_owned(),
        Compiled::Signaled(fatal) => {
            let place = fatal.backtrace.first().map_or_else(String::new, |frame| format!(", in {frame}"));
            let pass = fatal.pass.as_ref().map_or_else(String::new, |pass| format!(", in the pass {pass}"));
            format!("is killed by signal {}{place}{pass}", fatal.signal)
        }
        Compiled::TimedOut { phase } => format!("hangs: {phase}"),
        Compiled::LinkFailed(failure) if failure.missing => format!("finds no linker `{}`", failure.linker),
        Compiled::LinkFailed(failure) => {
            let error = failure.errors.first().map_or_else(String::new, |error| format!(": {error}"));
            format!("cannot link it{error}")
        }
        Compiled::OutOfMemory => "uses too much memory".to_owned(),
        Compiled::OutputTooLong => "prints too much".to_owned(),
        Compiled::DiskFull => "writes too much to disk".to_owned(),
        Compiled::TooManyProcesses => "starts too many processes".to_owned(),
        Compiled::Unexplained { code, stderr_tail } => {
            let why =
                stderr_tail.lines().find(|line| !line.trim().is_empty()).unwrap_or("it does not say why");
            format!("exits with code {code}: {}", why.trim())
        }
    }
}

/// How a program ended, after "the program".
pub fn of_end(end: ProgramEnd) -> String {
    match end {
        ProgramEnd::Code(code) => format!("exits with code {code}"),
        ProgramEnd::Signal(signal) => format!("dies of signal {signal}"),
        ProgramEnd::TimedOut => "hangs".to_owned(),
        ProgramEnd::OutOfMemory => "uses too much memory".to_owned(),
        ProgramEnd::OutputTooLong => "prints too much".to_owned(),
        ProgramEnd::DiskFull => "writes too much to disk".to_owned(),
        ProgramEnd::TooManyProcesses => "starts too many processes".to_owned(),
        ProgramEnd::CannotStart => "cannot be started".to_owned(),
    }
}
