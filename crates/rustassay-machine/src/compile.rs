//! From the model to the dense form.

use crate::code::*;
use crate::error::{Step, unsupported};
use crate::machine::{Machine, Slot};
use crate::memory::Scalar;
use rustassay_mir::layout::Shape;
use rustassay_mir::model::*;
use smallvec::SmallVec;
use std::cell::OnceCell;
use std::rc::Rc;

impl Machine {
    /// What the machine has to know of a type, from the table.
    #[inline]
    pub fn info(&mut self, ty: Ty) -> Step<TyInfo> {
        match self.infos.get(ty.index()) {
            Some(Some(info)) => Ok(*info),
            _ => self.new_info(ty),
        }
    }

    #[cold]
    fn new_info(&mut self, ty: Ty) -> Step<TyInfo> {
        let info = self.compute_info(ty)?;
        if self.infos.len() <= ty.index() {
            self.infos.resize(self.program.types.len().max(ty.index() + 1), None);
        }
        self.infos[ty.index()] = Some(info);
        Ok(info)
    }

    fn compute_info(&mut self, ty: Ty) -> Step<TyInfo> {
        let layout = match self.layouts.of(&self.program.types, ty) {
            Ok(layout) => layout,
            Err(error) => return unsupported(format!("a type without layout: {error}")),
        };
        let (size, align, uninhabited, padded) =
            (layout.size, layout.align, layout.uninhabited, layout.may_have_padding);
        let types = &self.program.types;
        let wide = |pointee| types.metadata(pointee) != Metadata::None;
        let pointer = |prim, pointee| if wide(pointee) { Class::Wide(prim) } else { Class::Scalar(prim) };
        let role = self.program.adt(ty).map(AdtDef::role);
        let class = match *types.kind(ty) {
            TyKind::Bool => Class::Scalar(Prim::Bool),
            TyKind::Char => Class::Scalar(Prim::Char),
            TyKind::Int(int) => Class::Scalar(Prim::Int(types.int(int))),
            TyKind::Float(float) => Class::Scalar(Prim::Float(float)),
            TyKind::RawPtr(mutability, pointee) => pointer(Prim::RawPtr(mutability, pointee), pointee),
            TyKind::Ref(mutability, pointee) => pointer(Prim::Ref(mutability, pointee), pointee),
            TyKind::Box(pointee) => pointer(Prim::Box(pointee), pointee),
            TyKind::FnPtr(_) => Class::Scalar(Prim::FnPtr),
            TyKind::Adt(_) => match role {
                Some(AdtRole::Box { pointee, is_global: true }) if size <= 2 * self.data.pointer_size() => {
                    pointer(Prim::Box(pointee), pointee)
                }
                _ => Class::Aggregate,
            },
            _ => Class::Aggregate,
        };
        let class = match class {
            Class::Aggregate => self.newtype_class(ty, size)?,
            class => class,
        };
        // Parts decide for aggregates; the layout has seen to it that they are finite.
        let parts = self.parts(ty);
        let (mut is_plain, mut has_references) = match class {
            Class::Scalar(prim) => (matches!(prim, Prim::Int(_) | Prim::Float(_)), prim.is_reference()),
            Class::Wide(prim) => (false, prim.is_reference()),
            Class::Aggregate => {
                let is_struct = matches!(
                    self.layouts.get(ty).map(|layout| &layout.shape),
                    Some(Shape::Fields { .. } | Shape::Array { .. })
                );
                (is_struct && !padded && !uninhabited, false)
            }
        };
        let is_dyn = matches!(self.program.types.kind(ty), TyKind::Dyn(_));
        // What a trait object holds may have any.
        let mut has_cells = is_dyn || matches!(role, Some(AdtRole::UnsafeCell | AdtRole::UnsafePinned));
        let instance = self.program.adt(ty).and_then(AdtDef::instance);
        is_plain &= instance.is_none_or(|instance| instance.valid_range.is_none());
        let mut is_unpin = match self.program.types.kind(ty) {
            TyKind::Dyn(id) => self.program.types.dyns[*id].is_unpin,
            _ => instance.is_none_or(|instance| instance.is_unpin),
        };
        let is_instance = instance.is_some();
        if class == Class::Aggregate || is_instance && !matches!(role, Some(AdtRole::Box { .. })) {
            for part in parts {
                let info = self.info(part)?;
                is_plain &= info.is_plain;
                has_references |= info.has_references;
                has_cells |= info.has_cells;
                // Of an instance it is known as a whole.
                is_unpin &= is_instance || info.is_unpin;
            }
        }
        // Nothing is known of a union's contents or a coroutine's, and what is in a `ManuallyDrop` may dangle.
        has_references &= !self.program.adt(ty).is_some_and(|def| def.kind == AdtKind::Union)
            && !matches!(role, Some(AdtRole::ManuallyDrop | AdtRole::MaybeDangling | AdtRole::Coroutine));
        let is_sized = self.program.types.is_sized(ty);
        Ok(TyInfo {
            ty,
            size,
            align,
            class,
            is_sized,
            metadata: self.program.types.metadata(ty),
            is_unpin,
            is_plain,
            has_references,
            has_cells,
            uninhabited,
            needs_drop: self.program.types.needs_drop(ty),
            has_fixed_layout: self.finds_fixed_layout(ty),
        })
    }

