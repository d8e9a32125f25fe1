//! Which values a type has. Every typed copy checks this, names the bad part, and loses what is no part of the value:
//! padding, and provenance of integers (Miri paper, section 3.2).

use crate::code::{Class, Prim, TyInfo};
use crate::error::*;
use crate::machine::{Machine, Validation};
use crate::memory::*;
use rustassay_mir::layout::{Shape, TagEncoding};
use rustassay_mir::model::*;

/// The way to a part of a value, written down only when something is wrong there.
pub(crate) type Path<'a> = dyn Fn(&Types) -> String + 'a;

/// The way to a value as a whole.
pub(crate) const WHOLE: &Path<'static> = &|_| String::new();

/// Where a part of a value is, as far as references are concerned.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Inside {
    /// In a value, where they point to memory that is there.
    Value,
    /// In a `ManuallyDrop`, which holds its value in a `core::mem::MaybeDangling`.
    MaybeDangling,
}

/// The way to a field of what lies at `path`.
pub(crate) fn field_path(types: &Types, path: &Path, ty: Ty, variant: VariantId, field: FieldId) -> String {
    let path = path(types);
    let TyKind::Adt(adt) = *types.kind(ty) else { return format!("{path}.{}", field.index()) };
    let def = &types.adts[adt];
    let name = &def.variants[variant].fields[field].name;
    match def.kind {
        AdtKind::Enum => format!("{path}.<enum-variant({})>.{name}", def.variants[variant].name),
        AdtKind::Struct | AdtKind::Union => format!("{path}.{name}"),
    }
}

impl Machine {
    fn invalid<T>(&self, path: &Path, found: impl Into<String>, expected: impl Into<String>) -> Step<T> {
        let path = path(&self.program.types);
        ub(Ub::InvalidValue { path, found: found.into(), expected: Some(expected.into()), alloc: None })
    }

    /// For what cannot be a value of any type like this one, so that nothing need be said about what was expected.
    fn impossible<T>(&self, path: &Path, found: impl Into<String>) -> Step<T> {
        self.points_badly(path, found, None)
    }

    /// The same for a reference into an allocation.
    fn points_badly<T>(&self, path: &Path, found: impl Into<String>, alloc: Option<AllocId>) -> Step<T> {
        let path = path(&self.program.types);
        ub(Ub::InvalidValue { path, found: found.into(), expected: None, alloc })
    }

    /// The scalar, if it is a value of its type. Integers lose provenance, and show it: an address became a number.
    pub(crate) fn valid_scalar(&mut self, prim: Prim, scalar: Option<Scalar>, path: &Path) -> Step<Scalar> {
        let Some(scalar) = scalar else {
            return match prim {
                Prim::Int(int) => {
                    self.invalid(path, "uninitialized memory", format!("an integer `{}`", int.name()))
                }
                Prim::Float(_) => self.invalid(path, "uninitialized memory", "a floating point number"),
                Prim::Bool => self.invalid(path, "uninitialized memory", "a boolean"),
                Prim::Char => self.invalid(path, "uninitialized memory", "a unicode scalar value"),
                Prim::RawPtr(..) | Prim::NonNull(..) => {
                    self.invalid(path, "uninitialized memory", "a raw pointer")
                }
                Prim::Ref(..) => self.invalid(path, "uninitialized memory", "a reference"),
                Prim::Box(_) => self.invalid(path, "uninitialized memory", "a box"),
                Prim::FnPtr => self.invalid(path, "uninitialized memory", "a function pointer"),
            };
        };
        if let Prim::Bool | Prim::Char = prim
            && (scalar.is_tainted() || scalar.provenance.is_some())
        {
            // Whether it is a value at all may depend on what nothing must depend on.
            self.fixed.branch_tainted = true;
            return self
                .valid_scalar(prim, Some(Scalar::new(scalar.bits)), path)
                .map(|value| value.tainted_if(true));
        }
        let is_pointer = !matches!(prim, Prim::Int(_) | Prim::Float(_) | Prim::Bool | Prim::Char);
        if is_pointer && self.config.validation == Validation::Off {
            return Ok(scalar);
        }
        match prim {
            Prim::Int(_) | Prim::Float(_) if scalar.provenance.is_none() => Ok(scalar),
            Prim::Int(_) | Prim::Float(_) => {
                self.observe_address(scalar.provenance);
                Ok(Scalar::new(scalar.bits).tainted_if(true))
            }
            Prim::Bool if scalar.bits > 1 => self.invalid(path, format!("{:#04x}", scalar.bits), "a boolean"),
            Prim::Char if char::from_u32(scalar.bits as u32).is_none() => {
                self.invalid(path, format!("{:#010x}", scalar.bits), "a valid unicode scalar value")
            }
            Prim::Bool | Prim::Char => Ok(scalar),
            Prim::NonNull(..) if scalar.bits == 0 => {
                self.invalid(path, "a null pointer", "something that is not null")
            }
            Prim::RawPtr(..) | Prim::NonNull(..) => Ok(scalar),
            Prim::Ref(_, pointee) => {
                let info = self.info(pointee)?;
                self.valid_reference(scalar.into(), 0, &info, "reference", path)?;
                Ok(scalar)
            }
            Prim::Box(pointee) => {
                let info = self.info(pointee)?;
                self.valid_reference(scalar.into(), 0, &info, "box", path)?;
                Ok(scalar)
            }
            Prim::FnPtr => self.valid_fn_ptr(scalar, path),
        }
    }

