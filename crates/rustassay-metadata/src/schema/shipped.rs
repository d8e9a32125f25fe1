//! The schemas that we ship, and those that the user has made.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Schema, SharedSchema};

/// A release and its schema. The first whose name is part of the compiler's version string is used.
const SHIPPED: &[(&str, &str)] = &[("1.95.", include_str!("../../schemas/1.95.0.schema"))];

thread_local! {
    /// Schemas are parsed once a thread.
    static PARSED: RefCell<Vec<(&'static str, SharedSchema)>> = const { RefCell::new(Vec::new()) };
}

/// The schema for a compiler that calls itself `version`, as in `rustc 1.95.0 (59807616e 2026-04-14)`.
pub(crate) fn schema_of(version: &str) -> Option<SharedSchema> {
    let number = version.strip_prefix("rustc ")?;
    let &(release, text) = SHIPPED.iter().find(|(release, _)| number.starts_with(release))?;
    PARSED.with_borrow_mut(|parsed| {
        if let Some((_, schema)) = parsed.iter().find(|(name, _)| *name == release) {
            return Some(schema.clone());
        }
        let schema = Rc::new(Schema::parse(text).ok()?);
        parsed.push((release, schema.clone()));
        Some(schema)
    })
}
