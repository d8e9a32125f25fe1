// Functions that take and give functions, currying, fixed points, option combinators.

fn curry<A: Copy + 'static, B: Copy + 'static, C: 'static>(
    function: fn(A, B) -> C,
) -> impl Fn(A) -> Box<dyn Fn(B) -> C> {
    move |a| Box::new(move |b| function(a, b))
}

fn repeat<T>(times: u32, start: T, step: &dyn Fn(T) -> T) -> T {
    let mut value: T = start;
    for _ in 0..times {
        value = step(value);
    }
    value
}

fn subtract(left: i32, right: i32) -> i32 {
    left - right
}

fn root(number: i32) -> Option<i32> {
    let mut guess: i32 = 0;
    while guess * guess < number {
        guess += 1;
    }
    if guess * guess == number { Some(guess) } else { None }
}

fn pipeline(number: i32) -> i32 {
    root(number)
        .map(|found| found + 2)
        .filter(|sum| sum % 2 == 0)
        .and_then(|even| root(even * even))
        .unwrap_or_else(|| -number)
}

fn partition(items: &[i32], is_left: impl Fn(&i32) -> bool) -> (Vec<i32>, Vec<i32>) {
    let mut left: Vec<i32> = Vec::new();
    let mut right: Vec<i32> = Vec::new();
    for item in items {
        if is_left(item) { left.push(*item) } else { right.push(*item) }
    }
    (left, right)
}

fn main() {
    let difference: i32 = curry(subtract)(50)(8);
    let limit: i32 = 100;
    let grown: i32 = repeat(10, 1, &|n: i32| if n < limit { n * 3 } else { n - 1 });
    let even: i32 = pipeline(16);
    let odd: i32 = pipeline(9);
    let (small, large): (Vec<i32>, Vec<i32>) = partition(&[1, 50, 7, 99], |n| *n < 10);
    println!("{difference} {grown} {even} {odd} {small:?} {large:?}");
}
