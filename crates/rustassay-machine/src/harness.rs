//! The harness: surface functions that print or panic, the global allocator's, and the `main` that begins it all.
//!
//! A program reaches the heap by surface functions that are called like the allocator's symbols (`__rust_alloc`,
//! `__rust_alloc_zeroed`, `__rust_realloc`, `__rust_dealloc`) and have their signatures; what their text does is not looked at. The same
//! holds for threads: `__rustassay_spawn(fn(*mut u8), *mut u8) -> usize`, `__rustassay_join(usize)` and `__rustassay_yield()`.

use crate::code::{Class, Prim, TyInfo};
use crate::error::*;
use crate::exec::wide_of;
use crate::exec::{Passed, Progress};
use crate::explore::Action;
use crate::explore::story::StoryDeed;
use crate::machine::{Loc, Machine, PlaceVal, Return, Value};
use crate::memory::*;
use rustassay_mir::model::*;
use rustassay_mir::read::{PrintedPiece, SurfaceStatement, surface_fn};
use rustc_apfloat::ieee::{Double, Half};
use rustc_apfloat::{Float, FloatConvert};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::rc::Rc;

/// Surface functions that have been understood, by their ids.
#[derive(Default, Debug)]
pub struct Harness {
    understood: FxHashMap<SurfaceFnId, Rc<[SurfaceStatement]>>,
}

/// How a surface function ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Called {
    /// It returned this.
    Returned(Value),
    /// It panicked.
    Panicked,
    /// It has not happened: the thread waits, and the call comes again.
    Waits,
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// `main` returned.
    Finished,
    /// A panic left `main`.
    Panicked,
}

/// `rustc_abi::Align::MAX`.
const LARGEST_ALIGNMENT: u64 = 1 << 29;

impl Machine {
    /// Runs the program from its `main` to its end.
    pub fn run_main(&mut self) -> Step<Ending> {
        let ending = self.run_main_function()?;
        if ending == Ending::Finished && self.remaining_threads() > 0 {
            self.end_main_thread()?;
        }
        Ok(ending)
    }

    fn run_main_function(&mut self) -> Step<Ending> {
        if let Some(id) = self.program.find_fn("main") {
            return self.run_function(id, Vec::new());
        }
        let found = self.program.surface_fns.iter_ids().find(|(_, function)| &*function.name == "main");
        let Some((main, _)) = found else { return unsupported("a program without `main`") };
        let statements = self.understand(main)?;
        for statement in statements.iter() {
            match statement {
                SurfaceStatement::Print(pieces) => self.print(pieces, &[])?,
                SurfaceStatement::Panic => return Ok(Ending::Panicked),
                SurfaceStatement::Call { function, args } => {
                    let values = self.constants(*function, args)?;
                    match *function {
                        FnDefId::Fn(id) => {
                            if self.run_function(id, values)? == Ending::Panicked {
                                return Ok(Ending::Panicked);
                            }
                        }
                        FnDefId::Surface(id) => match self.call_surface(id, &values)? {
                            Called::Returned(_) => {}
                            Called::Panicked => return Ok(Ending::Panicked),
                            Called::Waits => return unsupported("a `main` that waits for a thread"),
                        },
                        FnDefId::Intrinsic(_)
                        | FnDefId::Builtin(_)
                        | FnDefId::Foreign(_)
                        | FnDefId::Virtual(_) => return unsupported("a call of an intrinsic by `main`"),
                    }
                }
            }
        }
        Ok(Ending::Finished)
    }

    /// Calls a function from outside and runs until it has returned.
    pub fn run_function(&mut self, id: FnId, args: Vec<Passed>) -> Step<Ending> {
        self.start_function(id, args)?;
        match self.run_threads()? {
            Progress::Panicked => Ok(Ending::Panicked),
            _ => Ok(Ending::Finished),
        }
    }

    /// Begins a call from outside, for [`Machine::step`] to run.
    pub fn start_function(&mut self, id: FnId, args: Vec<Passed>) -> Step<()> {
        self.push_frame(id, &args, Return::Bottom)
    }

