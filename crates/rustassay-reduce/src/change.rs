//! Changes to a program, as data: each says where and what, in terms of the program that it was made for, so any set of one kind
//! can be made at once.

use crate::fields::drop_field;
use crate::inline::inline;
use crate::retype::{Smaller, retype};
use crate::signature::{drop_params, drop_result};
use crate::split::split;
use crate::trace::Point;
use crate::variants::without_variant;
use rustassay_mir::model::*;
use std::collections::BTreeMap;

/// A change to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// A statement goes.
    Drop(Point),
    /// A statement computes something else.
    Compute(Point, Rvalue),
    /// The part of a statement or terminator at this place becomes this operand.
    Operand(Point, usize, Operand),
    /// A block ends in another way, after one more statement perhaps.
    End(FnId, BlockId, Option<Statement>, Terminator),
    /// A block does nothing, because control never comes to it.
    Unrun(FnId, BlockId),
    /// An arm of a switch goes.
    Arm(FnId, BlockId, usize),
    /// A block ends with a call that prints this.
    Show(FnId, BlockId, Operand, Ty),
    /// A call by a pointer, or by `catch_unwind`, becomes one of this function by its name.
    Direct(FnId, BlockId, FnId),
    /// A call becomes what the callee does.
    Inline(FnId, BlockId),
    /// All paths of a function that begin with one place begin with another; the statement that made them the same goes, if it is said.
    #[allow(missing_docs)]
    Path { function: FnId, from: Place, to: Place, without: Option<Point> },
    /// A parameter goes: it becomes a local that begins with this.
    Param(FnId, usize, Option<Const>),
    /// A function's result goes.
    Result(FnId),
    /// A function becomes plainer: its attributes go, and its convention if that is said.
    #[allow(missing_docs)]
    Plain { function: FnId, abi: bool, inline: bool },
    /// A field of a struct, or of a variant, goes.
    Field(AdtId, VariantId, FieldId),
    /// A variant of an enum goes.
    Variant(AdtId, VariantId),
    /// A type becomes a smaller one.
    Type(Ty, Smaller),
    /// A type gets this representation.
    Repr(AdtId, Repr),
    /// A type derives nothing.
    NoDerives(AdtId),
    /// A local becomes one for each of its fields.
    Split(FnId, Local),
    /// The call or drop at the end of a block lets a panic go on without cleaning up.
    NoCleanup(FnId, BlockId),
    /// The crate's attribute at this place becomes this, or goes.
    Attribute(usize, Option<Box<str>>),
}

