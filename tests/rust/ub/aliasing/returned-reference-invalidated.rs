fn first(pair: &mut (i32, i32)) -> &mut i32 {
    let pointer = &raw mut pair.0;
    let reference = unsafe { &mut *pointer };
    pair.0 = 5;
    reference //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}

fn main() {
    let mut pair = (1, 2);
    *first(&mut pair) = 3;
}
