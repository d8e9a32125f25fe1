//! Which items a program needs: those that `main` mentions, and those that they mention.

use rustassay_mir::model::*;
use rustc_hash::FxHashSet;

/// The items that a program needs.
#[derive(Default)]
pub struct Mentions {
    functions: FxHashSet<FnId>,
    surface_fns: FxHashSet<SurfaceFnId>,
    statics: FxHashSet<StaticId>,
    consts: FxHashSet<ConstId>,
    tys: FxHashSet<Ty>,
    adts: FxHashSet<AdtId>,
    surface: FxHashSet<SurfaceId>,
}

impl Mentions {
    /// Follows what is mentioned, from `main` and from surface Rust that declares no functions.
    pub fn of(program: &Program) -> Mentions {
        let mut mentions = Mentions::default();
        let mut walk = Walk { program, mentions: &mut mentions };
        walk.by_names("main");
        let declares = |id: SurfaceId| program.surface_fns.iter().any(|function| function.item == id);
        for (id, item) in program.surface.iter_ids().filter(|&(id, _)| !declares(id)) {
            walk.mentions.surface.insert(id);
            walk.by_names(&item.text);
        }
        mentions
    }

    /// Whether an item is needed.
    pub fn contains(&self, item: ItemId) -> bool {
        match item {
            ItemId::Adt(id) => self.adts.contains(&id),
            ItemId::Static(id) => self.statics.contains(&id),
            ItemId::Const(id) => self.consts.contains(&id),
            ItemId::Fn(id) => self.functions.contains(&id),
            ItemId::Surface(id) => self.surface.contains(&id),
        }
    }
}

struct Walk<'a> {
    program: &'a Program,
    mentions: &'a mut Mentions,
}

