// A trait, implementations, default methods, trait objects.

trait Shape {
    fn area(&self) -> u32;

    fn name(&self) -> String {
        String::from("shape")
    }

    fn is_large(&self) -> bool {
        self.area() > 20
    }
}

struct Square {
    side: u32,
}

struct Rectangle {
    width: u32,
    height: u32,
}

impl Shape for Square {
    fn area(&self) -> u32 {
        self.side * self.side
    }

    fn name(&self) -> String {
        String::from("square")
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u32 {
        self.width * self.height
    }

    fn is_large(&self) -> bool {
        self.width > 5 && self.height > 5
    }
}

fn total(shapes: &[Box<dyn Shape>]) -> u32 {
    let mut sum: u32 = 0;
    for shape in shapes {
        sum += shape.area();
    }
    sum
}

fn describe(shape: &dyn Shape) -> String {
    let area: u32 = shape.area();
    format!("{} of {}: {}", shape.name(), area, shape.is_large())
}

fn main() {
    let square: Square = Square { side: 5 };
    println!("{}", describe(&square));
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(square), Box::new(Rectangle { width: 3, height: 9 })];
    let sum: u32 = total(&shapes);
    for shape in &shapes {
        println!("{}", describe(shape.as_ref()));
    }
    println!("{sum}");
}
