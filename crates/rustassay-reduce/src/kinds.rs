//! The kinds of changes that make a program smaller or plainer, and where each can be made.
//!
//! A change need not keep what a program prints: whatever it is then, the machine says what it must print. It only has to stay
//! a program without Undefined Behavior that shows the bug. What is known of values helps with the first: a result that is replaced by
//! the constant that it was leaves everything after it as it is, and everything that it was computed from without a use.

use crate::change::{Change, is_catch, is_printable, is_printer};
use crate::inline::{callee, can_inline};
use crate::retype::smaller;
use crate::signature::adjustable;
use crate::split::can_split;
use crate::trace::{Point, Trace};
use crate::values::plainest;
use rustassay_mir::model::*;

/// A kind of changes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ChangeKind {
    /// What ran goes, with all that cannot do without it.
    Steps,
    /// Calls become their results.
    Calls,
    /// Branches become jumps to where they went.
    Branches,
    /// Blocks that never run are empty.
    Unrun,
    /// Arms of switches go.
    Arms,
    /// Results become the constants that they were.
    Results,
    /// Statements go.
    Statements,
    /// Operands become the constants that they were.
    Operands,
    /// Calls that only look at a number print it.
    Prints,
    /// Calls by pointers, and by `catch_unwind`, name the function.
    Directs,
    /// Calls become what the callee does.
    Inlines,
    /// Copies of locals, pointers to places, and locals that hold nothing are not needed.
    Paths,
    /// Locals that are used field by field become one for each field.
    Splits,
    /// Parameters go.
    Params,
    /// Results of functions go.
    Returns,
    /// Operations become one of their operands, and constants that are made of others statements.
    Operations,
    /// Moves become copies.
    Moves,
    /// Functions have no attributes.
    Functions,
    /// Fields of structs go.
    Fields,
    /// Variants of enums go.
    Variants,
    /// Types become smaller ones.
    Types,
    /// Types have no representation, and derive nothing.
    Reprs,
    /// Constants are plainer.
    Constants,
    /// Calls and drops do not clean up.
    Unwinds,
    /// The crate has fewer attributes.
    Attributes,
}

impl ChangeKind {
    /// Those that make large programs small.
    pub const COARSE: [ChangeKind; 2] = [ChangeKind::Unrun, ChangeKind::Steps];

    /// All of them, in an order in which each makes room for the next.
    pub const ALL: [ChangeKind; 25] = [
        ChangeKind::Steps,
        ChangeKind::Calls,
        ChangeKind::Unrun,
        ChangeKind::Branches,
        ChangeKind::Arms,
        ChangeKind::Results,
        ChangeKind::Statements,
        ChangeKind::Operands,
        ChangeKind::Prints,
        ChangeKind::Directs,
        ChangeKind::Inlines,
        ChangeKind::Paths,
        ChangeKind::Splits,
        ChangeKind::Params,
        ChangeKind::Returns,
        ChangeKind::Operations,
        ChangeKind::Moves,
        ChangeKind::Functions,
        ChangeKind::Fields,
        ChangeKind::Variants,
        ChangeKind::Types,
        ChangeKind::Reprs,
        ChangeKind::Constants,
        ChangeKind::Unwinds,
        ChangeKind::Attributes,
    ];

    /// The changes of this kind that can be made to a program. What comes last in the program is first: it may be what the rest is for.
    pub fn changes(self, program: &Program, trace: &Trace) -> Vec<Change> {
        let mut changes = match self {
            ChangeKind::Fields => fields(program),
            ChangeKind::Variants => variants(program),
            ChangeKind::Types => {
                smaller(program).into_iter().map(|(ty, smaller)| Change::Type(ty, smaller)).collect()
            }
            ChangeKind::Reprs => reprs(program),
            ChangeKind::Splits => splits(program),
            ChangeKind::Functions => functions(program),
            ChangeKind::Attributes => attributes(program),
            ChangeKind::Params => params(program, trace),
            ChangeKind::Returns => returns(program),
            _ => self.in_bodies(program, trace),
        };
        changes.reverse();
        changes
    }

    fn in_bodies(self, program: &Program, trace: &Trace) -> Vec<Change> {
        let mut look = Look { program, types: program.types.clone(), trace, changes: Vec::new() };
        for (function, content) in program.functions.iter_ids() {
            for (block, content) in content.body.blocks.iter_ids() {
                for (statement, content) in content.statements.iter().enumerate() {
                    look.statement(self, Point { function, block, statement }, content);
                }
                if self == ChangeKind::Unrun && !trace.has_run(function, block) && !is_nothing(content) {
                    look.changes.push(Change::Unrun(function, block));
                }
                let statement = content.statements.len();
                look.terminator(self, Point { function, block, statement }, &content.terminator);
            }
        }
        look.changes
    }
}

