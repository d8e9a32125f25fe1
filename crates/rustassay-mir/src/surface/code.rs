//! A body as the translation sees it: what only MIR can say is folded into what surface Rust says, and what has no
//! meaning there is left out.

use super::locals::{in_statement, in_terminator};
use super::{Result, Untranslatable};
use crate::model::{
    AdtKind, At, BlockId, Elem, FieldId, FnId, Function, Id, IdVec, ItemId, Local, Operand, Part, Place,
    Program, Rvalue, Statement, SwitchTargets, Terminator, Ty, TyKind, Types, UnwindAction, VariantId,
};
use smallvec::SmallVec;

/// A body, ready to be translated. Blocks have the numbers that they have in the body.
pub(super) struct Code {
    pub blocks: IdVec<BlockId, Straight>,
}

/// A block: statements, and how it ends.
pub(super) struct Straight {
    /// The statements, each with its position in the body's block.
    pub statements: Vec<(usize, Statement)>,
    pub terminator: Terminator,
    /// The terminator's position in the body's block.
    pub end: usize,
    pub ending: Ending,
}

/// The shape of a terminator.
pub(super) enum Ending {
    Goto(BlockId),
    /// A call or drop, after which there is one way to go on.
    Step(BlockId),
    If {
        then: BlockId,
        otherwise: BlockId,
    },
    /// Values that go to the same block are one arm.
    Match {
        arms: Vec<(Vec<u128>, BlockId)>,
        otherwise: BlockId,
    },
    /// A call or drop whose panics are cleaned up after.
    Attempt {
        returned: BlockId,
        unwound: BlockId,
    },
    /// The function ends, one way or the other.
    End,
}

impl Ending {
    pub fn successors(&self) -> SmallVec<[BlockId; 4]> {
        match self {
            Ending::Goto(target) | Ending::Step(target) => [*target].into_iter().collect(),
            Ending::If { then, otherwise } => [*then, *otherwise].into_iter().collect(),
            Ending::Match { arms, otherwise } => {
                arms.iter().map(|&(_, target)| target).chain([*otherwise]).collect()
            }
            Ending::Attempt { returned, unwound } => [*returned, *unwound].into_iter().collect(),
            Ending::End => SmallVec::new(),
        }
    }

    /// The block that always comes next.
    pub fn only_successor(&self) -> Option<BlockId> {
        match self {
            Ending::Goto(target) | Ending::Step(target) => Some(*target),
            _ => None,
        }
    }
}

impl Code {
    /// The body of a function.
    pub fn of(program: &Program, types: &mut Types, id: FnId) -> Result<Code> {
        let function = &program.functions[id];
        let mut fold = Fold { program, types, id, function };
        let blocks: Result<Vec<Straight>> =
            function.body.blocks.ids().map(|block| fold.block(block)).collect();
        let code = Code { blocks: blocks?.into() };
        match code.has_all_that_it_names(function) {
            true => Ok(code),
            false => {
                let what = "a local or block that is not there";
                Err(Untranslatable::new(program, what, At::Item(ItemId::Fn(id))))
            }
        }
    }

    fn has_all_that_it_names(&self, function: &Function) -> bool {
        let locals = &function.body.locals;
        let mut has_all = !self.blocks.is_empty() && locals.len() > function.body.arg_count;
        let mut see = |local: Local, _| has_all &= locals.get(local).is_some();
        for block in &self.blocks {
            block.statements.iter().for_each(|(_, statement)| in_statement(statement, &mut see));
            in_terminator(&block.terminator, &mut see);
        }
        let mut targets = self.blocks.iter().flat_map(|block| block.ending.successors());
        has_all && targets.all(|target| self.blocks.get(target).is_some())
    }

    /// The blocks that can be reached, in reverse postorder.
    pub fn order(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut postorder = Vec::new();
        let mut path = vec![(BlockId::ENTRY, self.blocks[BlockId::ENTRY].ending.successors())];
        seen[BlockId::ENTRY.index()] = true;
        while let Some((block, rest)) = path.last_mut() {
            // The first successor is looked at last, so that it comes first.
            match rest.pop() {
                Some(next) => {
                    if !std::mem::replace(&mut seen[next.index()], true) {
                        path.push((next, self.blocks[next].ending.successors()));
                    }
                }
                None => {
                    postorder.push(*block);
                    path.pop();
                }
            }
        }
        postorder.reverse();
        postorder
    }
}

struct Fold<'p> {
    program: &'p Program,
    types: &'p mut Types,
    id: FnId,
    function: &'p Function,
}

