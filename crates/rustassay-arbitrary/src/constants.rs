//! Constants: literals, and constant expressions for statics, named constants and `const` blocks.

use crate::{Draft, facts};
use rustassay_mir::model::*;

/// Constant expressions nest at most this deep.
const MAX_DEPTH: u32 = 4;

impl Draft {
    /// A constant operand of the type, if there is one.
    pub(crate) fn constant(&mut self, ty: Ty) -> Option<Const> {
        if self.rng.chance(15)
            && let Some(global) = self.global(ty)
        {
            return Some(global);
        }
        match self.const_expr(ty, 0)? {
            ConstExpr::Const(value) => Some(value),
            value => Some(Const::Block(Box::new(value))),
        }
    }

    /// A named constant of the type, or a static that is referred to by it.
    fn global(&mut self, ty: Ty) -> Option<Const> {
        let statics = match *self.program.types.kind(ty) {
            TyKind::Ref(Mutability::Not, pointee) => Some((false, pointee)),
            TyKind::RawPtr(Mutability::Mut, pointee) => Some((true, pointee)),
            _ => None,
        };
        let statics = self
            .program
            .statics
            .iter_ids()
            .filter(|(_, def)| Some((def.is_mut, def.ty)) == statics)
            .map(|(id, _)| Const::Static(id));
        let consts = self.program.consts.iter_ids().filter(|(_, def)| def.ty == ty);
        let globals: Vec<Const> = consts.map(|(id, _)| Const::Named(id)).chain(statics).collect();
        self.rng.pick(&globals)
    }

    /// A constant expression of the type, if there is one.
    pub(crate) fn const_expr(&mut self, ty: Ty, depth: u32) -> Option<ConstExpr> {
        if depth > MAX_DEPTH {
            return None;
        }
        if self.rng.chance(10)
            && let Some((id, _)) = self.program.consts.iter_ids().find(|(_, def)| def.ty == ty)
        {
            return Some(Const::Named(id).into());
        }
        match self.program.types.kind(ty).clone() {
            TyKind::Bool => Some(Const::Bool(self.rng.chance(50)).into()),
            TyKind::Char => Some(Const::Char(self.char_value()).into()),
            TyKind::Int(int) => Some(Const::Int(int, self.int_bits(int)).into()),
            TyKind::Float(float) => Some(Const::Float(float, self.float_bits(float)).into()),
            TyKind::Tuple(fields) => {
                let fields = fields.iter().map(|&field| self.const_expr(field, depth + 1));
                Some(ConstExpr::Tuple(fields.collect::<Option<_>>()?))
            }
            TyKind::Array(element, len) => self.array_expr(element, len, depth),
            TyKind::Adt(adt) => self.adt_expr(ty, adt, depth),
            TyKind::Ref(Mutability::Not, pointee) => self.ref_expr(ty, pointee, depth),
            TyKind::RawPtr(mutability, pointee) => self.raw_ptr_expr(ty, mutability, pointee),
            TyKind::FnPtr(sig) => {
                let functions = self.planned.iter().enumerate().filter(|(_, f)| f.sig == *sig);
                let functions: Vec<usize> = functions.map(|(index, _)| index).collect();
                let function = FnRef::plain(FnDefId::Fn(FnId::new(self.rng.pick(&functions)?)));
                Some(ConstExpr::FnPtr(Box::new(function), ty))
            }
            TyKind::Never
            | TyKind::Str
            | TyKind::Slice(_)
            | TyKind::Ref(Mutability::Mut, _)
            | TyKind::Box(_)
            | TyKind::FnDef(_)
            | TyKind::Dyn(_)
            | TyKind::Foreign(_)
            | TyKind::Pat(..) => None,
        }
    }

    /// What a repeated value refers to would not live as long as the constant (Rust Reference, "Extending based on
    /// expressions"), so only values without references are repeated.
    fn array_expr(&mut self, element: Ty, len: u64, depth: u32) -> Option<ConstExpr> {
        let types = &self.program.types;
        let is_ref = |part| matches!(types.kind(part), TyKind::Ref(..));
        let can_repeat = types.is_copy(element) && !facts::has_part(types, element, &is_ref);
        if len > 0 && can_repeat && self.rng.chance(40) {
            return Some(ConstExpr::Repeat(Box::new(self.const_expr(element, depth + 1)?), len));
        }
        let elements = (0..len).map(|_| self.const_expr(element, depth + 1));
        Some(ConstExpr::Array(element, elements.collect::<Option<_>>()?))
    }

