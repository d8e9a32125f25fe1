//! Which targets a compiler may build for, and what is there to link and to run their programs. Nothing is tried here.

use super::c_library::CLibrary;
use super::made::MadeSysroot;
use super::wasi;
use super::{Runner, TargetSetup};
use crate::names::means;
use crate::places::{configured_program, on_path};
use crate::probe::file_names;
use crate::{Toolchain, UnusableCompiler};
use rustassay_lang::{Architecture, ConfigSection};
use serde::Deserialize;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The targets that a search is about.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub enum WantedTargets {
    /// What a compiler runs on, and no other.
    #[default]
    Host,
    /// All that are found.
    All,
    /// Those of these names: a triple, or its beginning, such as `aarch64`.
    Named(Vec<String>),
}

impl WantedTargets {
    /// Whether this target is one of them.
    pub fn has(&self, triple: &str) -> bool {
        match self {
            WantedTargets::Host => false,
            WantedTargets::All => true,
            WantedTargets::Named(names) => names.iter().any(|name| is_called(triple, name)),
        }
    }
}

/// Whether a name means a target: its triple, or the first parts of it.
pub fn is_called(triple: &str, name: &str) -> bool {
    triple.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// A target that the configuration file describes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfiguredTarget {
    triple: String,
    /// The compilers that it is for, by name or version; all if there are none.
    #[serde(default)]
    toolchains: Vec<String>,
    sysroot: Option<PathBuf>,
    linker: Option<PathBuf>,
    /// The folder below which its C library is.
    c_library: Option<PathBuf>,
    #[serde(default)]
    flags: Vec<String>,
    /// A program and its first arguments; empty if programs run here by themselves.
    runner: Option<Vec<String>>,
    /// Another one, which must agree with the first that a program does something wrong.
    second_runner: Option<Vec<String>>,
}

/// The targets of a configuration file, if there is one.
pub(crate) fn read_config(file: Option<&Path>) -> Result<Vec<ConfiguredTarget>, UnusableCompiler> {
    let Some(file) = file else { return Ok(Vec::new()) };
    let failure = |why| UnusableCompiler { path: file.to_owned(), why };
    let text = fs::read_to_string(file)
        .map_err(|error| failure(format!("cannot read the configuration: {error}")))?;
    // Compilers and linkers run in other folders.
    let file = std::path::absolute(file).map_err(|error| failure(error.to_string()))?;
    let folder = file.parent().unwrap_or(Path::new(""));
    configured(&text, folder)
        .map_err(|error| failure(format!("cannot understand the configuration: {error}")))
}

/// The targets that the text of a configuration file describes; or what is wrong with it. `folder` is where the file is.
fn configured(text: &str, folder: &Path) -> Result<Vec<ConfiguredTarget>, String> {
    let mut targets: Vec<ConfiguredTarget> = ConfigSection::Target.read(text)?.unwrap_or_default();
    for target in &mut targets {
        target.sysroot = target.sysroot.take().map(|sysroot| folder.join(sysroot));
        target.linker = target.linker.take().map(|linker| configured_program(&linker, folder));
        target.c_library = target.c_library.take().map(|root| folder.join(root));
        for runner in [&mut target.runner, &mut target.second_runner] {
            if let Some(first) = runner.as_mut().and_then(|runner| runner.first_mut()) {
                *first = configured_program(Path::new(first), folder).to_string_lossy().into_owned();
            }
        }
    }
    Ok(targets)
}