    /// The scalar that a typed copy takes along.
    pub(crate) fn copied_scalar(&mut self, prim: Prim, scalar: Option<Scalar>) -> Step<Scalar> {
        match scalar {
            Some(scalar) if self.config.validation == Validation::Off => Ok(scalar),
            scalar => self.valid_scalar(prim, scalar, WHOLE),
        }
    }

    /// Whether an allocation is a function, and lies at an address.
    pub(crate) fn is_function(&self, id: AllocId, addr: u64) -> bool {
        let alloc = self.alloc(id);
        let has_code = alloc.kind.has_no_data() && !matches!(alloc.kind, AllocKind::Vtable(_));
        has_code && alloc.addr == addr
    }

    fn valid_fn_ptr(&self, scalar: Scalar, path: &Path) -> Step<Scalar> {
        let pointer = Pointer::from(scalar);
        let is_function = match pointer.provenance {
            Some(Provenance::Allocation(id, _)) => self.is_function(id, pointer.addr),
            Some(Provenance::Wildcard) => {
                let mut exposed = self.exposed.beginning_at(pointer.addr);
                exposed.any(|id| matches!(self.alloc(id).kind, AllocKind::Function(_)))
            }
            None => false,
        };
        let found = match pointer.provenance {
            _ if is_function => return Ok(scalar),
            _ if pointer.addr == 0 => return self.impossible(path, "a null function pointer"),
            // Whether it points to a function, Miri asks of a call.
            _ if !self.config.cautious => return Ok(scalar),
            Some(Provenance::Allocation(id, _)) => match self.alloc(id).kind {
                AllocKind::Function(_) | AllocKind::SurfaceFunction(_) => {
                    "a pointer that is not to the start of a function".to_owned()
                }
                _ => format!("a pointer to data, {id}"),
            },
            Some(Provenance::Wildcard) => format!("{:#x}, where no function was exposed", pointer.addr),
            None => format!("{:#x}, which has no provenance", pointer.addr),
        };
        self.invalid(path, found, "a function pointer")
    }

    /// A reference or box points to memory that is there: not null, aligned, and as long as its pointee.
    pub(crate) fn valid_reference(
        &mut self,
        pointer: Pointer,
        len: u64,
        info: &TyInfo,
        what: &str,
        path: &Path,
    ) -> Step<()> {
        self.valid_target(pointer, len, info, what, path)?;
        match self.config.validation {
            Validation::Off | Validation::Shallow => Ok(()),
            Validation::Recursive => self.validate_pointee(pointer, info, path),
        }
    }

    /// The same, whatever is in the memory.
    fn valid_target(
        &mut self,
        pointer: Pointer,
        len: u64,
        info: &TyInfo,
        what: &str,
        path: &Path,
    ) -> Step<()> {
        match self.is_valid_reference(pointer, info) || self.config.validation == Validation::Off {
            true => Ok(()),
            false => self.question_reference(pointer, len, info, what, path),
        }
    }

