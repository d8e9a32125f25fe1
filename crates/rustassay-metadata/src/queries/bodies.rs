//! Bodies, constants and evaluated memory.

use std::rc::Rc;

use crate::Result;
use crate::crates::Crates;
use crate::data::*;
use crate::rows::coroutine_kind_of;
use crate::schema::Shape;
use crate::table::LazyArray;

impl Crates {
    /// The body that a function has at run time.
    pub fn optimized_mir(&self, def: DefId) -> Result<Option<Rc<Body>>> {
        self.value(def, |krate| &krate.root.tables.optimized_mir)
    }

    /// The body of a constant, static or `const fn` for evaluation by the compiler.
    pub fn mir_for_ctfe(&self, def: DefId) -> Result<Option<Rc<Body>>> {
        self.value(def, |krate| &krate.root.tables.mir_for_ctfe)
    }

    /// The promoteds of a body.
    pub fn promoted_mir(&self, def: DefId) -> Result<Rc<[Rc<Body>]>> {
        let bodies: Option<Vec<Rc<Body>>> = self.value(def, |krate| &krate.root.tables.promoted_mir)?;
        Ok(bodies.unwrap_or_default().into())
    }

    /// The value of a constant that needs no evaluation.
    pub fn trivial_const(&self, def: DefId) -> Result<Option<(ConstValue, Ty)>> {
        self.value(def, |krate| &krate.root.tables.trivial_const)
    }

    /// The evaluated memory of a static.
    pub fn eval_static_initializer(&self, def: DefId) -> Result<Option<Rc<Allocation>>> {
        self.value(def, |krate| &krate.root.tables.eval_static_initializer)
    }

    /// What a pointer in evaluated memory points to.
    pub fn global_alloc(&self, memory: Provenance) -> Result<GlobalAlloc> {
        let krate = self.crate_at(memory.krate)?;
        let list = krate.root.interpret_alloc_index;
        // The list is of numbers in LEB128, so that an entry is found by reading those before it, once.
        let positions = krate
            .alloc_positions
            .get_or_init(|| krate.array(self.types(), LazyArray { element: Shape::Leb, ..list }));
        let positions: &Vec<usize> = positions.as_ref().map_err(Clone::clone)?;
        match positions.get(memory.index as usize) {
            Some(&position) => krate.decode(self.types(), position, Shape::Unit),
            None => Err(crate::MetadataError::Damaged {
                krate: format!("crate `{}`", krate.name()),
                position: list.position,
                why: format!("allocation {} of {}", memory.index, positions.len()),
            }),
        }
    }

    /// How many evaluated allocations a crate has.
    pub(crate) fn alloc_count(&self, krate: CrateNum) -> u32 {
        let len = self.crate_at(krate).map_or(0, |krate| krate.root.interpret_alloc_index.len);
        u32::try_from(len).unwrap_or(u32::MAX)
    }

    /// What kind of coroutine a closure is.
    pub fn coroutine_kind(&self, def: DefId) -> Result<Option<CoroutineKind>> {
        let krate = self.crate_at(def.krate)?;
        let name = krate.row_name(&krate.root.tables.coroutine_kind, def.index, true);
        Ok(name.and_then(coroutine_kind_of))
    }

    /// The coroutine that an async closure makes.
    pub fn coroutine_for_closure(&self, def: DefId) -> Result<Option<DefId>> {
        let krate = self.crate_at(def.krate)?;
        krate.def(&krate.root.tables.coroutine_for_closure, def.index)
    }

    /// The body of an async closure's coroutine when the closure is called by value.
    pub fn coroutine_by_move_body_def_id(&self, def: DefId) -> Result<Option<DefId>> {
        let krate = self.crate_at(def.krate)?;
        krate.def(&krate.root.tables.coroutine_by_move_body_def_id, def.index)
    }

    /// Which locals a coroutine keeps.
    pub fn mir_coroutine_witnesses(&self, def: DefId) -> Result<Option<Rc<CoroutineLayout>>> {
        self.value(def, |krate| &krate.root.tables.mir_coroutine_witnesses)
    }
}
