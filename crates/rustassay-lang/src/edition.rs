//! Editions of Rust.

use crate::Release;
use std::fmt;
use std::str::FromStr;

/// The edition of files that ask for none.
pub const DEFAULT_EDITION: Edition = Edition::E2021;

/// An edition of Rust.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Edition {
    E2015,
    E2018,
    E2021,
    E2024,
}

impl Edition {
    /// All of them, in order.
    pub const ALL: [Edition; 4] = [Edition::E2015, Edition::E2018, Edition::E2021, Edition::E2024];

    /// The name that `--edition` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Edition::E2015 => "2015",
            Edition::E2018 => "2018",
            Edition::E2021 => "2021",
            Edition::E2024 => "2024",
        }
    }

    /// The edition that `--edition` takes by this name.
    pub fn from_name(name: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|edition| edition.name() == name)
    }

    /// The first release that has it.
    pub const fn since(self) -> Release {
        match self {
            Edition::E2015 => Release::new(0),
            Edition::E2018 => Release::new(31),
            Edition::E2021 => Release::new(56),
            Edition::E2024 => Release::new(85),
        }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no edition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownEdition(String);

impl fmt::Display for UnknownEdition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Edition::ALL.map(Edition::name).join(", ");
        write!(f, "there is no edition `{}`: the editions are {names}", self.0)
    }
}

impl std::error::Error for UnknownEdition {}

impl FromStr for Edition {
    type Err = UnknownEdition;

    fn from_str(name: &str) -> Result<Edition, UnknownEdition> {
        Edition::from_name(name).ok_or_else(|| UnknownEdition(name.to_owned()))
    }
}
