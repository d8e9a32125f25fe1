//! Constants, statics and functions as memory.

use crate::code::TyInfo;
use crate::error::*;
use crate::machine::Machine;
use crate::memory::*;
use rustassay_mir::layout::SetTag;
use rustassay_mir::model::*;

impl Machine {
    /// Memory that is there from the start, whenever it is first asked for: no checkpoint takes it back.
    pub(crate) fn allocate_static(
        &mut self,
        info: &TyInfo,
        kind: AllocKind,
        is_mutable: bool,
    ) -> Step<AllocId> {
        let open = std::mem::replace(&mut self.journal.open, 0);
        std::mem::swap(&mut self.fixed.addresses, &mut self.static_addresses);
        let id = self.allocate(info.size, info.align, kind, is_mutable);
        std::mem::swap(&mut self.fixed.addresses, &mut self.static_addresses);
        self.journal.open = open;
        id
    }

    /// Writes constant memory, which no checkpoint takes back.
    fn fill_static(&mut self, id: AllocId, region: &Region) {
        self.alloc_mut(id).region.put(0, region);
    }

    /// The memory of a static.
    pub(crate) fn static_memory(&mut self, id: StaticId) -> Step<AllocId> {
        if let Some(Some(alloc)) = self.statics.get(id.index()) {
            return Ok(*alloc);
        }
        let def = self.program.statics[id].clone();
        let info = self.info(def.ty)?;
        let is_mutable = def.is_mut || info.has_cells;
        let aligned = TyInfo { align: info.align.max(def.align.unwrap_or(1)), ..info };
        let alloc = self.allocate_static(&aligned, AllocKind::Static, is_mutable)?;
        self.note_loose_ty(alloc, def.ty);
        if self.statics.len() <= id.index() {
            self.statics.resize(id.index() + 1, None);
        }
        // Known before its value is, because statics may refer to themselves.
        self.statics[id.index()] = Some(alloc);
        let mut region = self.new_region(info.size as usize);
        self.evaluate_constant(&def.init, def.ty, &mut region, 0)?;
        self.fill_static(alloc, &region);
        Ok(alloc)
    }

    /// New memory for what a thread has of a thread-local static, with the value that it has at first.
    pub(crate) fn new_thread_local(&mut self, id: StaticId) -> Step<AllocId> {
        let def = self.program.statics[id].clone();
        let info = self.info(def.ty)?;
        let align = info.align.max(def.align.unwrap_or(1));
        let mut region = self.new_region(info.size as usize);
        self.evaluate_constant(&def.init, def.ty, &mut region, 0)?;
        let alloc = self.allocate(info.size, align, AllocKind::ThreadLocal, def.is_mut || info.has_cells)?;
        self.note_loose_ty(alloc, def.ty);
        if !region.is_empty() {
            self.alloc_mut(alloc).region.put(0, &region);
        }
        Ok(alloc)
    }

    /// The address of a function.
    pub(crate) fn function_memory(&mut self, def: FnDefId) -> Step<AllocId> {
        if let Some(&id) = self.functions.get(&def) {
            return Ok(id);
        }
        let kind = match def {
            FnDefId::Fn(id) => AllocKind::Function(id),
            FnDefId::Surface(id) => AllocKind::SurfaceFunction(id),
            FnDefId::Intrinsic(_) | FnDefId::Builtin(_) => return unsupported("a pointer to an intrinsic"),
            FnDefId::Foreign(id) => AllocKind::ForeignFunction(id),
            FnDefId::Virtual(_) => return unsupported("a pointer to a method of a trait object"),
        };
        let unit = self.info(Ty::UNIT)?;
        let info = TyInfo { align: 16, ..unit };
        let id = self.allocate_static(&info, kind, false)?;
        self.functions.insert(def, id);
        Ok(id)
    }

    fn root_pointer(&self, id: AllocId) -> Scalar {
        self.alloc(id).pointer(id).into()
    }

    /// New constant memory that holds `bytes`.
    fn constant_memory(&mut self, region: &Region, info: &TyInfo) -> Step<AllocId> {
        let id = self.allocate_static(info, AllocKind::Static, false)?;
        self.fill_static(id, region);
        Ok(id)
    }

