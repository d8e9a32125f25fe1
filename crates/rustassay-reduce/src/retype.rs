//! Types that become smaller ones, wherever they are said: narrow integers, floats that are integers, short arrays, and fields without the struct around
//! them.
//!
//! All of a type becomes another at once, so that whatever fitted together still does. Where it does not (an intrinsic for one width, an
//! index out of the shorter array), the program is no program any more, or has Undefined Behavior, and its checks find that out.

use rustassay_mir::model::*;
use rustc_hash::FxHashMap;

/// What becomes of a type.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Smaller {
    /// This integer.
    Int(IntTy),
    /// This float.
    Float(FloatTy),
    /// An array of this length.
    Len(u64),
    /// The only field of the struct that it is.
    Field,
}

/// Types that can be smaller ones, with what they become.
pub fn smaller(program: &Program) -> Vec<(Ty, Smaller)> {
    let types = &program.types;
    let smaller = types.all().filter_map(|ty| {
        let smaller = match *types.kind(ty) {
            TyKind::Int(IntTy::U8 | IntTy::I8 | IntTy::I32) => return None,
            // Bytes and the type of plain numbers are the easiest to read.
            TyKind::Int(int) if int.signed() => Smaller::Int(IntTy::I32),
            TyKind::Int(_) => Smaller::Int(IntTy::U8),
            // What a float is for is seldom that it is one; an integer of its bits is what a compiler handles alike.
            TyKind::Float(FloatTy::F32) => Smaller::Int(IntTy::U32),
            TyKind::Float(_) => Smaller::Float(FloatTy::F32),
            TyKind::Array(_, len) if len > 1 => Smaller::Len(len / 2),
            TyKind::Adt(adt) => {
                let def = &types.adts[adt];
                let is_wrapper = def.library().is_none()
                    && def.kind == AdtKind::Struct
                    && def.drop.is_none()
                    && def.only_variant().fields.len() == 1
                    && !is_in(types, def.only_variant().fields[FieldId::new(0)].ty, ty);
                is_wrapper.then_some(Smaller::Field)?
            }
            _ => return None,
        };
        Some((ty, smaller))
    });
    smaller.collect()
}

/// Whether a type stands in another, through pointers as well.
fn is_in(types: &Types, outer: Ty, inner: Ty) -> bool {
    let mut seen = vec![outer];
    let mut at = 0;
    while let Some(&ty) = seen.get(at) {
        at += 1;
        let mut parts: Vec<Ty> = match types.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Array(inner, _)
            | TyKind::Slice(inner)
            | TyKind::RawPtr(_, inner)
            | TyKind::Ref(_, inner)
            | TyKind::Box(inner) => vec![*inner],
            TyKind::Adt(adt) => {
                let variants = types.adts[*adt].variants.iter();
                variants.flat_map(|variant| variant.fields.iter().map(|field| field.ty)).collect()
            }
            TyKind::FnPtr(sig) => sig.params.iter().copied().chain([sig.ret]).collect(),
            _ => Vec::new(),
        };
        parts.retain(|part| !seen.contains(part));
        seen.extend(parts);
    }
    seen.contains(&inner)
}

/// Makes types smaller.
pub fn retype(program: &mut Program, changes: &[(Ty, Smaller)]) {
    let old = program.types.clone();
    let mut retype = Retype {
        old: &old,
        new: old.clone(),
        changes: changes.iter().copied().collect(),
        tys: FxHashMap::default(),
    };
    for (adt, def) in old.adts.iter_ids().filter(|(_, def)| def.library().is_none()) {
        for (variant, content) in def.variants.iter_ids() {
            for (field, content) in content.fields.iter_ids() {
                let ty = retype.ty(content.ty);
                retype.new.adts[adt].variants[variant].fields[field].ty = ty;
            }
        }
    }
    for def in program.statics.iter_mut() {
        def.ty = retype.ty(def.ty);
        retype.expr(&mut def.init);
    }
    for def in program.consts.iter_mut() {
        def.ty = retype.ty(def.ty);
        retype.expr(&mut def.value);
    }
    for function in program.surface_fns.iter_mut() {
        for ty in function.params.iter_mut().chain([&mut function.ret]).flatten() {
            *ty = retype.ty(*ty);
        }
    }
    for item in program.surface.iter_mut() {
        item.text = retype.text(&item.text).into();
    }
    for function in program.functions.iter_mut() {
        for ty in function.sig.params.iter_mut().chain([&mut function.sig.ret]) {
            *ty = retype.ty(*ty);
        }
        retype.body(&mut function.body);
    }
    program.types = retype.new;
}