    /// What a reference points to is a value of its type. Nobody accesses it for that.
    fn validate_pointee(&mut self, pointer: Pointer, info: &TyInfo, path: &Path) -> Step<()> {
        let Some(Provenance::Allocation(id, _)) = pointer.provenance else { return Ok(()) };
        let seen = (pointer.addr, info.ty);
        if !info.is_sized || !self.is_inbounds(pointer, info.size) || self.validated.contains(&seen) {
            return Ok(());
        }
        let start = pointer.addr.wrapping_sub(self.alloc(id).addr) as usize;
        let mut region = self.alloc(id).region.part(start..start + info.size as usize);
        // Values may refer to each other.
        self.validated.push(seen);
        let path = |types: &Types| format!("{}.<deref>", path(types));
        let result = self.validate(&mut region, 0, info.ty, Inside::Value, &path);
        self.validated.pop();
        result
    }

    /// Whether it can be seen at a glance that a scalar is a reference to a type.
    pub(crate) fn is_reference(&self, scalar: Scalar, pointee: Ty) -> bool {
        match self.infos.get(pointee.index()) {
            Some(Some(info)) => self.is_valid_reference(scalar.into(), info),
            _ => false,
        }
    }

    fn is_valid_reference(&self, pointer: Pointer, info: &TyInfo) -> bool {
        info.is_sized && self.is_valid_pointer(pointer, info, info.size, info.align)
    }

    /// The same for a wide pointer.
    pub(crate) fn is_wide_pointer(&self, prim: Prim, pointer: Word, metadata: Word) -> bool {
        let (Prim::Ref(_, pointee) | Prim::Box(pointee) | Prim::RawPtr(_, pointee)) = prim else {
            return false;
        };
        let Some(Some(info)) = self.infos.get(pointee.index()) else { return false };
        let len = match info.metadata {
            Metadata::None => None,
            Metadata::Length => metadata.as_plain(),
            Metadata::Vtable => {
                let object = self.program.types.tail(pointee);
                self.vtable_at(metadata.into()).filter(|&vtable| self.is_vtable_of(vtable, object))
            }
        };
        match (prim, len) {
            (_, None) => false,
            (Prim::RawPtr(..), Some(_)) => true,
            (_, Some(len)) => self
                .extent_of_val(pointee, len)
                .is_some_and(|(size, align)| self.is_valid_pointer(pointer.into(), info, size, align)),
        }
    }

    fn is_valid_pointer(&self, pointer: Pointer, info: &TyInfo, size: u64, align: u64) -> bool {
        pointer.addr != 0
            && self.is_aligned(pointer, align)
            && !info.uninhabited
            && (size == 0 || self.is_inbounds(pointer, size))
    }

    fn question_reference(
        &mut self,
        pointer: Pointer,
        len: u64,
        info: &TyInfo,
        what: &str,
        path: &Path,
    ) -> Step<()> {
        if pointer.addr == 0 {
            return self.impossible(path, format!("a null {what}"));
        }
        let extent = match info.is_sized {
            true => Some((info.size, info.align)),
            // Nobody knows the size of a foreign type.
            false if info.metadata == Metadata::None => Some((0, info.align)),
            false => self.extent_of_val(info.ty, len),
        };
        let align = extent.map_or(info.align, |(_, align)| align);
        if !self.is_aligned(pointer, align) {
            let Ub::Misaligned { required, found, .. } = self.misaligned(pointer, align) else {
                unreachable!("that is what it is")
            };
            let found = format!("an unaligned {what} (required {required} byte alignment but found {found})");
            return self.impossible(path, found);
        }
        let Some((size, _)) = extent else {
            return self.impossible(path, format!("a {what} to a value that is larger than any object"));
        };
        if info.uninhabited {
            return self.impossible(path, format!("a {what} to an uninhabited type"));
        }
        if let Err(stop) = self.check_inbounds(pointer, size, Purpose::Reference) {
            let (why, alloc) = match *stop {
                Stop::Ub(Ub::UseAfterFree { alloc, .. }) => ("use-after-free".to_owned(), Some(alloc)),
                Stop::Ub(Ub::OutOfBounds { alloc, .. }) => {
                    ("going beyond the bounds of its allocation".to_owned(), Some(alloc))
                }
                _ => (format!("{:#x} has no provenance", pointer.addr), None),
            };
            return self.points_badly(path, format!("a dangling {what} ({why})"), alloc);
        }
        Ok(())
    }

    /// The size of a value whose unsized tail, if it has one, has `len` elements.
    pub(crate) fn size_of_val(&self, ty: Ty, len: u64) -> Option<u64> {
        let (size, _) = self.extent_of_val(ty, len)?;
        (size <= self.data.largest_distance()).then_some(size)
    }

