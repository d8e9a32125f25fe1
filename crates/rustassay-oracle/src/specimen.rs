//! A program under test, with all that it takes to judge it again.

use crate::OracleName;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rustassay_judge::answer::Answer;
use rustassay_judge::backend::Backend;
use rustassay_judge::case::{Case, CaseSource, Expectation};
use rustassay_judge::checking::Origin;
use rustassay_lang::{Architecture, Edition};
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// A program under test. It owns all that its oracle needs: neither the generator nor its configuration takes part when it is judged again.
#[derive(Clone, Debug)]
pub struct Specimen {
    /// What it was made from.
    pub seed: u64,
    /// What it is made of, as its generator calls it.
    pub profile: String,
    /// The program.
    pub case: Case,
    /// Who judges it.
    pub oracle: OracleName,
    /// What it must do, where its generator knows; it is not kept, because the machine can say it again.
    pub answer: Answer,
    /// What it is about, if it is about one thing: bugs that it shows have that in common.
    pub about: Option<String>,
    /// The rules that it was derived with, if it was.
    pub origin: Option<Origin>,
    /// What a person types to have the program again.
    pub command: String,
    /// The program that it was made of, if it was: a compiler has compiled it before.
    pub before: Option<Case>,
    /// The other programs of its class, if it has one: a compiler must accept all of them or reject all of them.
    pub class: Vec<Case>,
}

/// The form in a store. Fields are added and never change their meaning: a store of last year is read by the campaign of today.
#[derive(Serialize, Deserialize)]
struct Kept {
    seed: u64,
    profile: String,
    name: String,
    text: String,
    edition: String,
    oracle: OracleName,
    expectation: KeptExpectation,
    about: Option<String>,
    origin: Option<KeptOrigin>,
    command: String,
    #[serde(default)]
    before: Option<KeptProgram>,
    #[serde(default)]
    class: Vec<KeptProgram>,
}

#[derive(Serialize, Deserialize)]
struct KeptProgram {
    name: String,
    text: String,
    edition: String,
}

#[derive(Copy, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KeptExpectation {
    Runs,
    Accepted,
    Rejected,
    Either,
}

#[derive(Serialize, Deserialize)]
struct KeptOrigin {
    set: String,
    premise: Option<String>,
    rules: Vec<String>,
    #[serde(default)]
    codes: Vec<String>,
}

impl KeptProgram {
    /// `None` if the backend cannot be given it.
    fn of(case: &Case, backend: &Backend) -> Option<KeptProgram> {
        let text = case.file_for(backend.custom_mir()).ok()?;
        Some(KeptProgram { name: case.name.clone(), text, edition: case.edition().name().to_owned() })
    }

    fn case(self) -> Case {
        Case::from_text(self.name, self.text, Edition::from_name(&self.edition))
    }
}

/// No program is larger: what says otherwise was damaged.
const LARGEST: u64 = 64 << 20;

impl Specimen {
    /// Notes the target that ordinary Rust is tried on, where values do not lie in memory as on most; custom MIR says it itself.
    pub fn set_target(&mut self, target: &'static Architecture) {
        if target.layout == Architecture::DEFAULT.layout {
            return;
        }
        let cases = [&mut self.case].into_iter().chain(&mut self.before).chain(&mut self.class);
        for case in cases.filter(|case| matches!(case.source, CaseSource::Rust { .. })) {
            case.target = target;
        }
    }

