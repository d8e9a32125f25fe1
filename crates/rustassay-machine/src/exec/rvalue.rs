//! Rvalues: what computes.

use super::float::{self, Computed};
use super::place::wide_of;
use super::retag::Retagging;
use super::validity::WHOLE;
use crate::aliasing::{Access, PointerKind};
use crate::code::*;
use crate::error::*;
use crate::machine::{Machine, PlaceVal, ProvenanceModel, Validation, Value};
use crate::memory::*;
use rustassay_mir::layout::{SetTag, Shape};
use rustassay_mir::model::*;
use smallvec::SmallVec;
use std::cmp::Ordering;

impl Machine {
    /// Computes an rvalue and writes it to its place.
    #[inline]
    pub(crate) fn assign(&mut self, dest: &PlaceCode, rvalue: &RvalueCode) -> Step<()> {
        if let Some(word) = self.word_of(rvalue)?
            && self.write_word(dest, word, &mut retagging(rvalue))?
        {
            return Ok(());
        }
        if self.config.validation == Validation::Off
            && let RvalueCode::Use(OperandCode::Copy(source) | OperandCode::Move(source)) = rvalue
            && !self.retags(&dest.info)
        {
            self.check_disjoint(dest, rvalue)?;
            return self.copy_untyped(dest, source);
        }
        match dest.info.class {
            // A struct that is a scalar to the machine: a box.
            Class::Scalar(_) if matches!(rvalue, RvalueCode::Aggregate(..)) => {
                self.assign_larger(dest, rvalue)
            }
            Class::Scalar(prim) => {
                if let RvalueCode::Cast(CastCode::Transmute, operand, _) = rvalue {
                    self.check_disjoint(dest, rvalue)?;
                    if self.retags(operand.info()) {
                        return self.assign_transmuted(dest, operand);
                    }
                }
                let scalar = self.scalar_of(rvalue)?;
                self.put_scalar(dest, prim, scalar, &mut retagging(rvalue))
            }
            Class::Wide(_) | Class::Aggregate => self.assign_larger(dest, rvalue),
        }
    }

    /// Copies bytes, whatever they are.
    fn copy_untyped(&mut self, dest: &PlaceCode, source: &PlaceCode) -> Step<()> {
        let source = self.place(source)?;
        let bytes = self.read_bytes(source, dest.info.size)?;
        let dest = self.place(dest)?;
        self.write_bytes(dest, &bytes)
    }

    /// Assigns a value with references in it to a place of another type.
    fn assign_transmuted(&mut self, dest: &PlaceCode, operand: &OperandCode) -> Step<()> {
        let value = self.operand(operand)?;
        let place = self.place(dest)?;
        self.store_as(place, operand.info(), &dest.info, &value, &mut Retagging::Plain)
    }

    /// The word that an rvalue is; `None` for what the general rules must decide.
    #[inline]
    fn word_of(&mut self, rvalue: &RvalueCode) -> Step<Option<Word>> {
        match rvalue {
            RvalueCode::Use(operand) | RvalueCode::CopyForDeref(operand) => self.word(operand),
            RvalueCode::Binary(op, left, right) => {
                let Class::Scalar(Prim::Int(int)) = left.info().class else { return Ok(None) };
                let Some(a) = self.plain_word(left)? else { return Ok(None) };
                let Some(b) = self.plain_word(right)? else { return Ok(None) };
                Ok(arithmetic_on_words(*op, int, a, b).map(Word::plain))
            }
            RvalueCode::Cast(CastCode::As(AsCast::IntToInt), operand, target) => {
                let (Class::Scalar(from), Class::Scalar(to)) = (operand.info().class, target.class) else {
                    return Ok(None);
                };
                let bits = self.plain_word(operand)?;
                let bits = bits.and_then(|bits| int_to_int(bits.into(), from, to).try_into().ok());
                Ok(bits.map(Word::plain))
            }
            RvalueCode::Ref(_, place) | RvalueCode::TwoPhaseRef(place)
                if place.info.metadata == Metadata::None =>
            {
                Ok(Word::of(self.reference(place)?.0.into()))
            }
            RvalueCode::Cast(CastCode::PtrToPtr | CastCode::As(AsCast::PtrToPtr), operand, _)
                if !self.config.symbolic_layout =>
            {
                self.word(operand)
            }
            RvalueCode::Cast(CastCode::Transmute, operand, target)
                if operand.info().size == target.size
                    && !self.retags(operand.info())
                    && !self.follows_taint()
                    && !self.config.symbolic_layout =>
            {
                let Class::Scalar(prim) = target.class else { return Ok(None) };
                Ok(self.word(operand)?.filter(|&word| self.is_word_of(prim, word)))
            }
            _ => Ok(None),
        }
    }

