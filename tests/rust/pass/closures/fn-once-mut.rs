fn call_once(f: impl FnOnce() -> String) -> String {
    f()
}

fn call_mut(mut f: impl FnMut() -> u32) -> u32 {
    f() + f()
}

fn main() {
    let text = String::from("once");
    let mut n = 0;
    println!("{}", call_once(|| text));
    println!("{}", call_mut(|| {
        n += 1;
        n
    }));
    let boxed: Box<dyn FnOnce(u8) -> u8> = Box::new(|x| x + 1);
    println!("{}", boxed(1));
}
