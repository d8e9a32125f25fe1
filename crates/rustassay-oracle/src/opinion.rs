//! Disagreements between our rules, or a part of a compiler that is still made, and Rust as it is, that are known.

use rustassay_judge::backend::Backend;
use rustassay_judge::checking::known::{self, Accepted};
use rustassay_judge::checking::{CheckFate, Difference, DisagreementCause, Origin, Setting, check_alone};
use rustassay_judge::engine::Engine;
use rustassay_lang::Edition;
use std::sync::LazyLock;

static KNOWN: LazyLock<Vec<Accepted>> = LazyLock::new(|| {
    known::parse(rustassay_gen_types::KNOWN).unwrap_or_else(|mistake| panic!("known.toml: {mistake}"))
});

/// Why a backend's opinion of a program, which seems wrong, is known; `None` if it is not. `expected` is what our rules say, if they do.
pub fn known_disagreement(
    engine: &Engine,
    (text, edition): (&str, Edition),
    origin: &Origin,
    expected: Option<CheckFate>,
    backend: &Backend,
) -> Option<String> {
    let setting = Setting::of(backend, edition)?;
    let plain =
        Setting { flags: Vec::new(), name: format!("{}/plain", setting.toolchain.name), ..setting.clone() };
    let checked = [&plain, &setting].map(|setting| check_alone(engine, text, setting));
    let is_right = expected.is_none_or(|expected| checked[0].fate() == Some(expected));
    let cause = match expected {
        // The compiler is right as it is, and a second implementation is of another opinion.
        _ if is_right && !backend.flags.is_empty() && checked[0].fate() != checked[1].fate() => {
            let difference = Difference { program: 0, checked: checked.to_vec() };
            DisagreementCause::of_difference(origin, &[plain, setting], &difference)
        }
        Some(expected) => DisagreementCause::of(origin, expected, &checked[1]),
        None => None,
    };
    known_cause(&cause?)
}

/// Why a disagreement is known; `None` if it is not.
pub fn known_cause(cause: &DisagreementCause) -> Option<String> {
    let accepted = known::find(&KNOWN, cause)?;
    Some(format!("{} ({})", accepted.reason, accepted.reference))
}
