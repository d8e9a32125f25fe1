fn main() {
    let mut x = 1;
    let pointer = &raw mut x;
    let (a, b) = unsafe { (&mut *pointer, &mut *pointer) }; //~ ERROR[stacked] lost its permission
    *a = 2;
    *b = 3; //~ ERROR[tree] is forbidden
}
