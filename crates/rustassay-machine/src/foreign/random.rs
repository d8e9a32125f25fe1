//! Random bytes, which the seed chooses.

use super::*;
use rustassay_random::Random;

pub(super) const TABLE: &[Entry] = &[
    ("getrandom", &[Kind::Pointer, I64, I32], I64, |machine, args| {
        machine.give_random(args.pointer(0), args.number(1))
    }),
    ("getentropy", &[Kind::Pointer, I64], I32, |machine, args| {
        machine.give_random(args.pointer(0), args.number(1))?;
        Ok(number(0))
    }),
];

impl Machine {
    /// Gives a program random bytes, and says how many.
    pub(super) fn give_random(&mut self, to: Pointer, size: u64) -> Step<Scalar> {
        if size > 0 {
            self.check_inbounds(to, size, Purpose::Access)?;
        }
        let bytes = self.random_bytes(size);
        self.write_in(to, &bytes)?;
        Ok(number(size as i64))
    }

    /// Bytes that the seed chooses.
    pub(super) fn random_bytes(&mut self, count: u64) -> Vec<u8> {
        self.fixed.random_blocks += 1;
        let mut random = Random::new(self.config.seed ^ self.fixed.random_blocks.rotate_left(32));
        (0..count).map(|_| random.bits() as u8).collect()
    }
}
