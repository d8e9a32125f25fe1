//! The tree of control flow as text, with what is done in it.

use super::Result;
use super::expressions::{Access, Text, int_text};
use super::flow::{Node, diverges};
use super::functions::Writer;
use super::intrinsics::caught_unwind;
use super::locals::{self, Declaration, Form, Mention};
use crate::model::{
    At, BlockId, Const, Elem, FnDefId, FnRef, Id, Local, Operand, Part, Place, Statement, Terminator, Ty,
    TyKind,
};

/// Something that `break` and `continue` may leave.
#[derive(Copy, Clone)]
pub(super) enum Around {
    Loop { header: BlockId, exit: Option<BlockId> },
    Labeled,
}

impl Writer<'_> {
    /// Nodes; with `is_tail`, the function ends behind them.
    pub(super) fn nodes(&mut self, nodes: &[Node], is_tail: bool) -> Result<()> {
        let last = nodes.len().saturating_sub(1);
        for (position, node) in nodes.iter().enumerate() {
            self.node(node, is_tail && position == last)?;
        }
        Ok(())
    }

    fn node(&mut self, node: &Node, is_tail: bool) -> Result<()> {
        match node {
            Node::Step(block, position) => self.step(*block, *position),
            Node::If { at, then, otherwise } => self.branch(*at, then, otherwise),
            Node::Match { at, arms, otherwise } => self.choice(*at, arms, otherwise),
            Node::Attempt { at, returned, unwound } => self.attempt(*at, returned, unwound),
            Node::Loop { header, exit, body } => {
                self.around.push(Around::Loop { header: *header, exit: *exit });
                let is_named = needs_label(body, *header, *exit, false);
                let label = if is_named { format!("'bb{}: ", header.0) } else { String::new() };
                self.nested(&format!("{label}loop {{"), "}", |this| this.nodes(body, false))?;
                self.around.pop();
                Ok(())
            }
            Node::Labeled { label, body } => {
                self.around.push(Around::Labeled);
                self.nested(&format!("'bb{}: {{", label.0), "}", |this| this.nodes(body, false))?;
                self.around.pop();
                Ok(())
            }
            Node::Machine { arms } => self.machine(arms),
            Node::Break(_) | Node::Continue(_) | Node::Jump(_) => {
                let jump = self.jump(node);
                self.line(&format!("{jump};"));
                Ok(())
            }
            Node::End(block) => self.end(*block, is_tail),
        }
    }

    /// `break`, `continue`, or the state machine's next state.
    fn jump(&self, node: &Node) -> String {
        match (node, self.around.last()) {
            (Node::Jump(target), _) => format!("{} = {}", self.names.block, target.0),
            (Node::Break(target), Some(Around::Loop { exit, .. })) if *exit == Some(*target) => {
                "break".into()
            }
            (Node::Continue(target), Some(Around::Loop { header, .. })) if header == target => {
                "continue".into()
            }
            (Node::Continue(target), _) => format!("continue 'bb{}", target.0),
            (Node::Break(target), _) => {
                let label = self.around.iter().rev().find_map(|around| match around {
                    Around::Loop { header, exit } if *exit == Some(*target) => Some(*header),
                    _ => None,
                });
                format!("break 'bb{}", label.unwrap_or(*target).0)
            }
            _ => String::new(),
        }
    }

    fn branch(&mut self, at: BlockId, then: &[Node], otherwise: &[Node]) -> Result<()> {
        let condition = self.switch_operand(at)?;
        if let ([Node::Jump(then)], [Node::Jump(otherwise)]) = (then, otherwise) {
            let block = self.names.block.clone();
            self.line(&format!(
                "{block} = if {} {{ {} }} else {{ {} }};",
                condition.text, then.0, otherwise.0
            ));
            return Ok(());
        }
        if then.is_empty() {
            let condition = format!("if !{} {{", condition.operand());
            return self.nested(&condition, "}", |this| this.nodes(otherwise, false));
        }
        self.line(&format!("if {} {{", condition.text));
        self.depth += 1;
        self.nodes(then, false)?;
        self.depth -= 1;
        if otherwise.is_empty() {
            self.line("}");
            return Ok(());
        }
        self.nested("} else {", "}", |this| this.nodes(otherwise, false))
    }

    fn choice(&mut self, at: BlockId, arms: &[(Vec<u128>, Vec<Node>)], otherwise: &[Node]) -> Result<()> {
        let value = self.switch_operand(at)?;
        let ty = match &self.code.blocks[at].terminator {
            Terminator::Switch(operand, _) => self.operand_ty(operand)?,
            _ => return Err(self.untranslatable("a choice without a value")),
        };
        let mut written: Vec<(String, &[Node])> = Vec::new();
        for (values, arm) in arms {
            let patterns: Vec<String> = values.iter().filter_map(|&bits| self.pattern(ty, bits)).collect();
            if !patterns.is_empty() {
                written.push((patterns.join(" | "), arm));
            }
        }
        written.push(("_".into(), otherwise));
        let states: Option<Vec<String>> = written
            .iter()
            .map(|(pattern, arm)| match arm {
                [Node::Jump(target)] => Some(format!("{pattern} => {},", target.0)),
                _ => None,
            })
            .collect();
        if let Some(states) = states {
            let block = self.names.block.clone();
            return self.nested(&format!("{block} = match {} {{", value.text), "};", |this| {
                states.iter().for_each(|state| this.line(state));
                Ok(())
            });
        }
        self.nested(&format!("match {} {{", value.text), "}", |this| {
            written.iter().try_for_each(|(pattern, arm)| this.arm(pattern, arm))
        })
    }

    fn arm(&mut self, pattern: &str, nodes: &[Node]) -> Result<()> {
        match nodes {
            [] => self.line(&format!("{pattern} => {{}}")),
            [jump @ (Node::Break(_) | Node::Continue(_) | Node::Jump(_))] => {
                let jump = self.jump(jump);
                self.line(&format!("{pattern} => {jump},"));
            }
            [Node::End(block)] => {
                let start = self.out.len();
                self.end(*block, false)?;
                let line = self.out.split_off(start);
                self.line(&format!("{pattern} => {},", line.trim().trim_end_matches(';')));
            }
            nodes => return self.nested(&format!("{pattern} => {{"), "}", |this| this.nodes(nodes, false)),
        }
        Ok(())
    }

    fn switch_operand(&mut self, at: BlockId) -> Result<Text> {
        self.at_terminator(at);
        match &self.code.blocks[at].terminator {
            Terminator::Switch(operand, _) => self.operand(operand),
            _ => Err(self.untranslatable("a choice without a value")),
        }
    }

    /// One value of a switch; none if the type has no such value.
    fn pattern(&self, ty: Ty, bits: u128) -> Option<String> {
        match self.types.kind(ty) {
            TyKind::Char => {
                let char = char::from_u32(u32::try_from(bits).ok()?)?;
                Some(format!("'{}'", char.escape_default()))
            }
            TyKind::Int(int) => Some(int_text(self.types.int(*int), bits)),
            _ => None,
        }
    }

    fn machine(&mut self, arms: &[(BlockId, Vec<Node>)]) -> Result<()> {
        let block = self.names.block.clone();
        self.line(&format!("let mut {block} = 0;"));
        self.nested("loop {", "}", |this| {
            this.nested(&format!("match {block} {{"), "}", |this| {
                arms.iter().try_for_each(|(head, arm)| this.arm(&head.0.to_string(), arm))?;
                this.line("_ => unreachable!(),");
                Ok(())
            })
        })
    }

    fn at_terminator(&mut self, block: BlockId) {
        self.at = At::Statement(self.id, block, self.code.blocks[block].end, Part::Whole);
    }

    fn step(&mut self, block: BlockId, position: usize) -> Result<()> {
        let declaration = self.declarations.get(&(block, position)).copied();
        match self.code.blocks[block].statements.get(position) {
            Some((original, statement)) => {
                self.at = At::Statement(self.id, block, *original, Part::Whole);
                self.statement(statement, declaration)
            }
            None => {
                self.at_terminator(block);
                match &self.code.blocks[block].terminator {
                    Terminator::Call(call) => {
                        let dest = self.destination(&call.dest)?;
                        let value = self.call(&call.func, &call.args)?;
                        self.assign(&dest, value, declaration)
                    }
                    Terminator::Drop { place, .. } => {
                        let drop = self.drop_in_place(place)?;
                        self.line(&format!("{drop};"));
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
        }
    }

    fn statement(&mut self, statement: &Statement, declaration: Option<Declaration>) -> Result<()> {
        match statement {
            Statement::Assign(place, rvalue) => {
                // A value that nobody looks at has no effect either.
                let is_discarded =
                    |local: Local| matches!(self.forms[local.index()], Form::Discarded | Form::Function);
                if place.as_local().is_some_and(is_discarded) {
                    return Ok(());
                }
                let value = self.rvalue(rvalue)?;
                self.assign(&Destination::Place(place.clone()), value, declaration)
            }
            Statement::Assume(operand) => {
                self.is_unsafe = true;
                let condition = self.operand(operand)?.text;
                self.line(&format!("core::hint::assert_unchecked({condition});"));
                Ok(())
            }
            Statement::CopyNonOverlapping(_) => Err(self.untranslatable("a copy of memory that is no call")),
            Statement::SetDiscriminant(..)
            | Statement::StorageLive(_)
            | Statement::StorageDead(_)
            | Statement::Retag(_) => Ok(()),
        }
    }

    /// Where a call's result goes. MIR decides that before the call and Rust after it, so a place that the callee may lead
    /// elsewhere is named before.
    fn destination(&mut self, place: &Place) -> Result<Destination> {
        let is_behind_other = place.projection.iter().any(|elem| match elem {
            Elem::Deref => self.is_borrowed(place.local),
            Elem::Index(index) => self.is_borrowed(*index),
            _ => false,
        });
        if !is_behind_other {
            return Ok(Destination::Place(place.clone()));
        }
        let ty = self.place_ty(place)?;
        let (text, _) = self.place(place, Access::Mut)?;
        let dest = self.names.dest.clone();
        self.line(&format!("let {dest} = &raw mut {};", text.text));
        Ok(Destination::Pointer(ty))
    }

    fn is_borrowed(&self, local: Local) -> bool {
        locals::is_mentioned(self.code, local, |mention| mention == Mention::Borrow)
    }

    /// Whether a variable for this local must be `mut`.
    pub(super) fn is_changed(&self, local: Local) -> bool {
        locals::is_mentioned(self.code, local, Mention::needs_mut)
    }

    fn assign(&mut self, dest: &Destination, value: Text, declaration: Option<Declaration>) -> Result<()> {
        let line = match dest {
            Destination::Pointer(ty) => {
                self.is_unsafe = true;
                let dest = &self.names.dest;
                match self.types.needs_drop(*ty) {
                    true => format!("{dest}.write({});", value.text),
                    false => format!("*{dest} = {};", value.text),
                }
            }
            Destination::Place(place) => self.assignment(place, &value, declaration)?,
        };
        self.line(&line);
        Ok(())
    }

    fn assignment(
        &mut self,
        place: &Place,
        value: &Text,
        declaration: Option<Declaration>,
    ) -> Result<String> {
        let ty = self.place_ty(place)?;
        if let Some(Declaration { local, is_mut }) = declaration {
            let name = &self.names.locals[local.index()];
            let is_mut = if is_mut { "mut " } else { "" };
            return Ok(format!("let {is_mut}{name}: {} = {};", self.ty(ty), value.text));
        }
        let form = place.as_local().map(|local| self.forms[local.index()].clone());
        if matches!(form, Some(Form::Discarded | Form::Function)) {
            return Ok(format!("{};", value.text));
        }
        let needs_drop = self.types.needs_drop(ty);
        if needs_drop && let (Some(Form::Memory), Some(local)) = (&form, place.as_local()) {
            self.is_unsafe = true;
            return Ok(format!("{}.write({});", self.names.locals[local.index()], value.text));
        }
        let (place, _) = self.place(place, Access::Mut)?;
        if needs_drop {
            self.is_unsafe = true;
            return Ok(format!("(&raw mut {}).write({});", place.text, value.text));
        }
        Ok(format!("{} = {};", place.text, value.text))
    }

    /// A call.
    fn call(&mut self, callee: &Operand, args: &[Operand]) -> Result<Text> {
        let ty = self.operand_ty(callee)?;
        let callee = match self.types.kind(ty) {
            TyKind::FnDef(function) => {
                let function: FnRef = (**function).clone();
                match function.def {
                    FnDefId::Intrinsic(id) => return self.intrinsic_call(id, &function, args),
                    FnDefId::Fn(id) => {
                        let sig = self.program.functions.get(id).map(|function| &function.sig);
                        self.is_unsafe |= sig.is_some_and(|sig| sig.is_unsafe);
                    }
                    FnDefId::Surface(id) => {
                        let is_unsafe = self.program.surface_fns.get(id).map(|function| function.is_unsafe);
                        self.is_unsafe |= is_unsafe.unwrap_or(false);
                    }
                    FnDefId::Builtin(_) | FnDefId::Foreign(_) | FnDefId::Virtual(_) => {}
                }
                self.fn_name(&function)?
            }
            TyKind::FnPtr(sig) => {
                self.is_unsafe |= sig.is_unsafe;
                let is_variable = callee.place().is_some_and(|place| place.projection.is_empty());
                let text = self.operand(callee)?;
                if is_variable || matches!(callee, Operand::Const(Const::Named(_))) {
                    text.operand()
                } else {
                    format!("({})", text.text)
                }
            }
            _ => return Err(self.untranslatable("a call of what is no function")),
        };
        let args = args.iter().map(|arg| Ok(self.operand(arg)?.text)).collect::<Result<Vec<_>>>()?;
        Ok(Text::tight(format!("{callee}({})", args.join(", "))))
    }

    fn drop_in_place(&mut self, place: &Place) -> Result<String> {
        self.is_unsafe = true;
        if let Some(local) = place.as_local()
            && self.forms[local.index()] == Form::Memory
        {
            return Ok(format!("core::ptr::drop_in_place({})", self.names.locals[local.index()]));
        }
        let (place, _) = self.place(place, Access::Mut)?;
        Ok(format!("core::ptr::drop_in_place(&raw mut {})", place.text))
    }

    /// A call or drop whose panics are caught, cleaned up after, and gone on with.
    fn attempt(&mut self, at: BlockId, returned: &[Node], unwound: &[Node]) -> Result<()> {
        self.at_terminator(at);
        let declaration = self.declarations.get(&(at, self.code.blocks[at].statements.len())).copied();
        let (dest, attempted) = match &self.code.blocks[at].terminator {
            Terminator::Call(call) => {
                let dest = self.destination(&call.dest)?;
                self.is_in_closure = true;
                let call = self.call(&call.func, &call.args)?.text;
                self.is_in_closure = false;
                (Some(dest), call)
            }
            Terminator::Drop { place, .. } => (None, self.drop_in_place(place)?),
            _ => return Err(self.untranslatable("an attempt of nothing")),
        };
        let attempted = caught_unwind(&attempted);
        let is_discarded = |dest: &Destination| match dest {
            Destination::Place(place) => place
                .as_local()
                .is_some_and(|local| matches!(self.forms[local.index()], Form::Discarded | Form::Function)),
            Destination::Pointer(_) => false,
        };
        let dest = dest.filter(|dest| !is_discarded(dest));
        let (value, payload, panic) =
            (self.names.value.clone(), self.names.payload.clone(), self.names.panic.clone());
        let failed = |this: &mut Self| {
            this.nested(&format!("Err({payload}) => {{"), "}", |this| {
                this.line(&format!("{panic} = Some({payload});"));
                this.nodes(unwound, false)
            })
        };
        let Some(dest) = dest else {
            if returned.is_empty() {
                return self.nested(&format!("if let Err({payload}) = {attempted} {{"), "}", |this| {
                    this.line(&format!("{panic} = Some({payload});"));
                    this.nodes(unwound, false)
                });
            }
            return self.nested(&format!("match {attempted} {{"), "}", |this| {
                this.arm("Ok(_)", returned)?;
                failed(this)
            });
        };
        if returned.is_empty() && diverges(unwound) {
            // The result is that of the whole `match`.
            let start = self.out.len();
            self.nested(&format!("match {attempted} {{"), "}", |this| {
                this.line(&format!("Ok({value}) => {value},"));
                failed(this)
            })?;
            let whole = self.out.split_off(start);
            let whole = whole.trim().to_owned();
            return self.assign(&dest, Text::loose(whole), declaration);
        }
        self.nested(&format!("match {attempted} {{"), "}", |this| {
            this.nested(&format!("Ok({value}) => {{"), "}", |this| {
                this.assign(&dest, Text::tight(value.clone()), declaration)?;
                this.nodes(returned, false)
            })?;
            failed(this)
        })
    }

    /// The end of the function.
    fn end(&mut self, block: BlockId, is_tail: bool) -> Result<()> {
        self.at_terminator(block);
        let line = match &self.code.blocks[block].terminator {
            Terminator::Return => {
                let value = match &self.forms[Local::RETURN.index()] {
                    _ if self.function.sig.ret == Ty::UNIT => String::new(),
                    Form::Absent | Form::Discarded => {
                        self.is_unsafe = true;
                        "core::hint::unreachable_unchecked()".to_owned()
                    }
                    _ => self.operand(&Operand::Move(Local::RETURN.into()))?.text,
                };
                match (is_tail, value.is_empty()) {
                    (true, true) => return Ok(()),
                    (true, false) => value,
                    (false, true) => "return;".into(),
                    (false, false) => format!("return {value};"),
                }
            }
            Terminator::TailCall(callee, args) => {
                let call = self.call(callee, args)?.text;
                if is_tail { call } else { format!("return {call};") }
            }
            Terminator::UnwindResume => {
                format!("std::panic::resume_unwind({}.unwrap());", self.names.panic)
            }
            Terminator::UnwindTerminate(_) => "std::process::abort();".into(),
            _ => {
                self.is_unsafe = true;
                "core::hint::unreachable_unchecked();".into()
            }
        };
        self.line(&line);
        Ok(())
    }
}

/// Where a call's result goes.
enum Destination {
    Place(Place),
    /// Where `dest` points to, at this type.
    Pointer(Ty),
}

/// Whether a loop is left or continued from within another loop, or from within a labeled block, where `break` needs a label.
fn needs_label(nodes: &[Node], header: BlockId, exit: Option<BlockId>, is_nested: bool) -> bool {
    let in_any = |nodes: &[Node]| needs_label(nodes, header, exit, is_nested);
    nodes.iter().any(|node| match node {
        Node::Break(target) => is_nested && Some(*target) == exit,
        Node::Continue(target) => is_nested && *target == header,
        Node::If { then, otherwise, .. } => in_any(then) || in_any(otherwise),
        Node::Match { arms, otherwise, .. } => arms.iter().any(|(_, arm)| in_any(arm)) || in_any(otherwise),
        Node::Attempt { returned, unwound, .. } => in_any(returned) || in_any(unwound),
        Node::Loop { body, .. } | Node::Labeled { body, .. } => needs_label(body, header, exit, true),
        Node::Machine { .. } | Node::Step(..) | Node::Jump(_) | Node::End(_) => false,
    })
}
