// Objects: supertraits, generics, methods that only sized types have, `Any`, functions, objects that hold objects.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::rc::Rc;

trait Named {
    fn name(&self) -> String;
}

trait Part: Named + Debug {
    fn weight(&self) -> u32;
    fn heavier<'a>(&'a self, other: &'a dyn Part) -> &'a dyn Part
    where
        Self: Sized,
    {
        if self.weight() < other.weight() { other } else { self }
    }
    fn boxed(self) -> Box<dyn Part>
    where
        Self: Sized + 'static,
    {
        Box::new(self)
    }
    fn parts(&self) -> Vec<&dyn Part> {
        Vec::new()
    }
}

#[derive(Debug)]
struct Bolt(u32);

#[derive(Debug)]
struct Kit {
    inside: Vec<Box<dyn Part>>,
}

impl Named for Bolt {
    fn name(&self) -> String {
        format!("bolt{}", self.0)
    }
}

impl Part for Bolt {
    fn weight(&self) -> u32 {
        self.0
    }
}

impl Named for Kit {
    fn name(&self) -> String {
        String::from("kit")
    }
}

impl Part for Kit {
    fn weight(&self) -> u32 {
        self.inside.iter().map(|part| part.weight()).sum()
    }
    fn parts(&self) -> Vec<&dyn Part> {
        self.inside.iter().map(|part| &**part).collect()
    }
}

impl<T: Named + ?Sized> Named for Rc<T> {
    fn name(&self) -> String {
        format!("shared {}", (**self).name())
    }
}

fn show(values: &[&dyn Display]) -> String {
    values.iter().map(|value| value.to_string()).collect::<Vec<_>>().join("|")
}

fn number(value: &dyn Any) -> u32 {
    match value.downcast_ref::<u32>() {
        Some(n) => *n,
        None => value.downcast_ref::<Bolt>().map_or(0, |bolt| bolt.0),
    }
}

fn main() {
    let kit: Kit = Kit { inside: vec![Bolt(2).boxed(), Bolt(5).boxed()] };
    let bolt: Bolt = Bolt(6);
    let heavy: &dyn Part = bolt.heavier(&kit);
    let shared: Rc<dyn Part> = Rc::new(Bolt(1));
    let mut actions: BTreeMap<&str, Box<dyn Fn(u32) -> u32>> = BTreeMap::new();
    let offset: u32 = kit.weight();
    actions.insert("add", Box::new(move |n| n + offset));
    actions.insert("double", Box::new(|n| n * 2));
    let total: u32 = actions.values().fold(1, |n, action| action(n));
    let numbers: u32 = number(&4u32) + number(&Bolt(3)) + number(&"none");
    println!("{} {} {} {total} {numbers}", heavy.name(), shared.name(), show(&[&1, &'c', &"s"]));
    println!("{}", kit.parts().len());
}
