// Futures by hand and by `async`: borrowed state over a suspension, recursion, objects, a small executor.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};

struct Quiet;

impl Wake for Quiet {
    fn wake(self: Arc<Self>) {}
}

struct Later {
    left: u32,
}

impl Future for Later {
    type Output = u32;
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<u32> {
        if self.left == 0 {
            return Poll::Ready(7);
        }
        self.left -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

fn run<T>(future: impl Future<Output = T>) -> (T, u32) {
    let waker: Waker = Waker::from(Arc::new(Quiet));
    let mut context: Context<'_> = Context::from_waker(&waker);
    let mut future: Pin<Box<_>> = Box::pin(future);
    let mut polls: u32 = 1;
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return (value, polls),
            Poll::Pending => polls += 1,
        }
    }
}

async fn sum(items: &[u32]) -> u32 {
    let mut total: u32 = 0;
    for item in items {
        total += *item * Later { left: 1 }.await;
    }
    total
}

fn depth(n: u32) -> Pin<Box<dyn Future<Output = u32> + Send>> {
    Box::pin(async move {
        match n {
            0 => 0,
            n => 1 + depth(n - 1).await,
        }
    })
}

async fn both<A, B>(a: impl Future<Output = A>, b: impl Future<Output = B>) -> (A, B) {
    let first: A = a.await;
    (first, b.await)
}

async fn fallible(text: &str) -> Result<u32, std::num::ParseIntError> {
    let n: u32 = text.parse()?;
    Later { left: n }.await;
    Ok(n)
}

fn main() {
    let items: [u32; 3] = [1, 2, 3];
    let (total, polls): (u32, u32) = run(sum(&items));
    let ((deep, other), _): ((u32, u32), u32) = run(both(depth(3), async { items[0] + 1 }));
    let bad: bool = run(fallible("x")).0.is_err();
    let good: u32 = run(fallible("2")).0.unwrap_or(0);
    println!("{total} {polls} {deep} {other} {bad} {good}");
}
