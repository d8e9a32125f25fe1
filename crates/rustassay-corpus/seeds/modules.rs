// Modules, visibility, re-exports, glob imports, nested paths.

mod geometry {
    pub const UNIT: i32 = 10;

    pub fn grow(length: i32) -> i32 {
        length * UNIT + inner::offset()
    }

    pub mod inner {
        pub(super) fn offset() -> i32 {
            super::UNIT / 2
        }

        pub fn halve(length: i32) -> i32 {
            length / 2
        }
    }

    pub mod solids {
        use super::inner::halve;

        #[derive(Debug, Default)]
        pub struct Cube {
            pub side: i32,
            color: u8,
        }

        impl Cube {
            pub fn with_color(color: u8) -> Cube {
                Cube { side: halve(9), color }
            }

            pub fn color(&self) -> u8 {
                self.color
            }
        }
    }
}

pub use geometry::solids::{self, Cube};
use geometry::*;

fn volume(cube: &Cube) -> i32 {
    let side: i32 = cube.side;
    side * side * side
}

fn main() {
    let mut cube: Cube = Cube::with_color(7);
    let before: i32 = volume(&cube);
    cube.side = grow(cube.side);
    let half: i32 = inner::halve(cube.side);
    let empty: solids::Cube = Default::default();
    println!("{before} {} {half} {} {}", cube.side, cube.color(), empty.side);
}
