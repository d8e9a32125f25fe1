//! Numbers and times for people.

use std::time::Duration;

/// `1,234,567`
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 finding`, `2 findings`, `3 batches`
pub fn count(n: usize, thing: &str) -> String {
    let ending = match n {
        1 => "",
        _ if thing.ends_with("ch") || thing.ends_with('s') => "es",
        _ => "s",
    };
    format!("{} {thing}{ending}", number(n as u64))
}

/// `97%`
pub fn percent(part: f64, whole: f64) -> String {
    match whole > 0.0 {
        true => format!("{:.0}%", 100.0 * part / whole),
        false => "-".to_owned(),
    }
}

/// `1h 02m`, `3m 20s`, `12s`
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, seconds) => format!("{minutes}m {seconds:02}s"),
        (hours, minutes, _) => format!("{hours}h {minutes:02}m"),
    }
}

/// The same of milliseconds, which a clock that was set may have made negative.
pub fn milliseconds(time: i64) -> String {
    duration(Duration::from_millis(time.max(0).unsigned_abs()))
}

/// `2026-04-14 09:05`, in UTC, of milliseconds since 1970.
pub fn date(time: i64) -> String {
    let minutes = time.div_euclid(60_000);
    let (hour, minute) = (minutes.rem_euclid(24 * 60) / 60, minutes.rem_euclid(60));
    format!("{} {hour:02}:{minute:02}", day(minutes.div_euclid(24 * 60)))
}

/// `2026-04-14T09:05:30.123Z`, as RFC 3339 has it, of milliseconds since 1970.
pub fn timestamp(time: i64) -> String {
    let of_day = time.rem_euclid(86_400_000);
    let (seconds, milliseconds) = (of_day / 1000, of_day % 1000);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let day = day(time.div_euclid(86_400_000));
    format!("{day}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

/// `2026-04-14`, of days since 1970.
///
/// Days become dates by counting years from March, so that leap days are last: an era of 400 years has 146,097 days.
fn day(days_since_1970: i64) -> String {
    let days_since_march_of_year_0 = days_since_1970 + 719_468;
    let (era, day) =
        (days_since_march_of_year_0.div_euclid(146_097), days_since_march_of_year_0.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    // Months from March on have 31, 30, 31, 30 and 31 days again and again.
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0, 999, 1000, 1_234_567].map(number), ["0", "999", "1,000", "1,234,567"]);
        let times = [5, 65, 3700].map(|seconds| duration(Duration::from_secs(seconds)));
        assert_eq!(times, ["5s", "1m 05s", "1h 01m"]);
        assert_eq!([0, 1, 2].map(|n| count(n, "finding")), ["0 findings", "1 finding", "2 findings"]);
        assert_eq!(count(3000, "batch"), "3,000 batches");
    }

    #[test]
    fn times_are_written_as_dates() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (951_868_800, "2000-03-01 00:00"),
            (1_735_689_599, "2024-12-31 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
            (-1, "1969-12-31 23:59"),
        ] {
            assert_eq!(date(seconds * 1000), text);
        }
        assert_eq!(timestamp(951_782_399_007), "2000-02-28T23:59:59.007Z");
        assert_eq!(timestamp(-1), "1969-12-31T23:59:59.999Z");
    }
}