/// The program with some changes. They are of one kind and were made for this program.
pub fn changed(program: &Program, changes: &[&Change]) -> Program {
    let mut new = program.clone();
    let mut dropped: Vec<Point> = Vec::new();
    let mut arms: BTreeMap<(FnId, BlockId), Vec<usize>> = BTreeMap::new();
    let mut params: BTreeMap<FnId, Vec<(usize, Option<Const>)>> = BTreeMap::new();
    let mut fields: Vec<(AdtId, VariantId, FieldId)> = Vec::new();
    let mut variants: Vec<(AdtId, VariantId)> = Vec::new();
    let mut types: Vec<(Ty, Smaller)> = Vec::new();
    let mut attributes: Vec<Option<Box<str>>> = program.attrs.iter().cloned().map(Some).collect();
    for &change in changes {
        match change {
            Change::Drop(point) => dropped.push(*point),
            Change::Compute(point, rvalue) => {
                let block = &mut new.functions[point.function].body.blocks[point.block];
                if let Some(Statement::Assign(_, old)) = block.statements.get_mut(point.statement) {
                    *old = rvalue.clone();
                }
            }
            Change::Operand(point, n, operand) => set_operand(&mut new, *point, *n, operand),
            Change::End(function, block, statement, terminator) => {
                let block = &mut new.functions[*function].body.blocks[*block];
                block.statements.extend(statement.clone());
                block.terminator = terminator.clone();
            }
            Change::Unrun(function, block) => {
                let block = &mut new.functions[*function].body.blocks[*block];
                block.statements.clear();
                block.terminator = Terminator::Unreachable;
            }
            Change::Arm(function, block, n) => arms.entry((*function, *block)).or_default().push(*n),
            Change::Show(function, block, operand, ty) => show(&mut new, *function, *block, operand, *ty),
            Change::Direct(function, block, callee) => call_directly(&mut new, *function, *block, *callee),
            Change::Inline(function, block) => inline(program, &mut new, *function, *block),
            Change::Path { function, from, to, without } => {
                new.functions[*function].body.for_each_place_mut(|place| replace_start(place, from, to));
                dropped.extend(*without);
            }
            Change::Param(function, n, value) => {
                params.entry(*function).or_default().push((*n, value.clone()))
            }
            Change::Result(function) => drop_result(&mut new, *function),
            Change::Plain { function, abi, inline } => {
                let function = &mut new.functions[*function];
                function.attrs.clear();
                if *abi {
                    function.sig.abi = Abi::Rust;
                }
                if *inline {
                    function.inline = None;
                }
            }
            Change::Field(adt, variant, field) => fields.push((*adt, *variant, *field)),
            Change::Variant(adt, variant) => variants.push((*adt, *variant)),
            Change::Type(ty, smaller) => types.push((*ty, *smaller)),
            Change::Repr(adt, repr) => new.types.adts[*adt].repr = *repr,
            Change::NoDerives(adt) => new.types.adts[*adt].derives.clear(),
            Change::Split(function, local) => split(&mut new, *function, *local),
            Change::NoCleanup(function, block) => {
                let terminator = &mut new.functions[*function].body.blocks[*block].terminator;
                terminator.unwind_mut().into_iter().for_each(|unwind| *unwind = UnwindAction::Continue);
            }
            Change::Attribute(at, attr) => attributes[*at] = attr.clone(),
        }
    }
    new.attrs = attributes.into_iter().flatten().collect();
    for ((function, block), mut arms) in arms {
        arms.sort_unstable();
        if let Terminator::Switch(_, targets) = &mut new.functions[function].body.blocks[block].terminator {
            for n in arms.into_iter().rev() {
                targets.values.remove(n);
            }
        }
    }
    dropped.sort_unstable();
    dropped.dedup();
    for point in dropped.into_iter().rev() {
        new.functions[point.function].body.blocks[point.block].statements.remove(point.statement);
    }
    for (function, mut params) in params {
        params.sort_by_key(|(n, _)| *n);
        drop_params(&mut new, function, &params);
    }
    // The last one first, so that the others keep their numbers.
    fields.sort_unstable();
    for (adt, variant, field) in fields.into_iter().rev() {
        drop_field(&mut new, adt, variant, field);
    }
    variants.sort_unstable();
    for (adt, variant) in variants.into_iter().rev() {
        // An enum without variants has no values.
        if new.types.adts[adt].variants.len() > 1
            && let Some(without) = without_variant(&new, adt, variant)
        {
            new = without;
        }
    }
    if !types.is_empty() {
        retype(&mut new, &types);
    }
    for function in new.functions.iter_mut() {
        for block in function.body.blocks.iter_mut() {
            block.statements.retain(|statement| !assigns_to_itself(statement));
        }
    }
    new
}

fn assigns_to_itself(statement: &Statement) -> bool {
    match statement {
        Statement::Assign(to, Rvalue::Use(Operand::Copy(from) | Operand::Move(from))) => to == from,
        _ => false,
    }
}

fn set_operand(program: &mut Program, point: Point, n: usize, operand: &Operand) {
    let block = &mut program.functions[point.function].body.blocks[point.block];
    let parts = match block.statements.get_mut(point.statement) {
        Some(statement) => statement.parts_mut(),
        None => block.terminator.parts_mut(),
    };
    if let Some(PartMut::Operand(old)) = parts.into_iter().nth(n) {
        *old = operand.clone();
    }
}

fn replace_start(place: &mut Place, from: &Place, to: &Place) {
    if place.local == from.local && place.projection.starts_with(&from.projection) {
        let mut projection = to.projection.clone();
        projection.extend(place.projection[from.projection.len()..].iter().copied());
        *place = Place { local: to.local, projection };
    }
    if let (Some(from), Some(to)) = (from.as_local(), to.as_local()) {
        for elem in &mut place.projection {
            if *elem == Elem::Index(from) {
                *elem = Elem::Index(to);
            }
        }
    }
}

