trait Lending {
    type Item<'a>
    where
        Self: 'a;
    fn lend(&mut self) -> Option<Self::Item<'_>>;
}

struct Windows {
    data: Vec<u8>,
    at: usize,
}

impl Lending for Windows {
    type Item<'a> = &'a mut [u8];
    fn lend(&mut self) -> Option<&mut [u8]> {
        self.at += 1;
        self.data.get_mut(self.at - 1..self.at + 1)
    }
}

fn main() {
    let mut windows = Windows { data: vec![1, 2, 3], at: 0 };
    while let Some(window) = windows.lend() {
        window[1] += window[0];
    }
    println!("{:?}", windows.data);
}
