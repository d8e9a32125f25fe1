fn main() {
    let mut array = [1, 2, 3];
    let pointer = array.as_mut_ptr();
    unsafe { std::ptr::swap_nonoverlapping(pointer, pointer.add(1), 2) }; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}
