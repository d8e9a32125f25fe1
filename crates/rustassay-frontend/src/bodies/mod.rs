//! Bodies of crates as bodies of the model, instantiated for the arguments of one instance.

mod asserts;
mod calls;
mod retags;
mod rvalues;
mod storage;
mod terminators;

pub(crate) use calls::call;

use crate::context::{Cx, IntoStep};
use crate::spans::BodySpans;
use retags::{DerefTemps, RetaggedBoxes};
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{BlockId, Elem, IdVec, Projection, VariantId};
use rustc_hash::FxHashMap;
use storage::UnseenStorage;

/// How callers hand over the arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arguments {
    /// As the body takes them.
    AsDeclared,
    /// All but the first in one tuple, which the body of a closure does not know of.
    Tupled,
}

/// A body on its way into the model.
pub(crate) struct Lowering<'a, 'b> {
    pub(super) cx: &'a mut Cx<'b>,
    pub(super) source: &'a Body,
    pub(super) args: &'a Args,
    arguments: Arguments,
    /// Whether the first argument leads to a coroutine.
    has_coroutine: bool,
    deref_temps: DerefTemps,
    unseen_storage: UnseenStorage,
    retagged_boxes: RetaggedBoxes,
    /// The types of the source, lowered.
    types: FxHashMap<Ty, (Ty, mir::Ty)>,
    pub(super) locals: IdVec<mir::Local, mir::LocalDecl>,
    /// The finished blocks, those of the source first.
    blocks: Vec<Option<mir::Block>>,
    spans: BodySpans,
    /// What the block that is being lowered has so far.
    pub(super) statements: Vec<mir::Statement>,
    statement_spans: Vec<Span>,
    /// Where the statement that is being lowered stands.
    pub(super) span: Span,
}

impl<'b> Cx<'b> {
    /// Lowers a body for the arguments of its parameters.
    pub(crate) fn lower_body(
        &mut self,
        source: &Body,
        args: &Args,
        arguments: Arguments,
    ) -> Step<(mir::Body, BodySpans)> {
        let mut lowering = Lowering {
            cx: self,
            source,
            args,
            arguments,
            has_coroutine: false,
            deref_temps: DerefTemps::of(source),
            unseen_storage: UnseenStorage::of(source),
            retagged_boxes: RetaggedBoxes::default(),
            types: FxHashMap::default(),
            locals: IdVec::new(),
            blocks: Vec::new(),
            spans: BodySpans::default(),
            statements: Vec::new(),
            statement_spans: Vec::new(),
            span: source.span,
        };
        lowering.run()?;
        let lowered = lowering.finish()?;
        self.evaluate_required(source, args)?;
        Ok(lowered)
    }

    /// Evaluates the constants that a body requires, also in blocks that never run: a compiler that makes code of the body does so,
    /// and rejects the program if one fails.
    fn evaluate_required(&mut self, source: &Body, args: &Args) -> Step<()> {
        for required in &source.required_consts {
            if let mir::Const::Block(value) = self.lower_const(&required.constant, args)?
                && let mir::ConstExpr::Call(id) = *value
            {
                self.machine.evaluate(id)?;
            }
        }
        Ok(())
    }
}

