//! Goes through the orders of visible actions that make a difference: dynamic partial-order reduction (Flanagan and Godefroid, POPL 2005)
//! with source sets (Abdulla and others, POPL 2014) and sleep sets (Godefroid, 1996). What the memory model leaves open, whether a weak exchange fails, and which waiting thread is woken, are
//! branches of the action that asks.

use super::spins::{ActionMark, Rounds, Spin};
use super::*;
use crate::journal::Checkpoint;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

fn depend(some: &[Action], others: &[Action]) -> bool {
    some.iter().any(|one| others.iter().any(|other| one.depends_on(*other)))
}

/// How many actions before each thread's: what happens before something, by the order of actions that depend on each other.
type Clock = Vec<usize>;

fn join(clock: &mut Clock, other: &Clock) {
    if clock.len() < other.len() {
        clock.resize(other.len(), 0);
    }
    clock.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
}

fn at(clock: &Clock, thread: ThreadId) -> usize {
    clock.get(thread.index()).copied().unwrap_or(0)
}

/// A state from which threads were run, with the action that was taken last.
struct Node {
    checkpoint: Checkpoint,
    enabled: Vec<ThreadId>,
    /// Who has to be tried, and who was.
    wanted: BTreeSet<ThreadId>,
    done: BTreeSet<ThreadId>,
    /// Those whose next action leads to what was explored already, with what it does.
    asleep: Vec<(ThreadId, Vec<Action>)>,
    /// What each thread knows of the others.
    clocks: Vec<Clock>,
    /// How each thread spins.
    rounds: Vec<Rc<Rounds>>,
    preemptions: u32,
    /// Who ran before.
    ran_before: Option<ThreadId>,
    /// The same, if it is a preemption when another thread runs now.
    preempted: Option<ThreadId>,
    /// For how many actions that thread has run.
    streak: usize,
    thread: ThreadId,
    branches: Vec<(usize, usize)>,
    actions: Vec<Action>,
    /// What of the action counts for spinning.
    mark: ActionMark,
    /// What the action does in all its branches so far.
    all_actions: Vec<Action>,
    clock: Clock,
    /// Its number among the thread's actions.
    number: usize,
}

/// For how many actions a thread runs before another one is tried first: it may wait for that one without the machine's knowing.
const LONGEST_STREAK: usize = 32;

/// After so many actions of a thread without others between, it is looked whether it spins.
const SHORTEST_LOOP: usize = 4;

/// Every so many executions the explorer looks at the clock.
const CLOCK_PERIOD: u64 = 64;

/// An exploration under way.
pub(super) struct Explorer<'m> {
    machine: &'m mut Machine,
    limits: &'m ExplorationLimits,
    nodes: Vec<Node>,
    found: Exploration,
    /// The outcomes, by what they print.
    known: FxHashMap<u64, Vec<usize>>,
}

