//! The places that a function has, by type.

use rustassay_mir::model::*;
use rustc_hash::FxHashMap;

/// The places of a function that is being written.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The function.
    pub id: FnId,
    /// The pointer to what observers mix.
    pub state: Local,
    /// Whether each local has been given a value, by number.
    pub has_value: Vec<bool>,
    /// Locals, and fields inside of them, by type.
    places: FxHashMap<Ty, Vec<Place>>,
    /// Pointers, by what they point to.
    pointers: FxHashMap<Ty, Vec<Place>>,
    /// Arrays, by their elements, with their lengths.
    arrays: FxHashMap<Ty, Vec<(Place, u64)>>,
    /// Enums.
    pub enums: Vec<(Place, Ty)>,
}

/// How deep fields are looked for.
const DEPTH: usize = 3;

impl Scope {
    /// A function without locals as yet.
    pub fn new(id: FnId, state: Local) -> Scope {
        Scope {
            id,
            state,
            has_value: Vec::new(),
            places: FxHashMap::default(),
            pointers: FxHashMap::default(),
            arrays: FxHashMap::default(),
            enums: Vec::new(),
        }
    }

    /// Adds a local.
    pub fn add(&mut self, types: &Types, local: Local, ty: Ty, has_value: bool) {
        self.has_value.resize(local.index() + 1, false);
        self.has_value[local.index()] = has_value;
        self.add_place(types, local.into(), ty, DEPTH);
    }

    fn add_place(&mut self, types: &Types, place: Place, ty: Ty, depth: usize) {
        self.places.entry(ty).or_default().push(place.clone());
        if let TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) = *types.kind(ty) {
            // Custom MIR dereferences locals only.
            if place.projection.is_empty() {
                self.pointers.entry(pointee).or_default().push(place);
            }
            return;
        }
        if depth == 0 {
            return;
        }
        match types.kind(ty) {
            TyKind::Tuple(fields) => {
                for (n, &field) in fields.iter().enumerate() {
                    self.add_place(types, place.clone().field(n as u32), field, depth - 1);
                }
            }
            &TyKind::Array(element, len) if len > 0 => {
                self.arrays.entry(element).or_default().push((place, len));
            }
            &TyKind::Adt(adt) => {
                let def = &types.adts[adt];
                if def.kind == AdtKind::Enum {
                    self.enums.push((place, ty));
                    return;
                }
                let fields: Vec<Ty> = def.only_variant().fields.iter().map(|field| field.ty).collect();
                for (n, field) in fields.into_iter().enumerate() {
                    self.add_place(types, place.clone().field(n as u32), field, depth - 1);
                }
            }
            _ => {}
        }
    }

    /// Takes locals away again, the last ones first.
    pub fn truncate(&mut self, locals: usize) {
        if self.has_value.len() <= locals {
            return;
        }
        self.has_value.truncate(locals);
        let is_kept = |place: &Place| place.local.index() < locals;
        self.places.values_mut().for_each(|places| places.retain(is_kept));
        self.pointers.values_mut().for_each(|places| places.retain(is_kept));
        self.arrays.values_mut().for_each(|arrays| arrays.retain(|(place, _)| is_kept(place)));
        self.enums.retain(|(place, _)| is_kept(place));
    }

    /// Lets nobody find a local.
    pub fn hide(&mut self, local: Local) {
        let is_other = |place: &Place| place.local != local;
        self.places.values_mut().for_each(|places| places.retain(is_other));
        self.pointers.values_mut().for_each(|places| places.retain(is_other));
        self.arrays.values_mut().for_each(|arrays| arrays.retain(|(place, _)| is_other(place)));
        self.enums.retain(|(place, _)| is_other(place));
    }

    /// Locals and fields of a type.
    pub fn of_type(&self, ty: Ty) -> &[Place] {
        self.places.get(&ty).map_or(&[], |places| places)
    }

    /// Pointers to a type.
    pub fn pointers_to(&self, pointee: Ty) -> &[Place] {
        self.pointers.get(&pointee).map_or(&[], |places| places)
    }

    /// Arrays of a type.
    pub fn arrays_of(&self, element: Ty) -> &[(Place, u64)] {
        self.arrays.get(&element).map_or(&[], |arrays| arrays)
    }

    /// Whether the local that a place begins at has been given a value.
    pub fn is_given(&self, place: &Place) -> bool {
        self.has_value[place.local.index()]
    }
}
