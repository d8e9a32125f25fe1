//! Statements and rvalues (`TypeChecker` of `validate.rs`, and what rustc's type checker says before).

use super::{Checker, Cx, Fault, Point, Rule};
use crate::model::{
    AdtId, AdtKind, At, BinOp, Block, BlockId, CastKind, DebugInfo, DebugValue, Elem, FieldId, Operand,
    Phase, Place, Rvalue, Statement, SwitchTargets, Terminator, Ty, TyKind, UnOp, VariantId,
};

impl<'a> Checker<'a> {
    /// Checks the debug lines, statements and terminators of a body.
    pub(super) fn statements(&mut self, cx: Cx<'a>) {
        for (position, debug) in cx.body.debug.iter().enumerate() {
            let at = At::Debug(cx.id, position);
            self.debug(cx, &debug.value, at);
            let is_other_name =
                |earlier: &&DebugInfo| earlier.value == debug.value && earlier.name != debug.name;
            if cx.phase <= Phase::AnalysisInitial
                && let DebugValue::Place(place) = &debug.value
                && place.projection.is_empty()
                && cx.body.debug[..position].iter().any(|earlier| is_other_name(&earlier))
            {
                let local = cx.body.local_name(place.local);
                self.report(
                    at,
                    Fault::new(Rule::DebugPlace, format!("`{local}` is another source variable already")),
                );
            }
        }
        for (id, block) in cx.body.blocks.iter_ids() {
            self.block(cx, id, block);
        }
    }

    fn debug(&mut self, cx: Cx<'a>, value: &'a DebugValue, at: At) {
        match value {
            DebugValue::Const(value) => {
                self.constant(value, at);
            }
            DebugValue::Place(place) => {
                if place.projection.iter().any(|elem| matches!(elem, Elem::Index(_))) {
                    let message = "a debugger finds no place by an index that is computed";
                    self.report(at, Fault::new(Rule::DebugPlace, message));
                }
                // Other than elsewhere, a dereference may be anywhere.
                let cx = Cx { phase: Phase::Built, ..cx };
                if let Some(ty) = self.place(cx, place, at)
                    && !self.types.is_sized(ty)
                {
                    let message = format!("`{}` has no size", self.name(ty));
                    self.report(at, Fault::new(Rule::DebugPlace, message));
                }
            }
        }
    }

    fn block(&mut self, cx: Cx<'a>, id: BlockId, block: &'a Block) {
        for (position, statement) in block.statements.iter().enumerate() {
            self.statement(cx, statement, Point { function: cx.id, block: id, statement: position });
        }
        let point = Point { function: cx.id, block: id, statement: block.statements.len() };
        match &block.terminator {
            Terminator::Switch(operand, targets) => self.switch(cx, operand, targets, point),
            Terminator::Drop { place, .. } => {
                let ty = self.value_place(cx, place, point.part(0));
                if let Some(ty) = ty
                    && cx.function.is_const
                    && self.types.needs_drop(ty)
                {
                    let message = format!("a `const fn` cannot drop a `{}`", self.name(ty));
                    self.report(point.part(0), Fault::new(Rule::ConstFn, message));
                }
            }
            Terminator::Call(call) => self.call(cx, call, point),
            Terminator::TailCall(func, args) => self.tail_call(cx, func, args, point),
            Terminator::Goto(_)
            | Terminator::Return
            | Terminator::Unreachable
            | Terminator::UnwindResume
            | Terminator::UnwindTerminate(_) => {}
        }
    }

    fn switch(&mut self, cx: Cx<'a>, operand: &'a Operand, targets: &SwitchTargets, point: Point) {
        let Some(ty) = self.operand(cx, operand, point.part(0)) else { return };
        let Some(bits) = self.types.switch_bits(ty) else {
            let message = format!("a switch is on an integer, `bool` or `char`, not on `{}`", self.name(ty));
            return self.report(point.part(0), Fault::new(Rule::SwitchType, message));
        };
        let is_value = |value: u128| match ty {
            Ty::CHAR => u32::try_from(value).is_ok_and(|value| char::from_u32(value).is_some()),
            _ => bits == 128 || value >> bits == 0,
        };
        if let Some((value, _)) = targets.values.iter().find(|(value, _)| !is_value(*value)) {
            let message = format!("{value:#x} is not a value of `{}`", self.name(ty));
            self.report(point.whole(), Fault::new(Rule::SwitchValue, message));
        }
    }

