//! `rustassay merge`: stores of the parts of a campaign become one.

use super::Status;
use super::output::{complain, say};
use rustassay_report::words::count;
use rustassay_store::{Reader, Store, StoreAddress};

/// Merge the stores of the parts of a campaign
///
/// `rustassay fuzz --shard K/N` makes such parts. Merging a store again adds what it gained since, and changes nothing
/// else. A store that is no part of the same campaign is refused as a whole.
#[derive(clap::Args)]
#[command(after_long_help = "\
Examples:
  rustassay merge part-1 part-2 --store whole

Exit codes:
  0  the stores are merged
  2  a store cannot be used, or belongs to another campaign")]
pub struct Args {
    /// The stores to add
    #[arg(value_name = "STORE", required = true)]
    stores: Vec<StoreAddress>,

    /// The store that they are added to; it is made if there is none. `postgres://USER@HOST/DATABASE` is a database
    #[arg(long, default_value = "rustassay-store", value_name = "STORE", env = super::STORE, hide_env_values = true)]
    store: StoreAddress,
}

/// Runs the command.
pub fn run(args: &Args) -> Status {
    match merge(args) {
        Ok(()) => Status::Success,
        Err(why) => {
            complain(&why);
            Status::Unusable
        }
    }
}

fn merge(args: &Args) -> Result<(), String> {
    if let Some(same) = args.stores.iter().find(|store| **store == args.store) {
        return Err(format!("{same} cannot be added to itself; `--store` names another store"));
    }
    let mut whole = Store::open(&args.store).map_err(|error| error.to_string())?;
    for store in &args.stores {
        let merged =
            Reader::open(store).and_then(|reader| whole.merge(&reader)).map_err(|error| error.to_string())?;
        let improved = match merged.improved {
            0 => String::new(),
            improved => format!(", more about {}", count(improved as usize, "finding")),
        };
        say(&format!(
            "{store}: {}, {}, {}{improved}\n",
            count(merged.units as usize, "new unit"),
            count(merged.sightings as usize, "new sighting"),
            count(merged.findings as usize, "new finding"),
        ));
    }
    Ok(())
}
