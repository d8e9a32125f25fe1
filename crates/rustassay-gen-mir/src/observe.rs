//! How a program shows what it computed.
//!
//! Each function is given a pointer to a number, and observers mix the values that they see into it; `main` prints it at the end. They
//! are custom MIR themselves, so that compile-time evaluation can run them, and no formatting has to be compiled. For people,
//! [`for_people`] makes them print instead.

use crate::harness::{SPAWN, surface};
use rustassay_lang::Architecture;
use rustassay_mir::model::*;
use std::sync::LazyLock;

/// The functions that observe, by the type of what they see.
#[derive(Clone, Debug)]
pub struct Observers {
    /// `*mut u64`.
    pub state_ty: Ty,
    functions: Vec<(Ty, FnId)>,
    mix: FnId,
    show: SurfaceFnId,
}

/// The types that are observed. What is made of them is observed part by part.
const OBSERVED: [Ty; 16] = [
    Ty::BOOL,
    Ty::CHAR,
    Ty::int(IntTy::I8),
    Ty::int(IntTy::I16),
    Ty::int(IntTy::I32),
    Ty::int(IntTy::I64),
    Ty::int(IntTy::I128),
    Ty::int(IntTy::Isize),
    Ty::U8,
    Ty::int(IntTy::U16),
    Ty::U32,
    Ty::U64,
    Ty::int(IntTy::U128),
    Ty::USIZE,
    Ty::F32,
    Ty::F64,
];

/// An odd number without a pattern (SplitMix64's).
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15;

/// A program that has nothing but observers.
///
/// Every program for the default target begins with the same, so that is made once.
pub fn program_with_observers(target: &'static Architecture) -> (Program, Observers) {
    static MADE: LazyLock<(Program, Observers)> = LazyLock::new(|| make(Architecture::DEFAULT));
    fn make(target: &'static Architecture) -> (Program, Observers) {
        let mut program = Program::new(target);
        let observers = Observers::new(&mut program);
        (program, observers)
    }
    if target == Architecture::DEFAULT { MADE.clone() } else { make(target) }
}

impl Observers {
    /// Adds the functions to a program.
    pub fn new(program: &mut Program) -> Observers {
        let state_ty = program.types.raw_ptr(Mutability::Mut, Ty::U64);
        let text = "fn show(x: u64) {\n    println!(\"{x:?}\");\n}";
        let show = surface(program, "show", text, &[Ty::U64], Ty::UNIT);
        let mix = program.add_fn(function("mix", &[state_ty, Ty::U64], Ty::UNIT, mix_body(state_ty)));
        let functions = OBSERVED.map(|ty| {
            let name = format!("observe_{}", name(program, ty));
            let body = observer_body(program, ty, state_ty, mix);
            (ty, program.add_fn(function(&name, &[state_ty, ty], Ty::UNIT, body)))
        });
        Observers { state_ty, functions: functions.to_vec(), mix, show }
    }

    /// Adds the function for `f16` or `f128`, which need a crate feature.
    pub fn add_rare_float(&mut self, program: &mut Program, float: FloatTy) {
        let ty = Ty::float(float);
        if self.of(ty).is_some() {
            return;
        }
        program.attrs.push(format!("feature({})", float.name()).into());
        let name = format!("observe_{}", float.name());
        let body = observer_body(program, ty, self.state_ty, self.mix);
        self.functions.push((ty, program.add_fn(function(&name, &[self.state_ty, ty], Ty::UNIT, body))));
    }

    /// The function that observes values of a type.
    pub fn of(&self, ty: Ty) -> Option<FnId> {
        self.functions.iter().find(|(observed, _)| *observed == ty).map(|(_, id)| *id)
    }

    /// The types that have an observer.
    pub fn types(&self) -> impl Iterator<Item = Ty> + '_ {
        self.functions.iter().map(|(ty, _)| *ty)
    }

    /// The function that prints what was mixed.
    pub fn show(&self) -> FnDefId {
        FnDefId::Surface(self.show)
    }
}

/// The name of a scalar type.
fn name(program: &Program, ty: Ty) -> &'static str {
    match *program.types.kind(ty) {
        TyKind::Bool => "bool",
        TyKind::Char => "char",
        TyKind::Int(int) => int.name(),
        TyKind::Float(float) => float.name(),
        _ => "value",
    }
}

