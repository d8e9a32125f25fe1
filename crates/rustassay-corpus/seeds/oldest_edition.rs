//@ edition: 2015
// The edition of 2015: paths from the crate's root, anonymous trait parameters.

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
    fn measure(&self, u32) -> u32;
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

fn async(dyn: i32) -> i32 {
    let await: i32 = dyn * 2;
    await + 1
}

fn main() {
    let stick: Stick = Stick { length: 100 };
    let units: u32 = dynamic(&stick, 7);
    let kept: i32 = clamp(50, 0, 9) + ::tools::clamp(-5, 0, 9);
    let odd: i32 = async(20);
    println!("{} {} {}", units, kept, odd);
}
