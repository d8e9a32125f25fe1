use std::fmt::Display;
use std::rc::Rc;

fn main() {
    let items: Vec<Rc<dyn Display>> = vec![Rc::new(1), Rc::new("two"), Rc::new(3.0)];
    let copies = items.clone();
    drop(items);
    println!("{}", copies.iter().map(|item| item.to_string()).collect::<String>());
}
