//@ edition: 2015
// The edition of 2015: paths from the crate's root, trait objects without a word for them.

mod tools {
    pub fn clamp(value: i32, low: i32, high: i32) -> i32 {
        if value < low {
            low
        } else if value > high {
            high
        } else {
            value
        }
    }
}

use tools::clamp;

trait Measure {
    fn measure(&self, unit: u32) -> u32;
}

struct Stick {
    length: u32,
}

impl Measure for Stick {
    fn measure(&self, unit: u32) -> u32 {
        self.length / unit
    }
}

fn dynamic(measure: &Measure, unit: u32) -> u32 {
    measure.measure(unit) + 1
}

fn twice(number: i32) -> i32 {
    let double: i32 = number * 2;
    double + 1
}

fn main() {
    let stick: Stick = Stick { length: 100 };
    let units: u32 = dynamic(&stick, 7);
    let kept: i32 = clamp(50, 0, 9) + ::tools::clamp(-5, 0, 9);
    let odd: i32 = twice(20);
    println!("{} {} {}", units, kept, odd);
}
