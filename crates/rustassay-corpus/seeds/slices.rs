// Slices, sorting, searching, chunks, strings as bytes.

fn insertion_sort(items: &mut [i32]) {
    let mut at: usize = 1;
    while at < items.len() {
        let mut back: usize = at;
        while back > 0 && items[back - 1] > items[back] {
            items.swap(back - 1, back);
            back -= 1;
        }
        at += 1;
    }
}

fn binary_search(items: &[i32], wanted: i32) -> Option<usize> {
    let mut low: usize = 0;
    let mut high: usize = items.len();
    while low < high {
        let middle: usize = low + (high - low) / 2;
        if items[middle] == wanted {
            return Some(middle);
        }
        if items[middle] < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    None
}

fn checksum(text: &str) -> u32 {
    let mut sum: u32 = 17;
    for byte in text.bytes() {
        sum = sum.wrapping_mul(31).wrapping_add(byte as u32);
    }
    sum
}

fn main() {
    let mut items: Vec<i32> = vec![5, -2, 9, 0, 3, 3];
    insertion_sort(&mut items);
    let place: Option<usize> = binary_search(&items, 9);
    let missing: Option<usize> = binary_search(&items, 4);
    let sums: Vec<i32> = items.chunks(2).map(|chunk| chunk.iter().sum()).collect();
    let windows: usize = items.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let (left, right) = items.split_at(2);
    let sum: u32 = checksum("slices");
    println!("{items:?} {place:?} {missing:?} {sums:?} {windows} {left:?} {right:?} {sum}");
}
