//! Releases of rustc, and what the custom MIR of each can say.
//!
//! Custom MIR is unstable: its syntax changes without notice. What is said here rests on the pull requests that are
//! named at each item, dated to a release by the day that they were merged, on the sources of the library from 1.85 to 1.98,
//! and on compilers: 1.85, 1.95, 1.96, 1.97 and 1.98 were asked for every name.

use crate::model::{Bound, IntrinsicId, intrinsic};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A release of rustc, `1.minor`. Patch releases and channels do not change what custom MIR can say.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Release {
    /// The number after `1.`
    pub minor: u16,
}

impl Release {
    /// The release whose custom MIR the model follows.
    pub const REFERENCE: Release = Release::new(95);

    /// Release `1.minor`.
    pub const fn new(minor: u16) -> Release {
        Release { minor }
    }

    /// How calls and drops are written, if they can be.
    ///
    /// The call became an assignment in 1.73. Unwind actions came with cleanup blocks in 1.76 (rust-lang/rust#117330),
    /// and `ReturnTo` in 1.77 (rust-lang/rust#119325).
    pub const fn call_syntax(self) -> Option<CallSyntax> {
        match self.minor {
            0..70 => None,
            70..=72 => Some(CallSyntax::Arguments),
            73..=75 => Some(CallSyntax::Assignment),
            76 => Some(CallSyntax::Unwind),
            77.. => Some(CallSyntax::ReturnTo),
        }
    }

    /// Whether this release has the construct.
    pub fn has(self, construct: Construct) -> bool {
        let (since, until) = construct.releases();
        since <= self && until.is_none_or(|until| self < until)
    }

    /// Whether `&raw const` is stable (release notes of 1.82); before, it is `core::ptr::addr_of!`.
    pub fn has_raw_borrow_operator(self) -> bool {
        self >= Release::new(82)
    }

    /// How atomic intrinsics say their memory ordering.
    pub fn atomic_syntax(self) -> AtomicSyntax {
        match self.minor {
            0..89 => AtomicSyntax::InName,
            89 | 90 => AtomicSyntax::Generic,
            91.. => AtomicSyntax::GenericWithOperand,
        }
    }

    /// How the `mir!` macro declares basic blocks: since 1.76 as a variable that says whether the block is for cleanup
    /// (rust-lang/rust#117330), before that as a variable of type `BasicBlock` without a value.
    pub fn blocks_have_kinds(self) -> bool {
        self >= Release::new(76)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor)
    }
}

/// A text is no release.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotARelease(String);

impl fmt::Display for NotARelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a release of rustc, such as `{}`", self.0, Release::REFERENCE)
    }
}

impl std::error::Error for NotARelease {}

impl FromStr for Release {
    type Err = NotARelease;

    /// Reads `1.95`, and what `rustc --version` says after the name: `1.95.0`, `1.97.0-nightly`.
    fn from_str(text: &str) -> Result<Release, NotARelease> {
        let minor = text.strip_prefix("1.").and_then(|rest| {
            let (minor, patch) = rest.split_once('.').unwrap_or((rest, "0"));
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let (patch, _channel) = patch.split_once('-').unwrap_or((patch, ""));
            (digits(minor) && digits(patch)).then(|| minor.parse().ok())?
        });
        minor.map(Release::new).ok_or_else(|| NotARelease(text.to_owned()))
    }
}

/// How calls and drops are written.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum CallSyntax {
    /// `Call(x, bb1, f())`, `Drop(x, bb1)`
    Arguments,
    /// `Call(x = f(), bb1)`, `Drop(x, bb1)`
    Assignment,
    /// `Call(x = f(), bb1, UnwindUnreachable())`, `Drop(x, bb1, UnwindUnreachable())`
    Unwind,
    /// `Call(x = f(), ReturnTo(bb1), UnwindUnreachable())`, `Drop(x, ReturnTo(bb1), UnwindUnreachable())`
    ReturnTo,
}

impl CallSyntax {
    /// Whether calls and drops say what happens on unwinding.
    pub const fn has_unwind_action(self) -> bool {
        matches!(self, CallSyntax::Unwind | CallSyntax::ReturnTo)
    }
}

/// How atomic intrinsics say their memory ordering.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AtomicSyntax {
    /// In the name: `atomic_xadd_seqcst`, `atomic_cxchg_acqrel_acquire`
    InName,
    /// As a generic argument, `atomic_xadd::<_, { SeqCst }>`: from 1.89 (rust-lang/rust#141507, rust-lang/rust#141700)
    Generic,
    /// The same, with the operand's type a parameter of its own, `atomic_xadd::<_, _, { SeqCst }>`: from 1.91
    /// (rust-lang/rust#144192)
    GenericWithOperand,
}

