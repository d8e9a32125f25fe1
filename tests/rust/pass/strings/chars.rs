fn main() {
    for c in ['a', 'Z', '5', 'ß', ' '] {
        println!("{c:?} {} {} {:?} {}", c.is_alphabetic(), c.is_uppercase(), c.to_digit(10), c.len_utf8());
    }
}