impl Explorer<'_> {
    pub(super) fn new<'m>(machine: &'m mut Machine, limits: &'m ExplorationLimits) -> Explorer<'m> {
        machine.recorder = Some(Box::default());
        Explorer {
            machine,
            limits,
            nodes: Vec::new(),
            found: Exploration::default(),
            known: FxHashMap::default(),
        }
    }

    /// Goes through all executions.
    pub(super) fn run(mut self) -> Exploration {
        let mut is_open = self.push(None, Vec::new(), vec![Clock::new()], Vec::new(), 0, 0);
        loop {
            if is_open {
                is_open = self.step();
            } else if let Some(why) = self.limit() {
                self.found.unexplored.insert(why);
                while let Some(node) = self.nodes.pop() {
                    self.machine.undo(&node.checkpoint);
                    self.machine.commit(node.checkpoint);
                }
                return self.found;
            } else if self.go_back() {
                is_open = true;
            } else {
                return self.found;
            }
        }
    }

    /// What ends the exploration before it is complete, between two executions.
    fn limit(&self) -> Option<Unexplored> {
        let Exploration { executions, redundant, outcomes, .. } = &self.found;
        let looks_at_clock = (executions + redundant).is_multiple_of(CLOCK_PERIOD);
        match () {
            () if *executions >= self.limits.executions => Some(Unexplored::Executions),
            () if outcomes.len() >= self.limits.outcomes => Some(Unexplored::Outcomes),
            () if self.machine.is_interrupted() => Some(Unexplored::Interrupted),
            () if looks_at_clock && self.machine.is_out_of_time() => Some(Unexplored::Deadline),
            () => None,
        }
    }

    /// Begins at the state that the machine is in. Says whether there is anything to try.
    fn push(
        &mut self,
        before: Option<ThreadId>,
        asleep: Vec<(ThreadId, Vec<Action>)>,
        clocks: Vec<Clock>,
        mut rounds: Vec<Rc<Rounds>>,
        preemptions: u32,
        streak: usize,
    ) -> bool {
        let checkpoint = self.machine.checkpoint();
        let enabled = match self.threads_to_run(&mut rounds) {
            Ok(enabled) if !enabled.is_empty() => enabled,
            ended => {
                match ended {
                    Err(stop) => self.end(Err(stop)),
                    // All spin, for ever.
                    Ok(_) => _ = self.found.unexplored.insert(Unexplored::Actions),
                }
                self.machine.undo(&checkpoint);
                self.machine.commit(checkpoint);
                return false;
            }
        };
        let is_awake = |thread: &ThreadId| asleep.iter().all(|(sleeper, _)| sleeper != thread);
        let goes_on =
            before.filter(|thread| streak < LONGEST_STREAK && enabled.contains(thread) && is_awake(thread));
        let next_after = before.map_or(0, |before| enabled.partition_point(|&thread| thread <= before));
        let in_turn = enabled[next_after..].iter().chain(&enabled[..next_after]);
        let Some(thread) = goes_on.or_else(|| in_turn.copied().find(is_awake)) else {
            self.found.redundant += 1;
            self.machine.undo(&checkpoint);
            self.machine.commit(checkpoint);
            return false;
        };
        self.nodes.push(Node {
            checkpoint,
            wanted: BTreeSet::from([thread]),
            done: BTreeSet::new(),
            preempted: before.filter(|before| streak < LONGEST_STREAK && enabled.contains(before)),
            ran_before: before,
            enabled,
            asleep,
            clocks,
            rounds,
            preemptions,
            streak,
            thread,
            branches: Vec::new(),
            actions: Vec::new(),
            mark: ActionMark::default(),
            all_actions: Vec::new(),
            clock: Clock::new(),
            number: 0,
        });
        true
    }

    /// The threads that can run: of those that spin only who has something new to read, unless nobody else can.
    fn threads_to_run(&mut self, rounds: &mut [Rc<Rounds>]) -> Step<Vec<ThreadId>> {
        let unexplored = &mut self.found.unexplored;
        let mut pass = || {
            unexplored.insert(Unexplored::Time);
        };
        let mut ready = self.machine.ready_threads_in_time(&mut pass)?;
        let waits = |id: &ThreadId| rounds.get(id.index()).is_some_and(|rounds| rounds.waits());
        while ready.iter().all(waits) && self.machine.has_deadlines() {
            pass();
            self.machine.pass_time()?;
            ready = self.machine.ready_threads();
        }
        if ready.iter().all(waits) {
            ready.retain(|id| rounds[id.index()].is_bounded());
            for id in &ready {
                Rc::make_mut(&mut rounds[id.index()]).let_go();
            }
        } else {
            ready.retain(|id| !waits(id));
        }
        Ok(ready)
    }

    /// Takes the action of the last node. Says whether the execution goes on.
    fn step(&mut self) -> bool {
        let Some(node) = self.nodes.last_mut() else { return false };
        let thread = node.thread;
        let branches = std::mem::take(&mut node.branches);
        self.machine.recorder = Some(Box::new(Recorder::choosing(branches)));
        let ended = self.machine.run_action(thread);
        let recorder = self.machine.recorder.take().unwrap_or_default();
        self.machine.recorder = Some(Box::default());
        if recorder.has_left_out {
            self.found.unexplored.insert(Unexplored::Failures);
        }
        let mut actions = recorder.actions;
        if ended.is_err() {
            actions.push(Action::Exit);
        }
        node.branches = recorder.branches;
        node.mark = ActionMark {
            changes_something: actions
                .iter()
                .any(|action| !matches!(action, Action::Access { writes: false, .. } | Action::Yield))
                || self.machine.has_changed_memory(node.checkpoint.undo_len),
            reads: recorder.reads,
            state: None,
        };
        let may_end_round = actions.contains(&Action::Yield) || node.streak >= SHORTEST_LOOP;
        if ended.is_ok() && may_end_round && !node.mark.changes_something {
            node.mark.state = Some(self.machine.local_state());
        }
        node.all_actions.extend_from_slice(&actions);
        node.actions = actions;
        self.order_last();
        match ended {
            Ok(None) if self.nodes.len() >= self.limits.actions => {
                self.found.unexplored.insert(Unexplored::Actions);
                false
            }
            Ok(None) => self.go_on(),
            Ok(Some(ending)) => self.end_early(Ok(ending)),
            Err(stop) => self.end_early(Err(stop)),
        }
    }

    /// The last action was the program's last. What other threads would have done may come before it.
    fn end_early(&mut self, ending: Result<Ending, Box<Stop>>) -> bool {
        if let Some(last) = self.nodes.last_mut() {
            last.wanted.extend(last.enabled.iter().copied());
        }
        self.end(ending);
        false
    }

    /// Finds out what happens before the last action, and where it could have come earlier.
    fn order_last(&mut self) {
        let Some((last, earlier)) = self.nodes.split_last_mut() else { return };
        let thread = last.thread;
        let mut clock = last.clocks.get(thread.index()).cloned().unwrap_or_default();
        last.number = at(&clock, thread) + 1;
        let mut races = Vec::new();
        for (index, node) in earlier.iter().enumerate().rev() {
            if node.thread == thread || !depend(&node.actions, &last.actions) {
                continue;
            }
            let is_reversible = node
                .actions
                .iter()
                .any(|one| one.is_reversible() && last.actions.iter().any(|other| one.depends_on(*other)));
            if is_reversible && at(&clock, node.thread) < node.number {
                races.push(index);
            }
            join(&mut clock, &node.clock);
        }
        if clock.len() <= thread.index() {
            clock.resize(thread.index() + 1, 0);
        }
        clock[thread.index()] = last.number;
        last.clock = clock;
        for index in races {
            self.reverse(index);
        }
    }

    /// Lets the last action come before an earlier one: what does not depend on that one comes first, and one of the threads that can begin
    /// with this has to be tried there (source sets: Abdulla, Aronis, Jonsson and Sagonas, POPL 2014).
    fn reverse(&mut self, index: usize) {
        let happened_before = |one: &Node, other: &Node| at(&other.clock, one.thread) >= one.number;
        let (first, last) = (&self.nodes[index], self.nodes.len() - 1);
        let moved: Vec<&Node> = (index + 1..=last)
            .filter(|&at| at == last || !happened_before(first, &self.nodes[at]))
            .map(|at| &self.nodes[at])
            .collect();
        let mut seen = BTreeSet::new();
        let mut initial = Vec::new();
        for (n, node) in moved.iter().enumerate() {
            let is_first = seen.insert(node.thread);
            if is_first && !moved[..n].iter().any(|before| happened_before(before, node)) {
                initial.push(node.thread);
            }
        }
        let thread = self.nodes[last].thread;
        let node = &mut self.nodes[index];
        if initial.iter().any(|thread| node.wanted.contains(thread)) {
            return;
        }
        let chosen = if initial.contains(&thread) { Some(thread) } else { initial.first().copied() };
        match chosen.filter(|thread| node.enabled.contains(thread)) {
            Some(chosen) => {
                node.wanted.insert(chosen);
            }
            None => node.wanted.extend(node.enabled.iter().copied()),
        }
    }

    /// Goes on to the state after the last action.
    fn go_on(&mut self) -> bool {
        let Some(node) = self.nodes.last() else { return false };
        let thread = node.thread;
        let mut clocks = node.clocks.clone();
        clocks.resize(clocks.len().max(self.machine.thread_count()), Clock::new());
        clocks[thread.index()] = node.clock.clone();
        for action in &node.actions {
            if let Action::Spawn(other) | Action::Wake(other) = action {
                join(&mut clocks[other.index()], &node.clock);
            }
        }
        let mut rounds = node.rounds.clone();
        rounds.resize(rounds.len().max(self.machine.thread_count()), Rc::default());
        for (index, rounds) in rounds.iter_mut().enumerate() {
            if index == thread.index() {
                let is_stale = Rc::make_mut(rounds).act(&node.mark) == Spin::IsStale;
                if is_stale {
                    self.found.redundant += 1;
                    return false;
                }
            } else if rounds.waits() {
                Rc::make_mut(rounds).see(&node.actions);
            }
        }
        let stays_asleep = |(sleeper, actions): &&(ThreadId, Vec<Action>)| {
            *sleeper != thread && !depend(actions, &node.actions)
        };
        let asleep = node.asleep.iter().filter(stays_asleep).cloned().collect();
        let is_preemption = node.preempted.is_some_and(|before| before != thread);
        let preemptions = node.preemptions + u32::from(is_preemption);
        let has_yielded = node.actions.contains(&Action::Yield);
        let streak = match node.ran_before == Some(thread) {
            _ if has_yielded => LONGEST_STREAK,
            true => node.streak + 1,
            false => 1,
        };
        self.push(Some(thread), asleep, clocks, rounds, preemptions, streak)
    }

    /// Goes back to the last state from which there is something else to try.
    fn go_back(&mut self) -> bool {
        while let Some(mut node) = self.nodes.pop() {
            self.machine.undo(&node.checkpoint);
            // Another branch of the same action.
            while let Some((chosen, count)) = node.branches.pop() {
                if chosen + 1 < count {
                    node.branches.push((chosen + 1, count));
                    self.nodes.push(node);
                    return true;
                }
            }
            node.done.insert(node.thread);
            let actions = std::mem::take(&mut node.all_actions);
            node.asleep.push((node.thread, actions));
            let bound = self.limits.preemptions.unwrap_or(u32::MAX);
            let next = node.wanted.iter().copied().find(|thread| {
                let is_known = node.done.contains(thread) || node.asleep.iter().any(|(one, _)| one == thread);
                let preempts = node.preempted.is_some_and(|before| before != *thread);
                if !is_known && preempts && node.preemptions >= bound {
                    self.found.unexplored.insert(Unexplored::Preemptions);
                    return false;
                }
                !is_known
            });
            if let Some(thread) = next {
                node.thread = thread;
                self.nodes.push(node);
                return true;
            }
            self.machine.commit(node.checkpoint);
        }
        false
    }

    /// An execution has come to its end.
    fn end(&mut self, ending: Result<Ending, Box<Stop>>) {
        if ending == Err(Box::new(Stop::Budget(Budget::Time))) {
            self.found.unexplored.insert(match self.machine.is_interrupted() {
                true => Unexplored::Interrupted,
                false => Unexplored::Deadline,
            });
            return;
        }
        self.found.executions += 1;
        let (output, errors) = (self.machine.output(), self.machine.error_output());
        let mut hasher = FxHasher::default();
        (output, errors).hash(&mut hasher);
        let calls = self.machine.backtrace();
        let alike = self.known.entry(hasher.finish()).or_default();
        let outcomes = &mut self.found.outcomes;
        let is_known = |known: &ExplorationOutcome| {
            is_same_ending(&known.ending, &ending)
                && (known.output == output && known.errors == errors)
                && known.calls.first() == calls.first()
        };
        if let Some(&known) = alike.iter().find(|&&at| is_known(&outcomes[at])) {
            outcomes[known].executions += 1;
            return;
        }
        alike.push(outcomes.len());
        let mut schedule = Schedule::default();
        for node in &self.nodes {
            schedule.push(node.thread, node.branches.iter().map(|(chosen, _)| *chosen));
        }
        let (output, errors) = (output.to_vec(), errors.to_vec());
        let threads = self.machine.live_threads();
        outcomes.push(ExplorationOutcome { ending, output, errors, executions: 1, schedule, calls, threads });
    }
}

/// Whether two ends are the same for people. Which number an allocation or a thread has depends on the order in which they were made.
fn is_same_ending(one: &Result<Ending, Box<Stop>>, other: &Result<Ending, Box<Stop>>) -> bool {
    if let (Err(one), Err(other)) = (one, other)
        && let (Stop::Ub(one), Stop::Ub(other)) = (&**one, &**other)
    {
        let gist = |ub: &Ub| ub.to_string().replace(|c: char| c.is_ascii_digit(), "");
        return one == other || gist(one) == gist(other);
    }
    one == other
}
