//! What programs contain, by name, and how much of it counts.

use rustassay_machine::aliasing::Model;
use rustassay_machine::machine::{Config, Limits, Machine};
use rustassay_mir::model::*;
use rustassay_random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Which blocks of a program run.
#[derive(Clone, Debug)]
pub struct Executed(BTreeSet<(FnId, BlockId)>);

impl Executed {
    /// Runs a program to find out.
    pub fn of(program: &Program) -> Executed {
        let mut seen = BTreeSet::new();
        let mut machine = Machine::new(program.clone(), unchecked());
        if let Some(main) = program.find_fn("main")
            && machine.start_function(main, Vec::new()).is_ok()
        {
            while let Some(position) = machine.running() {
                seen.insert(position);
                if !matches!(machine.step(), Ok(None)) {
                    break;
                }
            }
        }
        Executed(seen)
    }

    /// Whether a block runs.
    pub fn contains(&self, function: FnId, block: BlockId) -> bool {
        self.0.contains(&(function, block))
    }
}

/// The machine that only computes.
fn unchecked() -> Config {
    Config { aliasing: Model::None, ..Config::default() }
}

/// How often each construct stands in the blocks of a program that run. Of those that do not, only their number is counted.
pub fn constructs(program: &Program, executed: &Executed) -> BTreeMap<String, usize> {
    let mut count = Count { program, function: FnId::new(0), found: BTreeMap::new() };
    for (id, function) in program.functions.iter_ids() {
        if !executed.contains(id, BlockId::new(0)) {
            continue;
        }
        count.function(id, function, executed);
    }
    count.found
}

/// Of some statements that run, as many as are wanted, how many are missed when they are left out: the output is another one, or there is none.
pub fn missed(program: &Program, executed: &Executed, expected: &[u8], seed: u64, wanted: usize) -> usize {
    let mut random = Random::new(seed);
    let bodies = program.functions.iter_ids().flat_map(|(id, function)| {
        function.body.blocks.iter_ids().map(move |(block, content)| (id, block, content.statements.len()))
    });
    let places: Vec<(FnId, BlockId, usize)> = bodies
        .filter(|&(id, block, _)| executed.contains(id, block))
        .flat_map(|(id, block, count)| (0..count).map(move |n| (id, block, n)))
        .collect();
    let is_missed = |&(id, block, n): &(FnId, BlockId, usize)| {
        let mut without = program.clone();
        without.functions[id].body.blocks[block].statements.remove(n);
        let mut machine = Machine::new(without, Config { limits: brief(), ..unchecked() });
        machine.run_main().is_err() || machine.output() != expected || machine.output_is_tainted()
    };
    (0..wanted).filter(|_| random.pick(&places).is_some_and(is_missed)).count()
}

/// Enough for a program that is as it was, and not for a loop that has no end any more.
fn brief() -> Limits {
    Limits { steps: 5_000_000, ..Limits::default() }
}

struct Count<'a> {
    program: &'a Program,
    function: FnId,
    found: BTreeMap<String, usize>,
}