    fn statement(&mut self, cx: Cx<'a>, statement: &'a Statement, point: Point) {
        match statement {
            Statement::Assign(place, rvalue) => {
                let wanted = self.value_place(cx, place, point.part(0));
                self.assign(cx, wanted, rvalue, point);
            }
            Statement::SetDiscriminant(place, variant) => self.set_discriminant(cx, place, *variant, point),
            Statement::StorageLive(local) | Statement::StorageDead(local) => {
                if cx.body.locals.get(*local).is_none() {
                    let message = format!("there is no local {}", local.0);
                    self.report(point.whole(), Fault::new(Rule::DanglingId, message));
                } else if cx.body.is_signature_local(*local) {
                    let message = "the return place and the arguments always have storage";
                    self.report(point.whole(), Fault::new(Rule::StorageOfSignature, message));
                }
            }
            Statement::Assume(operand) => {
                if let Some(ty) = self.operand(cx, operand, point.part(0))
                    && ty != Ty::BOOL
                {
                    let message = format!("`Assume` takes a `bool`, not `{}`", self.name(ty));
                    self.report(point.part(0), Fault::new(Rule::AssumeType, message));
                }
            }
            Statement::CopyNonOverlapping(_) => {
                self.report(point.whole(), Fault::not_custom_mir("a copy of memory that is no call"));
            }
            Statement::Retag(place) => {
                self.value_place(cx, place, point.part(0));
                if cx.phase < Phase::AnalysisPostCleanup {
                    let message = "`Retag` must not be there before borrow checking is past";
                    self.report(point.whole(), Fault::new(Rule::WrongPhase, message));
                }
            }
        }
    }

    fn set_discriminant(&mut self, cx: Cx<'a>, place: &Place, variant: VariantId, point: Point) {
        if !cx.phase.is_runtime() {
            let message = "`SetDiscriminant` is of the runtime dialect";
            let fault = Fault::new(Rule::WrongPhase, message).help("assign a whole value of the enum");
            self.report(point.whole(), fault);
        }
        let Some(ty) = self.value_place(cx, place, point.part(0)) else { return };
        match *self.types.kind(ty) {
            TyKind::Adt(adt) if self.types.adts[adt].kind == AdtKind::Enum => {
                let variants = &self.types.adts[adt].variants;
                if variants.get(variant).is_none() {
                    let count = super::names::count_of(variants, "variant");
                    let message = format!("`{}` has no variant {}", self.name(ty), variant.0);
                    self.report(point.whole(), Fault::new(Rule::SetDiscriminant, message).label(count));
                }
            }
            _ => {
                let message = format!("`{}` is no enum, so it has no discriminant to set", self.name(ty));
                self.report(point.part(0), Fault::new(Rule::SetDiscriminant, message));
            }
        }
    }

