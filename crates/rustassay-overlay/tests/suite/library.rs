//! The library of the reference compiler.

use rustassay_overlay::{Overlay, OverlayError};
use rustassay_testing::{Requirement, reference_toolchain, skip};
use std::fs;
use std::path::Path;

#[test]
fn the_library_is_compiled_with_all_bodies() {
    let toolchain = reference_toolchain();
    // The one that the tests of our binary use, too: it takes its time to make.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache/rustassay");
    let overlay = match Overlay::of(&toolchain, Some(&cache), &mut |_| {}) {
        Err(error @ OverlayError::NoSources { .. }) => {
            return skip(Requirement::LibrarySources, &error.to_string());
        }
        other => other.unwrap(),
    };
    let release = format!("rustc {}", toolchain.version);
    for name in ["core", "alloc", "std", "proc_macro"] {
        let metadata = fs::read(overlay.metadata(name).expect("it is compiled")).unwrap();
        assert!(metadata.starts_with(b"rust\0\0\0"), "{name}");
        let header = String::from_utf8_lossy(&metadata[..64]).into_owned();
        assert!(header.contains(&release), "{name}: {header:?}");
    }
}
