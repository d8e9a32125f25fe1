trait Animal {
    fn name(&self) -> String;
    fn speak(&self) -> String {
        format!("{} speaks", self.name())
    }
}

struct Dog;
struct Cat(u8);

impl Animal for Dog {
    fn name(&self) -> String {
        "dog".into()
    }
}

impl Animal for Cat {
    fn name(&self) -> String {
        format!("cat {}", self.0)
    }
    fn speak(&self) -> String {
        "meow".into()
    }
}

fn main() {
    let animals: [&dyn Animal; 2] = [&Dog, &Cat(3)];
    for animal in animals {
        println!("{} {}", animal.name(), animal.speak());
    }
}