    /// Checks an rvalue, and that it has the type `wanted` of the place that it is assigned to.
    fn assign(&mut self, cx: Cx<'a>, wanted: Option<Ty>, rvalue: &'a Rvalue, point: Point) {
        // Comparing with the wanted type, part by part, saves making the type of the rvalue in the good case.
        let first = point.part(1);
        let same = match rvalue {
            Rvalue::Use(operand) => {
                let Some(ty) = self.operand(cx, operand, first) else { return };
                wanted.is_none_or(|wanted| wanted == ty)
            }
            Rvalue::Repeat(operand, len) => {
                let Some(element) = self.operand(cx, operand, first) else { return };
                if *len > 1 && operand.place().is_some() && !self.types.is_copy(element) {
                    let fault = self.repeat_fault(element);
                    self.report(first, fault);
                }
                wanted.is_none_or(|wanted| *self.types.kind(wanted) == TyKind::Array(element, *len))
            }
            Rvalue::Ref(mutability, place) => {
                let Some(ty) = self.place(cx, place, first) else { return };
                if cx.phase == Phase::Built {
                    self.packed_reference(cx, place, ty, first);
                }
                wanted.is_none_or(|wanted| *self.types.kind(wanted) == TyKind::Ref(*mutability, ty))
            }
            Rvalue::RawPtr(mutability, place) => {
                let Some(ty) = self.place(cx, place, first) else { return };
                wanted.is_none_or(|wanted| *self.types.kind(wanted) == TyKind::RawPtr(*mutability, ty))
            }
            Rvalue::Cast(kind, operand, to) => {
                let Some(from) = self.operand(cx, operand, first) else { return };
                if !self.ty(*to, point.whole()) {
                    return;
                }
                self.cast(cx, *kind, from, *to, point);
                wanted.is_none_or(|wanted| wanted == *to)
            }
            Rvalue::Binary(op, left, right) => {
                let left = self.operand(cx, left, first);
                let right = self.operand(cx, right, point.part(2));
                let (Some(left), Some(right)) = (left, right) else { return };
                let result = self.binary(cx, *op, left, right, point);
                wanted.is_none_or(|wanted| wanted == result)
            }
            Rvalue::Checked(op, left, right) => {
                let left = self.operand(cx, left, first);
                let right = self.operand(cx, right, point.part(2));
                let (Some(left), Some(right)) = (left, right) else { return };
                let is_int = matches!(self.types.kind(left), TyKind::Int(_));
                if !is_int || left != right {
                    self.operator_fault(
                        op.wrapping().symbol(),
                        "two integers of one type",
                        &[left, right],
                        point,
                    );
                    return;
                }
                wanted.is_none_or(|wanted| {
                    matches!(self.types.kind(wanted), TyKind::Tuple(fields) if **fields == [left, Ty::BOOL])
                })
            }
            Rvalue::Unary(op, operand) => {
                let Some(ty) = self.operand(cx, operand, first) else { return };
                let Some(result) = self.unary(*op, ty, point) else { return };
                wanted.is_none_or(|wanted| wanted == result)
            }
            Rvalue::Discriminant(place) => {
                let Some(ty) = self.value_place(cx, place, first) else { return };
                wanted.is_none_or(|wanted| wanted == Ty::int(self.types.discriminant_ty(ty)))
            }
            Rvalue::Tuple(operands) => return self.tuple(cx, wanted, operands, rvalue, point),
            Rvalue::Array(element, operands) => {
                self.ty(*element, point.whole());
                for (position, operand) in operands.iter().enumerate() {
                    if let Some(ty) = self.operand(cx, operand, point.part(1 + position))
                        && ty != *element
                    {
                        let message =
                            format!("an element of `{}` cannot be `{}`", self.name(*element), self.name(ty));
                        self.report(point.part(1 + position), Fault::new(Rule::AggregateFields, message));
                    }
                }
                let len = operands.len() as u64;
                wanted.is_none_or(|wanted| *self.types.kind(wanted) == TyKind::Array(*element, len))
            }
            Rvalue::Adt(adt, variant, field, operands) => {
                if !self.adt(cx, *adt, *variant, *field, operands, point) {
                    return;
                }
                wanted.is_none_or(|wanted| *self.types.kind(wanted) == TyKind::Adt(*adt))
            }
            Rvalue::UseWithoutRetag(_)
            | Rvalue::TwoPhaseRef(_)
            | Rvalue::FakeRawPtr(_)
            | Rvalue::PtrFromParts(..)
            | Rvalue::ThreadLocalRef(..) => {
                let fault = Fault::not_custom_mir("a value that only compiled crates compute");
                return self.report(point.whole(), fault);
            }
            Rvalue::CopyForDeref(_) => {
                let message = "`CopyForDeref` is not in the library of rustc 1.95";
                let fault = Fault::new(Rule::OtherRelease, message).help("copy the pointer");
                return self.report(point.whole(), fault);
            }
        };
        if !same {
            self.assign_fault(cx, wanted, rvalue, point);
        }
    }

    fn assign_fault(&mut self, cx: Cx<'a>, wanted: Option<Ty>, rvalue: &Rvalue, point: Point) {
        let found = self.items.rvalue_ty(&mut self.types, &cx.body.locals, rvalue);
        let (Some(wanted), Some(found)) = (wanted, found) else { return };
        let message =
            format!("a `{}` is assigned to a place of type `{}`", self.name(found), self.name(wanted));
        self.report(point.whole(), Fault::new(Rule::AssignType, message));
    }

    fn tuple(
        &mut self,
        cx: Cx<'a>,
        wanted: Option<Ty>,
        operands: &'a [Operand],
        rvalue: &Rvalue,
        point: Point,
    ) {
        let mut same = match wanted.map(|wanted| self.types.kind(wanted)) {
            Some(TyKind::Tuple(fields)) => fields.len() == operands.len(),
            Some(_) => false,
            None => true,
        };
        for (position, operand) in operands.iter().enumerate() {
            let Some(ty) = self.operand(cx, operand, point.part(1 + position)) else { return };
            if let Some(TyKind::Tuple(fields)) = wanted.map(|wanted| self.types.kind(wanted)) {
                same &= fields.get(position) == Some(&ty);
            }
        }
        if !same {
            self.assign_fault(cx, wanted, rvalue, point);
        }
    }

