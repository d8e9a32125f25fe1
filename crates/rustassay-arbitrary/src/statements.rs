//! Statements and rvalues.

use crate::Draft;
use crate::body::BodyDraft;
use crate::{PlannedFn, facts};
use rustassay_mir::model::*;

/// Makes one statement, if the body has what it takes.
type MakeStatement = fn(&mut BodyDraft) -> Option<Statement>;

/// The statements.
const STATEMENTS: &[(usize, MakeStatement)] = &[
    (30, BodyDraft::assign),
    (2, BodyDraft::set_discriminant),
    (2, BodyDraft::storage_live),
    (2, BodyDraft::storage_dead),
    (1, BodyDraft::assume),
    (1, BodyDraft::retag),
];

/// Makes one rvalue, if the body has what it takes.
type MakeRvalue = fn(&mut BodyDraft) -> Option<Rvalue>;

/// The rvalues.
const RVALUES: &[(usize, MakeRvalue)] = &[
    (5, BodyDraft::use_operand),
    (2, BodyDraft::repeat),
    (4, BodyDraft::borrow),
    (4, BodyDraft::raw_borrow),
    (5, BodyDraft::as_cast),
    (4, BodyDraft::transmute),
    (2, BodyDraft::ptr_to_ptr),
    (2, BodyDraft::unsize),
    (6, BodyDraft::arithmetic),
    (3, BodyDraft::shift),
    (4, BodyDraft::bitwise),
    (4, BodyDraft::comparison),
    (2, BodyDraft::offset),
    (3, BodyDraft::checked),
    (3, BodyDraft::not),
    (3, BodyDraft::negate),
    (2, BodyDraft::ptr_metadata),
    (3, BodyDraft::discriminant),
    (3, BodyDraft::tuple),
    (2, BodyDraft::array),
    (6, BodyDraft::adt),
    (1, BodyDraft::copy_for_deref),
];

const ARITHMETIC: [BinOp; 5] = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem];
const BITWISE: [BinOp; 3] = [BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor];

impl BodyDraft {
    /// Adds a statement to the block in the making.
    pub fn add_statement(&mut self) {
        let make = self.draft.rng.row(STATEMENTS);
        if let Some(statement) = make(self) {
            self.statements.push(statement);
        }
    }

    fn assign(&mut self) -> Option<Statement> {
        let make = self.draft.rng.row(RVALUES);
        let rvalue = make(self)?;
        let (types, items) = self.draft.program.types_and_items();
        let ty = items.rvalue_ty(types, &self.body.locals, &rvalue)?;
        Some(Statement::Assign(self.dest_of(ty), rvalue))
    }

    fn set_discriminant(&mut self) -> Option<Statement> {
        let ty = self.ty_where(is_enum)?;
        let variants: Vec<VariantId> = self.draft.program.adt(ty)?.variants.ids().collect();
        let variant = self.draft.rng.pick(&variants)?;
        Some(Statement::SetDiscriminant(self.dest_of(ty), variant))
    }

    fn storage_live(&mut self) -> Option<Statement> {
        self.own_local().map(Statement::StorageLive)
    }

    fn storage_dead(&mut self) -> Option<Statement> {
        self.own_local().map(Statement::StorageDead)
    }

    fn own_local(&mut self) -> Option<Local> {
        let own: Vec<Local> = self.body.locals.ids().skip(1 + self.body.arg_count).collect();
        self.draft.rng.pick(&own)
    }

    fn assume(&mut self) -> Option<Statement> {
        Some(Statement::Assume(self.operand_of(Ty::BOOL)))
    }

    fn retag(&mut self) -> Option<Statement> {
        let ty = self.ty_where(|_, _| true)?;
        Some(Statement::Retag(self.place_of(ty)))
    }

    fn use_operand(&mut self) -> Option<Rvalue> {
        self.operand_where(|_, _| true).map(Rvalue::Use)
    }

    /// Only values that can be copied are repeated.
    fn repeat(&mut self) -> Option<Rvalue> {
        let operand = self.operand_where(|types, ty| types.is_copy(ty) && facts::scalars(types, ty) <= 8)?;
        Some(Rvalue::Repeat(operand, self.draft.rng.below(5) as u64))
    }

