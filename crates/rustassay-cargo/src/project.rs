//! A Cargo project, and how cargo is started so that the machine runs it.

use crate::facade::Facade;
use crate::{CargoError, RunnerSettings, wrapper};
use rustassay_toolchain::Toolchain;
use serde::Deserialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Increases whenever crates are compiled in another way: what was compiled before is then of no use.
const FORMAT: u32 = 2;

/// What cargo says of the project that somebody is in.
#[derive(Clone, Debug, Deserialize)]
pub struct Project {
    /// Where cargo, and so the compiler, names files from.
    #[serde(rename = "workspace_root")]
    pub root: PathBuf,
    target_directory: PathBuf,
    packages: Vec<Package>,
}

/// A package of the workspace.
#[derive(Clone, Debug, Deserialize)]
struct Package {
    targets: Vec<Target>,
}

/// What is made of a package.
#[derive(Clone, Debug, Deserialize)]
struct Target {
    name: String,
}

/// How to start cargo.
#[derive(Clone, Debug)]
pub struct Cargo {
    /// Its file.
    pub program: PathBuf,
    /// Options that all of its commands take, such as `--offline`.
    pub options: Vec<OsString>,
}

impl Cargo {
    /// The cargo that started us, or else the one on `PATH`.
    pub fn new(options: Vec<OsString>) -> Cargo {
        Cargo { program: std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from), options }
    }

    /// The compiler that cargo would use here: `RUSTC`, or else what is on `PATH`, which rustup chooses by the folder.
    pub fn rustc(&self) -> Result<PathBuf, CargoError> {
        let named = std::env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from);
        let mut command = Command::new(&named);
        command.args(["--print", "sysroot"]).stderr(Stdio::inherit());
        let output = command.output().map_err(CargoError::start(&named))?;
        let sysroot = String::from_utf8_lossy(&output.stdout);
        match output.status.success() {
            // Not the proxy of rustup's, which asks again each time.
            true => Ok(Path::new(sysroot.trim_end())
                .join("bin")
                .join(format!("rustc{}", std::env::consts::EXE_SUFFIX))),
            false => Err(CargoError::Failed { program: named }),
        }
    }

    /// The project that the current folder is in, or that the options name.
    pub fn project(&self) -> Result<Project, CargoError> {
        let mut command = Command::new(&self.program);
        command.args(["metadata", "--no-deps", "--format-version=1"]).args(&self.options);
        let output = command.stderr(Stdio::inherit()).output().map_err(CargoError::start(&self.program))?;
        match output.status.success() {
            true => serde_json::from_slice(&output.stdout).map_err(CargoError::Answer),
            false => Err(CargoError::Failed { program: self.program.clone() }),
        }
    }
}

impl Project {
    /// The names of the project's crates.
    pub fn crate_names(&self) -> Vec<String> {
        let targets = self.packages.iter().flat_map(|package| &package.targets);
        let mut names: Vec<String> = targets.map(|target| target.name.replace('-', "_")).collect();
        names.sort();
        names.dedup();
        names
    }

    /// A command of cargo's that compiles to metadata, in a folder of its own, and gives programs and doc tests to the machine.
    pub fn command(
        &self,
        cargo: &Cargo,
        words: &[&str],
        toolchain: &Toolchain,
        cache: Option<&Path>,
        settings: &RunnerSettings,
    ) -> Result<Command, CargoError> {
        let facade = Facade::of(toolchain, cache.ok_or(CargoError::NoCache)?)?;
        let own = std::env::current_exe().map_err(CargoError::start(Path::new("rustassay")))?;
        let mut command = Command::new(&cargo.program);
        command.args(words).args(&cargo.options);
        // With a target that is named, crates for the host are apart from those of the program.
        command.args(["--target", &toolchain.host]);
        command.arg("--target-dir").arg(self.target_directory.join(format!("rustassay/{FORMAT}")));
        // As a list, since the path may have spaces in it. JSON's strings are TOML's, too.
        let text = |text: &str| serde_json::to_string(text).expect("text is JSON");
        let runner = own.to_string_lossy();
        command.arg("--config").arg(format!(
            "target.{}.runner=[{},\"cargo\",\"runner\"]",
            text(&toolchain.host),
            text(&runner)
        ));
        let (variable, value) = settings.variable();
        command.env(variable, value).env(wrapper::VARIABLE, facade.folder);
        command.env("RUSTC", &toolchain.rustc).env("RUSTC_WRAPPER", &own).env("RUSTDOC", &own);
        command.env_remove("RUSTC_WORKSPACE_WRAPPER");
        Ok(command)
    }
}
