//! One crate: its bytes, its root, and what was decoded of it so far.

use std::cell::{Cell, OnceCell, RefCell};
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::blob::Blob;
use crate::bytes::{Decoded, Fault};
use crate::data::{CrateNum, DefId, DefKind, Span, Symbol, Ty};
use crate::decode::{CrateRoot, Decode, Decoder};
use crate::rows::def_kind_of;
use crate::schema::{Schema, Shape, SharedSchema, schema_of};
use crate::table::{LazyArray, Table};
use crate::{MetadataError, Result, Types};

/// What decoding needs to know of a crate.
#[derive(Debug)]
pub(crate) struct CrateData {
    blob: Blob,
    schema: SharedSchema,
    num: Cell<CrateNum>,
    /// Our number for each of its dependencies, or the name of one that is missing.
    dependencies: OnceCell<Vec<std::result::Result<CrateNum, Symbol>>>,
    /// Types, symbols and spans by the positions that later ones refer to.
    pub ty_shorthands: RefCell<FxHashMap<usize, Ty>>,
    pub symbols: RefCell<FxHashMap<usize, Symbol>>,
    pub spans: RefCell<FxHashMap<usize, Span>>,
    /// Where the definition of each ADT stands that occurred in a type.
    pub adts: RefCell<FxHashMap<DefId, usize>>,
}

impl CrateData {
    pub fn bytes(&self) -> &[u8] {
        self.blob.bytes()
    }

    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Its number among the crates of the program.
    pub fn num(&self) -> CrateNum {
        self.num.get()
    }

    /// Our number for one of its own crate numbers, where 0 is itself.
    pub fn crate_num(&self, number: u32) -> Option<std::result::Result<CrateNum, &Symbol>> {
        match number.checked_sub(1) {
            None => Some(Ok(self.num())),
            Some(index) => Some(self.dependencies.get()?.get(index as usize)?.as_ref().copied()),
        }
    }
}

/// An opened crate.
pub(crate) struct Crate {
    pub data: CrateData,
    pub root: CrateRoot,
    /// What each number in the table of kinds means.
    def_kinds: Vec<Option<DefKind>>,
    /// Where each evaluated allocation stands.
    pub alloc_positions: OnceCell<Result<Vec<usize>>>,
}

impl std::fmt::Debug for Crate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Crate({})", self.name())
    }
}

impl Crate {
    /// Opens a file and reads its root. It has no number yet, so that no definition can be read.
    pub fn open(path: &Path, types: &Types) -> Result<Crate> {
        let blob = Blob::open(path)?;
        let Some(schema) = schema_of(&blob.version) else {
            return Err(MetadataError::NoSchema { path: path.into(), compiler: blob.version });
        };
        let data = CrateData {
            blob,
            schema,
            num: Cell::new(CrateNum(u32::MAX)),
            dependencies: OnceCell::new(),
            ty_shorthands: RefCell::default(),
            symbols: RefCell::default(),
            spans: RefCell::default(),
            adts: RefCell::default(),
        };
        let damaged = |fault: Box<Fault>| fault.explain(&path.display().to_string());
        let root = {
            let mut decoder = Decoder::new(&data, types, data.blob.root);
            match data.schema.shape("CrateRoot") {
                Some(shape) => CrateRoot::decode(&mut decoder, shape).map_err(damaged)?,
                None => return Err(damaged(decoder.missing::<()>("CrateRoot").unwrap_err())),
            }
        };
        let def_kinds =
            data.schema.row("DefKind").unwrap_or_default().iter().map(|name| def_kind_of(name)).collect();
        Ok(Crate { data, root, def_kinds, alloc_positions: OnceCell::new() })
    }

    /// Gives it its number and those of its dependencies.
    pub fn number(&self, num: CrateNum, dependencies: Vec<std::result::Result<CrateNum, Symbol>>) {
        self.data.num.set(num);
        // A crate is numbered once.
        let _ = self.data.dependencies.set(dependencies);
    }

    /// Gives it the numbers of another form of the same crate.
    pub fn number_like(&self, other: &Crate) {
        self.number(other.data.num(), Vec::new());
    }

