// Control flow that jumps: labels, values of loops and blocks, `?` in the middle, matches that leave, shadowed names.

fn search(grid: &[[u8; 4]; 3], wanted: u8) -> Option<(usize, usize)> {
    let mut tries: usize = 0;
    let found: Option<(usize, usize)> = 'search: loop {
        'rows: for (y, row) in grid.iter().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                tries += 1;
                match *cell {
                    0 => continue 'rows,
                    n if n == wanted => break 'search Some((y, x)),
                    255 => break 'rows,
                    _ => {}
                }
            }
        }
        break None;
    };
    found.filter(|_| tries > 0)
}

fn parse(text: &str) -> Option<i32> {
    let (sign, digits): (i32, &str) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let mut value: i32 = 0;
    for digit in digits.chars() {
        let digit: i32 = digit.to_digit(10)? as i32;
        value = value.checked_mul(10)?.checked_add(digit)?;
    }
    Some(sign * value)
}

fn collatz(mut n: u64) -> u32 {
    let mut steps: u32 = 0;
    while n != 1 {
        n = if n % 2 == 0 {
            n / 2
        } else if let Some(next) = n.checked_mul(3).and_then(|n| n.checked_add(1)) {
            next
        } else {
            return u32::MAX;
        };
        steps += 1;
        if steps > 1000 {
            break;
        }
    }
    steps
}

fn shadow(n: i32) -> i32 {
    let n: i64 = i64::from(n) * 2;
    let n: i32 = {
        let n: i64 = n + 1;
        let f = |n: i64| n as i32 - 1;
        f(n)
    };
    n
}

fn main() {
    let grid: [[u8; 4]; 3] = [[1, 0, 9, 9], [2, 3, 255, 4], [5, 6, 7, 8]];
    let place: Option<(usize, usize)> = search(&grid, 3);
    let missing: Option<(usize, usize)> = search(&grid, 8);
    let sum: i32 = ["12", "-7", "x", ""].iter().filter_map(|text| parse(text)).sum();
    let steps: u32 = collatz(27);
    println!("{place:?} {missing:?} {sum} {steps} {}", shadow(4));
}
