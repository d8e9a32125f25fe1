fn double(x: i32) -> i32 {
    x * 2
}

fn apply(f: fn(i32) -> i32, x: i32) -> i32 {
    f(x)
}

fn main() {
    let functions: [fn(i32) -> i32; 3] = [double, |x| x + 1, i32::abs];
    println!("{:?}", functions.map(|f| apply(f, -3)));
    println!("{:?}", ["1", "x"].map(str::parse::<i32>).map(|r| r.is_ok()));
    println!("{:?}", [1, 2].map(Some));
}
