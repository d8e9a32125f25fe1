//! What a compiler can do, by trying.

use crate::cache::Identity;
use crate::places::ConfiguredMiri;
use crate::version::Introduction;
use crate::{Capabilities, Toolchain, Version};
use rustassay_lang::Release;
use rustassay_mir::print::{Form, PrintOptions, print};
use rustassay_mir::read::read;
use rustassay_process::{End, Finished, ResourceLimits, Scratch, Task, run};
use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Increases whenever a probe changes, so that no answer of an older one is believed.
pub(crate) const PROBES: u32 = 1;

/// What compilers are given of our environment: how they find a linker and their libraries, and, for a script
/// that calls rustup's proxy, how that finds its toolchains. Anything else could change what they do without
/// anybody knowing.
const INHERITED: [&str; 8] = [
    "PATH",
    "HOME",
    "LD_LIBRARY_PATH",
    "RUSTUP_HOME",
    "CARGO_HOME",
    "SDKROOT",
    "DEVELOPER_DIR",
    "SystemRoot",
];

/// A compiler, to be run in `folder` with the environment that all compilers get here.
///
/// `RUSTC_BOOTSTRAP=1` lets releases take unstable flags and features; `RUSTC_ICE=0` keeps crashes from
/// leaving files. A compiler that was built to count what it does writes that to `FOLDER/LIBRARY.profraw`.
pub fn compiler_task<'a>(rustc: &'a Path, folder: &'a Path) -> Task<'a> {
    let task = Task::new(rustc, folder).env("RUSTC_BOOTSTRAP", "1").env("RUSTC_ICE", "0");
    let mut task = task.env("LLVM_PROFILE_FILE", "%m.profraw");
    for name in INHERITED {
        if let Some(value) = std::env::var_os(name) {
            task = task.env(name, value);
        }
    }
    task
}

/// Where the libraries are that Miri runs programs with: `MIRI_SYSROOT`, or where `cargo miri setup` builds
/// them.
///
/// Miri needs the MIR of the whole standard library, which the libraries of a compiler do not have.
pub(crate) fn miri_sysroot() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("MIRI_SYSROOT") {
        return Some(named.into());
    }
    let home = std::env::home_dir()?;
    let folder = if cfg!(target_os = "macos") {
        home.join("Library/Caches/org.rust-lang.miri")
    } else {
        user_cache()?.join("miri")
    };
    folder.is_dir().then_some(folder)
}

/// Where what can be made again is kept, for the user: `rustassay` in `$XDG_CACHE_HOME` or else `~/.cache`.
pub fn cache_folder() -> Option<PathBuf> {
    user_cache().map(|folder| folder.join("rustassay"))
}

/// Where programs keep what they can make again, for the user.
pub(crate) fn user_cache() -> Option<PathBuf> {
    let named = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    named.or_else(|| Some(std::env::home_dir()?.join(".cache")))
}

/// The toolchain that a proxy of rustup's stands for, outside of all projects. Nothing is installed for that.
pub(crate) fn proxied_sysroot(proxy: &Path, timeout: Duration) -> Result<PathBuf, String> {
    let compiler = Compiler::new(proxy, timeout)?;
    let mut task = compiler.task().args(["--print", "sysroot"]).env("RUSTUP_AUTO_INSTALL", "0");
    if let Some(toolchain) = std::env::var_os("RUSTUP_TOOLCHAIN") {
        task = task.env("RUSTUP_TOOLCHAIN", toolchain);
    }
    one_line(&succeed(&task)?)
}

/// A compiler, and what it was when it was tried out; nothing if that was known from earlier.
pub(crate) struct Probed {
    pub(crate) toolchain: Toolchain,
    pub(crate) news: Option<Identity>,
}

