//! What programs are made of, as people write it down.
//!
//! ```toml
//! [surface]
//! profile = "traits"      # what is not said below is as in this profile; "default" if it is left out
//! left_out = 0            # of 100 features, how many a program leaves out
//! varied = false          # each program has just these sizes and weights
//! edition = "2021"        # the edition that programs are written in
//! release = "1.85"        # the oldest release of rustc that must accept them
//!
//! [surface.size]
//! statements = 500
//!
//! [surface.weights]       # how often there is what, against the others
//! loops = 20
//! threads = 0
//!
//! [surface.chances]       # of 100 things, how many are made so
//! labels = 100
//!
//! [surface.ranges]        # how many there are of something: the least and the most
//! variants = [1, 12]
//! ```

use crate::config::{Config, Profile};
use rustassay_lang::{ConfigSection, Edition, Release};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Surface {
    profile: Option<String>,
    left_out: Option<usize>,
    varied: Option<bool>,
    edition: Option<String>,
    release: Option<String>,
    size: Sizes,
    weights: BTreeMap<String, usize>,
    chances: BTreeMap<String, usize>,
    ranges: BTreeMap<String, [usize; 2]>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sizes {
    statements: Option<usize>,
    function: Option<usize>,
    block: Option<usize>,
    depth: Option<usize>,
    types: Option<usize>,
    cost: Option<usize>,
}

impl Config {
    /// What a file says, if it says anything about these programs; or what is wrong with it, for people.
    pub fn find(text: &str, profile: Option<Profile>) -> Result<Option<Config>, String> {
        ConfigSection::Surface.read(text)?.map(|section| Config::of(section, profile)).transpose()
    }

    /// What a file says, on top of `profile` or of the profile that it names; or what is wrong with it, for people.
    pub fn parse(text: &str, profile: Option<Profile>) -> Result<Config, String> {
        Config::of(ConfigSection::Surface.read(text)?.unwrap_or_default(), profile)
    }

    fn of(surface: Surface, profile: Option<Profile>) -> Result<Config, String> {
        let named = surface.profile.map(|name| name.parse::<Profile>()).transpose()?;
        let mut config = profile.or(named).unwrap_or(Profile::Default).config();
        config.left_out = surface.left_out.unwrap_or(config.left_out);
        if config.left_out > 100 {
            return Err("`surface.left_out` is a share of 100".to_owned());
        }
        config.is_varied = surface.varied.unwrap_or(config.is_varied);
        let edition = surface.edition.map(|name| name.parse::<Edition>()).transpose();
        let edition = edition.map_err(|error| error.to_string())?;
        let release = surface.release.map(|text| text.parse::<Release>()).transpose();
        let release = release.map_err(|error| error.to_string())?.unwrap_or(config.release);
        config = config.clone().for_compilers(edition.unwrap_or(config.edition), release)?;
        let size = &mut config.size;
        for (size, given, name, most) in [
            // What a program of more takes, no compiler has.
            (&mut size.statements, surface.size.statements, "statements", 1_000_000),
            (&mut size.function, surface.size.function, "function", 1_000),
            (&mut size.block, surface.size.block, "block", 100),
            // Each level may double a program.
            (&mut size.depth, surface.size.depth, "depth", 10),
            (&mut size.types, surface.size.types, "types", 10_000),
            (&mut size.cost, surface.size.cost, "cost", 10_000_000_000),
        ] {
            *size = given.unwrap_or(*size);
            if !(1..=most).contains(size) {
                return Err(format!("`surface.size.{name}` is from 1 to {most}"));
            }
        }
        config.weights.set_all(surface.weights)?;
        config.chances.set_all(surface.chances)?;
        config.ranges.set_all(surface.ranges)?;
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_leaves_out_is_as_in_its_profile() {
        let text =
            "[surface]\nprofile = \"tiny\"\n[surface.size]\nblock = 3\n[surface.weights]\nloops = 99\n";
        let config = Config::parse(text, None).unwrap();
        let tiny = Profile::Tiny.config();
        assert_eq!((config.size.block, config.weights.loops), (3, 99));
        assert_eq!(
            (config.size.statements, config.weights.calls),
            (tiny.size.statements, tiny.weights.calls)
        );
    }

    #[test]
    fn chances_and_ranges_are_set() {
        let text = "[surface.chances]\nlabels = 100\n[surface.ranges]\nvariants = [2, 9]\n";
        let config = Config::parse(text, None).unwrap();
        assert_eq!((config.chances.labels, config.ranges.variants), (100, 2..=9));
    }

    #[test]
    fn the_profile_of_the_command_line_comes_first() {
        let config = Config::parse("[surface]\nprofile = \"tiny\"\n", Some(Profile::Large)).unwrap();
        assert_eq!(config, Profile::Large.config());
    }

    #[test]
    fn an_edition_that_the_release_does_not_know_is_refused() {
        let of = |text: &str| Config::parse(&format!("[surface]\n{text}\n"), None);
        let config = of("edition = \"2021\"\nrelease = \"1.63\"").unwrap();
        assert_eq!((config.edition, config.release), (Edition::E2021, Release::new(63)));
        assert!(of("release = \"1.63\"").unwrap_err().contains("edition 2024 came with rustc 1.85"));
        assert!(of("release = \"1.40\"").unwrap_err().contains("too old"));
        assert!(of("edition = \"2015\"").is_err());
    }

    #[test]
    fn errors_say_what_is_wrong_and_what_is_not() {
        for (text, said) in [
            ("[surface.weights]\nlops = 1", "there is no weight `lops`: they are"),
            ("[surface.chances]\nlabels = 101", "from 0 to 100"),
            ("[surface.ranges]\nvariants = [0, 9]", "the range `variants`"),
            ("[surface.size]\nblock = 9000000000000000000", "`surface.size.block`"),
            ("[surface]\nleft_out = 101", "`surface.left_out`"),
            ("[weights]\nloops = 1", "unknown field `weights`"),
        ] {
            let error = Config::parse(text, None).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
