//! The places that a function has, by type.

use rustassay_mir::model::*;

/// The places of a function that is being written.
#[derive(Clone, Debug)]
pub struct Scope {
    /// The function.
    pub id: FnId,
    /// The pointer to what observers mix.
    pub state: Local,
    /// Locals whose storage ends by a statement of its own, and has not yet.
    stored: Vec<Local>,
    /// Pointers to memory that was got from the heap.
    heap: Vec<Local>,
    locals: Vec<Known>,
    /// How to take back what has changed, the latest change last.
    changes: Vec<Change>,
    /// Locals, and fields inside of them.
    places: Table<Place>,
    /// What locals point to, and fields inside of that.
    behind: Table<Place>,
    /// Arrays, by their elements, with their lengths.
    arrays: Table<(Place, u64)>,
    /// Pointers to slices, by the elements.
    slices: Table<Local>,
    enums: Vec<(Place, Ty)>,
    /// What was added to which of the tables, the latest last.
    added: Vec<(Local, Listed, Ty)>,
}

/// What is known of a local.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Known {
    has_value: bool,
    /// Whether others may find it at all, and whether they may change it.
    is_hidden: bool,
    is_fixed: bool,
    /// How much went into its value (Rustlantis, section 3.3: data complexity): the optimizer knows least of what took most to compute.
    complexity: u8,
}

/// What there was before a change.
#[derive(Copy, Clone, Debug)]
enum Change {
    /// This was known of the local.
    Known(Local, Known),
    /// The last of the stored locals was not there.
    Stored,
    /// The local was there among the stored ones.
    Buried(usize, Local),
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Listed {
    Place,
    Behind,
    Array,
    Slice,
    Enum,
}

/// What there is of each type.
#[derive(Clone, Debug)]
struct Table<T>(Vec<Vec<T>>);

impl<T> Table<T> {
    fn add(&mut self, ty: Ty, item: T) {
        if self.0.len() <= ty.index() {
            self.0.resize_with(ty.index() + 1, Vec::new);
        }
        self.0[ty.index()].push(item);
    }

    fn of(&self, ty: Ty) -> &[T] {
        self.0.get(ty.index()).map_or(&[], |items| items)
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    fn pop(&mut self, ty: Ty) {
        self.0[ty.index()].pop();
    }
}

/// How deep fields are looked for.
const DEPTH: usize = 3;

/// As complex as it gets.
const MOST_COMPLEX: u8 = 100;

impl Scope {
    /// A function without locals as yet.
    pub fn new(id: FnId, state: Local) -> Scope {
        Scope {
            id,
            state,
            stored: Vec::new(),
            heap: Vec::new(),
            locals: Vec::new(),
            changes: Vec::new(),
            places: Table(Vec::new()),
            behind: Table(Vec::new()),
            arrays: Table(Vec::new()),
            slices: Table(Vec::new()),
            enums: Vec::new(),
            added: Vec::new(),
        }
    }

    /// The same for another function, with the memory of one that has ended.
    pub fn reuse(mut self, id: FnId, state: Local) -> Scope {
        (self.id, self.state) = (id, state);
        self.stored.clear();
        self.heap.clear();
        self.locals.clear();
        self.changes.clear();
        self.places.clear();
        self.behind.clear();
        self.arrays.clear();
        self.slices.clear();
        self.enums.clear();
        self.added.clear();
        self
    }

    /// Adds a local.
    pub fn add(&mut self, types: &Types, local: Local, ty: Ty, has_value: bool) {
        debug_assert_eq!(local.index(), self.locals.len(), "locals are added in order");
        let is_hidden = local == self.state;
        self.locals.push(Known { has_value, is_hidden, is_fixed: false, complexity: 1 });
        self.list(types, local.into(), ty, DEPTH, Listed::Place);
    }

    /// Adds a place and those inside of it, and those behind it if it is a pointer in a local: custom MIR follows no others.
    fn list(&mut self, types: &Types, place: Place, ty: Ty, depth: usize, table: Listed) {
        let local = place.local;
        match table {
            Listed::Behind => self.behind.add(ty, place.clone()),
            _ => self.places.add(ty, place.clone()),
        }
        self.added.push((local, table, ty));
        if depth == 0 {
            return;
        }
        match types.kind(ty) {
            &TyKind::RawPtr(_, pointee) | &TyKind::Ref(_, pointee) if place.projection.is_empty() => {
                match *types.kind(pointee) {
                    TyKind::Slice(element) => {
                        self.slices.add(element, local);
                        self.added.push((local, Listed::Slice, element));
                    }
                    _ => self.list(types, place.deref(), pointee, depth - 1, Listed::Behind),
                }
            }
            TyKind::Tuple(fields) => {
                for (n, &field) in fields.iter().enumerate() {
                    self.list(types, place.clone().field(n as u32), field, depth - 1, table);
                }
            }
            &TyKind::Array(element, len) if len > 0 => {
                self.arrays.add(element, (place, len));
                self.added.push((local, Listed::Array, element));
            }
            &TyKind::Adt(adt) => {
                let def = &types.adts[adt];
                if def.kind == AdtKind::Enum {
                    self.enums.push((place, ty));
                    self.added.push((local, Listed::Enum, ty));
                    return;
                }
                // The first field of what has a destructor is where that observes: no one else's.
                let own = usize::from(def.drop.is_some());
                for (n, field) in def.only_variant().fields.iter().enumerate().skip(own) {
                    self.list(types, place.clone().field(n as u32), field.ty, depth - 1, table);
                }
            }
            _ => {}
        }
    }

