//! Where the code of the program stands in the sources of the crates.

use crate::context::{Cx, FrontEnd, IntoStep};
use rustassay_machine::error::{Step, unsupported};
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{At, ConstExpr, FnId, Id, ItemId};
use rustc_hash::FxHashMap;

/// Where each statement of a body stands; the last of each block is its terminator.
#[derive(Clone, Default, Debug)]
pub(crate) struct BodySpans {
    pub blocks: Vec<Vec<Span>>,
}

/// Where the bodies stand that were lowered so far.
#[derive(Default)]
pub(crate) struct Spans {
    pub(crate) bodies: FxHashMap<FnId, BodySpans>,
    /// The location constants of calls, by where they are.
    locations: FxHashMap<(String, u32, u32), ConstExpr>,
}

impl FrontEnd {
    /// Where a point of the program stands in a source file, if it comes from one.
    pub fn span(&self, at: At) -> Option<Span> {
        let spans = self.spans.borrow();
        match at {
            At::Statement(function, block, statement, _) => {
                spans.bodies.get(&function)?.blocks.get(block.index())?.get(statement).copied()
            }
            At::Block(function, block) => {
                spans.bodies.get(&function)?.blocks.get(block.index())?.first().copied()
            }
            At::Item(ItemId::Fn(function)) => {
                let def = self.instances.borrow().get(function)?.def()?;
                self.crates.def_span(def).ok()
            }
            _ => None,
        }
    }

    /// Where a point of the program stands, as a person would say it: for code from a macro, where the macro was called.
    pub fn locate(&self, at: At) -> Option<SpanLocation> {
        let span = self.span(at)?;
        let span = self.crates.outermost_call_site(span).ok()?;
        self.crates.locate(span).ok()?
    }

    /// The crate that a function of the program comes from.
    pub fn crate_of(&self, function: FnId) -> Option<CrateNum> {
        let instances = self.instances.borrow();
        instances.get(function)?.def().map(|def| def.krate)
    }
}

impl Cx<'_> {
    /// `&'static core::panic::Location<'static>` of a call.
    pub(crate) fn location(&mut self, call: At) -> Step<ConstExpr> {
        let found = self.front.locate(call);
        let key = match found {
            Some(location) => (location.path, location.line, location.column),
            None => ("<unknown>".to_owned(), 1, 1),
        };
        if let Some(known) = self.front.spans.borrow().locations.get(&key) {
            return Ok(known.clone());
        }
        let location = self.new_location(&key)?;
        self.front.spans.borrow_mut().locations.insert(key, location.clone());
        Ok(location)
    }

    fn new_location(&mut self, (path, line, column): &(String, u32, u32)) -> Step<ConstExpr> {
        let def = self.lang_item("PanicLocation")?;
        let params = self.crates().generics_of(def).step()?.count();
        let ty = self.mk(TyKind::Adt(def, vec![GenericArg::Lifetime; params].into()));
        let ty = self.lower_ty(ty)?;
        let types = &self.machine.program.types;
        let mir::TyKind::Adt(adt) = *types.kind(ty) else {
            return unsupported("a `Location` that is no struct");
        };
        let fields: Vec<(mir::Name, mir::Ty)> = types.adts[adt]
            .only_variant()
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.ty))
            .collect();
        let mut values = Vec::new();
        for (n, (name, ty)) in fields.into_iter().enumerate() {
            let number = |value: u32| ConstExpr::Const(mir::Const::Int(mir::IntTy::U32, value.into()));
            let value = match &*name {
                "line" => number(*line),
                "col" => number(*column),
                "filename" | "file" | "file_bytes_with_nul" => self.file_name(path, ty, &name)?,
                _ => ConstExpr::Uninit(ty),
            };
            values.push((mir::FieldId::new(n), value));
        }
        Ok(ConstExpr::Ref(Box::new(ConstExpr::Adt(adt, mir::VariantId::ONLY, values))))
    }

    /// The file's name, as the pointer that a release keeps it by: a reference, or a struct around a pointer.
    fn file_name(&mut self, path: &str, ty: mir::Ty, field: &str) -> Step<ConstExpr> {
        let types = &self.machine.program.types;
        if let mir::TyKind::Adt(adt) = *types.kind(ty) {
            let inner = types.adts[adt].only_variant().fields.iter().next().map(|field| field.ty);
            let Some(inner) = inner else { return unsupported("a `Location` without a file") };
            let inner = self.file_name(path, inner, field)?;
            return Ok(ConstExpr::Adt(adt, mir::VariantId::ONLY, vec![(mir::FieldId(0), inner)]));
        }
        let mut bytes = path.as_bytes().to_vec();
        if field == "file_bytes_with_nul" {
            bytes.push(0);
        }
        let len = bytes.len() as u64;
        let target = mir::PointerTarget::Memory(self.byte_memory(bytes));
        Ok(ConstExpr::Pointer { target, offset: 0, len: Some(len), ty })
    }
}