    fn borrow(&mut self) -> Option<Rvalue> {
        let spot = self.spot_where(|_, _| true).filter(|spot| !spot.is_packed)?;
        Some(Rvalue::Ref(self.mutability_for(spot.is_writable), spot.place))
    }

    fn raw_borrow(&mut self) -> Option<Rvalue> {
        let spot = self.spot_where(|_, _| true)?;
        Some(Rvalue::RawPtr(self.mutability_for(spot.is_writable), spot.place))
    }

    fn mutability_for(&mut self, is_writable: bool) -> Mutability {
        if is_writable { self.draft.mutability() } else { Mutability::Not }
    }

    /// `as`, but not where it would be a coercion, nor to a type with a lifetime in it: rustc then builds no cast.
    fn as_cast(&mut self) -> Option<Rvalue> {
        let operand = self.operand_where(|types, ty| types.as_cast(ty, Ty::USIZE).is_some())?;
        let from = self.operand_ty(&operand)?;
        let is_const = self.function.is_const;
        let to = self.ty_where(|types, to| {
            let possible = match types.as_cast(from, to) {
                // Addresses are not known while a constant is evaluated.
                Some(AsCast::ExposeProvenance) => !is_const,
                cast => cast.is_some(),
            };
            possible && !coerces(types, from, to) && !facts::mentions_reference(types, to)
        })?;
        Some(Rvalue::Cast(CastKind::As, operand, to))
    }

    fn transmute(&mut self) -> Option<Rvalue> {
        let operand = self.operand_where(|types, ty| facts::size(types, ty).is_some())?;
        let from = self.operand_ty(&operand)?;
        let to = self.ty_where(|types, to| facts::size(types, from) == facts::size(types, to))?;
        Some(Rvalue::Cast(CastKind::Transmute, operand, to))
    }

    fn ptr_to_ptr(&mut self) -> Option<Rvalue> {
        let is_raw = |types: &Types, ty| matches!(types.kind(ty), TyKind::RawPtr(..));
        let operand = self.operand_where(is_raw)?;
        let from = self.operand_ty(&operand)?;
        let to = self.ty_where(|types, to| is_raw(types, to) && types.as_cast(from, to).is_some())?;
        Some(Rvalue::Cast(CastKind::PtrToPtr, operand, to))
    }

    fn unsize(&mut self) -> Option<Rvalue> {
        let points_to_array = |types: &Types, ty| {
            types.pointee(ty).is_some_and(|pointee| matches!(types.kind(pointee), TyKind::Array(..)))
        };
        let operand = self.operand_where(points_to_array)?;
        let from = self.operand_ty(&operand)?;
        let types = &mut self.draft.program.types;
        let element = types.element(types.pointee(from)?)?;
        let slice = types.slice(element);
        let to = match *types.kind(from) {
            TyKind::RawPtr(mutability, _) => types.raw_ptr(mutability, slice),
            TyKind::Ref(mutability, _) => types.reference(mutability, slice),
            _ => types.boxed(slice),
        };
        Some(Rvalue::Cast(CastKind::Unsize, operand, to))
    }

    fn binary(&mut self, ops: &[BinOp], wanted: fn(&Types, Ty) -> bool) -> Option<Rvalue> {
        let ty = self.ty_where(wanted)?;
        let op = self.draft.rng.pick(ops)?;
        Some(Rvalue::Binary(op, self.operand_of(ty), self.operand_of(ty)))
    }

    fn arithmetic(&mut self) -> Option<Rvalue> {
        self.binary(&ARITHMETIC, is_number)
    }

    fn shift(&mut self) -> Option<Rvalue> {
        let op = self.draft.rng.pick(&[BinOp::Shl, BinOp::Shr])?;
        Some(Rvalue::Binary(op, self.operand_where(is_int)?, self.operand_where(is_int)?))
    }

    fn bitwise(&mut self) -> Option<Rvalue> {
        self.binary(&BITWISE, |types, ty| is_int(types, ty) || ty == Ty::BOOL)
    }

