//! A program for the two who are compared: one text that the machine runs and that records what it prints,
//! and one that rustc evaluates and that checks it.
//!
//! Both have the same custom MIR on the same lines. Every function is a `const fn`; where `main` prints, it
//! calls a function of that place, a *site*, with the number of prints so far and the arguments. To the
//! machine a site prints them; to the evaluator it compares them with what the machine printed.

use super::pattern::MessagePattern;
use rustassay_lang::Release;
use rustassay_mir::model::*;
use rustassay_mir::print::{Describe, Form, PrintOptions, print};
use rustassay_mir::read::{SurfaceStatement, surface_fn};
use std::fmt::Write;

/// Stands before each field of a record, and is never in what `{:?}` writes.
const FIELD: char = '\u{1f}';
/// Stands after each record.
const RECORD: char = '\u{1e}';

/// The message of the evaluator when a value is another than on the machine.
pub const OTHER_VALUE: &str = "the evaluator has another value";
/// The message of the evaluator when there are other prints than on the machine.
pub const OTHER_COUNT: &str = "the evaluator prints less";

/// A program with sites.
pub struct Variant {
    program: Program,
    sites: Vec<Site>,
    /// Where the text of the sites is.
    item: SurfaceId,
}

/// A call by which `main` prints.
struct Site {
    args: Vec<Arg>,
}

struct Arg {
    ty: String,
    /// What is matched: a reference to the part that `{:?}` writes, with `{}` for the parameter's name.
    matched: &'static str,
}

/// What was printed at a site.
pub struct Record {
    site: usize,
    args: Vec<String>,
}

impl Variant {
    /// The variant of a program; `None` if its `main` is not custom MIR.
    pub fn new(mut program: Program) -> Option<Variant> {
        let main = program.find_fn("main")?;
        for function in program.functions.iter_mut() {
            function.is_const = true;
        }
        let item = program.add_surface("");
        let counter = program.types.raw_ptr(Mutability::Mut, Ty::USIZE);
        let body = &mut program.functions[main].body;
        let printed = body.local(Ty::USIZE);
        let to_printed = body.local(counter);
        let nothing = body.local(Ty::UNIT);
        let entry = &mut body.blocks[BlockId::ENTRY].statements;
        let zero = Rvalue::Use(program.types.const_int(IntTy::Usize, 0).into());
        entry.insert(0, Statement::Assign(printed.into(), zero));
        entry
            .insert(1, Statement::Assign(to_printed.into(), Rvalue::RawPtr(Mutability::Mut, printed.into())));
        let mut variant = Variant { program, sites: Vec::new(), item };
        for id in variant.program.functions[main].body.blocks.ids() {
            variant.make_site(main, id, to_printed);
        }
        let finished = variant.declare("finished", vec![counter]);
        let body = &mut variant.program.functions[main].body;
        let end = body.blocks.next_id();
        for block in body.blocks.iter_mut().filter(|block| block.terminator == Terminator::Return) {
            block.terminator = Terminator::Call(Box::new(Call {
                dest: nothing.into(),
                func: Const::Fn(Box::new(FnRef::plain(finished))).into(),
                args: vec![Operand::Copy(to_printed.into())],
                target: end,
                unwind: UnwindAction::Continue,
            }));
        }
        body.blocks.push(Block::new(Terminator::Return));
        Some(variant)
    }

    /// Turns the call at the end of a block into a site, if it is one that prints.
    fn make_site(&mut self, main: FnId, block: BlockId, to_printed: Local) {
        let body = &self.program.functions[main].body;
        let Terminator::Call(call) = body.blocks[block].terminator.clone() else { return };
        let Operand::Const(Const::Fn(function)) = &call.func else { return };
        let FnDefId::Surface(id) = function.def else { return };
        let only_prints = surface_fn(&mut self.program, id).is_ok_and(|statements| {
            statements.iter().all(|statement| matches!(statement, SurfaceStatement::Print(_)))
        });
        if !only_prints {
            return;
        }
        let locals = self.program.functions[main].body.locals.clone();
        let (types, items) = self.program.types_and_items();
        let tys: Option<Vec<Ty>> =
            call.args.iter().map(|arg| items.operand_ty(types, &locals, arg)).collect();
        let Some(tys) = tys else { return };
        let describe = Describe::from(&self.program);
        let args = tys.iter().map(|&ty| Arg { ty: describe.ty(ty), matched: self.matched(ty) }).collect();
        let name = format!("site_{}", self.sites.len());
        self.sites.push(Site { args });
        let counter = locals[to_printed].ty;
        let site = self.declare(&name, [counter].into_iter().chain(tys).collect());
        let args = [Operand::Copy(to_printed.into())].into_iter().chain(call.args.iter().cloned()).collect();
        self.program.functions[main].body.blocks[block].terminator = Terminator::Call(Box::new(Call {
            func: Const::Fn(Box::new(FnRef::plain(site))).into(),
            args,
            ..*call
        }));
    }

