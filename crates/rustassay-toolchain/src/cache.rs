//! What is known of compilers from earlier.
//!
//! The file is one JSON object. It is replaced as a whole, so a reader sees it as it was before or after;
//! when two processes write, the later one wins and what the other found is found again some day. A file that
//! cannot be read is none.

use crate::places::on_path;
use crate::probe::{PROBES, Probed, backends, file_names, lld, miri, miri_sysroot, user_cache};
use crate::{LlvmBackend, LlvmTools, Target, TargetSetup, Toolchain, text};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;

/// Where to keep what compilers can do, so that they are tried out once.
#[derive(Clone, Debug)]
pub struct Cache {
    file: Option<PathBuf>,
    reads: bool,
}

impl Cache {
    /// The user's own: `rustassay/toolchains.json` in `$XDG_CACHE_HOME` or else `~/.cache`.
    pub fn standard() -> Cache {
        Cache { file: user_cache().map(|folder| folder.join("rustassay/toolchains.json")), reads: true }
    }

    /// This file.
    pub fn at(file: &Path) -> Cache {
        Cache { file: Some(file.to_owned()), reads: true }
    }

    /// Nothing is kept.
    pub fn none() -> Cache {
        Cache { file: None, reads: false }
    }

    /// The same, but what it has is not believed.
    pub fn refreshed(self) -> Cache {
        Cache { reads: false, ..self }
    }

    /// What is known, of those compilers that are as they were.
    pub(crate) fn load(&self) -> CachedToolchains {
        if !self.reads {
            return CachedToolchains::default();
        }
        CachedToolchains(self.entries().into_iter().filter_map(Entry::if_current).collect())
    }

    /// Keeps what is new.
    pub(crate) fn store<'a>(&self, answers: impl Iterator<Item = &'a Probed>) {
        let Some(file) = &self.file else { return };
        let new: Vec<Entry> = answers.filter_map(Entry::new).collect();
        if new.is_empty() {
            return;
        }
        // Others may have added to it since; compilers that are gone need not be kept.
        let mut entries = self.entries();
        entries.retain(|old| {
            old.toolchain.rustc.exists() && !new.iter().any(|new| new.toolchain.rustc == old.toolchain.rustc)
        });
        entries.extend(new);
        entries.sort_by(|a, b| a.toolchain.rustc.cmp(&b.toolchain.rustc));
        // Without a cache everything works, only later.
        let _ = replace(file, &Contents { entries, ..self.contents() });
    }

    /// What is known of targets, as far as compilers and tools are as they were.
    pub(crate) fn load_targets(&self) -> CachedTargets {
        CachedTargets(if self.reads { self.contents().targets } else { Vec::new() })
    }

    /// Keeps what is known of the targets that work. Another may work as soon as something is installed that nobody can name.
    pub(crate) fn store_targets(&self, tried: &[Toolchain]) {
        let Some(file) = &self.file else { return };
        let mut contents = self.contents();
        let new: Vec<TargetEntry> = tried.iter().filter_map(TargetEntry::new).collect();
        if new.iter().all(|entry| contents.targets.contains(entry)) {
            return;
        }
        contents.targets.retain(|old| old.rustc.exists() && !new.iter().any(|new| new.is_about_same(old)));
        contents.targets.extend(new);
        contents
            .targets
            .sort_by(|a, b| (&a.rustc, &a.target.setup.triple).cmp(&(&b.rustc, &b.target.setup.triple)));
        let _ = replace(file, &contents);
    }

    /// What is known of LLVMs, as far as compilers and tools are as they were.
    pub(crate) fn load_llvms(&self) -> CachedLlvms {
        CachedLlvms(if self.reads { self.contents().llvms } else { Vec::new() })
    }

    /// Keeps what is known of compilers with LLVMs; also of those that do not fit together, which does not change by itself.
    pub(crate) fn store_llvms(&self, tried: &[Toolchain]) {
        let Some(file) = &self.file else { return };
        let mut contents = self.contents();
        let new: Vec<LlvmEntry> = tried.iter().filter_map(LlvmEntry::new).collect();
        if new.iter().all(|entry| contents.llvms.contains(entry)) {
            return;
        }
        let is_about_same = |old: &LlvmEntry, new: &LlvmEntry| {
            old.rustc == new.rustc
                && old.target == new.target
                && old.backend.tools.opt == new.backend.tools.opt
        };
        contents.llvms.retain(|old| old.rustc.exists() && !new.iter().any(|new| is_about_same(old, new)));
        contents.llvms.extend(new);
        let _ = replace(file, &contents);
    }

    fn entries(&self) -> Vec<Entry> {
        self.contents().entries
    }

    fn contents(&self) -> Contents {
        let text = self.file.as_ref().and_then(|file| fs::read(file).ok());
        let contents = text.and_then(|text| serde_json::from_slice::<Contents>(&text).ok());
        contents.filter(|contents| contents.probes == PROBES).unwrap_or(Contents {
            probes: PROBES,
            entries: Vec::new(),
            targets: Vec::new(),
            llvms: Vec::new(),
        })
    }
}