    /// What a struct of a compiled crate is to the machine. One that has a number or a raw pointer in it and nothing else is what that is:
    /// the standard library is full of them.
    fn newtype_class(&mut self, ty: Ty, size: u64) -> Step<Class> {
        let Some(def) = self.program.adt(ty) else { return Ok(Class::Aggregate) };
        let Some(instance) = def.instance() else { return Ok(Class::Aggregate) };
        let is_transparent = matches!(instance.role, AdtRole::Plain | AdtRole::UnsafeCell | AdtRole::Closure);
        if def.kind != AdtKind::Struct || !is_transparent || instance.is_simd {
            return Ok(Class::Aggregate);
        }
        let valid_range = instance.valid_range;
        let mut found = None;
        for part in self.parts(ty) {
            let info = self.info(part)?;
            match found {
                _ if info.uninhabited => return Ok(Class::Aggregate),
                _ if info.size == 0 => {}
                None if info.size == size => found = Some(info.class),
                _ => return Ok(Class::Aggregate),
            }
        }
        let last = self.program.types.int(IntTy::Usize).mask();
        let is_not_null = |range: PatRange| range.start == 1 && range.end == last;
        Ok(match (found, valid_range) {
            (
                Some(Class::Scalar(
                    prim @ (Prim::Int(_) | Prim::Float(_) | Prim::RawPtr(..) | Prim::NonNull(..)),
                )),
                None,
            ) => Class::Scalar(prim),
            (Some(Class::Scalar(Prim::RawPtr(mutability, pointee))), Some(range)) if is_not_null(range) => {
                Class::Scalar(Prim::NonNull(mutability, pointee))
            }
            _ => Class::Aggregate,
        })
    }

    /// Whether a drop of a value of a type does something.
    pub fn needs_drop(&self, ty: Ty) -> bool {
        match self.infos.get(ty.index()) {
            Some(Some(info)) => info.needs_drop,
            _ => self.program.types.needs_drop(ty),
        }
    }

