//! Each way to misbehave ends as it should, and leaves nothing running.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::time::Duration;
use std::{fs, thread};

use crate::common::{MISBEHAVE, ample, marked, marker, misbehave};
use rustassay_process::{End, ResourceLimits, Scratch, StartStep, Task, run};

const SIGABRT: i32 = 6;
const SIGSEGV: i32 = 11;

#[test]
fn an_exit_code_is_reported() {
    misbehave(&["exit", "42"], ample(), |finished, _| assert_eq!(finished.end, End::Exited(42)));
}

#[test]
fn a_crash_is_reported_with_its_signal_and_leaves_no_core() {
    misbehave(&["abort"], ample(), |finished, folder| {
        assert_eq!(finished.end, End::Signaled { signal: SIGABRT });
        assert_eq!(fs::read_dir(folder).expect("the folder is there").count(), 0);
    });
}

#[test]
fn a_stack_overflow_is_a_crash() {
    // Rust's runtime aborts with a message where it knows the stack's bounds.
    misbehave(&["overflow"], ample(), |finished, _| {
        assert!(matches!(finished.end, End::Signaled { signal: SIGABRT | SIGSEGV }), "{:?}", finished.end);
    });
}

#[test]
fn input_arrives_whole() {
    let scratch = Scratch::new().expect("a folder can be made");
    let input: Vec<u8> = (0..1_000_000_u32).map(|number| number.to_le_bytes()[1]).collect();
    let mut task = Task::new(Path::new(MISBEHAVE), scratch.path()).arg("echo").limits(ample());
    task.stdin = &input;
    let finished = run(&task).expect("it starts");
    assert_eq!(finished.end, End::Exited(0));
    assert!(finished.stdout == input);
}

#[test]
fn the_environment_is_what_was_asked_for() {
    let scratch = Scratch::new().expect("a folder can be made");
    let task = Task::new(Path::new(MISBEHAVE), scratch.path()).arg("environment").env("ONLY", "this");
    let finished = run(&task).expect("it starts");
    let expected = format!("ONLY=this\nTMPDIR={}\n", scratch.path().display());
    assert_eq!(String::from_utf8_lossy(&finished.stdout), expected);
}

#[test]
fn no_descriptor_is_inherited_but_three() {
    misbehave(&["descriptors"], ample(), |finished, _| assert_eq!(finished.stdout, b"3\n"));
}

#[test]
fn a_program_that_hangs_times_out() {
    let limits = ResourceLimits { wall: Duration::from_millis(300), ..ample() };
    misbehave(&["hang"], limits, |finished, _| {
        assert_eq!(finished.end, End::TimedOut);
        assert!(finished.wall >= Duration::from_millis(300));
    });
}

#[test]
fn a_program_that_computes_for_ever_times_out() {
    let limits = ResourceLimits { cpu: Duration::from_millis(300), ..ample() };
    misbehave(&["spin"], limits, |finished, _| {
        assert_eq!(finished.end, End::TimedOut);
        assert!(finished.cpu >= Duration::from_millis(250), "{:?}", finished.cpu);
    });
}

#[test]
fn the_processor_time_of_children_counts() {
    let limits = ResourceLimits { cpu: Duration::from_millis(800), ..ample() };
    misbehave(&["spin-in-children"], limits, |finished, _| {
        assert_eq!(finished.end, End::TimedOut);
        assert!(finished.cpu >= Duration::from_millis(600), "{:?}", finished.cpu);
    });
}

#[test]
fn a_fork_bomb_is_stopped() {
    let limits = ResourceLimits { processes: 20, ..ample() };
    misbehave(&["fork-bomb", "7"], limits, |finished, _| assert_eq!(finished.end, End::TooManyProcesses));
}

#[test]
fn threads_count_as_processes() {
    let limits = ResourceLimits { processes: 20, ..ample() };
    misbehave(&["threads", "30"], limits, |finished, _| assert_eq!(finished.end, End::TooManyProcesses));
}

#[test]
fn a_daemon_does_not_outlive_the_program() {
    misbehave(&["daemon"], ample(), |finished, folder| {
        assert_eq!(finished.end, End::Exited(0));
        assert!(folder.join("daemon").exists(), "there was one");
    });
}

#[test]
fn a_program_that_eats_memory_is_stopped() {
    let limits = ResourceLimits { memory: 200 << 20, ..ample() };
    misbehave(&["keep-memory", "600"], limits, |finished, _| {
        assert_eq!(finished.end, End::OutOfMemory);
        assert!(finished.peak_memory > 200 << 20);
    });
}