    /// As a store keeps it: what a backend was given, as compressed JSON. `None` if the backend cannot be given it.
    pub fn to_bytes(&self, backend: &Backend) -> Option<Vec<u8>> {
        let kept = Kept {
            seed: self.seed,
            profile: self.profile.clone(),
            name: self.case.name.clone(),
            text: self.case.file_for(backend.custom_mir()).ok()?,
            edition: self.case.edition().name().to_owned(),
            oracle: self.oracle,
            expectation: match self.case.expectation {
                Expectation::Runs => KeptExpectation::Runs,
                Expectation::Accepted => KeptExpectation::Accepted,
                Expectation::Rejected => KeptExpectation::Rejected,
                Expectation::Either => KeptExpectation::Either,
            },
            about: self.about.clone(),
            origin: self.origin.clone().map(|Origin { set, premise, rules, codes }| KeptOrigin {
                set,
                premise,
                rules,
                codes,
            }),
            command: self.command.clone(),
            before: self.before.as_ref().and_then(|before| KeptProgram::of(before, backend)),
            class: self.class.iter().map(|case| KeptProgram::of(case, backend)).collect::<Option<_>>()?,
        };
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&serde_json::to_vec(&kept).ok()?).ok()?;
        encoder.finish().ok()
    }

    /// The specimen that a store has kept; or why it cannot be read.
    pub fn from_bytes(bytes: &[u8]) -> Result<Specimen, String> {
        let mut text = Vec::new();
        let read = DeflateDecoder::new(bytes).take(LARGEST).read_to_end(&mut text);
        read.map_err(|error| format!("its program in the store is damaged: {error}"))?;
        let kept: Kept = serde_json::from_slice(&text)
            .map_err(|error| format!("its program in the store cannot be understood: {error}"))?;
        let mut case = Case::from_text(kept.name, kept.text, Edition::from_name(&kept.edition));
        case.expectation = match kept.expectation {
            KeptExpectation::Runs => Expectation::Runs,
            KeptExpectation::Accepted => Expectation::Accepted,
            KeptExpectation::Rejected => Expectation::Rejected,
            KeptExpectation::Either => Expectation::Either,
        };
        Ok(Specimen {
            seed: kept.seed,
            profile: kept.profile,
            case,
            oracle: kept.oracle,
            answer: Answer::Unknown("it was read from a store".to_owned()),
            about: kept.about,
            origin: kept.origin.map(|KeptOrigin { set, premise, rules, codes }| Origin {
                set,
                premise,
                rules,
                codes,
            }),
            command: kept.command,
            before: kept.before.map(KeptProgram::case),
            class: kept.class.into_iter().map(KeptProgram::case).collect(),
        })
    }

    /// The program that it was made of, to be judged in the same way.
    pub(crate) fn as_before(&self) -> Option<Specimen> {
        let before = self.before.as_ref()?;
        let case = Case { expectation: self.case.expectation, ..before.clone() };
        Some(Specimen { case, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustassay_judge::backend::{Codegen, Executor};

    fn backend() -> Backend {
        let kind = Executor::Compiled(Codegen::Llvm);
        Backend { name: "any".to_owned(), kind, toolchain: None, flags: Vec::new() }
    }

    fn specimen() -> Specimen {
        let mut case = Case::from_text("types-1", "pub fn f() {}\n".to_owned(), Some(Edition::E2024));
        case.expectation = Expectation::Rejected;
        Specimen {
            seed: u64::MAX,
            profile: "traits-almost".to_owned(),
            case,
            oracle: OracleName::Fate,
            answer: Answer::NotDeterministic,
            about: Some("traits rule/premise".to_owned()),
            origin: Some(Origin {
                set: "traits".to_owned(),
                premise: Some("rule/premise".to_owned()),
                rules: vec!["rule".to_owned()],
                codes: vec!["E0277".to_owned()],
            }),
            command: "rustassay generate types --seed 1".to_owned(),
            before: Some(Case::from_text("seed", "pub fn g() {}\n".to_owned(), Some(Edition::E2018))),
            class: vec![Case::from_text("types-0", "pub fn h() {}\n".to_owned(), Some(Edition::E2024))],
        }
    }

    #[test]
    fn a_store_gives_back_all_that_an_oracle_needs() {
        let (before, bytes) = (specimen(), specimen().to_bytes(&backend()).unwrap());
        let after = Specimen::from_bytes(&bytes).unwrap();
        assert_eq!(after.seed, before.seed);
        assert_eq!(after.profile, before.profile);
        assert_eq!(after.case.name, before.case.name);
        assert_eq!(after.case.rust_text(), Some("//@ edition: 2024\npub fn f() {}\n"));
        assert_eq!(after.case.edition(), Edition::E2024);
        assert_eq!(after.case.expectation, Expectation::Rejected);
        assert_eq!(after.oracle, OracleName::Fate);
        assert_eq!(after.about, before.about);
        assert_eq!(after.origin, before.origin);
        assert_eq!(after.command, before.command);
        let [equivalent] = &after.class[..] else { panic!("{:?}", after.class) };
        assert_eq!(equivalent.rust_text(), Some("//@ edition: 2024\npub fn h() {}\n"));
        let (seed, before) = (after.before.unwrap(), before.before.unwrap());
        assert_eq!((&seed.name, seed.edition()), (&before.name, Edition::E2018));
    }

    #[test]
    fn what_was_damaged_in_the_store_is_an_error() {
        let bytes = specimen().to_bytes(&backend()).unwrap();
        for end in 0..bytes.len() {
            assert!(Specimen::from_bytes(&bytes[..end]).is_err());
        }
        assert!(Specimen::from_bytes(b"no program").is_err());
    }
}
