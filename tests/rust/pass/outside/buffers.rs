use std::io::{BufRead, BufReader, Cursor, Read, Write};

fn main() {
    let reader = BufReader::new(&b"first\nsecond\n"[..]);
    println!("{:?}", reader.lines().map(Result::unwrap).collect::<Vec<_>>());
    let mut cursor = Cursor::new(Vec::new());
    cursor.write_all(&[1, 2, 3]).unwrap();
    cursor.set_position(1);
    let mut rest = Vec::new();
    cursor.read_to_end(&mut rest).unwrap();
    println!("{rest:?}");
}
