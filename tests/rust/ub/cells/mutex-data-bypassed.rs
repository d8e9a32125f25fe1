use std::sync::Mutex;

fn main() {
    let mutex = Mutex::new(1);
    let mut guard = mutex.lock().unwrap();
    let pointer = &raw mut *guard;
    let reference = unsafe { &mut *pointer };
    *guard = 2;
    *reference = 3; //~ ERROR[tree] is forbidden
    //~^ ERROR[stacked] lost its permission
}
