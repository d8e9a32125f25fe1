//! `rustassay toolchains add-target`: the standard library of a target, for a compiler that has none.

use super::Status;
use super::compilers::Compilers;
use super::duration::parse_duration;
use super::output::{complain, remark, say, tell};
use super::toolchains::targets_table;
use rustassay_toolchain::{
    AddedLibrary, Cache, LibraryOrder, LibraryProgress, Search, Toolchain, WantedTargets, add_library,
    cache_folder, discover,
};
use std::path::PathBuf;
use std::time::Duration;

/// Make the standard library of a target, and try the target
///
/// Builds the library from its sources with the compiler's own cargo, which takes some minutes, and keeps it in the user's cache. From then on
/// the compiler has this target for all commands. The sources are those of rustup's component rust-src, or a folder that `--sources` names.
/// Programs are linked by a cross compiler of GNU's that is on `PATH` (`aarch64-linux-gnu-gcc`), or by the compiler's `rust-lld` with a C library of
/// Debian's, installed (`/usr/aarch64-linux-gnu`) or unpacked.
///
/// Killed in the middle, it leaves nothing behind. Of two that run at once, the second waits for the first.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay toolchains add-target s390x-unknown-linux-gnu --toolchain stable
  rustassay toolchains add-target mips64-unknown-linux-gnuabi64 --toolchain stable \\
      --sources ../rust --c-library ../unpacked

Exit codes:
  0  programs for the target run here
  1  the library is there, and programs do not run: the output says what is missing
  2  there is no library")]
pub struct AddTargetArgs {
    /// The target: a triple that `rustc --print target-list` has
    #[arg(value_name = "TRIPLE")]
    triple: String,

    /// The sources of the standard library: a checkout of rust-lang/rust at the compiler's release, or its folder `library`
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,

    /// Where packages with the target's C library were unpacked (`dpkg -x`): `libc6-dev-ARCHITECTURE-cross`, `libgcc-VERSION-dev-ARCHITECTURE-cross`.
    /// It is remembered for the target
    #[arg(long, value_name = "DIR")]
    c_library: Option<PathBuf>,

    /// How long building may take
    #[arg(long, value_name = "TIME", default_value = "30m", value_parser = parse_duration)]
    timeout: Duration,

    #[command(flatten)]
    compilers: Compilers,
}

/// Runs the command.
pub fn run(args: &AddTargetArgs) -> Status {
    let Some(found) = args.compilers.find() else { return Status::Unusable };
    let [toolchain] = &found[..] else {
        let names: Vec<&str> = found.iter().map(|toolchain| &*toolchain.name).collect();
        complain(&format!("there are several compilers, name one with `--toolchain`: {}", names.join(", ")));
        return Status::Unusable;
    };
    let triple = &*args.triple;
    let order = LibraryOrder {
        triple,
        sources: args.sources.as_deref(),
        c_library: args.c_library.as_deref(),
        timeout: args.timeout,
    };
    let added = add_library(toolchain, &order, cache_folder().as_deref(), &mut |progress| match progress {
        LibraryProgress::Waiting => tell("waiting for another process that makes the same library\n"),
        LibraryProgress::Building => tell(&format!("building the standard library for `{triple}`\n")),
    });
    match added {
        Err(error) => {
            complain(&error.to_string());
            return Status::Unusable;
        }
        Ok(AddedLibrary::OwnOfCompiler) => remark(&format!("`{}` came with this library", toolchain.name)),
        Ok(AddedLibrary::MadeBefore(folder)) => {
            remark(&format!("the library was made earlier, and is in `{}`", folder.display()));
        }
        Ok(AddedLibrary::Made { folder, cpu }) => remark(&format!(
            "the library is in `{}`, and took {} s of processor time",
            folder.display(),
            cpu.as_secs()
        )),
    }
    try_target(args, toolchain)
}

/// Builds and runs a program for the target, and says how far that goes.
fn try_target(args: &AddTargetArgs, toolchain: &Toolchain) -> Status {
    let targets = WantedTargets::Named(vec![args.triple.clone()]);
    let search = Search { targets, ..args.compilers.search() };
    let discovery = discover(&search, &Cache::standard());
    let is_it = |it: &&Toolchain| it.rustc == toolchain.rustc && it.triple() == args.triple;
    let Some(tried) = discovery.for_targets.iter().find(is_it) else {
        for failure in &discovery.failed {
            complain(&failure.to_string());
        }
        return Status::Found;
    };
    say(&targets_table(std::slice::from_ref(tried)));
    for note in &tried.notes {
        remark(&format!("`{}`: {note}", tried.name));
    }
    let Some(target) = &tried.target else { return Status::Found };
    if let Err(problem) = target.architecture() {
        remark(&problem.to_string());
    }
    if target.runs { Status::Success } else { Status::Found }
}
