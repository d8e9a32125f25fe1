//! Frames of backtraces: finding their names, and saying them so that builds of one compiler agree.

use crate::normal::is_identifier;

/// Reads a line of a backtrace that std printed: `12: name`, or with `RUST_BACKTRACE=full` `12:
/// 0x7f825721f408 - name`.
pub(crate) fn rust_frame(line: &str) -> Option<String> {
    let (number, rest) = line.trim_start().split_once(':')?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) || !rest.starts_with(' ') {
        return None;
    }
    let rest = rest.trim_start();
    let name = match rest.split_once(" - ") {
        Some((address, name)) if address.starts_with("0x") => name,
        _ => rest,
    };
    Some(without_hashes(name.trim()))
}

/// Reads a line of a backtrace that glibc's `backtrace_symbols_fd` printed:
/// `library(symbol+0x42)[0x7fab3b3f5002]`. Frames without a symbol have no name.
pub(crate) fn native_frame(line: &str) -> Option<String> {
    let (before, _address) = line.strip_suffix(']')?.rsplit_once("[0x")?;
    let (_library, symbol) = before.strip_suffix(')')?.rsplit_once('(')?;
    let symbol = symbol.rsplit_once('+').map_or(symbol, |(symbol, _offset)| symbol);
    (!symbol.is_empty()).then(|| demangle(symbol))
}

/// Reads a line of a backtrace that LLVM printed: ` #4 0x00007fa98de59fb2 llvm::f(int) (library+0x42)` or `..
/// raise file.c:27:6`. Frames without a symbol have no name.
pub(crate) fn llvm_frame(line: &str) -> Option<String> {
    let (number, rest) = line.trim_start().strip_prefix('#')?.split_once(' ')?;
    let (address, name) = rest.trim_start().split_once(' ')?;
    let is_frame = number.bytes().all(|byte| byte.is_ascii_digit()) && address.starts_with("0x");
    if !is_frame || name.starts_with('(') {
        return None;
    }
    let name = name.split(" (/").next().unwrap_or(name);
    Some(match name.contains('(') {
        true => cpp_function(name),
        false => demangle(name.split(' ').next().unwrap_or(name)),
    })
}

/// `f` of `static R *llvm::C<T>::f(A, B) const [with T = U]`.
pub(crate) fn cpp_function(signature: &str) -> String {
    let signature = signature.replace("(anonymous namespace)::", "");
    let mut depth = 0_usize;
    let mut start = 0;
    for (at, c) in signature.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ' ' | '*' | '&' if depth == 0 => start = at + 1,
            // The parameters.
            '(' if depth == 0 => return signature[start..at].to_owned(),
            _ => {}
        }
    }
    signature[start..].to_owned()
}

/// A symbol's name in its language, without hashes; a C++ function without its parameters.
pub(crate) fn demangle(symbol: &str) -> String {
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return format!("{name:#}");
    }
    let options = cpp_demangle::DemangleOptions::new().no_params().no_return_type();
    cpp_demangle::Symbol::new(symbol)
        .ok()
        .and_then(|name| name.demangle_with_options(&options).ok())
        .unwrap_or_else(|| symbol.to_owned())
}

/// The first frames that say where something went wrong, short enough to compare: without the machinery that
/// reports, without generic arguments, closures and what the optimizer appended.
pub(crate) fn own_frames(frames: &[String], count: usize) -> Vec<String> {
    let names = frames.iter().filter(|frame| !is_machinery(frame)).map(|frame| short(frame));
    let mut own: Vec<String> = Vec::new();
    for name in names {
        // A closure in a function counts as that function.
        if own.last() != Some(&name) {
            own.push(name);
        }
        if own.len() > count {
            break;
        }
    }
    own.truncate(count);
    own
}

