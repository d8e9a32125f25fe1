// A deterministic simulation: a generator of numbers, a grid, rules, wrapping indices.

const WIDTH: usize = 8;
const HEIGHT: usize = 6;

struct Numbers {
    state: u32,
}

impl Numbers {
    fn next(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        self.state
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.next() % limit
    }
}

#[derive(Clone)]
struct Grid {
    cells: [[bool; WIDTH]; HEIGHT],
}

impl Grid {
    fn random(numbers: &mut Numbers) -> Grid {
        let mut cells: [[bool; WIDTH]; HEIGHT] = [[false; WIDTH]; HEIGHT];
        for row in cells.iter_mut() {
            for cell in row.iter_mut() {
                *cell = numbers.below(3) == 0;
            }
        }
        Grid { cells }
    }

    fn neighbours(&self, row: usize, column: usize) -> u32 {
        let mut count: u32 = 0;
        for down in 0..3 {
            for right in 0..3 {
                if down == 1 && right == 1 {
                    continue;
                }
                let y: usize = (row + down + HEIGHT - 1) % HEIGHT;
                let x: usize = (column + right + WIDTH - 1) % WIDTH;
                count += self.cells[y][x] as u32;
            }
        }
        count
    }

    fn step(&self) -> Grid {
        let mut next: Grid = self.clone();
        for row in 0..HEIGHT {
            for column in 0..WIDTH {
                let count: u32 = self.neighbours(row, column);
                next.cells[row][column] = matches!((self.cells[row][column], count), (true, 2) | (_, 3));
            }
        }
        next
    }

    fn alive(&self) -> usize {
        self.cells.iter().flatten().filter(|cell| **cell).count()
    }
}

fn main() {
    let mut numbers: Numbers = Numbers { state: 2_463_534_242 };
    let mut grid: Grid = Grid::random(&mut numbers);
    let mut history: Vec<usize> = Vec::new();
    for _ in 0..6 {
        history.push(grid.alive());
        grid = grid.step();
    }
    let total: usize = history.iter().sum();
    println!("{history:?} {total}");
}