    /// Writes the value of a constant expression of type `ty`.
    pub(crate) fn evaluate_constant(
        &mut self,
        value: &ConstExpr,
        ty: Ty,
        region: &mut Region,
        at: u64,
    ) -> Step<()> {
        let offset = at as usize;
        match value {
            ConstExpr::Const(value) => self.evaluate_operand(value, ty, region, at),
            ConstExpr::Bits(bits, ty) => {
                let size = self.info(*ty)?.size as usize;
                if size > 16 {
                    return unsupported("a constant that is not well-typed");
                }
                expect_room(region, offset, size)?;
                region.write(offset, size, Scalar::new(*bits));
                Ok(())
            }
            ConstExpr::Memory { memory, offset: start, ty } => {
                let size = self.info(*ty)?.size;
                let held = self.memory_contents(*memory)?;
                let end = start.checked_add(size).filter(|&end| end <= held.len() as u64);
                let Some(end) = end else { return unsupported("a constant that is not well-typed") };
                expect_room(region, offset, size as usize)?;
                if size > 0 {
                    region.put(offset, &held.part(*start as usize..end as usize));
                }
                Ok(())
            }
            ConstExpr::Pointer { target, offset: start, len, .. } => {
                let size = if len.is_some() { 2 * self.pointer_size() } else { self.pointer_size() };
                expect_room(region, offset, size)?;
                let pointer = self.pointer_to(*target, *start)?;
                region.write_address(offset, pointer);
                if let Some(len) = len {
                    region.write_address(offset + self.pointer_size(), Scalar::new((*len).into()));
                }
                Ok(())
            }
            ConstExpr::Call(id) => {
                let value = self.evaluate(*id)?;
                expect_room(region, offset, value.len())?;
                if !value.is_empty() {
                    region.put(offset, &value);
                }
                Ok(())
            }
            ConstExpr::Extern(name, ty) => {
                let value = self.foreign_static(name, *ty)?;
                expect_room(region, offset, value.len())?;
                if !value.is_empty() {
                    region.put(offset, &value);
                }
                Ok(())
            }
            ConstExpr::Tuple(values) => {
                let TyKind::Tuple(fields) = self.program.types.kind(ty).clone() else {
                    return unsupported("a constant that is not well-typed");
                };
                for (n, (value, &field)) in values.iter().zip(&fields).enumerate() {
                    let field_at = at + self.layout_offset(ty, VariantId::ONLY, FieldId::new(n))?;
                    self.evaluate_constant(value, field, region, field_at)?;
                }
                Ok(())
            }
            ConstExpr::Array(element, values) => {
                let stride = self.info(*element)?.size;
                for (n, value) in values.iter().enumerate() {
                    self.evaluate_constant(value, *element, region, at + n as u64 * stride)?;
                }
                Ok(())
            }
            ConstExpr::Repeat(value, count) => {
                let Some(element) = self.program.types.element(ty) else {
                    return unsupported("a constant that is not well-typed");
                };
                let stride = self.info(element)?.size;
                if stride == 0 || *count == 0 {
                    return Ok(());
                }
                self.evaluate_constant(value, element, region, at)?;
                let one = region.part(offset..offset + stride as usize);
                for n in 1..*count {
                    region.put(offset + (n * stride) as usize, &one);
                }
                Ok(())
            }
            ConstExpr::Adt(adt, variant, fields) => {
                let ty = self.program.types.adt(*adt);
                self.info(ty)?;
                for (field, value) in fields {
                    let field_ty = self.program.types.adts[*adt].variants[*variant].fields[*field].ty;
                    let field_at = at + self.layout_offset(ty, *variant, *field)?;
                    self.evaluate_constant(value, field_ty, region, field_at)?;
                }
                let set = self.layouts.get(ty).map(|layout| layout.set_tag(*variant));
                if self.program.types.adts[*adt].kind == AdtKind::Enum
                    && let Some(SetTag::Write { offset, size, bits }) = set
                {
                    region.write((at + offset) as usize, size as usize, Scalar::new(bits));
                }
                Ok(())
            }
            ConstExpr::Ref(value) => {
                let (types, items) = self.program.types_and_items();
                let Some(pointee) = items.const_expr_ty(types, value) else {
                    return unsupported("a constant that is not well-typed");
                };
                let info = self.info(pointee)?;
                let mut inner = self.new_region(info.size as usize);
                self.evaluate_constant(value, pointee, &mut inner, 0)?;
                let id = self.constant_memory(&inner, &info)?;
                region.write_address(offset, self.root_pointer(id));
                Ok(())
            }
            ConstExpr::StaticPtr(_, id) => {
                let id = self.static_memory(*id)?;
                region.write_address(offset, self.root_pointer(id));
                Ok(())
            }
            ConstExpr::FnPtr(function, _) => {
                let id = self.function_memory(function.def)?;
                region.write_address(offset, self.root_pointer(id));
                Ok(())
            }
            ConstExpr::Address(addr, _) => {
                region.write_address(offset, Scalar::new((*addr).into()));
                Ok(())
            }
            ConstExpr::Unsize(value, _) => {
                let (types, items) = self.program.types_and_items();
                let inner = items.const_expr_ty(types, value);
                let pointee = inner.and_then(|inner| types.pointee(inner));
                let (Some(inner), Some(&TyKind::Array(_, len))) = (inner, pointee.map(|ty| types.kind(ty)))
                else {
                    return unsupported("a constant that is not well-typed");
                };
                self.evaluate_constant(value, inner, region, at)?;
                region.write_address(offset + self.pointer_size(), Scalar::new(len.into()));
                Ok(())
            }
            ConstExpr::Uninit(_) => Ok(()),
        }
    }