/// What not every release with calls can say.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Construct {
    /// `Call` and `Drop`, in any of the forms of [`CallSyntax`]
    Call,
    /// Cleanup blocks, their terminators, and the unwind actions that are not "continue"
    Cleanup,
    /// `debug name => value;`
    DebugInfo,
    /// `Retag(place)`
    Retag,
    /// `CopyForDeref(place)`
    CopyForDeref,
    /// `Offset(pointer, count)`
    Offset,
    /// `PtrMetadata(pointer)`
    PtrMetadata,
    /// `PtrMetadata(pointer)` in a `const fn`
    ConstPtrMetadata,
    /// `CastPtrToPtr(pointer)`
    CastPtrToPtr,
    /// `CastUnsize(pointer)`
    CastUnsize,
    /// `TailCall(f(..))`
    TailCall,
    /// `Assume(condition)`
    Assume,
    /// An intrinsic
    Intrinsic(IntrinsicId),
    /// An intrinsic in a `const fn`, if it may be there in the reference release
    ConstIntrinsic(IntrinsicId),
}

impl Construct {
    /// Every construct that some release lacks, intrinsics aside.
    pub const ALL: [Construct; 12] = [
        Construct::Call,
        Construct::Cleanup,
        Construct::DebugInfo,
        Construct::Retag,
        Construct::CopyForDeref,
        Construct::Offset,
        Construct::PtrMetadata,
        Construct::ConstPtrMetadata,
        Construct::CastPtrToPtr,
        Construct::CastUnsize,
        Construct::TailCall,
        Construct::Assume,
    ];

    /// The first release that has it, and the first that has it no more.
    pub fn releases(self) -> (Release, Option<Release>) {
        const fn since(minor: u16) -> (Release, Option<Release>) {
            (Release::new(minor), None)
        }
        match self {
            // rust-lang/rust#105814 brought them earlier, in a form that changed before 1.70.
            Construct::Call => since(70),
            // rust-lang/rust#117330, November 2023.
            Construct::Cleanup => since(76),
            // rust-lang/rust#115540, September 2023.
            Construct::DebugInfo => since(74),
            // In 1.95's library and not in the 1.97 nightly's.
            Construct::Retag => (Release::new(70), Some(Release::new(97))),
            // Not in the library of April 2023; gone from that of 1.92.
            Construct::CopyForDeref => (Release::new(71), Some(Release::new(92))),
            // rust-lang/rust#110190, merged within days of 1.70's branching, so 1.70 is not trusted to have it.
            Construct::Offset => since(71),
            // rust-lang/rust#124251, May 2024.
            Construct::PtrMetadata => since(80),
            // 1.85 crashes when it checks the function, and 1.95 does not.
            Construct::ConstPtrMetadata => since(95),
            // rust-lang/rust#126844, June 2024.
            Construct::CastPtrToPtr => since(81),
            Construct::CastUnsize => since(92),
            // rust-lang/rust#128688, August 2024.
            Construct::TailCall => since(82),
            // In 1.85's library; older ones were not looked at.
            Construct::Assume => since(85),
            Construct::Intrinsic(id) => intrinsic_releases(intrinsic(id).name),
            Construct::ConstIntrinsic(id) => const_intrinsic_releases(intrinsic(id).name),
        }
    }

    /// What to call it when talking to people.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Construct::Intrinsic(id) => return format!("`{}`", intrinsic(id).name).into(),
            Construct::ConstIntrinsic(id) => {
                return format!("`{}` in a `const fn`", intrinsic(id).name).into();
            }
            Construct::Call => "`Call` and `Drop`",
            Construct::Cleanup => "cleanup blocks and unwind actions",
            Construct::DebugInfo => "`debug`",
            Construct::Retag => "`Retag`",
            Construct::CopyForDeref => "`CopyForDeref`",
            Construct::Offset => "`Offset`",
            Construct::PtrMetadata => "`PtrMetadata`",
            Construct::ConstPtrMetadata => "`PtrMetadata` in a `const fn`",
            Construct::CastPtrToPtr => "`CastPtrToPtr`",
            Construct::CastUnsize => "`CastUnsize`",
            Construct::TailCall => "`TailCall`",
            Construct::Assume => "`Assume`",
        })
    }
}

/// Which releases have an intrinsic, under whatever name ([`intrinsic_name`], [`AtomicSyntax`]), by the sources of the library.
fn intrinsic_releases(name: &str) -> (Release, Option<Release>) {
    let since = match name {
        "disjoint_bitor" => 86,
        "align_of_val" => 89,
        "unchecked_funnel_shl" | "unchecked_funnel_shr" => 91,
        "overflow_checks" => 93,
        "catch_unwind_bool" => 98,
        _ if name.starts_with("round_ties_even_") => 87,
        _ if name.starts_with("minimum") || name.starts_with("maximum") => 89,
        _ => 70,
    };
    (Release::new(since), (name == "catch_unwind").then_some(Release::new(98)))
}

/// Which releases have an intrinsic in `const fn`s, of those that the reference release has there: 1.85 was asked for each, and
/// the sources of the library were looked at.
fn const_intrinsic_releases(name: &str) -> (Release, Option<Release>) {
    let begins = |names: &[&str]| names.iter().any(|begin| name.starts_with(begin));
    let since = match name {
        _ if begins(&["fma"]) => 92,
        _ if begins(&["ceilf", "floorf", "roundf", "truncf"]) => 89,
        _ if begins(&["round"]) || name.ends_with("_algebraic") => 95,
        _ => 70,
    };
    (Release::new(since), None)
}

