fn main() {
    let mut cells = [[false; 8]; 8];
    for (row, column) in [(1, 2), (2, 3), (3, 1), (3, 2), (3, 3)] {
        cells[row][column] = true;
    }
    for _ in 0..4 {
        let old = cells;
        for row in 0..8 {
            for column in 0..8 {
                let around = (0..9).filter(|n| *n != 4).filter(|n| old[(row + 7 + n / 3) % 8][(column + 7 + n % 3) % 8]);
                let count = around.count();
                cells[row][column] = count == 3 || (count == 2 && old[row][column]);
            }
        }
    }
    for row in cells {
        println!("{}", row.map(|cell| if cell { '#' } else { '.' }).iter().collect::<String>());
    }
}
