//! Targets: what a program can tell of the machine that it is compiled for.
//!
//! A target is named by a triple, `ARCHITECTURE-VENDOR-SYSTEM-ENVIRONMENT`. What programs can tell of it is its [`DataLayout`], which
//! is the same for all systems of an architecture; [`ARCHITECTURES`] is the one place that says which has which.

use std::fmt;

/// In which order the bytes of a number lie in memory.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Endian {
    Little,
    Big,
}

impl Endian {
    /// As `cfg(target_endian)` has it.
    pub const fn name(self) -> &'static str {
        match self {
            Endian::Little => "little",
            Endian::Big => "big",
        }
    }
}

/// How values lie in a target's memory: all that programs which ask for nothing of a system can tell of a target.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct DataLayout {
    /// The order of the bytes of a number.
    pub endian: Endian,
    /// The bits of a pointer, and of `usize`.
    pub pointer_bits: u32,
    /// The alignment of `u64`, in bytes.
    pub align_of_u64: u32,
    /// The alignment of `u128`, in bytes.
    pub align_of_u128: u32,
    /// The alignment of `f64`, in bytes.
    pub align_of_f64: u32,
    /// The alignment of `f128`, in bytes.
    pub align_of_f128: u32,
}

impl DataLayout {
    /// The bytes of a pointer, and of `usize`. Pointers are aligned to their size.
    #[inline]
    pub const fn pointer_size(self) -> u64 {
        self.pointer_bits as u64 / 8
    }

    /// The alignment of integers of `size` bytes. Those of up to 32 bits are aligned to their size everywhere.
    pub const fn align_of_int(self, size: u64) -> u64 {
        match size {
            8 => self.align_of_u64 as u64,
            16 => self.align_of_u128 as u64,
            _ => size,
        }
    }

    /// The alignment of floats of `size` bytes. Those of up to 32 bits are aligned to their size everywhere.
    pub const fn align_of_float(self, size: u64) -> u64 {
        match size {
            8 => self.align_of_f64 as u64,
            16 => self.align_of_f128 as u64,
            _ => size,
        }
    }

    /// The largest number of bytes that two pointers into one object can be apart: `isize::MAX`.
    pub const fn largest_distance(self) -> u64 {
        u64::MAX >> (65 - self.pointer_bits)
    }
}

/// An architecture of targets.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Architecture {
    /// As triples of Rust begin.
    pub name: &'static str,
    /// As GNU's triples begin, after which Debian names cross compilers.
    pub gnu: &'static str,
    /// As qemu's emulators of programs end: `qemu-aarch64`.
    pub qemu: &'static str,
    /// How values lie in memory.
    pub layout: DataLayout,
    /// What computes reliably there.
    pub abilities: Abilities,
}

/// What a target computes as the language says: programs ask for nothing else there.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Abilities {
    /// The bits of the largest integer with atomic operations, up to 64.
    pub atomic_bits: u32,
    /// Whether `f16` works, as far as rustc knows.
    pub f16: bool,
    /// Whether a 128-bit integer can be cast to `f16`. On 32-bit x86, LLVM calls a function for it that no library has
    /// (rust-lang/rust#132614).
    pub f16_of_wide: bool,
    /// Whether `f128` works, as far as rustc knows.
    pub f128: bool,
    /// Whether a NaN keeps its bits when it is copied. It does not on the x87, which quiets signaling ones when a function returns them
    /// (rust-lang/rust#115567).
    pub keeps_nans: bool,
    /// Whether a panic can be caught.
    pub unwinds: bool,
    /// Whether a program can start threads.
    pub threads: bool,
}