/// A function of the model.
pub(crate) fn function(name: &str, params: &[Ty], ret: Ty, body: Body) -> Function {
    Function {
        name: name.into(),
        sig: FnSig { abi: Abi::Rust, is_unsafe: false, params: params.to_vec(), ret },
        is_const: true,
        is_pub: false,
        inline: Some(Inline::Never),
        attrs: Vec::new(),
        phase: Phase::RuntimeInitial,
        body,
    }
}

fn copy(local: Local) -> Operand {
    Operand::Copy(local.into())
}

fn assign(place: impl Into<Place>, rvalue: Rvalue) -> Statement {
    Statement::Assign(place.into(), rvalue)
}

fn mix_body(state_ty: Ty) -> Body {
    let mut body = Body::new(&[state_ty, Ty::U64], Ty::UNIT);
    let (state, value) = (Local::new(1), Local::new(2));
    let (mixed, shifted) = (body.local(Ty::U64), body.local(Ty::U64));
    let behind = || Place::from(state).deref();
    let mut block = Block::new(Terminator::Return);
    block.statements = vec![
        assign(mixed, Rvalue::Use(Operand::Copy(behind()))),
        assign(mixed, Rvalue::Binary(BinOp::BitXor, copy(mixed), copy(value))),
        assign(mixed, Rvalue::Binary(BinOp::Mul, copy(mixed), Const::Int(IntTy::U64, FACTOR).into())),
        assign(shifted, Rvalue::Binary(BinOp::Shr, copy(mixed), Const::Int(IntTy::I32, 29).into())),
        assign(mixed, Rvalue::Binary(BinOp::BitXor, copy(mixed), copy(shifted))),
        assign(behind(), Rvalue::Use(copy(mixed))),
    ];
    body.blocks.push(block);
    body
}

/// What is mixed for every NaN.
const NAN: u128 = 0x7ff8_0000_0000_0000;

/// The integer that has as many bits.
fn bits_of(float: FloatTy) -> Ty {
    match float {
        FloatTy::F16 => Ty::int(IntTy::U16),
        FloatTy::F32 => Ty::U32,
        FloatTy::F64 => Ty::U64,
        FloatTy::F128 => Ty::int(IntTy::U128),
    }
}

/// What a destructor does: it observes all fields but the first, which says where.
pub fn destructor(program: &mut Program, observers: &Observers, ty: Ty, fields: &[Ty]) -> FnId {
    let self_ty = program.types.reference(Mutability::Mut, ty);
    let mut body = Body::new(&[self_ty], Ty::UNIT);
    let state = body.local(observers.state_ty);
    let field = |n: usize| Operand::Copy(Place::from(Local::new(1)).deref().field(n as u32));
    for (n, &ty) in fields.iter().enumerate().skip(1) {
        let observer = observers.of(ty).expect("its fields are such as can be observed");
        let call = Call {
            dest: Local::RETURN.into(),
            func: Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(observer)))).into(),
            args: vec![copy(state), field(n)],
            target: BlockId::new(n),
            unwind: UnwindAction::Unreachable,
        };
        let mut block = Block::new(Terminator::Call(Box::new(call)));
        if n == 1 {
            block.statements.push(assign(state, Rvalue::Use(field(0))));
        }
        body.blocks.push(block);
    }
    body.blocks.push(Block::new(Terminator::Return));
    let name = format!("drop_{}", program.types.adts.len() - 1);
    let new = Function { is_const: false, inline: None, ..function(&name, &[self_ty], Ty::UNIT, body) };
    program.add_fn(new)
}