    fn layout_offset(&mut self, ty: Ty, variant: VariantId, field: FieldId) -> Step<u64> {
        self.info(ty)?;
        Ok(self.layouts.get(ty).and_then(|layout| layout.field_offset(variant, field)).unwrap_or(0))
    }

    fn evaluate_operand(&mut self, value: &Const, ty: Ty, region: &mut Region, at: u64) -> Step<()> {
        let offset = at as usize;
        match value {
            Const::Int(int, bits) => {
                let size = self.program.types.int(*int).size();
                region.write(offset, size as usize, Scalar::new(*bits));
            }
            Const::Float(float, bits) => region.write(offset, float.bits() as usize / 8, Scalar::new(*bits)),
            Const::Bool(value) => region.write(offset, 1, Scalar::new((*value).into())),
            Const::Char(value) => region.write(offset, 4, Scalar::new(u32::from(*value).into())),
            Const::Str(text) => {
                let id = self.bytes_memory(text.as_bytes())?;
                region.write_address(offset, self.root_pointer(id));
                region.write_address(offset + self.pointer_size(), Scalar::new(text.len() as u128));
            }
            Const::ByteStr(bytes) => {
                let id = self.bytes_memory(bytes)?;
                region.write_address(offset, self.root_pointer(id));
            }
            Const::Named(id) => {
                let def = self.program.consts[*id].clone();
                return self.evaluate_constant(&def.value, def.ty, region, at);
            }
            Const::Static(id) => {
                let id = self.static_memory(*id)?;
                region.write_address(offset, self.root_pointer(id));
            }
            Const::Fn(_) => {}
            Const::Block(value) => return self.evaluate_constant(value, ty, region, at),
        }
        Ok(())
    }

    fn bytes_memory(&mut self, bytes: &[u8]) -> Step<AllocId> {
        let unit = self.info(Ty::UNIT)?;
        let info = TyInfo { size: bytes.len() as u64, align: 1, ..unit };
        let mut region = self.new_region(bytes.len());
        region.write_bytes(0, bytes, false);
        self.constant_memory(&region, &info)
    }
}

/// Refuses a value that has no room where it goes: metadata may be damaged, and nobody has checked its types.
fn expect_room(region: &Region, offset: usize, size: usize) -> Step<()> {
    match offset.checked_add(size) {
        Some(end) if end <= region.len() => Ok(()),
        _ => unsupported("a constant that is not well-typed"),
    }
}
