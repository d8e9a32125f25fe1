use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

struct Yield(u32);

impl Future for Yield {
    type Output = &'static str;
    fn poll(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<&'static str> {
        match self.0 {
            0 => Poll::Ready("done"),
            _ => {
                self.0 -= 1;
                Poll::Pending
            }
        }
    }
}

async fn twice(text: String) -> String {
    let first = Yield(1).await;
    let second = Yield(2).await;
    format!("{text} {first} {second}")
}

fn main() {
    let mut future = pin!(twice("start".into()));
    let mut context = Context::from_waker(Waker::noop());
    let mut polls = 0;
    loop {
        polls += 1;
        if let Poll::Ready(text) = future.as_mut().poll(&mut context) {
            println!("{text} {polls}");
            break;
        }
    }
}
