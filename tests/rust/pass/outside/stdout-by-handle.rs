use std::io::Write;

fn main() {
    let mut out = std::io::stdout().lock();
    out.write_all(b"bytes ").unwrap();
    writeln!(out, "{}", 5).unwrap();
    out.flush().unwrap();
}
