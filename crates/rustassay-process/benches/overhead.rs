//! What it costs to run a program that does nothing, against the standard library's `Command`, which bounds
//! nothing.
//!
//! Rounds take turns, so that a noisy machine is noisy to all; time on the clock is the median of all calls, so that
//! those which others held up do not count. Processor time is ours and our children's together, from
//! `/proc/self/stat`, whose unit of 10 ms asks for many rounds.

#[cfg(target_os = "linux")]
fn main() {
    linux::main();
}

#[cfg(not(target_os = "linux"))]
fn main() {
    eprintln!("skipped: measured on Linux only");
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::hint::black_box;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use rustassay_process::{Scratch, Task, protections, run};

    const PROGRAM: &str = "/bin/true";
    const TURNS: usize = 10;
    const ROUNDS: usize = 100;

    type Contestant<'a> = (&'a str, Box<dyn Fn() + 'a>);

    pub(super) fn main() {
        println!("{}\n", protections());
        measure("with little memory of our own");
        let ballast = vec![1_u8; 512 << 20];
        measure("with 512 MiB of our own");
        black_box(ballast);
    }

    fn measure(title: &str) {
        let scratch = Scratch::new().expect("a folder can be made");
        let bounded = |namespaces| {
            let mut task = Task::new(Path::new(PROGRAM), scratch.path());
            task.namespaces = namespaces;
            move || drop(black_box(run(&task).expect("it starts")))
        };
        let contestants: [Contestant<'_>; 3] = [
            ("std::process::Command", Box::new(unbounded)),
            ("run", Box::new(bounded(true))),
            ("run, no namespaces", Box::new(bounded(false))),
        ];
        let mut walls: [Vec<f64>; 3] = Default::default();
        let mut cpus = [0.0; 3];
        for _ in 0..TURNS {
            for (at, (_, contestant)) in contestants.iter().enumerate() {
                let used = processor_time();
                for _ in 0..ROUNDS {
                    let began = Instant::now();
                    contestant();
                    walls[at].push(began.elapsed().as_secs_f64() * 1e6);
                }
                cpus[at] += (processor_time() - used).as_secs_f64() * 1e6 / (TURNS * ROUNDS) as f64;
            }
        }
        println!("{PROGRAM}, {title}, {} times each:", TURNS * ROUNDS);
        let medians = walls.map(median);
        for (at, (name, _)) in contestants.iter().enumerate() {
            let (wall, cpu) = (medians[at], cpus[at]);
            println!(
                "  {name:<22} {wall:>6.0} us on the clock (x{:.2}), {cpu:>6.0} us on processors (x{:.2})",
                wall / medians[0],
                cpu / cpus[0],
            );
        }
    }

    fn unbounded() {
        let output = Command::new(PROGRAM).env_clear().stdin(Stdio::null()).output().expect("it starts");
        assert!(black_box(output).status.success());
    }

    fn median(mut all: Vec<f64>) -> f64 {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    }

    /// Of ours and of all children that were waited for.
    fn processor_time() -> Duration {
        let stat = fs::read_to_string("/proc/self/stat").expect("`/proc` is there");
        let fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
        // Fields 14 to 17 of `proc_pid_stat(5)`; the name, which is gone, is the second.
        let ticks: u64 = fields.skip(14 - 3).take(4).filter_map(|field| field.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second())
    }
}
