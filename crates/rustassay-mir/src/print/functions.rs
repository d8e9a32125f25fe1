//! Functions with custom-MIR bodies.

use super::bodies::Use;
use super::text::push_str_literal;
use super::types::TyStyle;
use super::{Form, Printer, Scope};
use crate::model::{
    At, Block, BlockId, Body, DebugInfo, DebugValue, FnId, Function, Inline, ItemId, Local, LocalDecl, Part,
    Ty, TyKind,
};
use crate::release::{Construct, CustomMir};

impl<'p> Printer<'p> {
    /// A function, without the newline at the end.
    pub(super) fn function_item(&mut self, id: FnId, function: &'p Function) {
        self.at = At::Item(ItemId::Fn(id));
        self.fn_attributes(function);
        // Bodies that are not yet of the runtime dialect are borrow-checked, and their lifetimes must be true.
        let style = if function.phase.is_runtime() { TyStyle::Static } else { TyStyle::Elided };
        let scope = Scope { body: &function.body, style };
        self.fn_header(scope, function);
        match self.options.form {
            Form::People => self.body_for_people(id, scope, function.sig.ret),
            Form::Fast => self.body_expanded(id, scope, function.sig.ret),
        }
    }

    fn fn_attributes(&mut self, function: &'p Function) {
        self.out.push_str("#[custom_mir(dialect = \"");
        let (dialect, phase) = function.phase.attribute();
        self.out.push_str(dialect);
        if let Some(phase) = phase {
            self.out.push_str("\", phase = \"");
            self.out.push_str(phase);
        }
        self.out.push_str("\")]\n");
        if let Some(inline) = function.inline {
            self.out.push_str(match inline {
                Inline::Hint => "#[inline]\n",
                Inline::Always => "#[inline(always)]\n",
                Inline::Never => "#[inline(never)]\n",
            });
        }
        for attr in &function.attrs {
            self.out.push_str("#[");
            self.out.push_str(attr);
            self.out.push_str("]\n");
        }
    }

    /// `pub const unsafe extern "C" fn name(_1: T) -> R`
    fn fn_header(&mut self, scope: Scope<'p>, function: &'p Function) {
        if function.is_pub {
            self.out.push_str("pub ");
        }
        if function.is_const {
            self.out.push_str("const ");
        }
        self.fn_qualifiers(function.sig.is_unsafe, function.sig.abi);
        self.out.push(' ');
        self.out.push_str(&function.name);
        self.out.push('(');
        let params = (1..).map(Local).zip(&function.sig.params);
        self.list(params, |this, (local, &ty)| {
            this.local(scope, local);
            this.out.push_str(": ");
            this.ty(ty, TyStyle::Elided);
        });
        self.out.push(')');
        if function.sig.ret != Ty::UNIT {
            self.out.push_str(" -> ");
            self.ty(function.sig.ret, scope.style);
        }
    }

    /// The locals that have a `let`: all but the return place and the arguments.
    fn declared_locals(body: &'p Body) -> impl Iterator<Item = (Local, &'p LocalDecl)> {
        body.locals.iter_ids().skip(1 + body.arg_count)
    }

    /// `let _3: T;`
    fn let_local(&mut self, scope: Scope<'p>, local: Local, ty: Ty) {
        self.out.push_str("let ");
        self.local(scope, local);
        // The type of one function has no name, and follows from the assignment.
        let has_name = ty.index() >= self.types.len() || !matches!(self.types.kind(ty), TyKind::FnDef(_));
        if has_name {
            self.out.push_str(": ");
            self.ty(ty, scope.style);
        }
        self.out.push(';');
    }

    fn debug_value(&mut self, scope: Scope<'p>, value: &'p DebugValue) {
        match value {
            DebugValue::Place(place) => self.place(scope, place, Use::Value),
            DebugValue::Const(value) => self.const_operand(value, scope.style),
        }
    }

