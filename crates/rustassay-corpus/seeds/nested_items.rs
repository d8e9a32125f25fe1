// Items inside functions, shadowing, blocks as expressions, nested functions and constants.

fn outer(start: i32) -> i32 {
    const STEP: i32 = 3;

    fn helper(value: i32) -> i32 {
        struct Local {
            value: i32,
        }

        impl Local {
            fn twice(&self) -> i32 {
                self.value * 2
            }
        }

        let local: Local = Local { value };
        local.twice() + STEP
    }

    enum Choice {
        Small,
        Large(i32),
    }

    let choice: Choice = if start < 10 { Choice::Small } else { Choice::Large(start) };
    let base: i32 = match choice {
        Choice::Small => 1,
        Choice::Large(value) => value,
    };
    helper(base) + helper(start)
}

fn shadows(value: i32) -> i32 {
    let value: i32 = value + 1;
    let result: i32 = {
        let value: i32 = value * 10;
        let value: i32 = { value - 1 };
        value
    };
    let value: i64 = value as i64 * 100;
    result + value as i32
}

fn conditions(number: u32) -> u32 {
    let kind: u32 = if number % 15 == 0 {
        15
    } else if number % 5 == 0 {
        5
    } else if number % 3 == 0 {
        3
    } else {
        1
    };
    let scaled: u32 = loop {
        if kind > 2 {
            break kind * 2;
        }
        break number;
    };
    scaled + kind
}

fn main() {
    let near: i32 = outer(4);
    let far: i32 = outer(40);
    let shadowed: i32 = shadows(6);
    let mut sum: u32 = 0;
    for number in 1..=15 {
        sum += conditions(number);
    }
    println!("{near} {far} {shadowed} {sum}");
}