    fn constants(&mut self, function: FnDefId, args: &[ConstExpr]) -> Step<Vec<Passed>> {
        let (types, items) = self.program.types_and_items();
        let sig = items.call_sig(types, &FnRef::plain(function));
        let mut values = Vec::with_capacity(args.len());
        for (n, arg) in args.iter().enumerate() {
            let (types, items) = self.program.types_and_items();
            let wanted = sig.as_ref().and_then(|sig| sig.params.get(n).copied().flatten());
            let Some(ty) = wanted.or_else(|| items.const_expr_ty(types, arg)) else {
                return unsupported("an argument that is not well-typed");
            };
            let info = self.info(ty)?;
            let mut region = self.new_region(info.size as usize);
            self.evaluate_constant(arg, ty, &mut region, 0)?;
            let value = match info.class {
                Class::Scalar(prim) => {
                    Value::Scalar(region.read(0, prim.size(self.data) as usize).unwrap_or(Scalar::new(0)))
                }
                Class::Wide(_) => wide_of(&region),
                Class::Aggregate => Value::Bytes(region),
            };
            values.push((value, info));
        }
        Ok(values)
    }

    fn understand(&mut self, id: SurfaceFnId) -> Step<Rc<[SurfaceStatement]>> {
        if let Some(known) = self.harness.understood.get(&id) {
            return Ok(known.clone());
        }
        match surface_fn(&mut self.program, id) {
            Ok(statements) => {
                let statements: Rc<[SurfaceStatement]> = statements.into();
                self.harness.understood.insert(id, statements.clone());
                Ok(statements)
            }
            Err(diagnostic) => {
                let name = &self.program.surface_fns[id].name;
                unsupported(format!("the surface function `{name}`: {}", diagnostic.message))
            }
        }
    }

    /// Calls a surface function of the harness.
    pub(crate) fn call_surface(&mut self, id: SurfaceFnId, args: &[Passed]) -> Step<Called> {
        if let Some(value) = self.call_allocator(id, args)? {
            return Ok(Called::Returned(value));
        }
        if let Some(called) = self.call_threads(id, args)? {
            return Ok(called);
        }
        let statements = self.understand(id)?;
        for statement in statements.iter() {
            match statement {
                SurfaceStatement::Print(pieces) => self.print(pieces, args)?,
                SurfaceStatement::Panic => return Ok(Called::Panicked),
                SurfaceStatement::Call { .. } => return unsupported("a surface function that calls another"),
            }
        }
        Ok(Called::Returned(Value::Bytes(self.new_region(0))))
    }

    /// The global allocator's functions.
    fn call_allocator(&mut self, id: SurfaceFnId, args: &[Passed]) -> Step<Option<Value>> {
        let number = |n: usize| match args.get(n) {
            Some((Value::Scalar(scalar), _)) => Ok(scalar.bits as u64),
            _ => unsupported("an allocator's function with these arguments"),
        };
        let pointer = |n: usize| match args.get(n) {
            Some((Value::Scalar(scalar), _)) => Ok(Pointer::from(*scalar)),
            _ => unsupported("an allocator's function with these arguments"),
        };
        let nothing = Value::Bytes(self.new_region(0));
        Ok(Some(match &*self.program.surface_fns[id].name.clone() {
            "__rust_alloc" => Value::Scalar(self.heap_alloc(number(0)?, number(1)?)?.into()),
            "__rust_alloc_zeroed" => {
                let size = number(0)?;
                let made = self.heap_alloc(size, number(1)?)?;
                if let Some(Provenance::Allocation(id, _)) = made.provenance {
                    self.save(id, 0, size as usize);
                    self.alloc_mut(id).region.write_bytes(0, &vec![0; size as usize], false);
                }
                Value::Scalar(made.into())
            }
            "__rust_dealloc" => {
                self.dealloc(pointer(0)?, number(1)?, number(2)?)?;
                nothing
            }
            "__rust_realloc" => {
                let (old, old_size, align, new_size) = (pointer(0)?, number(1)?, number(2)?, number(3)?);
                Value::Scalar(self.heap_realloc(old, old_size, align, new_size)?.into())
            }
            _ => return Ok(None),
        }))
    }

