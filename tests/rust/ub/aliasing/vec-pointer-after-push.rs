fn main() {
    let mut numbers = Vec::with_capacity(4);
    numbers.push(1);
    let reference = unsafe { &mut *numbers.as_mut_ptr() };
    numbers[0] = 2;
    *reference = 3; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}
