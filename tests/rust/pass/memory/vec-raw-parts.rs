fn main() {
    let mut numbers = std::mem::ManuallyDrop::new(vec![1_u8, 2, 3]);
    let (pointer, length, capacity) = (numbers.as_mut_ptr(), numbers.len(), numbers.capacity());
    unsafe {
        *pointer.add(1) = 9;
        println!("{:?}", Vec::from_raw_parts(pointer, length, capacity));
    }
}
