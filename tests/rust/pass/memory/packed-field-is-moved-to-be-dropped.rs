//! The destructor of a field of a packed struct is given an aligned reference: the field is moved first.

struct Loud(u32);

impl Drop for Loud {
    fn drop(&mut self) {
        let address = &raw const self.0 as usize;
        println!("{} {}", self.0, address % align_of::<u32>());
    }
}

#[repr(C, packed)]
struct Packed<T> {
    _byte: u8,
    _field: T,
}

#[repr(C, packed(2))]
struct Nested {
    _byte: u8,
    _pair: (Loud, Loud),
}

fn main() {
    drop(Packed { _byte: 1, _field: Loud(1) });
    drop(Packed { _byte: 1, _field: [Loud(2), Loud(3)] });
    drop(Nested { _byte: 1, _pair: (Loud(4), Loud(5)) });
    drop(vec![Packed { _byte: 1, _field: Loud(6) }, Packed { _byte: 1, _field: Loud(7) }]);
}
