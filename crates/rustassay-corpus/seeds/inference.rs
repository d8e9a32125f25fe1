// Types that follow from later use, turbofish, defaults, integer fallback, conversions.

use std::collections::BTreeSet;
use std::str::FromStr;

#[derive(Debug, PartialEq, Clone, Copy, Default)]
struct Version {
    major: u16,
    minor: u16,
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split('.');
        let mut next = || parts.next().and_then(|part| part.parse().ok());
        match (next(), next()) {
            (Some(major), Some(minor)) => Ok(Version { major, minor }),
            _ => Err(format!("no version: {text}")),
        }
    }
}

impl From<(u16, u16)> for Version {
    fn from((major, minor): (u16, u16)) -> Self {
        Version { major, minor }
    }
}

fn parse_all<T: FromStr>(texts: &[&str]) -> Vec<T> {
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

fn distinct<T, C>(items: &[T]) -> C
where
    T: Clone,
    C: FromIterator<T>,
{
    items.iter().cloned().collect()
}

fn main() {
    let version: Version = "1.95".parse().unwrap_or_default();
    let other = Version::from((2, 0));
    let numbers = parse_all::<i32>(&["4", "x", "-9"]);
    let set: BTreeSet<i32> = distinct(&[3, 1, 3]);
    let mut grows = Vec::new();
    let mut next = 1;
    while next < 50u8 {
        grows.push(next);
        next = next * 2 + 1;
    }
    let sum: u32 = grows.iter().map(|&n| u32::from(n)).sum();
    let newer: bool = version != other && other.major > version.major;
    println!("{version:?} {numbers:?} {set:?} {sum} {newer} {}", Version::from_str("a").is_err());
}