/// Ends a block by printing a scalar, and going on where it went.
fn show(program: &mut Program, function: FnId, block: BlockId, operand: &Operand, ty: Ty) {
    let Some(printer) = printer(program, ty) else { return };
    let body = &mut program.functions[function].body;
    let Some(&target) = body.blocks[block].terminator.successors().first() else { return };
    let dest = body.local(Ty::UNIT);
    let call = Call {
        dest: dest.into(),
        func: Const::Fn(Box::new(FnRef::plain(FnDefId::Surface(printer)))).into(),
        args: vec![operand.clone()],
        target,
        unwind: UnwindAction::Unreachable,
    };
    body.blocks[block].terminator = Terminator::Call(Box::new(call));
    // It prints now, which a `const fn` cannot do.
    program.functions.iter_mut().for_each(|function| function.is_const = false);
}

/// Whether a call is one of `catch_unwind`.
pub fn is_catch(call: &Call) -> bool {
    match &call.func {
        Operand::Const(Const::Fn(function)) => match function.def {
            FnDefId::Intrinsic(intrinsic) => {
                matches!(intrinsic, Intrinsic::CatchUnwind | Intrinsic::CatchUnwindBool)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Lets a block call a function by its name. What `catch_unwind` says when nothing panics is said beforehand.
fn call_directly(program: &mut Program, function: FnId, block: BlockId, callee: FnId) {
    let body = &mut program.functions[function].body;
    let Terminator::Call(mut call) = body.blocks[block].terminator.clone() else { return };
    if is_catch(&call) {
        let nothing_panicked = match program.types.place_ty(&body.locals, &call.dest) {
            Some(Ty::BOOL) => Const::Bool(false),
            _ => Const::Int(IntTy::I32, 0),
        };
        let said = Statement::Assign(call.dest.clone(), Rvalue::Use(nothing_panicked.into()));
        body.blocks[block].statements.push(said);
        call.dest = body.local(Ty::UNIT).into();
        // It is given the function to try, what that is given, and the function that is called when it panics.
        call.args = call.args.get(1).cloned().into_iter().collect();
    }
    call.func = Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(callee)))).into();
    body.blocks[block].terminator = Terminator::Call(call);
}

/// Whether values of a type can be printed such that every release prints them alike.
pub fn is_printable(types: &Types, ty: Ty) -> bool {
    match types.kind(ty) {
        TyKind::Bool | TyKind::Char | TyKind::Int(_) => true,
        TyKind::Float(float) => matches!(float, FloatTy::F32 | FloatTy::F64),
        _ => false,
    }
}

/// Whether surface Rust is a function of ours that prints a scalar.
pub fn is_printer(function: &SurfaceFn) -> bool {
    function.name.starts_with(PRINTER)
        && matches!(function.params[..], [Some(_)])
        && function.ret == Some(Ty::UNIT)
}

/// What the names of functions begin with that print a scalar.
const PRINTER: &str = "show";

/// What a scalar type is called.
pub fn scalar_name(types: &Types, ty: Ty) -> Option<&'static str> {
    match *types.kind(ty) {
        TyKind::Bool => Some("bool"),
        TyKind::Char => Some("char"),
        TyKind::Int(int) => Some(int.name()),
        TyKind::Float(float) => Some(float.name()),
        _ => None,
    }
}

/// The function that prints a scalar: one that is there, or a new one.
fn printer(program: &mut Program, ty: Ty) -> Option<SurfaceFnId> {
    let ty_name = scalar_name(&program.types, ty)?;
    let name = format!("{PRINTER}_{ty_name}");
    // Its name says what it printed before types became smaller.
    let takes_it = |function: &SurfaceFn| is_printer(function) && function.params[0] == Some(ty);
    let known =
        program.surface_fns.iter_ids().find(|(_, function)| takes_it(function) || *function.name == *name);
    if let Some((id, _)) = known {
        return Some(id);
    }
    let text = format!("fn {name}(x: {ty_name}) {{\n    println!(\"{{x:?}}\");\n}}");
    let item = program.add_surface(&text);
    Some(program.surface_fns.push(SurfaceFn {
        item,
        name: name.into(),
        params: vec![Some(ty)],
        ret: Some(Ty::UNIT),
        generics: 0,
        abi: Abi::Rust,
        is_const: false,
        is_unsafe: false,
    }))
}
