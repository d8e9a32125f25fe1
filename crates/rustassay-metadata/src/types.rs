//! The one table of types and constants: equal ones have equal handles.

use std::cell::RefCell;
use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::data::{Const, ConstKind, Ty, TyKind};

/// All types and constants that were decoded or made. It only grows, and handles stay valid.
#[derive(Default, Debug)]
pub struct Types {
    kinds: Table<TyKind>,
    consts: Table<ConstKind>,
}

impl Types {
    /// The handle of a type.
    pub fn intern(&self, kind: TyKind) -> Ty {
        Ty(self.kinds.intern(kind))
    }

    /// What a type is.
    ///
    /// # Panics
    ///
    /// If the handle is of another table.
    pub fn kind(&self, ty: Ty) -> Rc<TyKind> {
        self.kinds.get(ty.0)
    }

    /// The handle of a constant.
    pub fn intern_const(&self, kind: ConstKind) -> Const {
        Const(self.consts.intern(kind))
    }

    /// What a constant is.
    ///
    /// # Panics
    ///
    /// If the handle is of another table.
    pub fn const_kind(&self, constant: Const) -> Rc<ConstKind> {
        self.consts.get(constant.0)
    }
}

/// Values by number and numbers by value.
#[derive(Debug)]
struct Table<T>(RefCell<Rows<T>>);

#[derive(Debug)]
struct Rows<T> {
    values: Vec<Rc<T>>,
    numbers: FxHashMap<Rc<T>, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table(RefCell::new(Rows { values: Vec::new(), numbers: FxHashMap::default() }))
    }
}

impl<T: Eq + Hash> Table<T> {
    fn intern(&self, value: T) -> u32 {
        let rows = &mut *self.0.borrow_mut();
        if let Some(&number) = rows.numbers.get(&value) {
            return number;
        }
        let number = u32::try_from(rows.values.len()).expect("there are fewer types than bytes of metadata");
        let value = Rc::new(value);
        rows.values.push(value.clone());
        rows.numbers.insert(value, number);
        number
    }

    fn get(&self, number: u32) -> Rc<T> {
        self.0.borrow().values[number as usize].clone()
    }
}
