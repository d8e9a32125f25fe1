//! What a compiler says it is.

use rustassay_lang::Release;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of a compiler.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Version {
    /// `(1, 95, 0)`
    pub release: (u32, u32, u32),
    /// How far it is from a release.
    pub channel: Channel,
    /// The commit that it was built from. Distributions leave it out at times.
    pub commit: Option<String>,
    /// The day of that commit.
    pub date: Option<String>,
    /// What it prints for `--version`: `rustc 1.95.0 (59807616e 2026-04-14)`.
    pub text: String,
}

/// How far a compiler is from a release.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// A release.
    Stable,
    /// The next release.
    Beta,
    /// The one after it, as of some night.
    Nightly,
    /// Built by somebody from a checkout of their own.
    Dev,
}

impl Channel {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Channel::Stable => "stable",
            Channel::Beta => "beta",
            Channel::Nightly => "nightly",
            Channel::Dev => "dev",
        }
    }
}

impl Version {
    /// The release of Rust that it has, or will have; nothing for numbers that no rustc has had.
    pub fn rust_release(&self) -> Option<Release> {
        let (major, minor, _) = self.release;
        (major == 1).then(|| u16::try_from(minor).ok().map(Release::new))?
    }
}

impl fmt::Display for Version {
    /// `1.95.0`, `1.97.0-nightly`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor, patch) = self.release;
        write!(f, "{major}.{minor}.{patch}")?;
        match self.channel {
            Channel::Stable => Ok(()),
            channel => write!(f, "-{}", channel.name()),
        }
    }
}

/// What `rustc -vV` says.
pub(crate) struct Introduction {
    pub(crate) version: Version,
    pub(crate) host: String,
    pub(crate) llvm: Option<String>,
}

impl Introduction {
    /// Reads it: a line for people, and then lines `key: value`. Nothing comes of a text that is no such
    /// thing.
    pub(crate) fn parse(text: &str) -> Option<Introduction> {
        let mut lines = text.lines();
        let title = lines.next()?;
        if !title.starts_with("rustc ") {
            return None;
        }
        let lines: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(": ")).collect();
        let value = |key| {
            let found = lines.iter().find(|(name, _)| *name == key)?.1.trim();
            (found != "unknown" && !found.is_empty()).then(|| found.to_owned())
        };
        let (release, channel) = parse_release(&value("release")?)?;
        Some(Introduction {
            version: Version {
                release,
                channel,
                commit: value("commit-hash"),
                date: value("commit-date"),
                text: title.trim_end().to_owned(),
            },
            host: value("host")?,
            llvm: value("LLVM version"),
        })
    }
}

/// Reads `1.95.0`, `1.96.0-beta.3`, `1.97.0-nightly`, `1.97.0-dev`.
fn parse_release(text: &str) -> Option<((u32, u32, u32), Channel)> {
    let (numbers, suffix) = text.split_once('-').unwrap_or((text, ""));
    let mut numbers = numbers.split('.').map(|number| number.parse::<u32>().ok());
    let release = (numbers.next()??, numbers.next()??, numbers.next()??);
    if numbers.next().is_some() {
        return None;
    }
    let channel = match suffix.split_once('.').map_or(suffix, |(channel, _count)| channel) {
        "" => Channel::Stable,
        "beta" => Channel::Beta,
        "nightly" => Channel::Nightly,
        _ => Channel::Dev,
    };
    Some((release, channel))
}

impl Version {
    /// What a compiler of this version prints for `-vV`: what [`Introduction::parse`] has read, but for the
    /// count of betas, which is in the title.
    pub(crate) fn verbose(&self, host: &str, llvm: Option<&str>) -> String {
        let or_unknown = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
        let release = self.text.split(' ').nth(1).map_or_else(|| self.to_string(), str::to_owned);
        let mut text = format!(
            "{}\nbinary: rustc\ncommit-hash: {}\ncommit-date: {}\nhost: {host}\nrelease: {release}\n",
            self.text,
            or_unknown(&self.commit),
            or_unknown(&self.date),
        );
        if let Some(llvm) = llvm {
            text.push_str(&format!("LLVM version: {llvm}\n"));
        }
        text
    }