/// A row of the table: name, GNU's name, qemu's name, byte order, bits of a pointer, alignments of `u64`, `u128`, `f64` and `f128`.
const fn row(
    [name, gnu, qemu]: [&'static str; 3],
    endian: Endian,
    pointer_bits: u32,
    [align_of_u64, align_of_u128, align_of_f64, align_of_f128]: [u32; 4],
) -> Architecture {
    let layout =
        DataLayout { endian, pointer_bits, align_of_u64, align_of_u128, align_of_f64, align_of_f128 };
    let abilities = Abilities {
        atomic_bits: 64,
        f16: true,
        f16_of_wide: true,
        f128: true,
        keeps_nans: true,
        unwinds: true,
        threads: true,
    };
    Architecture { name, gnu, qemu, layout, abilities }
}

/// The row of an architecture without atomic operations on 64 bits.
const fn with_short_atomics(row: Architecture) -> Architecture {
    Architecture { abilities: Abilities { atomic_bits: 32, ..row.abilities }, ..row }
}

/// The row of an architecture on which `f128` does not work.
const fn without_f128(row: Architecture) -> Architecture {
    Architecture { abilities: Abilities { f128: false, ..row.abilities }, ..row }
}

/// The row of an architecture on which panics abort.
const fn without_unwinding(row: Architecture) -> Architecture {
    Architecture { abilities: Abilities { unwinds: false, ..row.abilities }, ..row }
}

/// The row of an architecture whose systems have no threads.
const fn without_threads(row: Architecture) -> Architecture {
    Architecture { abilities: Abilities { threads: false, ..row.abilities }, ..row }
}

/// The row of 32-bit x86, which returns floats by way of the x87.
const fn with_x87(row: Architecture) -> Architecture {
    Architecture { abilities: Abilities { keeps_nans: false, f16_of_wide: false, ..row.abilities }, ..row }
}

use Endian::{Big, Little};

/// The architectures that are known, as rustc 1.95 has them (`rustc --print target-spec-json`, the key `data-layout`; `rustc --print cfg`,
/// the keys `target_has_atomic` and `target_has_reliable_f128`). i586 is left out: it computes on the x87, with more precision than the language
/// says (rust-lang/rust#114479).
pub static ARCHITECTURES: &[Architecture] = &[
    row(["x86_64", "x86_64", "x86_64"], Little, 64, [8, 16, 8, 16]),
    row(["aarch64", "aarch64", "aarch64"], Little, 64, [8, 16, 8, 16]),
    row(["loongarch64", "loongarch64", "loongarch64"], Little, 64, [8, 16, 8, 16]),
    row(["mips64el", "mips64el", "mips64el"], Little, 64, [8, 16, 8, 16]),
    without_f128(row(["powerpc64le", "powerpc64le", "ppc64le"], Little, 64, [8, 16, 8, 16])),
    row(["riscv64gc", "riscv64", "riscv64"], Little, 64, [8, 16, 8, 16]),
    row(["aarch64_be", "aarch64_be", "aarch64_be"], Big, 64, [8, 16, 8, 16]),
    row(["mips64", "mips64", "mips64"], Big, 64, [8, 16, 8, 16]),
    without_f128(row(["powerpc64", "powerpc64", "ppc64"], Big, 64, [8, 16, 8, 16])),
    row(["s390x", "s390x", "s390x"], Big, 64, [8, 8, 8, 8]),
    row(["sparc64", "sparc64", "sparc64"], Big, 64, [8, 16, 8, 16]),
    without_f128(with_short_atomics(row(["arm", "arm", "arm"], Little, 32, [8, 8, 8, 16]))),
    // rustc 1.97 says otherwise; with the hard-float convention, `f128` comes out wrong of conversions and remainders.
    without_f128(row(["armv7", "arm", "arm"], Little, 32, [8, 8, 8, 16])),
    with_x87(row(["i686", "i686", "i386"], Little, 32, [4, 16, 4, 16])),
    with_short_atomics(row(["mips", "mips", "mips"], Big, 32, [8, 8, 8, 16])),
    without_f128(with_short_atomics(row(["powerpc", "powerpc", "ppc"], Big, 32, [8, 8, 8, 16]))),
    with_short_atomics(row(["riscv32gc", "riscv32", "riscv32"], Little, 32, [8, 8, 8, 16])),
    without_threads(without_unwinding(row(["wasm32", "wasm32", "wasm32"], Little, 32, [8, 16, 8, 16]))),
];

/// Targets with another memory layout than their architecture's, by what their triples have: architectures, if not all, and systems.
const OTHER_LAYOUTS: [(Option<&str>, &str); 8] = [
    (None, "x32"),
    (None, "ilp32"),
    (None, "abin32"),
    (Some("i686"), "windows"),
    (Some("i686"), "uefi"),
    (Some("armv7"), "rtems"),
    (Some("powerpc64"), "aix"),
    (Some("wasm32"), "emscripten"),
];

impl Architecture {
    /// What a program is for that does not say its target.
    pub const DEFAULT: &'static Architecture = &ARCHITECTURES[0];

    /// The architecture of a target, if it is known. What it says of memory holds for this target. A name without the rest of a triple is
    /// that of the architecture.
    pub fn of(triple: &str) -> Option<&'static Architecture> {
        let (name, rest) = triple.split_once('-').unwrap_or((triple, ""));
        let is_other = OTHER_LAYOUTS.iter().any(|(architecture, system)| {
            architecture.is_none_or(|architecture| architecture == name) && rest.contains(system)
        });
        ARCHITECTURES.iter().find(|known| known.name == name && !is_other)
    }

    /// The same; or why what a program must do is not known for the target.
    pub fn of_supported(triple: &str) -> Result<&'static Architecture, UnsupportedTarget> {
        Architecture::of(triple).ok_or_else(|| UnsupportedTarget { triple: triple.to_owned() })
    }

    /// GNU's name of a target: what its cross compiler's name begins with, and where Debian has the target's libraries in `/usr`.
    pub fn gnu_triple(&self, triple: &str) -> Option<String> {
        let system = triple.split_once('-')?.1;
        let (_vendor, rest) = system.split_once('-')?;
        Some(match rest.starts_with("linux") {
            true => format!("{}-{rest}", self.gnu),
            false => format!("{}-{system}", self.gnu),
        })
    }
}

