use std::mem::MaybeUninit;

fn main() {
    let mut array: [MaybeUninit<String>; 3] = [const { MaybeUninit::uninit() }; 3];
    for (n, slot) in array.iter_mut().enumerate() {
        slot.write(n.to_string());
    }
    let strings: [String; 3] = unsafe { std::mem::transmute(array) };
    println!("{strings:?}");
}
