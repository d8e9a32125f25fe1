//! Signatures ignore noise and keep what differs.

use crate::common::{finished, text};
use rustassay_outcome::{Signature, compiled};
use rustassay_process::End;

/// The signature of a stored text.
#[track_caller]
fn stored(name: &str) -> Signature {
    compiled(&text(name).finished).signature().expect("a bad outcome")
}

/// The signature of a stored text with other words in it.
#[track_caller]
fn changed(name: &str, changes: &[(&str, &str)]) -> Signature {
    let text = text(name);
    let mut stderr = String::from_utf8(text.finished.stderr).expect("texts are UTF-8");
    for (from, to) in changes {
        assert!(stderr.contains(from), "{name} has no `{from}`");
        stderr = stderr.replace(from, to);
    }
    compiled(&finished(text.finished.end, stderr)).signature().expect("a bad outcome")
}

#[test]
fn paths_lines_hashes_threads_and_names_of_the_program_do_not_matter() {
    let other = changed(
        "broken-mir-validate",
        &[
            ("/rustc-dev/59807616e1fa2540724bfbac14d7976d7e4a3860/", "C:\\rust\\build\\"),
            (
                "compiler/rustc_mir_transform/src/validate.rs",
                "compiler\\rustc_mir_transform\\src\\validate.rs",
            ),
            (":81:25", ":1234:5"),
            ("DefId(0:15 ~ m_deref[30f9]::f)", "DefId(0:7 ~ other[0a0b]::m::{impl#0}::g::<Foo<u8>>)"),
            ("bb0[0]", "bb41[17]"),
            ("(*(*_1))", "(*((*_9).1: &Foo))"),
            ("m_deref", "other"),
            ("`f`", "`m::<impl S>::g`"),
        ],
    );
    assert_eq!(stored("broken-mir-validate"), other);
}

#[test]
fn types_in_messages_do_not_matter() {
    let other = changed(
        "panic-1.85",
        &[
            ("Foo", "Option<Adt7>"),
            ("Bar<u8>", "[(u8, Baz); 4]"),
            ("Size(4 bytes)", "Size(16 bytes)"),
            ("412:9", "1:1"),
        ],
    );
    assert_eq!(stored("panic-1.85"), other);
}

#[test]
fn addresses_do_not_matter() {
    let other = changed(
        "signal-sigill-in-llvm",
        &[("0x7fab", "0x6f01"), ("+0x42)", "+0x1042)"), ("-6108105cd7e839cf.so", "-0123456789abcdef.so")],
    );
    assert_eq!(stored("signal-sigill-in-llvm"), other);
}

#[test]
fn generic_arguments_of_frames_do_not_matter() {
    let other = changed(
        "panic-1.85",
        &[("::<rustc_abi::layout::ty::FieldIdx, rustc_abi::layout::ty::VariantIdx>", "::<u8>")],
    );
    assert_eq!(stored("panic-1.85"), other);
}

#[test]
fn json_and_text_for_people_agree() {
    for name in
        ["rejected-types", "bug-treat-err-as-bug", "broken-mir-validate", "delayed-bug", "link-undefined-lld"]
    {
        assert_eq!(stored(name), stored(&format!("{name}-json")), "{name}");
    }
}

#[test]
fn a_full_backtrace_says_the_same() {
    assert_eq!(stored("bug-treat-err-as-bug"), stored("bug-treat-err-as-bug-full-backtrace"));
}

#[test]
fn two_linkers_agree() {
    assert_eq!(stored("link-undefined-lld"), stored("link-undefined-bfd"));
}

#[test]
fn the_function_that_llvm_compiles_does_not_matter() {
    let other = changed("llvm-error-global-isel", &[("_RINvMs0_", "_RINvMs1_")]);
    assert_eq!(stored("llvm-error-global-isel"), other);
}

#[test]
fn where_a_stack_overflows_does_not_matter() {
    let top = "_RNvMNtNtCsaLBsNTKQP2p_11rustc_parse6parser4attrNtB4_6Parser22parse_outer_attributes";
    let other = "_RNvMNtNtCsaLBsNTKQP2p_11rustc_parse6parser4exprNtB4_6Parser10parse_expr";
    assert_eq!(
        stored("signal-stack-overflow-parser"),
        changed("signal-stack-overflow-parser", &[(top, other)])
    );
}

#[test]
fn the_message_matters() {
    let other =
        changed("panic-1.63", &[("called `Option::unwrap()` on a `None` value", "no entry found for key")]);
    assert_ne!(stored("panic-1.63"), other);
}

#[test]
fn the_function_of_rustc_matters() {
    let other = changed("panic-1.63", &[("Inliner::process_blocks", "Inliner::inline_call")]);
    assert_ne!(stored("panic-1.63"), other);
}

#[test]
fn without_a_backtrace_the_query_matters() {
    let other = changed("bug-1.63", &[("#0 [mir_const]", "#0 [mir_promoted]")]);
    assert_ne!(stored("bug-1.63"), other);
}

#[test]
fn the_pass_that_broke_the_mir_matters() {
    let other = changed("broken-mir-validate", &[("after pass LowerIntrinsics", "after pass GVN")]);
    assert_ne!(stored("broken-mir-validate"), other);
}

#[test]
fn the_assertion_and_its_function_matter() {
    let function =
        changed("llvm-assertion-glibc", &[("MemorySSAUpdater::fixupDefs", "MemorySSAUpdater::removeEdge")]);
    let condition = changed("llvm-assertion-glibc", &[("IncomingAccess &&", "OutgoingAccess &&")]);
    let original = stored("llvm-assertion-glibc");
    assert!(original != function && original != condition && function != condition);
}

#[test]
fn the_node_that_llvm_cannot_select_matters() {
    let other = changed("llvm-cannot-select", &[("X86ISD::CMP", "X86ISD::BT")]);
    assert_ne!(stored("llvm-cannot-select"), other);
}

#[test]
fn the_phase_of_a_hang_matters() {
    assert_ne!(stored("hang-mir-pass"), stored("hang-llvm-pass"));
}

#[test]
fn different_causes_have_different_signatures() {
    let mut seen: Vec<(Signature, String)> = Vec::new();
    for text in crate::common::texts().into_iter().filter(|text| text.by_compiler) {
        // Names that begin alike are of one cause, and so are those of one shortage.
        let cause = text.name.trim_end_matches("-json").trim_end_matches("-full-backtrace").to_owned();
        let Some(signature) = compiled(&text.finished).signature() else { continue };
        seen.push((signature, cause));
    }
    assert!(seen.len() > 40, "only {} texts have a signature", seen.len());
    let one_cause = ["memory-", "processes-", "link-undefined-"];
    for (at, (signature, cause)) in seen.iter().enumerate() {
        for (other_signature, other) in &seen[..at] {
            let same =
                cause == other || one_cause.iter().any(|c| cause.starts_with(c) && other.starts_with(c));
            assert!(same || signature != other_signature, "{cause} and {other} are both {signature}");
        }
    }
}

#[test]
fn a_signature_is_one_line() {
    for text in crate::common::texts() {
        let signature = compiled(&text.finished).signature();
        assert!(signature.is_none_or(|signature| !signature.as_str().contains('\n')), "{}", text.name);
    }
}

#[test]
fn what_is_built_has_none() {
    assert_eq!(compiled(&finished(End::Exited(0), "warning: unused\n")).signature(), None);
}