/// A target of which it is not known what programs must do there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnsupportedTarget {
    triple: String,
}

impl fmt::Display for UnsupportedTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ARCHITECTURES.iter().map(|known| known.name).collect::<Vec<_>>().join(", ");
        write!(
            f,
            "`{}` is not supported: what programs must do there is not known; supported architectures are {names}",
            self.triple
        )
    }
}

impl std::error::Error for UnsupportedTarget {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_known_by_its_triple_or_its_architecture() {
        for (triple, name) in [
            ("x86_64-unknown-linux-gnu", "x86_64"),
            ("aarch64-apple-darwin", "aarch64"),
            ("s390x-unknown-linux-gnu", "s390x"),
            ("s390x", "s390x"),
        ] {
            assert_eq!(Architecture::of(triple).map(|known| known.name), Some(name), "{triple}");
        }
    }

    #[test]
    fn any_other_target_is_refused() {
        for triple in [
            "x86_64-unknown-linux-gnux32",
            "aarch64-unknown-linux-gnu_ilp32",
            "i586-unknown-linux-gnu",
            "i686-pc-windows-msvc",
            "pdp11-unknown-unix",
            "arm64",
        ] {
            let refusal = Architecture::of_supported(triple).unwrap_err().to_string();
            let start = format!("`{triple}` is not supported: what programs must do there is not known;");
            assert!(refusal.starts_with(&start), "{refusal}");
        }
    }

    #[test]
    fn a_distance_is_at_most_isize_max() {
        let largest = |name| Architecture::of(name).map(|known| known.layout.largest_distance());
        assert_eq!(largest("x86_64"), Some(i64::MAX as u64));
        assert_eq!(largest("i686"), Some(i32::MAX as u64));
    }

    #[test]
    fn cross_compilers_are_named_without_the_vendor() {
        let gnu = |triple| Architecture::of(triple).and_then(|known| known.gnu_triple(triple));
        assert_eq!(gnu("riscv64gc-unknown-linux-gnu").as_deref(), Some("riscv64-linux-gnu"));
        assert_eq!(gnu("armv7-unknown-linux-gnueabihf").as_deref(), Some("arm-linux-gnueabihf"));
        assert_eq!(gnu("x86_64-pc-windows-gnu").as_deref(), Some("x86_64-pc-windows-gnu"));
    }

    #[test]
    fn every_architecture_has_one_row() {
        let mut names: Vec<&str> = ARCHITECTURES.iter().map(|known| known.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ARCHITECTURES.len());
    }
}
