//! Constant expressions: initializers of statics and constants, and `const` blocks.

use super::cursor::Read;
use super::literals;
use super::lower::Lowering;
use super::resolve::Meaning;
use super::syntax::{ExprId, ExprKind};
use crate::model::{
    AdtId, AdtKind, Const, ConstExpr, FieldId, FnRef, Id, IntTy, Library, Mutability, Ty, TyKind, VariantId,
};
use crate::source::{Diagnostic, Span};

impl Lowering<'_, '_> {
    fn unsupported<T>(&self, span: Span) -> Read<T> {
        let message = "this constant expression is not in the model";
        Err(Box::new(Diagnostic::new("unsupported-constant", span, message)))
    }

    /// A constant expression. Where it is a reference to an array and one to a slice is wanted, it is coerced.
    pub fn const_expr(&mut self, expr: ExprId, wanted: Option<Ty>) -> Read<ConstExpr> {
        let value = self.const_expr_inner(expr, wanted)?;
        let Some(wanted) = wanted else { return Ok(value) };
        let wants_slice = |pointer| {
            let pointee = self.types.pointee(pointer);
            pointee.is_some_and(|pointee| matches!(self.types.kind(pointee), TyKind::Slice(_)))
        };
        let is_array_ref = matches!(value, ConstExpr::Ref(_) | ConstExpr::Const(Const::ByteStr(_)));
        if is_array_ref && wants_slice(wanted) {
            return Ok(ConstExpr::Unsize(Box::new(value), wanted));
        }
        Ok(value)
    }

    fn const_expr_inner(&mut self, expr: ExprId, wanted: Option<Ty>) -> Read<ConstExpr> {
        let node = self.arena.get(expr);
        let span = node.span;
        match node.kind {
            ExprKind::ConstBlock(inner) => self.const_expr(inner, wanted),
            ExprKind::Tuple(items) => {
                let fields = match wanted.map(|ty| self.types.kind(ty)) {
                    Some(TyKind::Tuple(fields)) => fields.to_vec(),
                    _ => Vec::new(),
                };
                let items = self.arena.list(items).iter().enumerate();
                let values = items.map(|(n, &item)| self.const_expr(item, fields.get(n).copied()));
                Ok(ConstExpr::Tuple(values.collect::<Read<_>>()?))
            }
            ExprKind::Array(items) => {
                let mut element = wanted.and_then(|ty| self.types.element(ty));
                let mut values = Vec::new();
                for &item in self.arena.list(items) {
                    let value = self.const_expr(item, element)?;
                    element = element.or_else(|| self.items.const_expr_ty(self.types, &value));
                    values.push(value);
                }
                match element {
                    Some(element) => Ok(ConstExpr::Array(element, values)),
                    None => self.unsupported(span),
                }
            }
            ExprKind::Repeat(value, len) => {
                let element = wanted.and_then(|ty| self.types.element(ty));
                let value = self.const_expr(value, element)?;
                Ok(ConstExpr::Repeat(Box::new(value), self.repeat_len(len)?))
            }
            ExprKind::Ref(Mutability::Not, inner) => {
                let pointee = wanted.and_then(|ty| self.types.pointee(ty));
                Ok(ConstExpr::Ref(Box::new(self.const_expr_inner(inner, pointee)?)))
            }
            ExprKind::RawPtr(mutability, inner) => match self.meaning(inner)? {
                Some(Meaning::Static(id)) => Ok(ConstExpr::StaticPtr(mutability, id)),
                _ => self.unsupported(span),
            },
            ExprKind::Cast(inner, ty) => self.const_cast(inner, ty, span),
            ExprKind::Struct(path, values, ref names) => {
                let names: Vec<Span> = names.to_vec();
                let Some(Meaning::Ctor(adt, variant)) = self.meaning(path)? else {
                    return self.unsupported(span);
                };
                self.const_fields(adt, variant, self.arena.list(values), &names)
            }
            ExprKind::Call(callee, args) => {
                let args = self.arena.list(args);
                self.const_call(callee, args, wanted, span)
            }
            ExprKind::Ident | ExprKind::Path(_) => match self.meaning(expr)? {
                Some(Meaning::Ctor(adt, variant)) if self.is_unit_ctor(adt, variant) => {
                    Ok(ConstExpr::Adt(adt, variant, Vec::new()))
                }
                Some(Meaning::OpenCtor(library, variant)) => {
                    let adt = self.close_ctor(library, variant, wanted, &[], span)?;
                    Ok(ConstExpr::Adt(adt, variant, Vec::new()))
                }
                Some(Meaning::Const(_) | Meaning::Literal(_)) => self.const_leaf(expr, wanted, span),
                _ => self.unsupported(span),
            },
            _ => self.const_leaf(expr, wanted, span),
        }
    }

    fn const_leaf(&mut self, expr: ExprId, wanted: Option<Ty>, span: Span) -> Read<ConstExpr> {
        match self.constant(expr, wanted)? {
            Some(value) => Ok(ConstExpr::Const(value)),
            None => self.unsupported(span),
        }
    }