    fn matched(&self, ty: Ty) -> &'static str {
        let types = &self.program.types;
        match *types.kind(ty) {
            // A text's pattern is itself a reference, and matches no reference to one.
            TyKind::Ref(_, pointee) if matches!(types.kind(pointee), TyKind::Ref(..)) => "*{}",
            TyKind::Ref(..) => "{}",
            TyKind::Adt(adt) if types.adts[adt].library() == Some(Library::Wrapping) => "&{}.0",
            _ => "&{}",
        }
    }

    fn declare(&mut self, name: &str, params: Vec<Ty>) -> FnDefId {
        FnDefId::Surface(self.program.surface_fns.push(SurfaceFn {
            item: self.item,
            name: name.into(),
            params: params.into_iter().map(Some).collect(),
            ret: Some(Ty::UNIT),
            generics: 0,
            abi: Abi::Rust,
            is_const: true,
            is_unsafe: false,
        }))
    }

    /// The text whose sites print, in the syntax of a release: the program may use what only that one has.
    pub fn recording(&mut self, release: Release) -> Result<String, String> {
        let mut harness = String::from("fn finished(printed: *mut usize) {}\n");
        for (site, Site { args }) in self.sites.iter().enumerate() {
            let fields: String = (0..args.len()).map(|n| format!("\\u{{1f}}{{a{n}:?}}")).collect();
            let _ = writeln!(
                harness,
                "fn site_{site}(printed: *mut usize{}) {{ print!(\"{site}{fields}\\u{{1e}}\"); }}",
                params(args)
            );
        }
        self.text(&harness, release)
    }

    /// The text whose sites compare with what was recorded, and the constant that begins it all.
    pub fn checking(&mut self, records: &[Record], release: Release) -> Result<String, String> {
        let mut harness = format!(
            "const fn finished(printed: *mut usize) {{ \
             unsafe {{ assert!(*printed == {}, \"{OTHER_COUNT}\") }} }}\n",
            records.len()
        );
        let enums: String = self.enums().map(|name| format!("use self::{name}::*; ")).collect();
        for (site, Site { args }) in self.sites.iter().enumerate() {
            let values: String = (0..args.len())
                .map(|n| format!(", {}", args[n].matched.replace("{}", &format!("a{n}"))))
                .collect();
            let here = records.iter().enumerate().filter(|(_, record)| record.site == site);
            let arms: String = here.map(|(at, record)| arm(at, record)).collect();
            let _ = writeln!(
                harness,
                "const fn site_{site}(printed: *mut usize{}) {{ use core::cmp::Ordering::*; {enums}\
                 unsafe {{ match (*printed{values},) {{ {arms}_ => panic!(\"{OTHER_VALUE}\") }} \
                 *printed += 1; }} }}",
                params(args)
            );
        }
        harness.push_str(
            "const fn bits<T>(value: &T) -> u128 {
    let at = value as *const T;
    match size_of::<T>() {
        8 => unsafe { *at.cast::<u64>() as u128 },
        _ => unsafe { *at.cast::<u128>() },
    }
}
const _: () = main();
",
        );
        self.text(&harness, release)
    }

    /// The names of the program's own enums.
    fn enums(&self) -> impl Iterator<Item = &str> {
        self.program
            .order
            .iter()
            .filter_map(|item| match *item {
                ItemId::Adt(id) => Some(&self.program.types.adts[id]).filter(|def| def.kind == AdtKind::Enum),
                _ => None,
            })
            .map(|def| &*def.name)
    }

    fn text(&mut self, harness: &str, release: Release) -> Result<String, String> {
        self.program.surface[self.item].text = harness.into();
        print(&self.program, &PrintOptions { form: Form::People, release }).map_err(|error| error.to_string())
    }
}

/// `, a0: T, a1: U`
fn params(args: &[Arg]) -> String {
    args.iter().enumerate().map(|(n, arg)| format!(", a{n}: {}", arg.ty)).collect()
}

/// The arm that takes what was recorded, as the print with this number.
fn arm(at: usize, record: &Record) -> String {
    let patterns = record.args.iter().enumerate();
    let patterns: Vec<MessagePattern> =
        patterns.map(|(n, text)| MessagePattern::of(text, &format!("v{n}"))).collect();
    let texts: String = patterns.iter().map(|pattern| format!(", {}", pattern.text)).collect();
    let guards: Vec<&str> =
        patterns.iter().flat_map(|pattern| &pattern.guards).map(|guard| &**guard).collect();
    let guard = if guards.is_empty() { String::new() } else { format!(" if {}", guards.join(" && ")) };
    format!("({at}{texts},){guard} => {{}} ")
}

/// What the sites of a recording printed; `None` if something else printed, too.
pub fn records(output: &str) -> Option<Vec<Record>> {
    let records = output.split_terminator(RECORD).map(|record| {
        let mut fields = record.split(FIELD);
        let site = fields.next()?.parse().ok()?;
        Some(Record { site, args: fields.map(str::to_owned).collect() })
    });
    records.collect()
}