    /// Makes bytes a value of their type: checks each part, and erases what is no part of the value.
    pub(crate) fn normalize(&mut self, region: &mut Region, info: &TyInfo) -> Step<()> {
        if info.is_plain && region.is_init(0..region.len()) && !region.has_provenance(0..region.len()) {
            return Ok(());
        }
        let validation = self.config.validation;
        if validation == Validation::Off {
            return Ok(());
        }
        if validation == Validation::Shallow
            && let Some(seen) = self.look_at(region, info)
        {
            seen.padding.into_iter().for_each(|range| region.erase(range));
            return Ok(());
        }
        self.validate(region, 0, info.ty, Inside::Value, WHOLE)?;
        let may_have_padding = self.layouts.get(info.ty).is_some_and(|layout| layout.may_have_padding);
        if may_have_padding {
            let view = region.clone();
            let layouts = &self.layouts;
            let variant_at = |offset: u64, ty: Ty| variant_of(layouts, &view, offset, ty);
            for range in layouts.padding(&self.program.types, info.ty, variant_at) {
                region.erase(range.start as usize..range.end as usize);
            }
        }
        Ok(())
    }

    fn validate(&mut self, region: &mut Region, at: u64, ty: Ty, inside: Inside, path: &Path) -> Step<()> {
        let info = self.info(ty)?;
        match info.class {
            Class::Scalar(prim) => {
                let size = prim.size(self.data) as usize;
                let held = region.read(at as usize, size);
                let scalar = match (inside, held) {
                    (Inside::MaybeDangling, Some(scalar)) if prim.is_reference() => {
                        return self.valid_dangling(scalar, prim, path);
                    }
                    _ => self.valid_scalar(prim, held, path)?,
                };
                // Integers lose provenance.
                if region.has_provenance(at as usize..at as usize + size) && scalar.provenance.is_none() {
                    region.write(at as usize, size, scalar);
                }
                return Ok(());
            }
            Class::Wide(prim) => return self.validate_wide(region, at, prim, inside, path),
            Class::Aggregate => {}
        }
        if info.uninhabited {
            return self.impossible(path, "a value of an uninhabited type");
        }
        match self.program.types.kind(ty).clone() {
            TyKind::Tuple(fields) => {
                for (n, &field) in fields.iter().enumerate() {
                    let offset = self.field_offset(ty, VariantId::ONLY, FieldId::new(n));
                    let path = |types: &Types| field_path(types, path, ty, VariantId::ONLY, FieldId::new(n));
                    self.validate(region, at + offset, field, inside, &path)?;
                }
                Ok(())
            }
            TyKind::Array(element, count) => {
                let element_info = self.info(element)?;
                let range = at as usize..(at + info.size) as usize;
                if element_info.is_plain && region.is_init(range.clone()) && !region.has_provenance(range) {
                    return Ok(());
                }
                for n in 0..if element_info.size == 0 { count.min(1) } else { count } {
                    let path = |types: &Types| format!("{}[{n}]", path(types));
                    self.validate(region, at + n * element_info.size, element, inside, &path)?;
                }
                Ok(())
            }
            TyKind::Adt(adt) => self.validate_adt(region, at, ty, adt, inside, path),
            TyKind::Pat(base, range) => {
                self.validate(region, at, base, inside, path)?;
                self.validate_range(region, at, base, range, path)
            }
            // Functions' own types and the like have nothing in them.
            _ => Ok(()),
        }
    }

    fn validate_wide(
        &mut self,
        region: &mut Region,
        at: u64,
        prim: Prim,
        inside: Inside,
        path: &Path,
    ) -> Step<()> {
        let at = at as usize;
        let [pointer, metadata] = region.read_wide(at);
        let (_, metadata) = self.valid_halves(pointer, metadata, prim, inside, path)?;
        region.write_address(at + self.pointer_size(), metadata);
        Ok(())
    }

    /// The halves of a wide pointer, if they are a value of its type.
    pub(crate) fn valid_wide(
        &mut self,
        pointer: Option<Scalar>,
        metadata: Option<Scalar>,
        prim: Prim,
    ) -> Step<(Scalar, Scalar)> {
        self.valid_halves(pointer, metadata, prim, Inside::Value, WHOLE)
    }