/// A look at a program for changes.
struct Look<'a> {
    program: &'a Program,
    /// The program's types, and those that are asked for on the way.
    types: Types,
    trace: &'a Trace,
    changes: Vec<Change>,
}

impl Look<'_> {
    fn statement(&mut self, kind: ChangeKind, point: Point, statement: &Statement) {
        match kind {
            ChangeKind::Statements => self.changes.push(Change::Drop(point)),
            ChangeKind::Results => self.result(point, statement),
            ChangeKind::Operations => {
                self.operation(point, statement);
                self.aggregate(point, statement);
            }
            ChangeKind::Paths => self.path(point, statement),
            ChangeKind::Operands | ChangeKind::Moves | ChangeKind::Constants => {
                self.operands(kind, point, &statement.parts())
            }
            _ => {}
        }
    }

    fn terminator(&mut self, kind: ChangeKind, point: Point, terminator: &Terminator) {
        let Point { function, block, .. } = point;
        match (kind, terminator) {
            (ChangeKind::Calls, Terminator::Call(call)) => {
                let value =
                    self.trace.result_of(point).cloned().or_else(|| self.plainest_in(function, &call.dest));
                let value = value.filter(|_| self.place_ty(function, &call.dest) != Some(Ty::UNIT));
                let assign =
                    value.map(|value| Statement::Assign(call.dest.clone(), Rvalue::Use(value.into())));
                self.changes.push(Change::End(function, block, assign, Terminator::Goto(call.target)));
            }
            (ChangeKind::Calls, Terminator::Drop { target, .. }) => {
                self.changes.push(Change::End(function, block, None, Terminator::Goto(*target)));
            }
            (ChangeKind::Branches, Terminator::Switch(_, targets)) => {
                let target = self.trace.target(function, block).unwrap_or(targets.otherwise);
                self.changes.push(Change::End(function, block, None, Terminator::Goto(target)));
            }
            (ChangeKind::Arms, Terminator::Switch(_, targets)) => {
                let arms = 0..targets.values.len();
                self.changes.extend(arms.map(|n| Change::Arm(function, block, n)));
            }
            (ChangeKind::Prints, Terminator::Call(call)) if callee(terminator).is_some() => {
                let is_unit = self.place_ty(function, &call.dest) == Some(Ty::UNIT);
                let shown = call.args.iter().rev().find_map(|arg| {
                    let ty = self.operand_ty(function, arg)?;
                    is_printable(&self.types, ty).then_some((arg, ty))
                });
                if let Some((arg, ty)) = shown.filter(|_| is_unit) {
                    self.changes.push(Change::Show(function, block, arg.clone(), ty));
                }
            }
            (ChangeKind::Prints, Terminator::Call(call)) => self.print_before_cast(point, call),
            (ChangeKind::Paths, Terminator::Call(call)) => self.unit_result(point, call),
            (ChangeKind::Directs, Terminator::Call(call)) if callee(terminator).is_none() => {
                let is_indirect = is_catch(call) || !matches!(call.func, Operand::Const(Const::Fn(_)));
                let callee = self.trace.entered(point).filter(|_| is_indirect);
                self.changes.extend(callee.map(|callee| Change::Direct(function, block, callee)));
            }
            (ChangeKind::Inlines, Terminator::Call(_)) if can_inline(self.program, function, block) => {
                self.changes.push(Change::Inline(function, block));
            }
            (ChangeKind::Unwinds, _) if matches!(terminator.unwind(), Some(UnwindAction::Cleanup(_))) => {
                self.changes.push(Change::NoCleanup(function, block));
            }
            (ChangeKind::Operands | ChangeKind::Moves | ChangeKind::Constants, _) => {
                self.operands(kind, point, &terminator.parts());
            }
            _ => {}
        }
    }

    fn result(&mut self, point: Point, statement: &Statement) {
        let Statement::Assign(place, rvalue) = statement else { return };
        if matches!(rvalue, Rvalue::Use(Operand::Const(_))) {
            return;
        }
        let value = self.trace.result_of(point).cloned().or_else(|| self.plainest_in(point.function, place));
        if let Some(value) = value {
            self.changes.push(Change::Compute(point, Rvalue::Use(value.into())));
        }
    }

    fn operation(&mut self, point: Point, statement: &Statement) {
        let Statement::Assign(place, rvalue) = statement else { return };
        if let Rvalue::Cast(_, Operand::Copy(cast) | Operand::Move(cast), ty) = rvalue {
            self.cast_back(point, cast, *ty);
        }
        let operands: &[&Operand] = match rvalue {
            Rvalue::Binary(_, left, right) => &[left, right],
            Rvalue::Unary(_, operand) | Rvalue::Cast(_, operand, _) => &[operand],
            _ => return,
        };
        let ty = self.place_ty(point.function, place);
        for operand in operands {
            if self.operand_ty(point.function, operand) == ty {
                self.changes.push(Change::Compute(point, Rvalue::Use((*operand).clone())));
            }
        }
    }

    /// What is cast to a type and back again can be what it was before.
    fn cast_back(&mut self, point: Point, cast: &Place, ty: Ty) {
        let body = &self.program.functions[point.function].body;
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let Statement::Assign(to, Rvalue::Cast(_, operand, _)) = statement
                && to == cast
                && let Operand::Copy(before) | Operand::Move(before) = operand
                && self.place_ty(point.function, before) == Some(ty)
            {
                let before = Rvalue::Use(Operand::Copy(before.clone()));
                self.changes.push(Change::Compute(point, before));
            }
        }
    }

    fn operands(&mut self, kind: ChangeKind, point: Point, parts: &[PartRef]) {
        for (n, part) in parts.iter().enumerate() {
            let PartRef::Operand(operand) = part else { continue };
            let new = match (kind, operand) {
                (ChangeKind::Operands, Operand::Copy(place) | Operand::Move(place)) => {
                    let known = self.trace.operand(point, n).cloned();
                    known.or_else(|| self.plainest_in(point.function, place)).map(Operand::Const)
                }
                (ChangeKind::Moves, Operand::Move(place)) => Some(Operand::Copy(place.clone())),
                (ChangeKind::Constants, Operand::Const(value @ Const::Block(_))) => {
                    let ty = self.operand_ty(point.function, operand);
                    let plainest = ty.and_then(|ty| plainest(&self.types, ty));
                    plainest.filter(|plainest| plainest != value).map(Operand::Const)
                }
                (ChangeKind::Constants, Operand::Const(value)) => plainer(value).map(Operand::Const),
                _ => None,
            };
            self.changes.extend(new.map(|new| Change::Operand(point, n, new)));
            if let (ChangeKind::Constants, Operand::Const(Const::Block(made))) = (kind, operand) {
                let inside = plainer_inside(made).map(|made| Const::Block(Box::new(made)));
                self.changes.extend(inside.map(|made| Change::Operand(point, n, made.into())));
            }
        }
    }

    /// What is cast to be printed can be printed as it is.
    fn print_before_cast(&mut self, point: Point, call: &Call) {
        let Operand::Const(Const::Fn(function)) = &call.func else { return };
        let FnDefId::Surface(printer) = function.def else { return };
        if !self.program.surface_fns.get(printer).is_some_and(is_printer) {
            return;
        }
        let [Operand::Copy(printed) | Operand::Move(printed)] = &call.args[..] else { return };
        let body = &self.program.functions[point.function].body;
        for statement in body.blocks.iter().flat_map(|block| &block.statements) {
            if let Statement::Assign(to, Rvalue::Cast(CastKind::As, operand, _)) = statement
                && to == printed
                && let Operand::Copy(before) | Operand::Move(before) = operand
                && let Some(ty) =
                    self.place_ty(point.function, before).filter(|&ty| is_printable(&self.types, ty))
            {
                let before = Operand::Copy(before.clone());
                self.changes.push(Change::Show(point.function, point.block, before, ty));
            }
        }
    }

    /// The result of a function that gives nothing can go where the caller's own goes.
    fn unit_result(&mut self, Point { function, .. }: Point, call: &Call) {
        let Function { sig, body, .. } = &self.program.functions[function];
        let is_free = call.dest.as_local().is_some_and(|local| !body.is_signature_local(local));
        if is_free && sig.ret == Ty::UNIT && self.place_ty(function, &call.dest) == Some(Ty::UNIT) {
            let (from, to) = (call.dest.clone(), Local::RETURN.into());
            self.changes.push(Change::Path { function, from, to, without: None });
        }
    }

    /// A constant that is made of others can be made by a statement.
    fn aggregate(&mut self, point: Point, statement: &Statement) {
        let Statement::Assign(_, Rvalue::Use(Operand::Const(Const::Block(made)))) = statement else { return };
        let operand = |part: &ConstExpr| match part {
            ConstExpr::Const(value) => Some(Operand::Const(value.clone())),
            _ => None,
        };
        let rvalue = match &**made {
            ConstExpr::Tuple(parts) => parts.iter().map(operand).collect::<Option<_>>().map(Rvalue::Tuple),
            ConstExpr::Adt(adt, variant, fields) => {
                let is_union = self.types.adts[*adt].kind == AdtKind::Union;
                let only = fields.first().map(|(field, _)| *field).filter(|_| is_union);
                let operands = fields.iter().map(|(_, part)| operand(part)).collect::<Option<_>>();
                operands.map(|operands| Rvalue::Adt(*adt, *variant, only, operands))
            }
            _ => None,
        };
        self.changes.extend(rvalue.map(|rvalue| Change::Compute(point, rvalue)));
    }

    /// A local that is a copy of another, or points to a place: one of the two will do.
    fn path(&mut self, point: Point, statement: &Statement) {
        let function = point.function;
        let body = &self.program.functions[function].body;
        let Statement::Assign(place, rvalue) = statement else { return };
        match rvalue {
            Rvalue::Use(Operand::Copy(source) | Operand::Move(source)) => {
                let same_ty = self.place_ty(function, place) == self.place_ty(function, source);
                let is_free =
                    |place: &Place| place.as_local().is_some_and(|local| !body.is_signature_local(local));
                for (from, to) in [(place, source), (source, place)] {
                    if same_ty && is_free(from) && from.local != to.local {
                        let (from, to) = (from.clone(), to.clone());
                        self.changes.push(Change::Path { function, from, to, without: Some(point) });
                    }
                }
            }
            Rvalue::Ref(_, target) | Rvalue::RawPtr(_, target)
                if place.projection.is_empty() && target.local != place.local =>
            {
                let (from, to) = (place.clone().deref(), target.clone());
                self.changes.push(Change::Path { function, from, to, without: None });
            }
            _ => {}
        }
    }

    fn place_ty(&self, function: FnId, place: &Place) -> Option<Ty> {
        self.program.types.place_ty(&self.program.functions[function].body.locals, place)
    }

    fn operand_ty(&mut self, function: FnId, operand: &Operand) -> Option<Ty> {
        let locals = &self.program.functions[function].body.locals;
        self.program.items().operand_ty(&mut self.types, locals, operand)
    }

    fn plainest_in(&self, function: FnId, place: &Place) -> Option<Const> {
        plainest(&self.program.types, self.place_ty(function, place)?)
    }
}

