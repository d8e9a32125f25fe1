//! Equality of programs, whatever the order in which their types were interned.

use super::*;
use rustc_hash::FxHashMap;

impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        let (a, b) = (self.normalized(), other.normalized());
        a.attrs == b.attrs
            && a.types.target() == b.types.target()
            && a.types.all().eq(b.types.all())
            && a.types.all().all(|ty| a.types.kind(ty) == b.types.kind(ty))
            && a.types.adts == b.types.adts
            && a.statics == b.statics
            && a.consts == b.consts
            && a.functions == b.functions
            && a.surface == b.surface
            && a.surface_fns == b.surface_fns
            && a.types.dyns == b.types.dyns
            && a.foreign_fns == b.foreign_fns
            && a.memories == b.memories
            && a.order == b.order
    }
}

impl Eq for Program {}

impl Program {
    /// The same program with its types numbered in the order of their first use, and without unused types.
    ///
    /// The program's own ADTs keep their order and come first.
    pub fn normalized(&self) -> Program {
        let mut new = Renumber {
            old: &self.types,
            new: Types::on(self.types.target()),
            tys: FxHashMap::default(),
            adts: FxHashMap::default(),
        };
        new.new.dyns = self.types.dyns.clone();
        let own: Vec<AdtId> =
            self.types.adts.iter_ids().filter(|(_, def)| def.library().is_none()).map(|(id, _)| id).collect();
        for &id in &own {
            let placeholder = AdtDef { variants: IdVec::new(), ..self.types.adts[id].clone() };
            let renumbered = new.new.adts.push(placeholder);
            new.adts.insert(id, renumbered);
        }
        for &id in &own {
            let mut variants = self.types.adts[id].variants.clone();
            for field in variants.iter_mut().flat_map(|variant| variant.fields.iter_mut()) {
                new.ty(&mut field.ty);
            }
            let renumbered = new.adts[&id];
            new.new.adts[renumbered].variants = variants;
        }
        let mut program = Program { types: Types::on(self.types.target()), ..self.clone() };
        for def in program.statics.iter_mut() {
            new.ty(&mut def.ty);
            new.const_expr(&mut def.init);
        }
        for def in program.consts.iter_mut() {
            new.ty(&mut def.ty);
            new.const_expr(&mut def.value);
        }
        for function in program.surface_fns.iter_mut() {
            function.params.iter_mut().chain([&mut function.ret]).flatten().for_each(|ty| new.ty(ty));
        }
        for function in program.functions.iter_mut() {
            new.sig(&mut function.sig);
            new.body(&mut function.body);
        }
        for item in &mut program.order {
            if let ItemId::Adt(id) = item {
                new.adt(id);
            }
        }
        program.types = new.new;
        program
    }
}

struct Renumber<'a> {
    old: &'a Types,
    new: Types,
    tys: FxHashMap<Ty, Ty>,
    adts: FxHashMap<AdtId, AdtId>,
}

