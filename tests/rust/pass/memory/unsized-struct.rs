struct Tail<T: ?Sized> {
    head: u8,
    tail: T,
}

fn main() {
    let sized = Tail { head: 1, tail: [2_u32, 3] };
    let slice: &Tail<[u32]> = &sized;
    let object: Box<Tail<dyn std::fmt::Debug>> = Box::new(Tail { head: 4, tail: 5_u64 });
    println!("{} {:?} {}", slice.head, &slice.tail, size_of_val(slice));
    println!("{} {:?} {}", object.head, &object.tail, align_of_val(&*object));
}
