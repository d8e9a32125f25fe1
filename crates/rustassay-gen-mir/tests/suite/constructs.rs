//! What programs are promised to contain, they execute.

use rustassay_gen_mir::config::Profile;
use rustassay_gen_mir::generate;
use rustassay_gen_mir::statistics::{Executed, constructs};
use rustassay_lang::Release;
use std::collections::BTreeMap;

/// Of each construct, how many programs of some seeds execute it.
fn executed(profile: Profile, count: u64) -> BTreeMap<String, usize> {
    let mut programs = BTreeMap::new();
    // Programs for many releases leave out what one of them lacks.
    let config = profile.config().for_releases(vec![Release::REFERENCE]).unwrap();
    for seed in 0..count {
        let program = generate(seed, &config).program;
        for construct in constructs(&program, &Executed::of(&program)).into_keys() {
            *programs.entry(construct).or_default() += 1;
        }
    }
    programs
}

#[track_caller]
fn assert_executed(profile: Profile, names: &str) {
    let found = executed(profile, 150);
    let missing: Vec<&str> =
        names.lines().map(str::trim).filter(|name| !name.is_empty() && !found.contains_key(*name)).collect();
    assert!(missing.is_empty(), "programs of `{}` have no {missing:?}: {found:#?}", profile.name());
}

#[test]
fn the_default_profile_has_the_language() {
    assert_executed(
        Profile::Default,
        "type bool\n type char\n type i8\n type u16\n type i32\n type u64\n type i128\n type u128\n type isize\n type usize
         type f16\n type f32\n type f64\n type f128\n type tuple\n type array\n type struct\n type enum\n type union
         type recursive struct\n type Option of a reference\n type Option of bool\n type Option of an enum
         type *mut\n type *const\n type &\n type &mut\n type Box\n type dropped struct
         operator signed /\n operator signed %\n operator float %\n operator <<\n operator signed >>\n operator Checked +
         operator Neg\n operator Not\n operator signed <\n operator float +
         cast IntToInt\n cast IntToFloat\n cast FloatToInt\n cast FloatToFloat\n cast PtrToPtr\n cast Transmute
         rvalue Discriminant\n rvalue [x; n]\n rvalue aggregate\n rvalue &mut\n rvalue &raw mut
         rvalue pointer from behind a pointer\n place *p\n place [index]\n place of a variant\n place .field
         statement SetDiscriminant\n statement StorageLive\n statement StorageDead\n statement Assume
         partial initialization\n constant float\n constant const { .. }\n decoy block\n loop
         argument moved\n call of itself\n call of __rust_alloc\n call of fail\n cleanup block
         terminator Drop\n terminator UnwindResume\n intrinsic catch_unwind\n intrinsic black_box
         function extern \"C\"\n function #[inline(always)]\n function #[inline(never)]
         intrinsics, bits\n intrinsics, atomic\n intrinsics, volatile\n intrinsics, copies of memory
         intrinsics, overflowing arithmetic\n intrinsics, saturating arithmetic\n intrinsics, wrapping arithmetic
         intrinsics, unchecked and exact arithmetic",
    );
}

#[test]
fn pointer_programs_have_what_pointers_do() {
    assert_executed(
        Profile::Pointers,
        "constant StaticMut\n constant Static\n cast ExposeProvenance\n cast WithExposedProvenance\n cast Unsize
         operator Offset\n operator PtrMetadata\n type raw slice pointer\n type slice reference
         call of __rust_dealloc\n intrinsic arith_offset\n intrinsic ptr_offset_from\n intrinsic copy_nonoverlapping",
    );
}

#[test]
fn float_programs_have_what_floats_do() {
    assert_executed(
        Profile::Floats,
        "intrinsics, float minimum and maximum\n intrinsics, float fused multiply-add
         intrinsics, float rounding and roots",
    );
}

#[test]
fn call_programs_have_what_calls_do() {
    assert_executed(
        Profile::Calls,
        "call by pointer\n type function pointer\n function with more than 6 parameters\n call with cleanup",
    );
}

#[test]
fn aggregate_programs_have_what_types_do() {
    assert_executed(
        Profile::Aggregates,
        "type packed struct\n type aligned struct\n type transparent struct\n type repr(C) struct\n type repr(C) union
         type repr(int) enum\n type empty struct\n type empty array",
    );
}

#[test]
fn programs_with_threads_have_what_these_share() {
    assert_executed(
        Profile::Threads,
        "call of __rustassay_spawn\n call of __rustassay_join\n intrinsic atomic_cxchg\n intrinsic atomic_cxchgweak
         intrinsic atomic_load\n intrinsic atomic_store\n intrinsic atomic_xchg\n intrinsic atomic_fence
         intrinsic atomic_xadd\n intrinsic atomic_xsub\n intrinsic atomic_and\n intrinsic atomic_or\n intrinsic atomic_xor
         intrinsic atomic_max\n intrinsic atomic_min\n intrinsic atomic_umax\n intrinsic atomic_umin",
    );
}