struct Retype<'a> {
    old: &'a Types,
    new: Types,
    changes: FxHashMap<Ty, Smaller>,
    /// What is known of types.
    tys: FxHashMap<Ty, Ty>,
}

impl Retype<'_> {
    /// What a type becomes.
    fn ty(&mut self, ty: Ty) -> Ty {
        if let Some(&known) = self.tys.get(&ty) {
            return known;
        }
        let kind = match (self.old.kind(ty).clone(), self.changes.get(&ty).copied()) {
            (TyKind::Int(_) | TyKind::Float(_), Some(Smaller::Int(int))) => TyKind::Int(int),
            (TyKind::Float(_), Some(Smaller::Float(float))) => TyKind::Float(float),
            (TyKind::Array(element, _), Some(Smaller::Len(len))) => TyKind::Array(self.ty(element), len),
            (TyKind::Adt(adt), Some(Smaller::Field)) => {
                let field = self.old.adts[adt].only_variant().fields[FieldId::new(0)].ty;
                let field = self.ty(field);
                self.tys.insert(ty, field);
                return field;
            }
            (TyKind::Tuple(fields), _) => TyKind::Tuple(fields.iter().map(|&field| self.ty(field)).collect()),
            (TyKind::Array(inner, len), _) => TyKind::Array(self.ty(inner), len),
            (TyKind::Slice(inner), _) => TyKind::Slice(self.ty(inner)),
            (TyKind::RawPtr(mutability, inner), _) => TyKind::RawPtr(mutability, self.ty(inner)),
            (TyKind::Ref(mutability, inner), _) => TyKind::Ref(mutability, self.ty(inner)),
            (TyKind::Box(inner), _) => TyKind::Box(self.ty(inner)),
            (TyKind::Adt(adt), _) => TyKind::Adt(self.adt(adt)),
            (TyKind::FnPtr(mut sig), _) => {
                for ty in sig.params.iter_mut().chain([&mut sig.ret]) {
                    *ty = self.ty(*ty);
                }
                TyKind::FnPtr(sig)
            }
            (TyKind::FnDef(mut function), _) => {
                self.fn_ref(&mut function);
                TyKind::FnDef(function)
            }
            (kind, _) => kind,
        };
        let new = self.new.intern(kind);
        self.tys.insert(ty, new);
        new
    }

    /// Library types are others when their arguments are.
    fn adt(&mut self, adt: AdtId) -> AdtId {
        let AdtOrigin::Library(library, args) = self.old.adts[adt].origin.clone() else { return adt };
        let args: Vec<Ty> = args.iter().map(|&arg| self.ty(arg)).collect();
        let instance = self.new.library(library, &args);
        match *self.new.kind(instance) {
            TyKind::Adt(new) => new,
            _ => adt,
        }
    }

    fn fn_ref(&mut self, function: &mut FnRef) {
        for arg in &mut function.generics {
            if let GenericArg::Ty(ty) = arg {
                *ty = self.ty(*ty);
            }
        }
    }

    /// The new integer type.
    fn int(&self, int: IntTy) -> IntTy {
        let ty = self.old.find(&TyKind::Int(int));
        match ty.and_then(|ty| self.changes.get(&ty)) {
            Some(Smaller::Int(new)) => *new,
            _ => int,
        }
    }

    /// The new length of an array.
    fn len(&self, element: Ty, len: usize) -> usize {
        let ty = self.old.find(&TyKind::Array(element, len as u64));
        match ty.and_then(|ty| self.changes.get(&ty)) {
            Some(Smaller::Len(new)) => *new as usize,
            _ => len,
        }
    }

    /// Whether an ADT is left out around its field.
    fn is_left_out(&self, adt: AdtId) -> bool {
        let ty = self.old.find(&TyKind::Adt(adt));
        ty.and_then(|ty| self.changes.get(&ty)) == Some(&Smaller::Field)
    }

    fn constant(&mut self, value: &mut Const) {
        match value {
            Const::Int(int, bits) => {
                let new = self.int(*int);
                *value = Const::Int(new, self.old.int(new).truncate(*bits));
            }
            Const::Float(float, bits) => {
                let ty = self.old.find(&TyKind::Float(*float));
                match ty.and_then(|ty| self.changes.get(&ty)) {
                    Some(Smaller::Int(int)) => *value = Const::Int(*int, self.old.int(*int).truncate(*bits)),
                    Some(Smaller::Float(new)) => *value = Const::Float(*new, *bits & u128::from(u32::MAX)),
                    _ => {}
                }
            }
            Const::Fn(function) => self.fn_ref(function),
            Const::Block(expr) => self.expr(expr),
            Const::Bool(_)
            | Const::Char(_)
            | Const::Str(_)
            | Const::ByteStr(_)
            | Const::Named(_)
            | Const::Static(_) => {}
        }
    }

    fn expr(&mut self, value: &mut ConstExpr) {
        match value {
            ConstExpr::Const(value) => self.constant(value),
            ConstExpr::Tuple(values) => values.iter_mut().for_each(|value| self.expr(value)),
            ConstExpr::Array(element, values) => {
                values.truncate(self.len(*element, values.len()));
                *element = self.ty(*element);
                values.iter_mut().for_each(|value| self.expr(value));
            }
            ConstExpr::Repeat(element, len) => {
                // What it repeats does not say its type; of that length there is seldom more than one array.
                let is_it = |ty: &Ty| matches!(self.old.kind(*ty), TyKind::Array(_, old) if old == len);
                let changed = self.old.all().filter(is_it).find_map(|ty| self.changes.get(&ty));
                if let Some(Smaller::Len(new)) = changed {
                    *len = *new;
                }
                self.expr(element);
            }
            ConstExpr::Ref(value) => self.expr(value),
            ConstExpr::Adt(adt, _, fields) => {
                let is_left_out = self.is_left_out(*adt);
                *adt = self.adt(*adt);
                fields.iter_mut().for_each(|(_, value)| self.expr(value));
                if is_left_out && let Some((_, field)) = fields.pop() {
                    *value = field;
                }
            }
            ConstExpr::StaticPtr(..) => {}
            ConstExpr::FnPtr(function, ty) => {
                self.fn_ref(function);
                *ty = self.ty(*ty);
            }
            ConstExpr::Address(_, ty) | ConstExpr::Uninit(ty) => *ty = self.ty(*ty),
            ConstExpr::Bits(_, ty)
            | ConstExpr::Memory { ty, .. }
            | ConstExpr::Pointer { ty, .. }
            | ConstExpr::Extern(_, ty) => *ty = self.ty(*ty),
            ConstExpr::Call(_) => {}
            ConstExpr::Unsize(value, ty) => {
                self.expr(value);
                *ty = self.ty(*ty);
            }
        }
    }

    fn body(&mut self, body: &mut Body) {
        let locals = body.locals.clone();
        for block in body.blocks.iter_mut() {
            for statement in &mut block.statements {
                self.statement(&locals, statement);
            }
            if let Terminator::Switch(operand, targets) = &mut block.terminator {
                let ty = self.operand_ty(&locals, operand);
                if let Some(Smaller::Int(int)) = ty.and_then(|ty| self.changes.get(&ty)) {
                    let width = self.old.int(*int);
                    targets.values.iter_mut().for_each(|(value, _)| *value = width.truncate(*value));
                }
            }
            self.parts(&locals, block.terminator.parts_mut());
        }
        for local in body.locals.iter_mut() {
            local.ty = self.ty(local.ty);
        }
    }

    fn statement(&mut self, locals: &IdVec<Local, LocalDecl>, statement: &mut Statement) {
        if let Statement::Assign(place, rvalue) = statement {
            let new_len = match self.old.place_ty(locals, place).and_then(|ty| self.changes.get(&ty)) {
                Some(Smaller::Len(len)) => Some(*len),
                _ => None,
            };
            match (&mut *rvalue, new_len) {
                (Rvalue::Repeat(_, len), Some(new)) => *len = new,
                (Rvalue::Array(_, operands), Some(new)) => operands.truncate(new as usize),
                _ => {}
            }
            match rvalue {
                Rvalue::Cast(kind, operand, ty) => {
                    *ty = self.ty(*ty);
                    let from = self.operand_ty(locals, operand).map(|from| self.ty(from));
                    // What has the type already is not cast to it.
                    if *kind == CastKind::As && from == Some(*ty) {
                        *rvalue = Rvalue::Use(operand.clone());
                    }
                }
                Rvalue::Array(ty, _) => *ty = self.ty(*ty),
                Rvalue::Adt(adt, _, _, operands) => match (self.is_left_out(*adt), operands.pop()) {
                    (true, Some(field)) => *rvalue = Rvalue::Use(field),
                    (_, last) => {
                        operands.extend(last);
                        *adt = self.adt(*adt);
                    }
                },
                _ => {}
            }
        }
        self.parts(locals, statement.parts_mut());
    }

    /// The old type of an operand, if it can be another one.
    fn operand_ty(&self, locals: &IdVec<Local, LocalDecl>, operand: &Operand) -> Option<Ty> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.old.place_ty(locals, place),
            Operand::Const(Const::Int(int, _)) => self.old.find(&TyKind::Int(*int)),
            Operand::Const(Const::Float(float, _)) => self.old.find(&TyKind::Float(*float)),
            Operand::Const(_) => None,
        }
    }

    fn parts<'p>(&mut self, locals: &IdVec<Local, LocalDecl>, parts: impl IntoIterator<Item = PartMut<'p>>) {
        for part in parts {
            match part {
                PartMut::Operand(Operand::Const(value)) => self.constant(value),
                part => {
                    if let Some(place) = part.into_place() {
                        self.place(locals, place);
                    }
                }
            }
        }
    }

    /// Steps into a struct that is left out are none any more.
    fn place(&self, locals: &IdVec<Local, LocalDecl>, place: &mut Place) {
        let mut ty = PlaceTy::from(locals[place.local].ty);
        let mut is_known = true;
        place.projection.retain(|elem| {
            let is_left_out = is_known && self.changes.get(&ty.ty) == Some(&Smaller::Field);
            match self.old.project(ty, *elem) {
                Some(next) if is_known => ty = next,
                _ => is_known = false,
            }
            !(is_left_out && matches!(elem, Elem::Field(_)))
        });
    }

    /// The new name of the type of a number.
    fn number(&self, name: &str) -> Option<&'static str> {
        let kind = IntTy::from_name(name).map(TyKind::Int);
        let kind = kind.or_else(|| FloatTy::from_name(name).map(TyKind::Float))?;
        match self.changes.get(&self.old.find(&kind)?)? {
            Smaller::Int(int) => Some(int.name()),
            Smaller::Float(float) => Some(float.name()),
            Smaller::Len(_) | Smaller::Field => None,
        }
    }

    /// Surface Rust says the names of numbers' types.
    fn text(&self, text: &str) -> String {
        let mut new = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_alphanumeric() || c == '_') {
            let word = &rest[start..];
            let end = word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
            new.push_str(&rest[..start]);
            new.push_str(self.number(&word[..end]).unwrap_or(&word[..end]));
            rest = &word[end..];
        }
        new.push_str(rest);
        new
    }
}