    fn adt_expr(&mut self, ty: Ty, adt: AdtId, depth: u32) -> Option<ConstExpr> {
        let def = &self.program.types.adts[adt];
        match def.library() {
            Some(Library::MaybeUninit) => return Some(ConstExpr::Uninit(ty)),
            Some(Library::PhantomData) => return Some(ConstExpr::Adt(adt, VariantId::ONLY, vec![])),
            Some(library) if !library.fields_are_public() => return None,
            _ => {}
        }
        let kind = def.kind;
        let variants: Vec<VariantId> = def.variants.ids().collect();
        let variant = self.rng.pick(&variants)?;
        let fields = &self.program.types.adts[adt].variants[variant].fields;
        let mut fields: Vec<(FieldId, Ty)> = fields.iter_ids().map(|(id, field)| (id, field.ty)).collect();
        if kind == AdtKind::Union {
            fields = vec![self.rng.pick(&fields)?];
        }
        let values = fields.into_iter().map(|(id, field)| Some((id, self.const_expr(field, depth + 1)?)));
        Some(ConstExpr::Adt(adt, variant, values.collect::<Option<_>>()?))
    }

    /// A constant may refer to a value that nothing drops and nothing changes (E0492, E0493).
    fn ref_expr(&mut self, ty: Ty, pointee: Ty, depth: u32) -> Option<ConstExpr> {
        match *self.program.types.kind(pointee) {
            TyKind::Str => return Some(Const::Str(self.text()).into()),
            TyKind::Slice(element) => {
                let len = self.rng.below(4) as u64;
                let array = self.program.types.array(element, len);
                let array = self.program.types.reference(Mutability::Not, array);
                let value = self.const_expr(array, depth + 1)?;
                return Some(ConstExpr::Unsize(Box::new(value), ty));
            }
            TyKind::Array(Ty::U8, len) if self.rng.chance(50) => {
                return Some(Const::ByteStr((0..len).map(|_| self.rng.bits() as u8).collect()).into());
            }
            _ => {}
        }
        let types = &self.program.types;
        if types.needs_drop(pointee) || !facts::is_freeze(types, pointee) {
            return None;
        }
        Some(ConstExpr::Ref(Box::new(self.const_expr(pointee, depth + 1)?)))
    }

    fn raw_ptr_expr(&mut self, ty: Ty, mutability: Mutability, pointee: Ty) -> Option<ConstExpr> {
        let element = match *self.program.types.kind(pointee) {
            TyKind::Slice(element) => Some(element),
            _ => None,
        };
        let points_to = |def: &StaticDef| match *self.program.types.kind(def.ty) {
            TyKind::Array(inner, _) => def.ty == pointee || Some(inner) == element,
            _ => def.ty == pointee,
        };
        let statics = self.program.statics.iter_ids();
        let statics =
            statics.filter(|(_, def)| points_to(def) && (def.is_mut || mutability == Mutability::Not));
        let statics: Vec<StaticId> = statics.map(|(id, _)| id).collect();
        match self.rng.pick(&statics) {
            Some(id) if element.is_some() => {
                Some(ConstExpr::Unsize(Box::new(ConstExpr::StaticPtr(mutability, id)), ty))
            }
            Some(id) if self.rng.chance(70) => Some(ConstExpr::StaticPtr(mutability, id)),
            _ if facts::is_thin(&self.program.types, pointee) => {
                let last = self.program.types.int(IntTy::Usize).mask() as u64;
                Some(ConstExpr::Address(self.rng.bits() >> self.rng.below(64) & last, ty))
            }
            _ => None,
        }
    }

    /// Small numbers, extreme ones and any others.
    pub(crate) fn int_bits(&mut self, int: IntTy) -> u128 {
        let int = self.program.types.int(int);
        match self.rng.below(6) {
            0 => int.max_bits(),
            1 => int.min_bits(),
            2 => int.truncate(u128::MAX),
            3 => int.truncate(self.rng.wide_bits()),
            _ => self.rng.below(100) as u128,
        }
    }

    /// Simple numbers, zeros, infinities, and any bits at all.
    fn float_bits(&mut self, float: FloatTy) -> u128 {
        let simple = [0.0, -0.0, 1.0, -1.5, 0.1, 1e-7, 1e30, f64::INFINITY, f64::NAN];
        let any = self.rng.wide_bits() >> (128 - float.bits());
        let value = self.rng.pick(&simple).expect("there are simple numbers");
        match float {
            _ if self.rng.chance(30) => any,
            FloatTy::F32 => (value as f32).to_bits().into(),
            FloatTy::F64 => value.to_bits().into(),
            FloatTy::F16 | FloatTy::F128 => any,
        }
    }

    /// A character: plain, in need of escapes, or far out.
    pub(crate) fn char_value(&mut self) -> char {
        let chars =
            ['a', 'Z', '0', ' ', '\'', '"', '\\', '\n', '\0', 'é', '\u{7f}', '\u{1f600}', '\u{10ffff}'];
        self.rng.pick(&chars).expect("there are characters")
    }

    fn text(&mut self) -> Box<str> {
        let len = self.rng.below(6);
        (0..len).map(|_| self.char_value()).collect::<String>().into()
    }
}
