//! Places, operands, rvalues, statements and terminators.

use super::text::{push_char, push_int, push_numbered, push_u64, push_u128};
use super::{Form, Printer, Scope};
use crate::model::{
    AdtId, BinOp, BlockId, Call, CastKind, Const, ConstExpr, Elem, FieldId, Id, Local, Mutability, Operand,
    Place, PlaceTy, Rvalue, Statement, SwitchTargets, TerminateReason, Terminator, Ty, TyKind, UnOp,
    UnwindAction, VariantId,
};
use crate::release::{CallSyntax, Construct, CustomMir};
use smallvec::SmallVec;

/// What is done with a place, which decides how a variant's field is written.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Use {
    /// It is read, or handed to one of custom MIR's functions.
    Value,
    /// It is assigned or borrowed, so it must look like a place to rustc: `place!(Field(..))`.
    Place,
}

impl<'p> Printer<'p> {
    /// A local's name.
    pub(super) fn local(&mut self, scope: Scope<'p>, local: Local) {
        if local == Local::RETURN {
            return self.out.push_str("RET");
        }
        match scope.body.locals.get(local).and_then(|decl| decl.name.as_deref()) {
            Some(name) => self.out.push_str(name),
            None => push_numbered(&mut self.out, "_", local.0),
        }
    }

    /// A block's name.
    pub(super) fn block_name(&mut self, scope: Scope<'p>, block: BlockId) {
        match scope.body.blocks.get(block).and_then(|block| block.name.as_deref()) {
            Some(name) => self.out.push_str(name),
            None => push_numbered(&mut self.out, "bb", block.0),
        }
    }

    /// A place.
    pub(super) fn place(&mut self, scope: Scope<'p>, place: &Place, usage: Use) {
        // The type before each step: it says what fields are called.
        let mut types: SmallVec<[Option<PlaceTy>; 8]> = SmallVec::new();
        let mut ty = scope.body.locals.get(place.local).map(|decl| PlaceTy::from(decl.ty));
        for &elem in &place.projection {
            types.push(ty);
            ty = ty.and_then(|ty| self.types.project(ty, elem));
        }
        self.steps(scope, place.local, &place.projection, &types, usage);
    }

    /// A place given by its steps, with the type before each of them.
    fn steps(
        &mut self,
        scope: Scope<'p>,
        local: Local,
        steps: &[Elem],
        types: &[Option<PlaceTy>],
        usage: Use,
    ) {
        let Some((&last, base)) = steps.split_last() else { return self.local(scope, local) };
        match last {
            // Custom MIR has no such steps; this is how rustc shows them.
            Elem::ConstantIndex { offset, from_end } => {
                self.steps(scope, local, base, types, usage);
                let sign = if from_end { "-" } else { "" };
                self.out.push_str(&format!("[{sign}{offset}]"));
            }
            Elem::Subslice { from, to, from_end } => {
                self.steps(scope, local, base, types, usage);
                let sign = if from_end { "-" } else { "" };
                self.out.push_str(&format!("[{from}..{sign}{to}]"));
            }
            Elem::Deref => {
                self.out.push('*');
                self.steps(scope, local, base, types, usage);
            }
            Elem::Field(field) => match base.split_last() {
                Some((&Elem::Downcast(variant), base)) => {
                    let opening = match (usage, self.options.form) {
                        (Use::Value, _) => "Field",
                        (Use::Place, Form::People) => "place!(Field",
                        (Use::Place, Form::Fast) => "(*__internal_make_place(Field",
                    };
                    self.out.push_str(opening);
                    let ty = types[base.len() + 1].and_then(|ty| self.types.project(ty, last));
                    if let Some(ty) = ty {
                        self.out.push_str("::<");
                        self.ty(ty.ty, scope.style);
                        self.out.push('>');
                    }
                    self.out.push('(');
                    self.variant(scope, local, base, types, variant);
                    self.out.push_str(", ");
                    push_u64(&mut self.out, field.0.into());
                    self.out.push_str(match (usage, self.options.form) {
                        (Use::Value, _) => ")",
                        (Use::Place, Form::People) => "))",
                        (Use::Place, Form::Fast) => ")))",
                    });
                }
                _ => {
                    self.postfix_base(scope, local, base, types, usage);
                    self.out.push('.');
                    match self.field_name(types[base.len()], field) {
                        Some(name) => self.out.push_str(name),
                        None => push_u64(&mut self.out, field.0.into()),
                    }
                }
            },
            Elem::Index(index) => {
                self.postfix_base(scope, local, base, types, usage);
                self.out.push('[');
                self.local(scope, index);
                self.out.push(']');
            }
            Elem::Downcast(variant) => self.variant(scope, local, base, types, variant),
        }
    }

