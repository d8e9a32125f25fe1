fn main() {
    let mut x = 1;
    let pointer = &raw mut x;
    let (a, b) = unsafe { (&mut *pointer, &mut *pointer) };
    *a = 2; //~ ERROR[stacked] lost its permission
    *b = 3; //~ ERROR[tree] is forbidden
}
