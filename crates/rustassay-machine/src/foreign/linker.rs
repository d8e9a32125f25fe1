//! The dynamic linker: functions that programs look up by name, since a system may lack them.

use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("dlsym", &[Kind::Pointer, Kind::Pointer], Kind::Pointer, dlsym),
    ("dlopen", &[Kind::Pointer, I32], Kind::Pointer, |machine, args| {
        machine.refuse(args.name, Refused::NativeCode)?;
        Ok(Scalar::new(0))
    }),
];

/// A pointer to the function of a name. Null says that the system has none, and then a program does without it.
fn dlsym(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let name = machine.read_c_string(args.pointer(1))?;
    let types = &mut machine.program.types;
    let (name, params, ret) = match &*name {
        b"getrandom" => {
            ("getrandom", vec![types.raw_ptr(Mutability::Mut, Ty::U8), Ty::USIZE, Ty::U32], Ty::ISIZE)
        }
        _ => return Ok(number(0)),
    };
    let sig = FnSig { abi: Abi::C, is_unsafe: true, params, ret };
    let function = ForeignFn { name: name.into(), kind: ForeignKind::Symbol, sig, is_variadic: false };
    let known = machine.program.foreign_fns.iter_ids().find(|(_, known)| **known == function);
    let id = match known.map(|(id, _)| id) {
        Some(id) => id,
        None => machine.program.foreign_fns.push(function),
    };
    let memory = machine.function_memory(FnDefId::Foreign(id))?;
    Ok(machine.alloc(memory).pointer(memory).into())
}
