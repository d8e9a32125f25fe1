//! The first of many steps with which a result is wrong.

/// The least number of steps with which the result is wrong, given that it is right with none and wrong with
/// `all`.
///
/// If right and wrong alternate, this is one of the places where right becomes wrong.
pub(crate) fn first_bad(
    all: usize,
    mut is_bad: impl FnMut(usize) -> Result<bool, String>,
) -> Result<usize, String> {
    let (mut good, mut bad) = (0, all);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match is_bad(middle)? {
            true => bad = middle,
            false => good = middle,
        }
    }
    Ok(bad)
}

/// A number of steps whose result is not what `first_bad` says, if there is one among some that are looked
/// at.
pub(crate) fn contradiction(
    first_bad: usize,
    all: usize,
    mut is_bad: impl FnMut(usize) -> Result<bool, String>,
) -> Result<Option<usize>, String> {
    let between = |from: usize, to: usize| [from + (to - from) / 3, from + (to - from) * 2 / 3];
    let mut steps = [between(0, first_bad - 1), between(first_bad, all)].concat();
    steps.retain(|step| ![0, first_bad - 1, first_bad, all].contains(step));
    steps.dedup();
    for step in steps {
        if is_bad(step)? != (step >= first_bad) {
            return Ok(Some(step));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bad_step_is_found_wherever_it_is() {
        for all in 1..40 {
            for first in 1..=all {
                assert_eq!(first_bad(all, |step| Ok(step >= first)), Ok(first));
            }
        }
    }

    #[test]
    fn a_search_takes_as_many_trials_as_the_number_has_binary_digits() {
        let mut trials = 0;
        let found = first_bad(1000, |step| {
            trials += 1;
            Ok(step >= 777)
        });
        assert_eq!((found, trials <= 10), (Ok(777), true));
    }

    #[test]
    fn what_cannot_be_told_ends_the_search() {
        assert_eq!(first_bad(9, |_| Err("why".to_owned())), Err("why".to_owned()));
    }

    #[test]
    fn a_monotone_result_contradicts_nothing() {
        for first in 1..=30 {
            assert_eq!(contradiction(first, 30, |step| Ok(step >= first)), Ok(None));
        }
    }

    #[test]
    fn a_result_that_becomes_right_again_is_noticed() {
        let is_bad = |step| Ok((10..20).contains(&step) || step == 100);
        assert!(matches!(contradiction(10, 100, is_bad), Ok(Some(_))));
    }
}