    /// The types that a value is made of, by value; each kind once.
    pub fn parts(&self, ty: Ty) -> Vec<Ty> {
        let types = &self.program.types;
        match types.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Array(element, _) | TyKind::Slice(element) | TyKind::Pat(element, _) => vec![*element],
            TyKind::Adt(adt) => {
                let fields = types.adts[*adt].variants.iter().flat_map(|variant| &variant.fields);
                fields.map(|field| field.ty).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A function's dense form, compiled when it is first called.
    pub fn code(&mut self, id: FnId) -> Step<Rc<FnCode>> {
        if let Some(Some(code)) = self.code.get(id.index()) {
            return Ok(code.clone());
        }
        if self.program.functions[id].body.blocks.is_empty()
            && let Some(supplier) = self.supplier.clone()
        {
            supplier.body(self, id)?;
        }
        let code = Rc::new(self.compile_fn(id)?);
        if self.code.len() <= id.index() {
            self.code.resize(id.index() + 1, None);
        }
        self.code[id.index()] = Some(code.clone());
        Ok(code)
    }

    /// Does something with the blocks of a function, which has none in the meantime.
    fn with_blocks<T>(
        &mut self,
        id: FnId,
        work: impl FnOnce(&mut Machine, &IdVec<BlockId, Block>) -> Step<T>,
    ) -> Step<T> {
        let blocks = std::mem::take(&mut self.program.functions[id].body.blocks);
        let result = work(self, &blocks);
        self.program.functions[id].body.blocks = blocks;
        result
    }

    fn compile_fn(&mut self, id: FnId) -> Step<FnCode> {
        self.with_blocks(id, |machine, blocks| machine.compile_blocks(id, blocks))
    }

    fn compile_blocks(&mut self, id: FnId, texts: &IdVec<BlockId, Block>) -> Step<FnCode> {
        let arg_count = self.program.functions[id].body.arg_count;
        let local_count = self.program.functions[id].body.locals.len();
        let mut locals = Vec::with_capacity(local_count);
        let mut frame_size = 0usize;
        for local in (0..local_count).map(Local::new) {
            let info = self.info(self.program.functions[id].body.locals[local].ty)?;
            // Scalars on the stack are kept apart by whole words, so that their bit masks seldom cross one.
            let offset = frame_size.next_multiple_of(8);
            frame_size = offset + usize::try_from(info.size).unwrap_or(usize::MAX / 2);
            if frame_size > self.limits.memory {
                return Err(Box::new(crate::error::Stop::Budget(crate::error::Budget::Memory)));
            }
            locals.push(LocalCode { info, offset, is_borrowed: false });
        }
        for statement in texts.iter().flat_map(|block| &block.statements) {
            if let Statement::Assign(
                _,
                Rvalue::Ref(_, place) | Rvalue::TwoPhaseRef(place) | Rvalue::RawPtr(_, place),
            ) = statement
                && !place.projection.contains(&Elem::Deref)
            {
                locals[place.local.index()].is_borrowed = true;
            }
        }
        let mut new_slots = vec![Slot::Fresh; locals.len()];
        for statement in texts.iter().flat_map(|block| &block.statements) {
            if let Statement::StorageLive(local) | Statement::StorageDead(local) = statement {
                new_slots[local.index()] = Slot::Dead;
            }
        }
        let mut blocks = Vec::with_capacity(texts.len());
        for block in texts {
            // The constants of a compiled crate are evaluated when they are reached, and most blocks never are.
            blocks.push(match self.supplier {
                Some(_) => OnceCell::new(),
                None => OnceCell::from(Rc::new(self.compile_block(id, block)?)),
            });
        }
        self.points.push((self.next_point, id));
        let mut block_points = Vec::with_capacity(blocks.len());
        for block in texts {
            block_points.push(self.next_point);
            self.next_point += block.statements.len() as u32 + 1;
        }
        let frame_size = frame_size.next_multiple_of(8);
        let tracks_caller =
            self.program.functions[id].attrs.iter().any(|attribute| &**attribute == "track_caller");
        let is_library = self.supplier.as_ref().is_some_and(|supplier| supplier.is_library(id));
        Ok(FnCode {
            id,
            locals,
            arg_count,
            tracks_caller,
            is_library,
            frame_size,
            new_slots,
            blocks,
            block_points,
        })
    }

    /// The dense form of the block that runs in the top frame.
    #[inline]
    pub(crate) fn running_block(&mut self) -> Step<Rc<BlockCode>> {
        let frame = self.frames.last().expect("a frame runs");
        match frame.code.blocks[frame.block.index()].get() {
            Some(block) => Ok(block.clone()),
            None => self.compile_written_block(),
        }
    }

    /// Compiles a block when it first runs: one of a compiled crate, or of a function that is being written.
    #[cold]
    fn compile_written_block(&mut self) -> Step<Rc<BlockCode>> {
        let frame = self.frames.last().expect("a frame runs");
        let (function, block) = (frame.code.clone(), frame.block);
        if self.supplier.is_some() {
            // A constant in it may call this very function, so its blocks stay where they are.
            let text = self.program.functions[function.id].body.blocks[block].clone();
            let code = Rc::new(self.compile_block(function.id, &text)?);
            return Ok(function.blocks[block.index()].get_or_init(|| code).clone());
        }
        let code = self
            .with_blocks(function.id, |machine, blocks| machine.compile_block(function.id, &blocks[block]));
        let code = Rc::new(code?);
        // What ends like this may be unfinished.
        if !matches!(code.terminator, TerminatorCode::Unreachable) {
            return Ok(function.blocks[block.index()].get_or_init(|| code).clone());
        }
        Ok(code)
    }

    fn compile_block(&mut self, id: FnId, block: &Block) -> Step<BlockCode> {
        let mut statements = Vec::with_capacity(block.statements.len());
        for statement in &block.statements {
            statements.push(self.compile_statement(id, statement)?);
        }
        Ok(BlockCode { statements, terminator: self.compile_terminator(id, &block.terminator)? })
    }

    /// A statement's dense form.
    pub fn compile_statement(&mut self, id: FnId, statement: &Statement) -> Step<StatementCode> {
        Ok(match statement {
            Statement::Assign(place, rvalue) => {
                let place = self.compile_place(id, place)?;
                let rvalue = self.compile_rvalue(id, rvalue, place.info)?;
                // Nobody has checked the types of a crate's bodies, and metadata may be damaged.
                if !has_room(&rvalue, place.info.size) {
                    return unsupported("an assignment that is not well-typed");
                }
                StatementCode::Assign(place, rvalue)
            }
            Statement::SetDiscriminant(place, variant) => {
                StatementCode::SetDiscriminant(self.compile_place(id, place)?, *variant)
            }
            Statement::StorageLive(local) => StatementCode::StorageLive(*local),
            Statement::StorageDead(local) => StatementCode::StorageDead(*local),
            Statement::Assume(operand) => StatementCode::Assume(self.compile_operand(id, operand)?),
            Statement::CopyNonOverlapping(operands) => {
                let [from, to, count] = &**operands;
                let operands = [
                    self.compile_operand(id, from)?,
                    self.compile_operand(id, to)?,
                    self.compile_operand(id, count)?,
                ];
                StatementCode::CopyNonOverlapping(Box::new(operands))
            }
            Statement::Retag(place) => StatementCode::Retag(self.compile_place(id, place)?),
        })
    }

    pub(crate) fn compile_rvalue(&mut self, id: FnId, rvalue: &Rvalue, dest: TyInfo) -> Step<RvalueCode> {
        Ok(match rvalue {
            Rvalue::UseWithoutRetag(operand) => RvalueCode::CopyForDeref(self.compile_operand(id, operand)?),
            Rvalue::TwoPhaseRef(place) => RvalueCode::TwoPhaseRef(self.compile_place(id, place)?),
            Rvalue::PtrFromParts(_, data, metadata) => {
                RvalueCode::PtrFromParts(self.compile_operand(id, data)?, self.compile_operand(id, metadata)?)
            }
            Rvalue::ThreadLocalRef(_, id) => RvalueCode::ThreadLocalRef(*id),
            Rvalue::Use(operand) => RvalueCode::Use(self.compile_operand(id, operand)?),
            Rvalue::Repeat(operand, count) => RvalueCode::Repeat(self.compile_operand(id, operand)?, *count),
            Rvalue::Ref(mutability, place) => RvalueCode::Ref(*mutability, self.compile_place(id, place)?),
            Rvalue::RawPtr(mutability, place) => {
                RvalueCode::RawPtr(*mutability, self.compile_place(id, place)?)
            }
            Rvalue::FakeRawPtr(place) => RvalueCode::FakeRawPtr(self.compile_place(id, place)?),
            Rvalue::Cast(kind, operand, target) => {
                let operand = self.compile_operand(id, operand)?;
                let kind = self.compile_cast(*kind, operand.info().ty, *target)?;
                RvalueCode::Cast(kind, operand, self.info(*target)?)
            }
            Rvalue::Binary(op, left, right) => {
                RvalueCode::Binary(*op, self.compile_operand(id, left)?, self.compile_operand(id, right)?)
            }
            Rvalue::Checked(op, left, right) => {
                RvalueCode::Checked(*op, self.compile_operand(id, left)?, self.compile_operand(id, right)?)
            }
            Rvalue::Unary(op, operand) => RvalueCode::Unary(*op, self.compile_operand(id, operand)?),
            Rvalue::Discriminant(place) => RvalueCode::Discriminant(self.compile_place(id, place)?),
            Rvalue::CopyForDeref(place) => {
                RvalueCode::CopyForDeref(OperandCode::Copy(self.compile_place(id, place)?))
            }
            Rvalue::Tuple(operands) => {
                let fields = self.compile_fields(id, dest.ty, VariantId::ONLY, operands, None)?;
                RvalueCode::Aggregate(None, fields)
            }
            Rvalue::Array(element, operands) => {
                let stride = self.info(*element)?.size;
                let fields = operands
                    .iter()
                    .enumerate()
                    .map(|(n, operand)| Ok((stride * n as u64, self.compile_operand(id, operand)?)));
                RvalueCode::Aggregate(None, fields.collect::<Step<_>>()?)
            }
            Rvalue::Adt(adt, variant, active, operands) => {
                let ty = self.program.types.adt(*adt);
                self.info(ty)?;
                let mut fields = self.compile_fields(id, ty, *variant, operands, *active)?;
                // A struct that is a scalar is made of one.
                if let Class::Scalar(prim) = dest.class
                    && !prim.is_reference()
                {
                    let has_bytes = |(_, operand): &(u64, OperandCode)| operand.info().size > 0;
                    if let Some(position) = fields.iter().position(has_bytes)
                        && fields.iter().filter(|field| has_bytes(field)).count() == 1
                        && matches!(fields[position].1.info().class, Class::Scalar(_))
                    {
                        return Ok(RvalueCode::Use(fields.swap_remove(position).1));
                    }
                }
                let is_enum = self.program.types.adts[*adt].kind == AdtKind::Enum;
                RvalueCode::Aggregate(is_enum.then_some(*variant), fields)
            }
        })
    }

    fn compile_fields(
        &mut self,
        id: FnId,
        ty: Ty,
        variant: VariantId,
        operands: &[Operand],
        active: Option<FieldId>,
    ) -> Step<Vec<(u64, OperandCode)>> {
        let mut fields = Vec::with_capacity(operands.len());
        for (n, operand) in operands.iter().enumerate() {
            let field = active.unwrap_or(FieldId::new(n));
            let offset =
                self.layouts.get(ty).and_then(|layout| layout.field_offset(variant, field)).unwrap_or(0);
            fields.push((offset, self.compile_operand(id, operand)?));
        }
        Ok(fields)
    }

    fn compile_cast(&mut self, kind: CastKind, from: Ty, to: Ty) -> Step<CastCode> {
        Ok(match kind {
            CastKind::As => match self.program.types.as_cast(from, to) {
                Some(cast) => CastCode::As(cast),
                None => return unsupported("a cast between these types"),
            },
            CastKind::Transmute => CastCode::Transmute,
            CastKind::PtrToPtr => CastCode::PtrToPtr,
            CastKind::Unsize => self.compile_unsize(from, to)?,
        })
    }

    /// A place's dense form.
    pub fn compile_place(&mut self, id: FnId, place: &Place) -> Step<PlaceCode> {
        let local_ty = self.program.functions[id].body.locals[place.local].ty;
        if place.projection.is_empty() {
            return Ok(PlaceCode::new(place.local, true, smallvec::SmallVec::new(), self.info(local_ty)?));
        }
        let mut ty = PlaceTy::from(local_ty);
        let mut steps = smallvec::SmallVec::<[PlaceStep; 1]>::new();
        let every_layout = self.config.symbolic_layout;
        let push_offset = |steps: &mut smallvec::SmallVec<[PlaceStep; 1]>, offset| match steps.last_mut() {
            Some(PlaceStep::Offset(last)) => *last += offset,
            // In another layout the first field may be another one.
            Some(PlaceStep::Deref { .. }) if every_layout => steps.push(PlaceStep::Offset(offset)),
            _ if offset == 0 => {}
            _ => steps.push(PlaceStep::Offset(offset)),
        };
        for &elem in &place.projection {
            self.info(ty.ty)?;
            let Some(next) = self.program.types.project(ty, elem) else {
                return unsupported("a place that is not well-typed");
            };
            match elem {
                Elem::Deref => {
                    let info = self.info(next.ty)?;
                    let metadata = info.metadata;
                    steps.push(PlaceStep::Deref { pointee: next.ty, align: info.align, metadata });
                }
                Elem::Field(field) => {
                    let variant = ty.variant.unwrap_or(VariantId::ONLY);
                    let layout = self.layouts.get(ty.ty);
                    let offset = layout.and_then(|layout| layout.field_offset(variant, field)).unwrap_or(0);
                    match self.program.types.metadata(next.ty) {
                        _ if self.program.types.is_sized(next.ty) => push_offset(&mut steps, offset),
                        Metadata::Vtable => {
                            self.info(next.ty)?;
                            steps.push(PlaceStep::DynTail { of: ty.ty, tail: next.ty, before: offset });
                        }
                        _ => steps.push(PlaceStep::Tail(offset)),
                    }
                }
                Elem::Downcast(_) => {}
                Elem::ConstantIndex { offset, from_end } => {
                    let stride = self.info(next.ty)?.size;
                    match *self.program.types.kind(ty.ty) {
                        TyKind::Array(_, len) => {
                            let index =
                                if from_end { len.checked_sub(offset.into()) } else { Some(offset.into()) };
                            match index
                                .filter(|&index| index < len)
                                .and_then(|index| index.checked_mul(stride))
                            {
                                Some(bytes) => push_offset(&mut steps, bytes),
                                None => return unsupported("an element that an array does not have"),
                            }
                        }
                        _ => steps.push(PlaceStep::ConstantIndex { offset, from_end, stride }),
                    }
                }
                Elem::Subslice { from, to, from_end } => {
                    let Some(element) = self.program.types.element(ty.ty) else {
                        return unsupported("a place that is not well-typed");
                    };
                    let stride = self.info(element)?.size;
                    match self.program.types.kind(ty.ty) {
                        TyKind::Array(..) => push_offset(&mut steps, u64::from(from) * stride),
                        _ => steps.push(PlaceStep::Subslice { from, to, from_end, stride }),
                    }
                }
                Elem::Index(index) => {
                    let stride = self.info(next.ty)?.size;
                    let len = match self.program.types.kind(ty.ty) {
                        TyKind::Array(_, len) => Some(*len),
                        _ => None,
                    };
                    steps.push(PlaceStep::Index { index, stride, len });
                }
            }
            ty = next;
        }
        let info = self.info(ty.ty)?;
        // The only field of a struct that is a scalar is all of it.
        let is_whole = steps.is_empty() && info.is_word() && {
            let local = self.info(local_ty)?;
            local.is_word() && local.size == info.size
        };
        Ok(PlaceCode::new(place.local, is_whole, steps, info))
    }

    /// An operand's dense form.
    pub fn compile_operand(&mut self, id: FnId, operand: &Operand) -> Step<OperandCode> {
        match operand {
            Operand::Copy(place) => Ok(OperandCode::Copy(self.compile_place(id, place)?)),
            Operand::Move(place) => Ok(OperandCode::Move(self.compile_place(id, place)?)),
            Operand::Const(value) => self.compile_constant(value),
        }
    }

    fn compile_constant(&mut self, value: &Const) -> Step<OperandCode> {
        let (types, items) = self.program.types_and_items();
        let Some(ty) = items.const_ty(types, value) else {
            return unsupported("a constant that is not well-typed");
        };
        let info = self.info(ty)?;
        match *value {
            Const::Int(_, bits) | Const::Float(_, bits) => {
                let used = u128::MAX >> (128 - 8 * info.size);
                return Ok(scalar_constant(bits & used, info));
            }
            Const::Bool(value) => return Ok(OperandCode::Word(value.into(), info)),
            Const::Char(value) => return Ok(OperandCode::Word(u32::from(value).into(), info)),
            _ => {}
        }
        let mut region = self.new_region(info.size as usize);
        self.evaluate_constant(&ConstExpr::Const(value.clone()), ty, &mut region, 0)?;
        Ok(match info.class {
            Class::Scalar(prim) => {
                let scalar = region.read(0, prim.size(self.data) as usize).unwrap_or(Scalar::new(0));
                match scalar == Scalar::new(scalar.bits) {
                    true => scalar_constant(scalar.bits, info),
                    false => OperandCode::Scalar(scalar, info),
                }
            }
            _ => OperandCode::Bytes(Rc::new(region), info),
        })
    }

    /// A terminator's dense form.
    pub fn compile_terminator(&mut self, id: FnId, terminator: &Terminator) -> Step<TerminatorCode> {
        Ok(match terminator {
            Terminator::Goto(target) => TerminatorCode::Goto(*target),
            Terminator::Switch(operand, targets) => TerminatorCode::Switch(
                self.compile_operand(id, operand)?,
                targets.values.clone().into(),
                targets.otherwise,
            ),
            Terminator::Return => TerminatorCode::Return,
            Terminator::Unreachable => TerminatorCode::Unreachable,
            Terminator::Drop { place, target, unwind } => TerminatorCode::Drop {
                place: self.compile_place(id, place)?,
                target: *target,
                unwind: *unwind,
            },
            Terminator::Call(call) => TerminatorCode::Call {
                dest: self.compile_place(id, &call.dest)?,
                callee: self.compile_callee(id, &call.func)?,
                args: self.compile_args(id, &call.args)?,
                shared_moves: shared_moves(&call.args, &call.dest),
                target: call.target,
                unwind: call.unwind,
            },
            Terminator::TailCall(func, args) => TerminatorCode::TailCall {
                callee: self.compile_callee(id, func)?,
                args: self.compile_args(id, args)?,
            },
            Terminator::UnwindResume => TerminatorCode::UnwindResume,
            Terminator::UnwindTerminate(reason) => TerminatorCode::UnwindTerminate(*reason),
        })
    }

    fn compile_args(&mut self, id: FnId, args: &[Operand]) -> Step<Vec<OperandCode>> {
        args.iter().map(|arg| self.compile_operand(id, arg)).collect()
    }

    fn compile_callee(&mut self, id: FnId, func: &Operand) -> Step<CalleeCode> {
        if let Operand::Const(Const::Fn(function)) = func {
            return Ok(callee(function));
        }
        let (types, items) = self.program.types_and_items();
        let locals = &items.functions[id].body.locals;
        let Some(ty) = items.operand_ty(types, locals, func) else {
            return unsupported("a callee that is not well-typed");
        };
        match self.program.types.kind(ty).clone() {
            TyKind::FnDef(function) => Ok(callee(&function)),
            TyKind::FnPtr(sig) => Ok(CalleeCode::Pointer(self.compile_operand(id, func)?, Rc::new(*sig))),
            _ => unsupported("a call of something that is no function"),
        }
    }
}

/// A constant with neither provenance nor taint.
fn scalar_constant(bits: u128, info: TyInfo) -> OperandCode {
    match u64::try_from(bits) {
        Ok(bits) if info.size <= 8 => OperandCode::Word(bits, info),
        _ => OperandCode::Scalar(Scalar::new(bits), info),
    }
}

/// What a call of a function by its name calls.
fn callee(function: &FnRef) -> CalleeCode {
    match function.def {
        FnDefId::Fn(id) => CalleeCode::Fn(id),
        FnDefId::Surface(id) => CalleeCode::Surface(id),
        FnDefId::Intrinsic(id) => CalleeCode::Intrinsic(id, function.generics.clone()),
        FnDefId::Builtin(id) => CalleeCode::Builtin(id, function.generics.clone()),
        FnDefId::Foreign(id) => CalleeCode::Foreign(id),
        FnDefId::Virtual(slot) => CalleeCode::Virtual(slot),
    }
}

/// Whether a value has room in so many bytes, as far as its size is known before it is computed.
fn has_room(rvalue: &RvalueCode, bytes: u64) -> bool {
    let end = match rvalue {
        RvalueCode::Use(operand) | RvalueCode::CopyForDeref(operand) => Some(operand.info().size),
        RvalueCode::Repeat(operand, count) => operand.info().size.checked_mul(*count),
        RvalueCode::Cast(_, _, target) => Some(target.size),
        RvalueCode::Aggregate(_, fields) => {
            let mut ends = fields.iter().map(|(offset, operand)| offset.checked_add(operand.info().size));
            ends.try_fold(0, |most: u64, end| Some(most.max(end?)))
        }
        _ => Some(0),
    };
    end.is_some_and(|end| end <= bytes)
}

/// The locals that a call moves from, unless it can be seen that they, what else it moves, and its result are apart: then each is memory
/// that the callee has for itself, or has not (`InterpCx::eval_callee_and_args`).
fn shared_moves(args: &[Operand], dest: &Place) -> Box<[Local]> {
    let moved =
        || args.iter().filter_map(|arg| if let Operand::Move(place) = arg { Some(place) } else { None });
    let is_indirect = |place: &Place| place.projection.first() == Some(&Elem::Deref);
    let mut seen: SmallVec<[Local; 8]> = SmallVec::new();
    let are_apart = moved().chain([dest]).all(|place| {
        let is_new = !seen.contains(&place.local);
        seen.push(place.local);
        is_new && !is_indirect(place)
    });
    match are_apart {
        true => Box::default(),
        false => moved().filter(|place| !is_indirect(place)).map(|place| place.local).collect(),
    }
}