/// Mixes the bits of a value; every NaN is the same.
fn observer_body(program: &Program, ty: Ty, state_ty: Ty, mix: FnId) -> Body {
    let mut body = Body::new(&[state_ty, ty], Ty::UNIT);
    let (state, value) = (Local::new(1), Local::new(2));
    let bits = body.local(Ty::U64);
    let mix_then = |target: BlockId| {
        Terminator::Call(Box::new(Call {
            dest: Local::RETURN.into(),
            func: Const::Fn(Box::new(FnRef::plain(FnDefId::Fn(mix)))).into(),
            args: vec![copy(state), copy(bits)],
            target,
            unwind: UnwindAction::Unreachable,
        }))
    };
    let as_bits = |from: Local, ty: Ty| match ty {
        Ty::U64 => assign(bits, Rvalue::Use(copy(from))),
        _ => assign(bits, Rvalue::Cast(CastKind::As, copy(from), Ty::U64)),
    };
    let block =
        |statements: Vec<Statement>, terminator: Terminator| Block { statements, ..Block::new(terminator) };
    match *program.types.kind(ty) {
        TyKind::Int(IntTy::I128 | IntTy::U128) => {
            let high = body.local(ty);
            let by = Const::Int(IntTy::I32, 64).into();
            let shift = assign(high, Rvalue::Binary(BinOp::Shr, copy(value), by));
            body.blocks.push(block(vec![as_bits(value, ty)], mix_then(BlockId::new(1))));
            body.blocks.push(block(vec![shift, as_bits(high, ty)], mix_then(BlockId::new(2))));
        }
        TyKind::Float(float) => {
            let (is_number, bits_ty) = (body.local(Ty::BOOL), bits_of(float));
            let raw = body.local(bits_ty);
            let targets = SwitchTargets { values: vec![(1, BlockId::new(1))], otherwise: BlockId::new(2) };
            let compare = assign(is_number, Rvalue::Binary(BinOp::Eq, copy(value), copy(value)));
            body.blocks.push(block(vec![compare], Terminator::Switch(copy(is_number), targets)));
            let transmute = assign(raw, Rvalue::Cast(CastKind::Transmute, copy(value), bits_ty));
            let number = vec![transmute, as_bits(raw, bits_ty)];
            let wide = float == FloatTy::F128;
            let rest = BlockId::new(if wide { 4 } else { 3 });
            body.blocks.push(block(number, mix_then(BlockId::new(3))));
            let canonical = assign(bits, Rvalue::Use(Const::Int(IntTy::U64, NAN).into()));
            body.blocks.push(block(vec![canonical], mix_then(rest)));
            if wide {
                let by = Const::Int(IntTy::I32, 64).into();
                let shift = assign(raw, Rvalue::Binary(BinOp::Shr, copy(raw), by));
                body.blocks.push(block(vec![shift, as_bits(raw, bits_ty)], mix_then(rest)));
            }
        }
        _ => {
            body.blocks.push(block(vec![as_bits(value, ty)], mix_then(BlockId::new(1))));
        }
    }
    body.blocks.push(Block::new(Terminator::Return));
    body
}

/// The same program with observers that print what they see; of an `f16` or `f128`, its bits. One with threads stays as it is: the schedule
/// decides which of them would print first.
pub fn for_people(program: &Program, observers: &Observers) -> Program {
    let mut program = program.clone();
    if program.surface_fns.iter().any(|function| &*function.name == SPAWN) {
        return program;
    }
    let mut printers = Vec::new();
    for &(ty, observer) in &observers.functions {
        let ty_name = name(&program, ty);
        if matches!(ty_name, "f16" | "f128") {
            continue;
        }
        let print_name = format!("print_{ty_name}");
        let text =
            format!("fn {print_name}(state: *mut u64, x: {ty_name}) {{\n    println!(\"{{x:?}}\");\n}}");
        let printer = surface(&mut program, &print_name, &text, &[observers.state_ty, ty], Ty::UNIT);
        printers.push((observer, printer));
        if ty == Ty::U64 {
            // What is left calls this one.
            printers.push((observers.mix, printer));
        }
    }
    let blocks = program.functions.iter_mut().flat_map(|function| function.body.blocks.iter_mut());
    for block in blocks {
        if let Terminator::Call(call) = &mut block.terminator
            && let Operand::Const(Const::Fn(callee)) = &mut call.func
            && let FnDefId::Fn(id) = callee.def
            && let Some((_, printer)) = printers.iter().find(|(observer, _)| *observer == id)
        {
            callee.def = FnDefId::Surface(*printer);
        }
    }
    // They call what is no `const fn` now.
    program.functions.iter_mut().for_each(|function| function.is_const = false);
    program
}
