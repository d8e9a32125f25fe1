// Enums with data, recursion through boxes, exhaustive matches.

#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Number(i64),
    Negate(Box<Expression>),
    Add(Box<Expression>, Box<Expression>),
    Multiply { left: Box<Expression>, right: Box<Expression> },
    Nothing,
}

fn evaluate(expression: &Expression) -> Option<i64> {
    match expression {
        Expression::Number(number) => Some(*number),
        Expression::Negate(inner) => Some(-evaluate(inner)?),
        Expression::Add(left, right) => evaluate(left)?.checked_add(evaluate(right)?),
        Expression::Multiply { left, right } => {
            let left: i64 = evaluate(left)?;
            let right: i64 = evaluate(right)?;
            left.checked_mul(right)
        }
        Expression::Nothing => None,
    }
}

fn depth(expression: &Expression) -> u32 {
    match expression {
        Expression::Number(_) | Expression::Nothing => 1,
        Expression::Negate(inner) => 1 + depth(inner),
        Expression::Add(left, right) | Expression::Multiply { left, right } => {
            let (left, right): (u32, u32) = (depth(left), depth(right));
            1 + if left > right { left } else { right }
        }
    }
}

fn number(value: i64) -> Box<Expression> {
    Box::new(Expression::Number(value))
}

fn main() {
    let sum: Expression = Expression::Add(number(3), number(4));
    let product: Expression =
        Expression::Multiply { left: Box::new(sum.clone()), right: Box::new(Expression::Negate(number(6))) };
    let value: Option<i64> = evaluate(&product);
    let deep: u32 = depth(&product);
    let none: Option<i64> = evaluate(&Expression::Add(number(1), Box::new(Expression::Nothing)));
    println!("{value:?} {deep} {none:?} {}", sum == product);
}
