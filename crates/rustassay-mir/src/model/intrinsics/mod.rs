//! The intrinsics that MIR may call: an enum, made from one [`table`].

mod signature;
mod table;

pub use signature::{Bound, IntrinsicSig, TyPattern};
pub use table::{Intrinsic, IntrinsicGroup, SurfaceForm};

use super::{FloatTy, Ty};
use rustassay_lang::Release;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A generic argument of a function.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum GenericArg {
    Ty(Ty),
    Ordering(AtomicOrdering),
}

/// Memory orderings of atomic intrinsics.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum AtomicOrdering {
    Relaxed,
    Release,
    Acquire,
    AcqRel,
    SeqCst,
}

impl AtomicOrdering {
    /// Every ordering.
    pub const ALL: [AtomicOrdering; 5] = [
        AtomicOrdering::Relaxed,
        AtomicOrdering::Release,
        AtomicOrdering::Acquire,
        AtomicOrdering::AcqRel,
        AtomicOrdering::SeqCst,
    ];

    /// The variant's name.
    pub const fn name(self) -> &'static str {
        match self {
            AtomicOrdering::Relaxed => "Relaxed",
            AtomicOrdering::Release => "Release",
            AtomicOrdering::Acquire => "Acquire",
            AtomicOrdering::AcqRel => "AcqRel",
            AtomicOrdering::SeqCst => "SeqCst",
        }
    }

    /// The ordering that is called `name`.
    pub fn from_name(name: &str) -> Option<AtomicOrdering> {
        AtomicOrdering::ALL.into_iter().find(|ordering| ordering.name() == name)
    }
}

/// What the text of a row says of one intrinsic.
struct Texts {
    /// Its name in the model.
    name: &'static str,
    signature: IntrinsicSig,
    /// Its name in newer releases, if they renamed it.
    new_name: Option<&'static str>,
}

/// The texts of each row's intrinsics, in the order of [`Intrinsic::families`].
static TEXTS: LazyLock<Vec<Vec<Texts>>> = LazyLock::new(|| {
    let of_one = |intrinsic: Intrinsic| {
        let filled_in = |text: &'static str| -> &'static str {
            match intrinsic.float() {
                Some(float) if text.contains("{f}") => text.replace("{f}", float.name()).leak(),
                _ => text,
            }
        };
        let row = intrinsic.row();
        let signature = signature::parse(filled_in(row.signature));
        let name = signature.describe().split(['<', '(']).next().unwrap_or_default();
        Texts { name, signature, new_name: row.new_name.map(|(_, name)| filled_in(name)) }
    };
    Intrinsic::families().map(|family| family.iter().map(|&intrinsic| of_one(intrinsic)).collect()).collect()
});

/// Every intrinsic, by its name in the model and its names in other releases.
static BY_NAME: LazyLock<FxHashMap<&'static str, Intrinsic>> = LazyLock::new(|| {
    let mut by_name: FxHashMap<_, _> =
        Intrinsic::all().map(|intrinsic| (intrinsic.name(), intrinsic)).collect();
    for intrinsic in Intrinsic::all().filter(|intrinsic| !intrinsic.became_generic()) {
        if let Some(name) = intrinsic.texts().new_name {
            by_name.entry(name).or_insert(intrinsic);
        }
    }
    by_name
});

impl Intrinsic {
    /// Every intrinsic.
    pub fn all() -> impl Iterator<Item = Intrinsic> {
        Intrinsic::families().flatten().copied()
    }

    /// The intrinsic of this name, in the model or in some release of `core::intrinsics`.
    pub fn from_name(name: &str) -> Option<Intrinsic> {
        BY_NAME.get(name).copied()
    }

    /// The intrinsic that some release calls by this name with the type as a generic argument: `fabs::<f32>`.
    pub fn from_generic_name(name: &str, float: FloatTy) -> Option<Intrinsic> {
        Intrinsic::all().find(|intrinsic| {
            intrinsic.float() == Some(float)
                && intrinsic.became_generic()
                && intrinsic.texts().new_name == Some(name)
        })
    }

