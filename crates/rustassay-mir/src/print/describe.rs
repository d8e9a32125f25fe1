//! Parts of a program as text, for messages.

use super::bodies::Use;
use super::types::{TyStyle, TyWriter};
use super::{PrintOptions, Printer, Scope};
use crate::model::{
    Body, Const, ConstExpr, Items, Operand, Place, Program, Rvalue, Statement, Terminator, Ty, Types,
};

/// Writes parts of a program as people would in a message: in the syntax of [`Release::REFERENCE`], without lifetimes.
///
/// [`Release::REFERENCE`]: rustassay_lang::Release::REFERENCE
#[derive(Copy, Clone)]
pub struct Describe<'p> {
    /// The types that the parts mention.
    pub types: &'p Types,
    /// The items that the parts mention.
    pub items: Items<'p>,
}

impl<'p> From<&'p Program> for Describe<'p> {
    fn from(program: &'p Program) -> Self {
        Describe { types: &program.types, items: program.items() }
    }
}

impl<'p> Describe<'p> {
    fn write(self, write: impl FnOnce(&mut Printer<'p>)) -> String {
        let mut printer = Printer::new(self.types, self.items, PrintOptions::default());
        write(&mut printer);
        printer.out
    }

    /// A type: `&[u8; 3]`, ``fn item `f` ``.
    pub fn ty(self, ty: Ty) -> String {
        let mut name = String::new();
        TyWriter { types: self.types, items: self.items, style: TyStyle::Described }.ty(&mut name, ty);
        name
    }

    /// A place.
    pub fn place(self, body: &'p Body, place: &Place) -> String {
        self.write(|printer| printer.place(scope(body), place, Use::Value))
    }

    /// An operand.
    pub fn operand(self, body: &'p Body, operand: &'p Operand) -> String {
        self.write(|printer| printer.operand(scope(body), operand))
    }

    /// A constant operand.
    pub fn constant(self, value: &'p Const) -> String {
        self.write(|printer| printer.const_operand(value, TyStyle::Described))
    }

    /// A constant expression.
    pub fn const_expr(self, value: &'p ConstExpr) -> String {
        self.write(|printer| printer.const_expr(value))
    }

    /// An rvalue.
    pub fn rvalue(self, body: &'p Body, rvalue: &'p Rvalue) -> String {
        self.write(|printer| printer.rvalue(scope(body), rvalue))
    }

    /// A statement, without its semicolon.
    pub fn statement(self, body: &'p Body, statement: &'p Statement) -> String {
        self.write(|printer| printer.statement(scope(body), statement))
    }

    /// A terminator; a switch has several lines.
    pub fn terminator(self, body: &'p Body, terminator: &'p Terminator) -> String {
        self.write(|printer| printer.terminator(scope(body), terminator, 0))
    }
}

fn scope(body: &Body) -> Scope<'_> {
    Scope { body, style: TyStyle::Described }
}