    /// Whether the aggregate is of a variant that exists.
    fn adt(
        &mut self,
        cx: Cx<'a>,
        adt: AdtId,
        variant: VariantId,
        field: Option<FieldId>,
        operands: &'a [Operand],
        point: Point,
    ) -> bool {
        let Some(declared) = self.types.adts.get(adt).and_then(|def| def.variants.get(variant)) else {
            self.report(point.whole(), Fault::new(Rule::DanglingId, "there is no such variant"));
            return false;
        };
        let def = &self.types.adts[adt];
        let count = declared.fields.len();
        let is_union = def.kind == AdtKind::Union;
        if def.library().is_some_and(|library| !library.fields_are_public()) && count > 0 {
            let message = format!("the fields of `{}` are private", def.name);
            self.report(point.whole(), Fault::new(Rule::PrivateField, message));
            return true;
        }
        let right_fields = match field {
            Some(field) => is_union && operands.len() == 1 && field.0 < count as u32,
            None => !is_union && operands.len() == count,
        };
        if !right_fields {
            let fault = self.fields_fault(&declared.name, is_union, count);
            self.report(point.whole(), fault);
            return true;
        }
        for (position, operand) in operands.iter().enumerate() {
            let at = point.part(1 + position);
            let Some(ty) = self.operand(cx, operand, at) else { continue };
            let id = field.unwrap_or(FieldId(position as u32));
            let declared = &self.types.adts[adt].variants[variant].fields[id];
            if ty != declared.ty {
                let (wanted, name) = (self.name(declared.ty), &declared.name);
                let message = format!("the field `{name}` has type `{wanted}`, not `{}`", self.name(ty));
                self.report(at, Fault::new(Rule::AggregateFields, message));
            }
        }
        true
    }

    fn cast(&mut self, cx: Cx<'a>, kind: CastKind, from: Ty, to: Ty, point: Point) {
        let pointers = matches!(self.types.kind(from), TyKind::RawPtr(..))
            && matches!(self.types.kind(to), TyKind::RawPtr(..));
        let possible = match kind {
            // `x as T` with x of type T already is no cast to rustc, except for raw pointers.
            CastKind::As => (from != to || pointers) && self.types.as_cast(from, to).is_some(),
            CastKind::PtrToPtr => pointers && self.types.as_cast(from, to).is_some(),
            CastKind::Unsize => self.is_unsizing(from, to),
            CastKind::Transmute => {
                if cx.phase < Phase::AnalysisPostCleanup {
                    let message = "`CastTransmute` must not be there before borrow checking is past";
                    self.report(point.whole(), Fault::new(Rule::WrongPhase, message));
                }
                if let Some(message) = self.transmute_fault(from, to) {
                    self.report(point.whole(), Fault::new(Rule::InvalidCast, message));
                }
                self.types.is_sized(to)
            }
        };
        if !possible {
            let message = format!("`{}` cannot be cast to `{}` in this way", self.name(from), self.name(to));
            let fault = Fault::new(Rule::InvalidCast, message);
            let fault = if from == to { fault.label("it has this type already") } else { fault };
            return self.report(point.whole(), fault);
        }
        if kind == CastKind::As && self.types.mentions_reference(to) {
            let message = "rustc does not read `as` to a type that mentions a reference";
            let fault = Fault::new(Rule::InvalidCast, message).help("use `CastPtrToPtr` or `CastTransmute`");
            self.report(point.whole(), fault);
        }
        let is_address = matches!(self.types.kind(from), TyKind::RawPtr(..) | TyKind::FnPtr(_))
            && matches!(self.types.kind(to), TyKind::Int(_));
        if kind == CastKind::As && is_address && cx.function.is_const {
            let message = "a `const fn` cannot turn a pointer into an integer";
            self.report(point.whole(), Fault::new(Rule::ConstFn, message));
        }
    }

