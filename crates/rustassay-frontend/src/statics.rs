//! Statics, and what pointers in evaluated memory point to.

use crate::context::{Cx, IntoStep};
use crate::instance::Instance;
use rustassay_machine::error::Step;
use rustassay_metadata::data::*;
use rustassay_mir::model as mir;
use rustassay_mir::model::{ConstExpr, StaticId};
use rustc_hash::FxHashMap;

/// The statics and the constant memory that the program has so far.
#[derive(Default)]
pub(crate) struct Statics {
    ids: FxHashMap<DefId, StaticId>,
    /// What the pointers of each crate's evaluated memory point to.
    pub(crate) targets: FxHashMap<(CrateNum, u32), mir::PointerTarget>,
}

impl Cx<'_> {
    /// The static of the program that a static item is.
    pub(crate) fn static_id(&mut self, def: DefId) -> Step<StaticId> {
        if let Some(&id) = self.front.statics.borrow().ids.get(&def) {
            return Ok(id);
        }
        if self.crates().is_foreign_item(def).step()? {
            let symbol = self.symbol_name(def)?;
            if let Some(found) = self.defined_symbol(&symbol)?.filter(|found| *found != def) {
                return self.static_id(found);
            }
        }
        let ty = self.static_ty(def)?;
        let is_mut = matches!(self.crates().def_kind(def).step()?, DefKind::Static { mutable: true, .. });
        let name = self.crates().def_path_str(def).into();
        let init = ConstExpr::Uninit(ty);
        let align = self.crates().codegen_fn_attrs(def).step()?.alignment;
        let def_of = mir::StaticDef { name, ty, is_mut, is_pub: true, init, align };
        let id = self.machine.program.statics.push(def_of);
        // Its value may refer to it.
        self.front.statics.borrow_mut().ids.insert(def, id);
        match self.static_value(def, ty) {
            Ok(init) => self.machine.program.statics[id].init = init,
            Err(stop) => {
                self.front.statics.borrow_mut().ids.remove(&def);
                return Err(stop);
            }
        }
        Ok(id)
    }

    /// The type of a static. The memory of another static that the compiler gave a definition of its own has none: words of
    /// its alignment do.
    fn static_ty(&mut self, def: DefId) -> Step<mir::Ty> {
        if let DefKind::Static { nested: true, .. } = self.crates().def_kind(def).step()?
            && let Some(memory) = self.crates().eval_static_initializer(def).step()?
        {
            let word = match memory.align {
                1 => mir::IntTy::U8,
                2 => mir::IntTy::U16,
                4 => mir::IntTy::U32,
                8 => mir::IntTy::U64,
                _ => mir::IntTy::U128,
            };
            let size = self.machine.program.types.int(word).size();
            let len = memory.bytes.len() as u64 / size;
            return Ok(self.machine.program.types.array(mir::Ty::int(word), len));
        }
        let ty = self.crates().type_of(def).step()?;
        let ty = self.ground(ty, &[])?;
        self.lower_ty(ty)
    }

    fn static_value(&mut self, def: DefId, ty: mir::Ty) -> Step<ConstExpr> {
        if self.crates().is_foreign_item(def).step()? {
            // A symbol that may be missing is missing: a null pointer.
            if self.crates().codegen_fn_attrs(def).is_ok_and(|attrs| attrs.weak) {
                return Ok(ConstExpr::Bits(0, ty));
            }
            return Ok(ConstExpr::Extern(self.symbol_name(def)?, ty));
        }
        if let Some(allocation) = self.crates().eval_static_initializer(def).step()? {
            let memory = self.memory_def(&allocation)?;
            let memory = self.machine.program.memories.push(memory);
            return Ok(ConstExpr::Memory { memory, offset: 0, ty });
        }
        let id = self.fn_id(&Instance::Const(def, [].into()))?;
        Ok(ConstExpr::Call(id))
    }
}