/// Tries everything. The names are not known here.
pub(crate) fn probe(rustc: &Path, timeout: Duration) -> Result<Probed, String> {
    let compiler = Compiler::new(rustc, timeout)?;
    let introduction = succeed(&compiler.task().arg("-vV"))?;
    let Introduction { version, host, llvm } =
        Introduction::parse(&String::from_utf8_lossy(&introduction.stdout))
            .ok_or_else(|| format!("it is no rustc: to `-vV` it says {}", excerpt(&introduction.stdout)))?;
    let sysroot = one_line(&succeed(&compiler.task().args(["--print", "sysroot"]))?)?;
    let mut toolchain = Toolchain {
        name: String::new(),
        aliases: Vec::new(),
        rustc: rustc.to_owned(),
        capabilities: Capabilities {
            lld: Some(lld(&sysroot, &host)).filter(|lld| lld.is_file()),
            ..Capabilities::default()
        },
        version,
        llvm,
        host,
        sysroot,
        notes: Vec::new(),
        target: None,
        llvm_backend: None,
    };
    // Before trying: should the compiler be replaced meanwhile, it is tried again next time.
    let news = Identity::of(&toolchain);
    try_capabilities(&compiler, &mut toolchain);
    // What it did not do in time says nothing of what it can do.
    if compiler.is_late() {
        let seconds = timeout.as_secs_f64();
        return Err(format!("it takes longer than {seconds} seconds to compile a few tiny programs"));
    }
    Ok(Probed { toolchain, news })
}

/// Where a toolchain has its linker.
pub(crate) fn lld(sysroot: &Path, host: &str) -> PathBuf {
    sysroot.join("lib/rustlib").join(host).join("bin").join(format!("rust-lld{EXE_SUFFIX}"))
}

/// Where a toolchain has backends other than LLVM.
pub(crate) fn backends(sysroot: &Path, host: &str) -> PathBuf {
    sysroot.join("lib/rustlib").join(host).join("codegen-backends")
}

/// Where a toolchain has Miri.
pub(crate) fn miri(sysroot: &Path) -> PathBuf {
    sysroot.join("bin").join(format!("miri{EXE_SUFFIX}"))
}

const HELLO: &str = include_str!("programs/hello.rs");
const FEATURES: &str = include_str!("programs/features.rs");
const CUSTOM_MIR: &str = include_str!("programs/custom_mir.rs");

fn try_capabilities(compiler: &Compiler<'_>, toolchain: &mut Toolchain) {
    let mut notes = Vec::new();
    let mut note = |what: &str, why: String| notes.push(format!("{what}: {why}"));
    let capabilities = &mut toolchain.capabilities;

    match hello(compiler) {
        Ok(()) => capabilities.links = true,
        Err(why) => note("programs cannot be built", why),
    }
    match compiler.compile("features", FEATURES, METADATA) {
        Ok(_) => capabilities.unstable_flags = true,
        Err(why) => note("unstable features are refused", why),
    }
    if capabilities.unstable_flags {
        match custom_mir(compiler, &toolchain.version) {
            None => {}
            Some(Ok((release, text))) => {
                capabilities.custom_mir = Some(release);
                match evaluation(compiler, &text) {
                    Ok(()) => capabilities.evaluates_custom_mir = true,
                    Err(why) => note("custom MIR is not evaluated at compile time", why),
                }
            }
            Some(Err(why)) => note("custom MIR is refused", why),
        }
        let backends = file_names(&backends(&toolchain.sysroot, &toolchain.host));
        let mut backend = |name: &str| {
            let result = compiler.compile(
                name,
                FEATURES,
                &["--crate-type=lib", "--emit=obj", &format!("-Zcodegen-backend={name}")],
            );
            if let Err(why) = &result
                && backends.iter().any(|file| file.contains(name))
            {
                note(&format!("the backend `{name}` is there and does not work"), why.clone());
            }
            result.is_ok()
        };
        capabilities.cranelift = backend("cranelift");
        capabilities.gcc = backend("gcc");
    }
    let miri = miri(&toolchain.sysroot);
    if miri.is_file()
        && let Err(why) = try_miri(compiler, miri, miri_sysroot(), capabilities)
    {
        note("Miri is there and cannot run programs (`cargo miri setup` builds what it needs)", why);
    }
    toolchain.notes = notes;
}

const METADATA: &[&str] = &["--crate-type=lib", "--emit=metadata", "-Zunstable-options"];
const EVALUATION: &[&str] =
    &["--crate-type=lib", "--emit=metadata", "-Zunleash-the-miri-inside-of-you", "-Zextra-const-ub-checks"];