    /// The scalar that an rvalue is.
    fn scalar_of(&mut self, rvalue: &RvalueCode) -> Step<Scalar> {
        let value = match rvalue {
            RvalueCode::Use(operand) | RvalueCode::CopyForDeref(operand) => return self.scalar(operand),
            RvalueCode::Binary(op, left, right) => return self.binary(*op, left, right),
            RvalueCode::Discriminant(place) => return self.discriminant(place),
            RvalueCode::Ref(_, place) | RvalueCode::TwoPhaseRef(place) => {
                return Ok(self.reference(place)?.0.into());
            }
            RvalueCode::PtrFromParts(data, _) => return self.scalar(data),
            RvalueCode::ThreadLocalRef(id) => return self.thread_local(*id),
            RvalueCode::RawPtr(mutability, place) => {
                return Ok(self.raw_pointer(*mutability, place)?.0.into());
            }
            RvalueCode::FakeRawPtr(place) => return Ok(self.place_address(place)?.0.into()),
            RvalueCode::Cast(CastCode::As(cast), operand, target) if *cast != AsCast::PtrToPtr => {
                let (Class::Scalar(from), Class::Scalar(to)) = (operand.info().class, target.class) else {
                    return unsupported("a cast of this value");
                };
                let scalar = self.scalar(operand)?;
                return self.as_cast(*cast, scalar, from, to);
            }
            RvalueCode::Cast(cast, operand, target) => self.cast(cast, operand, target)?,
            RvalueCode::Unary(op, operand) => self.unary(*op, operand)?,
            RvalueCode::Checked(..) | RvalueCode::Repeat(..) | RvalueCode::Aggregate(..) => {
                return unsupported("an aggregate as a scalar");
            }
        };
        match value {
            Value::Scalar(scalar) => Ok(scalar),
            Value::Wide(..) | Value::Bytes(_) => unsupported("an aggregate as a scalar"),
        }
    }

    fn assign_larger(&mut self, dest: &PlaceCode, rvalue: &RvalueCode) -> Step<()> {
        if self.config.cautious
            && let RvalueCode::Use(OperandCode::Copy(source) | OperandCode::Move(source)) = rvalue
            && dest.info.class == Class::Aggregate
            && self.overlap(source, dest)?
        {
            return unsupported("an assignment of an aggregate to itself");
        }
        match rvalue {
            RvalueCode::Aggregate(variant, fields) if self.assign_fields(dest, *variant, fields)? => {
                return Ok(());
            }
            RvalueCode::Checked(op, left, right) if self.assign_checked(dest, *op, left, right)? => {
                return Ok(());
            }
            RvalueCode::Use(OperandCode::Copy(source) | OperandCode::Move(source))
            | RvalueCode::CopyForDeref(OperandCode::Copy(source))
                if self.copy_value(source, dest, &mut retagging(rvalue))? =>
            {
                return Ok(());
            }
            _ => {}
        }
        let value = match rvalue {
            RvalueCode::Use(operand) | RvalueCode::CopyForDeref(operand) => self.operand(operand)?,
            RvalueCode::Cast(CastCode::Transmute, operand, _) if self.retags(operand.info()) => {
                self.check_disjoint(dest, rvalue)?;
                return self.assign_transmuted(dest, operand);
            }
            RvalueCode::Aggregate(variant, fields) if self.is_made_of_itself(dest, fields)? => {
                return self.assign_in_place(dest, *variant, fields);
            }
            RvalueCode::Repeat(operand, count) if *count > 0 && self.retags(operand.info()) => {
                self.check_disjoint(dest, rvalue)?;
                return self.assign_repeated(dest, operand, *count);
            }
            RvalueCode::Unary(op, operand) => self.unary(*op, operand)?,
            RvalueCode::Cast(cast, operand, target) => self.cast(cast, operand, target)?,
            RvalueCode::Checked(op, left, right) => self.checked(*op, left, right, &dest.info)?,
            RvalueCode::Ref(_, place) | RvalueCode::TwoPhaseRef(place) => {
                let (pointer, len) = self.reference(place)?;
                Value::Wide(pointer.into(), self.metadata_scalar(len, place.info.metadata))
            }
            RvalueCode::RawPtr(mutability, place) => {
                let (pointer, len) = self.raw_pointer(*mutability, place)?;
                Value::Wide(pointer.into(), self.metadata_scalar(len, place.info.metadata))
            }
            RvalueCode::FakeRawPtr(place) => {
                let (pointer, len) = self.place_address(place)?;
                Value::Wide(pointer.into(), self.metadata_scalar(len, place.info.metadata))
            }
            RvalueCode::PtrFromParts(data, metadata) => {
                let address = self.scalar(data)?;
                let value = self.operand(metadata)?;
                let metadata = match value {
                    Value::Scalar(scalar) => Some(scalar),
                    value => self.region_of(&value, metadata.info()).read_address(0),
                };
                match metadata {
                    Some(metadata) => Value::Wide(address, metadata),
                    None => return ub(Ub::Uninit { what: "the metadata of a pointer".into() }),
                }
            }
            // An `Ordering`.
            RvalueCode::Binary(BinOp::Cmp, left, right) => {
                Value::Scalar(self.binary(BinOp::Cmp, left, right)?)
            }
            RvalueCode::Repeat(operand, count) => {
                let value = self.operand(operand)?;
                self.repeat(&value, operand.info(), *count, &dest.info)?
            }
            RvalueCode::Aggregate(variant, fields) => self.aggregate(*variant, fields, &dest.info)?,
            RvalueCode::Binary(..) | RvalueCode::Discriminant(_) | RvalueCode::ThreadLocalRef(_) => {
                return unsupported("a scalar as an aggregate");
            }
        };
        if dest.info.class == Class::Aggregate || matches!(rvalue, RvalueCode::Cast(CastCode::Transmute, ..))
        {
            self.check_disjoint(dest, rvalue)?;
        }
        let place = self.place(dest)?;
        self.store(place, &dest.info, &value, &mut retagging(rvalue))
    }