impl Renumber<'_> {
    fn ty(&mut self, ty: &mut Ty) {
        if let Some(&known) = self.tys.get(ty) {
            *ty = known;
            return;
        }
        let mut kind = self.old.kind(*ty).clone();
        match &mut kind {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) | TyKind::Never | TyKind::Str => {
            }
            TyKind::Tuple(fields) => fields.iter_mut().for_each(|field| self.ty(field)),
            TyKind::Array(inner, _)
            | TyKind::Slice(inner)
            | TyKind::RawPtr(_, inner)
            | TyKind::Ref(_, inner)
            | TyKind::Box(inner) => self.ty(inner),
            TyKind::Adt(adt) => self.adt(adt),
            TyKind::FnPtr(sig) => self.sig(sig),
            TyKind::FnDef(function) => self.fn_ref(function),
            TyKind::Pat(inner, _) => self.ty(inner),
            TyKind::Dyn(_) | TyKind::Foreign(_) => {}
        }
        let new = self.new.intern(kind);
        self.tys.insert(*ty, new);
        *ty = new;
    }

    fn adt(&mut self, adt: &mut AdtId) {
        if let Some(&known) = self.adts.get(adt) {
            *adt = known;
            return;
        }
        let AdtOrigin::Library(library, mut args) = self.old.adts[*adt].origin.clone() else {
            unreachable!("the program's own ADTs were numbered first")
        };
        args.iter_mut().for_each(|arg| self.ty(arg));
        let instance = self.new.library(library, &args);
        let TyKind::Adt(new) = *self.new.kind(instance) else { unreachable!("library types are ADTs") };
        self.adts.insert(*adt, new);
        *adt = new;
    }

    fn sig(&mut self, sig: &mut FnSig) {
        sig.params.iter_mut().chain([&mut sig.ret]).for_each(|ty| self.ty(ty));
    }

    fn fn_ref(&mut self, function: &mut FnRef) {
        for arg in &mut function.generics {
            if let GenericArg::Ty(ty) = arg {
                self.ty(ty);
            }
        }
    }

    fn constant(&mut self, value: &mut Const) {
        match value {
            Const::Fn(function) => self.fn_ref(function),
            Const::Block(value) => self.const_expr(value),
            Const::Int(..)
            | Const::Float(..)
            | Const::Bool(_)
            | Const::Char(_)
            | Const::Str(_)
            | Const::ByteStr(_)
            | Const::Named(_)
            | Const::Static(_) => {}
        }
    }

    fn const_expr(&mut self, value: &mut ConstExpr) {
        match value {
            ConstExpr::Const(value) => self.constant(value),
            ConstExpr::Tuple(values) => values.iter_mut().for_each(|value| self.const_expr(value)),
            ConstExpr::Array(element, values) => {
                self.ty(element);
                values.iter_mut().for_each(|value| self.const_expr(value));
            }
            ConstExpr::Repeat(value, _) | ConstExpr::Ref(value) => self.const_expr(value),
            ConstExpr::Adt(adt, _, fields) => {
                self.adt(adt);
                fields.iter_mut().for_each(|(_, value)| self.const_expr(value));
            }
            ConstExpr::StaticPtr(..) => {}
            ConstExpr::FnPtr(function, ty) => {
                self.fn_ref(function);
                self.ty(ty);
            }
            ConstExpr::Address(_, ty) | ConstExpr::Uninit(ty) => self.ty(ty),
            ConstExpr::Bits(_, ty)
            | ConstExpr::Memory { ty, .. }
            | ConstExpr::Pointer { ty, .. }
            | ConstExpr::Extern(_, ty) => self.ty(ty),
            ConstExpr::Call(_) => {}
            ConstExpr::Unsize(value, ty) => {
                self.const_expr(value);
                self.ty(ty);
            }
        }
    }

    fn operand(&mut self, operand: &mut Operand) {
        if let Operand::Const(value) = operand {
            self.constant(value);
        }
    }

    fn body(&mut self, body: &mut Body) {
        for local in body.locals.iter_mut() {
            self.ty(&mut local.ty);
        }
        for info in &mut body.debug {
            if let DebugValue::Const(value) = &mut info.value {
                self.constant(value);
            }
        }
        for block in body.blocks.iter_mut() {
            for statement in &mut block.statements {
                match statement {
                    Statement::Assign(_, rvalue) => self.rvalue(rvalue),
                    Statement::Assume(operand) => self.operand(operand),
                    Statement::CopyNonOverlapping(operands) => {
                        operands.iter_mut().for_each(|operand| self.operand(operand));
                    }
                    Statement::SetDiscriminant(..)
                    | Statement::StorageLive(_)
                    | Statement::StorageDead(_)
                    | Statement::Retag(_) => {}
                }
            }
            match &mut block.terminator {
                Terminator::Switch(operand, _) => self.operand(operand),
                Terminator::Call(call) => {
                    [&mut call.func]
                        .into_iter()
                        .chain(&mut call.args)
                        .for_each(|operand| self.operand(operand));
                }
                Terminator::TailCall(func, args) => {
                    [func].into_iter().chain(args).for_each(|operand| self.operand(operand));
                }
                Terminator::Goto(_)
                | Terminator::Return
                | Terminator::Unreachable
                | Terminator::Drop { .. }
                | Terminator::UnwindResume
                | Terminator::UnwindTerminate(_) => {}
            }
        }
    }

    fn rvalue(&mut self, rvalue: &mut Rvalue) {
        match rvalue {
            Rvalue::Use(operand)
            | Rvalue::UseWithoutRetag(operand)
            | Rvalue::Repeat(operand, _)
            | Rvalue::Unary(_, operand) => self.operand(operand),
            Rvalue::PtrFromParts(ty, data, meta) => {
                self.ty(ty);
                self.operand(data);
                self.operand(meta);
            }
            Rvalue::Cast(_, operand, ty) => {
                self.operand(operand);
                self.ty(ty);
            }
            Rvalue::Binary(_, left, right) | Rvalue::Checked(_, left, right) => {
                self.operand(left);
                self.operand(right);
            }
            Rvalue::Tuple(operands) => operands.iter_mut().for_each(|operand| self.operand(operand)),
            Rvalue::Array(element, operands) => {
                self.ty(element);
                operands.iter_mut().for_each(|operand| self.operand(operand));
            }
            Rvalue::Adt(adt, _, _, operands) => {
                self.adt(adt);
                operands.iter_mut().for_each(|operand| self.operand(operand));
            }
            Rvalue::Ref(..)
            | Rvalue::TwoPhaseRef(_)
            | Rvalue::RawPtr(..)
            | Rvalue::FakeRawPtr(_)
            | Rvalue::Discriminant(_)
            | Rvalue::ThreadLocalRef(..)
            | Rvalue::CopyForDeref(_) => {}
        }
    }
}
