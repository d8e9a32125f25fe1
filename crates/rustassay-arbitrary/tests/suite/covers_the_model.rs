//! The programs say everything that the model can say.

use rustassay_arbitrary::{ArbitraryConfig, program};
use rustassay_lang::Release;
use rustassay_mir::model::{Abi, Derive, FloatTy, IntTy, Intrinsic, Library};
use rustassay_mir::print::{PrintOptions, print};
use rustassay_mir::release::{Construct, CustomMir};

/// The text of many programs.
fn texts(seeds: std::ops::Range<u64>) -> String {
    let text = |seed| print(&program(seed, &ArbitraryConfig::default()), &PrintOptions::default());
    seeds.map(|seed| text(seed).expect("every program can be said in this release")).collect()
}

/// What the text of each construct has in it and, as far as can be, no other.
const CONSTRUCTS: &[&str] = &[
    // Statements
    "SetDiscriminant(",
    "StorageLive(",
    "StorageDead(",
    "Assume(",
    "Retag(",
    "debug d0 => ",
    // Rvalues
    "; 3];",
    "= &mut ",
    "= &raw const ",
    "= &raw mut ",
    " as i128;",
    "CastTransmute::<",
    "CastPtrToPtr::<",
    "CastUnsize::<",
    "= Offset(",
    "= Checked(",
    "= !",
    "= -",
    "= PtrMetadata(",
    "= Discriminant(",
    "= ();",
    "= [];",
    " << ",
    " >= ",
    // Places and operands
    "Move(",
    "Static(S",
    "StaticMut(S",
    "(*_1).x0",
    "place!(Field::<",
    "(Variant(",
    // Constants
    "_usize as *const ",
    " as &'static [",
    "MaybeUninit::<",
    "Option::<",
    "&raw const S",
    "&raw mut S",
    "f16::from_bits(",
    "f128::from_bits(",
    "= \"",
    "b\"",
    "const { f",
    // Terminators
    "Goto(",
    "match ",
    "Return()",
    "Unreachable()",
    "Drop(",
    "Call(",
    "TailCall(f",
    "TailCall(_",
    "UnwindResume()",
    "UnwindTerminate(ReasonAbi)",
    "UnwindTerminate(ReasonInCleanup)",
    "UnwindContinue()",
    "UnwindUnreachable()",
    "UnwindCleanup(",
    "(cleanup) = {",
    "observe(",
    "pass::<",
    // Items
    "#[repr(C",
    "#[repr(transparent",
    "#[repr(packed(",
    "align(",
    "#[repr(u8",
    "impl Drop for ",
    "union A",
    "enum A",
    "struct A",
    "static mut S",
    "static S",
    "const C",
    "const fn f",
    "unsafe fn f",
    "#[inline]",
    "#[inline(always)]",
    "#[inline(never)]",
    "#[cold]",
    "dialect = \"built\"",
    "dialect = \"analysis\", phase = \"initial\"",
    "dialect = \"analysis\", phase = \"post-cleanup\"",
    "dialect = \"runtime\", phase = \"initial\"",
    "dialect = \"runtime\", phase = \"post-cleanup\"",
    "dialect = \"runtime\", phase = \"optimized\"",
    // Types
    "!,",
    "-> ! {",
    "Box<",
    "*const str",
    "&'static str",
    "&'static mut [",
    "unsafe extern \"C\" fn(",
];

#[test]
fn every_construct_appears() {
    let text = texts(0..300);
    let mut wanted: Vec<String> = CONSTRUCTS.iter().map(|&construct| construct.to_owned()).collect();
    wanted.extend(IntTy::ALL.map(|int| format!(": {}", int.name())));
    wanted.extend(FloatTy::ALL.map(|float| format!(": {}", float.name())));
    wanted.extend(Library::ALL.map(|library| library.path().to_owned()));
    wanted.extend(Derive::ALL.map(|derive| derive.name().to_owned()));
    wanted
        .extend(Abi::ALL.into_iter().filter(|&abi| abi != Abi::Rust).map(|abi| format!("{:?}", abi.name())));
    wanted.retain(|wanted| !text.contains(wanted));
    assert!(wanted.is_empty(), "in no program: {wanted:#?}");
}

#[test]
fn every_intrinsic_is_called() {
    let text = texts(0..1000);
    let is_called =
        |name: &str| ["(", "::<"].iter().any(|end| text.contains(&format!("core::intrinsics::{name}{end}")));
    let missing: Vec<&str> = Intrinsic::all()
        .filter(|&intrinsic| Release::REFERENCE.has(Construct::Intrinsic(intrinsic)))
        .map(Intrinsic::name)
        .filter(|name| !is_called(name))
        .collect();
    assert!(missing.is_empty(), "in no program: {missing:#?}");
}

#[test]
fn old_constructs_appear_on_request() {
    let config = ArbitraryConfig { old_constructs: true, ..ArbitraryConfig::small() };
    let options = PrintOptions { release: Release::new(80), ..PrintOptions::default() };
    let is_there =
        |seed| print(&program(seed, &config), &options).is_ok_and(|text| text.contains("CopyForDeref("));
    assert!((0..500).any(is_there));
}

#[test]
fn sized_programs_have_about_that_many_statements() {
    for wanted in [1_000, 10_000] {
        let program = program(1, &ArbitraryConfig::sized(wanted));
        let blocks = program.functions.iter().flat_map(|function| &function.body.blocks);
        let statements: usize = blocks.map(|block| block.statements.len()).sum();
        assert!((wanted / 2..wanted * 2).contains(&statements), "{statements} for {wanted}");
    }
}
