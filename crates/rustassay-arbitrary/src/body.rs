//! Bodies: their locals, the places that those offer, and the shape of their control flow.

use crate::{Draft, PlannedFn, facts};
use rustassay_mir::model::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// A body in the making.
pub(crate) struct BodyDraft {
    pub draft: Draft,
    pub function: PlannedFn,
    pub body: Body,
    /// The places that the locals offer, by type.
    places: BTreeMap<Ty, Vec<Spot>>,
    /// The local that indexes arrays, once there is one.
    index: Option<Local>,
    /// The statements of the block in the making.
    pub statements: Vec<Statement>,
    /// Where the block in the making may go without unwinding.
    pub targets: Range<u32>,
    /// Whether the block in the making is a cleanup block.
    pub is_cleanup: bool,
    /// The entry of each group of cleanup blocks.
    pub cleanups: Vec<BlockId>,
}

/// A place, and what may be done with it.
#[derive(Clone)]
pub(crate) struct Spot {
    pub place: Place,
    /// Whether it is meant to be assigned: no shared reference or `*const` leads there.
    pub is_writable: bool,
    /// Whether it lies in a packed type, where it cannot be borrowed (E0793), dropped, or passed by a call.
    pub is_packed: bool,
}

/// Fields and elements are registered as places down to this many steps.
const MAX_STEPS: usize = 2;

impl Draft {
    /// A body in the runtime dialect: any construct, any control flow.
    pub(crate) fn runtime_body(self, function: &PlannedFn) -> (Draft, Body) {
        let mut draft = BodyDraft {
            body: Body::new(&function.sig.params, function.sig.ret),
            draft: self,
            function: function.clone(),
            places: BTreeMap::new(),
            index: None,
            statements: Vec::new(),
            targets: 0..0,
            is_cleanup: false,
            cleanups: Vec::new(),
        };
        draft.register_signature();
        draft.add_blocks();
        draft.add_debug_info();
        (draft.draft, draft.body)
    }
}

impl BodyDraft {
    fn register_signature(&mut self) {
        for local in self.body.locals.ids() {
            if local != Local::RETURN {
                self.name_local(local);
            }
            self.register_local(local);
        }
    }

    /// A new local.
    pub fn declare(&mut self, ty: Ty) -> Local {
        let local = self.body.local(ty);
        // A function's own type cannot be written, so its local is known by what it is assigned.
        if !matches!(self.types().kind(ty), TyKind::FnDef(_)) {
            self.name_local(local);
            self.register_local(local);
        }
        local
    }

    fn name_local(&mut self, local: Local) {
        if self.draft.rng.chance(25) {
            self.body.locals[local].name = Some(format!("v{}", local.0).into());
        }
    }

    pub fn types(&self) -> &Types {
        &self.draft.program.types
    }

    fn register_local(&mut self, local: Local) {
        let ty = self.body.locals[local].ty;
        self.register(Spot { place: local.into(), is_writable: true, is_packed: false }, ty, 0);
    }

    /// Offers a place, and those that it leads to.
    fn register(&mut self, spot: Spot, ty: Ty, steps: usize) {
        if ty == Ty::NEVER {
            return;
        }
        self.places.entry(ty).or_default().push(spot.clone());
        if steps == MAX_STEPS {
            return;
        }
        let mut further = Vec::new();
        match self.types().kind(ty) {
            TyKind::Tuple(fields) => {
                further.extend((0..fields.len()).map(|field| vec![Elem::Field(FieldId::new(field))]));
            }
            TyKind::Array(..) | TyKind::Slice(_) => {
                let index = self.index_local();
                further.push(vec![Elem::Index(index)]);
            }
            TyKind::Adt(adt) => {
                let def = &self.types().adts[*adt];
                if def.library().is_none_or(Library::fields_are_public) {
                    for (id, variant) in def.variants.iter_ids() {
                        let downcast = (def.kind == AdtKind::Enum).then_some(Elem::Downcast(id));
                        for (id, field) in variant.fields.iter_ids() {
                            // For `Field(Variant(..), ..)` rustc 1.95 takes the type from the definition, with the
                            // lifetimes that are written there, and its validator then finds them.
                            let keeps_lifetime = def.library().is_none()
                                && downcast.is_some()
                                && facts::mentions_reference(self.types(), field.ty);
                            if !keeps_lifetime {
                                further.push(downcast.into_iter().chain([Elem::Field(id)]).collect());
                            }
                        }
                    }
                }
            }
            // The runtime dialect dereferences first or not at all, and boxes never.
            TyKind::RawPtr(..) | TyKind::Ref(..) if spot.place.projection.is_empty() => {
                further.push(vec![Elem::Deref]);
            }
            _ => {}
        }
        let derefs = further == [vec![Elem::Deref]];
        let is_writable = if derefs { facts::points_mutably(self.types(), ty) } else { spot.is_writable };
        let packs = self.draft.program.adt(ty).is_some_and(|def| def.repr.pack.is_some());
        for elems in further {
            let mut place = spot.place.clone();
            place.projection.extend(elems);
            let ty = self.types().place_ty(&self.body.locals, &place).expect("the steps follow the types");
            let spot = Spot { place, is_writable, is_packed: spot.is_packed || packs };
            self.register(spot, ty, if derefs { steps } else { steps + 1 });
        }
    }

    fn index_local(&mut self) -> Local {
        match self.index {
            Some(local) => local,
            None => {
                let local = self.declare(Ty::USIZE);
                self.index = Some(local);
                local
            }
        }
    }

