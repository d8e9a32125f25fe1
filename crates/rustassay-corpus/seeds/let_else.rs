// let-else, if-let chains of one, while-let, labelled breaks with values.
fn parse(text: &str) -> i32 {
    let Some((left, right)) = text.split_once('=') else {
        return -1;
    };
    let Ok(number) = right.trim().parse::<i32>() else {
        return -2;
    };
    number + left.len() as i32
}

fn search(table: &[[u8; 3]; 3], wanted: u8) -> Option<(usize, usize)> {
    let mut row: usize = 0;
    let found = 'outer: loop {
        if row == 3 {
            break None;
        }
        let mut column: usize = 0;
        while column < 3 {
            if table[row][column] == wanted {
                break 'outer Some((row, column));
            }
            column += 1;
        }
        row += 1;
    };
    found
}

fn drain(mut stack: Vec<u32>) -> u32 {
    let mut product: u32 = 1;
    while let Some(top) = stack.pop() {
        if let 2..=5 = top {
            product = product.wrapping_mul(top);
        }
    }
    product
}

fn main() {
    let good: i32 = parse("width = 12");
    let bad: i32 = parse("nothing");
    let worse: i32 = parse("x = y");
    let place: Option<(usize, usize)> = search(&[[1, 2, 3], [4, 5, 6], [7, 8, 9]], 6);
    let product: u32 = drain(vec![1, 2, 3, 9, 5]);
    println!("{good} {bad} {worse} {place:?} {product}");
}
