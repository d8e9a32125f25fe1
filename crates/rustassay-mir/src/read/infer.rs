//! Types of locals that the text leaves open.
//!
//! rustc infers them as it infers all types. Here each assignment and call is asked what it says about the types on its two
//! sides, again and again until nothing new comes out; literals without a suffix get their default last. That is less than
//! unification, and enough for MIR, where every statement has one operation.

use super::lower::Lowering;
use super::resolve::Meaning;
use super::syntax::{BodySyntax, ExprId, ExprKind, GenericSyntax, StatementKind, TerminatorSyntax};
use crate::model::{
    BinOp, Elem, FieldId, FloatTy, FnDefId, FnRef, GenericArg, IntTy, Intrinsic, Library, Local, Mutability,
    Ty, TyKind,
};
use crate::source::Span;

impl Lowering<'_, '_> {
    /// Finds the types of locals without an annotation, as far as the body tells.
    pub fn infer_locals(&mut self, body: &BodySyntax) {
        for defaults in [false, true] {
            self.literals_have_defaults = defaults;
            while self.local_tys.contains(&None) && self.infer_once(body) {}
        }
    }

    /// Where the type of a local is needed that the text does not give and nothing before has told: rustc infers types from the first
    /// statement to the last (E0282).
    pub fn needed_before_known(&self, body: &BodySyntax, local: Local) -> Option<Span> {
        let is_local = |expr: ExprId| {
            matches!(self.arena.get(expr).kind, ExprKind::Ident)
                && self.local_named(self.slice(self.arena.get(expr).span)) == Some(local)
        };
        for block in &body.blocks {
            for statement in &block.statements {
                let StatementKind::Assign(left, right) = statement.kind else { continue };
                if let Some(span) = self.needing(right, &is_local).or_else(|| self.needing(left, &is_local)) {
                    return Some(span);
                }
                if is_local(left) && !is_local(right) {
                    return None;
                }
            }
            if let TerminatorSyntax::Call(call) = block.terminator
                && let ExprKind::Call(_, args) = self.arena.get(call).kind
                && let Some(&ExprKind::Assign(dest, call)) =
                    self.arena.list(args).first().map(|&first| &self.arena.get(first).kind)
            {
                if let Some(span) = self.needing(call, &is_local).or_else(|| self.needing(dest, &is_local)) {
                    return Some(span);
                }
                if is_local(dest) {
                    return None;
                }
            }
        }
        None
    }

    /// Where an expression does something with a local that needs its type.
    fn needing(&self, expr: ExprId, is_local: &dyn Fn(ExprId) -> bool) -> Option<Span> {
        let node = self.arena.get(expr);
        let parts: &[ExprId] = match &node.kind {
            ExprKind::Neg(part)
            | ExprKind::Not(part)
            | ExprKind::Deref(part)
            | ExprKind::Cast(part, _)
            | ExprKind::Field(part, _) => match is_local(*part) {
                true => return Some(node.span),
                false => &[*part],
            },
            ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => match is_local(*left) {
                true => return Some(node.span),
                false => &[*left, *right],
            },
            ExprKind::Call(_, parts) | ExprKind::Tuple(parts) | ExprKind::Array(parts) => {
                self.arena.list(*parts)
            }
            ExprKind::Struct(_, parts, _) => self.arena.list(*parts),
            ExprKind::Ref(_, part)
            | ExprKind::RawPtr(_, part)
            | ExprKind::Repeat(part, _)
            | ExprKind::Place(part) => &[*part],
            _ => &[],
        };
        parts.iter().find_map(|&part| self.needing(part, is_local))
    }

    /// One round over the body; whether something new came out.
    fn infer_once(&mut self, body: &BodySyntax) -> bool {
        let mut changed = false;
        for block in &body.blocks {
            for statement in &block.statements {
                if let StatementKind::Assign(left, right) = statement.kind {
                    changed |= self.infer_assign(left, right);
                }
            }
            if let TerminatorSyntax::Call(call) = block.terminator {
                changed |= self.infer_call_terminator(call);
            }
        }
        changed
    }

