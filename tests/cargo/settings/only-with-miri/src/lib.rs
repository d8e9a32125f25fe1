pub const SIZE: usize = 3;
