//! Constants: operands of bodies, array lengths and other constants in types, and memory that the compiler has evaluated.

use crate::context::{Cx, IntoStep};
use crate::instance::{Callee, Instance};
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::ConstExpr;

impl Cx<'_> {
    /// A constant operand of a body whose parameters have these arguments.
    pub(crate) fn lower_const(&mut self, constant: &MirConst, args: &Args) -> Step<mir::Const> {
        match constant {
            MirConst::Ty(_, constant) => {
                let constant = self.instantiate_const(*constant, args)?;
                let constant = self.normalize_const(constant)?;
                self.tree_value(constant)
            }
            MirConst::Unevaluated { def, args: own, promoted, .. } => {
                let own = self.ground_args(own, args)?;
                if let Some(index) = promoted {
                    let id = self.fn_id(&Instance::Promoted(*def, own, *index))?;
                    return Ok(block(ConstExpr::Call(id)));
                }
                let (def, own) = self.resolve_const(*def, &own)?;
                self.const_item(def, &own)
            }
            MirConst::Val(value, ty) => {
                let ty = self.ground(*ty, args)?;
                self.lower_value(value, ty)
            }
        }
    }

    /// The value of a constant item.
    fn const_item(&mut self, def: DefId, args: &Args) -> Step<mir::Const> {
        if let Some((value, ty)) = self.crates().trivial_const(def).step()? {
            let ty = self.ground(ty, args)?;
            return self.lower_value(&value, ty);
        }
        let id = self.fn_id(&Instance::Const(def, args.clone()))?;
        Ok(block(ConstExpr::Call(id)))
    }

    /// The constant that an impl has for one of its trait, or the constant itself.
    fn resolve_const(&mut self, def: DefId, args: &Args) -> Step<(DefId, Args)> {
        if self.crates().def_kind(def).step()? != DefKind::AssocConst {
            return Ok((def, args.clone()));
        }
        match self.crates().associated_item(def).step()? {
            Some(AssocItem { container: AssocContainer::Trait, .. }) => {}
            _ => return Ok((def, args.clone())),
        }
        let Some(trait_def) = self.crates().opt_parent(def).step()? else { return Ok((def, args.clone())) };
        let count = self.crates().generics_of(trait_def).step()?.count();
        let trait_ref = TraitRef { def_id: trait_def, args: args.iter().copied().take(count).collect() };
        match self.select(&trait_ref)? {
            Some(crate::select::Selection::Impl(impl_def, impl_args)) => {
                match self.item_of_impl(def, impl_def, &impl_args, &trait_ref, args)? {
                    Some(found) => Ok(found),
                    None => unsupported(format!("`{}` without a value", self.crates().def_path_str(def))),
                }
            }
            Some(_) => Ok((def, args.clone())),
            None => unsupported(format!("no impl provides `{}`", self.crates().def_path_str(def))),
        }
    }

    /// The value of a constant item or anonymous constant, for types.
    pub(crate) fn evaluate_const(&mut self, def: DefId, args: &Args) -> Step<Const> {
        let (def, args) = self.resolve_const(def, args)?;
        if let Some((ConstValue::Scalar(Scalar::Int(leaf)), ty)) = self.crates().trivial_const(def).step()? {
            let ty = self.ground(ty, &args)?;
            return Ok(self.leaf(ty, leaf.data, leaf.size));
        }
        let ty = self.crates().type_of(def).step()?;
        let ty = self.ground(ty, &args)?;
        let id = self.fn_id(&Instance::Const(def, args))?;
        let (bits, size) = self.evaluate_scalar(id)?;
        self.leaf_of_adt(ty, bits, size)
    }

    fn leaf(&self, ty: Ty, data: u128, size: u8) -> Const {
        self.types().intern_const(ConstKind::Value(ty, ValTree::Leaf(ScalarInt { data, size })))
    }

    /// A number of type `usize`.
    pub(crate) fn usize_const(&self, value: u64) -> Const {
        self.leaf(self.usize(), value.into(), 8)
    }

    /// A scalar as a tree: of an enum without fields it is the number of the variant.
    fn leaf_of_adt(&mut self, ty: Ty, bits: u128, size: u8) -> Step<Const> {
        let TyKind::Adt(def, _) = &*self.kind(ty) else { return Ok(self.leaf(ty, bits, size)) };
        let adt = self.crates().adt_def(*def).step()?;
        if adt.flags.kind != AdtKind::Enum {
            return unsupported(format!("a constant of type `{}` in a type", self.describe(ty)));
        }
        let u32_ty = self.mk(TyKind::Uint(UintTy::U32));
        let variant = self.leaf(u32_ty, bits, 4);
        Ok(self.types().intern_const(ConstKind::Value(ty, ValTree::Branch([variant].into()))))
    }

    /// Runs a function without parameters and gives the scalar that it returns, with its size in bytes.
    fn evaluate_scalar(&mut self, id: mir::FnId) -> Step<(u128, u8)> {
        let value = self.machine.evaluate(id)?;
        match value.read(0, value.len()) {
            Some(scalar) if value.len() <= 16 => Ok((scalar.bits, value.len() as u8)),
            _ => unsupported("a constant in a type that is no scalar"),
        }
    }

    /// The value of a constant of the type system.
    fn tree_value(&mut self, constant: Const) -> Step<mir::Const> {
        let kind = self.const_kind(constant);
        let ConstKind::Value(ty, tree) = &*kind else {
            return unsupported("a constant whose value is not known");
        };
        match tree {
            ValTree::Leaf(leaf) => self.lower_bits(leaf.data, *ty),
            ValTree::Branch(parts) => self.branch_value(*ty, parts).map(block),
        }
    }

    fn branch_value(&mut self, ty: Ty, parts: &[Const]) -> Step<ConstExpr> {
        let values = |cx: &mut Self, parts: &[Const]| {
            parts.iter().map(|&part| cx.tree_value(part).map(ConstExpr::Const)).collect::<Step<Vec<_>>>()
        };
        let lowered = self.lower_ty(ty)?;
        match &*self.kind(ty) {
            TyKind::Tuple(_) => Ok(ConstExpr::Tuple(values(self, parts)?)),
            TyKind::Array(element, _) => {
                let element = self.lower_ty(*element)?;
                Ok(ConstExpr::Array(element, values(self, parts)?))
            }
            TyKind::Ref(pointee, _) => match &*self.kind(*pointee) {
                TyKind::Str | TyKind::Slice(_) => {
                    let mut bytes = Vec::new();
                    for &part in parts {
                        bytes.push(self.const_bits(part)? as u8);
                    }
                    let len = bytes.len() as u64;
                    let memory = self.byte_memory(bytes);
                    Ok(pointer(mir::PointerTarget::Memory(memory), 0, Some(len), lowered))
                }
                _ => {
                    let inner = self.branch_value(*pointee, parts)?;
                    Ok(ConstExpr::Ref(Box::new(inner)))
                }
            },
            TyKind::Adt(..) => {
                let mir::TyKind::Adt(adt) = *self.machine.program.types.kind(lowered) else {
                    return unsupported("an ADT that is none");
                };
                let is_enum = self.machine.program.types.adts[adt].kind == mir::AdtKind::Enum;
                let (variant, fields) = match parts.split_first() {
                    Some((&variant, fields)) if is_enum => (self.const_bits(variant)? as u32, fields),
                    _ => (0, parts),
                };
                let fields = values(self, fields)?.into_iter().enumerate();
                let fields = fields.map(|(n, value)| (mir::FieldId(n as u32), value)).collect();
                Ok(ConstExpr::Adt(adt, mir::VariantId(variant), fields))
            }
            _ => unsupported(format!("a constant of type `{}`", self.describe(ty))),
        }
    }

    /// Bits at a type.
    fn lower_bits(&mut self, bits: u128, ty: Ty) -> Step<mir::Const> {
        Ok(match &*self.kind(ty) {
            TyKind::Bool => mir::Const::Bool(bits != 0),
            TyKind::Char => match char::from_u32(bits as u32) {
                Some(value) => mir::Const::Char(value),
                None => return unsupported("a `char` constant that is none"),
            },
            TyKind::Int(int) => mir::Const::Int(crate::types::signed(*int), bits),
            TyKind::Uint(int) => mir::Const::Int(crate::types::unsigned(*int), bits),
            TyKind::Float(float) => mir::Const::Float(
                match float {
                    FloatTy::F16 => mir::FloatTy::F16,
                    FloatTy::F32 => mir::FloatTy::F32,
                    FloatTy::F64 => mir::FloatTy::F64,
                    FloatTy::F128 => mir::FloatTy::F128,
                },
                bits,
            ),
            _ => block(ConstExpr::Bits(bits, self.lower_ty(ty)?)),
        })
    }

    /// An evaluated constant of a ground type.
    pub(crate) fn lower_value(&mut self, value: &ConstValue, ty: Ty) -> Step<mir::Const> {
        match value {
            ConstValue::Scalar(Scalar::Int(int)) => self.lower_bits(int.data, ty),
            ConstValue::Scalar(Scalar::Ptr { provenance, offset, .. }) => {
                let lowered = self.lower_ty(ty)?;
                match self.pointer_target(*provenance)? {
                    Some(target) => Ok(block(pointer(target, *offset, None, lowered))),
                    None => Ok(block(ConstExpr::Address(*offset, lowered))),
                }
            }
            ConstValue::ZeroSized => {
                let lowered = self.lower_ty(ty)?;
                Ok(block(ConstExpr::Uninit(lowered)))
            }
            ConstValue::Slice { memory, meta } => {
                let lowered = self.lower_ty(ty)?;
                match self.pointer_target(*memory)? {
                    Some(target) => Ok(block(pointer(target, 0, Some(*meta), lowered))),
                    None => unsupported("a slice constant without memory"),
                }
            }
            ConstValue::Indirect { memory, offset } => {
                let ty = self.lower_ty(ty)?;
                match self.pointer_target(*memory)? {
                    Some(mir::PointerTarget::Memory(memory)) => {
                        Ok(block(ConstExpr::Memory { memory, offset: *offset, ty }))
                    }
                    _ => unsupported("a constant in what is no memory"),
                }
            }
        }
    }

    /// What a pointer in evaluated memory points to; none for the parts of a `TypeId`, which point nowhere.
    pub(crate) fn pointer_target(&mut self, provenance: Provenance) -> Step<Option<mir::PointerTarget>> {
        let key = (provenance.krate, provenance.index);
        if let Some(&known) = self.front.statics.borrow().targets.get(&key) {
            return Ok(Some(known));
        }
        let target = match self.crates().global_alloc(provenance).step()? {
            GlobalAlloc::Memory(allocation) => {
                let id = self.new_memory();
                self.front.statics.borrow_mut().targets.insert(key, mir::PointerTarget::Memory(id));
                let def = self.memory_def(&allocation)?;
                self.machine.program.memories[id] = def;
                mir::PointerTarget::Memory(id)
            }
            GlobalAlloc::Static(def) => mir::PointerTarget::Static(self.static_id(def)?),
            GlobalAlloc::Function(instance) => mir::PointerTarget::Fn(self.encoded_fn(&instance)?.def),
            GlobalAlloc::VTable { ty, dyn_ty } => {
                let (concrete, object) = (self.normalize(ty)?, self.normalize(dyn_ty)?);
                let (concrete, object) = (self.lower_ty(concrete)?, self.lower_ty(object)?);
                mir::PointerTarget::Vtable { concrete, object }
            }
            GlobalAlloc::TypeId(_) => return Ok(None),
        };
        self.front.statics.borrow_mut().targets.insert(key, target);
        Ok(Some(target))
    }

    /// A function that evaluated memory points to.
    fn encoded_fn(&mut self, instance: &rustassay_metadata::data::Instance) -> Step<mir::FnRef> {
        let args = self.normalize_args(&instance.args)?;
        let plain = |id| mir::FnRef::plain(mir::FnDefId::Fn(id));
        match &instance.def {
            InstanceKind::Item(def) | InstanceKind::Intrinsic(def) | InstanceKind::ReifyShim(def) => {
                let is_closure = self.crates().def_kind(*def).step()? == DefKind::Closure;
                match is_closure {
                    true => Ok(plain(self.fn_id(&Instance::ClosurePointer(*def, args))?)),
                    false => self.fn_pointer(*def, &args),
                }
            }
            // `call_once` of a closure, whose type is the first argument.
            InstanceKind::ClosureOnceShim { .. } => match args.first() {
                Some(GenericArg::Type(ty)) => match &*self.kind(*ty) {
                    TyKind::Closure(def, args) => {
                        Ok(plain(self.fn_id(&Instance::ClosurePointer(*def, args.clone()))?))
                    }
                    _ => unsupported("a constant that points to a shim of no closure"),
                },
                _ => unsupported("a constant that points to a shim of no closure"),
            },
            InstanceKind::DropGlue(_, Some(ty)) => {
                let ty = self.normalize(*ty)?;
                Ok(plain(self.fn_id(&Instance::Drop(ty))?))
            }
            InstanceKind::CloneShim(_, ty) => {
                let ty = self.normalize(*ty)?;
                Ok(plain(self.fn_id(&Instance::Clone(ty))?))
            }
            InstanceKind::FnPtrShim(def, _) => match self.resolve(*def, &args)? {
                Callee::Instance(instance) => Ok(plain(self.fn_id(&instance)?)),
                _ => unsupported("a constant that points to a shim without a body"),
            },
            _ => unsupported("a constant that points to a function of this kind"),
        }
    }

    fn new_memory(&mut self) -> mir::MemoryId {
        let bytes = Box::new([]);
        let def = mir::MemoryDef { bytes, uninit: Vec::new(), pointers: Vec::new(), align: 1, is_mut: false };
        self.machine.program.memories.push(def)
    }

    /// Constant memory that holds these bytes.
    pub(crate) fn byte_memory(&mut self, bytes: Vec<u8>) -> mir::MemoryId {
        let id = self.new_memory();
        self.machine.program.memories[id].bytes = bytes.into();
        id
    }

    /// Evaluated memory in terms of the model.
    pub(crate) fn memory_def(&mut self, allocation: &Allocation) -> Step<mir::MemoryDef> {
        let mut bytes = allocation.bytes.clone();
        let len = bytes.len() as u64;
        let mut pointers = Vec::new();
        for &(at, provenance) in &allocation.provenance {
            if let GlobalAlloc::TypeId(ty) = self.crates().global_alloc(provenance).step()? {
                self.put_type_id(&mut bytes, at, &allocation.provenance, ty)?;
            } else if let Some(target) = self.pointer_target(provenance)? {
                pointers.push((at, target));
            }
        }
        let mut uninit = Vec::new();
        let mut at = 0;
        for &(start, end) in &allocation.init {
            if start > end || end > len {
                return unsupported("memory whose bytes are said to be beyond its end");
            }
            if at < start {
                uninit.push(at..start);
            }
            at = at.max(end);
        }
        if at < len {
            uninit.push(at..len);
        }
        let is_mut = allocation.mutability == Mutability::Mut;
        Ok(mir::MemoryDef { bytes: bytes.into(), uninit, pointers, align: allocation.align, is_mut })
    }

    /// Writes one word of a `TypeId` as [`Cx::type_id`] has it, which rustc keeps as a pointer that says the type. The first
    /// word of two neighbours is the lower half.
    fn put_type_id(
        &mut self,
        bytes: &mut [u8],
        at: u64,
        neighbours: &[(u64, Provenance)],
        ty: Ty,
    ) -> Step<()> {
        let before = neighbours.iter().filter(|(other, _)| *other < at).rev();
        let mut run = 0;
        let mut expected = at;
        for (other, _) in before {
            if *other + 8 != expected {
                break;
            }
            expected = *other;
            run += 1;
        }
        let ty = self.normalize(ty)?;
        let id = self.type_id(ty);
        let half = if run % 2 == 0 { id as u64 } else { (id >> 64) as u64 };
        let range = at as usize..at as usize + 8;
        if let Some(word) = bytes.get_mut(range) {
            word.copy_from_slice(&half.to_le_bytes());
        }
        Ok(())
    }

    /// A number that no two types share, the same in every run.
    pub(crate) fn type_id(&self, ty: Ty) -> u128 {
        let mut state = u64::from(ty.0) + 1;
        let mut half = || {
            // The finalizer of SplitMix64, which is a bijection.
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        };
        u128::from(half()) << 64 | u128::from(half())
    }
}

fn pointer(target: mir::PointerTarget, offset: u64, len: Option<u64>, ty: mir::Ty) -> ConstExpr {
    ConstExpr::Pointer { target, offset, len, ty }
}

/// A constant expression as an operand.
pub(crate) fn block(value: ConstExpr) -> mir::Const {
    match value {
        ConstExpr::Const(value) => value,
        value => mir::Const::Block(Box::new(value)),
    }
}
