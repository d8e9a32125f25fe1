//! What programs are made of, as people write it down.
//!
//! ```toml
//! [mir]
//! profile = "pointers"    # what is not said below is as in this profile; "default" if it is left out
//! left_out = 0            # of 100 features, how many a program leaves out
//! evaluable = 100         # of 100 programs, how many rustc's compile-time evaluator can run
//! threaded = 50           # of 100 programs that it cannot, how many have threads
//! varied = false          # each program has just these sizes and weights
//! releases = ["1.85"]     # the releases of rustc that can be given every program; 1.90 to 1.98 if it is left out
//! for_miri = true         # without the intrinsics that Miri does not know
//!
//! [mir.size]
//! statements = 2000
//!
//! [mir.weights]           # how often there is what, against the others
//! loops = 20
//! unions = 0
//!
//! [mir.sharing]           # how often the threads of a program share what, against the others
//! locks = 20
//!
//! [mir.chances]           # of 100 things, how many are made so
//! exact_loops = 100
//!
//! [mir.ranges]            # how many there are of something: the least and the most
//! variants = [1, 12]
//! ```

use crate::config::{Config, Profile};
use rustassay_lang::{ConfigSection, Release};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Mir {
    profile: Option<String>,
    left_out: Option<usize>,
    evaluable: Option<usize>,
    threaded: Option<usize>,
    varied: Option<bool>,
    releases: Option<Vec<String>>,
    for_miri: Option<bool>,
    size: Sizes,
    weights: BTreeMap<String, usize>,
    sharing: BTreeMap<String, usize>,
    chances: BTreeMap<String, usize>,
    ranges: BTreeMap<String, [usize; 2]>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sizes {
    statements: Option<usize>,
    functions: Option<usize>,
    blocks: Option<usize>,
    block: Option<usize>,
    types: Option<usize>,
}

/// No size is larger: what a program of ten times as many statements takes, no machine has.
const LARGEST_SIZE: usize = 1_000_000;

impl Config {
    /// What a file says, if it says anything about these programs; or what is wrong with it, for people.
    pub fn find(text: &str, profile: Option<Profile>) -> Result<Option<Config>, String> {
        ConfigSection::Mir.read(text)?.map(|section| Config::of(section, profile)).transpose()
    }

    /// What a file says, on top of `profile` or of the profile that it names; or what is wrong with it, for people.
    pub fn parse(text: &str, profile: Option<Profile>) -> Result<Config, String> {
        Config::of(ConfigSection::Mir.read(text)?.unwrap_or_default(), profile)
    }

    fn of(mir: Mir, profile: Option<Profile>) -> Result<Config, String> {
        let named = mir.profile.map(|name| name.parse::<Profile>()).transpose()?;
        let mut config = profile.or(named).unwrap_or(Profile::Default).config();
        for (share, given, name) in [
            (&mut config.left_out, mir.left_out, "left_out"),
            (&mut config.evaluable, mir.evaluable, "evaluable"),
            (&mut config.threaded, mir.threaded, "threaded"),
        ] {
            *share = given.unwrap_or(*share);
            if *share > 100 {
                return Err(format!("`mir.{name}` is a share of 100"));
            }
        }
        config.is_varied = mir.varied.unwrap_or(config.is_varied);
        config.for_miri = mir.for_miri.unwrap_or(config.for_miri);
        if let Some(releases) = mir.releases {
            let releases: Result<Vec<Release>, _> = releases.iter().map(|text| text.parse()).collect();
            config = config.for_releases(releases.map_err(|error| error.to_string())?)?;
        }
        let size = &mut config.size;
        for (size, given, name) in [
            (&mut size.statements, mir.size.statements, "statements"),
            (&mut size.functions, mir.size.functions, "functions"),
            (&mut size.blocks, mir.size.blocks, "blocks"),
            (&mut size.block, mir.size.block, "block"),
            (&mut size.types, mir.size.types, "types"),
        ] {
            *size = given.unwrap_or(*size);
            if *size > LARGEST_SIZE {
                return Err(format!("`mir.size.{name}` is more than {LARGEST_SIZE}"));
            }
        }
        config.weights.set_all(mir.weights)?;
        config.sharing.set_all(mir.sharing)?;
        config.chances.set_all(mir.chances)?;
        config.ranges.set_all(mir.ranges)?;
        Ok(config)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_for_the_releases_that_a_file_names_if_these_can_say_enough() {
        let of = |releases: &str| Config::parse(&format!("[mir]\nreleases = {releases}\n"), None);
        assert_eq!(of("[\"1.85\", \"1.97\"]").unwrap().releases, [85, 97].map(Release::new));
        assert!(of("[\"1.63\"]").unwrap_err().contains("which custom MIR of rustc 1.63 lacks"));
        assert!(of("[\"one\"]").unwrap_err().contains("is not a release of rustc"));
        assert!(of("[]").is_err());
    }

    #[test]
    fn what_a_file_leaves_out_is_as_in_its_profile() {
        let text = "[mir]\nprofile = \"tiny\"\n[mir.size]\nblocks = 3\n[mir.weights]\nloops = 99\n";
        let config = Config::parse(text, None).unwrap();
        let tiny = Profile::Tiny.config();
        assert_eq!((config.size.blocks, config.weights.loops), (3, 99));
        assert_eq!(
            (config.size.statements, config.weights.calls),
            (tiny.size.statements, tiny.weights.calls)
        );
    }

    #[test]
    fn the_profile_of_the_command_line_comes_first() {
        let config = Config::parse("[mir]\nprofile = \"tiny\"\n", Some(Profile::Large)).unwrap();
        assert_eq!(config, Profile::Large.config());
    }

    #[test]
    fn chances_and_ranges_are_set() {
        let text = "[mir.chances]\npanics = 100\n[mir.ranges]\nvariants = [2, 9]\n";
        let config = Config::parse(text, None).unwrap();
        assert_eq!((config.chances.panics, config.ranges.variants), (100, 2..=9));
    }

    #[test]
    fn errors_say_what_is_wrong_and_what_is_not() {
        for (text, said) in [
            ("[mir.weights]\nlops = 1", "there is no weight `lops`: they are"),
            ("[mir.chances]\npanics = 101", "from 0 to 100"),
            ("[mir.ranges]\nvariants = [0, 9]", "the range `variants`"),
            ("[mir.size]\nblocks = 9000000000000000000", "`mir.size.blocks`"),
            ("[mir]\nleft_out = 101", "`mir.left_out`"),
            ("[weights]\nloops = 1", "unknown field `weights`"),
        ] {
            let error = Config::parse(text, None).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }
}