    /// The type of the result.
    fn binary(&mut self, cx: Cx<'a>, op: BinOp, left: Ty, right: Ty, point: Point) -> Ty {
        if op != BinOp::Offset && !BinOp::INFIX.contains(&op) {
            let fault = Fault::not_custom_mir(&format!("the operator `{}`", op.symbol()));
            self.report(point.whole(), fault);
            return left;
        }
        let (a, b) = (self.types.kind(left), self.types.kind(right));
        let int = |kind: &TyKind| matches!(kind, TyKind::Int(_));
        let (possible, takes) = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => {
                (left == right && matches!(a, TyKind::Int(_) | TyKind::Float(_)), "two numbers of one type")
            }
            BinOp::BitXor | BinOp::BitAnd | BinOp::BitOr => (
                left == right && matches!(a, TyKind::Int(_) | TyKind::Bool),
                "two integers of one type or two `bool`s",
            ),
            BinOp::Shl | BinOp::Shr | BinOp::ShlUnchecked | BinOp::ShrUnchecked => {
                (int(a) && int(b), "two integers")
            }
            BinOp::AddUnchecked | BinOp::SubUnchecked | BinOp::MulUnchecked | BinOp::Cmp => {
                (left == right && int(a), "two integers of one type")
            }
            BinOp::Eq | BinOp::Lt | BinOp::Le | BinOp::Ne | BinOp::Ge | BinOp::Gt => {
                let comparable = matches!(
                    a,
                    TyKind::Bool
                        | TyKind::Char
                        | TyKind::Int(_)
                        | TyKind::Float(_)
                        | TyKind::RawPtr(..)
                        | TyKind::FnPtr(_)
                );
                (left == right && comparable, "two scalars or raw pointers of one type")
            }
            BinOp::Offset => {
                let thin = matches!(*a, TyKind::RawPtr(_, pointee) if self.types.is_sized(pointee));
                (
                    thin && (right == Ty::ISIZE || right == Ty::USIZE),
                    "a thin raw pointer and an `isize` or `usize`",
                )
            }
        };
        if !possible {
            self.operator_fault(op.symbol(), takes, &[left, right], point);
        } else if cx.function.is_const && matches!(a, TyKind::RawPtr(..) | TyKind::FnPtr(_)) {
            // `rustc_const_eval::check_consts` takes every operator on pointers for a comparison.
            let message = match op {
                BinOp::Offset => "a `const fn` cannot move pointers by `Offset`",
                _ => "a `const fn` cannot compare pointers",
            };
            self.report(point.whole(), Fault::new(Rule::ConstFn, message));
        }
        if op.is_comparison() { Ty::BOOL } else { left }
    }

    /// The type of the result, if there is one.
    fn unary(&mut self, op: UnOp, ty: Ty, point: Point) -> Option<Ty> {
        let (possible, symbol, takes) = match op {
            UnOp::Not => {
                (matches!(self.types.kind(ty), TyKind::Int(_) | TyKind::Bool), "!", "an integer or `bool`")
            }
            UnOp::Neg => {
                let signed = match self.types.kind(ty) {
                    TyKind::Int(int) => int.signed(),
                    TyKind::Float(_) => true,
                    _ => false,
                };
                (signed, "-", "a signed integer or a float")
            }
            UnOp::PtrMetadata => {
                let pointer = matches!(self.types.kind(ty), TyKind::RawPtr(..) | TyKind::Ref(..));
                (pointer, "PtrMetadata", "a raw pointer or reference")
            }
        };
        if !possible {
            self.operator_fault(symbol, takes, &[ty], point);
            return None;
        }
        Some(match op {
            UnOp::Not | UnOp::Neg => ty,
            UnOp::PtrMetadata => self.types.metadata_ty(self.types.pointee(ty)?),
        })
    }

    fn operator_fault(&mut self, symbol: &str, takes: &str, operands: &[Ty], point: Point) {
        let operands: Vec<String> = operands.iter().map(|&ty| format!("`{}`", self.name(ty))).collect();
        let message = format!("`{symbol}` takes {takes}, not {}", operands.join(" and "));
        self.report(point.whole(), Fault::new(Rule::OperandType, message));
    }

    fn packed_reference(&mut self, cx: Cx<'a>, place: &Place, ty: Ty, at: At) {
        let Some((packed, pack)) = self.packed_base(cx, place) else { return };
        let align = self.layouts.of(&self.types, ty).map_or(1, |layout| layout.align);
        if align > pack {
            let message = format!("a reference to a field of `{}` might not be aligned", self.name(packed));
            let fault = Fault::new(Rule::PackedReference, message)
                .label(format!("the type is packed to {pack}"))
                .help("use a raw pointer: `&raw const`");
            self.report(at, fault);
        }
    }
}
