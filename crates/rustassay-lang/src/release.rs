//! Releases of rustc.

use std::fmt;
use std::str::FromStr;

/// A release of rustc, `1.minor`. Patch releases and channels are not told apart: they do not change the language.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Release {
    /// The number after `1.`
    pub minor: u16,
}

impl Release {
    /// The release whose custom MIR the model follows.
    pub const REFERENCE: Release = Release::new(95);

    /// Release `1.minor`.
    pub const fn new(minor: u16) -> Release {
        Release { minor }
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor)
    }
}

/// A text that names no release.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidRelease(String);

impl fmt::Display for InvalidRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a release of rustc, such as `{}`", self.0, Release::REFERENCE)
    }
}

impl std::error::Error for InvalidRelease {}

impl FromStr for Release {
    type Err = InvalidRelease;

    /// Reads `1.95`, and what `rustc --version` says after the name: `1.95.0`, `1.97.0-nightly`.
    fn from_str(text: &str) -> Result<Release, InvalidRelease> {
        let minor = text.strip_prefix("1.").and_then(|rest| {
            let (minor, patch) = rest.split_once('.').unwrap_or((rest, "0"));
            let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let (patch, _channel) = patch.split_once('-').unwrap_or((patch, ""));
            (digits(minor) && digits(patch)).then(|| minor.parse().ok())?
        });
        minor.map(Release::new).ok_or_else(|| InvalidRelease(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_is_read_from_what_rustc_calls_itself() {
        for text in ["1.95", "1.95.0", "1.95.0-nightly", "1.95.1"] {
            assert_eq!(text.parse(), Ok(Release::new(95)), "{text}");
        }
        for text in ["", "1", "1.", "2.95", "1.x", "1.95.", "1.+5", "1.95.x", "1.70000"] {
            assert!(text.parse::<Release>().is_err(), "{text}");
        }
        assert_eq!(Release::REFERENCE.to_string(), "1.95");
    }
}
