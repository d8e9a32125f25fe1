//! Compiles the crates of the library anew.

use crate::sources::{Sources, write_with_folders};
use crate::stubs::{missing, rendered};
use crate::{OverlayError, flags, hashbrown};
use rustassay_process::{End, ResourceLimits, Task, run_unless};
use rustassay_toolchain::Toolchain;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A crate of the library whose bodies programs run.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Crate {
    Core,
    Alloc,
    Std,
    Hashbrown,
    /// Procedural macros run in the compiler. But programs use `proc_macro2`, which asks `proc_macro` whether it is in one.
    ProcMacro,
}

impl Crate {
    /// All of them, the longest first.
    pub(crate) const ALL: [Crate; 5] =
        [Crate::Core, Crate::Std, Crate::Alloc, Crate::ProcMacro, Crate::Hashbrown];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Crate::Core => "core",
            Crate::Alloc => "alloc",
            Crate::Std => "std",
            Crate::Hashbrown => "hashbrown",
            Crate::ProcMacro => "proc_macro",
        }
    }

    /// Whether programs can do with the stock crate, which lacks bodies: its sources may be of another version, or not be there.
    pub(crate) const fn is_optional(self) -> bool {
        matches!(self, Crate::Hashbrown | Crate::ProcMacro)
    }

    /// The file that its metadata is in.
    pub(crate) fn file_name(self) -> String {
        format!("lib{}.rmeta", self.name())
    }

    /// How it is compiled, besides what holds for all; as the library's own manifests and build scripts say.
    const fn args(self) -> &'static [&'static str] {
        match self {
            Crate::Core => &["--edition=2024"],
            Crate::Alloc | Crate::ProcMacro => &["--edition=2024", "-Zforce-unstable-if-unmarked"],
            Crate::Std => &[
                "--edition=2024",
                "-Zforce-unstable-if-unmarked",
                "--cfg=backtrace_in_libstd",
                "--cfg=feature=\"panic-unwind\"",
                "--cfg=feature=\"panic_unwind\"",
                "--cfg=feature=\"backtrace\"",
                "--cfg=feature=\"miniz_oxide\"",
                "--cfg=feature=\"addr2line\"",
                "--cfg=feature=\"object\"",
            ],
            Crate::Hashbrown => &[
                "--edition=2021",
                "-Zforce-unstable-if-unmarked",
                "--cfg=feature=\"rustc-dep-of-std\"",
                "--cfg=feature=\"nightly\"",
                "--cfg=feature=\"rustc-internal-api\"",
                "--cfg=feature=\"core\"",
                "--cfg=feature=\"alloc\"",
            ],
        }
    }
}

/// The crates of the stock library whose names must not be found when `std` is compiled: itself, and what stands on it.
const ABOVE_STD: [&str; 5] = ["std", "test", "proc_macro", "sysroot", "rustc_std_workspace_std"];

/// The library as the compiler comes with it.
pub(crate) struct Stock {
    folder: PathBuf,
    /// Names of crates, and their metadata.
    crates: Vec<(String, PathBuf)>,
}

impl Stock {
    /// The library of a compiler.
    pub(crate) fn of(toolchain: &Toolchain) -> Result<Stock, OverlayError> {
        let folder = toolchain.sysroot.join("lib/rustlib").join(&toolchain.host).join("lib");
        let entries = fs::read_dir(&folder).map_err(OverlayError::file("list", &folder))?;
        let mut crates = Vec::new();
        for entry in entries {
            let path = entry.map_err(OverlayError::file("list", &folder))?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let name =
                name.and_then(|name| name.strip_prefix("lib")?.strip_suffix(".rmeta")?.rsplit_once('-'));
            if let Some((name, _hash)) = name {
                crates.push((name.to_owned(), path));
            }
        }
        crates.sort();
        Ok(Stock { folder, crates })
    }

    /// The folder that it is in.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The metadata of a crate.
    pub(crate) fn metadata(&self, name: &'static str) -> Result<&Path, OverlayError> {
        let found = self.crates.iter().find(|(it, _)| it == name).map(|(_, path)| path.as_path());
        found.ok_or_else(|| OverlayError::NoStockCrate { name, folder: self.folder.clone() })
    }

    /// All names of files with their sizes: another build of the library has others.
    pub(crate) fn fingerprint(&self) -> String {
        let line = |(_, path): &(String, PathBuf)| {
            let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
            format!("{} {size}\n", path.file_name().unwrap_or_default().display())
        };
        self.crates.iter().map(line).collect()
    }

    /// A sysroot with links to all that `std` stands on.
    fn sysroot_below_std(&self, toolchain: &Toolchain, folder: &Path) -> Result<PathBuf, OverlayError> {
        let sysroot = folder.join("sysroot");
        let libraries = sysroot.join("lib/rustlib").join(&toolchain.host).join("lib");
        fs::create_dir_all(&libraries).map_err(OverlayError::file("make", &libraries))?;
        for (_, path) in self.below_std() {
            for original in [path.clone(), path.with_extension("rlib")].iter().filter(|path| path.is_file()) {
                let link = libraries.join(original.file_name().unwrap_or_default());
                link_file(original, &link).map_err(OverlayError::file("make", &link))?;
            }
        }
        Ok(sysroot)
    }

    fn below_std(&self) -> impl Iterator<Item = &(String, PathBuf)> {
        self.crates.iter().filter(|(name, _)| !ABOVE_STD.contains(&name.as_str()))
    }
}

#[cfg(unix)]
use std::os::unix::fs::symlink as link_file;

