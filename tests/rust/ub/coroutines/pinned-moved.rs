use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

struct Once(bool);

impl Future for Once {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        match std::mem::replace(&mut self.0, true) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }
}

async fn borrows_across() -> i32 {
    let array = [1, 2, 3];
    let reference = &array;
    Once(false).await;
    reference[0] //~ ERROR use-after-free
}

fn main() {
    let mut context = Context::from_waker(Waker::noop());
    let mut boxed = Box::new(borrows_across());
    let _ = unsafe { Pin::new_unchecked(&mut *boxed) }.poll(&mut context);
    let mut moved = {
        let old = boxed;
        Box::new(*old)
    };
    let _ = unsafe { Pin::new_unchecked(&mut *moved) }.poll(&mut context);
}
