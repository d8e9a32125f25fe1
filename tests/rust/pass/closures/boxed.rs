fn compose(functions: Vec<Box<dyn Fn(i32) -> i32>>) -> impl Fn(i32) -> i32 {
    move |x| functions.iter().fold(x, |x, f| f(x))
}

fn main() {
    let offset = 10;
    println!("{}", compose(vec![Box::new(|x| x + 1), Box::new(move |x| x * offset), Box::new(i32::abs)])(-5));
}
