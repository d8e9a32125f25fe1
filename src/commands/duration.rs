//! Durations as people write them on a command line.

use std::time::Duration;

/// The longest that a command takes: a year.
const LONGEST: Duration = Duration::from_secs(366 * 86_400);

/// Reads `90s`, `10m`, `1h30m`, `2d`, or a number of seconds.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let duration = match text.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    duration.filter(|duration| (Duration::from_secs(1)..=LONGEST).contains(duration)).ok_or_else(|| {
        format!("`{text}` is not a duration from a second to a year, such as `90s`, `10m` or `1h30m`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        let seconds = |text: &str| parse_duration(text).map(|time| time.as_secs());
        assert_eq!(
            ["90s", "10m", "8h", "1h30m", "1.5h", "2d", "45"].map(seconds),
            [Ok(90), Ok(600), Ok(28_800), Ok(5_400), Ok(5_400), Ok(172_800), Ok(45)]
        );
        for text in ["", "m", "-1s", "1.5", "0", "0s", "99999999999999999999h", "400d"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
