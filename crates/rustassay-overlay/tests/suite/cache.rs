//! What is kept, and when it is made anew, with scripts in the place of a compiler.

use rustassay_overlay::{Overlay, OverlayError, OverlayProgress};
use rustassay_testing::{reference_rustc, reference_toolchain, write_script};
use rustassay_toolchain::Toolchain;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A compiler that writes what it should, in a sysroot that has all that is looked for.
const WORKS: &str = r#"#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in -o) shift; out=$1 ;; esac
    shift
done
cp "${0%/*}/compiled.rmeta" "$out"
"#;

/// Metadata of a crate that has just these items and needs no other crate.
fn metadata_of(items: &str) -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let source = folder.path().join("library.rs");
    fs::write(&source, format!("#![feature(no_core)]\n#![no_core]\n{items}\n")).unwrap();
    let output = folder.path().join("library.rmeta");
    let status = Command::new(reference_rustc())
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--crate-type=lib", "--emit=metadata", "--edition=2024", "-Awarnings", "-o"])
        .args([&output, &source])
        .status();
    assert!(status.unwrap().success());
    fs::read(output).unwrap()
}

/// What the compiler writes for each crate of the library, and what the stock library is.
fn library() -> &'static [u8] {
    static LIBRARY: OnceLock<Vec<u8>> = OnceLock::new();
    LIBRARY.get_or_init(|| metadata_of("pub mod one {}"))
}

struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new(compiler: &str) -> Machine {
        let machine = Machine { folder: TempDir::new().unwrap() };
        let sources = machine.sysroot().join("lib/rustlib/src/rust/library");
        for name in ["core", "alloc", "std"] {
            fs::create_dir_all(sources.join(name).join("src")).unwrap();
            fs::write(sources.join(name).join("src/lib.rs"), "").unwrap();
        }
        let stock = machine.stock();
        fs::create_dir_all(&stock).unwrap();
        for name in ["core", "alloc", "std", "hashbrown"] {
            fs::write(stock.join(format!("lib{name}-0123.rmeta")), library()).unwrap();
        }
        fs::write(machine.folder.path().join("compiled.rmeta"), library()).unwrap();
        machine.replace_compiler(compiler);
        machine
    }

    fn replace_compiler(&self, compiler: &str) {
        write_script(&self.folder.path().join("rustc"), compiler);
    }

    fn sysroot(&self) -> std::path::PathBuf {
        self.folder.path().join("sysroot")
    }

    fn stock(&self) -> std::path::PathBuf {
        self.sysroot().join("lib/rustlib").join(&reference_toolchain().host).join("lib")
    }

    fn cache(&self) -> std::path::PathBuf {
        self.folder.path().join("cache")
    }

    /// The overlay, and what was told of making it.
    fn overlay(&self) -> (Result<Overlay, OverlayError>, Vec<OverlayProgress>) {
        let toolchain = Toolchain {
            rustc: self.folder.path().join("rustc"),
            sysroot: self.sysroot(),
            ..(*reference_toolchain()).clone()
        };
        let mut told = Vec::new();
        let overlay = Overlay::of(&toolchain, Some(&self.cache()), &mut |progress| told.push(progress));
        (overlay, told)
    }

    /// Folders in the cache that are taken for overlays.
    fn kept(&self) -> usize {
        let entries = fs::read_dir(self.cache().join("overlays")).unwrap();
        entries.flatten().filter(|entry| entry.path().join("overlay.json").exists()).count()
    }
}

#[test]
fn an_overlay_is_made_once() {
    let machine = Machine::new(WORKS);
    let (overlay, told) = machine.overlay();
    let overlay = overlay.unwrap();
    assert_eq!(told.last(), Some(&OverlayProgress::Compiled { done: 5, of: 5 }));
    assert_eq!(
        overlay.crates().collect::<Vec<_>>(),
        ["core", "std", "alloc"],
        "the others have no sources here"
    );
    let core = overlay.metadata("core").expect("it is one of them");
    assert_eq!(fs::read(core).unwrap(), library());
    assert_eq!(overlay.metadata("hashbrown"), None);
    let (again, told) = machine.overlay();
    assert!(again.is_ok() && told.is_empty(), "{told:?}");
}

#[test]
fn an_overlay_that_lost_something_is_made_anew() {
    let machine = Machine::new(WORKS);
    let core = machine.overlay().0.unwrap().metadata("core").unwrap();
    fs::write(&core, "meta").unwrap();
    let (overlay, told) = machine.overlay();
    assert!(overlay.is_ok() && !told.is_empty());
    assert_eq!(fs::read(&core).unwrap(), library());
    fs::remove_file(core.with_file_name("overlay.json")).unwrap();
    assert!(!machine.overlay().1.is_empty());
    fs::write(core.with_file_name("overlay.json"), "{").unwrap();
    assert!(!machine.overlay().1.is_empty());
    assert_eq!(machine.kept(), 1);
}

