// Floating point: polynomials, comparisons, conversions.

#[derive(Debug, Clone, Copy, PartialEq)]
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

    fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    fn scaled(self, by: f64) -> Point {
        Point { x: self.x * by, y: self.y * by }
    }
}

fn horner(coefficients: &[f64], at: f64) -> f64 {
    let mut value: f64 = 0.0;
    for &coefficient in coefficients {
        value = value * at + coefficient;
    }
    value
}

fn newton(of: f64, steps: u32) -> f64 {
    let mut guess: f64 = of / 2.0;
    let mut step: u32 = 0;
    while step < steps {
        guess = (guess + of / guess) / 2.0;
        step += 1;
    }
    guess
}

fn main() {
    let point: Point = Point { x: 3.0, y: -4.0 };
    let square: f64 = point.dot(point);
    let value: f64 = horner(&[1.0, -2.0, 0.5], 4.0);
    let root: f64 = newton(square, 12);
    let whole: i64 = root as i64;
    let small: f32 = value as f32 * 0.25;
    println!("{square} {value} {whole} {small}");
    println!("{:?} {}", point.scaled(0.5), point == Point::ORIGIN);
}