    /// Whether `text` means this version: a channel's name, or the first numbers of the release, `1.85` or
    /// `1.85.0`.
    pub fn is_meant_by(&self, text: &str) -> bool {
        if text == self.channel.name() {
            return true;
        }
        let (major, minor, patch) = self.release;
        let full = format!("{major}.{minor}.{patch}");
        text.contains('.')
            && full.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn introduction(title: &str, release: &str, commit: &str, date: &str) -> Introduction {
        let text = format!(
            "{title}\nbinary: rustc\ncommit-hash: {commit}\ncommit-date: {date}\n\
             host: x86_64-unknown-linux-gnu\nrelease: {release}\nLLVM version: 19.1.7\n"
        );
        Introduction::parse(&text).expect("rustc says so")
    }

    #[test]
    fn a_channel_is_read_from_the_release() {
        for (release, numbers, channel) in [
            ("1.95.0", (1, 95, 0), Channel::Stable),
            ("1.96.0-beta.3", (1, 96, 0), Channel::Beta),
            ("1.97.0-nightly", (1, 97, 0), Channel::Nightly),
            ("1.97.1-dev", (1, 97, 1), Channel::Dev),
            ("1.97.1-mine", (1, 97, 1), Channel::Dev),
        ] {
            let version = introduction(&format!("rustc {release}"), release, "unknown", "unknown").version;
            assert_eq!((version.release, version.channel), (numbers, channel), "{release}");
        }
    }

    #[test]
    fn a_release_by_rustup_has_its_commit() {
        let title = "rustc 1.95.0 (59807616e 2026-04-14)";
        let hash = "59807616e1fa2540724bfbac14d7976d7e4a3860";
        let version = introduction(title, "1.95.0", hash, "2026-04-14").version;
        assert_eq!(version.text, title);
        assert_eq!((version.commit.as_deref(), version.date.as_deref()), (Some(hash), Some("2026-04-14")));
    }

    #[test]
    fn what_is_read_can_be_printed_again() {
        for release in ["1.95.0", "1.96.0-beta.3", "1.97.0-nightly"] {
            let text = format!(
                "rustc {release} (59807616e 2026-04-14)\nbinary: rustc\n\
                 commit-hash: 59807616e1fa2540724bfbac14d7976d7e4a3860\ncommit-date: 2026-04-14\n\
                 host: x86_64-unknown-linux-gnu\nrelease: {release}\nLLVM version: 22.1.2\n"
            );
            let found = Introduction::parse(&text).expect("rustc says so");
            assert_eq!(found.version.verbose(&found.host, found.llvm.as_deref()), text);
        }
    }

    #[test]
    fn a_distribution_may_not_know_its_commit() {
        let found = introduction("rustc 1.63.0", "1.63.0", "unknown", "unknown");
        assert_eq!((found.version.commit, found.version.date), (None, None));
        assert_eq!(found.llvm.as_deref(), Some("19.1.7"));
        let title = "rustc 1.85.0 (4d91de4e4 2025-02-17) (built from a source tarball)";
        assert_eq!(introduction(title, "1.85.0", "4d91de4e4", "2025-02-17").version.text, title);
    }

    #[test]
    fn what_is_no_introduction_is_refused() {
        for text in [
            "",
            "\n",
            "gcc 12.2.0\nrelease: 1.95.0\nhost: x86_64-unknown-linux-gnu\n",
            "rustc 1.95.0\n",
            "rustc 1.95.0\nrelease: 1.95\nhost: x86_64-unknown-linux-gnu\n",
            "rustc 1.95.0\nrelease: 1.95.0.0\nhost: x86_64-unknown-linux-gnu\n",
            "rustc 1.95.0\nrelease: one.two.three\nhost: x86_64-unknown-linux-gnu\n",
            "rustc 1.95.0\nrelease: 1.99999999999.0\nhost: x86_64-unknown-linux-gnu\n",
            "rustc 1.95.0\nrelease: 1.95.0\n",
        ] {
            assert!(Introduction::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn a_version_is_meant_by_its_first_numbers_or_its_channel() {
        let version = introduction("rustc 1.85.1-nightly", "1.85.1-nightly", "unknown", "unknown").version;
        for text in ["1.85", "1.85.1", "nightly"] {
            assert!(version.is_meant_by(text), "{text}");
        }
        for text in ["", "1", "1.8", "1.85.", "1.85.10", "85", "stable", "night"] {
            assert!(!version.is_meant_by(text), "{text}");
        }
    }
}
