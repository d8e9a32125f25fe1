fn main() {
    let mut array = [1, 2];
    let first = array.as_mut_ptr();
    let second = array.as_mut_ptr();
    unsafe {
        *second = 3;
        *first = 4; //~ ERROR[tree] is forbidden
        //~^ ERROR[stacked] lost its permission
    }
}
