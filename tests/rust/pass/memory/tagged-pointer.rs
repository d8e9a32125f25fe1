fn main() {
    let boxed = Box::new(9_u64);
    let pointer = Box::into_raw(boxed);
    let tagged = pointer.map_addr(|address| address | 1);
    let plain = tagged.map_addr(|address| address & !1);
    println!("{} {}", tagged.addr() & 1, unsafe { *plain });
    drop(unsafe { Box::from_raw(plain) });
}