/// Functions that are on top of the stack in every panic of rustc and every signal, or that have no name.
fn is_machinery(frame: &str) -> bool {
    const PREFIXES: [&str; 18] = [
        "std::",
        "core::",
        "alloc::",
        "__rust",
        "rust_begin_unwind",
        "rustc_errors::",
        "rustc_span::ErrorGuaranteed as rustc_errors::",
        "rustc_middle::util::bug::",
        "rustc_middle::ty::context::tls::",
        "rustc_interface::callbacks::track_diagnostic",
        "rustc_driver",
        "llvm::sys::",
        "llvm::report_fatal_error",
        "llvm::llvm_unreachable_internal",
        "SignalHandler",
        "raise",
        "abort",
        "__",
    ];
    let name = frame.trim_start_matches('<');
    name.is_empty()
        || name.starts_with("unknown>")
        || name.starts_with("0x")
        || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// A frame's name without generic arguments, closures and suffixes.
fn short(frame: &str) -> String {
    let mut name = String::new();
    let mut depth = 0_usize;
    let mut previous = ' ';
    for (at, c) in frame.char_indices() {
        // `<` begins arguments after a name or `::`, and otherwise a path or `<impl T>`, which say whose
        // function it is.
        let in_path = name.ends_with("::") && !frame[at..].starts_with("<impl ");
        let opens = c == '<' && (depth > 0 || is_identifier(previous) || in_path);
        let closes = c == '>' && depth > 0 && previous != '-';
        if opens {
            depth += 1;
        } else if closes {
            depth -= 1;
        } else if depth == 0 {
            name.push(c);
        }
        previous = c;
    }
    let name = name.replace("::::", "::");
    let ends = ["::{closure", "::{{closure", "::{shim", ".cold", ".llvm."];
    let end = ends.iter().filter_map(|end| name.find(end)).min().unwrap_or(name.len());
    name[..end].trim_end_matches(':').to_owned()
}

/// A name without the hashes that tell crates apart (`core[c1f1a4ba060b9bfa]`) or, in old releases, functions
/// (`::h0123456789abcdef`).
fn without_hashes(name: &str) -> String {
    let is_hash = |text: &str| text.len() >= 12 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut kept = String::new();
    let mut rest = name;
    while let Some(open) = rest.find('[') {
        let (before, after) = rest.split_at(open);
        kept.push_str(before);
        match after[1..].split_once(']') {
            Some((hash, next)) if is_hash(hash) => rest = next,
            _ => {
                kept.push('[');
                rest = &after[1..];
            }
        }
    }
    kept.push_str(rest);
    if let Some((function, hash)) = kept.rsplit_once("::h")
        && is_hash(hash)
    {
        kept.truncate(function.len());
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_the_same_with_and_without_a_full_backtrace() {
        let brief = "   2: <rustc_errors::DiagCtxtInner>::emit::<core::option::Option<u8>>";
        let full = "  11:     0x7f8259332f02 - <rustc_errors[795cd5cf46ddce51]::DiagCtxtInner>::emit::\
                    <core[c1f1a4ba060b9bfa]::option::Option<u8>>";
        assert_eq!(rust_frame(brief), rust_frame(full));
    }

    #[test]
    fn a_frame_of_rustc_has_no_hash() {
        let line = "/lib/librustc_driver-61.so(_RNvMNtNtCsaLBsNTKQP2p_11rustc_parse6parser4attrNtB4_6Parser\
                    22parse_outer_attributes+0x1b)[0x7fcf35814b2f]";
        let name = "<rustc_parse::parser::Parser>::parse_outer_attributes";
        assert_eq!(native_frame(line).as_deref(), Some(name));
    }

    #[test]
    fn a_frame_of_llvm_has_no_parameters() {
        let line = "/lib/libLLVM.so.22(_ZN4llvm18UnifyLoopExitsPass3runERNS_8FunctionERNS_15\
                    AnalysisManagerIS1_JEEE+0x42)[0x7fab3b3f5002]";
        assert_eq!(native_frame(line).as_deref(), Some("llvm::UnifyLoopExitsPass::run"));
    }

    #[test]
    fn a_frame_without_a_symbol_has_no_name() {
        assert_eq!(native_frame("/lib/libLLVM.so.22(+0x65f5f1e)[0x7fab3b3f5f1e]"), None);
    }

    #[test]
    fn short_names_keep_whose_function_it_is() {
        let name = "<rustc_mir_transform::validate::Validator<'_> as rustc_mir_transform::MirPass>\
                    ::run_pass::<fn() -> u8>::{closure#0}";
        assert_eq!(
            short(name),
            "<rustc_mir_transform::validate::Validator as rustc_mir_transform::MirPass>::run_pass"
        );
        assert_eq!(
            short("rustc_session::utils::<impl rustc_session::session::Session>::time"),
            "rustc_session::utils::<impl rustc_session::session::Session>::time"
        );
        assert_eq!(short("alloc::vec::Vec::<T>::push"), "alloc::vec::Vec::push");
    }

    #[test]
    fn a_frame_of_a_stack_dump_is_a_function() {
        let line = " #13 0x0000563fe438df79 void lld::elf::writeResult<llvm::E<(llvm::e)1, true> >(lld::C&) \
                    (/bin/lld+0x5adf79)";
        assert_eq!(llvm_frame(line).as_deref(), Some("lld::elf::writeResult<llvm::E<(llvm::e)1, true> >"));
        assert_eq!(
            llvm_frame("  #4 0x00007fa98de59fb2 raise ./signal/raise.c:27:6").as_deref(),
            Some("raise")
        );
        assert_eq!(llvm_frame("  #2 0x00007fa98de5a050 (/lib/libc.so.6+0x3c050)"), None);
    }
}
