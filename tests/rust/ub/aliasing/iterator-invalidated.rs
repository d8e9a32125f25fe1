fn main() {
    let mut numbers = vec![1, 2, 3];
    let pointer = numbers.as_mut_ptr();
    let mut iter = numbers.iter_mut();
    iter.next();
    unsafe { *pointer.add(1) = 7 };
    *iter.next().unwrap() = 8; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
    unsafe { *pointer.add(2) = 9 };
}