#[test]
fn the_memory_of_children_counts() {
    let limits = ResourceLimits { memory: 150 << 20, ..ample() };
    misbehave(&["keep-memory-in-children"], limits, |finished, _| assert_eq!(finished.end, End::OutOfMemory));
}

#[test]
fn a_reservation_that_is_too_large_fails_in_the_program() {
    let limits = ResourceLimits { reservation: Some(1 << 30), ..ample() };
    misbehave(&["reserve", "2000000000"], limits, |finished, _| {
        assert_eq!(finished.end, End::Signaled { signal: SIGABRT });
        assert!(
            String::from_utf8_lossy(&finished.stderr)
                .contains("memory allocation of 2000000000 bytes failed")
        );
    });
    let limits = ResourceLimits { reservation: None, ..ample() };
    misbehave(&["reserve", "2000000000"], limits, |finished, _| assert_eq!(finished.end, End::Exited(0)));
}

#[test]
fn the_beginning_of_endless_output_is_kept() {
    let limits = ResourceLimits { output: 100_000, ..ample() };
    misbehave(&["print", "1000000"], limits, |finished, _| {
        assert_eq!(finished.end, End::OutputTooLong);
        assert_eq!(finished.stdout.len(), 100_000);
        assert!(finished.stdout.starts_with(b"beginx"));
    });
}

#[test]
fn output_up_to_the_limit_is_not_too_long() {
    let limits = ResourceLimits { output: (3 << 20) + 5, ..ample() };
    misbehave(&["print", "3"], limits, |finished, _| {
        assert_eq!((finished.end, finished.stdout.len()), (End::Exited(0), (3 << 20) + 5));
    });
}

#[test]
fn a_program_that_fills_the_disk_is_stopped() {
    let limits = ResourceLimits { disk: 20 << 20, ..ample() };
    misbehave(&["fill-disk"], limits, |finished, _| assert_eq!(finished.end, End::DiskFull));
}

#[test]
fn what_others_wrote_before_does_not_count() {
    let scratch = Scratch::new().expect("a folder can be made");
    fs::write(scratch.path().join("before"), vec![1; 2 << 20]).expect("there is room");
    let mut task = Task::new(Path::new("/bin/true"), scratch.path());
    task.limits = ResourceLimits { disk: 1 << 20, ..ample() };
    assert_eq!(run(&task).expect("it starts").end, End::Exited(0));
}

#[test]
fn a_large_file_is_stopped_at_its_limit() {
    let limits = ResourceLimits { file_size: 3 << 20, ..ample() };
    misbehave(&["large-file"], limits, |finished, folder| {
        assert_eq!(finished.end, End::DiskFull);
        assert_eq!(fs::metadata(folder.join("large")).expect("it is there").len(), 3 << 20);
    });
}

#[test]
fn a_program_that_does_not_exist_is_an_error_that_says_so() {
    let scratch = Scratch::new().expect("a folder can be made");
    let error = run(&Task::new(Path::new("/no/such/program"), scratch.path())).expect_err("it cannot start");
    assert_eq!(error.step(), StartStep::Execute);
    let message = error.to_string();
    assert!(message.starts_with("cannot execute `/no/such/program`: No such file"), "{message}");
}

#[test]
fn a_folder_that_does_not_exist_is_an_error_that_says_so() {
    let error =
        run(&Task::new(Path::new(MISBEHAVE), Path::new("/no/such/folder"))).expect_err("it cannot start");
    assert_eq!(error.step(), StartStep::Folder);
    assert!(error.to_string().contains("`/no/such/folder`"), "{error}");
}

#[test]
fn an_argument_with_a_null_byte_is_an_error() {
    let scratch = Scratch::new().expect("a folder can be made");
    let error =
        run(&Task::new(Path::new(MISBEHAVE), scratch.path()).arg("a\0b")).expect_err("it cannot start");
    assert_eq!(error.step(), StartStep::Arguments);
}

#[test]
fn many_threads_can_run_programs_at_once() {
    let mark = marker();
    thread::scope(|scope| {
        for worker in 0..8 {
            let mark = &mark;
            scope.spawn(move || {
                let scratch = Scratch::new().expect("a folder can be made");
                for round in 0..25 {
                    let code = (worker * 25 + round) % 256;
                    let mut task = Task::new(Path::new(MISBEHAVE), scratch.path()).env("MARKER", mark);
                    task = task.args(["exit", &code.to_string()]).limits(ample());
                    task.namespaces = round % 2 == 0;
                    assert_eq!(run(&task).expect("it starts").end, End::Exited(code));
                }
            });
        }
    });
    assert_eq!(marked(&mark), Vec::<String>::new());
}
