//! Small typed indices, and the vectors that they index.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An index of one kind of thing; a [`IdVec`] is indexed by it and by nothing else.
pub trait Id: Copy + Eq {
    /// The id of the thing at position `index`.
    fn new(index: usize) -> Self;
    /// The position of this thing.
    fn index(self) -> usize;
}

/// Declares an index type.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl Id for $name {
            fn new(index: usize) -> Self {
                $name(u32::try_from(index).expect("more than 2^32 of one kind of thing"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A struct, enum or union, in [`super::Types::adts`].
    AdtId
}
id! {
    /// A custom-MIR function, in [`super::Program::functions`].
    FnId
}
id! {
    /// A static, in [`super::Program::statics`].
    StaticId
}
id! {
    /// A named constant, in [`super::Program::consts`].
    ConstId
}
id! {
    /// A piece of surface Rust, in [`super::Program::surface`].
    SurfaceId
}
id! {
    /// A function that surface Rust declares and MIR may call, in [`super::Program::surface_fns`].
    SurfaceFnId
}
id! {
    /// A trait object type, in [`super::Types::dyns`].
    DynId
}
id! {
    /// A function that is defined elsewhere, in [`super::Program::foreign_fns`].
    ForeignFnId
}
id! {
    /// Memory that the compiler made, in [`super::Program::memories`].
    MemoryId
}
id! {
    /// A local of a body: the return place, then the arguments, then the rest.
    Local
}
id! {
    /// A basic block of a body; the first is the entry.
    BlockId
}
id! {
    /// A variant of an ADT; structs and unions have just the first.
    VariantId
}
id! {
    /// A field of a variant, a tuple, or a struct, in declaration order.
    FieldId
}

impl Local {
    /// Where the function's result is built: `RET` in the text.
    pub const RETURN: Local = Local(0);
}

impl BlockId {
    /// Where execution of a body begins.
    pub const ENTRY: BlockId = BlockId(0);
}

impl VariantId {
    /// The only variant of a struct or union.
    pub const ONLY: VariantId = VariantId(0);
}

/// A vector that is indexed by one kind of id.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: Id, T> IdVec<I, T> {
    /// Forgets all but the first `len` things.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// A vector without elements.
    pub const fn new() -> Self {
        IdVec { items: Vec::new(), id: PhantomData }
    }
    /// Appends `item` and returns its id.
    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }
    /// The id that the next [`push`](Self::push) will return.
    pub fn next_id(&self) -> I {
        I::new(self.items.len())
    }
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The element, if `id` is in bounds.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// The elements in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// The elements in order, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// The ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
    /// The elements in order, each with its id.
    pub fn iter_ids(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, item)| (I::new(index), item))
    }
    /// The elements as a slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
    /// The elements as a plain vector, for edits that renumber.
    pub fn as_mut_vec(&mut self) -> &mut Vec<T> {
        &mut self.items
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IdVec { items, id: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        Vec::from_iter(items).into()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a IdVec<I, T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
