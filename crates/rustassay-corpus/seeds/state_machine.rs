// A state machine by enums that replace themselves, with tuple matches.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    Running { speed: u8 },
    Stopped(u32),
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Start,
    Faster(u8),
    Stop,
}

fn step(state: State, event: Event, time: u32) -> State {
    match (state, event) {
        (State::Idle, Event::Start) => State::Running { speed: 1 },
        (State::Running { speed }, Event::Faster(by)) if speed < 100 => {
            State::Running { speed: speed.saturating_add(by) }
        }
        (State::Running { .. }, Event::Stop) => State::Stopped(time),
        (State::Stopped(when), Event::Start) if time > when + 1 => State::Running { speed: 1 },
        (same, _) => same,
    }
}

fn run(events: &[Event]) -> (State, u32) {
    let mut state: State = State::Idle;
    let mut changes: u32 = 0;
    let mut time: u32 = 0;
    for &event in events {
        let next: State = step(state, event, time);
        if next != state {
            changes += 1;
        }
        state = next;
        time += 1;
    }
    (state, changes)
}

fn main() {
    let events: [Event; 6] =
        [Event::Start, Event::Faster(50), Event::Faster(70), Event::Stop, Event::Faster(1), Event::Start];
    let (state, changes): (State, u32) = run(&events);
    let idle: bool = matches!(run(&[]), (State::Idle, 0));
    println!("{state:?} {changes} {idle}");
}
