//! What the custom MIR of each release can say.
//!
//! Custom MIR is unstable: its syntax changes without notice. What is said here rests on the pull requests that are
//! named at each item, dated to a release by the day that they were merged, on the sources of the library from 1.85 to 1.98,
//! and on compilers: 1.85, 1.95, 1.96, 1.97 and 1.98 were asked for every name.

use crate::model::{Bound, Intrinsic};
use rustassay_lang::Release;
use std::borrow::Cow;

/// The dialect of custom MIR that a release speaks.
pub trait CustomMir: Copy {
    /// How calls and drops are written, if they can be.
    ///
    /// The call became an assignment in 1.73. Unwind actions came with cleanup blocks in 1.76 (rust-lang/rust#117330),
    /// and `ReturnTo` in 1.77 (rust-lang/rust#119325).
    fn call_syntax(self) -> Option<CallSyntax>;

    /// Whether this release has the construct.
    fn has(self, construct: Construct) -> bool;

    /// Whether `&raw const` is stable (release notes of 1.82); before, it is `core::ptr::addr_of!`.
    fn has_raw_borrow_operator(self) -> bool;

    /// How atomic intrinsics say their memory ordering.
    fn atomic_syntax(self) -> AtomicSyntax;

    /// How the `mir!` macro declares basic blocks: since 1.76 as a variable that says whether the block is for cleanup
    /// (rust-lang/rust#117330), before that as a variable of type `BasicBlock` without a value.
    fn blocks_have_kinds(self) -> bool;
}

impl CustomMir for Release {
    fn call_syntax(self) -> Option<CallSyntax> {
        match self.minor {
            0..70 => None,
            70..=72 => Some(CallSyntax::Arguments),
            73..=75 => Some(CallSyntax::Assignment),
            76 => Some(CallSyntax::Unwind),
            77.. => Some(CallSyntax::ReturnTo),
        }
    }

    fn has(self, construct: Construct) -> bool {
        let (since, until) = construct.releases();
        since <= self && until.is_none_or(|until| self < until)
    }

    fn has_raw_borrow_operator(self) -> bool {
        self >= Release::new(82)
    }

    fn atomic_syntax(self) -> AtomicSyntax {
        match self.minor {
            0..89 => AtomicSyntax::InName,
            89 | 90 => AtomicSyntax::Generic,
            91.. => AtomicSyntax::GenericWithOperand,
        }
    }

    fn blocks_have_kinds(self) -> bool {
        self >= Release::new(76)
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
    Intrinsic(Intrinsic),
    /// An intrinsic in a `const fn`, if it may be there in the reference release
    ConstIntrinsic(Intrinsic),
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
            Construct::Intrinsic(intrinsic) => intrinsic.releases(),
            Construct::ConstIntrinsic(intrinsic) => (intrinsic.const_since(), None),
        }
    }

    /// What to call it when talking to people.
    pub fn name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Construct::Intrinsic(intrinsic) => return format!("`{}`", intrinsic.name()).into(),
            Construct::ConstIntrinsic(intrinsic) => {
                return format!("`{}` in a `const fn`", intrinsic.name()).into();
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

/// Whether two releases write calls of an intrinsic alike, so that one text is for both.
pub fn write_alike(a: Release, b: Release, intrinsic: Intrinsic) -> bool {
    let generics = &intrinsic.signature().generics;
    let syntaxes = [a, b].map(CustomMir::atomic_syntax);
    let has_operand = generics.iter().any(|bound| matches!(bound, Bound::Same(_)));
    let is_alike = match (generics.contains(&Bound::Ordering), syntaxes) {
        (false, _) => true,
        (true, [a, b]) if a == b => true,
        // The operand is all that differs between the two.
        (true, syntaxes) => !syntaxes.contains(&AtomicSyntax::InName) && !has_operand,
    };
    is_alike && intrinsic.name_in(a) == intrinsic.name_in(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::FloatTy;

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
    fn intrinsics_come_and_go() {
        let has = |minor: u16, intrinsic: Intrinsic| Release::new(minor).has(Construct::Intrinsic(intrinsic));
        assert_eq!([85, 97, 98].map(|minor| has(minor, Intrinsic::CatchUnwind)), [true, true, false]);
        assert_eq!([85, 97, 98].map(|minor| has(minor, Intrinsic::CatchUnwindBool)), [false, false, true]);
        assert_eq!(
            [85, 95, 96].map(|minor| has(minor, Intrinsic::Minimum(FloatTy::F32))),
            [false, true, true]
        );
        assert_eq!([85, 95, 96].map(|minor| has(minor, Intrinsic::Ctpop)), [true, true, true]);
        let floor = Construct::ConstIntrinsic(Intrinsic::Floor(FloatTy::F32));
        assert_eq!([85, 95, 96].map(|minor| Release::new(minor).has(floor)), [false, true, true]);
    }
}
