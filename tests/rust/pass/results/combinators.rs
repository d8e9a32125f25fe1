fn main() {
    let some = Some(4_u32);
    println!("{:?} {:?} {:?}", some.map(|n| n * 2), some.filter(|n| *n > 5), some.and_then(|n| n.checked_sub(5)));
    println!("{:?} {} {}", some.xor(None), some.map_or(0, |n| n), None::<u8>.unwrap_or_default());
    let result: Result<i32, String> = Err("bad".into());
    println!("{:?} {:?} {}", result.as_ref().ok(), result.as_ref().map_err(|e| e.len()), result.clone().unwrap_or(3));
}
