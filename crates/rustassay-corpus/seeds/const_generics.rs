// Const generics: arrays of any length, constants of types, computed constants.

#[derive(Debug, Clone, Copy, PartialEq)]
struct Matrix<const ROWS: usize, const COLUMNS: usize> {
    cells: [[i32; COLUMNS]; ROWS],
}

impl<const ROWS: usize, const COLUMNS: usize> Matrix<ROWS, COLUMNS> {
    const CELLS: usize = ROWS * COLUMNS;

    fn filled(with: i32) -> Self {
        Matrix { cells: [[with; COLUMNS]; ROWS] }
    }

    fn transposed(&self) -> Matrix<COLUMNS, ROWS> {
        let mut result: Matrix<COLUMNS, ROWS> = Matrix::filled(0);
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                result.cells[column][row] = self.cells[row][column];
            }
        }
        result
    }

    fn trace(&self) -> i32 {
        let mut sum: i32 = 0;
        for at in 0..ROWS.min(COLUMNS) {
            sum += self.cells[at][at];
        }
        sum
    }
}

fn sum<const N: usize>(items: [i32; N]) -> i32 {
    let mut total: i32 = 0;
    for item in items {
        total += item;
    }
    total
}

const fn square(n: usize) -> usize {
    n * n
}

const LENGTH: usize = square(3);

fn main() {
    let mut matrix: Matrix<2, 3> = Matrix::filled(4);
    matrix.cells[1][1] = 9;
    matrix.cells[0][2] = -1;
    let turned: Matrix<3, 2> = matrix.transposed();
    let trace: i32 = matrix.trace() + turned.trace();
    let cells: usize = Matrix::<2, 3>::CELLS;
    let total: i32 = sum([1; LENGTH]) + sum([10, 20]);
    println!("{trace} {cells} {total} {:?}", turned.cells);
}
