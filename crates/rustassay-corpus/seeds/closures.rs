// Closures: by reference, by unique reference, by value, returned and boxed.

fn adder(by: i32) -> impl Fn(i32) -> i32 {
    move |number| number + by
}

fn compose<A, B, C>(first: impl Fn(A) -> B, second: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |value| second(first(value))
}

fn apply_all(functions: &[Box<dyn Fn(i32) -> i32>], start: i32) -> i32 {
    let mut value: i32 = start;
    for function in functions {
        value = function(value);
    }
    value
}

fn count_calls(times: u32) -> u32 {
    let mut calls: u32 = 0;
    let mut call = || calls += 1;
    for _ in 0..times {
        call();
    }
    calls
}

fn consume<F: FnOnce() -> String>(function: F) -> usize {
    let text: String = function();
    text.len()
}

fn main() {
    let add: i32 = adder(5)(10);
    let both: i32 = compose(adder(1), |number: i32| number * 2)(20);
    let functions: Vec<Box<dyn Fn(i32) -> i32>> =
        vec![Box::new(adder(3)), Box::new(|number| number * number), Box::new(|number| -number)];
    let all: i32 = apply_all(&functions, 4);
    let calls: u32 = count_calls(6);
    let text: String = String::from("moved");
    let length: usize = consume(move || text + "!");
    println!("{add} {both} {all} {calls} {length}");
}