impl Fold<'_> {
    fn block(&mut self, id: BlockId) -> Result<Straight> {
        let block = &self.function.body.blocks[id];
        let mut statements = Vec::with_capacity(block.statements.len());
        for (position, statement) in block.statements.iter().enumerate() {
            match statement {
                // A local is memory of its own from the first use to the last, and there is no use outside of its storage:
                // that would be Undefined Behavior. A reference is reborrowed by surface Rust wherever it is used.
                Statement::StorageLive(_) | Statement::StorageDead(_) | Statement::Retag(_) => {}
                Statement::SetDiscriminant(place, variant) => {
                    let at = At::Statement(self.id, id, position, Part::Whole);
                    let whole = self.set_discriminant(place, *variant, &mut statements, at)?;
                    statements.extend(whole.map(|statement| (position, statement)));
                }
                other => statements.push((position, other.clone())),
            }
        }
        let end = block.statements.len();
        let at = At::Statement(self.id, id, end, Part::Whole);
        let mut terminator = block.terminator.clone();
        match &mut terminator {
            Terminator::Call(call) => self.leave_out_cleanup(&mut call.unwind),
            Terminator::Drop { unwind, .. } => self.leave_out_cleanup(unwind),
            _ => {}
        }
        let ending = self.ending(&terminator, at)?;
        Ok(Straight { statements, terminator, end, ending })
    }

    /// `SetDiscriminant`, together with the assignments of the variant's fields before it: the enum as a whole.
    ///
    /// Surface Rust cannot change an enum's variant and leave its fields alone, nor write the fields first.
    fn set_discriminant(
        &self,
        place: &Place,
        variant: VariantId,
        before: &mut Vec<(usize, Statement)>,
        at: At,
    ) -> Result<Option<Statement>> {
        let untranslatable = |what: &str| Untranslatable::new(self.program, what, at);
        let ty = self.types.place_ty(&self.function.body.locals, place);
        let Some(&TyKind::Adt(adt)) = ty.map(|ty| self.types.kind(ty)) else {
            return Err(untranslatable("a discriminant of what is no enum"));
        };
        let def = &self.types.adts[adt];
        let Some(fields) = def.variants.get(variant).map(|variant| variant.fields.len()) else {
            return Err(untranslatable("a discriminant of no variant"));
        };
        let mut values = vec![None; fields];
        for (_, statement) in before.iter().rev().take(fields) {
            if let Some((field, value)) = field_of_variant(statement, place, variant)
                && let Some(slot @ None) = values.get_mut(field.index())
            {
                *slot = Some(value.clone());
            }
        }
        match values.into_iter().collect::<Option<Vec<Operand>>>() {
            Some(values) => {
                before.truncate(before.len() - fields);
                Ok(Some(Statement::Assign(place.clone(), Rvalue::Adt(adt, variant, None, values))))
            }
            // The only variant needs no discriminant.
            None if def.kind == AdtKind::Enum && def.variants.len() == 1 => Ok(None),
            None => Err(untranslatable("a discriminant that is set apart from the fields of its variant")),
        }
    }

    /// A cleanup that does nothing is none.
    fn leave_out_cleanup(&self, unwind: &mut UnwindAction) {
        let UnwindAction::Cleanup(cleanup) = *unwind else { return };
        let Some(block) = self.function.body.blocks.get(cleanup) else { return };
        let does_nothing = |statement: &Statement| {
            matches!(statement, Statement::StorageLive(_) | Statement::StorageDead(_) | Statement::Retag(_))
        };
        if block.statements.iter().all(does_nothing) && block.terminator == Terminator::UnwindResume {
            *unwind = UnwindAction::Continue;
        }
    }

    fn ending(&mut self, terminator: &Terminator, at: At) -> Result<Ending> {
        Ok(match terminator {
            Terminator::Goto(target) => Ending::Goto(*target),
            Terminator::Switch(operand, targets) => self.switch(operand, targets),
            Terminator::Drop { place, target, unwind } => {
                let ty = self.types.place_ty(&self.function.body.locals, place);
                if !ty.is_some_and(|ty| self.types.needs_drop(ty)) {
                    return Ok(Ending::Goto(*target));
                }
                if !self.function.phase.is_runtime() {
                    let what =
                        "a drop that depends on what was moved: the body is from before drop elaboration";
                    return Err(Untranslatable::new(self.program, what, at));
                }
                step(*target, *unwind)
            }
            Terminator::Call(call) => step(call.target, call.unwind),
            Terminator::Return
            | Terminator::Unreachable
            | Terminator::TailCall(..)
            | Terminator::UnwindResume
            | Terminator::UnwindTerminate(_) => Ending::End,
        })
    }

    fn switch(&mut self, operand: &Operand, targets: &SwitchTargets) -> Ending {
        let otherwise = targets.otherwise;
        let ty = self.program.items().operand_ty(self.types, &self.function.body.locals, operand);
        if ty == Some(Ty::BOOL) {
            let target = |value| {
                let found = targets.values.iter().find(|&&(known, _)| known == value);
                found.map_or(otherwise, |&(_, target)| target)
            };
            let (then, otherwise) = (target(1), target(0));
            return if then == otherwise { Ending::Goto(then) } else { Ending::If { then, otherwise } };
        }
        let mut arms: Vec<(Vec<u128>, BlockId)> = Vec::new();
        for &(value, target) in targets.values.iter().filter(|&&(_, target)| target != otherwise) {
            match arms.iter_mut().find(|(_, known)| *known == target) {
                Some((values, _)) => values.push(value),
                None => arms.push((vec![value], target)),
            }
        }
        if arms.is_empty() { Ending::Goto(otherwise) } else { Ending::Match { arms, otherwise } }
    }
}

fn step(target: BlockId, unwind: UnwindAction) -> Ending {
    match unwind {
        UnwindAction::Cleanup(unwound) => Ending::Attempt { returned: target, unwound },
        UnwindAction::Continue | UnwindAction::Unreachable | UnwindAction::Terminate(_) => {
            Ending::Step(target)
        }
    }
}

/// The field of `place` as `variant` that a statement assigns, and the value, if that may as well be read later.
fn field_of_variant<'s>(
    statement: &'s Statement,
    place: &Place,
    variant: VariantId,
) -> Option<(FieldId, &'s Operand)> {
    let Statement::Assign(to, Rvalue::Use(value)) = statement else { return None };
    let (steps, last) = to.projection.split_at_checked(place.projection.len())?;
    let &[Elem::Downcast(found), Elem::Field(field)] = last else { return None };
    let is_apart = |from: &Place| from.local != place.local && !from.projection.contains(&Elem::Deref);
    let is_field = to.local == place.local && *steps == *place.projection && found == variant;
    (is_field && value.place().is_none_or(is_apart)).then_some((field, value))
}