impl<'b> Lowering<'_, 'b> {
    fn run(&mut self) -> Step<()> {
        self.lower_locals()?;
        self.has_coroutine = self.finds_coroutine()?;
        let offset = self.block_offset();
        self.blocks.resize(self.source.basic_blocks.len() + offset, None);
        self.spans.blocks.resize(self.blocks.len(), Vec::new());
        if self.arguments == Arguments::Tupled {
            self.unpack_arguments();
        }
        for (n, block) in self.source.basic_blocks.iter().enumerate() {
            for statement in &block.statements {
                self.span = statement.source_info.span;
                self.lower_statement(statement)?;
            }
            self.span = block.terminator.source_info.span;
            let terminator = self.lower_terminator(block)?;
            self.end_block(BlockId((n + offset) as u32), block.is_cleanup, terminator);
        }
        Ok(())
    }

    fn finish(self) -> Step<(mir::Body, BodySpans)> {
        let blocks = self.blocks.into_iter().collect::<Option<Vec<_>>>();
        let Some(blocks) = blocks else { return unsupported("a body with blocks that are not there") };
        let arg_count = match self.arguments {
            Arguments::AsDeclared => self.source.arg_count,
            Arguments::Tupled => 2,
        };
        let body =
            mir::Body { locals: self.locals, arg_count, debug: Vec::new(), blocks: IdVec::from(blocks) };
        Ok((body, self.spans))
    }

    /// How many blocks of ours come before those of the source.
    fn block_offset(&self) -> usize {
        usize::from(self.arguments == Arguments::Tupled)
    }

    pub(super) fn block(&self, block: BasicBlock) -> BlockId {
        BlockId(block.0 + self.block_offset() as u32)
    }

    /// The local of the model; a tuple of arguments comes after the closure itself.
    pub(super) fn local(&self, local: Local) -> mir::Local {
        match self.arguments {
            Arguments::Tupled if local.0 >= 2 => mir::Local(local.0 + 1),
            _ => mir::Local(local.0),
        }
    }

    fn lower_locals(&mut self) -> Step<()> {
        let source = self.source;
        for (n, local) in source.local_decls.iter().enumerate() {
            if n == 2 && self.arguments == Arguments::Tupled {
                self.declare_tuple()?;
            }
            let ty = self.ty(local.ty)?;
            if !self.cx.machine.program.types.is_sized(ty) {
                return unsupported("a local of a type without a size");
            }
            self.locals.push(mir::LocalDecl::new(ty));
        }
        if source.local_decls.len() <= 2 && self.arguments == Arguments::Tupled {
            self.declare_tuple()?;
        }
        for info in &source.var_debug_info {
            if let VarDebugInfoContents::Place(place) = &info.value
                && place.projection.is_empty()
            {
                let local = self.local(place.local);
                if local.0 != 0 && local.0 < self.locals.len() as u32 {
                    self.locals[local].name = Some((&*info.name).into());
                }
            }
        }
        Ok(())
    }

    /// The tuple in which a closure gets its arguments.
    fn declare_tuple(&mut self) -> Step<()> {
        let source = self.source;
        let inputs = source.local_decls.iter().take(source.arg_count + 1).skip(2);
        let types = inputs.map(|local| self.ty(local.ty)).collect::<Step<Vec<_>>>()?;
        let tuple = self.cx.machine.program.types.tuple(&types);
        self.locals.push(mir::LocalDecl::new(tuple));
        Ok(())
    }

    /// The first block of a closure's body: takes the tuple of arguments apart.
    fn unpack_arguments(&mut self) {
        for n in 0..self.source.arg_count.saturating_sub(1) as u32 {
            let from = mir::Operand::Move(mir::Place::from(mir::Local(2)).field(n));
            let to = mir::Place::from(mir::Local(n + 3));
            self.push(mir::Statement::Assign(to, mir::Rvalue::UseWithoutRetag(from)));
        }
        self.end_block(BlockId::ENTRY, false, mir::Terminator::Goto(BlockId(1)));
    }

    /// Adds a statement to the block that is being lowered.
    pub(super) fn push(&mut self, statement: mir::Statement) {
        self.statements.push(statement);
        self.statement_spans.push(self.span);
    }

    /// Ends the block that is being lowered.
    fn end_block(&mut self, id: BlockId, is_cleanup: bool, terminator: mir::Terminator) {
        let statements = std::mem::take(&mut self.statements);
        let mut spans = std::mem::take(&mut self.statement_spans);
        spans.push(self.span);
        let at = id.0 as usize;
        self.blocks[at] = Some(mir::Block { name: None, is_cleanup, statements, terminator });
        self.spans.blocks[at] = spans;
    }

    /// Adds a block without statements after those of the source.
    pub(super) fn add_block(&mut self, is_cleanup: bool, terminator: mir::Terminator) -> BlockId {
        let id = BlockId(self.blocks.len() as u32);
        self.blocks.push(Some(mir::Block { is_cleanup, ..mir::Block::new(terminator) }));
        self.spans.blocks.push(vec![self.span]);
        id
    }

    /// A local of ours.
    pub(super) fn new_local(&mut self, ty: mir::Ty) -> mir::Local {
        self.locals.push(mir::LocalDecl::new(ty))
    }

    /// A type of the source, ground.
    pub(super) fn ground(&mut self, ty: Ty) -> Step<Ty> {
        if let Some(&(ground, _)) = self.types.get(&ty) {
            return Ok(ground);
        }
        self.cx.ground(ty, self.args)
    }

    /// A type of the source, as one of the model.
    pub(super) fn ty(&mut self, ty: Ty) -> Step<mir::Ty> {
        if let Some(&(_, lowered)) = self.types.get(&ty) {
            return Ok(lowered);
        }
        let ground = self.cx.ground(ty, self.args)?;
        let lowered = self.cx.lower_ty(ground)?;
        self.types.insert(ty, (ground, lowered));
        Ok(lowered)
    }

    /// The ADT of the model that a type of the source is.
    pub(super) fn adt(&mut self, ty: Ty) -> Step<mir::AdtId> {
        let lowered = self.ty(ty)?;
        match *self.cx.machine.program.types.kind(lowered) {
            mir::TyKind::Adt(adt) => Ok(adt),
            _ => unsupported("an aggregate of a type that is no ADT"),
        }
    }

    fn lower_statement(&mut self, statement: &Statement) -> Step<()> {
        let lowered = match &statement.kind {
            StatementKind::Assign(place, rvalue) => {
                self.note_box_pointer(place, rvalue)?;
                let rvalue = match rvalue {
                    Rvalue::Use(operand, _) if self.deref_temps.contains(place) => {
                        mir::Rvalue::UseWithoutRetag(self.operand(operand)?)
                    }
                    _ => self.lower_rvalue(rvalue)?,
                };
                mir::Statement::Assign(self.place(place)?, rvalue)
            }
            StatementKind::SetDiscriminant { place, variant_index } => {
                mir::Statement::SetDiscriminant(self.place(place)?, VariantId(*variant_index))
            }
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local)
                if self.unseen_storage.contains(*local) =>
            {
                return Ok(());
            }
            StatementKind::StorageLive(local) => mir::Statement::StorageLive(self.local(*local)),
            StatementKind::StorageDead(local) => mir::Statement::StorageDead(self.local(*local)),
            StatementKind::Assume(operand) => mir::Statement::Assume(self.operand(operand)?),
            StatementKind::CopyNonOverlapping { src, dst, count } => {
                mir::Statement::CopyNonOverlapping(Box::new([
                    self.operand(src)?,
                    self.operand(dst)?,
                    self.operand(count)?,
                ]))
            }
            // Without a pointer on the way nothing can be wrong with it.
            StatementKind::PlaceMention(place) if !place.projection.contains(&ProjectionElem::Deref) => {
                return Ok(());
            }
            StatementKind::PlaceMention(place) => {
                // Nothing is read, but the way there has to be right, as it is for a pointer.
                let ty = self.place_ty(place.local, &place.projection)?;
                let pointer = self.cx.mk(TyKind::RawPtr(ty, Mutability::Not));
                let pointer = self.cx.lower_ty(pointer)?;
                let pointer = mir::Place::from(self.new_local(pointer));
                mir::Statement::Assign(pointer, mir::Rvalue::FakeRawPtr(self.place(place)?))
            }
            // Every typed copy retags, so that statements need not say it.
            StatementKind::Retag(..) | StatementKind::Nop => return Ok(()),
        };
        self.push(lowered);
        Ok(())
    }

    /// A place.
    pub(super) fn place(&mut self, place: &Place) -> Step<mir::Place> {
        let mut projection = Projection::new();
        for (n, elem) in place.projection.iter().enumerate() {
            let step = match *elem {
                ProjectionElem::Deref => Elem::Deref,
                ProjectionElem::Field(field, _) => {
                    let is_state = matches!(
                        n.checked_sub(1).map(|before| &place.projection[before]),
                        Some(ProjectionElem::Downcast(_))
                    );
                    if !is_state && self.is_coroutine(place, n)? {
                        // What it has captured is where its first state has it.
                        projection.push(Elem::Downcast(VariantId::ONLY));
                    }
                    Elem::Field(mir::FieldId(field))
                }
                ProjectionElem::Index(local) => Elem::Index(self.local(local)),
                ProjectionElem::ConstantIndex { offset, from_end, .. } => {
                    Elem::ConstantIndex { offset: offset as u32, from_end }
                }
                ProjectionElem::Subslice { from, to, from_end } => {
                    // No local may have the type of a part that is dropped or moved out of an array.
                    let part = self.place_ty(place.local, &place.projection[..=n])?;
                    self.cx.lower_ty(part)?;
                    Elem::Subslice { from: from as u32, to: to as u32, from_end }
                }
                ProjectionElem::Downcast(variant) => Elem::Downcast(VariantId(variant)),
                ProjectionElem::OpaqueCast(_) | ProjectionElem::UnwrapUnsafeBinder(_) => continue,
            };
            projection.push(step);
        }
        Ok(mir::Place { local: self.local(place.local), projection })
    }

    /// Whether the first `len` steps of a place lead to a coroutine.
    fn is_coroutine(&mut self, place: &Place, len: usize) -> Step<bool> {
        // Only the bodies of coroutines look into one, and their first argument leads to it.
        if !self.has_coroutine || place.local != Local(1) {
            return Ok(false);
        }
        let ty = self.place_ty(place.local, &place.projection[..len])?;
        Ok(matches!(&*self.cx.kind(ty), TyKind::Coroutine(..)))
    }

    /// Whether the first argument is a coroutine, or a pointer to one, pinned or not.
    fn finds_coroutine(&mut self) -> Step<bool> {
        let Some(first) = self.source.local_decls.get(1) else { return Ok(false) };
        let mut ty = self.ground(first.ty)?;
        loop {
            ty = match &*self.cx.kind(ty) {
                TyKind::Coroutine(..) => return Ok(true),
                TyKind::Ref(pointee, _) | TyKind::RawPtr(pointee, _) => *pointee,
                TyKind::Adt(def, args) if self.cx.is_lang_item(*def, "Pin")? => self.cx.self_ty(args)?,
                _ => return Ok(false),
            };
        }
    }

    /// The type of a place of the source, ground.
    pub(super) fn place_ty(&mut self, local: Local, projection: &[ProjectionElem]) -> Step<Ty> {
        // A field says its type, so that nothing before the last one matters.
        let last = projection.iter().rposition(|elem| {
            matches!(
                elem,
                ProjectionElem::Field(..)
                    | ProjectionElem::OpaqueCast(_)
                    | ProjectionElem::UnwrapUnsafeBinder(_)
            )
        });
        let (mut ty, rest) = match last.map(|at| (&projection[at], &projection[at + 1..])) {
            Some((
                ProjectionElem::Field(_, ty)
                | ProjectionElem::OpaqueCast(ty)
                | ProjectionElem::UnwrapUnsafeBinder(ty),
                rest,
            )) => (self.ground(*ty)?, rest),
            _ => match self.source.local_decls.get(local.0 as usize) {
                Some(decl) => (self.ground(decl.ty)?, projection),
                None => return unsupported("a place in a local that is not there"),
            },
        };
        for elem in rest {
            ty = match (elem, &*self.cx.kind(ty)) {
                (ProjectionElem::Deref, TyKind::Ref(pointee, _) | TyKind::RawPtr(pointee, _)) => *pointee,
                (ProjectionElem::Deref, TyKind::Adt(_, args)) => self.cx.self_ty(args)?,
                (
                    ProjectionElem::Index(_) | ProjectionElem::ConstantIndex { .. },
                    TyKind::Array(element, _) | TyKind::Slice(element),
                ) => *element,
                (ProjectionElem::Subslice { from, to, from_end }, TyKind::Array(element, len)) => {
                    let len = self.cx.array_len(*len)?;
                    let to = if *from_end { len.saturating_sub(*to) } else { *to };
                    let len = self.cx.usize_const(to.saturating_sub(*from));
                    self.cx.mk(TyKind::Array(*element, len))
                }
                (ProjectionElem::Subslice { .. } | ProjectionElem::Downcast(_), _) => ty,
                _ => return unsupported("a place that is not well-typed"),
            };
        }
        Ok(ty)
    }

    /// The type of an operand of the source, ground.
    pub(super) fn operand_ty(&mut self, operand: &Operand) -> Step<Ty> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.place_ty(place.local, &place.projection),
            Operand::Constant(constant) => {
                let ty = match &constant.constant {
                    MirConst::Ty(ty, _) | MirConst::Unevaluated { ty, .. } | MirConst::Val(_, ty) => *ty,
                };
                self.ground(ty)
            }
            Operand::RuntimeChecks(_) => Ok(self.cx.mk(TyKind::Bool)),
        }
    }

    /// An operand.
    pub(super) fn operand(&mut self, operand: &Operand) -> Step<mir::Operand> {
        Ok(match operand {
            Operand::Copy(place) => mir::Operand::Copy(self.place(place)?),
            Operand::Move(place) => mir::Operand::Move(self.place(place)?),
            Operand::Constant(constant) => {
                mir::Operand::Const(self.cx.lower_const(&constant.constant, self.args)?)
            }
            // The machine makes the checks that the library would make, and more.
            Operand::RuntimeChecks(RuntimeChecks::UbChecks | RuntimeChecks::ContractChecks) => {
                mir::Operand::Const(mir::Const::Bool(false))
            }
            Operand::RuntimeChecks(RuntimeChecks::OverflowChecks) => {
                mir::Operand::Const(mir::Const::Bool(self.cx.front.checks_overflow))
            }
        })
    }

    /// The address of what the running thread has of a thread-local static.
    pub(super) fn thread_local(&mut self, def: DefId) -> Step<mir::Rvalue> {
        let id = self.cx.static_id(def)?;
        let ty = self.cx.crates().type_of(def).step()?;
        let ty = self.cx.ground(ty, &[])?;
        let is_mutable =
            matches!(self.cx.crates().def_kind(def).step()?, DefKind::Static { mutable: true, .. });
        let pointer = match is_mutable {
            true => TyKind::RawPtr(ty, Mutability::Mut),
            false => TyKind::Ref(ty, Mutability::Not),
        };
        let pointer = self.cx.mk(pointer);
        Ok(mir::Rvalue::ThreadLocalRef(self.cx.lower_ty(pointer)?, id))
    }
}