    /// Makes an aggregate of parts of what is there: one part after the other, as rustc writes them.
    fn assign_in_place(
        &mut self,
        dest: &PlaceCode,
        variant: Option<VariantId>,
        fields: &[(u64, OperandCode)],
    ) -> Step<()> {
        if self.config.cautious {
            return unsupported("an aggregate that is made of parts of itself");
        }
        let place = self.place(dest)?;
        for (offset, operand) in fields {
            let info = *operand.info();
            let field = self.offset(place, *offset, false)?;
            if let OperandCode::Copy(source) | OperandCode::Move(source) = operand {
                self.check_disjoint_at(source, field)?;
            }
            let value = self.operand(operand)?;
            self.store(field, &info, &value, &mut Retagging::Off)?;
        }
        if let Some(variant) = variant {
            self.set_discriminant(place, dest.info.ty, variant)?;
        }
        let value = self.load(place, &dest.info)?;
        self.store(place, &dest.info, &value, &mut Retagging::Plain)
    }

    /// Assigns an array of one element many times, which is retagged once.
    fn assign_repeated(&mut self, dest: &PlaceCode, operand: &OperandCode, count: u64) -> Step<()> {
        let element = *operand.info();
        let value = self.operand(operand)?;
        let place = self.place(dest)?;
        let spot = self.writable(place, dest.info.size)?;
        let value = self.retag_value(&value, &element, &mut Retagging::Plain)?;
        let array = self.repeat(&value, &element, count, &dest.info)?;
        self.put(spot, &dest.info, &array);
        Ok(())
    }

    /// A reference to a place, and the length of an unsized tail. It becomes a borrow when it is written.
    fn reference(&mut self, code: &PlaceCode) -> Step<(Pointer, u64)> {
        let (pointer, len) = self.place_address(code)?;
        self.valid_reference(pointer, len, &code.info, "reference", WHOLE)?;
        Ok((pointer, len))
    }

    /// A new raw pointer to a place, and the length of an unsized tail.
    fn raw_pointer(&mut self, mutability: Mutability, code: &PlaceCode) -> Step<(Pointer, u64)> {
        let (pointer, len) = self.place_address(code)?;
        let kind = match mutability {
            Mutability::Not => PointerKind::RawConst,
            Mutability::Mut => PointerKind::RawMut,
        };
        Ok((self.retag_raw(pointer, len, code, kind)?, len))
    }

    /// The discriminant of an enum, or 0 of any other value.
    pub(crate) fn discriminant(&mut self, code: &PlaceCode) -> Step<Scalar> {
        let place = self.place(code)?;
        self.discriminant_at(place, code.info.ty)
    }

    pub(crate) fn discriminant_at(&mut self, place: PlaceVal, ty: Ty) -> Step<Scalar> {
        let Some(layout) = self.layouts.get(ty) else { return unsupported("an enum without layout") };
        let (tag, size) = (layout.tag().copied(), layout.size);
        self.touch_in_any_layout(place, size, Access::Read)?;
        if self.config.cautious {
            let info = self.info(ty)?;
            match self.load(place, &info) {
                Err(stop) if matches!(*stop, Stop::Ub(_)) => {
                    return unsupported("the discriminant of a value that is not valid");
                }
                loaded => loaded?,
            };
        }
        let scalar = match tag {
            None => Scalar::new(0),
            Some(tag) => {
                let at = self.offset(place, tag.offset, false)?;
                match self.read_scalar(at, tag.scalar.size)? {
                    Some(scalar) => scalar,
                    None => return ub(Ub::Uninit { what: "an enum's tag".into() }),
                }
            }
        };
        let is_enum = matches!(*self.program.types.kind(ty), TyKind::Adt(adt) if self.program.types.adts[adt].kind == AdtKind::Enum);
        if !is_enum {
            return Ok(Scalar::new(0));
        }
        let layout = self.layouts.get(ty).expect("the layout was there");
        let Some(variant) = layout.variant_of_tag(scalar.bits) else {
            return ub(Ub::InvalidTag { tag: scalar.bits });
        };
        let bits = match &layout.shape {
            Shape::Enum { variants, .. } => variants[variant].discriminant,
            _ => {
                let def = self.program.adt(ty).expect("it is an enum");
                def.discriminants(self.data).nth(variant.index()).unwrap_or(0)
            }
        };
        // Which bits a niche holds may depend on an address, but which variant that is does not.
        Ok(Scalar::new(bits).tainted_if(scalar.is_tainted()))
    }

