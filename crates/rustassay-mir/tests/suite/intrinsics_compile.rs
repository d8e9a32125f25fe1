//! The table of intrinsics against rustc: what the checker lets a program call, rustc compiles.

use rustassay_lang::{Architecture, Release};
use rustassay_mir::check::check;
use rustassay_mir::model::*;
use rustassay_mir::print::{PrintOptions, print};
use rustassay_mir::release::{Construct, CustomMir};
use rustassay_testing::reference_rustc;
use std::path::Path;
use std::process::Command;

/// Types that a generic parameter may stand for, of every kind.
fn samples(program: &mut Program) -> Vec<Ty> {
    let unit_enum = program.add_adt(AdtDef {
        name: "Choice".into(),
        kind: AdtKind::Enum,
        origin: AdtOrigin::Program,
        repr: Repr { int: Some(IntTy::U16), ..Repr::default() },
        derives: vec![Derive::Clone, Derive::Copy],
        variants: vec![unit_variant("A"), unit_variant("B")].into(),
        drop: None,
        is_pub: true,
    });
    let types = &mut program.types;
    let slice = types.slice(Ty::U8);
    let mut samples: Vec<Ty> = IntTy::ALL.map(Ty::int).into();
    samples.extend(FloatTy::ALL.map(Ty::float));
    samples.extend([Ty::UNIT, Ty::BOOL, Ty::CHAR, unit_enum]);
    samples.push(types.raw_ptr(Mutability::Not, Ty::U8));
    samples.push(types.raw_ptr(Mutability::Mut, Ty::I32));
    samples.push(types.raw_ptr(Mutability::Not, slice));
    samples.push(types.reference(Mutability::Not, Ty::U32));
    samples.push(types.fn_ptr(FnSig { abi: Abi::Rust, is_unsafe: false, params: vec![], ret: Ty::UNIT }));
    samples.push(types.tuple(&[Ty::U8, Ty::U32]));
    samples.push(types.array(Ty::U64, 3));
    samples.push(types.library(Library::Option, &[Ty::U8]));
    samples.push(types.library(Library::Ordering, &[]));
    samples.push(types.boxed(Ty::U8));
    samples.push(slice);
    samples
}

fn unit_variant(name: &str) -> Variant {
    Variant { name: name.into(), ctor: Ctor::Unit, fields: IdVec::new(), discriminant: None }
}

/// Every choice of generic arguments, where parameters that follow from others have one choice.
fn choices(bounds: &[Bound], samples: &[Ty]) -> Vec<Vec<GenericArg>> {
    let mut choices = vec![vec![]];
    for &bound in bounds {
        let args: Vec<GenericArg> = match bound {
            Bound::Ordering => AtomicOrdering::ALL.map(GenericArg::Ordering).into(),
            _ => samples.iter().copied().map(GenericArg::Ty).collect(),
        };
        let extended = choices.iter().flat_map(|choice: &Vec<GenericArg>| {
            let longer = |&arg: &GenericArg| choice.iter().copied().chain([arg]).collect::<Vec<_>>();
            args.iter().map(longer).collect::<Vec<_>>()
        });
        choices = extended.collect();
    }
    choices
}

/// A function that calls the intrinsic with its own parameters.
fn caller(
    program: &mut Program,
    name: String,
    intrinsic: Intrinsic,
    generics: &[GenericArg],
) -> Option<Function> {
    let function = FnRef { def: FnDefId::Intrinsic(intrinsic), generics: generics.into() };
    let (types, items) = program.types_and_items();
    let sig = items.call_sig(types, &function)?;
    let params: Vec<Ty> = sig.params.into_iter().collect::<Option<_>>()?;
    // `!` as the type of a variable is unstable; a call that does not return can have any destination.
    let ret = sig.ret.filter(|&ret| ret != Ty::NEVER).unwrap_or(Ty::UNIT);
    let mut body = Body::new(&params, ret);
    let args = body.args().map(|local| Operand::Move(local.into())).collect();
    body.blocks.push(Block::new(Terminator::Call(Box::new(Call {
        dest: Local::RETURN.into(),
        func: Const::Fn(Box::new(function)).into(),
        args,
        target: BlockId(1),
        unwind: UnwindAction::Unreachable,
    }))));
    body.blocks.push(Block::new(Terminator::Return));
    Some(Function {
        name: name.into(),
        sig: FnSig { abi: Abi::Rust, is_unsafe: false, params, ret },
        is_const: intrinsic.signature().is_const,
        is_pub: true,
        inline: None,
        attrs: vec![],
        phase: Phase::RuntimeInitial,
        body,
    })
}

fn empty_program() -> Program {
    let mut program = Program::new(Architecture::DEFAULT);
    program.attrs.push("feature(f16, f128, funnel_shifts)".into());
    program
}

fn rustc(rustc: &Path, source: &Path, level: &str) -> Option<String> {
    let output = Command::new(rustc)
        .args(["--edition", "2021", "--crate-type", "lib", "--emit=obj", "-Zvalidate-mir"])
        .args(["-Zcross-crate-inline-threshold=never"])
        .arg(format!("-Copt-level={level}"))
        .arg("-o")
        .arg(source.with_extension("o"))
        .arg(source)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTC_ICE", "0")
        .output()
        .expect("rustc runs");
    (!output.status.success()).then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn rustc_compiles_every_call_of_an_intrinsic_that_the_checker_accepts() {
    let reference = reference_rustc();
    let mut program = empty_program();
    let samples = samples(&mut program);
    let mut calls = 0;
    let is_known = |intrinsic: &Intrinsic| Release::REFERENCE.has(Construct::Intrinsic(*intrinsic));
    for intrinsic in Intrinsic::all().filter(is_known) {
        let bounds = &intrinsic.signature().generics;
        // Two independent type parameters are tried with a few types each.
        let types = bounds.iter().filter(|bound| **bound != Bound::Ordering).count();
        let some: Vec<Ty> = match types {
            0 | 1 => samples.clone(),
            _ => samples.iter().copied().step_by(3).chain([Ty::UNIT, Ty::ISIZE, Ty::USIZE]).collect(),
        };
        for (index, generics) in choices(bounds, &some).into_iter().enumerate() {
            let name = format!("{}_{index}", intrinsic.name());
            let Some(function) = caller(&mut program, name, intrinsic, &generics) else { continue };
            let mut alone = Program { functions: IdVec::new(), order: vec![], ..program.clone() };
            alone.order =
                program.order.iter().copied().filter(|item| !matches!(item, ItemId::Fn(_))).collect();
            alone.add_fn(function.clone());
            if check(&alone).is_empty() {
                program.add_fn(function);
                calls += 1;
            }
        }
    }
    assert!(calls > 600, "only {calls} calls");
    assert_eq!(check(&program), []);
    let directory = std::env::temp_dir().join(format!("rustassay-intrinsics-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let source = directory.join("intrinsics.rs");
    std::fs::write(&source, print(&program, &PrintOptions::default()).unwrap()).unwrap();
    let errors: Vec<String> =
        ["0", "3"].into_iter().filter_map(|level| rustc(&reference, &source, level)).collect();
    if let Some(error) = errors.first() {
        panic!("rustc refuses {}:\n{error}", source.display());
    }
    std::fs::remove_dir_all(&directory).unwrap();
}