    fn infer_assign(&mut self, left: ExprId, right: ExprId) -> bool {
        if let Some(local) = self.open_local(left)
            && let Some(ty) = self.infer(right)
        {
            return self.set_local_ty(local, ty);
        }
        if let Some(local) = self.open_local(right)
            && let Some(ty) = self.infer(left)
        {
            return self.set_local_ty(local, ty);
        }
        false
    }

    fn infer_call_terminator(&mut self, call: ExprId) -> bool {
        let ExprKind::Call(callee, args) = self.arena.get(call).kind else { return false };
        if self.mir_name(callee) != Some("Call") {
            return false;
        }
        let args = self.arena.list(args);
        let (dest, call) = match (args.first().map(|&first| &self.arena.get(first).kind), args) {
            (Some(&ExprKind::Assign(dest, call)), _) => (dest, call),
            (Some(_), &[dest, _, call]) => (dest, call),
            _ => return false,
        };
        let mut changed = self.infer_assign(dest, call);
        let ExprKind::Call(callee, args) = self.arena.get(call).kind else { return changed };
        let args = self.arena.list(args);
        for (position, &arg) in args.iter().enumerate() {
            if let Some(local) = self.open_local(arg)
                && let Some(ty) = self.param_ty(callee, args, position)
            {
                changed |= self.set_local_ty(local, ty);
            }
        }
        changed
    }

    /// The local without a type that `expr` names, moved or not.
    fn open_local(&mut self, expr: ExprId) -> Option<Local> {
        let expr = self.behind_move(expr);
        let node = self.arena.get(expr);
        let ExprKind::Ident = node.kind else { return None };
        let local = self.local_named(self.slice(node.span))?;
        self.local_tys[local.0 as usize].is_none().then_some(local)
    }

    fn set_local_ty(&mut self, local: Local, ty: Ty) -> bool {
        self.local_tys[local.0 as usize] = Some(ty);
        true
    }

    /// What the parameter at `position` of a callee wants, as far as the other arguments tell.
    pub fn param_ty(&mut self, callee: ExprId, args: &[ExprId], position: usize) -> Option<Ty> {
        match self.meaning(callee).ok()? {
            Some(Meaning::Fn(FnDefId::Intrinsic(id), given)) => {
                let generics = self.intrinsic_generics(id, &given, args, None)?;
                id.signature().params.get(position)?.instantiate(self.types, &generics)
            }
            Some(Meaning::Fn(def, _)) => {
                self.items.call_sig(self.types, &FnRef::plain(def))?.params.get(position).copied()?
            }
            Some(Meaning::Ctor(adt, variant)) => {
                let fields = &self.types.adts[adt].variants.get(variant)?.fields;
                Some(fields.get(FieldId(position as u32))?.ty)
            }
            Some(Meaning::OpenCtor(..) | Meaning::Mir(_)) => None,
            _ => {
                let callee = self.infer(callee)?;
                self.items.callee_sig(self.types, callee)?.params.get(position).copied()?
            }
        }
    }

    /// All generic arguments of a call of an intrinsic, from those that the text gives and the types around it.
    pub fn intrinsic_generics(
        &mut self,
        id: Intrinsic,
        given: &[Option<GenericArg>],
        args: &[ExprId],
        ret: Option<Ty>,
    ) -> Option<Vec<GenericArg>> {
        let arg_tys: Vec<Option<Ty>> = args.iter().map(|&arg| self.infer(arg)).collect();
        let inferred = id.signature().infer(self.types, &arg_tys, ret).ok()?;
        inferred
            .iter()
            .enumerate()
            .map(|(n, inferred)| given.get(n).copied().flatten().or(*inferred))
            .collect()
    }

