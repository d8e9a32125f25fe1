//! Bodies are what the source says.

use std::fmt::Write;

use rustassay_metadata::Crates;
use rustassay_metadata::data::*;

use crate::{compile, open};

const SOURCE: &str = "
pub enum Shape { Circle(u32), Square { side: u32 } }
pub fn area(shape: &Shape) -> u32 {
    match shape { Shape::Circle(r) => *r, Shape::Square { side } => *side }
}
pub fn add(a: u8, b: u8) -> u8 { a + b }
pub fn first<T: Clone>(values: &[T]) -> T { values[0].clone() }
#[track_caller]
pub fn caller() {}
pub static TABLE: [u16; 3] = [1, 2, 3];
";

/// A body in a form of our own: locals with their types, and what happens block by block.
fn print(crates: &Crates, body: &Body) -> String {
    let mut text = String::new();
    for (index, local) in body.local_decls.iter().enumerate().take(body.arg_count + 1) {
        let _ = writeln!(text, "_{index}: {}", crates.ty_str(local.ty));
    }
    for (index, block) in body.basic_blocks.iter().enumerate() {
        let _ = writeln!(text, "bb{index}:");
        for statement in &block.statements {
            if let StatementKind::Assign(place, rvalue) = &statement.kind {
                let _ = writeln!(text, "  {} = {}", self::place(place), self::rvalue(rvalue));
            }
        }
        let _ = writeln!(text, "  {}", terminator(crates, &block.terminator.kind));
    }
    text
}

fn place(place: &Place) -> String {
    let mut text = format!("_{}", place.local.0);
    for elem in &place.projection {
        text += &match elem {
            ProjectionElem::Deref => ".*".to_string(),
            ProjectionElem::Field(field, _) => format!(".{field}"),
            ProjectionElem::Index(local) => format!("[_{}]", local.0),
            ProjectionElem::Downcast(variant) => format!(" as {variant}"),
            other => format!("{other:?}"),
        };
    }
    text
}

fn operand(operand: &Operand) -> String {
    match operand {
        Operand::Copy(place) => self::place(place),
        Operand::Move(place) => format!("move {}", self::place(place)),
        Operand::Constant(constant) => match &constant.constant {
            MirConst::Val(ConstValue::Scalar(Scalar::Int(int)), _) => int.data.to_string(),
            _ => "const".to_string(),
        },
        Operand::RuntimeChecks(checks) => format!("{checks:?}"),
    }
}

fn rvalue(rvalue: &Rvalue) -> String {
    match rvalue {
        Rvalue::Use(value, _) => operand(value),
        Rvalue::BinaryOp(op, left, right) => format!("{op:?}({}, {})", operand(left), operand(right)),
        Rvalue::Discriminant(place) => format!("discriminant({})", self::place(place)),
        Rvalue::Ref(BorrowKind::Shared, place) => format!("&{}", self::place(place)),
        Rvalue::UnaryOp(op, value) => format!("{op:?}({})", operand(value)),
        other => format!("{other:?}"),
    }
}

fn terminator(crates: &Crates, kind: &TerminatorKind) -> String {
    match kind {
        TerminatorKind::SwitchInt { discr, targets } => {
            let targets: Vec<_> = targets.targets.iter().map(|target| format!("bb{}", target.0)).collect();
            format!("switch {} -> {}", operand(discr), targets.join(", "))
        }
        TerminatorKind::Goto { target } => format!("goto bb{}", target.0),
        TerminatorKind::Assert { cond, expected, target, .. } => {
            format!("assert {} is {expected} -> bb{}", operand(cond), target.0)
        }
        TerminatorKind::Call { func: Operand::Constant(func), destination, .. } => {
            let MirConst::Val(_, ty) = func.constant else { return "call".to_string() };
            format!("{} = call {}", place(destination), crates.ty_str(ty))
        }
        other => format!("{other:?}").to_lowercase(),
    }
}

fn body(name: &str) -> String {
    let (_folder, rmeta) = compile(SOURCE);
    let crates = open(&rmeta).unwrap();
    let def = crates.def_by_path(&["small", name]).unwrap().unwrap();
    print(&crates, &crates.optimized_mir(def).unwrap().unwrap())
}

#[test]
fn arithmetic() {
    assert_eq!(
        body("add"),
        "_0: u8\n_1: u8\n_2: u8\n\
         bb0:\n  _3 = _1\n  _4 = _2\n  _5 = AddWithOverflow(_3, _4)\n  assert move _5.1 is false -> bb1\n\
         bb1:\n  _0 = move _5.0\n  return\n"
    );
}

#[test]
fn a_match_on_an_enum() {
    let text = body("area");
    assert!(text.starts_with("_0: u32\n_1: &small::Shape\nbb0:\n"), "{text}");
    assert!(text.contains("= discriminant(_1.*)\n  switch move _"), "{text}");
    assert!(text.contains("= &_1.* as 0.0\n"), "{text}");
    assert!(text.contains("= &_1.* as 1.0\n"), "{text}");
}

#[test]
fn a_call_of_a_trait_method() {
    let text = body("first");
    assert!(text.starts_with("_0: T\n_1: &[T]\n"), "{text}");
    assert!(text.contains("_0 = call core::clone::Clone::clone::<T>\n"), "{text}");
}

#[test]
fn items_are_what_the_source_says() {
    let (_folder, rmeta) = compile(SOURCE);
    let crates = open(&rmeta).unwrap();
    let def = |name| crates.def_by_path(&["small", name]).unwrap().unwrap();
    assert!(crates.codegen_fn_attrs(def("caller")).unwrap().track_caller);
    assert!(!crates.codegen_fn_attrs(def("add")).unwrap().track_caller);
    let adt = crates.adt_def(def("Shape")).unwrap();
    let variants: Vec<_> =
        adt.variants.iter().map(|variant| (&*variant.name, variant.fields.len())).collect();
    assert_eq!(variants, [("Circle", 1), ("Square", 1)]);
    assert_eq!(adt.flags.kind, AdtKind::Enum);
    let table = crates.eval_static_initializer(def("TABLE")).unwrap().unwrap();
    assert_eq!(table.bytes, [1, 0, 2, 0, 3, 0]);
    assert_eq!((table.align, &table.init[..]), (2, &[(0, 6)][..]));
    let span = crates.locate(crates.def_span(def("add")).unwrap()).unwrap().unwrap();
    assert_eq!((&*span.path, span.line, span.column), ("small.rs", 6, 1));
    let clauses = crates.predicates_of(def("first")).unwrap();
    let traits = clauses.iter().filter_map(|clause| match clause {
        Predicate::Trait(trait_ref) => Some(crates.def_path_str(trait_ref.def_id)),
        Predicate::Projection { .. } => None,
    });
    let traits: Vec<_> = traits.collect();
    assert!(traits.contains(&"core::clone::Clone".to_string()), "{traits:?}");
}
