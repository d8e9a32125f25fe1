enum Expr {
    Number(i64),
    Add(Box<Expr>, Box<Expr>),
    Neg(Box<Expr>),
}

fn eval(expr: &Expr) -> i64 {
    match expr {
        Expr::Number(n) => *n,
        Expr::Add(a, b) => eval(a) + eval(b),
        Expr::Neg(e) => -eval(e),
    }
}

fn main() {
    let expr = Expr::Add(Box::new(Expr::Number(5)), Box::new(Expr::Neg(Box::new(Expr::Number(7)))));
    println!("{}", eval(&expr));
}