    /// The place before `.field` or `[index]`, which bind closer than `*`.
    fn postfix_base(
        &mut self,
        scope: Scope<'p>,
        local: Local,
        base: &[Elem],
        types: &[Option<PlaceTy>],
        usage: Use,
    ) {
        let is_deref = base.last() == Some(&Elem::Deref);
        if is_deref {
            self.out.push('(');
        }
        self.steps(scope, local, base, types, usage);
        if is_deref {
            self.out.push(')');
        }
    }

    /// `Variant(place, n)`
    fn variant(
        &mut self,
        scope: Scope<'p>,
        local: Local,
        base: &[Elem],
        types: &[Option<PlaceTy>],
        variant: VariantId,
    ) {
        self.out.push_str("Variant(");
        self.steps(scope, local, base, types, Use::Value);
        self.out.push_str(", ");
        push_u64(&mut self.out, variant.0.into());
        self.out.push(')');
    }

    /// The name of a struct's or union's field; the fields of tuples have none.
    fn field_name(&self, base: Option<PlaceTy>, field: FieldId) -> Option<&'p str> {
        let TyKind::Adt(adt) = *self.types.kind(base?.ty) else { return None };
        let variant = self.types.adts.get(adt)?.variants.get(VariantId::ONLY)?;
        Some(&variant.fields.get(field)?.name)
    }

    /// An operand.
    pub(super) fn operand(&mut self, scope: Scope<'p>, operand: &'p Operand) {
        match operand {
            Operand::Copy(place) => self.place(scope, place, Use::Value),
            Operand::Move(place) => {
                self.out.push_str("Move(");
                self.place(scope, place, Use::Value);
                self.out.push(')');
            }
            Operand::Const(value) => self.const_operand(value, scope.style),
        }
    }

    fn operands(&mut self, scope: Scope<'p>, operands: &'p [Operand]) {
        self.list(operands, |this, operand| this.operand(scope, operand));
    }

    /// `Name(operand)`, or `Name::<_, T>(operand)`.
    fn cast_function(&mut self, scope: Scope<'p>, name: &str, operand: &'p Operand, ty: Ty) {
        self.out.push_str(name);
        self.out.push_str("::<_, ");
        self.ty(ty, scope.style);
        self.out.push_str(">(");
        self.operand(scope, operand);
        self.out.push(')');
    }

    /// `Name(place)`
    fn place_function(&mut self, scope: Scope<'p>, name: &str, place: &Place) {
        self.out.push_str(name);
        self.out.push('(');
        self.place(scope, place, Use::Value);
        self.out.push(')');
    }

    /// `Name(operand)`
    fn operand_function(&mut self, scope: Scope<'p>, name: &str, operand: &'p Operand) {
        self.out.push_str(name);
        self.out.push('(');
        self.operand(scope, operand);
        self.out.push(')');
    }

    /// `a + b`
    fn infix(&mut self, scope: Scope<'p>, op: BinOp, left: &'p Operand, right: &'p Operand) {
        self.operand(scope, left);
        self.out.push(' ');
        self.out.push_str(op.symbol());
        self.out.push(' ');
        self.operand(scope, right);
    }

    /// An rvalue.
    pub(super) fn rvalue(&mut self, scope: Scope<'p>, rvalue: &'p Rvalue) {
        match rvalue {
            Rvalue::Use(operand) => self.operand(scope, operand),
            Rvalue::Repeat(operand, len) => {
                self.out.push('[');
                self.operand(scope, operand);
                self.out.push_str("; ");
                push_u64(&mut self.out, *len);
                self.out.push(']');
            }
            Rvalue::Ref(mutability, place) => {
                self.out.push_str(if *mutability == Mutability::Mut { "&mut " } else { "&" });
                self.place(scope, place, Use::Place);
            }
            Rvalue::RawPtr(mutability, place) => {
                self.raw_borrow(*mutability, |this| this.place(scope, place, Use::Place));
            }
            Rvalue::Cast(CastKind::As, operand, ty) => {
                self.operand(scope, operand);
                self.out.push_str(" as ");
                self.ty(*ty, scope.style);
            }
            Rvalue::Cast(CastKind::Transmute, operand, ty) => {
                self.cast_function(scope, "CastTransmute", operand, *ty);
            }
            Rvalue::Cast(CastKind::PtrToPtr, operand, ty) => {
                self.needs(Construct::CastPtrToPtr);
                self.cast_function(scope, "CastPtrToPtr", operand, *ty);
            }
            Rvalue::Cast(CastKind::Unsize, operand, ty) => {
                self.needs(Construct::CastUnsize);
                self.cast_function(scope, "CastUnsize", operand, *ty);
            }
            Rvalue::UseWithoutRetag(operand) => self.pseudo_call(scope, "UseWithoutRetag", &[operand]),
            Rvalue::TwoPhaseRef(place) => {
                self.out.push_str("&two_phase mut ");
                self.place(scope, place, Use::Place);
            }
            Rvalue::FakeRawPtr(place) => {
                self.out.push_str("&raw const (fake) ");
                self.place(scope, place, Use::Place);
            }
            Rvalue::PtrFromParts(_, data, meta) => self.pseudo_call(scope, "PtrFromParts", &[data, meta]),
            Rvalue::ThreadLocalRef(..) => self.pseudo_call(scope, "ThreadLocalRef", &[]),
            Rvalue::Binary(
                op @ (BinOp::AddUnchecked
                | BinOp::SubUnchecked
                | BinOp::MulUnchecked
                | BinOp::ShlUnchecked
                | BinOp::ShrUnchecked
                | BinOp::Cmp),
                left,
                right,
            ) => self.pseudo_call(scope, op.symbol(), &[left, right]),
            Rvalue::Binary(BinOp::Offset, pointer, count) => {
                self.needs(Construct::Offset);
                self.out.push_str("Offset(");
                self.operand(scope, pointer);
                self.out.push_str(", ");
                self.operand(scope, count);
                self.out.push(')');
            }
            Rvalue::Binary(op, left, right) => self.infix(scope, *op, left, right),
            Rvalue::Checked(op, left, right) => {
                self.out.push_str("Checked(");
                self.infix(scope, op.wrapping(), left, right);
                self.out.push(')');
            }
            Rvalue::Unary(UnOp::Not, operand) => {
                self.out.push('!');
                self.operand(scope, operand);
            }
            Rvalue::Unary(UnOp::Neg, operand) => self.negation(scope, operand),
            Rvalue::Unary(UnOp::PtrMetadata, operand) => {
                self.needs(Construct::PtrMetadata);
                if self.is_in_const_fn() {
                    self.needs(Construct::ConstPtrMetadata);
                }
                self.operand_function(scope, "PtrMetadata", operand);
            }
            Rvalue::Discriminant(place) => self.place_function(scope, "Discriminant", place),
            Rvalue::Tuple(fields) => {
                self.out.push('(');
                self.tuple(fields, |this, field| this.operand(scope, field));
                self.out.push(')');
            }
            Rvalue::Array(_, elements) => {
                self.out.push('[');
                self.operands(scope, elements);
                self.out.push(']');
            }
            Rvalue::Adt(adt, variant, field, operands) => {
                self.aggregate(scope, *adt, *variant, *field, operands);
            }
            Rvalue::CopyForDeref(place) => {
                self.needs(Construct::CopyForDeref);
                self.place_function(scope, "CopyForDeref", place);
            }
        }
    }

    fn aggregate(
        &mut self,
        scope: Scope<'p>,
        adt: AdtId,
        variant: VariantId,
        field: Option<FieldId>,
        operands: &'p [Operand],
    ) {
        let first = field.map_or(0, Id::index);
        let positions = (first..).map(FieldId::new);
        let operands: SmallVec<[&'p Operand; 8]> = operands.iter().collect();
        self.adt_value(adt, variant, positions, &operands, scope.style, |this, operand| {
            this.operand(scope, operand);
        });
    }

    /// `-operand`. A constant that is itself negative is put in parentheses, because `--` looks like a mistake to rustc.
    fn negation(&mut self, scope: Scope<'p>, operand: &'p Operand) {
        self.out.push('-');
        // As a literal with a minus of its own, it would be out of range for the lint `overflowing_literals`.
        if let Operand::Const(Const::Int(ty, bits)) = operand
            && ty.signed()
            && *bits == self.types.int(*ty).min_bits()
        {
            return self.out.push_str(&format!("{}::MIN", ty.name()));
        }
        let start = self.out.len();
        self.operand(scope, operand);
        if self.out[start..].starts_with('-') {
            self.out.insert(start, '(');
            self.out.push(')');
        }
    }

    /// `Name(a, b)`: what custom MIR cannot say, in its style.
    fn pseudo_call(&mut self, scope: Scope<'p>, name: &str, operands: &[&'p Operand]) {
        self.out.push_str(name);
        self.out.push('(');
        for (index, operand) in operands.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.operand(scope, operand);
        }
        self.out.push(')');
    }

    /// A statement, without the semicolon.
    pub(super) fn statement(&mut self, scope: Scope<'p>, statement: &'p Statement) {
        match statement {
            Statement::Assign(place, rvalue) => {
                self.place(scope, place, Use::Place);
                self.out.push_str(" = ");
                self.rvalue(scope, rvalue);
            }
            Statement::SetDiscriminant(place, variant) => {
                self.out.push_str("SetDiscriminant(");
                self.place(scope, place, Use::Value);
                self.out.push_str(", ");
                push_u64(&mut self.out, variant.0.into());
                self.out.push(')');
            }
            Statement::CopyNonOverlapping(operands) => {
                let operands: Vec<&Operand> = operands.iter().collect();
                self.pseudo_call(scope, "CopyNonOverlapping", &operands);
            }
            Statement::StorageLive(local) => {
                self.out.push_str("StorageLive(");
                self.local(scope, *local);
                self.out.push(')');
            }
            Statement::StorageDead(local) => {
                self.out.push_str("StorageDead(");
                self.local(scope, *local);
                self.out.push(')');
            }
            Statement::Assume(operand) => {
                self.needs(Construct::Assume);
                self.operand_function(scope, "Assume", operand);
            }
            Statement::Retag(place) => {
                self.needs(Construct::Retag);
                self.place_function(scope, "Retag", place);
            }
        }
    }

    /// A terminator. A switch is written over several lines, the arms indented by `depth` and one more.
    pub(super) fn terminator(&mut self, scope: Scope<'p>, terminator: &'p Terminator, depth: usize) {
        match terminator {
            Terminator::Goto(target) => {
                self.out.push_str("Goto(");
                self.block_name(scope, *target);
                self.out.push(')');
            }
            Terminator::Switch(operand, targets) => self.switch(scope, operand, targets, depth),
            Terminator::Return => self.out.push_str("Return()"),
            Terminator::Unreachable => self.out.push_str("Unreachable()"),
            Terminator::Drop { place, target, unwind } => {
                self.out.push_str("Drop(");
                self.place(scope, place, Use::Value);
                self.out.push_str(", ");
                let syntax = self.call_syntax();
                self.return_target(scope, *target, syntax);
                self.unwind_action(scope, *unwind, syntax);
                self.out.push(')');
            }
            Terminator::Call(call) => self.call(scope, call),
            Terminator::TailCall(callee, args) => {
                self.needs(Construct::TailCall);
                self.out.push_str("TailCall(");
                self.callee_with_args(scope, callee, args);
                self.out.push(')');
            }
            Terminator::UnwindResume => {
                self.needs(Construct::Cleanup);
                self.out.push_str("UnwindResume()");
            }
            Terminator::UnwindTerminate(reason) => {
                self.needs(Construct::Cleanup);
                self.unwind_terminate(*reason);
            }
        }
    }

    fn switch(&mut self, scope: Scope<'p>, operand: &'p Operand, targets: &'p SwitchTargets, depth: usize) {
        let ty = self.switch_ty(scope, operand);
        self.out.push_str("match ");
        self.operand(scope, operand);
        self.out.push_str(" {");
        for &(value, target) in &targets.values {
            self.line(depth + 1);
            self.switch_value(ty, value);
            self.out.push_str(" => ");
            self.block_name(scope, target);
            self.out.push(',');
        }
        self.line(depth + 1);
        self.out.push_str("_ => ");
        self.block_name(scope, targets.otherwise);
        self.out.push(',');
        self.line(depth);
        self.out.push('}');
    }

    /// The type of what a switch looks at.
    fn switch_ty(&self, scope: Scope<'p>, operand: &Operand) -> Option<Ty> {
        let mut value = match operand {
            Operand::Copy(place) | Operand::Move(place) => {
                return self.types.place_ty(&scope.body.locals, place);
            }
            Operand::Const(value) => value,
        };
        while let Const::Block(block) = value {
            match &**block {
                ConstExpr::Const(inner) => value = inner,
                _ => return None,
            }
        }
        match value {
            Const::Int(int, _) => Some(Ty::int(*int)),
            Const::Bool(_) => Some(Ty::BOOL),
            Const::Char(_) => Some(Ty::CHAR),
            Const::Named(id) => self.items.consts.get(*id).map(|def| def.ty),
            _ => None,
        }
    }

    /// One value of a switch, as a pattern of type `ty`.
    fn switch_value(&mut self, ty: Option<Ty>, bits: u128) {
        let kind = ty.map(|ty| self.types.kind(ty));
        let char = u32::try_from(bits).ok().and_then(char::from_u32);
        match (kind, bits, char) {
            (Some(TyKind::Bool), 0, _) => self.out.push_str("false"),
            (Some(TyKind::Bool), 1, _) => self.out.push_str("true"),
            (Some(TyKind::Char), _, Some(char)) => push_char(&mut self.out, char),
            (Some(TyKind::Int(int)), ..) => push_int(&mut self.out, self.types.int(*int), bits),
            _ => push_u128(&mut self.out, bits),
        }
    }

    fn call_syntax(&mut self) -> CallSyntax {
        self.needs(Construct::Call);
        self.options.release.call_syntax().unwrap_or(CallSyntax::Arguments)
    }

    fn call(&mut self, scope: Scope<'p>, call: &'p Call) {
        let syntax = self.call_syntax();
        self.out.push_str("Call(");
        if syntax == CallSyntax::Arguments {
            self.place(scope, &call.dest, Use::Value);
            self.out.push_str(", ");
            self.return_target(scope, call.target, syntax);
            self.out.push_str(", ");
            self.callee_with_args(scope, &call.func, &call.args);
        } else {
            self.place(scope, &call.dest, Use::Place);
            self.out.push_str(" = ");
            self.callee_with_args(scope, &call.func, &call.args);
            self.out.push_str(", ");
            self.return_target(scope, call.target, syntax);
        }
        self.unwind_action(scope, call.unwind, syntax);
        self.out.push(')');
    }

    fn callee_with_args(&mut self, scope: Scope<'p>, callee: &'p Operand, args: &'p [Operand]) {
        match callee {
            Operand::Const(Const::Fn(function)) => self.fn_callee(function, scope.style),
            Operand::Copy(place) if place.projection.is_empty() => self.local(scope, place.local),
            other => {
                self.out.push('(');
                self.operand(scope, other);
                self.out.push(')');
            }
        }
        self.out.push('(');
        self.operands(scope, args);
        self.out.push(')');
    }

    fn return_target(&mut self, scope: Scope<'p>, target: BlockId, syntax: CallSyntax) {
        if syntax == CallSyntax::ReturnTo {
            self.out.push_str("ReturnTo(");
            self.block_name(scope, target);
            self.out.push(')');
        } else {
            self.block_name(scope, target);
        }
    }

    /// What happens on unwinding. Releases without unwind actions always continue, which is also right where unwinding
    /// would be undefined behavior.
    fn unwind_action(&mut self, scope: Scope<'p>, action: UnwindAction, syntax: CallSyntax) {
        if !syntax.has_unwind_action() {
            if matches!(action, UnwindAction::Terminate(_) | UnwindAction::Cleanup(_)) {
                self.needs(Construct::Cleanup);
            }
            return;
        }
        self.out.push_str(", ");
        match action {
            UnwindAction::Continue => self.out.push_str("UnwindContinue()"),
            UnwindAction::Unreachable => self.out.push_str("UnwindUnreachable()"),
            UnwindAction::Terminate(reason) => self.unwind_terminate(reason),
            UnwindAction::Cleanup(block) => {
                self.out.push_str("UnwindCleanup(");
                self.block_name(scope, block);
                self.out.push(')');
            }
        }
    }

    fn unwind_terminate(&mut self, reason: TerminateReason) {
        self.out.push_str(match reason {
            TerminateReason::Abi => "UnwindTerminate(ReasonAbi)",
            TerminateReason::InCleanup => "UnwindTerminate(ReasonInCleanup)",
        });
    }
}