    /// How many locals there are.
    pub fn len(&self) -> usize {
        self.locals.len()
    }

    /// What has happened by now, for [`Scope::go_back`].
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    /// Takes locals away again, the last ones first, and knows what was known of the others.
    pub fn go_back(&mut self, locals: usize, changes: usize) {
        for change in self.changes.drain(changes..).rev() {
            match change {
                Change::Known(local, known) => self.locals[local.index()] = known,
                Change::Stored => drop(self.stored.pop()),
                Change::Buried(at, local) => self.stored.insert(at, local),
            }
        }
        self.locals.truncate(locals);
        while self.heap.last().is_some_and(|local| local.index() >= locals) {
            self.heap.pop();
        }
        while let Some(&(local, table, ty)) = self.added.last()
            && local.index() >= locals
        {
            self.added.pop();
            match table {
                Listed::Place => self.places.pop(ty),
                Listed::Behind => self.behind.pop(ty),
                Listed::Array => self.arrays.pop(ty),
                Listed::Slice => self.slices.pop(ty),
                Listed::Enum => drop(self.enums.pop()),
            }
        }
    }

    fn change(&mut self, local: Local, change: impl FnOnce(&mut Known)) {
        let known = &mut self.locals[local.index()];
        let before = *known;
        change(known);
        if *known != before {
            self.changes.push(Change::Known(local, before));
        }
    }

    /// A local has a value, which so much went into.
    pub fn give(&mut self, local: Local, complexity: u8) {
        self.change(local, |known| {
            known.has_value = true;
            known.complexity = complexity.min(MOST_COMPLEX);
        });
    }

    /// More went into a local, or into what it points to.
    pub fn enrich(&mut self, local: Local, complexity: u8) {
        self.change(local, |known| known.complexity = known.complexity.max(complexity).min(MOST_COMPLEX));
    }

    /// A local has no value any more.
    pub fn take(&mut self, local: Local) {
        self.change(local, |known| known.has_value = false);
    }

    /// Lets nobody find a local.
    pub fn hide(&mut self, local: Local) {
        self.change(local, |known| known.is_hidden = true);
    }

    /// Lets everybody find a local again.
    pub fn show(&mut self, local: Local) {
        self.change(local, |known| known.is_hidden = false);
    }

    /// Locals whose storage ends by a statement of its own, and has not yet, in the order in which it began.
    pub fn stored(&self) -> &[Local] {
        &self.stored
    }

    /// A local's storage has begun, and ends by a statement of its own.
    pub fn store(&mut self, local: Local) {
        self.stored.push(local);
        self.changes.push(Change::Stored);
    }

    /// A local's storage has ended: nobody finds it any more.
    pub fn bury(&mut self, local: Local) {
        if let Some(at) = self.stored.iter().position(|&stored| stored == local) {
            self.stored.remove(at);
            self.changes.push(Change::Buried(at, local));
        }
        self.hide(local);
    }

    /// Lets nobody change a local.
    pub fn fix(&mut self, local: Local) {
        self.change(local, |known| known.is_fixed = true);
    }

    /// A local points to memory of the heap, the latest one.
    pub fn add_heap(&mut self, local: Local) {
        self.heap.push(local);
    }

    /// Locals that point to memory of the heap, or did.
    pub fn heap(&self) -> &[Local] {
        &self.heap
    }

    /// Locals and fields of a type.
    pub fn of_type(&self, ty: Ty) -> &[Place] {
        self.places.of(ty)
    }

    /// Places of a type that begin with a dereference of a local.
    pub fn behind(&self, ty: Ty) -> &[Place] {
        self.behind.of(ty)
    }

    /// Arrays of a type.
    pub fn arrays_of(&self, element: Ty) -> &[(Place, u64)] {
        self.arrays.of(element)
    }

    /// Pointers to slices of a type.
    pub fn slices_of(&self, element: Ty) -> &[Local] {
        self.slices.of(element)
    }

    /// Enums, wherever they are.
    pub fn enums(&self) -> &[(Place, Ty)] {
        &self.enums
    }

    /// Whether a place may be found, and its local has been given a value.
    pub fn is_given(&self, place: &Place) -> bool {
        let known = self.locals[place.local.index()];
        known.has_value && !known.is_hidden
    }

    /// Whether a local has been given a value.
    pub fn has_value(&self, local: Local) -> bool {
        self.locals[local.index()].has_value
    }

    /// Whether a place may be found and changed.
    pub fn is_free(&self, place: &Place) -> bool {
        let known = self.locals[place.local.index()];
        !known.is_hidden && !known.is_fixed
    }

    /// How much went into what a place's local holds.
    pub fn complexity(&self, place: &Place) -> u8 {
        self.locals[place.local.index()].complexity
    }

    /// Locals that have a value and may be found.
    pub fn given_locals(&self) -> impl Iterator<Item = Local> + '_ {
        let known = self.locals.iter().enumerate();
        known.filter(|(_, known)| known.has_value && !known.is_hidden).map(|(n, _)| Local::new(n))
    }
}
