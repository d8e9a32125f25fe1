fn main() {
    let bytes = b"hello\0";
    println!("{:?} {}", std::ffi::CStr::from_bytes_with_nul(bytes), String::from_utf8_lossy(&bytes[..5]));
    println!("{:?} {}", String::from_utf8(vec![0xff]).is_err(), bytes.escape_ascii());
}
