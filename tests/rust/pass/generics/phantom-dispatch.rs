trait State {
    type Next: State;
    fn name() -> &'static str;
}

struct On;
struct Off;

impl State for On {
    type Next = Off;
    fn name() -> &'static str {
        "on"
    }
}

impl State for Off {
    type Next = On;
    fn name() -> &'static str {
        "off"
    }
}

fn walk<S: State>() -> [&'static str; 3] {
    [S::name(), S::Next::name(), <S::Next as State>::Next::name()]
}

fn main() {
    println!("{:?}", walk::<Off>());
}