    fn texts(self) -> &'static Texts {
        &TEXTS[self.row_index()][self.float().map_or(0, |float| float as usize)]
    }

    /// Its name in the model: the name in the reference release, if that has it.
    pub fn name(self) -> &'static str {
        self.texts().name
    }

    /// Its parameters and its result.
    pub fn signature(self) -> &'static IntrinsicSig {
        &self.texts().signature
    }

    /// The name without the floating-point type: `sqrt` for `sqrtf32`.
    pub fn family_name(self) -> &'static str {
        match self.float() {
            Some(float) => self.name().strip_suffix(float.name()).unwrap_or(self.name()),
            None => self.name(),
        }
    }

    /// What `core::intrinsics` of a release calls it.
    pub fn name_in(self, release: Release) -> &'static str {
        match (self.row().new_name, self.texts().new_name) {
            (Some((since, _)), Some(name)) if release >= since => name,
            _ => self.name(),
        }
    }

    /// Whether this release has one generic intrinsic for its family.
    pub fn is_generic_in(self, release: Release) -> bool {
        self.became_generic() && self.row().new_name.is_some_and(|(since, _)| release >= since)
    }

    /// Whether some release has one generic intrinsic for its family.
    fn became_generic(self) -> bool {
        self.float().is_some() && self.row().new_name.is_some_and(|(_, name)| !name.contains("{f}"))
    }

    /// The first release that has it, under any name, and the first without it.
    pub fn releases(self) -> (Release, Option<Release>) {
        (self.row().since, self.row().until)
    }

    /// The first release in which a `const fn` may call it, if one may in the reference release.
    pub fn const_since(self) -> Release {
        self.row().const_since
    }

    /// What it does, roughly.
    pub fn group(self) -> IntrinsicGroup {
        self.row().group
    }

    /// How stable Rust writes a call of it. The library has no stable methods for `f16` and `f128`.
    pub fn surface_form(self) -> Option<SurfaceForm> {
        let is_stable = matches!(self.float(), None | Some(FloatTy::F32 | FloatTy::F64));
        self.row().surface_form.filter(|_| is_stable)
    }

    /// Whether the language leaves its result open, so that programs must not depend on it.
    pub fn is_open(self) -> bool {
        self.row().is_open
    }

    /// Whether calling it with some numbers or booleans is Undefined Behavior.
    pub fn is_partial(self) -> bool {
        self.row().is_partial
    }

    /// Whether rustc replaces its calls by statements before the phase `runtime, post-cleanup` ends, and generates no
    /// code for them (`rustc_mir_transform::lower_intrinsics`).
    pub fn is_lowered(self) -> bool {
        self.row().is_lowered
    }

    /// Whether Miri can run it.
    pub fn is_known_to_miri(self) -> bool {
        self.row().is_known_to_miri
    }

    /// The orderings that it accepts as its first or second. The second one of an exchange is for its failure, which is a
    /// load. rustc or LLVM refuses the others (LLVM's language reference, `load`, `store`, `cmpxchg` and `fence`).
    pub fn orderings(self, position: usize) -> &'static [AtomicOrdering] {
        use AtomicOrdering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
        match self {
            Intrinsic::AtomicLoad => &[Relaxed, Acquire, SeqCst],
            Intrinsic::AtomicStore => &[Relaxed, Release, SeqCst],
            Intrinsic::AtomicFence | Intrinsic::AtomicSinglethreadfence => {
                &[Release, Acquire, AcqRel, SeqCst]
            }
            _ if position == 1 => &[Relaxed, Acquire, SeqCst],
            _ => &AtomicOrdering::ALL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_can_be_read() {
        assert!(Intrinsic::all().count() > 150);
        for intrinsic in Intrinsic::all() {
            assert_eq!(Intrinsic::from_name(intrinsic.name()), Some(intrinsic));
        }
    }

    #[test]
    fn variants_are_named_as_their_signatures() {
        for intrinsic in Intrinsic::all() {
            let variant = format!("{intrinsic:?}").replace(['(', ')'], "").to_lowercase();
            assert_eq!(variant, intrinsic.name().replace('_', ""));
        }
    }

    #[test]
    fn each_release_has_its_names() {
        let names = |intrinsic: Intrinsic| [95, 96].map(|minor| intrinsic.name_in(Release::new(minor)));
        let (minnum, fabs) = (Intrinsic::Minnum(FloatTy::F32), Intrinsic::Fabs(FloatTy::F64));
        assert_eq!(names(minnum), ["minnumf32", "minimum_number_nsz_f32"]);
        assert_eq!(names(fabs), ["fabsf64", "fabs"]);
        assert_eq!([95, 96].map(|minor| fabs.is_generic_in(Release::new(minor))), [false, true]);
        assert_eq!(names(Intrinsic::Ctpop), ["ctpop", "ctpop"]);
        assert_eq!(Intrinsic::from_name("maximum_number_nsz_f16"), Some(Intrinsic::Maxnum(FloatTy::F16)));
        assert_eq!(Intrinsic::from_name("fabs"), None);
        assert_eq!(Intrinsic::from_generic_name("fabs", FloatTy::F64), Some(fabs));
    }
}
