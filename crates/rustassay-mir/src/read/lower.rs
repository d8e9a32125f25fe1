//! From the syntax of a body to the body itself: what rustc's custom-MIR parser does (`rustc_mir_build::builder::custom`).

use super::cursor::Read;
use super::literals;
use super::names::Names;
use super::resolve::Meaning;
use super::spans::{BlockSpans, FnSpans, StatementSpan};
use super::syntax::*;
use crate::model::*;
use crate::print::Describe;
use crate::source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

/// What is needed to give one function's or one constant's syntax a meaning.
pub struct Lowering<'a, 'r> {
    pub text: &'a str,
    pub arena: &'r Arena,
    pub types: &'r mut Types,
    pub items: Items<'r>,
    pub names: &'r Names<'a>,
    /// Locals by name, but for those called `_` and their number.
    pub local_names: FxHashMap<&'a str, Local>,
    /// The locals' types as far as they are known: the return place, the arguments, and the rest.
    pub local_tys: Vec<Option<Ty>>,
    pub block_names: FxHashMap<&'a str, BlockId>,
    /// Whether literals without a suffix have their default type already.
    pub literals_have_defaults: bool,
    /// Whether the crate allows literals that are too large for their type.
    pub literals_may_overflow: bool,
    /// The right-hand side of an assignment, which may be a field whose type the text does not say: the destination does.
    open_field: Option<ExprId>,
    /// The places and operands that were met, for the span table.
    pub parts: Vec<Span>,
    /// Whether everything so far is as the reference release writes it.
    pub is_current: bool,
    pub errors: Vec<Diagnostic>,
}

/// A place, and its type as far as it has one.
struct Typed {
    place: Place,
    ty: Option<PlaceTy>,
}

/// The number of a name such as `_12` or `bb12`, if it is written as we would write it.
fn default_number(name: &str, prefix: &str) -> Option<u32> {
    let digits = name.strip_prefix(prefix)?;
    let canonical = !digits.is_empty() && (digits == "0" || !digits.starts_with('0'));
    if canonical && digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None }
}

/// The name to keep of a local or block at `index`: none if it has its default name.
pub fn kept_name(name: &str, prefix: &str, index: usize) -> Option<Name> {
    (default_number(name, prefix) != Some(index as u32)).then(|| name.into())
}

impl<'a, 'r> Lowering<'a, 'r> {
    pub fn new(
        text: &'a str,
        arena: &'r Arena,
        types: &'r mut Types,
        items: Items<'r>,
        names: &'r Names<'a>,
        literals_may_overflow: bool,
    ) -> Self {
        Lowering {
            text,
            arena,
            types,
            items,
            names,
            local_names: FxHashMap::default(),
            local_tys: Vec::new(),
            block_names: FxHashMap::default(),
            literals_have_defaults: false,
            literals_may_overflow,
            open_field: None,
            parts: Vec::new(),
            is_current: true,
            errors: Vec::new(),
        }
    }

    pub fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn error<T>(&self, code: &'static str, span: Span, message: impl Into<String>) -> Read<T> {
        Err(Box::new(Diagnostic::new(code, span, message)))
    }

    fn span(&self, expr: ExprId) -> Span {
        self.arena.get(expr).span
    }

    /// The local that is called `name`.
    pub fn local_named(&self, name: &str) -> Option<Local> {
        if name == "RET" && !self.local_tys.is_empty() {
            return Some(Local::RETURN);
        }
        self.local_names.get(name).copied()
    }

    fn declare_local(
        &mut self,
        name: Span,
        ty: Option<Ty>,
        locals: &mut IdVec<Local, LocalDecl>,
        spans: &mut FnSpans,
    ) {
        let text = self.slice(name);
        let index = self.local_tys.len();
        if self.local_names.insert(text, Local::new(index)).is_some() || text == "RET" {
            let message = format!("the local `{text}` is declared twice");
            self.errors.push(Diagnostic::new("duplicate-local", name, message).note("MIR has no shadowing"));
        }
        self.local_tys.push(ty);
        locals.push(LocalDecl { name: kept_name(text, "_", index), ty: Ty::UNIT });
        spans.locals.push(name);
    }

    /// The body of a function whose parameters are called `params`.
    pub fn body(&mut self, syntax: &BodySyntax, sig: &FnSig, params: &[Span], spans: &mut FnSpans) -> Body {
        let mut body =
            Body { locals: IdVec::new(), arg_count: params.len(), debug: Vec::new(), blocks: IdVec::new() };
        self.local_tys.push(Some(sig.ret));
        body.locals.push(LocalDecl::new(sig.ret));
        spans.locals.push(syntax.ret_ty.map_or(spans.name, |(_, span)| span));
        if let Some((ty, span)) = syntax.ret_ty
            && ty != sig.ret
        {
            let message = "the type of `RET` is not the function's return type";
            self.errors.push(Diagnostic::new("return-type", span, message));
        }
        for (&name, &ty) in params.iter().zip(&sig.params) {
            self.declare_local(name, Some(ty), &mut body.locals, spans);
        }
        for declared in &syntax.lets {
            self.declare_local(declared.name, declared.ty, &mut body.locals, spans);
        }
        self.declare_blocks(syntax);
        if syntax.ret_ty.is_none()
            && let Some(span) = self.needed_before_known(syntax, Local::RETURN)
        {
            let message = "the type of `RET` is not known here";
            let help = "say it at the beginning: `type RET = T;`";
            self.errors.push(Diagnostic::new("cannot-infer", span, message).help(help));
        }
        if self.local_tys.contains(&None) {
            self.infer_locals(syntax);
        }
        for (index, decl) in body.locals.iter_mut().enumerate() {
            match self.local_tys[index] {
                Some(ty) => decl.ty = ty,
                None => {
                    let message =
                        format!("the type of `{}` cannot be inferred", self.slice(spans.locals[index]));
                    let help = "declare it with a type: `let x: T;`";
                    self.errors
                        .push(Diagnostic::new("cannot-infer", spans.locals[index], message).help(help));
                }
            }
        }
        for &(name, value) in &syntax.debug {
            let span = self.span(value);
            match self.debug_value(value) {
                Ok(value) => body.debug.push(DebugInfo { name: self.slice(name).into(), value }),
                Err(error) => self.errors.push(*error),
            }
            spans.debug.push(name.to(span));
        }
        for (index, block) in syntax.blocks.iter().enumerate() {
            let (block, block_spans) = self.block(block, index);
            body.blocks.push(block);
            spans.blocks.push(block_spans);
        }
        spans.parts = std::mem::take(&mut self.parts);
        body
    }

