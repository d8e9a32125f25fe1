//! How each local of a body is declared.
//!
//! A local of MIR is memory that anything may be done with at any time. A variable of Rust must be assigned before it is used, as far
//! as the borrow checker can follow, and is dropped when it goes out of scope. So a local is a variable where the
//! borrow checker follows, begins with a value that nobody reads where its type has a simple one, and is otherwise
//! `MaybeUninit` memory that is used through a pointer.

use super::code::{Code, Ending};
use super::flow::{Node, diverges};
use crate::model::{
    BlockId, Body, Elem, Id, Local, Mutability, Operand, Place, Rvalue, Statement, Terminator, Ty, TyKind,
    Types,
};
use rustc_hash::FxHashMap;

/// What is done with a local.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Mention {
    /// All of it is assigned.
    Assign,
    /// A part of it is assigned.
    Part,
    /// It, or a part of it, is read.
    Read,
    /// All of it is moved out.
    Move,
    /// It is what the function returns.
    Return,
    /// A pointer to it, or to a part of it, is made.
    Borrow,
    /// What it points to is used.
    Through,
    /// A reference to what it points to is made.
    Reborrow,
}

impl Mention {
    /// Whether a variable must be declared `mut` for this.
    pub const fn needs_mut(self) -> bool {
        matches!(self, Mention::Assign | Mention::Part | Mention::Borrow)
    }
}

/// Shows what a statement does with which locals: what it reads first, and what it assigns last.
pub(super) fn in_statement(statement: &Statement, see: &mut impl FnMut(Local, Mention)) {
    match statement {
        Statement::Assign(place, rvalue) => {
            in_rvalue(rvalue, see);
            in_destination(place, see);
        }
        Statement::Assume(operand) => in_operand(operand, see),
        Statement::CopyNonOverlapping(operands) => {
            operands.iter().for_each(|operand| in_operand(operand, see));
        }
        Statement::SetDiscriminant(place, _) | Statement::Retag(place) => {
            in_place(place, Mention::Borrow, see)
        }
        Statement::StorageLive(_) | Statement::StorageDead(_) => {}
    }
}

/// Shows what a terminator does with which locals; a call's destination comes last.
pub(super) fn in_terminator(terminator: &Terminator, see: &mut impl FnMut(Local, Mention)) {
    match terminator {
        Terminator::Switch(operand, _) => in_operand(operand, see),
        Terminator::Drop { place, .. } => in_place(place, Mention::Borrow, see),
        Terminator::Call(call) => {
            in_operand(&call.func, see);
            call.args.iter().for_each(|arg| in_operand(arg, see));
            in_destination(&call.dest, see);
        }
        Terminator::TailCall(callee, args) => {
            in_operand(callee, see);
            args.iter().for_each(|arg| in_operand(arg, see));
        }
        Terminator::Return => see(Local::RETURN, Mention::Return),
        Terminator::Goto(_)
        | Terminator::Unreachable
        | Terminator::UnwindResume
        | Terminator::UnwindTerminate(_) => {}
    }
}

fn in_rvalue(rvalue: &Rvalue, see: &mut impl FnMut(Local, Mention)) {
    match rvalue {
        Rvalue::Use(operand)
        | Rvalue::UseWithoutRetag(operand)
        | Rvalue::Repeat(operand, _)
        | Rvalue::Cast(_, operand, _)
        | Rvalue::Unary(_, operand) => in_operand(operand, see),
        Rvalue::Binary(_, left, right)
        | Rvalue::Checked(_, left, right)
        | Rvalue::PtrFromParts(_, left, right) => {
            in_operand(left, see);
            in_operand(right, see);
        }
        Rvalue::Tuple(operands) | Rvalue::Array(_, operands) | Rvalue::Adt(_, _, _, operands) => {
            operands.iter().for_each(|operand| in_operand(operand, see));
        }
        Rvalue::Ref(_, place) if place.projection.contains(&Elem::Deref) => {
            in_place(place, Mention::Borrow, see);
            see(place.local, Mention::Reborrow);
        }
        Rvalue::Ref(_, place)
        | Rvalue::TwoPhaseRef(place)
        | Rvalue::RawPtr(_, place)
        | Rvalue::FakeRawPtr(place) => in_place(place, Mention::Borrow, see),
        Rvalue::Discriminant(place) | Rvalue::CopyForDeref(place) => in_place(place, Mention::Read, see),
        Rvalue::ThreadLocalRef(..) => {}
    }
}

