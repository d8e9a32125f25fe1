//! The configuration file. Several crates have a section in it, and each reads its own.

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// The sections of a configuration file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ConfigSection {
    /// What generated MIR programs are made of: `rustassay-gen-mir`.
    Mir,
    /// What generated Rust is made of: `rustassay-gen-surface`.
    Surface,
    /// Compilers: `rustassay-toolchain`.
    Toolchain,
    /// Sets of backends: `rustassay-judge`.
    Sets,
    /// Options of commands that need not be typed: `rustassay`.
    Options,
    /// Targets: `rustassay-toolchain`.
    Target,
    /// LLVMs that take the place of a compiler's own: `rustassay-toolchain`.
    Llvm,
}

impl ConfigSection {
    const NAMES: &[&str] = &["mir", "surface", "toolchain", "sets", "options", "target", "llvm"];

    const fn name(self) -> &'static str {
        ConfigSection::NAMES[self as usize]
    }

    /// What the text of a file has in this section, if it has one. A section that nobody reads is an error, as all that is wrong with this one; it
    /// points into the text, for people.
    pub fn read<T: DeserializeOwned>(self, text: &str) -> Result<Option<T>, String> {
        let file = toml::Deserializer::parse(text).map_err(|error| error.to_string())?;
        OneSection(self, PhantomData).deserialize(file).map_err(|error| error.to_string())
    }
}

/// Reads one section of a file as a `T`, and passes over the others.
struct OneSection<T>(ConfigSection, PhantomData<T>);

impl<'de, T: DeserializeOwned> DeserializeSeed<'de> for OneSection<T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, file: D) -> Result<Option<T>, D::Error> {
        file.deserialize_map(self)
    }
}

impl<'de, T: DeserializeOwned> Visitor<'de> for OneSection<T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a configuration file")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut file: A) -> Result<Option<T>, A::Error> {
        let mut section = None;
        while let Some(name) = file.next_key::<String>()? {
            if name == self.0.name() {
                section = Some(file.next_value()?);
            } else if ConfigSection::NAMES.contains(&&*name) {
                file.next_value::<IgnoredAny>()?;
            } else {
                return Err(A::Error::unknown_field(&name, ConfigSection::NAMES));
            }
        }
        Ok(section)
    }
}

#[cfg(test)]
mod tests {
    use super::ConfigSection;
    use std::collections::BTreeMap;

    type Knobs = BTreeMap<String, u8>;

    #[test]
    fn each_reads_its_own_section() {
        let text = "[mir]\na = 1\n[surface]\nb = 2\n[[toolchain]]\nname = \"x\"\n[sets.mine]\n";
        let read = |section: ConfigSection| section.read::<Knobs>(text);
        assert_eq!(read(ConfigSection::Mir), Ok(Some(BTreeMap::from([("a".to_owned(), 1)]))));
        assert_eq!(read(ConfigSection::Surface), Ok(Some(BTreeMap::from([("b".to_owned(), 2)]))));
        assert!(read(ConfigSection::Toolchain).is_err(), "it is a list");
        assert_eq!(ConfigSection::Mir.read::<Knobs>("[surface]\nb = 2\n"), Ok(None));
    }

    #[test]
    fn errors_point_into_the_text() {
        let read = |text| ConfigSection::Mir.read::<Knobs>(text).unwrap_err();
        assert!(
            read("[mir]\na = 1\n[sufrace]\nb = 2\n").contains("unknown field `sufrace`, expected one of")
        );
        assert!(read("[surface]\nb = 1\n[mir]\na = \"x\"\n").contains("line 4, column 5"));
        assert!(read("[mir\n").contains("line 1"));
    }
}