/// Compilers that need not be tried out, by their files.
#[derive(Default)]
pub(crate) struct CachedToolchains(BTreeMap<PathBuf, Toolchain>);

impl CachedToolchains {
    pub(crate) fn get(&self, rustc: &Path) -> Option<&Toolchain> {
        self.0.get(rustc)
    }
}

/// What the file has.
#[derive(Serialize, Deserialize)]
struct Contents {
    probes: u32,
    entries: Vec<Entry>,
    #[serde(default)]
    targets: Vec<TargetEntry>,
    #[serde(default)]
    llvms: Vec<LlvmEntry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    identity: Identity,
    toolchain: Toolchain,
}

impl Entry {
    /// What is worth keeping: what is new, and has only paths that JSON has words for.
    fn new(answer: &Probed) -> Option<Entry> {
        let Probed { toolchain, news } = answer;
        let paths = [&toolchain.rustc, &toolchain.sysroot];
        let sayable = paths.iter().all(|path| path.to_str().is_some());
        let identity = news.clone().filter(|_| sayable)?;
        Some(Entry { identity, toolchain: toolchain.clone() })
    }

    fn if_current(self) -> Option<(PathBuf, Toolchain)> {
        let current = Identity::of(&self.toolchain)? == self.identity;
        current.then(|| (self.toolchain.rustc.clone(), self.toolchain))
    }
}

/// Targets that need not be tried out.
pub(crate) struct CachedTargets(Vec<TargetEntry>);

impl CachedTargets {
    pub(crate) fn get(&self, toolchain: &Toolchain, setup: &TargetSetup) -> Option<&Target> {
        let is_it = |entry: &&TargetEntry| entry.rustc == toolchain.rustc && entry.target.setup == *setup;
        let entry = self.0.iter().find(is_it)?;
        (TargetIdentity::of(toolchain, setup)? == entry.identity).then_some(&entry.target)
    }
}

/// What is known of a target with a compiler.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TargetEntry {
    #[serde(serialize_with = "text::path")]
    rustc: PathBuf,
    identity: TargetIdentity,
    target: Target,
}

/// All that decides what a compiler can do for a target, beside the setup.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct TargetIdentity {
    compiler: Identity,
    /// The libraries, the linker and the runners.
    files: Vec<Stamp>,
}

impl TargetIdentity {
    fn of(toolchain: &Toolchain, setup: &TargetSetup) -> Option<TargetIdentity> {
        let sysroot = setup.sysroot.as_ref().unwrap_or(&toolchain.sysroot);
        let libraries = sysroot.join("lib/rustlib").join(&setup.triple).join("lib");
        let runners = setup.runners().map(|runner| &runner.program);
        let files = std::iter::once(&libraries).chain(&setup.linker).chain(runners);
        Some(TargetIdentity {
            compiler: Identity::of(toolchain)?,
            files: files.filter_map(|file| Stamp::of(file)).collect(),
        })
    }
}

impl TargetEntry {
    /// What is worth keeping: a target that works, with only paths that JSON has words for.
    fn new(toolchain: &Toolchain) -> Option<TargetEntry> {
        let target = toolchain.target.as_ref().filter(|target| target.runs)?;
        let TargetSetup { sysroot, linker, .. } = &target.setup;
        let runners = target.setup.runners().map(|runner| &runner.program);
        let mut paths = std::iter::once(&toolchain.rustc).chain(sysroot).chain(linker).chain(runners);
        paths.all(|path| path.to_str().is_some()).then_some(())?;
        let identity = TargetIdentity::of(toolchain, &target.setup)?;
        Some(TargetEntry { rustc: toolchain.rustc.clone(), identity, target: target.clone() })
    }

    fn is_about_same(&self, other: &TargetEntry) -> bool {
        self.rustc == other.rustc && self.target.setup == other.target.setup
    }
}

/// Compilers with LLVMs that need not be tried out.
pub(crate) struct CachedLlvms(Vec<LlvmEntry>);

impl CachedLlvms {
    pub(crate) fn get(&self, toolchain: &Toolchain, tools: &LlvmTools) -> Option<(LlvmBackend, Vec<String>)> {
        let setup = toolchain.target.as_ref().map(|target| &target.setup);
        let is_it = |entry: &&LlvmEntry| {
            entry.rustc == toolchain.rustc
                && entry.target.as_ref() == setup
                && entry.backend.tools.opt == tools.opt
                && entry.backend.tools.version == tools.version
        };
        let entry = self.0.iter().find(is_it)?;
        let is_current = LlvmEntry::identity(toolchain, tools)? == entry.identity;
        let backend = LlvmBackend { tools: tools.clone(), ..entry.backend.clone() };
        is_current.then(|| (backend, entry.notes.clone()))
    }
}