impl Count<'_> {
    fn note(&mut self, name: impl Into<String>) {
        *self.found.entry(name.into()).or_default() += 1;
    }

    fn function(&mut self, id: FnId, function: &Function, executed: &Executed) {
        self.function = id;
        let body = &function.body;
        body.locals.iter().for_each(|decl| self.ty(decl.ty));
        self.note(match function.inline {
            None => "function without attribute",
            Some(Inline::Hint) => "function #[inline]",
            Some(Inline::Always) => "function #[inline(always)]",
            Some(Inline::Never) => "function #[inline(never)]",
        });
        if function.sig.abi == Abi::C {
            self.note("function extern \"C\"");
        }
        if body.arg_count > 7 {
            self.note("function with more than 6 parameters");
        }
        for (id, block) in body.blocks.iter_ids() {
            if !executed.contains(self.function, id) {
                self.note("decoy block");
                continue;
            }
            if block.is_cleanup {
                self.note("cleanup block");
            }
            if block.terminator.successors().iter().any(|&target| target <= id && !block.is_cleanup) {
                self.note("loop");
            }
            block.statements.iter().for_each(|statement| self.statement(body, statement));
            self.terminator(&block.terminator);
        }
        self.partial_values(body);
    }

    /// Locals that are written in part and never as a whole.
    fn partial_values(&mut self, body: &Body) {
        let (mut whole, mut part) = (BTreeSet::new(), BTreeSet::new());
        for block in &body.blocks {
            for statement in &block.statements {
                match statement {
                    Statement::Assign(place, _) if place.projection.is_empty() => {
                        whole.insert(place.local);
                    }
                    Statement::Assign(place, _) if !matches!(place.projection[0], Elem::Deref) => {
                        part.insert(place.local);
                    }
                    _ => {}
                }
            }
            if let Terminator::Call(call) = &block.terminator {
                whole.insert(call.dest.local);
            }
        }
        let is_inner = |local: &&Local| !body.is_signature_local(**local);
        for _ in part.difference(&whole).filter(is_inner) {
            self.note("partial initialization");
        }
    }

    fn ty(&mut self, ty: Ty) {
        let types = &self.program.types;
        let name = match types.kind(ty) {
            TyKind::Bool => "bool".to_owned(),
            TyKind::Char => "char".to_owned(),
            TyKind::Int(int) => int.name().to_owned(),
            TyKind::Float(float) => float.name().to_owned(),
            TyKind::Tuple(fields) if fields.is_empty() => "()".to_owned(),
            TyKind::Tuple(_) => "tuple".to_owned(),
            TyKind::Array(_, 0) => "empty array".to_owned(),
            TyKind::Array(..) => "array".to_owned(),
            &TyKind::RawPtr(_, pointee) if !types.is_sized(pointee) => "raw slice pointer".to_owned(),
            &TyKind::Ref(_, pointee) if !types.is_sized(pointee) => "slice reference".to_owned(),
            TyKind::RawPtr(Mutability::Mut, _) => "*mut".to_owned(),
            TyKind::RawPtr(Mutability::Not, _) => "*const".to_owned(),
            TyKind::Ref(Mutability::Mut, _) => "&mut".to_owned(),
            TyKind::Ref(Mutability::Not, _) => "&".to_owned(),
            TyKind::FnPtr(_) => "function pointer".to_owned(),
            TyKind::Box(_) => "Box".to_owned(),
            TyKind::Adt(adt) => self.adt(&types.adts[*adt], *adt),
            _ => "other".to_owned(),
        };
        self.note(format!("type {name}"));
    }

    fn adt(&self, def: &AdtDef, adt: AdtId) -> String {
        let types = &self.program.types;
        if let AdtOrigin::Library(library, args) = &def.origin {
            let of = args.first().map(|&arg| match types.kind(arg) {
                TyKind::Ref(..) => " of a reference",
                TyKind::Bool => " of bool",
                TyKind::Adt(adt) if types.adts[*adt].kind == AdtKind::Enum => " of an enum",
                _ => "",
            });
            return format!("{}{}", library.name(), of.unwrap_or_default());
        }
        let fields = || def.variants.iter().flat_map(|variant| &variant.fields);
        let points_back = |ty: Ty| match types.kind(ty) {
            TyKind::RawPtr(_, pointee) => matches!(types.kind(*pointee), TyKind::Adt(other) if *other == adt),
            TyKind::Adt(_) => fields().any(|field| &*field.name == "next"),
            _ => false,
        };
        let repr = match def.repr {
            _ if def.drop.is_some() => "dropped ",
            _ if fields().any(|field| points_back(field.ty)) => "recursive ",
            _ if def.kind == AdtKind::Struct && fields().next().is_none() => "empty ",
            Repr { pack: Some(_), .. } => "packed ",
            Repr { align: Some(_), .. } => "aligned ",
            Repr { transparent: true, .. } => "transparent ",
            Repr { c: true, .. } => "repr(C) ",
            Repr { int: Some(_), .. } => "repr(int) ",
            _ => "",
        };
        let kind = match def.kind {
            AdtKind::Struct => "struct",
            AdtKind::Enum => "enum",
            AdtKind::Union => "union",
        };
        format!("{repr}{kind}")
    }

    fn statement(&mut self, body: &Body, statement: &Statement) {
        match statement {
            Statement::Assign(place, rvalue) => {
                self.place(place);
                self.rvalue(body, rvalue);
            }
            Statement::SetDiscriminant(..) => self.note("statement SetDiscriminant"),
            Statement::StorageLive(_) => self.note("statement StorageLive"),
            Statement::StorageDead(_) => self.note("statement StorageDead"),
            Statement::Assume(_) => self.note("statement Assume"),
            Statement::Retag(_) => self.note("statement Retag"),
            // Custom MIR has no such statement.
            Statement::CopyNonOverlapping(_) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        let mut steps = place.projection.iter();
        if place.projection.len() > 1 && matches!(steps.next(), Some(Elem::Deref)) {
            self.note("place inside of what is behind a pointer");
        }
        for elem in &place.projection {
            self.note(match elem {
                Elem::Deref => "place *p",
                Elem::Field(_) => "place .field",
                Elem::Index(_) => "place [index]",
                Elem::Downcast(_) => "place of a variant",
                Elem::ConstantIndex { .. } => "place [constant]",
                Elem::Subslice { .. } => "place [range]",
            });
        }
    }

    fn operand(&mut self, operand: &Operand) {
        match operand {
            Operand::Copy(place) => self.place(place),
            Operand::Move(place) => {
                self.note("operand Move");
                self.place(place);
            }
            Operand::Const(constant) => match constant {
                Const::Float(..) => self.note("constant float"),
                Const::Static(id) if self.program.statics[*id].is_mut => self.note("constant StaticMut"),
                Const::Static(_) => self.note("constant Static"),
                Const::Block(_) => self.note("constant const { .. }"),
                _ => {}
            },
        }
    }

    fn operand_ty(&self, body: &Body, operand: &Operand) -> Option<Ty> {
        match operand {
            Operand::Const(Const::Int(int, _)) => Some(Ty::int(*int)),
            Operand::Const(_) => None,
            Operand::Copy(place) | Operand::Move(place) => self.program.types.place_ty(&body.locals, place),
        }
    }

    fn rvalue(&mut self, body: &Body, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => {
                let is_pointer = self.operand_ty(body, operand).is_some_and(|ty| {
                    matches!(self.program.types.kind(ty), TyKind::RawPtr(..) | TyKind::Ref(..))
                });
                let is_behind = operand.place().is_some_and(|place| place.projection.contains(&Elem::Deref));
                self.note(match is_pointer && is_behind {
                    true => "rvalue pointer from behind a pointer",
                    false => "rvalue use",
                });
                self.operand(operand);
            }
            // Custom MIR has none of these.
            Rvalue::UseWithoutRetag(_)
            | Rvalue::TwoPhaseRef(_)
            | Rvalue::FakeRawPtr(_)
            | Rvalue::PtrFromParts(..)
            | Rvalue::ThreadLocalRef(..) => {}
            Rvalue::Repeat(operand, _) => {
                self.note("rvalue [x; n]");
                self.operand(operand);
            }
            Rvalue::Ref(mutability, place) => {
                self.note(if *mutability == Mutability::Mut { "rvalue &mut" } else { "rvalue &" });
                self.place(place);
            }
            Rvalue::RawPtr(mutability, place) => {
                let is_mut = *mutability == Mutability::Mut;
                self.note(if is_mut { "rvalue &raw mut" } else { "rvalue &raw const" });
                self.place(place);
            }
            Rvalue::Cast(CastKind::As, operand, to) => {
                let from = self.operand_ty(body, operand);
                match from.and_then(|from| self.program.types.as_cast(from, *to)) {
                    Some(cast) => self.note(format!("cast {cast:?}")),
                    None => self.note("cast of a constant"),
                }
                self.operand(operand);
            }
            Rvalue::Cast(kind, operand, _) => {
                self.note(format!("cast {kind:?}"));
                self.operand(operand);
            }
            Rvalue::Binary(op, left, right) => {
                let ty = self.operand_ty(body, left).or_else(|| self.operand_ty(body, right));
                let family = match ty.map(|ty| self.program.types.kind(ty)) {
                    Some(TyKind::Int(int)) if int.signed() => "signed ",
                    Some(TyKind::Float(_)) => "float ",
                    _ => "",
                };
                self.note(format!("operator {family}{}", op.symbol()));
                self.operand(left);
                self.operand(right);
            }
            Rvalue::Checked(op, left, right) => {
                self.note(format!("operator Checked {}", op.wrapping().symbol()));
                self.operand(left);
                self.operand(right);
            }
            Rvalue::Unary(op, operand) => {
                self.note(format!("operator {op:?}"));
                self.operand(operand);
            }
            Rvalue::Discriminant(place) => {
                self.note("rvalue Discriminant");
                self.place(place);
            }
            Rvalue::Tuple(parts) | Rvalue::Array(_, parts) | Rvalue::Adt(_, _, _, parts) => {
                self.note("rvalue aggregate");
                parts.iter().for_each(|part| self.operand(part));
            }
            Rvalue::CopyForDeref(place) => self.place(place),
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Goto(_) => self.note("terminator Goto"),
            Terminator::Switch(operand, _) => {
                self.note("terminator match");
                self.operand(operand);
            }
            Terminator::Return => self.note("terminator Return"),
            Terminator::Unreachable => self.note("terminator Unreachable"),
            Terminator::Drop { .. } => self.note("terminator Drop"),
            Terminator::Call(call) => {
                let callee = match &call.func {
                    Operand::Const(Const::Fn(function)) => match function.def {
                        FnDefId::Fn(id) if id == self.function => "call of itself".to_owned(),
                        FnDefId::Fn(_) => "call of a function".to_owned(),
                        FnDefId::Surface(id) => format!("call of {}", self.program.surface_fns[id].name),
                        FnDefId::Intrinsic(intrinsic) => {
                            if let Some(group) = intrinsic.group().counted_as() {
                                self.note(format!("intrinsics, {group}"));
                            }
                            format!("intrinsic {}", intrinsic.name())
                        }
                        FnDefId::Builtin(_) | FnDefId::Foreign(_) | FnDefId::Virtual(_) => {
                            "call of a compiled crate".to_owned()
                        }
                    },
                    _ => "call by pointer".to_owned(),
                };
                self.note(callee);
                if let UnwindAction::Cleanup(_) = call.unwind {
                    self.note("call with cleanup");
                }
                for arg in &call.args {
                    if matches!(arg, Operand::Move(_)) {
                        self.note("argument moved");
                    }
                    self.operand(arg);
                }
                self.place(&call.dest);
            }
            Terminator::TailCall(..) => self.note("terminator TailCall"),
            Terminator::UnwindResume => self.note("terminator UnwindResume"),
            Terminator::UnwindTerminate(_) => self.note("terminator UnwindTerminate"),
        }
    }
}
