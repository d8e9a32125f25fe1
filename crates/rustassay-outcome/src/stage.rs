//! The parts of a compiler that reject programs.

use crate::RustcDiagnostic;
use std::fmt;

/// A part of the compiler that rejects programs, in the order in which they work.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RejectionStage {
    /// Reading the text.
    Syntax,
    /// What names mean, and who may use them.
    Names,
    /// Whether items make sense: well-formedness, coherence, what an implementation must have.
    Items,
    /// The types of expressions, and which traits hold. Also of items, where the same code says so.
    Types,
    /// Ownership, borrows and lifetimes.
    Borrows,
    /// Evaluation of constants.
    Constants,
    /// None of these, by its code.
    Other,
}

/// The stage of each code; see the error index of rustc. Extend it with a row.
const STAGES: &[(RejectionStage, &[&str])] = &[
    (
        RejectionStage::Syntax,
        &["E0586", "E0627", "E0758", "E0762", "E0763", "E0765", "E0766", "E0768", "E0748"],
    ),
    (
        RejectionStage::Names,
        &[
            "E0401", "E0403", "E0404", "E0405", "E0407", "E0408", "E0411", "E0412", "E0415", "E0416",
            "E0422", "E0423", "E0424", "E0425", "E0426", "E0428", "E0429", "E0430", "E0431", "E0432",
            "E0433", "E0434", "E0435", "E0437", "E0438", "E0446", "E0451", "E0576", "E0603", "E0616",
            "E0624", "E0261", "E0262", "E0263", "E0106", "E0107", "E0220", "E0221", "E0223", "E0229",
            "E0191", "E0496", "E0637", "E0128",
        ],
    ),
    (
        RejectionStage::Items,
        &[
            "E0038", "E0046", "E0049", "E0050", "E0053", "E0072", "E0091", "E0116", "E0117", "E0118",
            "E0119", "E0120", "E0124", "E0130", "E0131", "E0184", "E0185", "E0186", "E0195", "E0199",
            "E0200", "E0201", "E0204", "E0206", "E0207", "E0210", "E0225", "E0275", "E0276", "E0309",
            "E0310", "E0311", "E0320", "E0321", "E0322", "E0323", "E0324", "E0325", "E0326", "E0365",
            "E0366", "E0367", "E0371", "E0390", "E0391", "E0392", "E0393", "E0399", "E0436", "E0477",
            "E0478", "E0491", "E0495", "E0582", "E0581", "E0592", "E0593", "E0643", "E0670", "E0718",
            "E0732", "E0741", "E0751", "E0770", "E0771", "E0804",
        ],
    ),
    (
        RejectionStage::Types,
        &[
            "E0023", "E0026", "E0027", "E0029", "E0040", "E0054", "E0055", "E0057", "E0060", "E0061",
            "E0063", "E0067", "E0069", "E0070", "E0071", "E0133", "E0164", "E0271", "E0277", "E0282",
            "E0283", "E0284", "E0308", "E0317", "E0369", "E0560", "E0599", "E0600", "E0604", "E0605",
            "E0606", "E0607", "E0608", "E0609", "E0610", "E0614", "E0615", "E0618", "E0620", "E0631",
            "E0632", "E0635", "E0689", "E0693", "E0698", "E0700", "E0728", "E0733", "E0744", "E0746",
            "E0747", "E0783", "E0790", "E0004", "E0005",
        ],
    ),
    (
        RejectionStage::Borrows,
        &[
            "E0373", "E0381", "E0382", "E0383", "E0384", "E0499", "E0500", "E0501", "E0502", "E0503",
            "E0505", "E0506", "E0507", "E0508", "E0509", "E0510", "E0515", "E0516", "E0521", "E0524",
            "E0594", "E0596", "E0597", "E0621", "E0626", "E0712", "E0713", "E0716", "E0792",
        ],
    ),
    (RejectionStage::Constants, &["E0010", "E0013", "E0015", "E0080", "E0492", "E0493", "E0764"]),
];

/// Headlines of errors without a code, and their stage.
const WITHOUT_CODE: &[(&str, RejectionStage)] = &[
    ("lifetime may not live long enough", RejectionStage::Borrows),
    ("higher-ranked", RejectionStage::Borrows),
    ("implementation of ", RejectionStage::Borrows),
    ("captured variable cannot escape", RejectionStage::Borrows),
    ("unconstrained opaque type", RejectionStage::Items),
    ("cannot project on", RejectionStage::Types),
    ("`impl` item signature doesn't match", RejectionStage::Items),
];

impl RejectionStage {
    /// The stage that an error is from, by its code or its headline.
    pub fn of(error: &RustcDiagnostic) -> RejectionStage {
        match &error.code {
            Some(code) => RejectionStage::of_code(code),
            None => {
                let row = WITHOUT_CODE.iter().find(|(start, _)| error.message.starts_with(start));
                row.map_or(RejectionStage::Syntax, |(_, stage)| *stage)
            }
        }
    }

    /// The stage that errors of a code are from.
    pub fn of_code(code: &str) -> RejectionStage {
        let row = STAGES.iter().find(|(_, codes)| codes.contains(&code));
        row.map_or(RejectionStage::Other, |(stage, _)| *stage)
    }

    /// As data calls it.
    pub const fn name(self) -> &'static str {
        match self {
            RejectionStage::Syntax => "syntax",
            RejectionStage::Names => "names",
            RejectionStage::Items => "items",
            RejectionStage::Types => "types",
            RejectionStage::Borrows => "borrows",
            RejectionStage::Constants => "constants",
            RejectionStage::Other => "other",
        }
    }
}

impl fmt::Display for RejectionStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_has_one_stage() {
        let mut codes: Vec<&str> = STAGES.iter().flat_map(|(_, codes)| *codes).copied().collect();
        let all = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }
}