    /// The type of an expression, as far as it is known by now.
    pub fn infer(&mut self, expr: ExprId) -> Option<Ty> {
        let node = self.arena.get(expr);
        let span = node.span;
        match node.kind {
            ExprKind::Int(_, Some(suffix)) => IntTy::from_name(self.slice(suffix)).map(Ty::int),
            ExprKind::Int(_, None) => self.literals_have_defaults.then_some(Ty::I32),
            ExprKind::Float => {
                let text = self.slice(span);
                let suffix =
                    FloatTy::ALL.into_iter().find(|float| text.ends_with(float.name())).map(Ty::float);
                suffix.or(self.literals_have_defaults.then_some(Ty::F64))
            }
            ExprKind::Bool(_) => Some(Ty::BOOL),
            ExprKind::Char(_) => Some(Ty::CHAR),
            ExprKind::Byte(_) => Some(Ty::U8),
            ExprKind::Str(_) => Some(self.types.reference(Mutability::Not, Ty::STR)),
            ExprKind::ByteStr(ref bytes) => {
                let array = self.types.array(Ty::U8, bytes.len() as u64);
                Some(self.types.reference(Mutability::Not, array))
            }
            ExprKind::Ident | ExprKind::Path(_) => self.infer_path(expr),
            ExprKind::Neg(e) | ExprKind::Not(e) | ExprKind::Place(e) => self.infer(e),
            ExprKind::ConstBlock(e) if self.is_open_literal(e) => self.infer(e),
            ExprKind::ConstBlock(e) => {
                let value = self.const_expr(e, None).ok()?;
                self.items.const_expr_ty(self.types, &value)
            }
            ExprKind::Deref(e) => {
                if let ExprKind::Call(callee, args) = self.arena.get(e).kind
                    && self.mir_name(callee) == Some("__internal_make_place")
                {
                    return self.infer(*self.arena.list(args).first()?);
                }
                let pointer = self.infer(e)?;
                self.types.pointee(pointer)
            }
            ExprKind::Ref(mutability, e) => {
                let pointee = self.infer(e)?;
                Some(self.types.reference(mutability, pointee))
            }
            ExprKind::RawPtr(mutability, e) => {
                let pointee = self.infer(e)?;
                Some(self.types.raw_ptr(mutability, pointee))
            }
            ExprKind::Binary(op, left, right) => match op {
                _ if op.is_comparison() => Some(Ty::BOOL),
                BinOp::Shl | BinOp::Shr => self.infer(left),
                _ => self.infer(left).or_else(|| self.infer(right)),
            },
            ExprKind::Cast(_, ty) => Some(ty),
            ExprKind::Field(e, name) => {
                let base = self.infer(e)?;
                let field = self.field_named(base, self.slice(name))?;
                self.types.project(base.into(), Elem::Field(field)).map(|place| place.ty)
            }
            ExprKind::Index(e, _) => {
                let base = self.infer(e)?;
                self.types.element(base)
            }
            ExprKind::Tuple(items) => {
                let fields = self.arena.list(items).iter().map(|&item| self.infer(item));
                let fields = fields.collect::<Option<Vec<_>>>()?;
                Some(self.types.tuple(&fields))
            }
            ExprKind::Array(items) => {
                let items = self.arena.list(items);
                let element = items.iter().find_map(|&item| self.infer(item))?;
                Some(self.types.array(element, items.len() as u64))
            }
            ExprKind::Repeat(value, len) => {
                let element = self.infer(value)?;
                let ExprKind::Int(len, _) = self.arena.get(len).kind else { return None };
                Some(self.types.array(element, u64::try_from(len).ok()?))
            }
            ExprKind::Struct(path, ..) => match self.meaning(path).ok()?? {
                Meaning::Ctor(adt, _) => Some(self.types.adt(adt)),
                _ => None,
            },
            ExprKind::Call(callee, args) => self.infer_call(callee, self.arena.list(args)),
            ExprKind::Assign(..) => None,
        }
    }