/// How programs for the wanted targets are built with a compiler, in the order of the triples.
pub(crate) fn setups(
    toolchain: &Toolchain,
    configured: &[ConfiguredTarget],
    wanted: &WantedTargets,
) -> Vec<TargetSetup> {
    let is_for = |target: &&ConfiguredTarget| {
        let mut names = target.toolchains.iter();
        let is_named = |name: &String| {
            let mut own = std::iter::once(&toolchain.name).chain(&toolchain.aliases);
            own.any(|own| means(name, own)) || toolchain.version.is_meant_by(name)
        };
        target.toolchains.is_empty() || names.any(is_named)
    };
    let described: Vec<&ConfiguredTarget> = configured.iter().filter(is_for).collect();
    let made = MadeSysroot::standard(toolchain);
    let has_libraries = |triple: &String| *triple != toolchain.host && has_core(&toolchain.sysroot, triple);
    let mut triples: Vec<String> = file_names(&toolchain.sysroot.join("lib/rustlib"));
    triples.retain(has_libraries);
    triples.extend(made.iter().flat_map(MadeSysroot::triples));
    triples.extend(described.iter().map(|target| target.triple.clone()));
    triples.retain(|triple| wanted.has(triple));
    triples.sort();
    triples.dedup();
    let setup = |triple: String| {
        let described = described.iter().find(|target| target.triple == triple).copied();
        setup(toolchain, triple, described, made.as_ref())
    };
    triples.into_iter().map(setup).collect()
}

/// How programs for a target are built with a compiler, by what the configuration says of it and by what is found.
fn setup(
    toolchain: &Toolchain,
    triple: String,
    described: Option<&ConfiguredTarget>,
    made: Option<&MadeSysroot>,
) -> TargetSetup {
    let made = made.filter(|made| !has_core(&toolchain.sysroot, &triple) && made.has(&triple));
    let noted = || MadeSysroot::standard(toolchain)?.notes(&triple).c_library;
    let configured_linker = described.and_then(|target| target.linker.clone());
    let configured_root = described.and_then(|target| target.c_library.clone());
    let found_linker = || find_linker(&triple, &toolchain.host).filter(|_| configured_root.is_none());
    let mut flags = Vec::new();
    let linker = configured_linker.or_else(found_linker).or_else(|| {
        let mut roots = configured_root.clone().or_else(noted).into_iter().chain(std::iter::once("/".into()));
        let is_cross = !runs_here(&triple, &toolchain.host);
        let library = roots.find_map(|root| CLibrary::find(&root, &triple)).filter(|_| is_cross)?;
        let lld = toolchain.capabilities.lld.clone().or_else(|| find_program("ld.lld"))?;
        flags = library.flags();
        Some(lld)
    });
    flags.extend(described.into_iter().flat_map(|target| target.flags.iter().cloned()));
    let (runner, second_runner) = find_runners(&triple, &toolchain.host);
    let configured_runner = |words: &Vec<String>| {
        let (program, args) = words.split_first()?;
        Some(Runner { program: program.into(), args: args.to_vec() })
    };
    TargetSetup {
        sysroot: described
            .and_then(|target| target.sysroot.clone())
            .or_else(|| made.map(|made| made.folder.clone())),
        linker,
        flags,
        runner: described.and_then(|target| target.runner.as_ref()).map_or(runner, configured_runner),
        second_runner: described
            .and_then(|target| target.second_runner.as_ref())
            .map_or(second_runner, configured_runner),
        triple,
    }
}

/// Whether a sysroot has the libraries of a target.
pub(crate) fn has_core(sysroot: &Path, triple: &str) -> bool {
    let folder = sysroot.join("lib/rustlib").join(triple).join("lib");
    file_names(&folder).iter().any(|name| name.starts_with("libcore-") && name.ends_with(".rlib"))
}

/// Whether programs of a target run on this host without help.
pub(crate) fn runs_here(triple: &str, host: &str) -> bool {
    let parts = |triple: &str| {
        let mut parts = triple.split('-').map(str::to_owned);
        (parts.next(), parts.nth(1))
    };
    parts(triple) == parts(host)
}

/// What links programs of a target by its name: GNU's cross compilers are called so.
fn find_linker(triple: &str, host: &str) -> Option<PathBuf> {
    let is_cross = !runs_here(triple, host);
    is_cross.then(|| linker_name(triple)).flatten().and_then(|name| find_program(&name))
}

/// The name of the cross compiler that links programs of a target.
pub(crate) fn linker_name(triple: &str) -> Option<String> {
    Some(format!("{}-gcc", Architecture::of(triple)?.gnu_triple(triple)?))
}