fn in_operand(operand: &Operand, see: &mut impl FnMut(Local, Mention)) {
    match operand {
        Operand::Copy(place) => in_place(place, Mention::Read, see),
        Operand::Move(place) if place.projection.is_empty() => see(place.local, Mention::Move),
        Operand::Move(place) => in_place(place, Mention::Read, see),
        Operand::Const(_) => {}
    }
}

fn in_destination(place: &Place, see: &mut impl FnMut(Local, Mention)) {
    let mention = if place.projection.is_empty() { Mention::Assign } else { Mention::Part };
    in_place(place, mention, see);
}

fn in_place(place: &Place, mention: Mention, see: &mut impl FnMut(Local, Mention)) {
    for elem in &place.projection {
        if let Elem::Index(index) = elem {
            see(*index, Mention::Read);
        }
    }
    let is_behind = place.projection.contains(&Elem::Deref);
    see(place.local, if is_behind { Mention::Through } else { mention });
}

/// How a local is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Not at all: nobody mentions it.
    Absent,
    /// Not at all: its type has at most one value, and nobody looks at it.
    Discarded,
    /// Not at all: its type is a function's own, so that its value is that function.
    Function,
    /// As a variable. Where the borrow checker cannot follow a move, it is read instead.
    Variable { moves_are_reads: bool },
    /// As a variable with this value to begin with.
    Initial(String),
    /// As memory, with a variable that points to it.
    Memory,
}

/// The forms of all locals.
pub(super) fn forms(code: &Code, body: &Body, types: &Types, heads: Option<&[bool]>) -> Vec<Form> {
    let mut mentions = vec![Vec::new(); body.locals.len()];
    for block in code.order() {
        let straight = &code.blocks[block];
        let mut see = |local: Local, mention| mentions[local.index()].push(mention);
        straight.statements.iter().for_each(|(_, statement)| in_statement(statement, &mut see));
        if !matches!(straight.ending, Ending::Goto(_)) {
            in_terminator(&straight.terminator, &mut see);
        }
    }
    let is_moved_from = |local: Local| !types.is_copy(body.locals[local].ty);
    let moves = used_too_early(code, body, heads, is_moved_from);
    let uses = used_too_early(code, body, heads, |_| false);
    let form = |local: Local| {
        let ty = body.locals[local].ty;
        let mentions = &mentions[local.index()];
        let is_parameter = local != Local::RETURN && body.is_signature_local(local);
        let looks = |mention: &Mention| !matches!(mention, Mention::Assign | Mention::Return);
        let is_function = matches!(types.kind(ty), TyKind::FnDef(_));
        if mentions.is_empty() {
            Form::Absent
        } else if is_parameter {
            let moves_are_reads = moves[local.index()];
            if types.needs_drop(ty) { Form::Memory } else { Form::Variable { moves_are_reads } }
        } else if (ty == Ty::UNIT || ty == Ty::NEVER) && !mentions.iter().any(looks) {
            Form::Discarded
        } else if is_function
            && mentions.iter().all(|mention| !matches!(mention, Mention::Borrow | Mention::Part))
        {
            Form::Function
        } else if types.needs_drop(ty) {
            Form::Memory
        } else if !uses[local.index()] && !is_function {
            Form::Variable { moves_are_reads: moves[local.index()] }
        } else {
            initial(types, ty).map_or(Form::Memory, Form::Initial)
        }
    };
    body.locals.ids().map(form).collect()
}

