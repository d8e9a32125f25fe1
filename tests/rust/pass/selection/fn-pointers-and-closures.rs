fn apply<F: FnOnce(i32, i32) -> i32>(f: F) -> i32 {
    f(6, 7)
}

fn apply_mut(f: &mut dyn FnMut(i32) -> i32) -> i32 {
    f(1) + f(2)
}

fn add(a: i32, b: i32) -> i32 {
    a + b
}

struct Pair(i32, i32);

fn main() {
    let pointer: fn(i32, i32) -> i32 = |a, b| a * b;
    println!("{} {} {}", apply(add), apply(pointer), apply(|a, b| a - b));
    let mut calls = Vec::new();
    let total = apply_mut(&mut |n| {
        calls.push(n);
        n * 10
    });
    println!("{total} {calls:?}");
    let boxed: Vec<Box<dyn FnOnce(String) -> usize>> =
        vec![Box::new(|text| text.len()), Box::new(move |_| calls.len()), Box::new(|text: String| text.capacity())];
    let lengths: Vec<usize> = boxed.into_iter().map(|f| f(String::from("four"))).collect();
    println!("{lengths:?}");
    let pairs: Vec<Pair> = [1, 2].into_iter().zip([3, 4]).map(|(a, b)| Pair(a, b)).collect();
    let somes: Vec<Option<i32>> = pairs.iter().map(|pair| pair.0 + pair.1).map(Some).collect();
    println!("{somes:?}");
    let method: fn(&str) -> String = str::to_uppercase;
    println!("{}", method("ab"));
}
