// Tuples, arrays, nested destructuring, swaps by assignment.

type Span = (usize, usize);

fn overlap(left: Span, right: Span) -> Option<Span> {
    let start: usize = left.0.max(right.0);
    let end: usize = left.1.min(right.1);
    if start < end { Some((start, end)) } else { None }
}

fn statistics(items: [i32; 5]) -> (i32, i32, f64) {
    let mut low: i32 = items[0];
    let mut high: i32 = items[0];
    let mut sum: i32 = 0;
    for item in items {
        if item < low {
            low = item;
        }
        if item > high {
            high = item;
        }
        sum += item;
    }
    (low, high, sum as f64 / 5.0)
}

fn rotate(triple: (u8, char, bool)) -> (char, bool, u8) {
    let (number, letter, flag) = triple;
    (letter, flag, number)
}

fn fibonacci(n: u32) -> u32 {
    let (mut current, mut next): (u32, u32) = (0, 1);
    for _ in 0..n {
        (current, next) = (next, current + next);
    }
    current
}

fn main() {
    let both: Option<Span> = overlap((2, 9), (5, 12));
    let none: Option<Span> = overlap((0, 3), (3, 4));
    let (low, high, mean): (i32, i32, f64) = statistics([4, -7, 12, 0, 6]);
    let ((letter, ..), [first, _, last]) = (rotate((9, 'q', true)), [10_u8, 20, 30]);
    let value: u32 = fibonacci(20);
    let nested: ((i32, i32), [i32; 2]) = ((1, 2), [3, 4]);
    let ((a, _), [_, d]) = nested;
    println!("{both:?} {none:?} {low} {high} {mean} {letter} {first} {last} {value} {}", a + d);
}
