//! Functions: the header, and what is declared before anything is done.

use super::code::{Code, Ending};
use super::flow::{self, NoTree, Node};
use super::locals::{self, Declaration, Form, Mention, StepAt};
use super::statements::Around;
use super::{Flow, Locals, Result, Style, Untranslatable, has_word};
use crate::layout::{self, Layouts};
use crate::model::{
    Abi, At, BlockId, Body, FnId, Function, Id, Inline, ItemId, Local, Program, Ty, TyKind, Types,
};
use crate::print::print_ty;
use rustc_hash::{FxHashMap, FxHashSet};

/// A function as text.
pub(super) fn function(program: &Program, types: &mut Types, id: FnId, style: Style) -> Result<String> {
    let function = &program.functions[id];
    let code = Code::of(program, types, id)?;
    let tree = flow::tree(&code, style).map_err(|reason| {
        let (what, block) = match reason {
            NoTree::Irreducible(block) => ("a loop with several entries", block),
            NoTree::TooDeep(block) => ("control flow that would be nested too deep", block),
        };
        Untranslatable::new(program, what, At::Block(id, block))
    })?;
    let heads = (style.flow == Flow::StateMachine).then(|| flow::heads(&code));
    let forms = locals::forms(&code, &function.body, types, heads.as_deref());
    let declarations = match style.locals {
        Locals::WhereAssigned => locals::declarations(&tree, &code, &function.body, &forms),
        Locals::UpFront => FxHashMap::default(),
    };
    let mut writer = Writer {
        program,
        types,
        id,
        function,
        code: &code,
        forms,
        declarations,
        names: Names::of(program, &function.body),
        layouts: Layouts::new(layout::LayoutOptions::default()),
        at: At::Item(ItemId::Fn(id)),
        is_unsafe: false,
        is_in_closure: false,
        out: String::new(),
        depth: 1,
        around: Vec::new(),
    };
    writer.name_functions()?;
    writer.function(&tree)
}

/// What variables are called. Names that the program does not give are ours, and no others are taken for them.
pub(super) struct Names {
    pub locals: Vec<String>,
    /// The state machine's state.
    pub block: String,
    /// The panic that cleanup blocks go on with.
    pub panic: String,
    /// What a pattern binds.
    pub value: String,
    pub payload: String,
    pub field: String,
    /// Where a call's result goes.
    pub dest: String,
}

impl Names {
    fn of(program: &Program, body: &Body) -> Names {
        let mut taken: FxHashSet<&str> = FxHashSet::default();
        taken.extend(body.locals.iter().filter_map(|decl| decl.name.as_deref()));
        taken.extend(program.functions.iter().map(|function| &*function.name));
        taken.extend(program.surface_fns.iter().map(|function| &*function.name));
        taken.extend(program.statics.iter().map(|def| &*def.name));
        taken.extend(program.consts.iter().map(|def| &*def.name));
        taken.extend(program.types.adts.iter().map(|def| &*def.name));
        let is_numbered = |name: &str| {
            name.strip_prefix('v').is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()))
        };
        let prefix = if taken.iter().any(|name| is_numbered(name)) { "_" } else { "v" };
        let free = |name: &str| {
            let mut name = name.to_owned();
            while taken.contains(&*name) {
                name.push('_');
            }
            name
        };
        let local = |local: Local| match &body.locals[local].name {
            _ if local == Local::RETURN => free("ret"),
            Some(name) => name.to_string(),
            None => format!("{prefix}{}", local.0),
        };
        Names {
            locals: body.locals.ids().map(local).collect(),
            block: free("block"),
            panic: free("panic"),
            value: free("value"),
            payload: free("payload"),
            field: free("field"),
            dest: free("dest"),
        }
    }
}

/// Writes one function.
pub(super) struct Writer<'p> {
    pub program: &'p Program,
    /// The program's types, and those that were asked for.
    pub types: &'p mut Types,
    pub id: FnId,
    pub function: &'p Function,
    pub code: &'p Code,
    pub forms: Vec<Form>,
    pub declarations: FxHashMap<StepAt, Declaration>,
    pub names: Names,
    pub layouts: Layouts,
    /// What is being written.
    pub at: At,
    /// Whether something was written that only `unsafe` code may do.
    pub is_unsafe: bool,
    /// Whether what is being written stands in a closure.
    pub is_in_closure: bool,
    pub out: String,
    pub depth: usize,
    /// The loops and labeled blocks around what is being written.
    pub around: Vec<Around>,
}

