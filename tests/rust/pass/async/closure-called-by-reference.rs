//! The coroutine of an async closure that is called by reference borrows what the closure has captured.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

fn finish<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return value;
        }
    }
}

async fn shared(closure: &impl AsyncFn(i32)) {
    closure(1).await;
}

async fn mutable(closure: &mut impl AsyncFnMut(i32)) {
    closure(2).await;
}

async fn once(closure: impl AsyncFnOnce(i32)) {
    closure(3).await;
}

fn main() {
    let captured = 7_i32;
    let mut closure = async move |number: i32| println!("{number} {captured}");
    finish(shared(&closure));
    finish(mutable(&mut closure));
    finish(once(closure));
    let mut sum = String::from("sum");
    let mut closure = async |number: i32| sum.push_str(&number.to_string());
    finish(mutable(&mut closure));
    finish(once(closure));
    println!("{sum}");
}