impl Walk<'_> {
    /// Surface Rust mentions items by their names.
    fn by_names(&mut self, text: &str) {
        let program = self.program;
        let words: FxHashSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let is_named = |name: &str| words.contains(name);
        for (id, function) in program.functions.iter_ids() {
            if is_named(&function.name) {
                self.function(id);
            }
        }
        for (id, function) in program.surface_fns.iter_ids() {
            if is_named(&function.name) {
                self.surface_fn(id);
            }
        }
        for (id, def) in program.statics.iter_ids() {
            if is_named(&def.name) {
                self.static_def(id);
            }
        }
        for (id, def) in program.consts.iter_ids() {
            if is_named(&def.name) {
                self.const_def(id);
            }
        }
        for (id, def) in program.types.adts.iter_ids() {
            if def.library().is_none() && is_named(&def.name) {
                self.adt(id);
            }
        }
    }

    fn function(&mut self, id: FnId) {
        if !self.mentions.functions.insert(id) {
            return;
        }
        let function = &self.program.functions[id];
        function.sig.params.iter().chain([&function.sig.ret]).for_each(|&ty| self.ty(ty));
        function.body.locals.iter().for_each(|decl| self.ty(decl.ty));
        for block in &function.body.blocks {
            for statement in &block.statements {
                if let Statement::Assign(_, rvalue) = statement {
                    match rvalue {
                        Rvalue::Cast(_, _, ty) | Rvalue::Array(ty, _) => self.ty(*ty),
                        Rvalue::Adt(adt, ..) => self.adt(*adt),
                        _ => {}
                    }
                }
                self.parts(&statement.parts());
            }
            self.parts(&block.terminator.parts());
        }
        for info in &function.body.debug {
            if let DebugValue::Const(value) = &info.value {
                self.constant(value);
            }
        }
    }

    fn parts(&mut self, parts: &[PartRef]) {
        for part in parts {
            if let PartRef::Operand(Operand::Const(value)) = part {
                self.constant(value);
            }
        }
    }

    fn surface_fn(&mut self, id: SurfaceFnId) {
        if !self.mentions.surface_fns.insert(id) {
            return;
        }
        let function = &self.program.surface_fns[id];
        function.params.iter().chain([&function.ret]).flatten().for_each(|&ty| self.ty(ty));
        if self.mentions.surface.insert(function.item) {
            self.by_names(&self.program.surface[function.item].text);
        }
    }

    fn static_def(&mut self, id: StaticId) {
        if self.mentions.statics.insert(id) {
            let def = &self.program.statics[id];
            self.ty(def.ty);
            self.const_expr(&def.init);
        }
    }

    fn const_def(&mut self, id: ConstId) {
        if self.mentions.consts.insert(id) {
            let def = &self.program.consts[id];
            self.ty(def.ty);
            self.const_expr(&def.value);
        }
    }

    fn adt(&mut self, id: AdtId) {
        if !self.mentions.adts.insert(id) {
            return;
        }
        let def = &self.program.types.adts[id];
        for field in def.variants.iter().flat_map(|variant| &variant.fields) {
            self.ty(field.ty);
        }
        if let AdtOrigin::Library(_, args) = &def.origin {
            args.iter().for_each(|&arg| self.ty(arg));
        }
        if let Some(drop) = def.drop {
            self.function(drop);
        }
    }

    fn ty(&mut self, ty: Ty) {
        if !self.mentions.tys.insert(ty) {
            return;
        }
        match self.program.types.kind(ty) {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) | TyKind::Never | TyKind::Str => {
            }
            TyKind::Tuple(fields) => fields.iter().for_each(|&field| self.ty(field)),
            TyKind::Array(part, _)
            | TyKind::Slice(part)
            | TyKind::RawPtr(_, part)
            | TyKind::Ref(_, part)
            | TyKind::Box(part) => self.ty(*part),
            TyKind::Adt(adt) => self.adt(*adt),
            TyKind::FnPtr(sig) => sig.params.iter().chain([&sig.ret]).for_each(|&ty| self.ty(ty)),
            TyKind::FnDef(function) => self.fn_ref(function),
            TyKind::Pat(base, _) => self.ty(*base),
            TyKind::Dyn(_) | TyKind::Foreign(_) => {}
        }
    }

    fn fn_ref(&mut self, function: &FnRef) {
        for arg in &function.generics {
            if let GenericArg::Ty(ty) = arg {
                self.ty(*ty);
            }
        }
        match function.def {
            FnDefId::Fn(id) => self.function(id),
            FnDefId::Surface(id) => self.surface_fn(id),
            FnDefId::Intrinsic(_) | FnDefId::Builtin(_) | FnDefId::Foreign(_) | FnDefId::Virtual(_) => {}
        }
    }

    fn constant(&mut self, value: &Const) {
        match value {
            Const::Fn(function) => self.fn_ref(function),
            Const::Block(value) => self.const_expr(value),
            Const::Named(id) => self.const_def(*id),
            Const::Static(id) => self.static_def(*id),
            Const::Int(..)
            | Const::Float(..)
            | Const::Bool(_)
            | Const::Char(_)
            | Const::Str(_)
            | Const::ByteStr(_) => {}
        }
    }

    fn const_expr(&mut self, value: &ConstExpr) {
        match value {
            ConstExpr::Const(value) => self.constant(value),
            ConstExpr::Tuple(values) => values.iter().for_each(|value| self.const_expr(value)),
            ConstExpr::Array(element, values) => {
                self.ty(*element);
                values.iter().for_each(|value| self.const_expr(value));
            }
            ConstExpr::Repeat(value, _) | ConstExpr::Ref(value) => self.const_expr(value),
            ConstExpr::Adt(adt, _, fields) => {
                self.adt(*adt);
                fields.iter().for_each(|(_, value)| self.const_expr(value));
            }
            ConstExpr::StaticPtr(_, id) => self.static_def(*id),
            ConstExpr::FnPtr(function, ty) => {
                self.fn_ref(function);
                self.ty(*ty);
            }
            ConstExpr::Address(_, ty) | ConstExpr::Uninit(ty) => self.ty(*ty),
            ConstExpr::Bits(_, ty)
            | ConstExpr::Memory { ty, .. }
            | ConstExpr::Pointer { ty, .. }
            | ConstExpr::Extern(_, ty) => self.ty(*ty),
            ConstExpr::Call(id) => self.function(*id),
            ConstExpr::Unsize(value, ty) => {
                self.const_expr(value);
                self.ty(*ty);
            }
        }
    }
}