/// What a release calls an intrinsic: `core::intrinsics` of the reference release has all others by their names in the model.
///
/// 1.96 made `fabs` generic, and renamed `minnum` and `maxnum` after IEEE 754-2019. In 1.98 `catch_unwind` gives a `bool`, and takes
/// functions that are unsafe to call.
pub fn intrinsic_name(release: Release, name: &'static str) -> Cow<'static, str> {
    let is_new = release >= Release::new(96);
    match name {
        "catch_unwind_bool" => "catch_unwind".into(),
        _ if is_new && name.starts_with("fabsf") => "fabs".into(),
        _ if is_new && name.starts_with("minnumf") => format!("minimum_number_nsz_{}", &name[6..]).into(),
        _ if is_new && name.starts_with("maxnumf") => format!("maximum_number_nsz_{}", &name[6..]).into(),
        _ => name.into(),
    }
}

/// Whether two releases write calls of an intrinsic alike, so that one text is for both.
pub fn write_alike(a: Release, b: Release, id: IntrinsicId) -> bool {
    let def = intrinsic(id);
    let syntaxes = [a, b].map(Release::atomic_syntax);
    let has_operand = def.generics.iter().any(|bound| matches!(bound, Bound::Same(_)));
    let is_alike = match (def.generics.contains(&Bound::Ordering), syntaxes) {
        (false, _) => true,
        (true, [a, b]) if a == b => true,
        // The operand is all that differs between the two.
        (true, syntaxes) => !syntaxes.contains(&AtomicSyntax::InName) && !has_operand,
    };
    is_alike && intrinsic_name(a, def.name) == intrinsic_name(b, def.name)
}

/// The name in the model of what some release calls so, if that is another; for `fabs`, without its type.
pub fn modelled_name(name: &str) -> Option<String> {
    if let Some(float) = name.strip_prefix("minimum_number_nsz_") {
        return Some(format!("minnum{float}"));
    }
    name.strip_prefix("maximum_number_nsz_").map(|float| format!("maxnum{float}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::find_intrinsic;

    #[test]
    fn a_release_is_read_from_what_rustc_calls_itself() {
        for text in ["1.95", "1.95.0", "1.95.0-nightly", "1.95.1"] {
            assert_eq!(text.parse(), Ok(Release::new(95)), "{text}");
        }
        for text in ["", "1", "1.", "2.95", "1.x", "1.95.", "1.+5", "1.95.x", "1.70000"] {
            assert!(text.parse::<Release>().is_err(), "{text}");
        }
        assert_eq!(Release::REFERENCE.to_string(), "1.95");
    }

    #[test]
    fn the_call_syntax_changed_four_times() {
        let syntaxes = [69, 70, 72, 73, 75, 76, 77, 95].map(|minor| Release::new(minor).call_syntax());
        let [arguments, assignment] = [CallSyntax::Arguments, CallSyntax::Assignment].map(Some);
        let [unwind, return_to] = [CallSyntax::Unwind, CallSyntax::ReturnTo].map(Some);
        assert_eq!(
            syntaxes,
            [None, arguments, arguments, assignment, assignment, unwind, return_to, return_to]
        );
    }

    #[test]
    fn the_reference_release_lacks_only_what_was_removed_before() {
        let lacking: Vec<_> =
            Construct::ALL.into_iter().filter(|&construct| !Release::REFERENCE.has(construct)).collect();
        assert_eq!(lacking, [Construct::CopyForDeref]);
        assert!(!Release::new(97).has(Construct::Retag));
        assert!(!Release::new(81).has(Construct::TailCall));
    }

    #[test]
    fn intrinsics_are_called_as_their_release_calls_them() {
        let names = |name| [95, 96].map(|minor| intrinsic_name(Release::new(minor), name));
        assert_eq!(names("minnumf32"), ["minnumf32", "minimum_number_nsz_f32"]);
        assert_eq!(names("fabsf64"), ["fabsf64", "fabs"]);
        assert_eq!(names("ctpop"), ["ctpop", "ctpop"]);
        assert_eq!(modelled_name("maximum_number_nsz_f16").as_deref(), Some("maxnumf16"));
    }

    #[test]
    fn intrinsics_come_and_go() {
        let has = |minor: u16, name: &str| {
            Release::new(minor).has(Construct::Intrinsic(find_intrinsic(name).unwrap()))
        };
        assert_eq!([85, 97, 98].map(|minor| has(minor, "catch_unwind")), [true, true, false]);
        assert_eq!([85, 97, 98].map(|minor| has(minor, "catch_unwind_bool")), [false, false, true]);
        assert_eq!([85, 95, 96].map(|minor| has(minor, "minimumf32")), [false, true, true]);
        assert_eq!([85, 95, 96].map(|minor| has(minor, "ctpop")), [true, true, true]);
        let floor = Construct::ConstIntrinsic(find_intrinsic("floorf32").unwrap());
        assert_eq!([85, 95, 96].map(|minor| Release::new(minor).has(floor)), [false, true, true]);
    }
}