/// Builds and runs a program.
fn hello(compiler: &Compiler<'_>) -> Result<(), String> {
    let program = compiler.compile("hello", HELLO, &["--crate-type=bin"])?;
    says_hello(&Task::new(&program, compiler.scratch.path()).limits(compiler.limits()))
}

/// Runs a program in Miri. If that goes well, Miri is what the compiler has.
fn try_miri(
    compiler: &Compiler<'_>,
    miri: PathBuf,
    sysroot: Option<PathBuf>,
    capabilities: &mut Capabilities,
) -> Result<(), String> {
    let sysroot = sysroot.ok_or("it has no libraries")?;
    let source = compiler.write("miri", HELLO)?;
    let task = || compiler_task(&miri, compiler.scratch.path()).limits(compiler.limits());
    says_hello(&task().arg("--sysroot").arg(&sysroot).arg("--edition=2021").arg(source))?;
    let version = succeed(&task().arg("--version")).ok();
    let version = version.map(|finished| String::from_utf8_lossy(finished.stdout.trim_ascii()).into_owned());
    capabilities.miri_version = version.filter(|version| !version.is_empty());
    (capabilities.miri, capabilities.miri_sysroot) = (Some(miri), Some(sysroot));
    Ok(())
}

/// Tries a Miri that the configuration names. What a person asked for must work.
pub(crate) fn try_configured_miri(
    miri: &ConfiguredMiri,
    toolchain: &mut Toolchain,
    timeout: Duration,
) -> Result<(), String> {
    let compiler = Compiler::new(&toolchain.rustc, timeout)?;
    let sysroot = miri.sysroot.clone().or_else(miri_sysroot);
    try_miri(&compiler, miri.driver.clone(), sysroot, &mut toolchain.capabilities)
        .map_err(|why| format!("its Miri, `{}`, cannot run programs: {why}", miri.driver.display()))
}

fn says_hello(task: &Task<'_>) -> Result<(), String> {
    let finished = succeed(task)?;
    let right = finished.stdout.trim_ascii_end() == b"hello";
    right
        .then_some(())
        .ok_or_else(|| format!("in place of `hello`, a program printed {}", excerpt(&finished.stdout)))
}

/// Finds the release whose custom MIR a compiler takes, and the text that it took; nothing if the release had
/// no custom MIR. A nightly has the number of the release that it will become, and early ones still speak as
/// the one before.
fn custom_mir(compiler: &Compiler<'_>, version: &Version) -> Option<Result<(Release, String), String>> {
    let program = read(CUSTOM_MIR).expect("our own program is well-formed").program;
    let minor = version.rust_release()?.minor;
    let mut refusal = None;
    for release in [minor, minor.saturating_sub(1)].map(Release::new) {
        let Ok(text) = print(&program, &PrintOptions { form: Form::Fast, release }) else { continue };
        match compiler.compile("custom_mir", &text, METADATA) {
            Ok(_) => return Some(Ok((release, text))),
            Err(why) => refusal = refusal.or(Some(Err(why))),
        }
    }
    refusal
}

/// Evaluates a function of the program at compile time. An evaluator that says yes to everything is none.
fn evaluation(compiler: &Compiler<'_>, text: &str) -> Result<(), String> {
    let claim =
        |value: u32| format!("{text}\nconst _: () = assert!(double_through_pointer(21) == {value});\n");
    compiler.compile("right", &claim(42), EVALUATION)?;
    match compiler.compile("wrong", &claim(41), EVALUATION) {
        Err(why) if why.contains("E0080") => Ok(()),
        Err(why) => Err(why),
        Ok(_) => Err("21 + 21 == 41 is taken for true".to_owned()),
    }
}

