//! Backtraces of the program, which it asks for by functions of Miri's. A frame is a pointer to its function, moved by the number of the
//! moment at which the frame is. Nobody may access anything by it.

use super::*;
use crate::aliasing::Moment;
use crate::supply::CodePlace;

pub(super) const TABLE: &[Entry] = &[
    ("miri_backtrace_size", &[I64], I64, size),
    ("miri_get_backtrace", &[I64, Kind::Pointer], Kind::Unit, frames),
    (
        "miri_resolve_frame_names",
        &[Kind::Pointer, I64, Kind::Pointer, Kind::Pointer],
        Kind::Unit,
        |machine, args| {
            check_flags(args, 1, 0)?;
            let (_, place) = machine.resolve_frame(args.pointer(0))?;
            machine.write_in(args.pointer(2), place.function.as_bytes())?;
            machine.write_in(args.pointer(3), place.file.as_bytes())?;
            Ok(NOTHING)
        },
    ),
];

/// That a function is called in the one version of it that there is.
fn check_flags(args: &Args<'_>, at: usize, wanted: u64) -> Step<()> {
    match args.number(at) {
        flags if flags == wanted => Ok(()),
        flags => args.unsupported(&format!("with flags {flags}")),
    }
}

fn size(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    check_flags(args, 0, 0)?;
    Ok(Scalar::new(machine.frames.len() as u128))
}

fn frames(machine: &mut Machine, args: &Args<'_>) -> Step<Scalar> {
    check_flags(args, 0, 1)?;
    let frames = machine.frames.iter().rev();
    let moments = frames
        .map(|frame| (frame.code.id, frame.code.block_points[frame.block.index()] + frame.statement as u32));
    let moments: Vec<(FnId, u32)> = moments.collect();
    for (n, (function, moment)) in moments.into_iter().enumerate() {
        let memory = machine.function_memory(FnDefId::Fn(function))?;
        let frame = machine.alloc(memory).pointer(memory).wrapping_add(moment.into());
        machine.write_scalar(place(args.pointer(1).wrapping_add(8 * n as u64)), 8, frame.into())?;
    }
    Ok(NOTHING)
}

impl Machine {
    /// The function that a frame is of, and where in its code the frame is.
    fn resolve_frame(&self, frame: Pointer) -> Step<(Pointer, CodePlace)> {
        let Some(Provenance::Allocation(id, _)) = frame.provenance else {
            return ub(Ub::Dangling { pointer: frame, why: Purpose::Access });
        };
        let function = self.alloc(id);
        if !matches!(function.kind, AllocKind::Function(_)) {
            return ub(Ub::NotAFunction { addr: frame.addr });
        }
        let moment = frame.addr.wrapping_sub(function.addr);
        let at = u32::try_from(moment).ok().and_then(|moment| self.at(Moment(moment)));
        let nowhere =
            CodePlace { function: "<unknown>".into(), file: "<unknown>".into(), line: 0, column: 0 };
        let place = at.zip(self.supplier.as_ref()).and_then(|(at, supplier)| supplier.code_place(self, at));
        Ok((function.pointer(id), place.unwrap_or(nowhere)))
    }

    /// The function that says where a frame is: it gives a struct, of the lengths of the names of the function and its file, the line, the
    /// column, and a pointer to the function.
    pub(super) fn call_resolver(
        &mut self,
        name: &str,
        args: &[Passed],
        ret: &TyInfo,
    ) -> Step<Option<Outcome>> {
        let ("miri_resolve_frame", [(Value::Scalar(frame), _), (Value::Scalar(flags), _)]) = (name, args)
        else {
            return Ok(None);
        };
        let (function, place) = self.resolve_frame((*frame).into())?;
        let fields = self.parts(ret.ty);
        let wanted = [8, 8, 4, 4, 8];
        let mut sizes = Vec::new();
        for &field in &fields {
            sizes.push(self.info(field)?.size);
        }
        if sizes != wanted {
            let passed = rustassay_mir::print::Describe::from(&self.program).ty(ret.ty).to_string();
            return ub(Ub::CallType {
                what: "a result".into(),
                passed,
                wanted: "a struct with 5 fields".into(),
            });
        }
        if flags.bits != 1 {
            return unsupported(format!("can't call foreign function `{name}` with flags {}", flags.bits));
        }
        let values = [
            Scalar::new(place.function.len() as u128),
            Scalar::new(place.file.len() as u128),
            Scalar::new(place.line.into()),
            Scalar::new(place.column.into()),
            function.into(),
        ];
        let mut region = self.new_region(ret.size as usize);
        for (n, (value, size)) in values.into_iter().zip(wanted).enumerate() {
            let at = self.field_offset(ret.ty, VariantId::ONLY, FieldId::new(n));
            region.write(at as usize, size as usize, value);
        }
        Ok(Some(Outcome::Returned(Value::Bytes(region))))
    }
}