    /// Makes the value at a place be in a variant.
    pub(crate) fn set_discriminant(&mut self, place: PlaceVal, ty: Ty, variant: VariantId) -> Step<()> {
        let Some(layout) = self.layouts.get(ty) else { return unsupported("an enum without layout") };
        let (set, size, has_tag) = (layout.set_tag(variant), layout.size, layout.tag().is_some());
        self.touch_in_any_layout(place, size, Access::Write)?;
        match set {
            // Nothing says which variant it is but that its own bytes are no other's.
            SetTag::Nothing if has_tag => {
                let found = self.discriminant_at(place, ty)?;
                let wanted =
                    self.program.adt(ty).and_then(|def| def.discriminants(self.data).nth(variant.index()));
                match wanted.is_none_or(|wanted| wanted == found.bits) {
                    true => Ok(()),
                    false => ub(Ub::OtherVariant),
                }
            }
            SetTag::Nothing => Ok(()),
            SetTag::Impossible => ub(Ub::UninhabitedVariant),
            SetTag::Write { offset, size, bits } => {
                let at = self.offset(place, offset, false)?;
                self.write_scalar(at, size, Scalar::new(bits))
            }
        }
    }

    fn repeat(&mut self, value: &Value, element: &TyInfo, count: u64, dest: &TyInfo) -> Step<Value> {
        let mut region = self.new_region(0);
        if dest.size > self.limits.memory as u64 {
            return Err(Box::new(Stop::Budget(Budget::Memory)));
        }
        region.resize(dest.size as usize);
        if element.size > 0 {
            let one = self.region_of(value, element);
            for n in 0..count {
                region.put((n * element.size) as usize, &one);
            }
        }
        Ok(Value::Bytes(region))
    }

    fn aggregate(
        &mut self,
        variant: Option<VariantId>,
        fields: &[(u64, OperandCode)],
        dest: &TyInfo,
    ) -> Step<Value> {
        let mut region = self.new_region(dest.size as usize);
        for (offset, operand) in fields {
            let info = *operand.info();
            let value = self.operand(operand)?;
            put_value(&mut region, *offset as usize, &value, info.size as usize);
        }
        if let Some(variant) = variant {
            let Some(layout) = self.layouts.get(dest.ty) else {
                return unsupported("an enum without layout");
            };
            match layout.set_tag(variant) {
                SetTag::Nothing => {}
                SetTag::Impossible => return ub(Ub::UninhabitedVariant),
                SetTag::Write { offset, size, bits } => {
                    region.write(offset as usize, size as usize, Scalar::new(bits));
                }
            }
        }
        Ok(Value::Bytes(region))
    }

    /// A value's bytes.
    pub(crate) fn region_of(&self, value: &Value, info: &TyInfo) -> Region {
        let mut region = self.new_region(info.size as usize);
        put_value(&mut region, 0, value, info.size as usize);
        region
    }

    #[inline]
    fn binary(&mut self, op: BinOp, left: &OperandCode, right: &OperandCode) -> Step<Scalar> {
        if let (Class::Scalar(Prim::Int(int)), Class::Scalar(Prim::Int(other))) =
            (left.info().class, right.info().class)
        {
            let (a, b) = (self.scalar(left)?, self.scalar(right)?);
            // Whether it may be divided at all.
            self.fixed.branch_tainted |=
                matches!(op, BinOp::Div | BinOp::Rem) && (a.is_tainted() || b.is_tainted());
            return int_binary(op, int, other, a, b);
        }
        if let (Class::Wide(_), Class::Wide(_)) = (left.info().class, right.info().class) {
            let (a, b) = (self.operand(left)?, self.operand(right)?);
            let (Value::Wide(a, a_meta), Value::Wide(b, b_meta)) = (a, b) else {
                return unsupported("a comparison of these values");
            };
            // Wide pointers compare by address, then by metadata.
            let order = a.bits.cmp(&b.bits).then(a_meta.bits.cmp(&b_meta.bits));
            let tainted = self.comparison_is_tainted(a, b) || a_meta.is_tainted() || b_meta.is_tainted();
            return Ok(Scalar::new(compare_by(op, Some(order)).into()).tainted_if(tainted));
        }
        let Class::Scalar(prim) = left.info().class else {
            return unsupported("an operator on these values");
        };
        let a = self.scalar(left)?;
        let b = self.scalar(right)?;
        match prim {
            Prim::RawPtr(_, pointee) if op == BinOp::Offset => {
                let size = self.info(pointee)?.size;
                self.pointer_offset(a, b, size, right.info())
            }
            _ => self.other_binary(op, prim, a, b),
        }
    }

    /// An operator on two scalars of one kind.
    pub(crate) fn scalar_binary(&mut self, op: BinOp, prim: Prim, a: Scalar, b: Scalar) -> Step<Scalar> {
        match prim {
            Prim::Int(int) => int_binary(op, int, int, a, b),
            _ => self.other_binary(op, prim, a, b),
        }
    }

