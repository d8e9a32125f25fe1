// Iterators: adapters, own implementations, collecting.

struct Countdown {
    left: u32,
}

impl Iterator for Countdown {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        Some(self.left)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

fn primes(limit: usize) -> Vec<usize> {
    let mut sieve: Vec<bool> = vec![true; limit];
    let mut found: Vec<usize> = Vec::new();
    for number in 2..limit {
        if sieve[number] {
            found.push(number);
            let mut multiple: usize = number * number;
            while multiple < limit {
                sieve[multiple] = false;
                multiple += number;
            }
        }
    }
    found
}

fn main() {
    let odd: Vec<u32> = Countdown { left: 9 }.filter(|n| n % 2 == 1).collect();
    let squares: u32 = Countdown { left: 5 }.map(|n| n * n).sum();
    let found: Vec<usize> = primes(40);
    let last: usize = found[found.len() - 1];
    let pairs: Vec<(usize, char)> = "abc".chars().enumerate().collect();
    let folded: i32 = (1..=5).rev().fold(0, |sum, n| sum * 2 + n);
    let zipped: usize = found.iter().zip(odd.iter()).filter(|(a, b)| **a > **b as usize).count();
    println!("{odd:?} {squares} {last} {pairs:?} {folded} {zipped}");
}
