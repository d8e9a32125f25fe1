//! Litmus tests as programs: custom MIR that starts a thread for each column, waits for all of them, and prints what the registers and the
//! locations hold. The machine runs them as it runs any program.

use super::program::*;
use rustassay_mir::model::AtomicOrdering;
use std::fmt::Write;

/// What every program begins with. A compiler makes a program of it that does the same.
const HEAD: &str = "\
#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features, unused, non_snake_case)]

extern crate core;
use core::intrinsics::mir::*;

fn __rustassay_spawn(function: fn(*mut u8), data: *mut u8) -> usize {
    let data = data.expose_provenance();
    let thread = std::thread::spawn(move || function(core::ptr::with_exposed_provenance_mut(data)));
    Box::into_raw(Box::new(thread)).expose_provenance()
}

fn __rustassay_join(thread: usize) {
    let thread = core::ptr::with_exposed_provenance_mut::<std::thread::JoinHandle<()>>(thread);
    unsafe { Box::from_raw(thread) }.join().unwrap();
}

fn show(x: impl core::fmt::Debug) {
    println!(\"{x:?}\");
}
";

/// An intrinsic with its memory orderings.
fn intrinsic(name: &str, types: &str, orderings: &[AtomicOrdering]) -> String {
    let orderings = orderings.iter().map(|ordering| {
        let name = match ordering {
            AtomicOrdering::Relaxed => "Relaxed",
            AtomicOrdering::Release => "Release",
            AtomicOrdering::Acquire => "Acquire",
            AtomicOrdering::AcqRel => "AcqRel",
            AtomicOrdering::SeqCst => "SeqCst",
        };
        format!("{{ core::intrinsics::AtomicOrdering::{name} }}")
    });
    format!("core::intrinsics::{name}::<{types}{}>", Vec::from_iter(orderings).join(", "))
}

/// An operation: what comes before the call that it is, and the call with its destination, if it is one.
fn operation(op: &Op) -> (String, Option<String>) {
    let nothing = String::new();
    match *op {
        Op::Store { location, value, how: Access::Plain } => (format!("*x{location} = {value}_u64;"), None),
        Op::Load { register, location, how: Access::Plain } => (format!("r{register} = *x{location};"), None),
        Op::Store { location, value, how: Access::Atomic(ordering) } => {
            let store = intrinsic("atomic_store", "_, ", &[ordering]);
            (nothing, Some(format!("unit = {store}(x{location}, {value}_u64)")))
        }
        Op::Load { register, location, how: Access::Atomic(ordering) } => {
            let load = intrinsic("atomic_load", "_, ", &[ordering]);
            (format!("source = &raw const *x{location};"), Some(format!("r{register} = {load}(source)")))
        }
        Op::Update { register, location, change, ordering } => {
            let (update, value) = match change {
                Change::Add(value) => (intrinsic("atomic_xadd", "_, _, ", &[ordering]), value),
                Change::Swap(value) => (intrinsic("atomic_xchg", "_, ", &[ordering]), value),
            };
            (nothing, Some(format!("r{register} = {update}(x{location}, {value}_u64)")))
        }
        Op::Exchange { location, expected, new, success, failure, is_weak, .. } => {
            let name = if is_weak { "atomic_cxchgweak" } else { "atomic_cxchg" };
            let exchange = intrinsic(name, "_, ", &[success, failure]);
            (nothing, Some(format!("pair = {exchange}(x{location}, {expected}_u64, {new}_u64)")))
        }
        Op::Fence(ordering) => {
            (nothing, Some(format!("unit = {}()", intrinsic("atomic_fence", "", &[ordering]))))
        }
    }
}

/// The register of an operation that has one.
fn register(op: &Op) -> Option<usize> {
    match *op {
        Op::Load { register, .. } | Op::Update { register, .. } | Op::Exchange { register, .. } => {
            Some(register)
        }
        Op::Store { .. } | Op::Fence(_) => None,
    }
}

/// The function of a thread: each operation is a block.
fn function(number: usize, ops: &[Op], program: &Program) -> String {
    let mut text = format!(
        "\n#[custom_mir(dialect = \"runtime\", phase = \"initial\")]\npub fn thread{number}(data: *mut u8) {{\n    mir! {{\n        \
         type RET = ();\n        let shared: *mut Shared;\n        let source: *const u64;\n        let pair: (u64, bool);\n        \
         let unit: ();\n"
    );
    for location in 0..program.locations {
        let _ = writeln!(text, "        let x{location}: *mut u64;");
    }
    let registers: Vec<usize> = ops.iter().filter_map(register).collect();
    for register in &registers {
        let _ = writeln!(text, "        let r{register}: u64;");
    }
    text.push_str("        {\n            shared = CastPtrToPtr(data);\n");
    for location in 0..program.locations {
        let _ = writeln!(text, "            x{location} = &raw mut (*shared).x{location};");
    }
    text.push_str("            Goto(bb1)\n        }\n");
    for (op, at) in ops.iter().zip(1_usize..) {
        let (before, call) = operation(op);
        let end = match call {
            Some(call) => format!("Call({call}, ReturnTo(bb{}), UnwindUnreachable())", at + 1),
            None => format!("Goto(bb{})", at + 1),
        };
        let _ = writeln!(text, "        bb{at} = {{");
        // What an exchange has found comes with whether it has exchanged it.
        if let Some(Op::Exchange { register, .. }) = at.checked_sub(2).map(|before| &ops[before]) {
            let _ = writeln!(text, "            r{register} = pair.0;");
        }
        if !before.is_empty() {
            let _ = writeln!(text, "            {before}");
        }
        let _ = writeln!(text, "            {end}\n        }}");
    }
    let _ = writeln!(text, "        bb{} = {{", ops.len() + 1);
    if let Some(Op::Exchange { register, .. }) = ops.last() {
        let _ = writeln!(text, "            r{register} = pair.0;");
    }
    for register in registers {
        let _ = writeln!(text, "            (*shared).r{register} = r{register};");
    }
    text.push_str("            Return()\n        }\n    }\n}\n");
    text
}

/// The program, as a file.
pub fn print(program: &Program) -> String {
    let names: Vec<String> = (0..program.registers)
        .map(|register| format!("r{register}"))
        .chain((0..program.locations).map(|location| format!("x{location}")))
        .collect();
    let fields = names.iter().map(|name| format!("    pub {name}: u64,\n"));
    let mut text = format!("{HEAD}\n#[repr(C)]\npub struct Shared {{\n{}}}\n", String::from_iter(fields));
    for (ops, number) in program.threads.iter().zip(1..) {
        text.push_str(&function(number, ops, program));
    }
    let count = program.threads.len();
    text.push_str(
        "\n#[custom_mir(dialect = \"runtime\", phase = \"initial\")]\npub fn main() {\n    mir! {\n        type RET = ();\n        \
         let shared: Shared;\n        let whole: *mut Shared;\n        let data: *mut u8;\n        let function: fn(*mut u8);\n        \
         let unit: ();\n",
    );
    for number in 1..=count {
        let _ = writeln!(text, "        let handle{number}: usize;");
    }
    let _ = writeln!(text, "        let all: [u64; {}];", names.len());
    let zeros = names.iter().map(|name| format!("{name}: 0_u64"));
    let _ = writeln!(
        text,
        "        {{\n            shared = Shared {{ {} }};\n            whole = &raw mut shared;\n            data = CastPtrToPtr(whole);\n            \
         Goto(bb1)\n        }}",
        Vec::from_iter(zeros).join(", ")
    );
    for number in 1..=count {
        let _ = writeln!(
            text,
            "        bb{number} = {{\n            function = const {{ thread{number} as fn(*mut u8) }};\n            \
             Call(handle{number} = __rustassay_spawn(function, data), ReturnTo(bb{}), UnwindContinue())\n        }}",
            number + 1
        );
    }
    for number in 1..=count {
        let at = count + number;
        let _ = writeln!(
            text,
            "        bb{at} = {{\n            Call(unit = __rustassay_join(handle{number}), ReturnTo(bb{}), UnwindContinue())\n        }}",
            at + 1
        );
    }
    let values = names.iter().map(|name| format!("shared.{name}"));
    let end = 2 * count + 1;
    let _ = writeln!(
        text,
        "        bb{end} = {{\n            all = [{}];\n            Call(unit = show(all), ReturnTo(bb{}), UnwindContinue())\n        }}\n        \
         bb{} = {{\n            Return()\n        }}\n    }}\n}}",
        Vec::from_iter(values).join(", "),
        end + 1,
        end + 1
    );
    text
}
