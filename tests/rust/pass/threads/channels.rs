use std::sync::mpsc;
use std::thread;
use std::time::Duration;

fn main() {
    let (sender, receiver) = mpsc::channel();
    for n in 0..3 {
        let sender = sender.clone();
        thread::spawn(move || sender.send(Box::new(n)).unwrap());
    }
    drop(sender);
    let mut received: Vec<_> = receiver.iter().map(|number| *number).collect();
    received.sort();
    println!("{received:?}");

    let (sender, receiver) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        scope.spawn(move || (0..3).for_each(|n| sender.send(n).unwrap()));
        receiver.iter().for_each(|n| println!("{n}"));
    });

    let (_sender, receiver) = mpsc::channel::<()>();
    println!("{:?}", receiver.recv_timeout(Duration::from_millis(2)));
}