    fn const_cast(&mut self, inner: ExprId, ty: Ty, span: Span) -> Read<ConstExpr> {
        let value = &self.arena.get(inner).kind;
        match (self.types.kind(ty), value) {
            (TyKind::FnPtr(_), ExprKind::Ident | ExprKind::Path(_)) => match self.meaning(inner)? {
                Some(Meaning::Fn(def, generics)) => {
                    let generics: Option<Vec<_>> = generics.into_iter().collect();
                    let function = FnRef { def, generics: generics.unwrap_or_default().into() };
                    Ok(ConstExpr::FnPtr(Box::new(function), ty))
                }
                _ => self.unsupported(span),
            },
            (TyKind::RawPtr(..), &ExprKind::Int(address, _))
                if address <= self.types.int(IntTy::Usize).mask() =>
            {
                Ok(ConstExpr::Address(address as u64, ty))
            }
            (&TyKind::Array(element, 0), &ExprKind::Array(items)) if self.arena.list(items).is_empty() => {
                Ok(ConstExpr::Array(element, Vec::new()))
            }
            (&(TyKind::Ref(_, pointee) | TyKind::RawPtr(_, pointee)), _)
                if matches!(self.types.kind(pointee), TyKind::Slice(_)) =>
            {
                let value = self.const_expr_inner(inner, None)?;
                Ok(ConstExpr::Unsize(Box::new(value), ty))
            }
            _ => self.unsupported(span),
        }
    }

    fn const_fields(
        &mut self,
        adt: AdtId,
        variant: VariantId,
        values: &[ExprId],
        names: &[Span],
    ) -> Read<ConstExpr> {
        let mut fields = Vec::with_capacity(values.len());
        for (&value, &name) in values.iter().zip(names) {
            let def = &self.types.adts[adt].variants[variant];
            let Some(field) = def.field(self.slice(name)) else {
                let message = format!("`{}` has no field `{}`", def.name, self.slice(name));
                return Err(Box::new(Diagnostic::new("unknown-field", name, message)));
            };
            let ty = def.fields[field].ty;
            fields.push((field, self.const_expr(value, Some(ty))?));
        }
        if self.types.adts[adt].kind != AdtKind::Union {
            fields.sort_by_key(|(field, _)| *field);
        }
        Ok(ConstExpr::Adt(adt, variant, fields))
    }

    fn const_call(
        &mut self,
        callee: ExprId,
        args: &[ExprId],
        wanted: Option<Ty>,
        span: Span,
    ) -> Read<ConstExpr> {
        let (adt, variant) = match self.meaning(callee)? {
            Some(Meaning::Ctor(adt, variant)) => (adt, variant),
            Some(Meaning::OpenCtor(library, variant)) => {
                let arg_tys: Vec<Option<Ty>> = args.iter().map(|&arg| self.infer(arg)).collect();
                (self.close_ctor(library, variant, wanted, &arg_tys, span)?, variant)
            }
            Some(Meaning::Associated(ty, name)) => {
                return self.associated_call(callee, self.slice(ty), self.slice(name), args, wanted, span);
            }
            _ => return self.unsupported(span),
        };
        let Some(def) = self.types.adts[adt].variants.get(variant) else { return self.unsupported(span) };
        let tys: Vec<Ty> = def.fields.iter().map(|field| field.ty).collect();
        let values = args.iter().enumerate().map(|(n, &arg)| {
            let value = self.const_expr(arg, tys.get(n).copied())?;
            Ok((FieldId::new(n), value))
        });
        Ok(ConstExpr::Adt(adt, variant, values.collect::<Read<_>>()?))
    }

    /// `f32::from_bits(0x7fc00000)`, `MaybeUninit::<T>::uninit()`
    fn associated_call(
        &mut self,
        callee: ExprId,
        ty: &str,
        name: &str,
        args: &[ExprId],
        wanted: Option<Ty>,
        span: Span,
    ) -> Read<ConstExpr> {
        match (ty, name, args) {
            (_, "from_bits", &[bits]) => {
                let literal = self.slice(self.arena.get(bits).span);
                match literals::from_bits(ty, literal) {
                    Some(value) => Ok(ConstExpr::Const(value)),
                    None => self.unsupported(span),
                }
            }
            ("MaybeUninit", "uninit", []) => {
                let given = match &self.arena.get(callee).kind {
                    ExprKind::Path(path) => {
                        path.segments.iter().rev().nth(1).and_then(|segment| match segment.generics.first() {
                            Some(super::syntax::GenericSyntax::Type(ty)) => Some(*ty),
                            _ => None,
                        })
                    }
                    _ => None,
                };
                match (given, wanted) {
                    (Some(inner), _) => {
                        Ok(ConstExpr::Uninit(self.types.library(Library::MaybeUninit, &[inner])))
                    }
                    (None, Some(wanted)) => Ok(ConstExpr::Uninit(wanted)),
                    (None, None) => self.unsupported(span),
                }
            }
            _ => self.unsupported(span),
        }
    }
}