    fn valid_halves(
        &mut self,
        pointer: Option<Scalar>,
        metadata: Option<Scalar>,
        prim: Prim,
        inside: Inside,
        path: &Path,
    ) -> Step<(Scalar, Scalar)> {
        let kind = match prim {
            Prim::Ref(_, pointee) | Prim::Box(pointee) | Prim::RawPtr(_, pointee) => {
                self.info(pointee)?.metadata
            }
            _ => Metadata::Length,
        };
        let Some(mut metadata) = metadata else {
            let expected = if kind == Metadata::Vtable { "a vtable" } else { "the length of a slice" };
            return self.invalid(path, "uninitialized memory", expected);
        };
        let len = match kind {
            Metadata::Vtable => self.valid_vtable(metadata, prim, path)?,
            _ => {
                metadata.provenance = None;
                metadata.bits as u64
            }
        };
        let pointer = match pointer {
            Some(pointer) => pointer,
            None => self.valid_scalar(prim, None, path)?,
        };
        let (pointee, what) = match prim {
            Prim::Ref(_, pointee) => (pointee, "reference"),
            Prim::Box(pointee) => (pointee, "box"),
            _ => return Ok((pointer, metadata)),
        };
        if inside == Inside::MaybeDangling {
            self.valid_dangling(pointer, prim, path)?;
        } else {
            let info = self.info(pointee)?;
            self.valid_reference(pointer.into(), len, &info, what, path)?;
        }
        Ok((pointer, metadata))
    }

    /// The metadata of a pointer to a trait object is a vtable for its trait.
    fn valid_vtable(&mut self, metadata: Scalar, prim: Prim, path: &Path) -> Step<u64> {
        let Some(vtable) = self.vtable_at(metadata.into()) else {
            return self.invalid(path, format!("{:#x}", metadata.bits), "a vtable pointer");
        };
        let (Prim::Ref(_, pointee) | Prim::Box(pointee) | Prim::RawPtr(_, pointee)) = prim else {
            return Ok(vtable);
        };
        let object = self.program.types.tail(pointee);
        if self.is_vtable_of(vtable, object) {
            return Ok(vtable);
        }
        let describe = rustassay_mir::print::Describe::from(&self.program);
        let found = format!("a vtable for `{}`", describe.ty(self.vtable_object(vtable)));
        let expected = format!("one for `{}`", describe.ty(object));
        self.invalid(path, found, expected)
    }

    /// A reference or box that may dangle is still aligned, and neither null nor to what cannot be.
    fn valid_dangling(&mut self, scalar: Scalar, prim: Prim, path: &Path) -> Step<()> {
        let (Prim::Ref(_, pointee) | Prim::Box(pointee)) = prim else { return Ok(()) };
        let info = self.info(pointee)?;
        let empty = TyInfo { size: 0, is_sized: true, ..info };
        self.valid_target(
            scalar.into(),
            0,
            &empty,
            if prim == Prim::Box(pointee) { "box" } else { "reference" },
            path,
        )
    }

    fn validate_adt(
        &mut self,
        region: &mut Region,
        at: u64,
        ty: Ty,
        adt: AdtId,
        inside: Inside,
        path: &Path,
    ) -> Step<()> {
        let def = &self.program.types.adts[adt];
        let (kind, library, role) = (def.kind, def.library(), def.role());
        let valid_range = def.instance().and_then(|instance| instance.valid_range);
        if role == AdtRole::Coroutine {
            // What of it is initialized depends on the state, and nothing else is known.
            return self.valid_variant(region, at, ty, path).map(drop);
        }
        let variant = match kind {
            AdtKind::Union => return Ok(()),
            AdtKind::Struct => VariantId::ONLY,
            AdtKind::Enum => {
                let variant = self.valid_variant(region, at, ty, path)?;
                self.forget_tag_provenance(region, at, ty);
                variant
            }
        };
        let inside = match role {
            AdtRole::ManuallyDrop | AdtRole::MaybeDangling => Inside::MaybeDangling,
            _ => inside,
        };
        for n in 0..self.program.types.adts[adt].variants[variant].fields.len() {
            let field = FieldId::new(n);
            let field_ty = self.program.types.adts[adt].variants[variant].fields[field].ty;
            let offset = self.field_offset(ty, variant, field);
            let path = |types: &Types| field_path(types, path, ty, variant, field);
            self.validate(region, at + offset, field_ty, inside, &path)?;
        }
        if let AdtRole::Box { pointee, .. } = role {
            // One with an allocator of its own: the others are scalars to the machine.
            let at = at + self.field_offset(ty, VariantId::ONLY, FieldId(0));
            let pointer = self.program.types.boxed(pointee);
            self.validate(region, at, pointer, inside, path)?;
        }
        if let Some(range) = valid_range
            && let Some(field) =
                self.program.types.adts[adt].only_variant().fields.iter().next().map(|field| field.ty)
        {
            return self.validate_range(region, at, field, range, path);
        }
        // `NonNull` has a niche of its own that its field's type does not know of.
        if library == Some(Library::NonNull)
            && region.read_address(at as usize).is_some_and(|scalar| scalar.bits == 0)
        {
            return self.invalid(path, "a null pointer", "something that is not null");
        }
        Ok(())
    }