/// Whether a block has been emptied.
fn is_nothing(block: &Block) -> bool {
    block.statements.is_empty() && block.terminator == Terminator::Unreachable
}

/// A constant that is easier to read, if there is one.
fn plainer(value: &Const) -> Option<Const> {
    match *value {
        Const::Int(int, bits) if bits > 1 => Some(Const::Int(int, 1)),
        Const::Int(int, 1) => Some(Const::Int(int, 0)),
        Const::Float(float, bits) if bits == one(float) => Some(Const::Float(float, 0)),
        Const::Float(float, bits) if bits != 0 => Some(Const::Float(float, one(float))),
        Const::Char(c) if c != 'a' => Some(Const::Char('a')),
        _ => None,
    }
}

/// The bits of one.
const fn one(float: FloatTy) -> u128 {
    match float {
        FloatTy::F16 => 0x3c00,
        FloatTy::F32 => 0x3f80_0000,
        FloatTy::F64 => 0x3ff0_0000_0000_0000,
        FloatTy::F128 => 0x3fff << 112,
    }
}

/// A constant that is made of others, with plainer ones, if there are some.
fn plainer_inside(made: &ConstExpr) -> Option<ConstExpr> {
    let all = |parts: &[ConstExpr]| {
        let plainer: Vec<Option<ConstExpr>> = parts.iter().map(plainer_inside).collect();
        let is_any = plainer.iter().any(Option::is_some);
        let parts = plainer.into_iter().zip(parts).map(|(new, old)| new.unwrap_or_else(|| old.clone()));
        is_any.then(|| parts.collect::<Vec<_>>())
    };
    match made {
        ConstExpr::Const(value) => plainer(value).map(ConstExpr::Const),
        ConstExpr::Tuple(parts) => all(parts).map(ConstExpr::Tuple),
        ConstExpr::Array(ty, parts) => all(parts).map(|parts| ConstExpr::Array(*ty, parts)),
        ConstExpr::Repeat(part, len) => Some(ConstExpr::Repeat(Box::new(plainer_inside(part)?), *len)),
        ConstExpr::Ref(part) => Some(ConstExpr::Ref(Box::new(plainer_inside(part)?))),
        ConstExpr::Adt(adt, variant, fields) => {
            let (ids, parts): (Vec<FieldId>, Vec<ConstExpr>) = fields.iter().cloned().unzip();
            Some(ConstExpr::Adt(*adt, *variant, ids.into_iter().zip(all(&parts)?).collect()))
        }
        _ => None,
    }
}

