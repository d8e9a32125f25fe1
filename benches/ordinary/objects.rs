// Calls through trait objects and shared counters.
use std::cell::RefCell;
use std::rc::Rc;

trait Shape {
    fn area(&self) -> u64;
    fn grow(&mut self, by: u64);
}

struct Square(u64);
struct Counted(Rc<RefCell<u64>>, u64);

impl Shape for Square {
    fn area(&self) -> u64 {
        self.0 * self.0
    }
    fn grow(&mut self, by: u64) {
        self.0 = (self.0 + by) % 1_000;
    }
}

impl Shape for Counted {
    fn area(&self) -> u64 {
        *self.0.borrow_mut() += 1;
        self.1 * 2
    }
    fn grow(&mut self, by: u64) {
        self.1 = (self.1 + by * 3) % 1_000;
    }
}

fn main() {
    let count = Rc::new(RefCell::new(0));
    let mut shapes: Vec<Box<dyn Shape>> = Vec::new();
    for number in 0..50 {
        match number % 2 {
            0 => shapes.push(Box::new(Square(number))),
            _ => shapes.push(Box::new(Counted(count.clone(), number))),
        }
    }
    let mut total = 0;
    for round in 0..400 {
        for shape in &mut shapes {
            shape.grow(round);
            total += shape.area();
        }
    }
    println!("{total} {}", count.borrow());
}
