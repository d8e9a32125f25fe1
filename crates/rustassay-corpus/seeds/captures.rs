// What closures capture: fields, references, moved values, other closures, through patterns and generics.

struct Account {
    owner: String,
    balance: (i64, u32),
    history: Vec<i64>,
}

fn twice<F: FnMut(i64) -> i64>(mut f: F, x: i64) -> i64 {
    let y: i64 = f(x);
    f(y)
}

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |a| g(f(a))
}

fn adder(n: i64) -> Box<dyn Fn(i64) -> Box<dyn Fn(i64) -> i64>> {
    Box::new(move |a| Box::new(move |b| a + b + n))
}

fn main() {
    let mut account: Account =
        Account { owner: String::from("ann"), balance: (10, 3), history: Vec::new() };
    let owner: &String = &account.owner;
    let mut deposit = |amount: i64| {
        account.balance.0 += amount;
        account.history.push(amount);
        account.balance.0
    };
    let after: i64 = twice(&mut deposit, 5);
    let length: usize = owner.len();
    let Account { balance: (total, count), .. } = account;
    let summary = || match (total, count) {
        (0, _) => 0,
        (n, k) if n > 20 => n - i64::from(k),
        (n, _) => n,
    };
    let told: i64 = summary();
    let chained = compose(|x: i64| x + total, |y: i64| y * 2);
    let third: i64 = chained(4);
    let nested = move || {
        let inner = || account.history.len();
        inner() + inner()
    };
    let depth: usize = nested();
    let sum: i64 = adder(1)(2)(3);
    println!("{after} {length} {told} {third} {depth} {sum}");
}