    /// A tag is an integer, and has no provenance. One in a niche belongs to the field that has the niche.
    fn forget_tag_provenance(&self, region: &mut Region, at: u64, ty: Ty) {
        let Some(tag) = self.layouts.get(ty).and_then(|layout| layout.tag()) else { return };
        let (start, size) = ((at + tag.offset) as usize, tag.scalar.size as usize);
        if tag.encoding == TagEncoding::Direct
            && region.has_provenance(start..start + size)
            && let Some(scalar) = region.read(start, size)
        {
            region.write(start, size, Scalar { provenance: None, ..scalar }.tainted_if(true));
        }
    }

    /// The scalar at `at`, or the first one of two, is in a range.
    fn validate_range(&mut self, region: &Region, at: u64, ty: Ty, range: PatRange, path: &Path) -> Step<()> {
        let info = self.info(ty)?;
        let is_pointer = matches!(info.class, Class::Wide(_) | Class::Scalar(Prim::RawPtr(..)));
        let size = if is_pointer { self.pointer_size() } else { info.size as usize };
        if size > 16 {
            return Ok(());
        }
        let Some(scalar) = region.read(at as usize, size) else {
            return self.invalid(path, "uninitialized memory", "a scalar");
        };
        let valid = rustassay_mir::layout::ValidRange { start: range.start, end: range.end };
        match valid.contains(scalar.bits) {
            true => Ok(()),
            false if is_pointer && scalar.bits == 0 => {
                self.invalid(path, "a null pointer", "something that is not null")
            }
            false => {
                let expected = match range.start <= range.end {
                    true => format!("something in the range {}..={}", range.start, range.end),
                    false => format!("something at least {} or at most {}", range.start, range.end),
                };
                self.invalid(path, scalar.bits.to_string(), expected)
            }
        }
    }

    /// The variant that the enum at `at` is in.
    fn valid_variant(&mut self, region: &Region, at: u64, ty: Ty, path: &Path) -> Step<VariantId> {
        let Some(layout) = self.layouts.get(ty) else { return unsupported("an enum without layout") };
        let bits = match layout.tag() {
            None => 0,
            Some(tag) => match region.read((at + tag.offset) as usize, tag.scalar.size as usize) {
                Some(scalar) => {
                    // A pointer with a niche is null or not, wherever it points.
                    let is_pointer =
                        scalar.provenance.is_some() && tag.scalar.size == self.data.pointer_size();
                    self.fixed.branch_tainted |=
                        scalar.is_tainted() || (scalar.provenance.is_some() && !is_pointer);
                    scalar.bits
                }
                None => {
                    return self.invalid(
                        &|types| format!("{}.<enum-tag>", path(types)),
                        "uninitialized memory",
                        "a valid enum tag",
                    );
                }
            },
        };
        match layout.variant_of_tag(bits) {
            Some(variant) => Ok(variant),
            None => {
                let path = |types: &Types| format!("{}.<enum-tag>", path(types));
                self.invalid(&path, format!("{bits:#x}"), "a valid enum tag")
            }
        }
    }

    /// Where a field is, by the layout.
    pub(crate) fn field_offset(&self, ty: Ty, variant: VariantId, field: FieldId) -> u64 {
        self.layouts.get(ty).and_then(|layout| layout.field_offset(variant, field)).unwrap_or(0)
    }
}

/// The variant of an enum whose bytes are known to be valid.
fn variant_of(
    layouts: &rustassay_mir::layout::Layouts,
    region: &Region,
    offset: u64,
    ty: Ty,
) -> Option<VariantId> {
    let layout = layouts.get(ty)?;
    let bits = match &layout.shape {
        Shape::Enum { tag, .. } => {
            region.read((offset + tag.offset) as usize, tag.scalar.size as usize)?.bits
        }
        _ => 0,
    };
    layout.variant_of_tag(bits)
}
