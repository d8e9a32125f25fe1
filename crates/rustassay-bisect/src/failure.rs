//! When a result is still the same wrong one.

use rustassay_judge::answer::Answer;
use rustassay_judge::engine::Trial;
use rustassay_judge::verdict::is_as_bad;

/// A predicate for what is as wrong as this trial was.
///
/// A crash is the same if its signature is. A program that does something else than it must may do so in
/// another way with other settings; where nobody knows what it must do, it has to do the same as before. So
/// where a compiler is trusted that gets it right, give what that does as the answer.
pub fn same_failure(bad: &Trial, answer: &Answer) -> impl Fn(&Trial) -> bool + use<> {
    let (bad, answer) = (bad.outcome.clone(), answer.clone());
    move |trial| is_as_bad(&bad, &trial.outcome, &answer)
}
