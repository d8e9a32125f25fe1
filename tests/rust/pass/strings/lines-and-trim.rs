fn main() {
    for line in "  a b  \n\n c\r\nd".lines() {
        println!("{:?} {:?}", line.trim(), line.split_whitespace().collect::<Vec<_>>());
    }
}
