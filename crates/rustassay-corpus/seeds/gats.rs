// Generic associated types and higher-ranked bounds.

trait Lending {
    type Item<'a>
    where
        Self: 'a;

    fn next(&mut self) -> Option<Self::Item<'_>>;
}

struct Windows<'data> {
    data: &'data mut [i32],
    at: usize,
    width: usize,
}

impl<'data> Lending for Windows<'data> {
    type Item<'a>
        = &'a mut [i32]
    where
        Self: 'a;

    fn next(&mut self) -> Option<&mut [i32]> {
        let start: usize = self.at;
        let end: usize = start + self.width;
        if end > self.data.len() {
            return None;
        }
        self.at += 1;
        Some(&mut self.data[start..end])
    }
}

fn with_each<F>(items: &[String], function: F) -> usize
where
    F: for<'a> Fn(&'a str) -> &'a str,
{
    let mut total: usize = 0;
    for item in items {
        total += function(item).len();
    }
    total
}

fn main() {
    let mut data: [i32; 5] = [1, 2, 3, 4, 5];
    let mut windows: Windows = Windows { data: &mut data, at: 0, width: 2 };
    let mut steps: u32 = 0;
    while let Some(window) = windows.next() {
        window[1] += window[0];
        steps += 1;
    }
    let names: Vec<String> = vec![String::from(" a "), String::from("bc ")];
    let length: usize = with_each(&names, |text| text.trim());
    println!("{data:?} {steps} {length}");
}