    fn declare_blocks(&mut self, syntax: &BodySyntax) {
        for (index, block) in syntax.blocks.iter().enumerate().skip(1) {
            let name = self.slice(block.name);
            if self.block_names.insert(name, BlockId::new(index)).is_some() {
                let message = format!("the block `{name}` is defined twice");
                self.errors.push(Diagnostic::new("duplicate-block", block.name, message));
            }
        }
    }

    fn debug_value(&mut self, expr: ExprId) -> Read<DebugValue> {
        match self.operand(expr, None)? {
            Operand::Copy(place) => Ok(DebugValue::Place(place)),
            Operand::Const(value) => Ok(DebugValue::Const(value)),
            Operand::Move(_) => self.error("syntax", self.span(expr), "debug information cannot move"),
        }
    }

    fn block(&mut self, syntax: &BlockSyntax, index: usize) -> (Block, BlockSpans) {
        let name = if index == 0 { None } else { kept_name(self.slice(syntax.name), "bb", index) };
        let mut block = Block {
            name,
            is_cleanup: syntax.is_cleanup,
            statements: Vec::with_capacity(syntax.statements.len()),
            terminator: Terminator::Return,
        };
        let mut spans =
            BlockSpans { name: syntax.name, statements: Vec::with_capacity(syntax.statements.len() + 1) };
        for statement in &syntax.statements {
            let first_part = self.parts.len();
            match self.statement(&statement.kind) {
                Ok(lowered) => block.statements.push(lowered),
                Err(error) => self.errors.push(*error),
            }
            spans.statements.push(self.statement_span(statement.span, first_part));
        }
        let first_part = self.parts.len();
        match self.terminator(&syntax.terminator) {
            Ok(lowered) => block.terminator = lowered,
            Err(error) => self.errors.push(*error),
        }
        spans.statements.push(self.statement_span(syntax.terminator_span, first_part));
        (block, spans)
    }

    fn statement_span(&self, whole: Span, first_part: usize) -> StatementSpan {
        StatementSpan { whole, first_part: first_part as u32, parts: (self.parts.len() - first_part) as u32 }
    }

