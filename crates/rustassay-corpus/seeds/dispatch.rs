// Generic and dynamic dispatch, downcasts, trait objects with supertraits, function pointers.

use std::any::Any;
use std::fmt::Debug;

trait Plugin: Debug {
    fn run(&mut self, input: i32) -> i32;
    fn as_any(&self) -> &dyn Any;
}

#[derive(Debug)]
struct Doubler;

#[derive(Debug)]
struct Counter {
    calls: u32,
}

impl Plugin for Doubler {
    fn run(&mut self, input: i32) -> i32 {
        input * 2
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Plugin for Counter {
    fn run(&mut self, input: i32) -> i32 {
        self.calls += 1;
        input + self.calls as i32
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn run_all(plugins: &mut [Box<dyn Plugin>], input: i32) -> i32 {
    let mut value: i32 = input;
    for plugin in plugins.iter_mut() {
        value = plugin.run(value);
    }
    value
}

fn run_one<P: Plugin + ?Sized>(plugin: &mut P, input: i32) -> i32 {
    let once: i32 = plugin.run(input);
    plugin.run(once)
}

fn square(number: i32) -> i32 {
    number * number
}

fn apply(function: fn(i32) -> i32, times: u32, start: i32) -> i32 {
    let mut value: i32 = start;
    for _ in 0..times {
        value = function(value) % 1000;
    }
    value
}

fn main() {
    let mut plugins: Vec<Box<dyn Plugin>> = vec![Box::new(Doubler), Box::new(Counter { calls: 0 })];
    let first: i32 = run_all(&mut plugins, 10);
    let second: i32 = run_one(plugins[1].as_mut(), first);
    let calls: u32 = plugins[1].as_any().downcast_ref::<Counter>().map_or(0, |counter| counter.calls);
    let end: i32 = apply(square, 3, 7);
    println!("{first} {second} {calls} {end} {plugins:?}");
}
