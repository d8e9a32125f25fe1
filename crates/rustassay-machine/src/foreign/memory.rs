//! Bytes and C strings.

use super::*;

pub(super) const TABLE: &[Entry] = &[
    ("memchr", &[Kind::Pointer, I32, I64], Kind::Pointer, memchr),
    ("memrchr", &[Kind::Pointer, I32, I64], Kind::Pointer, memrchr),
    ("strlen", &[Kind::Pointer], I64, strlen),
    ("wcslen", &[Kind::Pointer], I64, wcslen),
    ("memcmp", &[Kind::Pointer, Kind::Pointer, I64], I32, memcmp),
    ("bcmp", &[Kind::Pointer, Kind::Pointer, I64], I32, memcmp),
    ("memcpy", &[Kind::Pointer, Kind::Pointer, I64], Kind::Pointer, memcpy),
    ("memmove", &[Kind::Pointer, Kind::Pointer, I64], Kind::Pointer, memmove),
    ("memset", &[Kind::Pointer, I32, I64], Kind::Pointer, memset),
    ("strcpy", &[Kind::Pointer, Kind::Pointer], Kind::Pointer, strcpy),
];

/// Where the first byte is that is `args[1]`. It reads one byte after the other, and none after the one that it finds.
fn memchr(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (from, wanted) = (args.pointer(0), args.number(1) as u8);
    for n in 0..args.number(2) {
        let at = from.wrapping_add(n);
        if machine.read_out(at, 1, "bytes that are searched")?[0] == wanted {
            return Ok(at.into());
        }
    }
    Ok(Scalar::new(0))
}

fn memrchr(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (from, wanted) = (args.pointer(0), args.number(1) as u8);
    for n in (0..args.number(2)).rev() {
        let at = from.wrapping_add(n);
        if machine.read_out(at, 1, "bytes that are searched")?[0] == wanted {
            return Ok(at.into());
        }
    }
    Ok(Scalar::new(0))
}

fn strlen(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    Ok(number(machine.read_c_string(args.pointer(0))?.len() as i64))
}

fn wcslen(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let mut length = 0;
    while machine.read_out(args.pointer(0).wrapping_add(4 * length), 4, "a C string")? != [0; 4] {
        length += 1;
    }
    Ok(number(length as i64))
}

fn memcmp(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let size = args.number(2);
    let left = machine.read_out(args.pointer(0), size, "bytes that are compared")?;
    let right = machine.read_out(args.pointer(1), size, "bytes that are compared")?;
    Ok(number(left.cmp(&right) as i64))
}

fn memcpy(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (to, from, size) = (args.pointer(0), args.pointer(1), args.number(2));
    let is_one_allocation = machine.resolve(to).zip(machine.resolve(from)).is_some_and(|(a, b)| a.0 == b.0);
    if is_one_allocation && to.addr.abs_diff(from.addr) < size {
        return ub(Ub::OverlappingCopy { op: "memcpy" });
    }
    memmove(machine, args)
}

fn memmove(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (to, from, size) = (args.pointer(0), args.pointer(1), args.number(2));
    if size > 0 {
        let bytes = machine.read_bytes(place(from), size)?;
        machine.write_bytes(place(to), &bytes)?;
    }
    Ok(to.into())
}

fn memset(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let (to, size) = (args.pointer(0), args.number(2));
    if size > 0 {
        // Before so many bytes are made.
        machine.check_inbounds(to, size, Purpose::Access)?;
    }
    machine.write_in(to, &vec![args.number(1) as u8; size as usize])?;
    Ok(to.into())
}

fn strcpy(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    let mut text = machine.read_c_string(args.pointer(1))?;
    text.push(0);
    machine.write_in(args.pointer(0), &text)?;
    Ok(args.pointer(0).into())
}
