// Patterns of slices and arrays: ends, rests, bindings, by value and by reference, also through closures.

fn measure(items: &[u32]) -> u32 {
    match items {
        [] => 0,
        [one] => *one,
        [first, second] if first == second => *first,
        [first, rest @ .., last] => *first + *last + rest.len() as u32,
    }
}

fn middle(items: [u32; 5]) -> u32 {
    let [_, a, b, c, _]: [u32; 5] = items;
    let [.., last] = [a, b, c];
    last
}

fn bump(items: &mut [u32]) -> u32 {
    if let [first, .., last] = items {
        std::mem::swap(first, last);
        *first += 1;
    }
    match items {
        [a, b, ..] | [a, .., b] => *a ^ *b,
        [_] | [] => 7,
    }
}

fn names<'a>(words: &[&'a str]) -> &'a str {
    match words {
        ["one", name, ..] | [.., name, "two"] => name,
        [name @ ("left" | "right")] => name,
        _ => "none",
    }
}

fn main() {
    let numbers: [u32; 4] = [3, 1, 4, 1];
    let measured: u32 = measure(&numbers);
    let inside: u32 = middle([1, 2, 3, 4, 5]);
    let mut changed: Vec<u32> = vec![9, 8, 7];
    let bumped: u32 = bump(&mut changed);
    let by_closure = |at: usize| -> u32 {
        let [head, tail @ ..] = numbers;
        if at == 0 { head } else { tail[at - 1] }
    };
    let kept: u32 = by_closure(2);
    let nested: [[u32; 2]; 2] = [[1, 2], [3, 4]];
    let [[a, _], [_, d]] = nested;
    println!("{measured} {inside} {bumped} {changed:?} {kept} {a} {d} {}", names(&["one", "x"]));
}