    /// The name of the function of `core::intrinsics::mir` that `callee` is, unless something else has that name.
    pub fn mir_name(&mut self, callee: ExprId) -> Option<&'a str> {
        match self.meaning(callee) {
            Ok(Some(Meaning::Mir(name))) => Some(self.slice(name)),
            _ => None,
        }
    }

    /// The arguments, if there are just as many as wanted.
    fn args<const N: usize>(&self, call: ExprId, args: ExprList) -> Read<[ExprId; N]> {
        let args = self.arena.list(args);
        args.try_into().or_else(|_| {
            let message = format!("expected {N} arguments here, found {}", args.len());
            self.error("syntax", self.span(call), message)
        })
    }

    /// The argument of `Move(e)`, or `e` itself.
    pub fn behind_move(&mut self, expr: ExprId) -> ExprId {
        match self.arena.get(expr).kind {
            ExprKind::Call(callee, args) if self.mir_name(callee) == Some("Move") => {
                self.arena.list(args).first().copied().unwrap_or(expr)
            }
            _ => expr,
        }
    }

    fn statement(&mut self, kind: &StatementKind) -> Read<Statement> {
        let call = match *kind {
            StatementKind::Assign(left, right) => {
                let dest = self.assigned(left)?;
                self.open_field = Some(self.behind_move(right));
                let ty = dest.ty.filter(|ty| ty.variant.is_none()).map(|ty| ty.ty);
                return Ok(Statement::Assign(dest.place, self.rvalue(right, ty)?));
            }
            StatementKind::Call(call) => call,
        };
        let ExprKind::Call(callee, args) = self.arena.get(call).kind else {
            return self.error("syntax", self.span(call), "expected a statement");
        };
        match self.mir_name(callee) {
            Some("StorageLive") => {
                let [local] = self.args(call, args)?;
                Ok(Statement::StorageLive(self.local(local)?))
            }
            Some("StorageDead") => {
                let [local] = self.args(call, args)?;
                Ok(Statement::StorageDead(self.local(local)?))
            }
            Some("Assume") => {
                let [condition] = self.args(call, args)?;
                Ok(Statement::Assume(self.operand(condition, Some(Ty::BOOL))?))
            }
            Some("Retag") => {
                let [place] = self.args(call, args)?;
                Ok(Statement::Retag(self.place(place)?.place))
            }
            Some("SetDiscriminant") => {
                let [place, variant] = self.args(call, args)?;
                let place = self.place(place)?.place;
                Ok(Statement::SetDiscriminant(place, VariantId(self.index_literal(variant)?)))
            }
            Some(name) => {
                let message = format!("`{name}` cannot be a statement");
                let help = "a terminator stands last in its block, without a semicolon";
                Err(Box::new(Diagnostic::new("syntax", self.span(call), message).help(help)))
            }
            None => {
                let help =
                    "functions are called by the terminator `Call(dest = f(..), ReturnTo(block), unwind)`";
                let error = Diagnostic::new("syntax", self.span(call), "expected a statement");
                Err(Box::new(error.help(help)))
            }
        }
    }

    fn terminator(&mut self, syntax: &TerminatorSyntax) -> Read<Terminator> {
        let call = match syntax {
            TerminatorSyntax::Match(operand, arms, otherwise) => {
                return self.switch(*operand, arms, *otherwise);
            }
            TerminatorSyntax::Call(call) => *call,
        };
        let ExprKind::Call(callee, args) = self.arena.get(call).kind else {
            return self.error("missing-terminator", self.span(call), "expected a terminator");
        };
        match self.mir_name(callee) {
            Some("Return") => self.args(call, args).map(|[]| Terminator::Return),
            Some("Unreachable") => self.args(call, args).map(|[]| Terminator::Unreachable),
            Some("UnwindResume") => self.args(call, args).map(|[]| Terminator::UnwindResume),
            Some("Goto") => {
                let [target] = self.args(call, args)?;
                Ok(Terminator::Goto(self.block_ref(target)?))
            }
            Some("UnwindTerminate") => {
                let [reason] = self.args(call, args)?;
                Ok(Terminator::UnwindTerminate(self.terminate_reason(reason)?))
            }
            Some("Drop") => self.drop_terminator(call, self.arena.list(args)),
            Some("Call") => self.call_terminator(call, self.arena.list(args)),
            Some("TailCall") => {
                let [inner] = self.args(call, args)?;
                let (func, args) = self.call(inner, None)?;
                Ok(Terminator::TailCall(func, args))
            }
            _ => self.error("missing-terminator", self.span(call), "expected a terminator"),
        }
    }

    fn switch(&mut self, operand: ExprId, arms: &[(ExprId, Span)], otherwise: Span) -> Read<Terminator> {
        let operand = self.operand(operand, None)?;
        let ty = self.operand_ty(&operand);
        let mut values = Vec::with_capacity(arms.len());
        for &(value, block) in arms {
            values.push((self.arm(value, ty)?, self.block_named(block)?));
        }
        let otherwise = self.block_named(otherwise)?;
        Ok(Terminator::Switch(operand, SwitchTargets { values, otherwise }))
    }

    /// The value of a switch's arm, as bits of the operand's type `ty`.
    fn arm(&mut self, value: ExprId, ty: Option<Ty>) -> Read<u128> {
        let span = self.span(value);
        let (bits, found) = match self.operand(value, ty)? {
            Operand::Const(Const::Int(int, bits)) => (bits, Ty::int(int)),
            Operand::Const(Const::Bool(value)) => (value.into(), Ty::BOOL),
            Operand::Const(Const::Char(value)) => (u32::from(value).into(), Ty::CHAR),
            _ => return self.error("switch-value", span, "expected a literal"),
        };
        // Of operands that no switch can be on, the checker speaks.
        match ty.filter(|&ty| ty != found && self.types.switch_bits(ty).is_some()) {
            None => Ok(bits),
            Some(ty) => {
                let describe = Describe { types: self.types, items: self.items };
                let message =
                    format!("a switch on `{}` has no arm of type `{}`", describe.ty(ty), describe.ty(found));
                self.error("switch-value", span, message)
            }
        }
    }

    /// `Drop(place, ReturnTo(block), unwind)`, or as it was before 1.77.
    fn drop_terminator(&mut self, call: ExprId, args: &[ExprId]) -> Read<Terminator> {
        let (place, target, unwind) = match *args {
            [place, target] => (place, target, None),
            [place, target, unwind] => (place, target, Some(unwind)),
            _ => {
                return self.error(
                    "syntax",
                    self.span(call),
                    "expected `Drop(place, ReturnTo(block), unwind)`",
                );
            }
        };
        let place = self.place(place)?.place;
        let target = self.return_to(target)?;
        let unwind = unwind.map_or(Ok(UnwindAction::Continue), |unwind| self.unwind_action(unwind))?;
        Ok(Terminator::Drop { place, target, unwind })
    }

    /// `Call(dest = f(..), ReturnTo(block), unwind)`, or as it was before 1.77.
    fn call_terminator(&mut self, call: ExprId, args: &[ExprId]) -> Read<Terminator> {
        let help = "expected `Call(dest = f(..), ReturnTo(block), unwind)`";
        let assignment = args.first().and_then(|&first| match self.arena.get(first).kind {
            ExprKind::Assign(dest, value) => Some((dest, value)),
            _ => None,
        });
        let (dest, inner, target, unwind) = match (assignment, args) {
            (Some((dest, inner)), &[_, target]) => (dest, inner, target, None),
            (Some((dest, inner)), &[_, target, unwind]) => (dest, inner, target, Some(unwind)),
            (None, &[dest, target, inner]) => (dest, inner, target, None),
            _ => return self.error("syntax", self.span(call), help),
        };
        let dest = self.assigned(dest)?;
        let (func, args) = self.call(inner, dest.ty.map(|ty| ty.ty))?;
        let target = self.return_to(target)?;
        let unwind = unwind.map_or(Ok(UnwindAction::Continue), |unwind| self.unwind_action(unwind))?;
        Ok(Terminator::Call(Box::new(Call { dest: dest.place, func, args, target, unwind })))
    }

    /// `f(a, b)`: what is called, and with what.
    fn call(&mut self, expr: ExprId, ret: Option<Ty>) -> Read<(Operand, Vec<Operand>)> {
        let ExprKind::Call(callee, args) = self.arena.get(expr).kind else {
            return self.error("syntax", self.span(expr), "expected a function's call");
        };
        let args = self.arena.list(args);
        let func = match self.meaning(callee)? {
            Some(Meaning::Fn(FnDefId::Intrinsic(id), given)) => {
                self.parts.push(self.span(callee));
                // From 1.98 on it gives a `bool`.
                let id = match id {
                    Intrinsic::CatchUnwind if ret == Some(Ty::BOOL) => Intrinsic::CatchUnwindBool,
                    _ => id,
                };
                let def = FnDefId::Intrinsic(id);
                let generics = self.all_generics(id, &given, args, ret, callee)?;
                Operand::Const(Const::Fn(Box::new(FnRef { def, generics: generics.into() })))
            }
            _ => self.operand(callee, None)?,
        };
        let func_ty = self.operand_ty(&func);
        let sig = func_ty.and_then(|ty| self.items.callee_sig(self.types, ty));
        let mut operands = Vec::with_capacity(args.len());
        for (position, &arg) in args.iter().enumerate() {
            let wanted = sig.as_ref().and_then(|sig| sig.params.get(position).copied().flatten());
            operands.push(self.operand(arg, wanted)?);
        }
        Ok((func, operands))
    }

    /// The generic arguments of an intrinsic, with literals' default types where nothing else says.
    fn all_generics(
        &mut self,
        id: Intrinsic,
        given: &[Option<GenericArg>],
        args: &[ExprId],
        ret: Option<Ty>,
        callee: ExprId,
    ) -> Read<Vec<GenericArg>> {
        let had_defaults = std::mem::replace(&mut self.literals_have_defaults, false);
        let mut generics = self.intrinsic_generics(id, given, args, None);
        if generics.is_none() {
            generics = self.intrinsic_generics(id, given, args, ret);
        }
        self.literals_have_defaults = true;
        if generics.is_none() {
            generics = self.intrinsic_generics(id, given, args, None);
        }
        if generics.is_none() {
            generics = self.intrinsic_generics(id, given, args, ret);
        }
        self.literals_have_defaults = had_defaults;
        generics.ok_or_else(|| {
            let message =
                format!("the generic arguments of `{}` cannot be inferred from these arguments", id.name());
            let help = format!("it is `{}`", id.signature().describe());
            Box::new(Diagnostic::new("cannot-infer", self.span(callee), message).help(help))
        })
    }

    fn return_to(&mut self, expr: ExprId) -> Read<BlockId> {
        if let ExprKind::Call(callee, args) = self.arena.get(expr).kind
            && self.mir_name(callee) == Some("ReturnTo")
        {
            let [block] = self.args(expr, args)?;
            return self.block_ref(block);
        }
        self.block_ref(expr)
    }

    fn unwind_action(&mut self, expr: ExprId) -> Read<UnwindAction> {
        let help = "expected `UnwindContinue()`, `UnwindUnreachable()`, `UnwindTerminate(reason)` or `UnwindCleanup(block)`";
        let ExprKind::Call(callee, args) = self.arena.get(expr).kind else {
            return self.error("syntax", self.span(expr), help);
        };
        match self.mir_name(callee) {
            Some("UnwindContinue") => self.args(expr, args).map(|[]| UnwindAction::Continue),
            Some("UnwindUnreachable") => self.args(expr, args).map(|[]| UnwindAction::Unreachable),
            Some("UnwindTerminate") => {
                let [reason] = self.args(expr, args)?;
                Ok(UnwindAction::Terminate(self.terminate_reason(reason)?))
            }
            Some("UnwindCleanup") => {
                let [block] = self.args(expr, args)?;
                Ok(UnwindAction::Cleanup(self.block_ref(block)?))
            }
            _ => self.error("syntax", self.span(expr), help),
        }
    }

    fn terminate_reason(&self, expr: ExprId) -> Read<TerminateReason> {
        let text = self.slice(self.span(expr));
        match text.rsplit(':').next() {
            Some("ReasonAbi" | "Abi") => Ok(TerminateReason::Abi),
            Some("ReasonInCleanup" | "InCleanup") => Ok(TerminateReason::InCleanup),
            _ => self.error("syntax", self.span(expr), "expected `ReasonAbi` or `ReasonInCleanup`"),
        }
    }

    fn block_ref(&self, expr: ExprId) -> Read<BlockId> {
        self.block_named(self.span(expr))
    }

    fn block_named(&self, span: Span) -> Read<BlockId> {
        let name = self.slice(span);
        match self.block_names.get(name) {
            Some(&block) => Ok(block),
            None => self.error("unknown-block", span, format!("there is no block `{name}`")),
        }
    }

    fn local(&self, expr: ExprId) -> Read<Local> {
        let span = self.span(expr);
        let is_name = matches!(self.arena.get(expr).kind, ExprKind::Ident);
        match self.local_named(self.slice(span)).filter(|_| is_name) {
            Some(local) => Ok(local),
            None => self.error("unknown-local", span, format!("there is no local `{}`", self.slice(span))),
        }
    }

    fn index_literal(&self, expr: ExprId) -> Read<u32> {
        match self.arena.get(expr).kind {
            ExprKind::Int(value, suffix)
                if value <= u32::MAX.into() && suffix.is_none_or(|suffix| self.slice(suffix) == "u32") =>
            {
                Ok(value as u32)
            }
            _ => self.error("syntax", self.span(expr), "expected an index: a literal of type `u32`"),
        }
    }

    /// A place that is assigned to.
    fn assigned(&mut self, expr: ExprId) -> Read<Typed> {
        self.is_place_to_rust(expr)?;
        self.place(expr)
    }

    /// `Field(..)` is a function's call to rustc's type checker, which neither assigns to one nor takes its address (E0070, E0745).
    fn is_place_to_rust(&self, expr: ExprId) -> Read<()> {
        match self.arena.get(expr).kind {
            ExprKind::Call(..) => {
                let error = Diagnostic::new(
                    "not-a-place",
                    self.span(expr),
                    "rustc takes this for a value, not for a place",
                );
                Err(Box::new(error.help("write `place!(Field::<T>(Variant(x, 0), 0))`")))
            }
            _ => Ok(()),
        }
    }

    /// A place of the statement.
    fn place(&mut self, expr: ExprId) -> Read<Typed> {
        self.parts.push(self.span(expr));
        self.place_inner(expr)
    }

    fn place_inner(&mut self, expr: ExprId) -> Read<Typed> {
        let node = self.arena.get(expr);
        let span = node.span;
        let (base, elem) = match node.kind {
            ExprKind::Ident => {
                let local = self.local(expr)?;
                let ty = self.local_tys[local.index()].map(PlaceTy::from);
                return Ok(Typed { place: local.into(), ty });
            }
            ExprKind::Place(inner) => return self.place_inner(inner),
            ExprKind::Deref(inner) => {
                if let ExprKind::Call(callee, args) = self.arena.get(inner).kind
                    && self.mir_name(callee) == Some("__internal_make_place")
                {
                    let [inner] = self.args(inner, args)?;
                    return self.place_inner(inner);
                }
                (self.place_inner(inner)?, Elem::Deref)
            }
            ExprKind::Field(inner, name) => {
                let base = self.place_inner(inner)?;
                let field = self.field(&base, name)?;
                (base, Elem::Field(field))
            }
            ExprKind::Index(inner, index) => (self.place_inner(inner)?, Elem::Index(self.local(index)?)),
            ExprKind::Call(callee, args) if self.mir_name(callee) == Some("Field") => {
                let [variant, field] = self.args(expr, args)?;
                let field = Elem::Field(FieldId(self.index_literal(field)?));
                if self.turbofish_ty(callee, 0).is_none() && self.open_field != Some(expr) {
                    let message = "nothing says what type this field has";
                    let help = "write `Field::<T>(Variant(x, 0), 0)`";
                    return Err(Box::new(Diagnostic::new("cannot-infer", span, message).help(help)));
                }
                let variant = self.variant_place(variant)?;
                let ty = variant.ty.and_then(|ty| self.types.project(ty, field));
                if let (Some(given), Some(ty)) = (self.turbofish_ty(callee, 0), ty)
                    && given != ty.ty
                {
                    let describe = Describe { types: self.types, items: self.items };
                    let (given, declared) = (describe.ty(given), describe.ty(ty.ty));
                    let message = format!("the field has type `{declared}`, not `{given}`");
                    return self.error("field-type", span, message);
                }
                (variant, field)
            }
            _ => return self.error("syntax", span, "expected a place"),
        };
        let ty = base.ty.and_then(|ty| self.types.project(ty, elem));
        Ok(Typed { place: base.place.project(elem), ty })
    }

    /// `Variant(place, index)`
    fn variant_place(&mut self, expr: ExprId) -> Read<Typed> {
        let ExprKind::Call(callee, args) = self.arena.get(expr).kind else {
            return self.error("syntax", self.span(expr), "expected `Variant(place, index)`");
        };
        if self.mir_name(callee) != Some("Variant") {
            return self.error("syntax", self.span(expr), "expected `Variant(place, index)`");
        }
        let [base, index] = self.args(expr, args)?;
        let base = self.place_inner(base)?;
        let elem = Elem::Downcast(VariantId(self.index_literal(index)?));
        let ty = base.ty.and_then(|ty| self.types.project(ty, elem));
        Ok(Typed { place: base.place.project(elem), ty })
    }

    fn field(&self, base: &Typed, name: Span) -> Read<FieldId> {
        let text = self.slice(name);
        if let Some(ty) = base.ty
            && let Some(field) = self.field_named(ty.ty, text)
        {
            return Ok(field);
        }
        // The checker has more to say about a position than that it is unknown. One that is there has a name instead.
        let fields = base.ty.map_or(0, |ty| self.named_fields(ty.ty));
        if let Some(position) = text.parse().ok().filter(|&position| position as usize >= fields) {
            return Ok(FieldId(position));
        }
        self.error("unknown-field", name, format!("there is no field `{text}` here"))
    }

    /// How many fields a struct or union has.
    fn named_fields(&self, ty: Ty) -> usize {
        match self.types.kind(ty) {
            TyKind::Adt(adt) if self.types.adts[*adt].kind != AdtKind::Enum => {
                self.types.adts[*adt].only_variant().fields.len()
            }
            _ => 0,
        }
    }

    /// The field of a tuple, struct or union.
    pub fn field_named(&self, ty: Ty, name: &str) -> Option<FieldId> {
        match self.types.kind(ty) {
            TyKind::Tuple(_) => name.parse().ok().map(FieldId),
            TyKind::Adt(adt) if self.types.adts[*adt].kind != AdtKind::Enum => {
                self.types.adts[*adt].only_variant().field(name)
            }
            _ => None,
        }
    }

    pub fn operand_ty(&mut self, operand: &Operand) -> Option<Ty> {
        match operand {
            Operand::Const(value) => self.items.const_ty(self.types, value),
            Operand::Copy(place) | Operand::Move(place) => {
                let mut ty = PlaceTy::from((*self.local_tys.get(place.local.index())?)?);
                for &elem in &place.projection {
                    ty = self.types.project(ty, elem)?;
                }
                Some(ty.ty)
            }
        }
    }

    /// An operand of the statement. A literal without a suffix takes the type that is wanted.
    fn operand(&mut self, expr: ExprId, wanted: Option<Ty>) -> Read<Operand> {
        self.parts.push(self.span(expr));
        if let ExprKind::Call(callee, args) = self.arena.get(expr).kind {
            match self.mir_name(callee) {
                Some("Move") => {
                    let [place] = self.args(expr, args)?;
                    return Ok(Operand::Move(self.place_inner(place)?.place));
                }
                Some("Static" | "StaticMut") => {
                    let [name] = self.args(expr, args)?;
                    return self.static_ref(expr, callee, name);
                }
                _ => {}
            }
        }
        if let Some(value) = self.constant(expr, wanted)? {
            return Ok(Operand::Const(value));
        }
        Ok(Operand::Copy(self.place_inner(expr)?.place))
    }

    fn static_ref(&mut self, expr: ExprId, callee: ExprId, name: ExprId) -> Read<Operand> {
        let Some(Meaning::Static(id)) = self.meaning(name)? else {
            return self.error("syntax", self.span(name), "expected a static's name");
        };
        let is_mut = self.items.statics[id].is_mut;
        let wanted = if is_mut { "StaticMut" } else { "Static" };
        if self.mir_name(callee) != Some(wanted) {
            let message = format!("this static must be accessed by `{wanted}`");
            return self.error("static-mutability", self.span(expr), message);
        }
        Ok(Operand::Const(Const::Static(id)))
    }

    /// A constant operand; `None` for expressions that are places.
    pub fn constant(&mut self, expr: ExprId, wanted: Option<Ty>) -> Read<Option<Const>> {
        let node = self.arena.get(expr);
        let span = node.span;
        Ok(Some(match &node.kind {
            ExprKind::Int(..) | ExprKind::Float => self.number(expr, false, wanted)?,
            &ExprKind::Neg(inner)
                if matches!(self.arena.get(inner).kind, ExprKind::Int(..) | ExprKind::Float) =>
            {
                self.number(inner, true, wanted)?
            }
            ExprKind::Bool(value) => Const::Bool(*value),
            ExprKind::Char(value) => Const::Char(*value),
            ExprKind::Byte(value) => Const::Int(IntTy::U8, (*value).into()),
            ExprKind::Str(value) => Const::Str(value.clone()),
            ExprKind::ByteStr(value) => Const::ByteStr(value.clone()),
            ExprKind::ConstBlock(inner) => match self.const_expr(*inner, wanted)? {
                // Floats without a literal are spelled with a block; they are literals all the same.
                ConstExpr::Const(value @ Const::Float(..)) => value,
                value => Const::Block(Box::new(value)),
            },
            ExprKind::Ident | ExprKind::Path(_) => match self.meaning(expr)? {
                Some(Meaning::Const(id)) => Const::Named(id),
                Some(Meaning::Literal(value)) => value,
                Some(Meaning::Fn(def, generics)) => {
                    let generics: Option<Vec<GenericArg>> = generics.into_iter().collect();
                    let generics = generics.unwrap_or_default();
                    Const::Fn(Box::new(FnRef { def, generics: generics.into() }))
                }
                Some(Meaning::Static(_)) => {
                    let help = "use `Static(NAME)` or `StaticMut(NAME)`, which give a pointer to it";
                    let error = Diagnostic::new("static-as-place", span, "a static is no place in MIR");
                    return Err(Box::new(error.help(help)));
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    fn number(&self, expr: ExprId, negative: bool, wanted: Option<Ty>) -> Read<Const> {
        let node = self.arena.get(expr);
        match node.kind {
            ExprKind::Int(value, suffix) => literals::int(
                self.text,
                self.types,
                (value, suffix),
                negative,
                wanted,
                node.span,
                self.literals_may_overflow,
            ),
            _ => literals::float(self.types, self.slice(node.span), negative, wanted, node.span),
        }
    }

    fn rvalue(&mut self, expr: ExprId, dest: Option<Ty>) -> Read<Rvalue> {
        let node = self.arena.get(expr);
        match node.kind {
            ExprKind::Ref(mutability, place) => Ok(Rvalue::Ref(mutability, self.place(place)?.place)),
            ExprKind::RawPtr(mutability, place) => {
                let mut base = place;
                while let ExprKind::Field(inner, _) | ExprKind::Index(inner, _) = self.arena.get(base).kind {
                    base = inner;
                }
                self.is_place_to_rust(base)?;
                Ok(Rvalue::RawPtr(mutability, self.place(place)?.place))
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = self.operands_of(op, left, right, dest)?;
                Ok(Rvalue::Binary(op, left, right))
            }
            ExprKind::Neg(inner)
                if !matches!(self.arena.get(inner).kind, ExprKind::Int(..) | ExprKind::Float) =>
            {
                // The lint takes no notice of a minus below another one.
                if let ExprKind::Neg(literal) = self.arena.get(inner).kind
                    && let ExprKind::Int(..) = self.arena.get(literal).kind
                {
                    self.number(literal, false, dest)?;
                }
                Ok(Rvalue::Unary(UnOp::Neg, self.operand(inner, dest)?))
            }
            ExprKind::Not(inner) => Ok(Rvalue::Unary(UnOp::Not, self.operand(inner, dest)?)),
            ExprKind::Cast(inner, ty) => {
                let wanted = self.cast_source(ty);
                Ok(Rvalue::Cast(CastKind::As, self.operand(inner, wanted)?, ty))
            }
            ExprKind::Tuple(items) => {
                let fields = match dest.map(|ty| self.types.kind(ty)) {
                    Some(TyKind::Tuple(fields)) => fields.to_vec(),
                    _ => Vec::new(),
                };
                let items = self.arena.list(items).iter().enumerate();
                let operands = items.map(|(n, &item)| self.operand(item, fields.get(n).copied()));
                Ok(Rvalue::Tuple(operands.collect::<Read<_>>()?))
            }
            ExprKind::Array(items) => self.array(expr, self.arena.list(items), dest),
            ExprKind::Repeat(value, len) => {
                let element = dest.and_then(|ty| self.types.element(ty));
                let value = self.operand(value, element)?;
                Ok(Rvalue::Repeat(value, self.repeat_len(len)?))
            }
            ExprKind::Struct(path, values, ref names) => {
                let names: Vec<Span> = names.to_vec();
                self.struct_rvalue(path, self.arena.list(values), &names, dest)
            }
            ExprKind::Call(callee, args) => {
                if let Some(name) = self.mir_name(callee)
                    && let Some(rvalue) = self.mir_rvalue(expr, name, callee, args, dest)?
                {
                    return Ok(rvalue);
                }
                self.ctor_or_use(expr, dest)
            }
            ExprKind::Ident | ExprKind::Path(_) => self.ctor_or_use(expr, dest),
            _ => Ok(Rvalue::Use(self.operand(expr, dest)?)),
        }
    }

    pub fn repeat_len(&self, expr: ExprId) -> Read<u64> {
        match self.arena.get(expr).kind {
            ExprKind::Int(len, suffix)
                if u64::try_from(len).is_ok()
                    && suffix.is_none_or(|suffix| self.slice(suffix) == "usize") =>
            {
                Ok(len as u64)
            }
            _ => self.error("syntax", self.span(expr), "expected a length: a literal of type `usize`"),
        }
    }

    /// What a literal without a suffix is when it is cast: the target's type, where that is possible
    /// (rustc's "castable to" expectation).
    fn cast_source(&self, target: Ty) -> Option<Ty> {
        match self.types.kind(target) {
            TyKind::Int(_) | TyKind::Float(_) => Some(target),
            TyKind::Char => Some(Ty::U8),
            TyKind::RawPtr(..) | TyKind::FnPtr(_) => Some(Ty::USIZE),
            _ => None,
        }
    }

    /// The operands of an operator; literals take the other operand's type, or the result's.
    fn operands_of(
        &mut self,
        op: BinOp,
        left: ExprId,
        right: ExprId,
        dest: Option<Ty>,
    ) -> Read<(Operand, Operand)> {
        let result = dest.filter(|_| !op.is_comparison());
        let wanted = |lowering: &mut Self, literal: ExprId, other: ExprId| {
            lowering.is_open_literal(literal).then(|| lowering.infer_strict(other).or(result)).flatten()
        };
        let (left_wanted, right_wanted) = match op.is_shift() {
            true => (result, None),
            false => (wanted(self, left, right), wanted(self, right, left)),
        };
        Ok((self.operand(left, left_wanted)?, self.operand(right, right_wanted)?))
    }

    /// Whether `expr` is a literal that takes its type from elsewhere.
    pub fn is_open_literal(&self, expr: ExprId) -> bool {
        let node = self.arena.get(expr);
        match node.kind {
            ExprKind::Int(_, suffix) => suffix.is_none(),
            ExprKind::Float => {
                !FloatTy::ALL.iter().any(|float| self.slice(node.span).ends_with(float.name()))
            }
            ExprKind::Neg(inner) => self.is_open_literal(inner),
            _ => false,
        }
    }

    /// The type of an expression, without defaults for literals.
    fn infer_strict(&mut self, expr: ExprId) -> Option<Ty> {
        let had_defaults = std::mem::replace(&mut self.literals_have_defaults, false);
        let ty = self.infer(expr);
        self.literals_have_defaults = had_defaults;
        ty
    }

    fn array(&mut self, expr: ExprId, items: &[ExprId], dest: Option<Ty>) -> Read<Rvalue> {
        let mut element = dest.and_then(|ty| self.types.element(ty));
        let mut operands = Vec::with_capacity(items.len());
        for &item in items {
            let operand = self.operand(item, element)?;
            element = element.or_else(|| self.operand_ty(&operand));
            operands.push(operand);
        }
        match element {
            Some(element) => Ok(Rvalue::Array(element, operands)),
            None => {
                self.error("cannot-infer", self.span(expr), "the type of this array's elements is unknown")
            }
        }
    }

    fn struct_rvalue(
        &mut self,
        path: ExprId,
        values: &[ExprId],
        names: &[Span],
        dest: Option<Ty>,
    ) -> Read<Rvalue> {
        let (adt, variant) = match self.meaning(path)? {
            Some(Meaning::Ctor(adt, variant)) => (adt, variant),
            Some(Meaning::OpenCtor(library, variant)) => {
                (self.close_ctor(library, variant, dest, &[], self.span(path))?, variant)
            }
            _ => return self.error("syntax", self.span(path), "expected a struct's or variant's name"),
        };
        let is_union = self.types.adts[adt].kind == AdtKind::Union;
        let mut operands = Vec::with_capacity(values.len());
        let mut active = None;
        for (position, (&value, &name)) in values.iter().zip(names).enumerate() {
            let fields = &self.types.adts[adt].variants[variant];
            let Some(field) = fields.field(self.slice(name)) else {
                let message = format!("`{}` has no field `{}`", fields.name, self.slice(name));
                return self.error("unknown-field", name, message);
            };
            if is_union {
                active = Some(field);
            } else if field.index() != position {
                let message = "the fields of an aggregate must stand in the order of their declaration";
                let note = "rustc builds the MIR aggregate in the order of the text";
                return Err(Box::new(Diagnostic::new("field-order", name, message).note(note)));
            }
            let ty = fields.fields[field].ty;
            operands.push(self.operand(value, Some(ty))?);
        }
        Ok(Rvalue::Adt(adt, variant, active, operands))
    }

    /// Rvalues that are written as functions; `None` when `name` is an operand's.
    fn mir_rvalue(
        &mut self,
        expr: ExprId,
        name: &str,
        callee: ExprId,
        args: ExprList,
        dest: Option<Ty>,
    ) -> Read<Option<Rvalue>> {
        Ok(Some(match name {
            "Discriminant" => {
                let [place] = self.args(expr, args)?;
                Rvalue::Discriminant(self.place(place)?.place)
            }
            "CopyForDeref" => {
                let [place] = self.args(expr, args)?;
                Rvalue::CopyForDeref(self.place(place)?.place)
            }
            "PtrMetadata" => {
                let [pointer] = self.args(expr, args)?;
                Rvalue::Unary(UnOp::PtrMetadata, self.operand(pointer, None)?)
            }
            "Offset" => {
                let [pointer, count] = self.args(expr, args)?;
                let pointer = self.operand(pointer, dest)?;
                Rvalue::Binary(BinOp::Offset, pointer, self.operand(count, None)?)
            }
            "Checked" => {
                let [inner] = self.args(expr, args)?;
                let checked = match self.arena.get(inner).kind {
                    ExprKind::Binary(op, left, right) => {
                        CheckedOp::from_wrapping(op).map(|op| (op, left, right))
                    }
                    _ => None,
                };
                let Some((op, left, right)) = checked else {
                    return self.error(
                        "checked-operator",
                        self.span(inner),
                        "`Checked` takes `+`, `-` or `*`",
                    );
                };
                let result = match dest.map(|ty| self.types.kind(ty)) {
                    Some(TyKind::Tuple(fields)) => fields.first().copied(),
                    _ => None,
                };
                let (left, right) = self.operands_of(op.wrapping(), left, right, result)?;
                Rvalue::Checked(op, left, right)
            }
            "CastTransmute" | "CastPtrToPtr" | "CastUnsize" => {
                let kind = match name {
                    "CastTransmute" => CastKind::Transmute,
                    "CastPtrToPtr" => CastKind::PtrToPtr,
                    _ => CastKind::Unsize,
                };
                let Some(target) = self.turbofish_ty(callee, 1).or(dest) else {
                    return self.error(
                        "cannot-infer",
                        self.span(expr),
                        "the type that this casts to is unknown",
                    );
                };
                let [operand] = self.args(expr, args)?;
                let source = self.turbofish_ty(callee, 0);
                let operand = self.operand(operand, source)?;
                if let (Some(source), Some(found)) = (source, self.operand_ty(&operand))
                    && source != found
                {
                    let describe = Describe { types: self.types, items: self.items };
                    let (source, found) = (describe.ty(source), describe.ty(found));
                    let message = format!("the cast is from `{source}`, but the operand has type `{found}`");
                    return self.error("cast-type", self.span(expr), message);
                }
                Rvalue::Cast(kind, operand, target)
            }
            _ => return Ok(None),
        }))
    }

    /// `S(a, b)`, `None`, or else an operand.
    fn ctor_or_use(&mut self, expr: ExprId, dest: Option<Ty>) -> Read<Rvalue> {
        let (callee, args) = match self.arena.get(expr).kind {
            ExprKind::Call(callee, args) => (callee, Some(self.arena.list(args))),
            _ => (expr, None),
        };
        let ctor = match self.meaning(callee)? {
            Some(Meaning::Ctor(adt, variant)) => Some((adt, variant)),
            Some(Meaning::OpenCtor(library, variant)) => {
                let arg_tys: Vec<Option<Ty>> =
                    args.unwrap_or_default().iter().map(|&arg| self.infer(arg)).collect();
                Some((self.close_ctor(library, variant, dest, &arg_tys, self.span(callee))?, variant))
            }
            _ => None,
        };
        let Some((adt, variant)) = ctor else { return Ok(Rvalue::Use(self.operand(expr, dest)?)) };
        let fields: Vec<Ty> = match self.types.adts[adt].variants.get(variant) {
            Some(variant)
                if (variant.ctor == Ctor::Unit) == args.is_none() && variant.ctor != Ctor::Named =>
            {
                variant.fields.iter().map(|field| field.ty).collect()
            }
            _ => return self.error("syntax", self.span(expr), "this constructor is not written in this way"),
        };
        let args = args.unwrap_or_default().iter().enumerate();
        let operands = args.map(|(n, &arg)| self.operand(arg, fields.get(n).copied()));
        Ok(Rvalue::Adt(adt, variant, None, operands.collect::<Read<_>>()?))
    }
}
