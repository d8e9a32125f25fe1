//! What the threads of a program do with each other, in an order that all of them can keep to.

use super::{Event, Signal, Strand};
use crate::config::Sharing;
use crate::config::{Chances, Ranges};
use rustassay_random::Random;

/// How many threads receive one message.
const RECEIVERS: usize = 2;

/// What a thread tells others, drawn from the weights.
#[derive(Copy, Clone)]
enum Kind {
    Message,
    Pointer,
    Barrier,
}

/// The strands of a group of threads with what each does when, and the signals by which they wait for each other. `main` is the first.
///
/// The events are drawn in one order, and each strand has its own in that order. So whichever strand goes on first, nobody waits for
/// something that comes after what it does itself.
pub(super) fn plan(
    random: &mut Random,
    sharing: &Sharing,
    chances: &Chances,
    ranges: &Ranges,
) -> (Vec<Strand>, Vec<Signal>) {
    let kinds = [
        (sharing.messages, Kind::Message),
        (sharing.published_pointers, Kind::Pointer),
        (sharing.barriers, Kind::Barrier),
    ];
    let threads = random.within(&ranges.threads);
    let mut signals_left = match kinds.iter().all(|(weight, _)| *weight == 0) {
        true => 0,
        false => random.within(&ranges.signals),
    };
    let mut strands = vec![Strand::new(0)];
    let mut signals = Vec::new();
    while strands.len() <= threads || signals_left > 0 {
        let is_alone = strands.len() == 1;
        if strands.len() <= threads && (is_alone || signals_left == 0 || random.coin()) {
            let parent = match random.chance(chances.nested_threads) {
                true => random.below(strands.len()),
                false => 0,
            };
            let child = strands.len();
            strands[parent].script.push_back(Event::Spawn(child));
            strands.push(Strand::new(parent));
            continue;
        }
        signals_left -= 1;
        let signal = signals.len();
        let mut among: Vec<usize> = (0..strands.len()).collect();
        random.shuffle(&mut among);
        match random.row(&kinds).unwrap_or(Kind::Message) {
            Kind::Barrier => {
                among.truncate(random.between(2, among.len()));
                for &strand in &among {
                    strands[strand].script.extend([Event::Arrive(signal), Event::Leave(signal)]);
                }
                signals.push(Signal::barrier(among));
            }
            kind => {
                among.truncate(1 + random.between(1, RECEIVERS.min(among.len() - 1)));
                strands[among[0]].script.push_back(Event::Send(signal));
                for &receiver in &among[1..] {
                    strands[receiver].script.push_back(Event::Receive(signal));
                }
                signals.push(Signal::message(among, matches!(kind, Kind::Pointer)));
            }
        }
    }
    for parent in 0..strands.len() {
        let mut children: Vec<usize> =
            (1..strands.len()).filter(|&child| strands[child].parent == parent).collect();
        random.shuffle(&mut children);
        strands[parent].script.extend(children.into_iter().map(Event::Join));
    }
    (strands, signals)
}
