//! Trees as text, laid out about as rustfmt does it.
//!
//! What fits is written on one line. What does not is written again, with a line for each part: a piece of text is attempted as often as it
//! is nested in pieces that do not fit, so the cost stays linear in the program's size.

mod expressions;
mod items;
mod types;

use crate::syntax::*;

/// How observations are written.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ObservationForm {
    /// The program prints one number that all observed values are mixed into.
    Checksum,
    /// Besides, it prints every observed value, labelled.
    Debug,
}

/// The width of a line, as rustfmt has it.
const WIDTH: usize = 100;

/// Writes a program's items.
pub fn print(items: &[Item], form: ObservationForm) -> String {
    let mut printer = Printer { text: String::with_capacity(16 << 10), indent: 0, form };
    for (n, item) in items.iter().enumerate() {
        if n > 0 {
            printer.text.push('\n');
        }
        printer.item(item);
        printer.text.push('\n');
    }
    printer.text
}

struct Printer {
    text: String,
    indent: usize,
    form: ObservationForm,
}

impl Printer {
    fn word(&mut self, word: &str) {
        self.text.push_str(word);
    }

    fn number(&mut self, mut number: u128) {
        let mut digits = [0; 40];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                break;
            }
        }
        self.text.extend(digits[at..].iter().map(|&digit| digit as char));
    }

    fn name(&mut self, name: Name) {
        match name {
            Name::Word(word) => self.word(word),
            Name::Numbered(word, number) => {
                self.word(word);
                self.number(u128::from(number));
            }
        }
    }

    fn line(&mut self) {
        self.text.push('\n');
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
    }

    /// Writes lines one step further in.
    fn indented(&mut self, write: impl FnOnce(&mut Self)) {
        self.indent += 1;
        write(self);
        self.indent -= 1;
    }

    /// Whether what was written from `start` on is one line that fits.
    fn fits(&self, start: usize) -> bool {
        let written = &self.text[start..];
        if written.contains('\n') {
            return false;
        }
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        self.text.len() - line <= WIDTH
    }

    /// Writes what is between `open` and `close`: on one line if it fits, and else each item on its own.
    fn list<T>(&mut self, open: &str, close: &str, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.word(open);
        let start = self.text.len();
        for (n, item) in items.iter().enumerate() {
            if n > 0 {
                self.word(", ");
            }
            write(self, item);
        }
        // One item that has lines of its own, such as a closure, stays where it is.
        let is_hugged = items.len() == 1 && self.text[start..].contains('\n');
        if items.is_empty() || is_hugged || self.fits(start) {
            self.word(close);
            return;
        }
        self.text.truncate(start);
        self.indented(|printer| {
            for item in items {
                printer.line();
                write(printer, item);
                printer.word(",");
            }
        });
        self.line();
        self.word(close);
    }

    /// Writes items with something in between.
    fn separated<T>(&mut self, separator: &str, items: &[T], write: impl Fn(&mut Self, &T)) {
        for (n, item) in items.iter().enumerate() {
            if n > 0 {
                self.word(separator);
            }
            write(self, item);
        }
    }

    fn block(&mut self, block: &Block) {
        if block.stmts.is_empty() && block.tail.is_none() {
            self.word("{}");
            return;
        }
        self.word("{");
        self.indented(|printer| {
            for stmt in &block.stmts {
                printer.line();
                printer.stmt(stmt);
            }
            if let Some(tail) = &block.tail {
                printer.line();
                printer.tail(tail);
            }
        });
        self.line();
        self.word("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { pat, ty, init, otherwise } => {
                self.word("let ");
                match pat {
                    Pat::Or(_) => self.in_parens(pat),
                    _ => self.pat(pat),
                }
                if let Some(ty) = ty {
                    self.word(": ");
                    self.ty(ty);
                }
                if let Some(init) = init {
                    self.word(" = ");
                    match otherwise {
                        Some(_) => self.before_else(init),
                        None => self.expr(init),
                    }
                }
                if let Some(otherwise) = otherwise {
                    self.word(" else ");
                    self.block(otherwise);
                }
                self.word(";");
            }
            Stmt::Expr(expr) => {
                self.statement_expr(expr);
                if !expressions::ends_itself(expr) {
                    self.word(";");
                }
            }
            Stmt::Item(item) => self.item(item),
        }
    }
}
