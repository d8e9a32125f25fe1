//! A Cargo project, and its programs as metadata.

use crate::{CargoError, macros, wrapper};
use rustassay_toolchain::Toolchain;
use serde::Deserialize;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Increases whenever crates are compiled in another way: what was compiled before is then of no use.
const FORMAT: u32 = 1;

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
    id: String,
    name: String,
    manifest_path: PathBuf,
    default_run: Option<String>,
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

/// What is made of one target of a package.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Artifact {
    /// The package's name.
    pub package: String,
    /// The package's folder.
    pub package_folder: PathBuf,
    /// The target's name.
    pub name: String,
    /// What the target is.
    pub kind: TargetKind,
    /// The root of the crate.
    pub source: PathBuf,
    /// Whether it was compiled with `cfg(test)`.
    pub is_test: bool,
    /// Its metadata.
    pub metadata: PathBuf,
}

/// What a target is, in the order in which cargo runs their tests.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum TargetKind {
    /// A library.
    Library,
    /// A binary.
    Binary,
    /// An integration test.
    Test,
    /// An example.
    Example,
    /// A benchmark.
    Benchmark,
    /// Procedural macros, which are compiled for the host.
    Macros,
}

impl Project {
    /// Compiles the program: `cargo check` with these options.
    ///
    /// What cargo and the compiler say goes to standard error. The artifacts are in the order of their packages, kinds and names.
    pub fn check(
        &self,
        cargo: &Cargo,
        toolchain: &Toolchain,
        cache: Option<&Path>,
        options: &[OsString],
    ) -> Result<Vec<Artifact>, CargoError> {
        let macros = macros::compiled(toolchain, cache.ok_or(CargoError::NoCache)?)?;
        let wrapper = std::env::current_exe().map_err(CargoError::file("find", Path::new("rustassay")))?;
        let mut command = Command::new(&cargo.program);
        command.arg("check").args(&cargo.options).args(options);
        // With a target that is named, crates for the host are apart from those of the program.
        command.args(["--target", &toolchain.host, "--message-format=json-render-diagnostics"]);
        command.arg("--target-dir").arg(self.target_directory.join(format!("rustassay/{FORMAT}")));
        command.env("RUSTC", &toolchain.rustc).env("RUSTC_WRAPPER", wrapper).env(wrapper::VARIABLE, macros);
        command.env_remove("RUSTC_WORKSPACE_WRAPPER");
        // Cargo fetches packages and runs build scripts, as it always does; nothing keeps it in bounds but itself.
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(CargoError::start(&cargo.program))?;
        let mut artifacts = Vec::new();
        for line in child.stdout.take().into_iter().flat_map(|stdout| BufReader::new(stdout).lines()) {
            let line = line.map_err(CargoError::start(&cargo.program))?;
            artifacts.extend(serde_json::from_str(&line).ok().and_then(|message| self.artifact(message)));
        }
        let status = child.wait().map_err(CargoError::start(&cargo.program))?;
        if !status.success() {
            return Err(CargoError::Failed { program: cargo.program.clone() });
        }
        let key = |artifact: &Artifact| (artifact.package.clone(), artifact.kind, artifact.name.clone());
        artifacts.sort_by_key(key);
        Ok(artifacts)
    }

    /// What a message of cargo's says was made of a package of the workspace.
    fn artifact(&self, message: Message) -> Option<Artifact> {
        let Message { reason, package_id, target, profile, filenames } = message;
        let package = self.packages.iter().find(|package| package.id == package_id)?;
        let kind = TargetKind::of(target.kind.first()?)?;
        let metadata = filenames.into_iter().find(|file| file.extension().is_some_and(|it| it == "rmeta"))?;
        (reason == "compiler-artifact").then(|| Artifact {
            package: package.name.clone(),
            package_folder: package.manifest_path.parent().unwrap_or(Path::new("")).to_owned(),
            name: target.name,
            kind,
            source: target.src_path,
            is_test: profile.test,
            metadata,
        })
    }

    /// The one program among these that is to be run: the only one, or the one that its package names.
    pub fn program<'a>(&self, artifacts: &'a [Artifact]) -> Result<&'a Artifact, CargoError> {
        let runs = |artifact: &&Artifact| matches!(artifact.kind, TargetKind::Binary | TargetKind::Example);
        let programs: Vec<&Artifact> = artifacts.iter().filter(runs).collect();
        let is_default = |artifact: &&Artifact| {
            let package = self.packages.iter().find(|package| package.name == artifact.package);
            package.and_then(|package| package.default_run.as_ref()) == Some(&artifact.name)
        };
        let defaults: Vec<&Artifact> = programs.iter().copied().filter(is_default).collect();
        match (&*programs, &*defaults) {
            ([program], _) | (_, [program]) => Ok(program),
            ([], _) => Err(CargoError::NoProgram),
            _ => Err(CargoError::ManyPrograms(programs.iter().map(|program| program.name.clone()).collect())),
        }
    }
}

impl TargetKind {
    fn of(name: &str) -> Option<TargetKind> {
        Some(match name {
            "lib" | "rlib" | "dylib" | "cdylib" | "staticlib" => TargetKind::Library,
            "bin" => TargetKind::Binary,
            "test" => TargetKind::Test,
            "example" => TargetKind::Example,
            "bench" => TargetKind::Benchmark,
            "proc-macro" => TargetKind::Macros,
            _ => return None,
        })
    }
}

/// A line that cargo prints of an artifact; other lines lack some of it.
#[derive(Deserialize)]
struct Message {
    reason: String,
    package_id: String,
    target: MessageTarget,
    profile: MessageProfile,
    filenames: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct MessageTarget {
    kind: Vec<String>,
    name: String,
    src_path: PathBuf,
}

#[derive(Deserialize)]
struct MessageProfile {
    test: bool,
}
