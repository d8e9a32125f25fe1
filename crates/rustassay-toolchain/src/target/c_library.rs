//! A target's C library, as Debian's packages have it, for programs that are linked without a cross compiler.
//!
//! rustc calls a C compiler to link, because that knows where the C library is and which of its object files every program begins and ends
//! with. Where there is none for a target, the toolchain's own `rust-lld` links, and is told all that here. Programs are linked statically,
//! so that they run under an emulator that knows of no libraries.

use rustassay_lang::Architecture;
use std::fs;
use std::path::{Path, PathBuf};

/// The C library of a target, with the part of GCC that goes with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CLibrary {
    /// The folder with `crt1.o` and `libc.a`.
    libc: PathBuf,
    /// The folder with `crtbeginT.o` and `libgcc.a`.
    gcc: PathBuf,
    /// Its object files ask for an executable stack, as all do that GCC makes for MIPS with the GNU C library.
    needs_executable_stack: bool,
}

impl CLibrary {
    /// The C library of a target below `root`: `/`, or a folder that packages were unpacked in.
    ///
    /// Debian's cross packages (`libc6-dev-arm64-cross`, `libgcc-12-dev-arm64-cross`) are looked for before those of the architecture itself
    /// (`libc6-dev:arm64`, `libgcc-12-dev:arm64`).
    pub(crate) fn find(root: &Path, triple: &str) -> Option<CLibrary> {
        let gnu = Architecture::of(triple)?.gnu_triple(triple).filter(|gnu| gnu.contains("-linux-gnu"))?;
        let usr = root.join("usr");
        // Debian's name of the architecture of 32-bit x86 is older than GNU's.
        let multiarch = gnu.replacen("i686-", "i386-", 1);
        let libc = [usr.join(&gnu).join("lib"), usr.join("lib").join(multiarch)];
        let libc =
            libc.into_iter().find(|folder| has_all(folder, &["crt1.o", "crti.o", "crtn.o", "libc.a"]))?;
        let gcc =
            ["lib/gcc-cross", "lib/gcc"].iter().find_map(|folder| newest(&usr.join(folder).join(&gnu)))?;
        Some(CLibrary { libc, gcc, needs_executable_stack: gnu.starts_with("mips") })
    }

    /// What the compiler is told to link with it and LLVM's linker.
    pub(crate) fn flags(&self) -> Vec<String> {
        let CLibrary { libc, gcc, needs_executable_stack } = self;
        let file = |folder: &Path, name: &str| folder.join(name).display().to_string();
        let (libc_folder, gcc_folder) = (libc.display(), gcc.display());
        let mut flags: Vec<String> = [
            "-Clinker-flavor=ld.lld",
            "-Ctarget-feature=+crt-static",
            "-Crelocation-model=static",
            "-Clink-arg=-static",
        ]
        .map(str::to_owned)
        .to_vec();
        let first = [file(libc, "crt1.o"), file(libc, "crti.o"), file(gcc, "crtbeginT.o")];
        flags.extend(first.map(|object| format!("-Zpre-link-arg={object}")));
        flags.extend([format!("-Lnative={libc_folder}"), format!("-Lnative={gcc_folder}")]);
        // Each of them needs another one.
        let libraries =
            ["--start-group", "-lgcc", "-lgcc_eh", "-lc", "-lm", "--end-group"].map(str::to_owned);
        let last = [file(gcc, "crtend.o"), file(libc, "crtn.o")];
        flags.extend(libraries.into_iter().chain(last).map(|arg| format!("-Clink-arg={arg}")));
        flags.extend(needs_executable_stack.then(|| "-Clink-arg=-zexecstack".to_owned()));
        flags
    }
}

/// The folder of the newest GCC among those of a target: they are named for versions.
fn newest(folder: &Path) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    let versions = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let version: Option<Vec<u32>> = name.split('.').map(|part| part.parse().ok()).collect();
        Some((version?, entry.path()))
    });
    let whole =
        versions.filter(|(_, path)| has_all(path, &["crtbeginT.o", "crtend.o", "libgcc.a", "libgcc_eh.a"]));
    whole.max().map(|(_, path)| path)
}

fn has_all(folder: &Path, files: &[&str]) -> bool {
    files.iter().all(|file| folder.join(file).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    const GCC: [&str; 4] = ["crtbeginT.o", "crtend.o", "libgcc.a", "libgcc_eh.a"];

    fn unpacked(files: &[String]) -> TempDir {
        let root = TempDir::new().unwrap();
        for file in files {
            let file = root.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        root
    }

    fn in_folder(folder: &str, names: &[&str]) -> Vec<String> {
        names.iter().map(|name| format!("{folder}/{name}")).collect()
    }

    #[test]
    fn cross_packages_are_found_with_the_newest_gcc() {
        let libc = in_folder("usr/aarch64-linux-gnu/lib", &["crt1.o", "crti.o", "crtn.o", "libc.a"]);
        let gcc = |version: &str| in_folder(&format!("usr/lib/gcc-cross/aarch64-linux-gnu/{version}"), &GCC);
        let root = unpacked(&[libc, gcc("9"), gcc("12")].concat());
        let found = CLibrary::find(root.path(), "aarch64-unknown-linux-gnu").unwrap();
        assert!(found.libc.ends_with("usr/aarch64-linux-gnu/lib") && found.gcc.ends_with("12"), "{found:?}");
        assert_eq!(CLibrary::find(root.path(), "riscv64gc-unknown-linux-gnu"), None);
    }

    #[test]
    fn the_packages_of_the_architecture_itself_are_found() {
        let libc = in_folder("usr/lib/i386-linux-gnu", &["crt1.o", "crti.o", "crtn.o", "libc.a"]);
        let root = unpacked(&[libc, in_folder("usr/lib/gcc/i686-linux-gnu/12", &GCC)].concat());
        assert!(CLibrary::find(root.path(), "i686-unknown-linux-gnu").is_some());
    }

    #[test]
    fn half_a_package_is_none() {
        let libc = in_folder("usr/aarch64-linux-gnu/lib", &["crt1.o", "crti.o", "crtn.o", "libc.a"]);
        let gcc = in_folder("usr/lib/gcc-cross/aarch64-linux-gnu/12", &["crtbeginT.o", "libgcc.a"]);
        let root = unpacked(&[libc, gcc].concat());
        assert_eq!(CLibrary::find(root.path(), "aarch64-unknown-linux-gnu"), None);
    }
}