    /// The functions for threads.
    fn call_threads(&mut self, id: SurfaceFnId, args: &[Passed]) -> Step<Option<Called>> {
        let scalars = args.iter().map(|(value, _)| match value {
            Value::Scalar(scalar) => Some(*scalar),
            _ => None,
        });
        let scalars: Vec<Option<Scalar>> = scalars.collect();
        let nothing = Called::Returned(Value::Bytes(self.new_region(0)));
        Ok(Some(match (&*self.program.surface_fns[id].name.clone(), &scalars[..]) {
            ("__rustassay_spawn", [Some(function), Some(data)]) => {
                let child = self.spawn_with((*function).into(), *data, Abi::Rust, Ty::UNIT)?;
                Called::Returned(Value::Scalar(Scalar::new(child.0.into())))
            }
            ("__rustassay_join", [Some(thread)]) => match self.threads().find(thread.bits as u64) {
                Some(thread) => self.join(thread)?.map_or(Called::Waits, |_| nothing),
                None => return unsupported("a thread that was never spawned"),
            },
            ("__rustassay_yield", []) => {
                self.yield_turn();
                nothing
            }
            _ => return Ok(None),
        }))
    }

    pub(crate) fn heap_alloc(&mut self, size: u64, align: u64) -> Step<Pointer> {
        let limit = self.data.largest_distance() - (align.saturating_sub(1));
        if size == 0 || !align.is_power_of_two() || size > limit {
            return ub(Ub::WrongAlloc { size, align });
        }
        if align > LARGEST_ALIGNMENT {
            return unsupported("an allocation with an alignment that is larger than rustc's largest");
        }
        let id = self.allocate(size, align, AllocKind::Heap, true)?;
        Ok(self.alloc(id).pointer(id))
    }

    fn print(&mut self, pieces: &[PrintedPiece], args: &[Passed]) -> Step<()> {
        let mut out = String::new();
        for piece in pieces {
            match piece {
                PrintedPiece::Text(text) => out.push_str(text),
                PrintedPiece::Display(n) | PrintedPiece::Debug(n) => {
                    let Some((value, info)) = args.get(*n) else { return unsupported("a print of nothing") };
                    let (value, info) = (value.clone(), *info);
                    self.format(&value, &info, matches!(piece, PrintedPiece::Debug(_)), &mut out)?;
                }
            }
        }
        if self.output.len() + out.len() > self.limits.output {
            return Err(Box::new(Stop::Budget(Budget::Output)));
        }
        self.record(Action::Print);
        self.narrate(|_| StoryDeed::Prints(out.clone().into_bytes()));
        self.output.extend_from_slice(out.as_bytes());
        Ok(())
    }

    /// Writes a value as `{}` or `{:?}` would.
    fn format(&mut self, value: &Value, info: &TyInfo, debug: bool, out: &mut String) -> Step<()> {
        if let (Value::Scalar(scalar), Class::Scalar(prim)) = (value, info.class) {
            return self.format_scalar(*scalar, prim, debug, out);
        }
        if let Value::Wide(pointer, len) = value {
            return self.format_wide(*pointer, len.bits as u64, info.ty, debug, out);
        }
        if !debug {
            return unsupported("a print of this type by `{}`");
        }
        let region = if info.size == 0 { self.new_region(0) } else { self.region_of(value, info) };
        self.format_parts(&region, 0, info.ty, out)
    }

