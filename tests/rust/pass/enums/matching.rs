#[derive(Debug)]
enum Shape {
    Circle { radius: f64 },
    Square(f64),
    Nothing,
}

fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle { radius } => 3.0 * radius * radius,
        Shape::Square(side) if *side > 2.0 => side * side,
        Shape::Square(_) | Shape::Nothing => 0.0,
    }
}

fn main() {
    for shape in [Shape::Circle { radius: 1.0 }, Shape::Square(3.0), Shape::Square(1.0), Shape::Nothing] {
        println!("{shape:?} {}", area(&shape));
    }
}
