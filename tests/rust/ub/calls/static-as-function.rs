#[unsafe(no_mangle)]
static NOT_A_FUNCTION: () = ();

fn main() {
    unsafe extern "C" {
        fn NOT_A_FUNCTION();
    }
    unsafe { NOT_A_FUNCTION() }; //~ ERROR calling the symbol `NOT_A_FUNCTION`, which is a static
}
