trait Named {
    fn name(&self) -> String;
}

trait Greeter: Named {
    fn greet(&self) -> String {
        format!("hello from {}", self.name())
    }
    fn consume(self: Box<Self>) -> String;
    fn twice(&self) -> String
    where
        Self: Sized,
    {
        self.greet() + &self.greet()
    }
}

struct A(u8);
struct B;

impl Named for A {
    fn name(&self) -> String {
        format!("A{}", self.0)
    }
}

impl Named for B {
    fn name(&self) -> String {
        "B".into()
    }
}

impl Greeter for A {
    fn consume(self: Box<Self>) -> String {
        self.name()
    }
}

impl Greeter for B {
    fn greet(&self) -> String {
        "silence".into()
    }
    fn consume(self: Box<Self>) -> String {
        self.twice()
    }
}

fn main() {
    let all: Vec<Box<dyn Greeter>> = vec![Box::new(A(1)), Box::new(B)];
    for greeter in all {
        let named: &dyn Named = &*greeter;
        println!("{} {}", named.name(), greeter.greet());
        println!("{}", greeter.consume());
    }
}