    fn format_scalar(&mut self, scalar: Scalar, prim: Prim, debug: bool, out: &mut String) -> Step<()> {
        let mut tainted = scalar.is_tainted();
        // Writing to a `String` cannot fail.
        let _ = match prim {
            Prim::Int(int) if int.signed() => write!(out, "{}", int.sign_extend(scalar.bits)),
            Prim::Int(_) => write!(out, "{}", scalar.bits),
            Prim::Bool => write!(out, "{}", scalar.bits == 1),
            Prim::Char => {
                let c = char::from_u32(scalar.bits as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                if debug { write!(out, "{c:?}") } else { write!(out, "{c}") }
            }
            Prim::Float(float) => {
                // Every NaN prints alike, but for those that print as bits.
                tainted &= float == FloatTy::F128 || scalar.is_unknown();
                // How the unstable ones print, a release of the library decides.
                tainted |= matches!(float, FloatTy::F16 | FloatTy::F128);
                match (float, debug) {
                    (FloatTy::F32, true) => write!(out, "{:?}", f32::from_bits(scalar.bits as u32)),
                    (FloatTy::F32, false) => write!(out, "{}", f32::from_bits(scalar.bits as u32)),
                    (FloatTy::F64, true) => write!(out, "{:?}", f64::from_bits(scalar.bits as u64)),
                    (FloatTy::F64, false) => write!(out, "{}", f64::from_bits(scalar.bits as u64)),
                    (FloatTy::F16, true) => write!(out, "{:?}", shortest_half(scalar.bits)),
                    (FloatTy::F16, false) => write!(out, "{}", shortest_half(scalar.bits)),
                    (FloatTy::F128, true) => write!(out, "{:#034x}", scalar.bits),
                    (FloatTy::F128, false) => return unsupported("a print of an `f128` by `{}`"),
                }
            }
            Prim::RawPtr(..) | Prim::NonNull(..) | Prim::FnPtr => {
                tainted |= scalar.provenance.is_some();
                write!(out, "{:#x}", scalar.bits)
            }
            Prim::Ref(_, pointee) | Prim::Box(pointee) => {
                let info = self.info(pointee)?;
                let place = PlaceVal { at: Loc::Memory(scalar.into(), None), len: 0 };
                let value = self.load(place, &info)?;
                self.format(&value, &info, debug, out)?;
                return Ok(());
            }
        };
        self.fixed.output_tainted |= tainted;
        Ok(())
    }

    /// Writes the text or the elements that a wide reference or box points to.
    fn format_wide(&mut self, to: Scalar, len: u64, ty: Ty, debug: bool, out: &mut String) -> Step<()> {
        let (TyKind::Ref(_, pointee) | TyKind::Box(pointee)) = *self.program.types.kind(ty) else {
            return unsupported("a print of a wide raw pointer");
        };
        let place = PlaceVal { at: Loc::Memory(to.into(), None), len };
        match *self.program.types.kind(pointee) {
            TyKind::Str => {
                let region = self.read_bytes(place, len)?;
                let bytes = 0..region.len();
                self.fixed.output_tainted |= region.is_tainted(bytes.clone());
                if !region.is_init(bytes.clone()) {
                    return ub(Ub::Uninit { what: "text that is printed".into() });
                }
                let Ok(text) = std::str::from_utf8(region.raw_bytes(bytes)) else {
                    return unsupported("a print of text that is not UTF-8");
                };
                let _ = if debug { write!(out, "{text:?}") } else { write!(out, "{text}") };
                Ok(())
            }
            TyKind::Slice(element) => {
                let array = self.program.types.array(element, len);
                let info = self.info(array)?;
                let value = self.load(place, &info)?;
                self.format(&value, &info, debug, out)
            }
            _ => unsupported("a print of this type"),
        }
    }

    /// Writes the parts of a value as `derive(Debug)` would.
    fn format_parts(&mut self, region: &Region, at: u64, ty: Ty, out: &mut String) -> Step<()> {
        let info = self.info(ty)?;
        if let Class::Scalar(prim) = info.class {
            let Some(scalar) = region.read(at as usize, prim.size(self.data) as usize) else {
                return ub(Ub::Uninit { what: "a value that is printed".into() });
            };
            return self.format_scalar(scalar, prim, true, out);
        }
        if let Class::Wide(_) = info.class {
            let [Some(pointer), Some(len)] = region.read_wide(at as usize) else {
                return ub(Ub::Uninit { what: "a value that is printed".into() });
            };
            return self.format_wide(pointer, len.bits as u64, ty, true, out);
        }
        match self.program.types.kind(ty).clone() {
            TyKind::Tuple(fields) => {
                out.push('(');
                for (n, &field) in fields.iter().enumerate() {
                    if n > 0 {
                        out.push_str(", ");
                    }
                    let offset = self.field_offset(ty, VariantId::ONLY, FieldId::new(n));
                    self.format_parts(region, at + offset, field, out)?;
                }
                out.push_str(if fields.len() == 1 { ",)" } else { ")" });
                Ok(())
            }
            TyKind::Array(element, count) => {
                let stride = self.info(element)?.size;
                out.push('[');
                for n in 0..count {
                    if n > 0 {
                        out.push_str(", ");
                    }
                    self.format_parts(region, at + n * stride, element, out)?;
                }
                out.push(']');
                Ok(())
            }
            TyKind::Adt(adt) => self.format_adt(region, at, ty, adt, out),
            _ => unsupported("a print of this type"),
        }
    }

    fn format_adt(&mut self, region: &Region, at: u64, ty: Ty, adt: AdtId, out: &mut String) -> Step<()> {
        let def = &self.program.types.adts[adt];
        match def.library() {
            // They print like what they wrap.
            Some(Library::Wrapping | Library::NonNull) => {
                let inner = def.variants[VariantId::ONLY].fields[FieldId::new(0)].ty;
                return self.format_parts(region, at, inner, out);
            }
            // How they print differs between releases, or says the name of a type.
            Some(Library::Cell | Library::UnsafeCell | Library::ManuallyDrop | Library::PhantomData) => {
                return unsupported("a print of this type");
            }
            _ => {}
        }
        let variant = match def.kind {
            AdtKind::Union => return unsupported("a print of a union"),
            AdtKind::Struct => VariantId::ONLY,
            AdtKind::Enum => match self.variant_in(region, at, ty) {
                Some(variant) => variant,
                None => return ub(Ub::Uninit { what: "an enum that is printed".into() }),
            },
        };
        let chosen = self.program.types.adts[adt].variants[variant].clone();
        out.push_str(&chosen.name);
        let (open, close) = match chosen.ctor {
            Ctor::Named if chosen.fields.is_empty() => ("", ""),
            Ctor::Named => (" { ", " }"),
            Ctor::Tuple if chosen.fields.is_empty() => ("", ""),
            Ctor::Tuple => ("(", ")"),
            Ctor::Unit => ("", ""),
        };
        out.push_str(open);
        for (n, field) in chosen.fields.iter().enumerate() {
            if n > 0 {
                out.push_str(", ");
            }
            if chosen.ctor == Ctor::Named {
                out.push_str(&field.name);
                out.push_str(": ");
            }
            let offset = self.field_offset(ty, variant, FieldId::new(n));
            self.format_parts(region, at + offset, field.ty, out)?;
        }
        out.push_str(close);
        Ok(())
    }
}

/// The float with the fewest decimal digits that reads back as this `f16`, which is how it prints.
fn shortest_half(bits: u128) -> f64 {
    let half = Half::from_bits(bits);
    let exact: Double = half.convert(&mut false).value;
    let exact = f64::from_bits(exact.to_bits() as u64);
    if !exact.is_normal() {
        return exact;
    }
    // The library rounds what lies in the middle away from zero, and formatting by precision to even.
    let nudged = f64::from_bits(exact.to_bits() + 1);
    let mut candidates = (0..17).map(|digits| format!("{nudged:.digits$e}"));
    let reads_back = |text: &String| text.parse::<Half>().is_ok_and(|read| read.to_bits() == bits);
    candidates.find(reads_back).and_then(|text| text.parse().ok()).unwrap_or(exact)
}
