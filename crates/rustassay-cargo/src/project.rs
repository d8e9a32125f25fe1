//! A Cargo project, and how we start cargo so that the machine runs the project.

use crate::facade::Facade;
use crate::wrapper::WrapperSettings;
use crate::{CargoError, RunnerSettings};
use rustassay_toolchain::Toolchain;
use serde::Deserialize;
use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The format of what the wrapper makes cargo keep. A new one makes cargo compile everything anew, so it increases when the
/// wrapper's flags or the macros change.
const FORMAT: u32 = 3;

/// What cargo knows of a project.
#[derive(Clone, Debug, Deserialize)]
pub struct Project {
    /// The folder that cargo starts the compiler in, so that paths of source files start there.
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
    /// The target that the user names.
    pub target: Option<String>,
    /// The folder for all that is compiled, if the user names one.
    pub target_folder: Option<PathBuf>,
    /// Options for all of its commands, such as `--offline`.
    pub options: Vec<OsString>,
}

impl Cargo {
    /// The cargo that started us, or else the one on `PATH`.
    pub fn new(options: Vec<OsString>) -> Cargo {
        let program = std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from);
        Cargo { program, target: None, target_folder: None, options }
    }

    /// Makes sure that the user wants no target other than the compiler's own.
    pub fn check_target(&self, host: &str) -> Result<(), String> {
        match &self.target {
            Some(target) if target != host => Err(format!(
                "programs run as on `{host}`, the compiler's own target, and not as on `{target}`"
            )),
            _ => Ok(()),
        }
    }

    /// The compiler that cargo would use: `RUSTC`, or else the one on `PATH`, which rustup chooses by the folder.
    pub fn rustc(&self) -> Result<PathBuf, CargoError> {
        let named = std::env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from);
        let mut command = Command::new(&named);
        command.args(["--print", "sysroot"]).stderr(Stdio::inherit());
        let output = command.output().map_err(CargoError::start(&named))?;
        let sysroot = String::from_utf8_lossy(&output.stdout);
        match output.status.success() {
            // Rustup's proxy would choose again each time.
            true => Ok(Path::new(sysroot.trim_end())
                .join("bin")
                .join(format!("rustc{}", std::env::consts::EXE_SUFFIX))),
            false => Err(CargoError::Failed { program: named }),
        }
    }

    /// The project of the current folder, or the one that the options name.
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

    /// Where cargo keeps metadata, within the folder for all that is compiled. Crates with other configurations are kept apart,
    /// since cargo does not know of those.
    fn metadata_folder(&self, target_folder: Option<&Path>, cfgs: &[String]) -> PathBuf {
        let folder =
            target_folder.unwrap_or(&self.target_directory).join("rustassay").join(FORMAT.to_string());
        match cfgs {
            [] => folder,
            cfgs => {
                let mut hasher = DefaultHasher::new();
                cfgs.hash(&mut hasher);
                folder.join(format!("cfg-{:016x}", hasher.finish()))
            }
        }
    }

    /// A command of cargo's that compiles to metadata, in a folder of its own, and starts us in place of programs and rustdoc.
    pub fn command(
        &self,
        cargo: &Cargo,
        words: &[&str],
        toolchain: &Toolchain,
        cache: Option<&Path>,
        cfgs: &[String],
        settings: &RunnerSettings,
    ) -> Result<Command, CargoError> {
        let facade = Facade::of(toolchain, cache.ok_or(CargoError::NoCache)?)?;
        let own = std::env::current_exe().map_err(CargoError::start(Path::new("rustassay")))?;
        let folder = self.metadata_folder(cargo.target_folder.as_deref(), cfgs);
        let mut command = Command::new(&cargo.program);
        command.args(words).args(&cargo.options);
        // With a named target, cargo keeps crates for the host apart from the program's.
        command.args(["--target", &toolchain.host]).arg("--target-dir").arg(&folder);
        set_runner(&mut command, &toolchain.host, &own);
        // These variables overrule the user's settings in files. With an empty wrapper, cargo would ask rustc about itself each time.
        command
            .env("RUSTC", &toolchain.rustc)
            .env("RUSTC_WRAPPER", &own)
            .env("RUSTC_WORKSPACE_WRAPPER", &own);
        command.env("RUSTDOC", &own).env("CARGO_BUILD_BUILD_DIR", &folder);
        for (name, value) in
            [WrapperSettings { facade: facade.folder, cfgs: cfgs.to_vec() }.variable()?, settings.variable()?]
        {
            command.env(name, value);
        }
        Ok(command)
    }
}

/// Makes cargo start us with each program of a target.
fn set_runner(command: &mut Command, target: &str, own: &Path) {
    let own = own.to_string_lossy();
    if !own.contains(char::is_whitespace) {
        let variable = format!("CARGO_TARGET_{}_RUNNER", target.to_uppercase().replace(['-', '.'], "_"));
        command.env(variable, format!("{own} cargo runner"));
        return;
    }
    // Cargo would take the variable apart at the spaces. A list has no such problem, but cargo refuses it if the user's settings
    // have a runner that is no list. JSON's strings are TOML's, too.
    let text = |text: &str| serde_json::Value::from(text).to_string();
    command.arg("--config").arg(format!(
        "target.{}.runner=[{},\"cargo\",\"runner\"]",
        text(target),
        text(&own)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn configurations_are_kept_apart() {
        let project =
            Project { root: "/p".into(), target_directory: "/p/target".into(), packages: Vec::new() };
        let folder = |cfgs: &[&str]| {
            project.metadata_folder(None, &cfgs.iter().map(|cfg| (*cfg).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(folder(&[]), Path::new("/p/target/rustassay").join(FORMAT.to_string()));
        assert_ne!(folder(&["miri"]), folder(&[]));
        assert_ne!(folder(&["miri"]), folder(&["loom"]));
        assert_eq!(folder(&["miri"]), folder(&["miri"]));
    }

    /// If this fails, increase `FORMAT` and adapt the number here.
    #[test]
    fn the_format_changes_with_what_is_compiled() {
        let inputs = (Facade::sources(), rustassay_overlay::mir_flags().collect::<Vec<_>>());
        let mut hasher = DefaultHasher::new();
        inputs.hash(&mut hasher);
        assert_eq!((FORMAT, hasher.finish()), (3, 8193143160302271896));
    }

    #[test]
    fn a_runner_with_spaces_in_its_path_is_a_list() {
        let mut command = Command::new("cargo");
        set_runner(&mut command, "x86_64-unknown-linux-gnu", Path::new("/a b/rustassay"));
        let words: Vec<&OsStr> = command.get_args().collect();
        let setting = "target.\"x86_64-unknown-linux-gnu\".runner=[\"/a b/rustassay\",\"cargo\",\"runner\"]";
        assert_eq!(words, ["--config", setting]);
    }
}