    fn comparison(&mut self) -> Option<Rvalue> {
        let ops: Vec<BinOp> = BinOp::INFIX.into_iter().filter(|op| op.is_comparison()).collect();
        // Addresses are not known while a constant is evaluated.
        if !self.function.is_const && self.draft.rng.chance(30) {
            return self
                .binary(&ops, |types, ty| matches!(types.kind(ty), TyKind::RawPtr(..) | TyKind::FnPtr(_)));
        }
        self.binary(&ops, |types, ty| is_number(types, ty) || ty == Ty::BOOL || ty == Ty::CHAR)
    }

    /// `Offset`, which rustc refuses in constants together with comparisons of pointers.
    fn offset(&mut self) -> Option<Rvalue> {
        if self.function.is_const {
            return None;
        }
        let pointer = self.operand_where(|types, ty| match *types.kind(ty) {
            TyKind::RawPtr(_, pointee) => facts::is_thin(types, pointee),
            _ => false,
        })?;
        let count = self.draft.rng.pick(&[Ty::ISIZE, Ty::USIZE])?;
        Some(Rvalue::Binary(BinOp::Offset, pointer, self.operand_of(count)))
    }

    fn checked(&mut self) -> Option<Rvalue> {
        let op = self.draft.rng.pick(&[CheckedOp::Add, CheckedOp::Sub, CheckedOp::Mul])?;
        let ty = self.ty_where(is_int)?;
        Some(Rvalue::Checked(op, self.operand_of(ty), self.operand_of(ty)))
    }

    fn not(&mut self) -> Option<Rvalue> {
        let operand = self.operand_where(|types, ty| is_int(types, ty) || ty == Ty::BOOL)?;
        Some(Rvalue::Unary(UnOp::Not, operand))
    }

    /// The text of a negated literal is a literal, so only places are negated.
    fn negate(&mut self) -> Option<Rvalue> {
        let ty = self.ty_where(|types, ty| match types.kind(ty) {
            TyKind::Int(int) => int.signed(),
            TyKind::Float(_) => true,
            _ => false,
        })?;
        Some(Rvalue::Unary(UnOp::Neg, Operand::Copy(self.place_of(ty))))
    }

    fn ptr_metadata(&mut self) -> Option<Rvalue> {
        let operand =
            self.operand_where(|types, ty| matches!(types.kind(ty), TyKind::RawPtr(..) | TyKind::Ref(..)))?;
        Some(Rvalue::Unary(UnOp::PtrMetadata, operand))
    }

    fn discriminant(&mut self) -> Option<Rvalue> {
        let ty = if self.draft.rng.chance(90) { self.ty_where(is_enum) } else { self.ty_where(is_number) };
        Some(Rvalue::Discriminant(self.place_of(ty?)))
    }

    fn tuple(&mut self) -> Option<Rvalue> {
        let count = self.draft.rng.below(4);
        let operands = (0..count).map(|_| self.operand_where(|types, ty| facts::scalars(types, ty) <= 8));
        Some(Rvalue::Tuple(operands.collect::<Option<_>>()?))
    }

    fn array(&mut self) -> Option<Rvalue> {
        let element = self.ty_where(|types, ty| facts::scalars(types, ty) <= 8)?;
        let count = self.draft.rng.below(4);
        Some(Rvalue::Array(element, (0..count).map(|_| self.operand_of(element)).collect()))
    }

    fn adt(&mut self) -> Option<Rvalue> {
        let ty = self.ty_where(|types, ty| match types.kind(ty) {
            TyKind::Adt(adt) => types.adts[*adt].library().is_none_or(Library::fields_are_public),
            _ => false,
        })?;
        let TyKind::Adt(adt) = *self.types().kind(ty) else { return None };
        let variants: Vec<VariantId> = self.types().adts[adt].variants.ids().collect();
        let variant = self.draft.rng.pick(&variants)?;
        let def = &self.types().adts[adt];
        let is_union = def.kind == AdtKind::Union;
        let fields = def.variants[variant].fields.iter_ids();
        let mut fields: Vec<(FieldId, Ty)> = fields.map(|(id, field)| (id, field.ty)).collect();
        if fields.iter().any(|&(_, ty)| ty == Ty::NEVER) {
            return None;
        }
        if is_union {
            fields = vec![self.draft.rng.pick(&fields)?];
        }
        let field = is_union.then(|| fields[0].0);
        let operands = fields.into_iter().map(|(_, ty)| self.operand_of(ty)).collect();
        Some(Rvalue::Adt(adt, variant, field, operands))
    }