    fn other_binary(&mut self, op: BinOp, prim: Prim, a: Scalar, b: Scalar) -> Step<Scalar> {
        let tainted = a.is_tainted() || b.is_tainted();
        match prim {
            Prim::Float(float) if op.is_comparison() => {
                let order = float::compare(float, a.bits, b.bits);
                let result = compare_by(op, order);
                Ok(Scalar::new(result.into()).tainted_if(a.is_unknown() || b.is_unknown()))
            }
            Prim::Float(float) => match float::arithmetic(float, op, a.bits, b.bits) {
                Some(computed) => Ok(self.computed_float(float, computed, &[a, b])),
                None => unsupported("this operator on floats"),
            },
            Prim::Bool if matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor) => {
                let bits = match op {
                    BinOp::BitAnd => a.bits & b.bits,
                    BinOp::BitOr => a.bits | b.bits,
                    _ => a.bits ^ b.bits,
                };
                Ok(Scalar::new(bits).tainted_if(tainted))
            }
            _ if op == BinOp::Cmp => Ok(Scalar::new(ordering_bits(a.bits.cmp(&b.bits))).tainted_if(tainted)),
            _ if op.is_comparison() => {
                let tainted = if prim.is_pointer() { self.comparison_is_tainted(a, b) } else { tainted };
                Ok(Scalar::new(compare_by(op, Some(a.bits.cmp(&b.bits))).into()).tainted_if(tainted))
            }
            _ => unsupported("this operator on these values"),
        }
    }

    /// What an operation on these operands gives, with what the language leaves open chosen by the seed.
    pub(crate) fn computed_float(&mut self, ty: FloatTy, computed: Computed, operands: &[Scalar]) -> Scalar {
        let scalar = match computed {
            Computed::Certain(bits) => Scalar::new(bits),
            Computed::Nan => {
                let bits: SmallVec<[u128; 3]> = operands.iter().map(|operand| operand.bits).collect();
                let choice = self.choose();
                Scalar::some_nan(float::some_nan(ty, &bits, choice))
            }
            Computed::EitherZero => Scalar::new(float::some_zero(ty, self.choose())).tainted_if(true),
        };
        scalar.tainted_if(operands.iter().any(Scalar::is_unknown))
    }

    /// Whether the outcome of comparing two pointers depends on where allocations lie.
    fn comparison_is_tainted(&self, a: Scalar, b: Scalar) -> bool {
        let same_allocation = match (a.provenance, b.provenance) {
            (Some(Provenance::Allocation(a, _)), Some(Provenance::Allocation(b, _))) => a == b,
            _ => false,
        };
        let plain = a.provenance.is_none() && b.provenance.is_none() && !a.is_tainted() && !b.is_tainted();
        // A live pointer is never null, and neither lies elsewhere than it does.
        let null = |x: Scalar, y: Scalar| {
            x.bits == 0 && x.provenance.is_none() && !x.is_tainted() && y.provenance.is_some()
        };
        !(same_allocation || plain || null(a, b) || null(b, a))
    }

    fn pointer_offset(
        &mut self,
        pointer: Scalar,
        count: Scalar,
        size: u64,
        count_info: &TyInfo,
    ) -> Step<Scalar> {
        let count_value = match count_info.class {
            Class::Scalar(Prim::Int(int)) => int.sign_extend(count.bits),
            _ => return unsupported("an offset by something that is no integer"),
        };
        let Some(bytes) = self.byte_distance(count_value, size) else {
            return ub(Ub::PointerArithmetic { why: "the offset in bytes does not fit `isize`".into() });
        };
        // Where it points shows in all that is done with it.
        self.fixed.branch_tainted |= count.is_tainted();
        let moved = self.inbounds_offset(pointer.into(), bytes)?;
        Ok(Scalar { bits: moved.addr.into(), ..pointer }.tainted_if(count.is_tainted()))
    }

    fn checked(
        &mut self,
        op: CheckedOp,
        left: &OperandCode,
        right: &OperandCode,
        dest: &TyInfo,
    ) -> Step<Value> {
        let Class::Scalar(Prim::Int(int)) = left.info().class else {
            return unsupported("a checked operator on these");
        };
        let (a, b) = (self.scalar(left)?, self.scalar(right)?);
        let (bits, overflow) = overflowing(op.wrapping(), int, a.bits, b.bits);
        let tainted = a.is_tainted() || b.is_tainted();
        Ok(Value::Bytes(self.overflow_pair(int, bits, overflow, tainted, dest)))
    }

    /// Assigns the outcome of a checked operator on words; false for what the general rules must do.
    fn assign_checked(
        &mut self,
        dest: &PlaceCode,
        op: CheckedOp,
        left: &OperandCode,
        right: &OperandCode,
    ) -> Step<bool> {
        let Class::Scalar(Prim::Int(int)) = left.info().class else { return Ok(false) };
        let (Some(a), Some(b)) = (self.plain_word(left)?, self.plain_word(right)?) else { return Ok(false) };
        let (bits, overflow) = overflowing(op.wrapping(), int, a.into(), b.into());
        let at = |n| self.field_offset(dest.info.ty, VariantId::ONLY, FieldId(n)) as usize;
        let number = (at(0), int.size() as usize, Word::plain(bits as u64));
        self.assign_words(dest, &[number, (at(1), 1, Word::plain(overflow.into()))])
    }

    /// The pair of a wrapped result and whether it overflowed.
    pub(crate) fn overflow_pair(
        &self,
        int: FixedInt,
        bits: u128,
        overflow: bool,
        tainted: bool,
        dest: &TyInfo,
    ) -> Region {
        let mut region = self.new_region(dest.size as usize);
        let value_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(0)) as usize;
        let flag_at = self.field_offset(dest.ty, VariantId::ONLY, FieldId(1)) as usize;
        region.write(value_at, int.size() as usize, Scalar::new(bits).tainted_if(tainted));
        region.write(flag_at, 1, Scalar::new(overflow.into()).tainted_if(tainted));
        region
    }

    fn unary(&mut self, op: UnOp, operand: &OperandCode) -> Step<Value> {
        if op == UnOp::PtrMetadata {
            return Ok(match self.operand(operand)? {
                Value::Wide(_, meta) => Value::Scalar(meta),
                _ => Value::Bytes(self.new_region(0)),
            });
        }
        let Class::Scalar(prim) = operand.info().class else {
            return unsupported("an operator on this value");
        };
        let a = self.scalar(operand)?;
        let bits = match (op, prim) {
            (UnOp::Not, Prim::Bool) => a.bits ^ 1,
            (UnOp::Not, Prim::Int(int)) => int.truncate(!a.bits),
            (UnOp::Neg, Prim::Int(int)) => int.truncate(a.bits.wrapping_neg()),
            // A NaN stays one.
            (UnOp::Neg, Prim::Float(float)) => {
                return Ok(Value::Scalar(Scalar { bits: float::negate(float, a.bits), ..a }));
            }
            _ => return unsupported("this operator on this value"),
        };
        Ok(Value::Scalar(Scalar::new(bits).tainted_if(a.is_tainted())))
    }

    fn cast(&mut self, cast: &CastCode, operand: &OperandCode, target: &TyInfo) -> Step<Value> {
        match cast {
            CastCode::Transmute => {
                let value = self.operand(operand)?;
                let from = *operand.info();
                if let (Value::Scalar(scalar), Class::Scalar(prim)) = (&value, target.class)
                    && from.size == target.size
                    && from.size <= 8
                    && (from.has_fixed_layout && target.has_fixed_layout || !self.follows_taint())
                    && !self.config.symbolic_layout
                {
                    return Ok(Value::Scalar(self.valid_scalar(prim, Some(*scalar), WHOLE)?));
                }
                self.transmute(&value, &from, target)
            }
            CastCode::As(AsCast::PtrToPtr) | CastCode::PtrToPtr => {
                let value = match (self.operand(operand)?, target.class) {
                    (Value::Wide(pointer, _), Class::Scalar(_)) => Value::Scalar(pointer),
                    (value, _) => value,
                };
                if let Value::Scalar(pointer) = value {
                    self.check_cast_in_any_layout(pointer, target.ty)?;
                }
                Ok(value)
            }
            CastCode::Unsize(code) => {
                let value = self.operand(operand)?;
                self.unsize(value, *code)
            }
            CastCode::UnsizeStruct(plan) => {
                let value = self.operand(operand)?;
                self.unsize_struct(&value, operand.info(), plan, target)
            }
            CastCode::As(cast) => {
                let Class::Scalar(from) = operand.info().class else {
                    return unsupported("a cast of this value");
                };
                let Class::Scalar(to) = target.class else { return unsupported("a cast to this type") };
                let scalar = self.scalar(operand)?;
                Ok(Value::Scalar(self.as_cast(*cast, scalar, from, to)?))
            }
        }
    }

    pub(crate) fn as_cast(&mut self, cast: AsCast, scalar: Scalar, from: Prim, to: Prim) -> Step<Scalar> {
        let bits = match (cast, from, to) {
            (AsCast::IntToInt, from, to) => int_to_int(scalar.bits, from, to),
            (AsCast::IntToFloat, Prim::Int(int), Prim::Float(float)) => {
                let signed = int.signed().then(|| int.sign_extend(scalar.bits));
                float::from_int(float, scalar.bits, signed)
            }
            (AsCast::FloatToInt, Prim::Float(float), Prim::Int(int)) => {
                let bits = int.truncate(float::to_int(float, scalar.bits, int.bits(), int.signed()).0);
                return Ok(Scalar::new(bits).tainted_if(scalar.is_unknown()));
            }
            (AsCast::FloatToFloat, Prim::Float(a), Prim::Float(b)) if a == b => return Ok(scalar),
            (AsCast::FloatToFloat, Prim::Float(a), Prim::Float(b)) => {
                let computed = float::convert(a, b, scalar.bits);
                // The payload of another type's NaN is none of this one's.
                let operand = Scalar { bits: 0, ..scalar };
                return Ok(self.computed_float(b, computed, &[operand]));
            }
            (AsCast::FnPtrToPtr, ..) => return Ok(scalar),
            (AsCast::ExposeProvenance, _, Prim::Int(int)) => {
                // What is beside an allocation may be another one.
                if self.config.symbolic_layout && !self.is_inbounds(scalar.into(), 1) {
                    return unsupported("an address that something else may have");
                }
                self.expose(scalar.into());
                let tainted = scalar.is_tainted() || scalar.provenance.is_some();
                return Ok(Scalar::new(int.truncate(scalar.bits)).tainted_if(tainted));
            }
            (AsCast::WithExposedProvenance, ..) if self.config.provenance == ProvenanceModel::Strict => {
                return unsupported(
                    "integer-to-pointer casts and `ptr::with_exposed_provenance`, with strict provenance",
                );
            }
            (AsCast::WithExposedProvenance, Prim::Int(int), _) => {
                let addr =
                    self.program.types.int(IntTy::Usize).truncate(int.sign_extend(scalar.bits) as u128);
                let pointer = Scalar { provenance: Some(Provenance::Wildcard), ..Scalar::new(addr) };
                return Ok(pointer.tainted_if(scalar.is_tainted()));
            }
            _ => return unsupported("a cast between these types"),
        };
        Ok(Scalar::new(bits).tainted_if(scalar.is_tainted()))
    }

    /// Lets integers with this pointer's address become pointers to its allocation again.
    pub(crate) fn expose(&mut self, pointer: Pointer) {
        self.observe_address(pointer.provenance);
        if let Some(Provenance::Allocation(id, tag)) = pointer.provenance
            && self.exposed.insert(id, tag, self.alloc(id).addr)
        {
            self.journal.push(|| crate::journal::Undo::Exposed);
        }
    }

    /// The bytes of a value, at another type.
    pub(crate) fn transmute(&mut self, value: &Value, from: &TyInfo, to: &TyInfo) -> Step<Value> {
        if from.size != to.size {
            return ub(Ub::TransmuteSize { from: from.size, to: to.size });
        }
        if to.uninhabited && self.config.validation != Validation::Off {
            return ub(Ub::InvalidValue {
                path: String::new(),
                found: "a value of an uninhabited type".into(),
                expected: None,
                alloc: None,
            });
        }
        let mut region = if from.size == 0 { self.new_region(0) } else { self.region_of(value, from) };
        // Which part comes to lie where, the compiler is free to decide.
        if self.follows_taint()
            && from.ty != to.ty
            && !(self.has_fixed_layout(from.ty) && self.has_fixed_layout(to.ty))
        {
            region.taint();
        }
        // An address that becomes a number shows where the allocation lies.
        match to.class {
            Class::Scalar(prim) => {
                let scalar = self.copied_scalar(prim, region.read(0, prim.size(self.data) as usize))?;
                if prim.is_pointer() {
                    self.check_cast_in_any_layout(scalar, to.ty)?;
                }
                Ok(Value::Scalar(scalar))
            }
            Class::Wide(_) => {
                self.normalize(&mut region, to)?;
                Ok(wide_of(&region))
            }
            Class::Aggregate => {
                self.normalize(&mut region, to)?;
                Ok(Value::Bytes(region))
            }
        }
    }
}