    pub fn name(&self) -> &Symbol {
        &self.root.header.name
    }

    pub fn bytes(&self) -> &[u8] {
        self.data.bytes()
    }

    fn explain(&self, fault: Fault) -> MetadataError {
        fault.explain(&format!("crate `{}`", self.name()))
    }

    /// Decodes the value at a position.
    pub fn decode<T: Decode>(&self, types: &Types, position: usize, shape: Shape) -> Result<T> {
        let mut decoder = Decoder::new(&self.data, types, position);
        T::decode(&mut decoder, shape).map_err(|fault| self.explain(*fault))
    }

    /// Decodes all values of an array.
    pub fn array<T: Decode>(&self, types: &Types, array: LazyArray) -> Result<Vec<T>> {
        let mut decoder = Decoder::new(&self.data, types, array.position);
        let values: Decoded<Vec<T>> = decoder.elements(array.len, array.element);
        values.map_err(|fault| self.explain(*fault))
    }

    /// The value of a table for a definition, if it has one.
    pub fn value<T: Decode>(&self, types: &Types, table: &Table, index: u32) -> Result<Option<T>> {
        let Some(position) = table.value(self.bytes(), index) else { return Ok(None) };
        let schema = self.data.schema();
        let shape = match table.row {
            Shape::Opt(inner) => match schema.at(inner) {
                Shape::Lazy(value) => schema.at(value),
                _ => Shape::Never,
            },
            _ => Shape::Never,
        };
        self.decode(types, position, shape).map(Some)
    }

    /// The values of a table for a definition; none if it has no row.
    pub fn values<T: Decode>(&self, types: &Types, table: &Table, index: u32) -> Result<Option<Vec<T>>> {
        let Some((position, len)) = table.array(self.bytes(), index) else { return Ok(None) };
        let schema = self.data.schema();
        let row = match table.row {
            Shape::Opt(inner) => schema.at(inner),
            row => row,
        };
        let element = match row {
            Shape::LazyArray(element) => schema.at(element),
            _ => Shape::Never,
        };
        self.array(types, LazyArray { position, len, element }).map(Some)
    }

    /// The definition that a table names for another.
    pub fn def(&self, table: &Table, index: u32) -> Result<Option<DefId>> {
        let Some((krate, index)) = table.def(self.bytes(), index) else { return Ok(None) };
        match self.data.crate_num(krate) {
            Some(Ok(krate)) => Ok(Some(DefId { krate, index })),
            Some(Err(name)) => Err(self.explain(Fault::MissingCrate { name: name.to_string() })),
            None => {
                Err(self
                    .explain(Fault::Damaged { position: 0, why: format!("crate number {krate} in a table") }))
            }
        }
    }

    /// The name of the value that a table of a compact enum has for a definition. Where the enum has no value
    /// for zero, zero is no value.
    pub fn row_name(&self, table: &Table, index: u32, optional: bool) -> Option<&str> {
        let Shape::Row(row) = table.row else { return None };
        let byte = usize::from(table.byte(self.bytes(), index));
        let number = if optional { byte.checked_sub(1)? } else { byte };
        self.data.schema().rows[row as usize].1.get(number).map(|name| &**name)
    }

    pub fn def_kind(&self, index: u32) -> Option<DefKind> {
        let number = self.root.tables.def_kind.byte(self.bytes(), index).checked_sub(1)?;
        self.def_kinds.get(usize::from(number)).copied().flatten()
    }

    /// How many definitions it has.
    pub fn def_count(&self) -> u32 {
        u32::try_from(self.root.tables.def_keys.len).unwrap_or(u32::MAX)
    }
}

impl Fault {
    fn explain(self, krate: &str) -> MetadataError {
        match self {
            Fault::Damaged { position, why } => {
                MetadataError::Damaged { krate: krate.to_string(), position, why }
            }
            Fault::MissingCrate { name } => {
                MetadataError::MissingCrate { name, wanted_by: krate.to_string() }
            }
        }
    }
}
