fn main() {
    let mut array = [1, 2, 3];
    let pointer = array.as_mut_ptr();
    let (left, right) = unsafe {
        (std::slice::from_raw_parts_mut(pointer, 2), std::slice::from_raw_parts_mut(pointer.add(1), 2))
        //~^ ERROR[stacked] lost its permission
    };
    left[1] = 5;
    right[0] = 6; //~ ERROR[tree] is forbidden
}