    /// The type of some place, or else of the pool, that is as wanted.
    pub fn ty_where(&mut self, wanted: impl Fn(&Types, Ty) -> bool) -> Option<Ty> {
        let types = &self.draft.program.types;
        let fits = |&ty: &Ty| types.is_sized(ty) && wanted(types, ty);
        let mut candidates: Vec<Ty> = self.places.keys().copied().filter(fits).collect();
        if candidates.is_empty() || self.draft.rng.chance(15) {
            candidates.extend(self.draft.pool.iter().copied().filter(fits));
        }
        self.draft.rng.pick(&candidates)
    }

    /// A place whose type, sized or not, is as wanted, if some local offers one.
    pub fn spot_where(&mut self, wanted: impl Fn(&Types, Ty) -> bool) -> Option<Spot> {
        let types = &self.draft.program.types;
        let fits = |&ty: &Ty| wanted(types, ty);
        let candidates: Vec<Ty> = self.places.keys().copied().filter(fits).collect();
        let ty = self.draft.rng.pick(&candidates)?;
        self.draft.rng.pick(&self.places[&ty])
    }

    /// A place of the type: known, or a new local.
    pub fn place_of(&mut self, ty: Ty) -> Place {
        self.known_or_new(ty, |_| true)
    }

    /// A place of the type, to assign.
    pub fn dest_of(&mut self, ty: Ty) -> Place {
        self.known_or_new(ty, |spot| spot.is_writable)
    }

    /// A place of the type that a call may write or move.
    pub fn call_dest_of(&mut self, ty: Ty) -> Place {
        self.known_or_new(ty, |spot| spot.is_writable && !spot.is_packed)
    }

    fn known_or_new(&mut self, ty: Ty, wanted: impl Fn(&Spot) -> bool) -> Place {
        let known = self.places.get(&ty).into_iter().flatten();
        let known: Vec<&Place> = known.filter(|spot| wanted(spot)).map(|spot| &spot.place).collect();
        match self.draft.rng.pick(&known) {
            Some(place) if self.draft.rng.chance(85) => place.clone(),
            _ => self.declare(ty).into(),
        }
    }

    /// An operand of the type.
    pub fn operand_of(&mut self, ty: Ty) -> Operand {
        if self.draft.rng.chance(30)
            && let Some(value) = self.draft.constant(ty)
        {
            return value.into();
        }
        let place = self.place_of(ty);
        let moves = if self.types().is_copy(ty) { 20 } else { 80 };
        if self.draft.rng.chance(moves) { Operand::Move(place) } else { Operand::Copy(place) }
    }

    /// An operand whose type is as wanted.
    pub fn operand_where(&mut self, wanted: impl Fn(&Types, Ty) -> bool) -> Option<Operand> {
        let ty = self.ty_where(wanted)?;
        Some(self.operand_of(ty))
    }

    /// The type of an operand.
    pub fn operand_ty(&mut self, operand: &Operand) -> Option<Ty> {
        match operand {
            Operand::Copy(place) | Operand::Move(place) => self.types().place_ty(&self.body.locals, place),
            Operand::Const(value) => {
                let (types, items) = self.draft.program.types_and_items();
                items.const_ty(types, value)
            }
        }
    }

    /// Makes the blocks: ordinary ones, then groups of cleanup blocks.
    ///
    /// No block goes to the entry. Each group of cleanup blocks is entered at its first block and only goes forward,
    /// so it is what MSVC's exception handling calls a funclet (`check_cleanup_control_flow` in rustc's validator).
    fn add_blocks(&mut self) {
        let normal = self.draft.rng.between(1, self.draft.config.blocks.max(1)) as u32;
        let groups: Vec<u32> = match self.draft.rng.below(3) {
            0 => vec![],
            1 => vec![self.draft.rng.between(1, 3) as u32],
            _ => vec![1, 2],
        };
        let mut start = normal;
        for &len in &groups {
            self.cleanups.push(BlockId(start));
            start += len;
        }
        for _ in 0..normal {
            self.add_block(false, 1..normal);
        }
        let mut start = normal;
        for len in groups {
            for block in start..start + len {
                self.add_block(true, block + 1..start + len);
            }
            start += len;
        }
    }

    fn add_block(&mut self, is_cleanup: bool, targets: Range<u32>) {
        (self.is_cleanup, self.targets) = (is_cleanup, targets);
        for _ in 0..self.draft.rng.between(0, 2 * self.draft.config.statements) {
            self.add_statement();
        }
        let terminator = self.terminator();
        let id = self.body.blocks.next_id();
        let named = id != BlockId::ENTRY && self.draft.rng.chance(25);
        self.body.blocks.push(Block {
            name: named.then(|| format!("block{}", id.0).into()),
            is_cleanup,
            statements: std::mem::take(&mut self.statements),
            terminator,
        });
    }

    /// A block that the block in the making may go to, if there is one.
    pub fn target(&mut self) -> Option<BlockId> {
        let targets: Vec<u32> = self.targets.clone().collect();
        self.draft.rng.pick(&targets).map(BlockId)
    }

    /// Tells debuggers where some variables are: locals, their fields, and constants.
    fn add_debug_info(&mut self) {
        for index in 0..self.draft.rng.below(3) {
            let spot = self.spot_where(Types::is_sized);
            let visible = |elem: &Elem| matches!(elem, Elem::Field(_) | Elem::Deref);
            let value = match spot.filter(|spot| spot.place.projection.iter().all(visible)) {
                Some(spot) => DebugValue::Place(spot.place),
                None => DebugValue::Const(Const::Int(IntTy::I32, index as u128)),
            };
            self.body.debug.push(DebugInfo { name: format!("d{index}").into(), value });
        }
    }
}