    /// The statements and terminator of a block, with the lines' ends before them.
    fn block_lines(&mut self, function: FnId, id: BlockId, scope: Scope<'p>, block: &'p Block, depth: usize) {
        for (index, statement) in block.statements.iter().enumerate() {
            self.at = At::Statement(function, id, index, Part::Whole);
            self.line(depth);
            self.statement(scope, statement);
            self.out.push(';');
        }
        self.at = At::Statement(function, id, block.statements.len(), Part::Whole);
        self.line(depth);
        self.terminator(scope, &block.terminator, depth);
    }

    fn body_for_people(&mut self, function: FnId, scope: Scope<'p>, ret: Ty) {
        self.out.push_str(" {");
        self.line(1);
        self.out.push_str("mir! {");
        self.line(2);
        self.out.push_str("type RET = ");
        self.ty(ret, scope.style);
        self.out.push(';');
        for (local, decl) in Self::declared_locals(scope.body) {
            self.line(2);
            self.let_local(scope, local, decl.ty);
        }
        for (index, DebugInfo { name, value }) in scope.body.debug.iter().enumerate() {
            self.at = At::Debug(function, index);
            self.needs(Construct::DebugInfo);
            self.line(2);
            self.out.push_str("debug ");
            self.out.push_str(name);
            self.out.push_str(" => ");
            self.debug_value(scope, value);
            self.out.push(';');
        }
        for (id, block) in scope.body.blocks.iter_ids() {
            self.line(2);
            if id != BlockId::ENTRY {
                self.block_name(scope, id);
                if block.is_cleanup {
                    self.at = At::Block(function, id);
                    self.needs(Construct::Cleanup);
                    self.out.push_str(" (cleanup)");
                }
                self.out.push_str(" = ");
            }
            self.out.push('{');
            self.block_lines(function, id, scope, block, 3);
            self.line(2);
            self.out.push('}');
        }
        self.line(1);
        self.out.push('}');
        self.line(0);
        self.out.push('}');
    }

    /// What the `mir!` macro expands to. `rustc_mir_build::builder::custom::parse` takes exactly this nesting: blocks'
    /// declarations, locals, debug info (from 1.74 on), and the blocks with the return place last.
    fn body_expanded(&mut self, function: FnId, scope: Scope<'p>, ret: Ty) {
        self.out.push_str(" {{");
        for (id, block) in scope.body.blocks.iter_ids().skip(1) {
            self.out.push_str("\nlet ");
            self.block_name(scope, id);
            if block.is_cleanup {
                self.at = At::Block(function, id);
                self.needs(Construct::Cleanup);
            }
            self.out.push_str(match (self.options.release.blocks_have_kinds(), block.is_cleanup) {
                (true, false) => "=BasicBlock::Normal;",
                (true, true) => "=BasicBlock::Cleanup;",
                (false, _) => ":BasicBlock;",
            });
        }
        // The macro, too, allows the name.
        self.out.push_str("\n{#[allow(non_snake_case)]let RET: ");
        self.ty(ret, scope.style);
        self.out.push(';');
        for (local, decl) in Self::declared_locals(scope.body) {
            self.out.push('\n');
            self.let_local(scope, local, decl.ty);
        }
        let has_debug_level = self.options.release.has(Construct::DebugInfo);
        self.out.push_str(if has_debug_level { "\n{" } else { "\n" });
        for (index, DebugInfo { name, value }) in scope.body.debug.iter().enumerate() {
            self.at = At::Debug(function, index);
            self.needs(Construct::DebugInfo);
            self.out.push_str("__debuginfo(");
            push_str_literal(&mut self.out, name);
            self.out.push_str(", ");
            self.debug_value(scope, value);
            self.out.push_str(");\n");
        }
        self.out.push('{');
        for (id, block) in scope.body.blocks.iter_ids() {
            self.out.push('{');
            self.block_lines(function, id, scope, block, 0);
            self.out.push_str("};\n");
        }
        self.out.push_str(if has_debug_level { "RET}}}}}" } else { "RET}}}}" });
    }
}
