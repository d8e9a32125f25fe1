//! Statements: what is done with values.

use crate::config::Weights;
use crate::places::Use;
use crate::writer::Writer;
use rustassay_mir::model::*;
use rustassay_random::Menu;

/// What a statement does.
#[derive(Copy, Clone, Debug)]
pub(crate) enum StatementRule {
    Assign,
    SetDiscriminant,
    PartialValue,
    EndStorage,
    Assume,
}

/// How often a statement just assigns, against the weights of what else there is.
const ASSIGNMENTS: usize = 60;

/// What the weight of storage is a share of: so many new locals, of which the storage of that many begins with their value.
const STORAGE_SHARE: usize = 20;

/// How many ways to compute something are tried, before it is made from nothing.
const WAYS: usize = 3;

/// What statements do.
pub(crate) fn menu(w: &Weights) -> Menu<StatementRule> {
    Menu::new(&[
        (ASSIGNMENTS, StatementRule::Assign),
        (w.set_discriminants, StatementRule::SetDiscriminant),
        (w.partial_values, StatementRule::PartialValue),
        (w.storage / 2, StatementRule::EndStorage),
        (w.assumptions, StatementRule::Assume),
    ])
}

impl Writer {
    /// Proposes a statement.
    pub fn statement(&mut self) {
        let way = self.random.choose(&self.menus.statements).unwrap_or(StatementRule::Assign);
        self.attempt(|writer| match way {
            StatementRule::Assign => writer.assignment(),
            StatementRule::SetDiscriminant => writer.set_discriminant(),
            StatementRule::PartialValue => writer.partial_value(),
            StatementRule::EndStorage => writer.end_storage(),
            StatementRule::Assume => writer.assume(),
        });
    }

    fn assignment(&mut self) -> Option<()> {
        let ty = self.some_ty()?;
        let dest = if self.random.chance(self.mixture.chances.new_locals) {
            None
        } else {
            self.place(ty, Use::Write)
        };
        for _ in 0..WAYS {
            if let Some(rvalue) = self.rvalue(ty) {
                let dest = match dest {
                    Some(place) => place,
                    None => self.target(ty)?.into(),
                };
                return self.assign(dest, rvalue);
            }
            if self.is_wrong {
                return None;
            }
        }
        self.make(ty, 2).map(drop)
    }

    /// A new local for a result.
    fn target(&mut self, ty: Ty) -> Option<Local> {
        match self.random.ratio(self.mixture.weights.storage, STORAGE_SHARE) {
            true => self.new_stored_local(ty),
            false => self.new_local(ty),
        }
    }

    /// Puts an enum into a variant. If that has fields, they are written first: what they are else, depends on where they lie.
    fn set_discriminant(&mut self) -> Option<()> {
        let (place, ty) = match self.random.coin() {
            true => self.some_enum()?,
            false => {
                let ty = self.some_ty_that(
                    |types, ty| matches!(*types.kind(ty), TyKind::Adt(adt) if types.adts[adt].kind == AdtKind::Enum),
                )?;
                (self.target(ty)?.into(), ty)
            }
        };
        let variants = &self.machine.program.adt(ty)?.variants;
        let variant = VariantId::new(self.random.below(variants.len()));
        let fields: Vec<Ty> = variants[variant].fields.iter().map(|field| field.ty).collect();
        // rustc 1.95 cannot name the lifetime of a reference there.
        if fields.iter().any(|&ty| self.types().mentions_reference(ty)) {
            return None;
        }
        // In between, nobody looks: which variant it is in then, depends on where they lie.
        let mut values = Vec::with_capacity(fields.len());
        for field in fields {
            let value = self.operand(field)?;
            values.push(self.compute(field, Rvalue::Use(value))?);
        }
        for (n, value) in values.into_iter().enumerate() {
            let at = place.clone().project(Elem::Downcast(variant)).field(n as u32);
            self.assign(at, Rvalue::Use(Operand::Move(value.into())))?;
        }
        let whole = place.as_local();
        self.write(Statement::SetDiscriminant(place, variant))?;
        if let Some(local) = whole {
            self.scope_mut().give(local, 2);
        }
        Some(())
    }

    /// Gives some fields of a new local a value.
    fn partial_value(&mut self) -> Option<()> {
        let is_record = |types: &Types, ty: Ty| match types.kind(ty) {
            TyKind::Tuple(fields) => fields.len() > 1,
            TyKind::Adt(adt) => {
                let def = &types.adts[*adt];
                def.kind == AdtKind::Struct && def.drop.is_none() && def.only_variant().fields.len() > 1
            }
            _ => false,
        };
        let ty = self.some_ty_that(is_record)?;
        let fields: Vec<Ty> = match self.kind(ty) {
            TyKind::Tuple(fields) => fields.to_vec(),
            TyKind::Adt(adt) => {
                self.types().adts[*adt].only_variant().fields.iter().map(|field| field.ty).collect()
            }
            _ => return None,
        };
        let local = self.target(ty)?;
        let left_out = self.random.below(fields.len());
        for (n, field) in fields.into_iter().enumerate().filter(|&(n, _)| n != left_out) {
            let value = self.operand(field)?;
            self.assign(Place::from(local).field(n as u32), Rvalue::Use(value))?;
        }
        Some(())
    }

    fn end_storage(&mut self) -> Option<()> {
        let local = *self.random.pick(self.scopes.last()?.stored())?;
        self.bury(local)
    }

    /// Ends a local's storage.
    pub fn bury(&mut self, local: Local) -> Option<()> {
        self.write(Statement::StorageDead(local))?;
        self.scope_mut().bury(local);
        Some(())
    }

    /// Something that is true, whatever the compiler makes of it.
    fn assume(&mut self) -> Option<()> {
        let place = self.place(Ty::BOOL, Use::Read)?;
        // Here as everywhere, in later rounds of a loop too: what is false is Undefined Behavior, and is taken back.
        self.write(Statement::Assume(Operand::Copy(place)))
    }
}
