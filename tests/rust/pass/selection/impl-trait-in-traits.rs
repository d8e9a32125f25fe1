trait Shape {
    fn corners(&self) -> impl Iterator<Item = (i32, i32)>;
    fn area(&self) -> impl std::fmt::Display {
        "unknown"
    }
}

struct Square(i32);
struct Dot;

impl Shape for Square {
    fn corners(&self) -> impl Iterator<Item = (i32, i32)> {
        let side = self.0;
        [(0, 0), (side, 0), (side, side), (0, side)].into_iter()
    }
    fn area(&self) -> impl std::fmt::Display {
        self.0 * self.0
    }
}

impl Shape for Dot {
    fn corners(&self) -> impl Iterator<Item = (i32, i32)> {
        std::iter::empty()
    }
}

fn show(shape: &impl Shape) -> String {
    format!("{} corners, area {}", shape.corners().count(), shape.area())
}

fn main() {
    println!("{}; {}", show(&Square(3)), show(&Dot));
}
