//! Names that a user may have meant.

/// The end of a message about a name that there is not: `; did you mean ..?` if one that there is looks like it, or else nothing.
pub fn did_you_mean<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    // One slip in three characters, and never all of them.
    let most = (name.chars().count() / 3).max(1);
    let distances = names.into_iter().map(|other| (edits(name, other), other));
    let near = distances.filter(|(edits, other)| *edits <= most && *edits < other.chars().count());
    near.min_by_key(|(edits, _)| *edits)
        .map_or_else(String::new, |(_, other)| format!("; did you mean `{other}`?"))
}

/// How many characters have to be left out, put in, replaced or swapped with their neighbour to make one text of the other.
fn edits(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    // Row `n` has the distances of the first `n` characters of `from` to all beginnings of `to`.
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for (n, a) in from.iter().enumerate() {
        let mut row = vec![n + 1];
        for (m, b) in to.iter().enumerate() {
            let mut least = (rows[n][m] + usize::from(a != b)).min(rows[n][m + 1] + 1).min(row[m] + 1);
            if n > 0 && m > 0 && from[n - 1] == *b && to[m - 1] == *a {
                least = least.min(rows[n - 1][m - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised() {
        let names = ["quick", "default", "thorough", "pointers"];
        for (typed, meant) in [("quik", "quick"), ("pointres", "pointers"), ("Quick", "quick")] {
            assert_eq!(did_you_mean(typed, names), format!("; did you mean `{meant}`?"));
        }
    }

    #[test]
    fn what_is_like_no_name_has_no_suggestion() {
        for typed in ["", "x", "nightly", "kciuq"] {
            assert_eq!(did_you_mean(typed, ["quick", "mir"]), "");
        }
    }
}