fn splits(program: &Program) -> Vec<Change> {
    let functions = program.functions.iter_ids();
    let locals =
        functions.flat_map(|(id, function)| function.body.locals.ids().map(move |local| (id, local)));
    let locals = locals.filter(|&(function, local)| can_split(program, function, local));
    locals.map(|(function, local)| Change::Split(function, local)).collect()
}

fn params(program: &Program, trace: &Trace) -> Vec<Change> {
    let adjustable = adjustable(program);
    let mut changes = Vec::new();
    for (function, content) in program.functions.iter_ids().filter(|(id, _)| adjustable.contains(id)) {
        for (n, &ty) in content.sig.params.iter().enumerate() {
            let value = passed(program, trace, function, n).or_else(|| plainest(&program.types, ty));
            changes.push(Change::Param(function, n, value));
        }
    }
    changes
}

/// What a function was given as its nth argument.
fn passed(program: &Program, trace: &Trace, function: FnId, n: usize) -> Option<Const> {
    // Of a call, the destination and the callee come first.
    const BEFORE_ARGUMENTS: usize = 2;
    program.functions.iter_ids().find_map(|(caller, content)| {
        content.body.blocks.iter_ids().find_map(|(block, content)| {
            let Terminator::Call(call) = &content.terminator else { return None };
            (callee(&content.terminator) == Some(function)).then_some(())?;
            let point = Point { function: caller, block, statement: content.statements.len() };
            match call.args.get(n)? {
                Operand::Const(value) => Some(value.clone()),
                _ => trace.operand(point, n + BEFORE_ARGUMENTS).cloned(),
            }
        })
    })
}