#[test]
fn another_library_has_another_overlay() {
    let machine = Machine::new(WORKS);
    machine.overlay().0.unwrap();
    fs::write(machine.stock().join("libcore-0123.rmeta"), [library(), b"x"].concat()).unwrap();
    assert!(!machine.overlay().1.is_empty());
    assert_eq!(machine.kept(), 2);
}

#[test]
fn sources_with_other_definitions_are_refused() {
    let machine = Machine::new(WORKS);
    let others = metadata_of("pub mod two {}");
    fs::write(machine.stock().join("liballoc-0123.rmeta"), others).unwrap();
    let error = machine.overlay().0.unwrap_err().to_string();
    assert!(error.contains("the sources of `alloc`") && error.contains("`library::two` there"), "{error}");
    assert_eq!(machine.kept(), 0);
    let more = metadata_of("pub mod one {} pub mod two {}");
    fs::write(machine.stock().join("liballoc-0123.rmeta"), more).unwrap();
    let error = machine.overlay().0.unwrap_err().to_string();
    assert!(error.contains("definitions there and"), "{error}");
}

#[test]
fn old_overlays_are_forgotten() {
    let machine = Machine::new(WORKS);
    for size in 1..12 {
        let another = [library(), &vec![b'x'; size]].concat();
        fs::write(machine.stock().join("libcore-0123.rmeta"), another).unwrap();
        machine.overlay().0.unwrap();
    }
    assert_eq!(machine.kept(), 8);
    assert!(machine.overlay().1.is_empty(), "the newest is kept");
}

#[test]
fn what_fails_leaves_nothing_behind() {
    let fails = [
        ("#!/bin/sh\necho 'error: no' >&2; exit 1\n", "error: no"),
        ("#!/bin/sh\nkill -9 $$\n", "SIGKILL"),
        // As on a full disk: it says that all is well, and there is no file.
        ("#!/bin/sh\nexit 0\n", "cannot write"),
    ];
    for (compiler, expected) in fails {
        let machine = Machine::new(compiler);
        let error = machine.overlay().0.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(machine.kept(), 0);
        let unfinished = fs::read_dir(machine.cache().join("overlays/unfinished")).unwrap();
        assert_eq!(unfinished.count(), 0);
        machine.replace_compiler(WORKS);
        assert!(machine.overlay().0.is_ok());
    }
}

#[test]
fn two_at_once_make_it_once() {
    let machine = Machine::new(&WORKS.replace("#!/bin/sh\n", "#!/bin/sh\nsleep 0.5\n"));
    reference_toolchain();
    let told: Vec<Vec<OverlayProgress>> = std::thread::scope(|scope| {
        let threads = [(); 3].map(|()| {
            scope.spawn(|| {
                let (overlay, told) = machine.overlay();
                assert!(overlay.is_ok());
                told
            })
        });
        threads.map(|thread| thread.join().unwrap()).to_vec()
    });
    let has_begun = |step: &OverlayProgress| matches!(step, OverlayProgress::Compiled { done: 0, .. });
    let makers = told.iter().filter(|told| told.iter().any(has_begun)).count();
    assert_eq!(makers, 1, "{told:?}");
}

#[test]
fn what_a_killed_process_left_is_not_taken_for_an_overlay() {
    let machine = Machine::new(WORKS);
    let place = machine.overlay().0.unwrap().metadata("core").unwrap();
    let place = place.parent().unwrap().to_owned();
    fs::remove_file(place.join("overlay.json")).unwrap();
    fs::remove_file(place.join("libstd.rmeta")).unwrap();
    let (overlay, told) = machine.overlay();
    assert!(!told.is_empty());
    assert!(overlay.unwrap().metadata("std").unwrap().is_file());
}

#[test]
fn a_compiler_without_sources_is_told_how_to_get_them() {
    let machine = Machine::new(WORKS);
    fs::remove_dir_all(machine.sysroot().join("lib/rustlib/src")).unwrap();
    let error = machine.overlay().0.unwrap_err();
    assert!(matches!(error, OverlayError::NoSources { .. }));
    assert!(error.to_string().contains("rustup component add rust-src"), "{error}");
    fs::remove_dir_all(machine.stock()).unwrap();
    let error = machine.overlay().0.unwrap_err();
    assert!(error.to_string().contains("cannot list"), "{error}");
}

#[test]
fn without_a_cache_there_is_no_overlay() {
    let error = Overlay::of(&reference_toolchain(), None::<&Path>, &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("XDG_CACHE_HOME"), "{error}");
}