impl Writer<'_> {
    /// A type, with the lifetime `'static` for references: nobody checks them.
    pub(super) fn ty(&self, ty: Ty) -> String {
        print_ty(self.types, self.program.items(), ty, false)
    }

    /// A variable whose type is a function's own begins with that function: there is no other value, and the type has no name.
    fn name_functions(&mut self) -> Result<()> {
        for (local, decl) in self.function.body.locals.iter_ids() {
            if let (Form::Memory, TyKind::FnDef(function)) =
                (&self.forms[local.index()], self.types.kind(decl.ty))
            {
                let function = function.clone();
                self.forms[local.index()] = Form::Initial(self.fn_name(&function)?);
            }
        }
        Ok(())
    }

    /// Writes a line.
    pub(super) fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// `opening`, what `write` writes, indented, and `closing`.
    pub(super) fn nested(
        &mut self,
        opening: &str,
        closing: &str,
        write: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.line(opening);
        self.depth += 1;
        write(self)?;
        self.depth -= 1;
        self.line(closing);
        Ok(())
    }

    fn function(&mut self, tree: &[Node]) -> Result<String> {
        let header = self.header();
        self.parameters();
        self.variables();
        self.nodes(tree, true)?;
        let body = std::mem::take(&mut self.out);
        if body.is_empty() {
            return Ok(format!("{header} {{}}\n"));
        }
        if !self.is_unsafe || self.function.sig.is_unsafe {
            return Ok(format!("{header} {{\n{body}}}\n"));
        }
        let indented: String = body.lines().map(|line| format!("    {line}\n")).collect();
        Ok(format!("{header} {{\n    unsafe {{\n{indented}    }}\n}}\n"))
    }

    /// Whether surface Rust, or a `Drop` implementation, calls this function.
    fn is_called_by_surface(&self) -> bool {
        let name = &self.function.name;
        self.program.surface.iter().any(|item| has_word(&item.text, name))
            || self.program.types.adts.iter().any(|def| def.drop == Some(self.id))
    }

    /// Whether a parameter has a lifetime that its callers choose.
    fn has_lifetime_of_caller(&self, ty: Ty) -> bool {
        self.types.mentions_reference(ty) && self.is_called_by_surface()
    }

    fn header(&mut self) -> String {
        let function = self.function;
        let mut header = String::new();
        if let Some(inline) = function.inline {
            header.push_str(match inline {
                Inline::Hint => "#[inline]\n",
                Inline::Always => "#[inline(always)]\n",
                Inline::Never => "#[inline(never)]\n",
            });
        }
        function.attrs.iter().for_each(|attr| header.push_str(&format!("#[{attr}]\n")));
        let is_called_by_surface = self.is_called_by_surface();
        let qualifiers = [
            (function.is_pub, "pub "),
            (function.is_const && is_called_by_surface, "const "),
            (function.sig.is_unsafe, "unsafe "),
        ];
        qualifiers.iter().filter(|(is_so, _)| *is_so).for_each(|(_, word)| header.push_str(word));
        if function.sig.abi != Abi::Rust {
            header.push_str(&format!("extern \"{}\" ", function.sig.abi.name()));
        }
        let params: Vec<String> = function
            .body
            .args()
            .zip(&function.sig.params)
            .map(|(local, &ty)| {
                let is_variable = matches!(self.forms[local.index()], Form::Variable { .. });
                let is_mut = is_variable && self.is_changed(local);
                let ty = print_ty(self.types, self.program.items(), ty, is_called_by_surface);
                format!("{}{}: {ty}", if is_mut { "mut " } else { "" }, self.names.locals[local.index()])
            })
            .collect();
        header.push_str(&format!("fn {}({})", function.name, params.join(", ")));
        if function.sig.ret != Ty::UNIT {
            header.push_str(&format!(" -> {}", self.ty(function.sig.ret)));
        }
        header
    }

    /// Parameters that are not just variables.
    fn parameters(&mut self) {
        for (local, &ty) in self.function.body.args().zip(&self.function.sig.params) {
            let name = self.names.locals[local.index()].clone();
            let is_passed_on = locals::is_mentioned(self.code, local, |mention| mention != Mention::Through);
            if self.has_lifetime_of_caller(ty) && is_passed_on {
                // It goes where references live as long as they like.
                let is_mut = if self.is_changed(local) { "mut " } else { "" };
                let ty = self.ty(ty);
                self.is_unsafe = true;
                self.line(&format!("let {is_mut}{name}: {ty} = core::mem::transmute({name});"));
            }
            if self.forms[local.index()] == Form::Memory {
                self.line(&format!("let mut {name} = core::mem::MaybeUninit::new({name});"));
                self.line(&format!("let {name} = {name}.as_mut_ptr();"));
            } else if self.forms[local.index()] == Form::Absent && self.types.needs_drop(ty) {
                self.line(&format!("core::mem::forget({name});"));
            }
        }
    }

    /// Declarations that are up front.
    fn variables(&mut self) {
        let declared: FxHashSet<Local> = self.declarations.values().map(|declared| declared.local).collect();
        for (local, decl) in self.function.body.locals.iter_ids() {
            let is_parameter = local != Local::RETURN && self.function.body.is_signature_local(local);
            if is_parameter || declared.contains(&local) {
                continue;
            }
            let name = self.names.locals[local.index()].clone();
            let ty = self.ty(decl.ty);
            match self.forms[local.index()].clone() {
                Form::Absent | Form::Discarded | Form::Function => {}
                Form::Variable { .. } => self.line(&format!("let mut {name}: {ty};")),
                Form::Initial(value) => self.line(&format!("let mut {name}: {ty} = {value};")),
                Form::Memory => {
                    self.line(&format!("let mut {name} = core::mem::MaybeUninit::<{ty}>::uninit();"));
                    self.line(&format!("let {name} = {name}.as_mut_ptr();"));
                }
            }
        }
        let is_attempt = |block: &BlockId| matches!(self.code.blocks[*block].ending, Ending::Attempt { .. });
        if self.code.order().iter().any(is_attempt) {
            self.line(&format!("let mut {} = None;", self.names.panic.clone()));
        }
    }
}
