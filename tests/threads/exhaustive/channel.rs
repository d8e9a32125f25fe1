//@ outcomes: [1, 2] | [2, 1]
use std::sync::mpsc::channel;
use std::thread;

fn main() {
    let (sender, receiver) = channel();
    let other = sender.clone();
    let thread = thread::spawn(move || other.send(1).unwrap());
    sender.send(2).unwrap();
    thread.join().unwrap();
    println!("{:?}", [receiver.recv().unwrap(), receiver.recv().unwrap()]);
}
