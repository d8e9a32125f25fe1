trait Lending {
    type Item<'a>
    where
        Self: 'a;
    fn next<'a>(&'a mut self) -> Option<Self::Item<'a>>;
}

struct Windows {
    text: Vec<u8>,
    at: usize,
}

impl Lending for Windows {
    type Item<'a>
        = &'a mut [u8]
    where
        Self: 'a;
    fn next<'a>(&'a mut self) -> Option<&'a mut [u8]> {
        let window = self.text.get_mut(self.at..self.at + 2)?;
        self.at += 1;
        Some(window)
    }
}

fn swap_all<L: for<'a> Lending<Item<'a> = &'a mut [u8]>>(lending: &mut L) -> usize {
    let mut count = 0;
    while let Some(window) = lending.next() {
        window.swap(0, 1);
        count += 1;
    }
    count
}

fn main() {
    let mut windows = Windows { text: b"abcd".to_vec(), at: 0 };
    let count = swap_all(&mut windows);
    println!("{count} {}", std::str::from_utf8(&windows.text).unwrap());
}