#[cfg(not(unix))]
fn link_file(original: &Path, link: &Path) -> std::io::Result<()> {
    fs::copy(original, link).map(|_| ())
}

/// What compiles crates of a library.
pub(crate) struct Compilation<'a> {
    pub(crate) toolchain: &'a Toolchain,
    pub(crate) stock: &'a Stock,
    pub(crate) sources: &'a Sources,
    /// Where the metadata goes.
    pub(crate) folder: &'a Path,
    /// Nobody is interested any more.
    pub(crate) is_cancelled: &'a AtomicBool,
}

/// How often a crate is tried, each time with stubs for what was missing the time before: modules in modules show up one after another.
const ROUNDS: usize = 16;

/// Enough for the largest crate on a slow and busy machine.
const LIMITS: ResourceLimits = ResourceLimits {
    wall: Duration::from_secs(1800),
    cpu: Duration::from_secs(600),
    memory: 8 << 30,
    reservation: Some(32 << 30),
    file_size: 1 << 30,
    disk: 2 << 30,
    processes: 256,
    output: 16 << 20,
};

impl Compilation<'_> {
    /// Compiles a crate; says whether its metadata is there. It is not if there are no sources of a crate that can be done without, or
    /// if somebody cancelled.
    pub(crate) fn compile(&self, krate: Crate) -> Result<bool, OverlayError> {
        let name = krate.name();
        let source = match krate {
            Crate::Core | Crate::Alloc | Crate::Std | Crate::ProcMacro => {
                self.sources.library.join(name).join("src/lib.rs")
            }
            Crate::Hashbrown => match hashbrown::sources(self.toolchain, self.stock.metadata(name)?) {
                Some(package) => package.join("src/lib.rs"),
                None => return Ok(false),
            },
        };
        if krate.is_optional() && !source.is_file() {
            return Ok(false);
        }
        // Compilers write temporary files beside their output; each crate's are its own, until it is done.
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder).map_err(OverlayError::file("make", &folder))?;
        let file = folder.join(krate.file_name());
        let task = self.task(krate, &folder)?.arg("-o").arg(&file).arg(&source);
        for _ in 0..ROUNDS {
            let Some(finished) = run_unless(self.is_cancelled, &task).map_err(OverlayError::Start)? else {
                return Ok(false);
            };
            let said = String::from_utf8_lossy(&finished.stderr);
            let stubs = match finished.end {
                End::Exited(0) => {
                    let place = self.folder.join(krate.file_name());
                    fs::rename(&file, &place).map_err(OverlayError::file("write", &place))?;
                    fs::remove_dir_all(&folder).map_err(OverlayError::file("remove", &folder))?;
                    return Ok(true);
                }
                End::Exited(_) if self.sources.are_shown => missing(&said),
                End::Exited(_) => Vec::new(),
                end => return Err(OverlayError::Stopped { name, end }),
            };
            let stubs: Vec<_> =
                stubs.iter().filter(|stub| stub.path.starts_with(&self.sources.library)).collect();
            if stubs.is_empty() {
                if krate.is_optional() {
                    fs::remove_dir_all(&folder).map_err(OverlayError::file("remove", &folder))?;
                    return Ok(false);
                }
                return Err(OverlayError::Rejected { name, said: rendered(&said) });
            }
            for stub in stubs {
                write_with_folders(&stub.path, stub.text)?;
            }
        }
        Err(OverlayError::Rejected { name, said: "ever more files are missing".to_owned() })
    }

    fn task<'a>(&'a self, krate: Crate, folder: &'a Path) -> Result<Task<'a>, OverlayError> {
        let extern_crate = |name: &str, path: &Path| format!("--extern={name}={}", path.display());
        let mut task = self.toolchain.task(folder).limits(LIMITS);
        task = task.args(flags::MIR).args(flags::LIBRARY).args(krate.args());
        task = task.args(["--emit=metadata", "--error-format=json", "--crate-name", krate.name()]);
        // As the stock library has it, so that places in it have the same names.
        let version = &self.toolchain.version;
        let build = version.commit.clone().unwrap_or_else(|| version.to_string());
        let library = self.sources.library.display();
        task = task.arg(format!("--remap-path-prefix={library}=/rustc/{build}/library"));
        match krate {
            Crate::Core | Crate::Alloc => {}
            Crate::Std => {
                let sysroot = self.stock.sysroot_below_std(self.toolchain, folder)?;
                task = task.arg("--sysroot").arg(sysroot);
                task = task.args(self.stock.below_std().map(|(name, path)| extern_crate(name, path)));
                task = task.env("STD_ENV_ARCH", architecture(&self.toolchain.host));
            }
            Crate::Hashbrown => {
                // The package knows the library's crates by other names than they have.
                task = task
                    .arg(extern_crate("core", self.stock.metadata("rustc_std_workspace_core")?))
                    .arg(extern_crate("alloc", self.stock.metadata("rustc_std_workspace_alloc")?));
            }
            Crate::ProcMacro => {
                task = task.args(self.stock.below_std().map(|(name, path)| extern_crate(name, path)));
            }
        }
        Ok(task)
    }
}

/// What `cfg(target_arch)` is on a host, which the library's build script gives to `std::env::consts::ARCH`.
fn architecture(host: &str) -> &str {
    match host.split('-').next().unwrap_or_default() {
        "i586" | "i686" => "x86",
        "riscv64gc" => "riscv64",
        "powerpc64le" => "powerpc64",
        arm if arm.starts_with("arm") => "arm",
        other => other,
    }
}
