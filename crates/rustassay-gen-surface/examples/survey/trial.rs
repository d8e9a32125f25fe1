//! What compilers make of programs, alone and together.

use rustassay_gen_surface::Generated;
use rustassay_gen_surface::together::{MARK, together};
use rustassay_lang::Edition;
use rustassay_process::{End, Finished, Limits, Task, run};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a program may run.
const TIME: Duration = Duration::from_secs(5);

/// What programs are tried with.
pub struct Lab<'a> {
    pub compilers: &'a [PathBuf],
    pub levels: &'a [String],
    pub check: bool,
    pub edition: Edition,
}

/// What is wrong with a program.
pub struct Trouble {
    pub kind: String,
    pub message: String,
}

impl Trouble {
    fn new(kind: &str, message: impl Into<String>) -> Trouble {
        Trouble { kind: kind.to_owned(), message: message.into() }
    }

    /// The same, when the programs themselves are all right.
    pub fn only_together(&self) -> Trouble {
        Trouble::new("only together", format!("{}\n{}", self.kind, self.message))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let says = |line: &&str| line.contains("error") || line.contains("panicked");
        let line = self.message.lines().find(says).or(self.message.lines().next());
        write!(f, "{}: {}", self.kind, line.unwrap_or_default())
    }
}

/// CPU-seconds.
#[derive(Copy, Clone, Default)]
pub struct Cost {
    pub compile: f64,
    pub run: f64,
}

impl Lab<'_> {
    /// Tries programs as one crate: what each prints.
    pub fn try_together(
        &self,
        programs: &[Generated],
        folder: &Path,
        costs: &mut BTreeMap<String, Cost>,
    ) -> Result<Vec<String>, Trouble> {
        let output = self.try_text(&together(programs), programs.len() as u32, folder, costs)?;
        if self.check {
            return Ok(vec![String::new(); programs.len()]);
        }
        let outputs: Vec<String> = output.split(MARK).skip(1).map(after_number).collect();
        match outputs.len() == programs.len() {
            true => Ok(outputs),
            false => {
                Err(Trouble::new("did not end well", format!("{} programs ran:\n{output}", outputs.len())))
            }
        }
    }

    /// Tries a program as a crate of its own: what it prints.
    pub fn try_alone(
        &self,
        text: &str,
        folder: &Path,
        costs: &mut BTreeMap<String, Cost>,
    ) -> Result<String, Trouble> {
        Ok(self.try_text(text, 1, folder, costs)?.trim().to_owned())
    }

    /// Tries a crate by all compilers at all levels: what it prints by each.
    fn try_text(
        &self,
        text: &str,
        programs: u32,
        folder: &Path,
        costs: &mut BTreeMap<String, Cost>,
    ) -> Result<String, Trouble> {
        std::fs::write(folder.join("program.rs"), text).expect("the folder can be written to");
        let mut first: Option<(String, String)> = None;
        for compiler in self.compilers {
            for level in self.levels {
                let key = format!("{} -Copt-level={level}", compiler.display());
                let cost = costs.entry(key.clone()).or_default();
                let output = self.output(compiler, level, programs, folder, cost);
                let output = output.map_err(|trouble| Trouble {
                    message: format!("{key}\n{}", trouble.message),
                    ..trouble
                })?;
                match &first {
                    None => first = Some((key, output)),
                    Some((_, expected)) if *expected == output => {}
                    Some((other, expected)) => {
                        let message = format!("{other}:\n{expected}{key}:\n{output}");
                        return Err(Trouble::new("differs", message));
                    }
                }
            }
        }
        Ok(first.map(|(_, output)| output).unwrap_or_default())
    }

    /// What a crate prints when it is compiled like this; nothing if it is only checked.
    fn output(
        &self,
        compiler: &Path,
        level: &str,
        programs: u32,
        folder: &Path,
        cost: &mut Cost,
    ) -> Result<String, Trouble> {
        let compiled = self.compile(compiler, level, folder);
        cost.compile += compiled.cpu.as_secs_f64();
        let stderr = || String::from_utf8_lossy(&compiled.stderr).into_owned();
        match compiled.end {
            End::Exited(0) => {}
            End::Exited(1) => return Err(Trouble::new("rejected", stderr())),
            end => return Err(Trouble::new("compiler crashed", format!("{end}\n{}", stderr()))),
        }
        if self.check {
            return Ok(String::new());
        }
        let cpu = TIME * programs;
        let limits = Limits { wall: Duration::from_secs(600), cpu, ..Limits::default() };
        let ran = run(&Task::new(&folder.join("program"), folder).limits(limits)).expect("it can be started");
        cost.run += ran.cpu.as_secs_f64();
        match ran.end {
            End::Exited(0) => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
            end => {
                let stderr = String::from_utf8_lossy(&ran.stderr);
                Err(Trouble::new("did not end well", format!("{end}\n{stderr}")))
            }
        }
    }

    fn compile(&self, compiler: &Path, level: &str, folder: &Path) -> Finished {
        let mut task = Task::new(compiler, folder)
            .args(["--edition", self.edition.name(), "program.rs", "-Cdebuginfo=0"])
            .arg(format!("-Copt-level={level}"))
            .env("RUSTC_ICE", "0");
        task = match self.check {
            true => task.args(["--emit=metadata", "-o", "program.rmeta"]),
            false => task.args(["-o", "program", "-Cprefer-dynamic", "-Crpath", "-Ccodegen-units=1"]),
        };
        for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(name) {
                task = task.env(name, value);
            }
        }
        let limits =
            Limits { wall: Duration::from_secs(3600), cpu: Duration::from_secs(300), ..Limits::default() };
        run(&task.limits(limits)).expect("the compiler can be started")
    }
}

/// What a program printed, without its number before it.
fn after_number(output: &str) -> String {
    output.split_once('\n').map_or("", |(_, rest)| rest).trim().to_owned()
}