/// What runs the programs of a target, and a second that can confirm what they do: an emulator by its name, with the target's libraries where
/// Debian's cross packages put them; or the WebAssembly runtimes that are there.
fn find_runners(triple: &str, host: &str) -> (Option<Runner>, Option<Runner>) {
    if runs_here(triple, host) || is_older_x86(triple, host) {
        return (None, None);
    }
    if wasi::is_wasi(triple) {
        return wasi::runners(find_program);
    }
    let emulator = || {
        let program = runner_names(triple).iter().find_map(|name| find_program(name))?;
        let libraries = Architecture::of(triple)?.gnu_triple(triple).map(|gnu| format!("/usr/{gnu}"));
        let libraries = libraries.filter(|folder| Path::new(folder).join("lib").is_dir());
        let args = libraries.map_or_else(Vec::new, |folder| vec!["-L".to_owned(), folder]);
        Some(Runner { program, args })
    };
    (emulator(), None)
}

/// Whether a target is that of older processors, whose programs the host's run as well, but do not link.
fn is_older_x86(triple: &str, host: &str) -> bool {
    let architecture = |triple: &str| triple.split('-').next().unwrap_or_default().to_owned();
    let is_older = matches!(&*architecture(triple), "i586" | "i686") && architecture(host) == "x86_64";
    is_older && triple.contains("-linux-") && host.contains("-linux-")
}

/// The names that the emulator of a target may have.
pub(crate) fn runner_names(triple: &str) -> Vec<String> {
    match Architecture::of(triple).filter(|_| triple.contains("-linux-")) {
        Some(Architecture { qemu, .. }) => vec![format!("qemu-{qemu}"), format!("qemu-{qemu}-static")],
        None => Vec::new(),
    }
}

fn find_program(name: &str) -> Option<PathBuf> {
    on_path(OsStr::new(name), &std::env::var_os("PATH").unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_meant_by_its_triple_or_its_first_parts() {
        assert!(is_called("aarch64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"));
        assert!(is_called("aarch64-unknown-linux-gnu", "aarch64"));
        assert!(!is_called("aarch64_be-unknown-linux-gnu", "aarch64"));
        assert!(!is_called("aarch64-unknown-linux-gnu", "linux"));
    }

    #[test]
    fn programs_of_the_same_architecture_and_system_run_here() {
        let host = "x86_64-unknown-linux-gnu";
        assert!(runs_here("x86_64-unknown-linux-musl", host));
        assert!(!runs_here("x86_64-pc-windows-gnu", host));
        assert!(!runs_here("aarch64-unknown-linux-gnu", host));
    }

    #[test]
    fn tools_are_known_by_their_names() {
        assert_eq!(linker_name("riscv64gc-unknown-linux-gnu").as_deref(), Some("riscv64-linux-gnu-gcc"));
        assert_eq!(runner_names("powerpc64le-unknown-linux-gnu"), ["qemu-ppc64le", "qemu-ppc64le-static"]);
        assert_eq!(runner_names("aarch64-apple-darwin"), [""; 0]);
    }

    #[test]
    fn paths_of_the_configuration_begin_where_the_file_is() {
        let text = "[[target]]\ntriple = 'a-b-c'\nlinker = 'tools/ld'\nsysroot = 'root'\nrunner = ['./emulate', '-x']\n";
        let [target] =
            <[ConfiguredTarget; 1]>::try_from(configured(text, Path::new("/etc")).unwrap()).unwrap();
        assert_eq!(target.linker.as_deref(), Some(Path::new("/etc/tools/ld")));
        assert_eq!(target.sysroot.as_deref(), Some(Path::new("/etc/root")));
        assert_eq!(target.runner.unwrap(), ["/etc/./emulate", "-x"]);
        assert!(configured("[[target]]\ntripel = 'a'\n", Path::new("/")).unwrap_err().contains("tripel"));
    }

    #[test]
    fn a_file_may_be_named_by_a_relative_path() {
        // Tests run in the package's folder. A linker runs elsewhere.
        let targets = read_config(Some(Path::new("tests/suite/cross.toml"))).unwrap();
        let c_library = targets[0].c_library.as_deref().unwrap();
        assert_eq!(c_library, Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite/unpacked"));
    }
}