/// What is known of a compiler with an LLVM, for a target.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct LlvmEntry {
    #[serde(serialize_with = "text::path")]
    rustc: PathBuf,
    target: Option<TargetSetup>,
    /// The compiler, and the tools with what programs are built with.
    identity: (Identity, Vec<Stamp>),
    backend: LlvmBackend,
    notes: Vec<String>,
}

impl LlvmEntry {
    /// What is worth keeping: what has only paths that JSON has words for.
    fn new(toolchain: &Toolchain) -> Option<LlvmEntry> {
        let backend = toolchain.llvm_backend.as_ref()?;
        let mut paths = [&toolchain.rustc, &backend.tools.opt, &backend.tools.llc].into_iter();
        paths.all(|path| path.to_str().is_some()).then_some(())?;
        Some(LlvmEntry {
            rustc: toolchain.rustc.clone(),
            target: toolchain.target.as_ref().map(|target| target.setup.clone()),
            identity: LlvmEntry::identity(toolchain, &backend.tools)?,
            backend: backend.clone(),
            notes: toolchain.notes.clone(),
        })
    }

    fn identity(toolchain: &Toolchain, tools: &LlvmTools) -> Option<(Identity, Vec<Stamp>)> {
        let files = match toolchain.target.as_ref() {
            Some(target) => TargetIdentity::of(toolchain, &target.setup)?.files,
            None => Vec::new(),
        };
        let tools = [&tools.opt, &tools.llc].into_iter().filter_map(|tool| Stamp::of(tool));
        Some((Identity::of(toolchain)?, files.into_iter().chain(tools).collect()))
    }
}

/// All that decides what a compiler can do: if this is the same, so is that.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    binary: Stamp,
    /// The text of a script.
    script: Option<String>,
    /// What the compiler loads and what comes with it; components can be added, and a build can be replaced,
    /// behind an unchanged binary.
    parts: Vec<Stamp>,
    /// What programs are linked with.
    linker: Option<Stamp>,
    /// Where libraries are looked for first.
    library_path: Option<String>,
}

impl Identity {
    /// As it is now, if the compiler is still there.
    pub(crate) fn of(toolchain: &Toolchain) -> Option<Identity> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        Some(Identity {
            binary: Stamp::of(&toolchain.rustc)?,
            script: script(&toolchain.rustc),
            parts: parts(&toolchain.sysroot, &toolchain.host),
            linker: on_path(OsStr::new("cc"), &path).and_then(|cc| Stamp::of(&cc)),
            library_path: std::env::var_os("LD_LIBRARY_PATH").map(|list| list.to_string_lossy().into_owned()),
        })
    }
}

/// A file as it is now.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    path: String,
    size: u64,
    /// Seconds and nanoseconds.
    modified: (u64, u32),
    inode: u64,
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let data = fs::metadata(path).ok()?;
        let modified = data.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        #[cfg(unix)]
        let inode = std::os::unix::fs::MetadataExt::ino(&data);
        #[cfg(not(unix))]
        let inode = 0;
        Some(Stamp {
            path: path.to_string_lossy().into_owned(),
            size: data.len(),
            modified: (modified.as_secs(), modified.subsec_nanos()),
            inode,
        })
    }
}

/// The text of a file that is a script.
fn script(file: &Path) -> Option<String> {
    let mut beginning = [0; 2];
    io::Read::read_exact(&mut fs::File::open(file).ok()?, &mut beginning).ok()?;
    if &beginning != b"#!" {
        return None;
    }
    Some(String::from_utf8_lossy(&fs::read(file).ok()?).into_owned())
}

/// The files and folders that a toolchain consists of, as far as they decide anything here.
fn parts(sysroot: &Path, host: &str) -> Vec<Stamp> {
    let libraries = sysroot.join("lib");
    // Debian's compilers have their libraries in a folder that is named for the host without its vendor.
    let by_host = libraries.join(host.replacen("-unknown-", "-", 1));
    let mut paths = Vec::new();
    for folder in [&libraries, &by_host, &sysroot.join("bin")] {
        let compiler = |name: &String| name.contains("rustc_driver") || name.contains("LLVM");
        paths.extend(file_names(folder).into_iter().filter(compiler).map(|name| folder.join(name)));
    }
    let backends = backends(sysroot, host);
    paths.extend(file_names(&backends).into_iter().map(|name| backends.join(name)));
    // A folder's time says that something was added or removed.
    paths.push(libraries.join("rustlib").join(host).join("lib"));
    paths.push(lld(sysroot, host));
    paths.push(miri(sysroot));
    paths.extend(miri_sysroot());
    paths.iter().filter_map(|path| Stamp::of(path)).collect()
}

/// Puts a file in place of another, in one step.
fn replace(file: &Path, contents: &Contents) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    let new = file.with_file_name(name);
    let result = fs::write(&new, serde_json::to_vec(contents)?).and_then(|()| fs::rename(&new, file));
    if result.is_err() {
        // Best effort: what stays is small.
        let _ = fs::remove_file(&new);
    }
    result
}