    fn infer_path(&mut self, expr: ExprId) -> Option<Ty> {
        match self.meaning(expr).ok()?? {
            Meaning::Local(local) => self.local_tys[local.0 as usize],
            Meaning::Const(id) => Some(self.items.consts.get(id)?.ty),
            Meaning::Fn(def, generics) => {
                let generics = generics.into_iter().collect::<Option<Vec<_>>>()?;
                Some(self.types.intern(TyKind::FnDef(Box::new(FnRef { def, generics: generics.into() }))))
            }
            Meaning::Ctor(adt, variant) => self.is_unit_ctor(adt, variant).then(|| self.types.adt(adt)),
            Meaning::OpenCtor(Library::Ordering, _) => Some(self.types.library(Library::Ordering, &[])),
            Meaning::Literal(value) => self.items.const_ty(self.types, &value),
            Meaning::Static(_) | Meaning::OpenCtor(..) | Meaning::Mir(_) | Meaning::Associated(..) => None,
        }
    }

    fn infer_call(&mut self, callee: ExprId, args: &[ExprId]) -> Option<Ty> {
        match self.meaning(callee).ok()? {
            Some(Meaning::Mir(name)) => self.infer_mir_call(self.slice(name), callee, args),
            Some(Meaning::Ctor(adt, _)) => Some(self.types.adt(adt)),
            Some(Meaning::OpenCtor(library, variant)) => {
                let arg_tys: Vec<Option<Ty>> = args.iter().map(|&arg| self.infer(arg)).collect();
                let span = self.arena.get(callee).span;
                let adt = self.close_ctor(library, variant, None, &arg_tys, span).ok()?;
                Some(self.types.adt(adt))
            }
            Some(Meaning::Fn(FnDefId::Intrinsic(id), given)) => {
                let generics = self.intrinsic_generics(id, &given, args, None)?;
                id.signature().ret.instantiate(self.types, &generics)
            }
            Some(Meaning::Fn(def, _)) => self.items.call_sig(self.types, &FnRef::plain(def))?.ret,
            Some(Meaning::Associated(ty, _)) => FloatTy::from_name(self.slice(ty)).map(Ty::float),
            _ => {
                let callee = self.infer(callee)?;
                self.items.callee_sig(self.types, callee)?.ret
            }
        }
    }

    fn infer_mir_call(&mut self, name: &str, callee: ExprId, args: &[ExprId]) -> Option<Ty> {
        let first = *args.first()?;
        match name {
            "Move" | "CopyForDeref" | "Offset" | "__internal_make_place" => self.infer(first),
            "Discriminant" => {
                let place = self.infer(first)?;
                Some(Ty::int(self.types.discriminant_ty(place)))
            }
            "Checked" => {
                let value = self.infer(first)?;
                Some(self.types.tuple(&[value, Ty::BOOL]))
            }
            "PtrMetadata" => {
                let pointer = self.infer(first)?;
                Some(self.types.metadata_ty(self.types.pointee(pointer)?))
            }
            "CastTransmute" | "CastPtrToPtr" | "CastUnsize" => self.turbofish_ty(callee, 1),
            "Static" | "StaticMut" => match self.meaning(first).ok()?? {
                Meaning::Static(id) => self.items.const_ty(self.types, &crate::model::Const::Static(id)),
                _ => None,
            },
            "Field" => self.turbofish_ty(callee, 0),
            _ => None,
        }
    }

    /// The type argument at `position` of the last segment of a path.
    pub fn turbofish_ty(&self, path: ExprId, position: usize) -> Option<Ty> {
        let ExprKind::Path(path) = &self.arena.get(path).kind else { return None };
        match path.segments.last()?.generics.get(position)? {
            GenericSyntax::Type(ty) => Some(*ty),
            GenericSyntax::Infer | GenericSyntax::Const(_) => None,
        }
    }
}
