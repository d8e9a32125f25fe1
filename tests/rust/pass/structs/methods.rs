#[derive(Debug, Clone, PartialEq, Default)]
struct Point {
    x: i32,
    y: i32,
}

impl Point {
    fn moved(&self, by: i32) -> Point {
        Point { x: self.x + by, ..self.clone() }
    }
}

fn main() {
    let point = Point { x: 1, y: 2 };
    println!("{:?} {:?} {}", point.moved(3), Point::default(), point == point.moved(0));
}
