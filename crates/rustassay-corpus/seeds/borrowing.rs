// Reborrows, two-phase borrows, disjoint fields, mutable iteration.

#[derive(Debug, Default)]
struct Account {
    balance: i64,
    history: Vec<i64>,
}

impl Account {
    fn apply(&mut self, amount: i64) -> &mut Account {
        self.balance += amount;
        self.history.push(amount);
        self
    }

    fn parts(&mut self) -> (&mut i64, &mut Vec<i64>) {
        (&mut self.balance, &mut self.history)
    }
}

fn transfer(from: &mut Account, to: &mut Account, amount: i64) -> bool {
    if from.balance < amount {
        return false;
    }
    from.apply(-amount);
    to.apply(amount);
    true
}

fn bump_all(items: &mut [i64], by: i64) {
    for item in items.iter_mut() {
        *item += by;
    }
}

fn longest<'a>(texts: &'a mut Vec<String>) -> &'a mut String {
    let mut best: usize = 0;
    let mut at: usize = 0;
    while at < texts.len() {
        if texts[at].len() > texts[best].len() {
            best = at;
        }
        at += 1;
    }
    &mut texts[best]
}

fn main() {
    let mut alice: Account = Account::default();
    let mut bob: Account = Account::default();
    alice.apply(100).apply(-30).apply(5);
    let done: bool = transfer(&mut alice, &mut bob, 60);
    let refused: bool = transfer(&mut alice, &mut bob, 60);
    let (balance, history) = alice.parts();
    *balance += 1;
    bump_all(history, 1);
    let mut texts: Vec<String> = vec![String::from("a"), String::from("bcd")];
    longest(&mut texts).push('!');
    let count: usize = texts.len();
    texts.push(count.to_string());
    println!("{alice:?} {bob:?} {done} {refused} {texts:?}");
}
