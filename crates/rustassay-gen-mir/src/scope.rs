//! The places that a function has, by type.

use rustassay_mir::model::*;
use std::ops::{Index, IndexMut};

/// The places of a function that is being written.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The function.
    pub id: FnId,
    /// The pointer to what observers mix.
    pub state: Local,
    /// Whether each local has been given a value, by number.
    pub has_value: Given,
    /// Locals, and fields inside of them, by type.
    places: ByType<Place>,
    /// Pointers, by what they point to.
    pointers: ByType<Place>,
    /// Arrays, by their elements, with their lengths.
    arrays: ByType<(Place, u64)>,
    /// Enums.
    pub enums: Vec<(Place, Ty)>,
    /// Where places were added, the oldest first.
    added: Vec<(Local, List)>,
}

/// Items for each type, those of the oldest local first.
type ByType<T> = Vec<Vec<T>>;

/// One of a scope's lists.
#[derive(Copy, Clone, Debug)]
enum List {
    Places(Ty),
    Pointers(Ty),
    Arrays(Ty),
    Enums,
}

/// Whether each local has a value, and what has changed.
#[derive(Clone, Default, Debug)]
pub struct Given {
    flags: Vec<bool>,
    /// What flags were before they were touched.
    changes: Vec<(usize, bool)>,
}

/// A state of a scope to come back to.
#[derive(Copy, Clone, Debug)]
pub struct Mark {
    locals: usize,
    changes: usize,
}

/// How deep fields are looked for.
const DEPTH: usize = 3;

impl Index<usize> for Given {
    type Output = bool;

    fn index(&self, local: usize) -> &bool {
        &self.flags[local]
    }
}

impl IndexMut<usize> for Given {
    fn index_mut(&mut self, local: usize) -> &mut bool {
        self.changes.push((local, self.flags[local]));
        &mut self.flags[local]
    }
}

impl Scope {
    /// A function without locals as yet.
    pub fn new(id: FnId, state: Local) -> Scope {
        Scope {
            id,
            state,
            has_value: Given::default(),
            places: Vec::new(),
            pointers: Vec::new(),
            arrays: Vec::new(),
            enums: Vec::new(),
            added: Vec::new(),
        }
    }

    /// Adds a local.
    pub fn add(&mut self, types: &Types, local: Local, ty: Ty, has_value: bool) {
        self.has_value.flags.resize(local.index(), false);
        self.has_value.flags.push(has_value);
        self.add_place(types, local.into(), ty, DEPTH);
    }

    fn add_place(&mut self, types: &Types, place: Place, ty: Ty, depth: usize) {
        push(&mut self.places, ty, place.clone());
        self.added.push((place.local, List::Places(ty)));
        if let TyKind::RawPtr(_, pointee) | TyKind::Ref(_, pointee) = *types.kind(ty) {
            // Custom MIR dereferences locals only.
            if place.projection.is_empty() {
                self.added.push((place.local, List::Pointers(pointee)));
                push(&mut self.pointers, pointee, place);
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
                self.added.push((place.local, List::Arrays(element)));
                push(&mut self.arrays, element, (place, len));
            }
            &TyKind::Adt(adt) => {
                let def = &types.adts[adt];
                if def.kind == AdtKind::Enum {
                    self.added.push((place.local, List::Enums));
                    self.enums.push((place, ty));
                    return;
                }
                for (n, field) in def.only_variant().fields.iter().enumerate() {
                    self.add_place(types, place.clone().field(n as u32), field.ty, depth - 1);
                }
            }
            _ => {}
        }
    }

    /// Remembers the state.
    pub fn mark(&self) -> Mark {
        Mark { locals: self.has_value.flags.len(), changes: self.has_value.changes.len() }
    }

    /// Goes back to a state. Its locals are as they were, but those that were hidden since stay so.
    pub fn retract(&mut self, mark: Mark) {
        for (local, had_value) in self.has_value.changes.drain(mark.changes..).rev() {
            self.has_value.flags[local] = had_value;
        }
        self.has_value.flags.truncate(mark.locals);
        while let Some((_, list)) = self.added.pop_if(|(local, _)| local.index() >= mark.locals) {
            match list {
                List::Places(ty) => drop(self.places[ty.index()].pop()),
                List::Pointers(ty) => drop(self.pointers[ty.index()].pop()),
                List::Arrays(ty) => drop(self.arrays[ty.index()].pop()),
                List::Enums => drop(self.enums.pop()),
            }
        }
    }

    /// Lets nobody find a local.
    pub fn hide(&mut self, local: Local) {
        let first = self.added.partition_point(|&(other, _)| other < local);
        let count = self.added[first..].iter().take_while(|&&(other, _)| other == local).count();
        for (_, list) in self.added.drain(first..first + count) {
            match list {
                List::Places(ty) => take_out(&mut self.places[ty.index()], |place| place.local == local),
                List::Pointers(ty) => take_out(&mut self.pointers[ty.index()], |place| place.local == local),
                List::Arrays(ty) => take_out(&mut self.arrays[ty.index()], |(place, _)| place.local == local),
                List::Enums => take_out(&mut self.enums, |(place, _)| place.local == local),
            }
        }
    }

    /// Locals and fields of a type.
    pub fn of_type(&self, ty: Ty) -> &[Place] {
        self.places.get(ty.index()).map_or(&[], |places| places)
    }

    /// Pointers to a type.
    pub fn pointers_to(&self, pointee: Ty) -> &[Place] {
        self.pointers.get(pointee.index()).map_or(&[], |places| places)
    }

    /// Arrays of a type.
    pub fn arrays_of(&self, element: Ty) -> &[(Place, u64)] {
        self.arrays.get(element.index()).map_or(&[], |arrays| arrays)
    }

    /// Whether the local that a place begins at has been given a value.
    pub fn is_given(&self, place: &Place) -> bool {
        self.has_value[place.local.index()]
    }
}

fn push<T>(lists: &mut ByType<T>, ty: Ty, item: T) {
    if lists.len() <= ty.index() {
        lists.resize_with(ty.index() + 1, Vec::new);
    }
    lists[ty.index()].push(item);
}

/// Takes the last item of a kind out of a list: it is mostly near the end.
fn take_out<T>(list: &mut Vec<T>, is_wanted: impl Fn(&T) -> bool) {
    if let Some(at) = list.iter().rposition(is_wanted) {
        list.remove(at);
    }
}