    fn copy_for_deref(&mut self) -> Option<Rvalue> {
        if !self.draft.config.old_constructs {
            return None;
        }
        let ty = self.ty_where(|types, ty| matches!(types.kind(ty), TyKind::RawPtr(..) | TyKind::Ref(..)))?;
        Some(Rvalue::CopyForDeref(self.place_of(ty)))
    }
}

fn is_int(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::Int(_))
}

fn is_number(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::Int(_) | TyKind::Float(_))
}

fn is_enum(types: &Types, ty: Ty) -> bool {
    matches!(*types.kind(ty), TyKind::Adt(adt) if types.adts[adt].kind == AdtKind::Enum)
}

/// Whether surface Rust converts the types without a cast.
fn coerces(types: &Types, from: Ty, to: Ty) -> bool {
    match (types.kind(from), types.kind(to)) {
        (TyKind::RawPtr(Mutability::Mut, a), TyKind::RawPtr(Mutability::Not, b)) => a == b,
        _ => from == to,
    }
}

impl Draft {
    /// A body that is still to be borrow checked: straight-line arithmetic on what is initialized.
    pub(crate) fn plain_body(mut self, function: &PlannedFn) -> (Draft, Body) {
        let sig = &function.sig;
        let mut body = Body::new(&sig.params, sig.ret);
        let mut initialized: Vec<Local> = Vec::new();
        let mut statements = Vec::new();
        let mut boxed = None;
        for local in body.args() {
            match self.program.types.kind(body.locals[local].ty) {
                TyKind::Box(_) => boxed = Some(local),
                _ => initialized.push(local),
            }
        }
        if let Some(boxed) = boxed {
            let local = body.local(sig.ret);
            statements.push(Statement::StorageLive(local));
            statements.push(Statement::Assign(
                local.into(),
                Rvalue::Use(Operand::Copy(Place::from(boxed).deref())),
            ));
            initialized.push(local);
        }
        for _ in 0..self.rng.between(1, self.config.statements.max(1)) {
            let source = self.rng.pick(&initialized).expect("there is an integer parameter");
            let TyKind::Int(int) = *self.program.types.kind(body.locals[source].ty) else {
                unreachable!("only integers are initialized")
            };
            let source = Operand::Copy(source.into());
            let constant = Operand::Const(Const::Int(int, self.int_bits(int)));
            let (rvalue, ty) = match self.rng.below(3) {
                0 => (Rvalue::Binary(BinOp::BitXor, source, constant), Ty::int(int)),
                1 => (Rvalue::Unary(UnOp::Not, source), Ty::int(int)),
                _ => {
                    let to = (0..).map(|_| self.int_ty()).find(|&to| to != int).expect("there are others");
                    (Rvalue::Cast(CastKind::As, source, Ty::int(to)), Ty::int(to))
                }
            };
            let local = body.local(ty);
            statements.push(Statement::StorageLive(local));
            statements.push(Statement::Assign(local.into(), rvalue));
            initialized.push(local);
        }
        let same: Vec<Local> =
            initialized.into_iter().filter(|&local| body.locals[local].ty == sig.ret).collect();
        let result = self.rng.pick(&same).expect("the first parameter has the type of the result");
        statements.push(Statement::Assign(Local::RETURN.into(), Rvalue::Use(Operand::Copy(result.into()))));
        let terminator = match boxed {
            None => Terminator::Return,
            Some(boxed) => {
                Terminator::Drop { place: boxed.into(), target: BlockId(1), unwind: UnwindAction::Continue }
            }
        };
        body.blocks.push(Block { statements, ..Block::new(terminator) });
        if boxed.is_some() {
            body.blocks.push(Block::new(Terminator::Return));
        }
        (self, body)
    }
}