/// A simple value of a type that has one.
fn initial(types: &Types, ty: Ty) -> Option<String> {
    Some(match types.kind(ty) {
        TyKind::Bool => "false".into(),
        TyKind::Char => r"'\0'".into(),
        TyKind::Int(_) => "0".into(),
        TyKind::Float(_) => "0.0".into(),
        TyKind::RawPtr(Mutability::Not, pointee) if types.is_sized(*pointee) => "core::ptr::null()".into(),
        TyKind::RawPtr(Mutability::Mut, pointee) if types.is_sized(*pointee) => {
            "core::ptr::null_mut()".into()
        }
        TyKind::Tuple(fields) => {
            let fields = fields.iter().map(|&field| initial(types, field)).collect::<Option<Vec<_>>>()?;
            match &*fields {
                [field] => format!("({field},)"),
                fields => format!("({})", fields.join(", ")),
            }
        }
        TyKind::Array(element, len) => format!("[{}; {len}]", initial(types, *element)?),
        _ => return None,
    })
}

/// Which locals are used where the borrow checker cannot know that they were assigned. In a state machine an arm may come
/// after any other, so all `heads` begin with the same knowledge. `is_moved_from` says whose moves leave nothing behind.
fn used_too_early(
    code: &Code,
    body: &Body,
    heads: Option<&[bool]>,
    is_moved_from: impl Fn(Local) -> bool,
) -> Vec<bool> {
    let order = code.order();
    let at_start: Vec<bool> =
        body.locals.ids().map(|local| local != Local::RETURN && body.is_signature_local(local)).collect();
    let slot = |block: BlockId| match heads {
        Some(heads) if heads[block.index()] => BlockId::ENTRY.index(),
        _ => block.index(),
    };
    let mut at_entry: Vec<Option<Vec<bool>>> = vec![None; code.blocks.len()];
    at_entry[slot(BlockId::ENTRY)] = Some(at_start);
    let mut too_early = vec![false; body.locals.len()];
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &block in &order {
            let Some(mut assigned) = at_entry[slot(block)].clone() else { continue };
            let straight = &code.blocks[block];
            let mut see = |local: Local, mention: Mention| {
                let is_assigned = &mut assigned[local.index()];
                match mention {
                    Mention::Assign => *is_assigned = true,
                    // Nobody has to write down a result of the unit type.
                    Mention::Return if body.locals[local].ty == Ty::UNIT => {}
                    _ => too_early[local.index()] |= !*is_assigned,
                }
                if mention == Mention::Move && is_moved_from(local) {
                    *is_assigned = false;
                }
            };
            straight.statements.iter().for_each(|(_, statement)| in_statement(statement, &mut see));
            if !matches!(straight.ending, Ending::Goto(_)) {
                in_terminator(&straight.terminator, &mut see);
            }
            let unwound = match (&straight.ending, &straight.terminator) {
                (Ending::Attempt { unwound, .. }, Terminator::Call(call)) => Some((*unwound, &call.dest)),
                _ => None,
            };
            for next in straight.ending.successors() {
                let mut known = assigned.clone();
                // What a call did not return was not assigned.
                if let Some((block, dest)) = unwound
                    && block == next
                    && let Some(local) = dest.as_local()
                {
                    known[local.index()] = false;
                }
                let entry = &mut at_entry[slot(next)];
                match entry {
                    None => {
                        *entry = Some(known);
                        has_changed = true;
                    }
                    Some(entry) => {
                        for (entry, known) in entry.iter_mut().zip(known) {
                            has_changed |= *entry && !known;
                            *entry &= known;
                        }
                    }
                }
            }
        }
    }
    too_early
}

/// A variable's declaration at an assignment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Declaration {
    pub local: Local,
    pub is_mut: bool,
}

/// A step of a block, as [`Node::Step`] has it.
pub(super) type StepAt = (BlockId, usize);

/// The assignments that declare their variables: each is before every other mention in the text, and in a scope that
/// has all of them. What is pointed to is declared in the function's own scope, because it must live as long.
pub(super) fn declarations(
    nodes: &[Node],
    code: &Code,
    body: &Body,
    forms: &[Form],
) -> FxHashMap<StepAt, Declaration> {
    let mut walk = Walk { code, parents: vec![0], seen: vec![Vec::new(); body.locals.len()] };
    walk.nodes(nodes, 0);
    let mut declarations = FxHashMap::default();
    for (local, seen) in body.locals.ids().zip(&walk.seen) {
        let is_parameter = local != Local::RETURN && body.is_signature_local(local);
        let is_variable = matches!(forms[local.index()], Form::Variable { .. });
        let [first, rest @ ..] = &**seen else { continue };
        let (Mention::Assign, Some(step), false, true) =
            (first.mention, first.step, is_parameter, is_variable)
        else {
            continue;
        };
        let is_borrowed = rest.iter().any(|seen| seen.mention == Mention::Borrow);
        let is_in_scope = rest.iter().all(|seen| walk.is_within(seen.scope, first.scope));
        if is_in_scope && (first.scope == 0 || !is_borrowed) {
            let is_mut = rest.iter().any(|seen| seen.mention.needs_mut());
            declarations.insert(step, Declaration { local, is_mut });
        }
    }
    declarations
}