/// A compiler, and a folder for it to work in.
pub(crate) struct Compiler<'a> {
    rustc: &'a Path,
    scratch: Scratch,
    /// When it must have answered everything.
    until: Instant,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(rustc: &'a Path, timeout: Duration) -> Result<Compiler<'a>, String> {
        let scratch = Scratch::new().map_err(|error| error.to_string())?;
        Ok(Compiler { rustc, scratch, until: Instant::now() + timeout })
    }

    /// What the next answer may take: the rest of the time.
    pub(crate) fn limits(&self) -> ResourceLimits {
        let left = self.until.saturating_duration_since(Instant::now());
        ResourceLimits {
            wall: left,
            cpu: left,
            output: 256 << 10,
            disk: 256 << 20,
            ..ResourceLimits::default()
        }
    }

    pub(crate) fn is_late(&self) -> bool {
        Instant::now() >= self.until
    }

    pub(crate) fn task(&self) -> Task<'_> {
        compiler_task(self.rustc, self.scratch.path()).limits(self.limits())
    }

    /// Where it works.
    pub(crate) fn folder(&self) -> &Path {
        self.scratch.path()
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let source = self.scratch.path().join(name).with_extension("rs");
        fs::write(&source, text).map_err(|error| format!("cannot write `{}`: {error}", source.display()))?;
        Ok(source)
    }

    /// Compiles a program, and returns the file that came of it or else why there is none.
    pub(crate) fn compile(&self, name: &str, text: &str, args: &[&str]) -> Result<PathBuf, String> {
        let source = self.write(name, text)?;
        let product = self.scratch.path().join(format!("{name}.product{EXE_SUFFIX}"));
        let task = self.task().args(["--edition=2021", "--crate-name=probe"]).args(args);
        succeed(&task.arg("-o").arg(&product).arg(&source))?;
        if product.is_file() {
            Ok(product)
        } else {
            Err("it says that all is well, and writes nothing".to_owned())
        }
    }
}

/// Runs a program that must exit with 0.
pub(crate) fn succeed(task: &Task<'_>) -> Result<Finished, String> {
    let finished = run(task).map_err(|error| error.to_string())?;
    match finished.end {
        End::Exited(0) => Ok(finished),
        end => {
            let stderr = String::from_utf8_lossy(&finished.stderr);
            let said = first_error(&stderr);
            Err(said.map_or_else(
                || end.to_string(),
                |line| format!("{end}, saying {}", excerpt(line.as_bytes())),
            ))
        }
    }
}

/// The line that says what is wrong: the first error, or what a linker says after that, or else the first line.
fn first_error(stderr: &str) -> Option<&str> {
    let mut lines = stderr.lines();
    let error = lines.find(|line| line.starts_with("error"));
    let is_linkers = |line: &&str| line.contains("ld: ");
    let linkers = error.filter(|error| error.starts_with("error: linking with")).and_then(|_| {
        let line = lines.find(is_linkers)?;
        Some(line.trim_start().trim_start_matches("= note: "))
    });
    linkers.or(error).or_else(|| stderr.lines().find(|line| !line.trim().is_empty()))
}

/// The path that a program printed, and nothing else.
fn one_line(finished: &Finished) -> Result<PathBuf, String> {
    let text = std::str::from_utf8(&finished.stdout).ok().map(str::trim_end);
    let path = text.filter(|text| !text.contains('\n')).map(PathBuf::from).filter(|path| path.is_absolute());
    path.ok_or_else(|| format!("for `--print sysroot` it says {}", excerpt(&finished.stdout)))
}

/// The beginning of what a program said, on one line and without control characters.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    const LENGTH: usize = 240;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LENGTH)]);
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let printable: String = line.trim().chars().filter(|c| !c.is_control()).collect();
    match printable.char_indices().nth(LENGTH) {
        _ if printable.is_empty() => "nothing".to_owned(),
        Some((end, _)) => format!("`{}...`", &printable[..end]),
        None => format!("`{printable}`"),
    }
}

/// The names of a folder's files, in order.
pub(crate) fn file_names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_linker_says_is_told() {
        let text = "warning: x\nerror: linking with `lld` failed: exit status: 1\n  |\n  = note:  \"lld\" \"-o\"\n  \
                    = note: rust-lld: error: unable to find library -lc\n          rust-lld: error: more\n";
        assert_eq!(first_error(text), Some("rust-lld: error: unable to find library -lc"));
        assert_eq!(first_error("\nwarning: x\nerror: y\nld: z\n"), Some("error: y"));
        assert_eq!(first_error("\nz\n"), Some("z"));
    }
}