/// How an assignment retags what it assigns.
fn retagging(rvalue: &RvalueCode) -> Retagging<'static> {
    match rvalue {
        RvalueCode::CopyForDeref(_) => Retagging::Off,
        RvalueCode::TwoPhaseRef(_) => Retagging::TwoPhase,
        _ => Retagging::Plain,
    }
}

/// Writes a value of `size` bytes.
fn put_value(region: &mut Region, at: usize, value: &Value, size: usize) {
    match value {
        _ if size == 0 => {}
        Value::Bytes(bytes) => region.put(at, bytes),
        Value::Scalar(scalar) => region.write(at, size, *scalar),
        Value::Wide(pointer, meta) => {
            region.write_wide(at, *pointer, *meta);
        }
    }
}

fn compare_by(op: BinOp, order: Option<Ordering>) -> bool {
    match op {
        BinOp::Eq => order == Some(Ordering::Equal),
        BinOp::Ne => order != Some(Ordering::Equal),
        BinOp::Lt => order == Some(Ordering::Less),
        BinOp::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinOp::Gt => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// `+`, `-`, `*` on bit patterns of one type: the wrapped result, and whether it overflowed.
pub(crate) fn overflowing(op: BinOp, int: FixedInt, a: u128, b: u128) -> (u128, bool) {
    if int.signed() {
        let (a, b) = (int.sign_extend(a), int.sign_extend(b));
        let (wide, overflow) = match op {
            BinOp::Add => a.overflowing_add(b),
            BinOp::Sub => a.overflowing_sub(b),
            _ => a.overflowing_mul(b),
        };
        let bits = int.truncate(wide as u128);
        (bits, overflow || int.sign_extend(bits) != wide)
    } else {
        let (wide, overflow) = match op {
            BinOp::Add => a.overflowing_add(b),
            BinOp::Sub => a.overflowing_sub(b),
            _ => a.overflowing_mul(b),
        };
        let bits = int.truncate(wide);
        (bits, overflow || bits != wide)
    }
}

/// Integer operators that always have a result, in a width that the type fits: arithmetic wraps, and shifts take the amount
/// modulo the width. `None` for the other operators.
macro_rules! arithmetic {
    ($name:ident, $bits:ty, $signed:ty) => {
        #[inline]
        fn $name(op: BinOp, int: FixedInt, a: $bits, b: $bits) -> Option<$bits> {
            let unused = <$bits>::BITS - int.bits();
            let cut = |bits: $bits| bits << unused >> unused;
            let signed = |bits: $bits| (bits << unused).cast_signed() >> unused;
            // A power of two, so what counts of an amount is its low bits, whatever its sign.
            let amount = b as u32 & (int.bits() - 1);
            let order = || if int.signed() { signed(a).cmp(&signed(b)) } else { a.cmp(&b) };
            Some(match op {
                BinOp::Add => cut(a.wrapping_add(b)),
                BinOp::Sub => cut(a.wrapping_sub(b)),
                BinOp::Mul => cut(a.wrapping_mul(b)),
                BinOp::BitXor => a ^ b,
                BinOp::BitAnd => a & b,
                BinOp::BitOr => a | b,
                BinOp::Shl => cut(a << amount),
                BinOp::Shr if int.signed() => cut((signed(a) >> amount).cast_unsigned()),
                BinOp::Shr => a >> amount,
                BinOp::Eq => (a == b).into(),
                BinOp::Ne => (a != b).into(),
                BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => compare_by(op, Some(order())).into(),
                BinOp::Div
                | BinOp::Rem
                | BinOp::Offset
                | BinOp::AddUnchecked
                | BinOp::SubUnchecked
                | BinOp::MulUnchecked
                | BinOp::ShlUnchecked
                | BinOp::ShrUnchecked
                | BinOp::Cmp => return None,
            })
        }
    };
}

arithmetic!(arithmetic_on_words, u64, i64);
arithmetic!(int_arithmetic, u128, i128);

/// `as` between integers, and from what is one inside (`bool`, `char`) or will be (`u8` to `char`).
#[inline]
fn int_to_int(bits: u128, from: Prim, to: Prim) -> u128 {
    let wide = match from {
        Prim::Int(int) => int.sign_extend(bits) as u128,
        _ => bits,
    };
    match to {
        Prim::Int(int) => int.truncate(wide),
        _ => wide,
    }
}

/// Integer operators: those, and division with its two bad cases.
fn int_binary(op: BinOp, int: FixedInt, amount_ty: FixedInt, a: Scalar, b: Scalar) -> Step<Scalar> {
    let bits = match (int_arithmetic(op, int, a.bits, b.bits), op) {
        (Some(bits), _) => bits,
        (None, BinOp::Div | BinOp::Rem) => divide(op, op.symbol(), int, a.bits, b.bits)?,
        (None, BinOp::AddUnchecked | BinOp::SubUnchecked | BinOp::MulUnchecked) => {
            let (wrapping, name) = match op {
                BinOp::AddUnchecked => (BinOp::Add, "unchecked_add"),
                BinOp::SubUnchecked => (BinOp::Sub, "unchecked_sub"),
                _ => (BinOp::Mul, "unchecked_mul"),
            };
            match overflowing(wrapping, int, a.bits, b.bits) {
                (bits, false) => bits,
                (_, true) => return ub(Ub::Overflow { op: name }),
            }
        }
        (None, BinOp::ShlUnchecked | BinOp::ShrUnchecked) => {
            let amount = amount_ty.sign_extend(b.bits);
            let (wrapping, name) = match op {
                BinOp::ShlUnchecked => (BinOp::Shl, "unchecked_shl"),
                _ => (BinOp::Shr, "unchecked_shr"),
            };
            // Unsigned amounts beyond the signed ones are negative here, and as wrong.
            if amount < 0 || amount >= int.bits().into() {
                return ub(Ub::ShiftOverflow { op: name, by: amount });
            }
            shift(wrapping, int, a.bits, amount as u32)
        }
        (None, BinOp::Cmp) => {
            let signed = || int.sign_extend(a.bits).cmp(&int.sign_extend(b.bits));
            ordering_bits(if int.signed() { signed() } else { a.bits.cmp(&b.bits) })
        }
        (None, _) => return unsupported("an offset of an integer"),
    };
    Ok(Scalar::new(bits).tainted_if(a.is_tainted() || b.is_tainted()))
}

/// A `core::cmp::Ordering`, as the bits of its discriminant.
fn ordering_bits(order: Ordering) -> u128 {
    match order {
        Ordering::Less => FixedInt::I8.truncate(u128::MAX),
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// A shift by less than the width.
pub(crate) fn shift(op: BinOp, int: FixedInt, bits: u128, amount: u32) -> u128 {
    match op {
        BinOp::Shl => int.truncate(bits << amount),
        _ if int.signed() => int.truncate((int.sign_extend(bits) >> amount) as u128),
        _ => bits >> amount,
    }
}

/// `/` and `%`.
pub(crate) fn divide(op: BinOp, name: &'static str, int: FixedInt, a: u128, b: u128) -> Step<u128> {
    if b == 0 {
        return ub(Ub::DivisionByZero { op: name });
    }
    if !int.signed() {
        return Ok(if op == BinOp::Div { a / b } else { a % b });
    }
    if a == int.min_bits() && int.sign_extend(b) == -1 {
        return ub(Ub::DivisionOverflow { op: name });
    }
    let (a, b) = (int.sign_extend(a), int.sign_extend(b));
    Ok(int.truncate(if op == BinOp::Div { a / b } else { a % b } as u128))
}
