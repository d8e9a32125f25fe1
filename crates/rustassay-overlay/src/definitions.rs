//! Whether a crate that was compiled anew has the definitions of the stock one, by the same numbers.
//!
//! Crates refer to definitions of others by number. A user's crate is compiled against the stock library and run with the overlay, so
//! each number must stand for the same definition in both.

use rustassay_metadata::data::DefId;
use rustassay_metadata::{CrateFiles, Crates, MetadataError};
use std::path::Path;

/// The first difference between the definitions of two files of one crate, for people; `None` if they have the same ones.
pub(crate) fn difference(stock: &Path, overlay: &Path) -> Result<Option<String>, MetadataError> {
    let open = |path: &Path| Crates::open(&CrateFiles { root: path.to_owned(), ..CrateFiles::default() });
    let (stock, overlay) = (open(stock)?, open(overlay)?);
    let counts = [&stock, &overlay].map(|crates| crates.def_count(crates.root()));
    for index in 0..counts[0].min(counts[1]) {
        let def = DefId { krate: stock.root(), index };
        if stock.def_key(def)? != overlay.def_key(def)? {
            let [stock, overlay] = [&stock, &overlay].map(|crates| crates.def_path_str(def));
            return Ok(Some(format!("definition {index} is `{stock}` there and `{overlay}` here")));
        }
    }
    Ok((counts[0] != counts[1])
        .then(|| format!("it has {} definitions there and {} here", counts[0], counts[1])))
}
