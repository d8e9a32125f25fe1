use std::future::{Future, pending};
use std::pin::pin;
use std::task::{Context, Waker};

struct Noisy(u8);

impl Drop for Noisy {
    fn drop(&mut self) {
        println!("drop {}", self.0);
    }
}

async fn never(_argument: Noisy) {
    let _local = Noisy(2);
    pending::<()>().await;
    println!("unreached");
}

fn main() {
    let mut context = Context::from_waker(Waker::noop());
    println!("{}", pin!(never(Noisy(1))).poll(&mut context).is_pending());
}