/// Whether anything of this kind is done with a local.
pub(super) fn is_mentioned(code: &Code, local: Local, is_so: impl Fn(Mention) -> bool) -> bool {
    let mut is_mentioned = false;
    let mut see = |seen: Local, mention: Mention| is_mentioned |= seen == local && is_so(mention);
    for block in code.order() {
        let straight = &code.blocks[block];
        straight.statements.iter().for_each(|(_, statement)| in_statement(statement, &mut see));
        in_terminator(&straight.terminator, &mut see);
    }
    is_mentioned
}

#[derive(Copy, Clone)]
struct Seen {
    scope: usize,
    /// The step that assigns it as a whole.
    step: Option<StepAt>,
    mention: Mention,
}

/// Collects the mentions of locals in the order of the text, with the scope that each is in.
struct Walk<'c> {
    code: &'c Code,
    /// Each scope's parent; the function's own is its own.
    parents: Vec<usize>,
    seen: Vec<Vec<Seen>>,
}

impl Walk<'_> {
    fn is_within(&self, mut scope: usize, outer: usize) -> bool {
        while scope > outer {
            scope = self.parents[scope];
        }
        scope == outer
    }

    fn in_scope_of_its_own(&mut self, nodes: &[Node], parent: usize) {
        let scope = self.parents.len();
        self.parents.push(parent);
        self.nodes(nodes, scope);
    }

    fn nodes(&mut self, nodes: &[Node], scope: usize) {
        for node in nodes {
            match node {
                Node::Step(block, position) => self.step(*block, *position, scope),
                Node::If { at, then, otherwise } => {
                    self.terminator(*at, scope);
                    self.in_scope_of_its_own(then, scope);
                    self.in_scope_of_its_own(otherwise, scope);
                }
                Node::Match { at, arms, otherwise } => {
                    self.terminator(*at, scope);
                    arms.iter().for_each(|(_, arm)| self.in_scope_of_its_own(arm, scope));
                    self.in_scope_of_its_own(otherwise, scope);
                }
                Node::Attempt { at, returned, unwound } => {
                    if returned.is_empty() && diverges(unwound) {
                        // Its result is assigned behind it.
                        self.in_scope_of_its_own(unwound, scope);
                        self.terminator(*at, scope);
                    } else {
                        let inner = self.parents.len();
                        self.parents.push(scope);
                        self.terminator(*at, inner);
                        self.nodes(returned, inner);
                        self.in_scope_of_its_own(unwound, scope);
                    }
                }
                Node::Loop { body, .. } | Node::Labeled { body, .. } => self.in_scope_of_its_own(body, scope),
                Node::Machine { arms } => {
                    arms.iter().for_each(|(_, arm)| self.in_scope_of_its_own(arm, scope));
                }
                Node::End(block) => self.terminator(*block, scope),
                Node::Break(_) | Node::Continue(_) | Node::Jump(_) => {}
            }
        }
    }

    fn step(&mut self, block: BlockId, position: usize, scope: usize) {
        match self.code.blocks[block].statements.get(position) {
            Some((_, statement)) => {
                let step = Some((block, position));
                let seen = &mut self.seen;
                in_statement(statement, &mut |local, mention| {
                    seen[local.index()].push(Seen { scope, step, mention });
                });
            }
            None => self.terminator(block, scope),
        }
    }

    fn terminator(&mut self, block: BlockId, scope: usize) {
        let straight = &self.code.blocks[block];
        let step = Some((block, straight.statements.len()));
        let seen = &mut self.seen;
        in_terminator(&straight.terminator, &mut |local, mention| {
            seen[local.index()].push(Seen { scope, step, mention });
        });
    }
}
