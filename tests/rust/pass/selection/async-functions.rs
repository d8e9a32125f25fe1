use std::cell::Cell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

struct Later(u32);

impl Future for Later {
    type Output = &'static str;
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<&'static str> {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                Poll::Pending
            }
            None => Poll::Ready("now"),
        }
    }
}

struct Noisy(Rc<Cell<i32>>);

impl Drop for Noisy {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

async fn waits(times: u32, dropped: Rc<Cell<i32>>) -> String {
    let _noisy = Noisy(dropped);
    let mut text = String::new();
    for n in 0..times {
        text += Later(n).await;
    }
    text
}

fn block_on<F: Future>(future: F) -> (F::Output, u32) {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    let mut polls = 0;
    loop {
        polls += 1;
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return (output, polls);
        }
    }
}

fn main() {
    let dropped = Rc::new(Cell::new(0));
    println!("{:?}", block_on(waits(3, dropped.clone())));
    let inner = dropped.clone();
    println!("{:?}", block_on(async move { waits(1, inner.clone()).await + &waits(2, inner).await }));
    let mut abandoned = Box::pin(waits(2, dropped.clone()));
    let _ = abandoned.as_mut().poll(&mut Context::from_waker(Waker::noop()));
    drop(abandoned);
    let boxed: Pin<Box<dyn Future<Output = u8>>> = Box::pin(async { 5 });
    println!("{} {}", dropped.get(), block_on(boxed).0);
}
