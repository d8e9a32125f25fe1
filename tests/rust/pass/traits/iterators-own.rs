struct Countdown(u32);

impl Iterator for Countdown {
    type Item = u32;
    fn next(&mut self) -> Option<u32> {
        self.0 = self.0.checked_sub(1)?;
        Some(self.0)
    }
}

fn main() {
    println!("{:?} {}", Countdown(4).collect::<Vec<_>>(), Countdown(10).step_by(3).sum::<u32>());
}
