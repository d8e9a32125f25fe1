struct Matrix<const R: usize, const C: usize>([[i32; C]; R]);

impl<const R: usize, const C: usize> Matrix<R, C> {
    fn transposed(&self) -> Matrix<C, R> {
        let mut result = [[0; R]; C];
        for r in 0..R {
            for c in 0..C {
                result[c][r] = self.0[r][c];
            }
        }
        Matrix(result)
    }
}

fn main() {
    println!("{:?}", Matrix([[1, 2, 3], [4, 5, 6]]).transposed().0);
}
