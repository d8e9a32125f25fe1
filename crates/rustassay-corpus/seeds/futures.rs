// async functions and blocks, run by a small executor that is free of unsafe code.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

struct Quiet;

impl Wake for Quiet {
    fn wake(self: Arc<Self>) {}
}

struct Yield {
    times: u32,
}

impl Future for Yield {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<u32> {
        if self.times == 0 {
            return Poll::Ready(7);
        }
        self.times -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

fn block_on<F: Future>(future: F) -> (F::Output, u32) {
    let waker: Waker = Waker::from(Arc::new(Quiet));
    let mut context: Context = Context::from_waker(&waker);
    let mut future: Pin<Box<F>> = Box::pin(future);
    let mut polls: u32 = 0;
    loop {
        polls += 1;
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return (output, polls);
        }
    }
}

async fn add(left: u32, right: u32) -> u32 {
    let waited: u32 = Yield { times: 2 }.await;
    left + right * waited
}

async fn chain(start: u32) -> u32 {
    let mut sum: u32 = start;
    for step in 0..3 {
        sum += add(sum, step).await;
    }
    sum
}

fn main() {
    let (sum, polls): (u32, u32) = block_on(chain(1));
    let text: String = String::from("async");
    let (length, _): (usize, u32) = block_on(async move { text.len() });
    println!("{sum} {polls} {length}");
}