fn returns(program: &Program) -> Vec<Change> {
    let adjustable = adjustable(program);
    let functions = program.functions.iter_ids();
    let functions =
        functions.filter(|(id, function)| adjustable.contains(id) && function.sig.ret != Ty::UNIT);
    functions.map(|(id, _)| Change::Result(id)).collect()
}

fn functions(program: &Program) -> Vec<Change> {
    let adjustable = adjustable(program);
    let mut changes = Vec::new();
    for (function, content) in program.functions.iter_ids() {
        if content.inline.is_some() || !content.attrs.is_empty() {
            changes.push(Change::Plain { function, abi: false, inline: true });
        }
        if content.sig.abi != Abi::Rust && adjustable.contains(&function) {
            changes.push(Change::Plain { function, abi: true, inline: false });
        }
    }
    changes
}

/// Crate attributes that may go: the first two features are custom MIR itself, and our long list of lints becomes the one that these features ask for.
fn attributes(program: &Program) -> Vec<Change> {
    let attrs = program.attrs.iter().enumerate().filter(|(_, attr)| !attr.contains("custom_mir"));
    let changes = attrs.filter_map(|(at, attr)| {
        let new = attr.starts_with("allow(").then(|| ONLY_LINT.into());
        (new.as_ref() != Some(attr)).then_some(Change::Attribute(at, new))
    });
    changes.collect()
}

/// Without it, rustc warns of every program in custom MIR.
const ONLY_LINT: &str = "allow(internal_features)";

fn fields(program: &Program) -> Vec<Change> {
    let own = program.types.adts.iter_ids().filter(|(_, def)| def.library().is_none());
    let variants =
        own.flat_map(|(adt, def)| def.variants.iter_ids().map(move |(id, variant)| (adt, id, variant)));
    let fields = variants
        .flat_map(|(adt, id, variant)| variant.fields.ids().map(move |field| Change::Field(adt, id, field)));
    fields.collect()
}

fn variants(program: &Program) -> Vec<Change> {
    let own = program.types.adts.iter_ids().filter(|(_, def)| def.library().is_none());
    let enums = own.filter(|(_, def)| def.kind == AdtKind::Enum && def.variants.len() > 1);
    enums.flat_map(|(adt, def)| def.variants.ids().map(move |id| Change::Variant(adt, id))).collect()
}

fn reprs(program: &Program) -> Vec<Change> {
    let own = program.types.adts.iter_ids().filter(|(_, def)| def.library().is_none());
    let changes = own.flat_map(|(adt, def)| {
        let repr = (def.repr != Repr::default()).then(|| Change::Repr(adt, Repr::default()));
        repr.into_iter().chain((!def.derives.is_empty()).then_some(Change::NoDerives(adt)))
    });
    changes.collect()
}
