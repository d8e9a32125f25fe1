use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock};

static COUNT: AtomicUsize = AtomicUsize::new(40);
static TEXTS: [&str; 2] = ["a", "bc"];
static FIRST: &&str = &TEXTS[0];
static FUNCTIONS: &[(&str, fn(i32) -> i32)] = &[("double", double), ("negate", |n| -n)];
static LOG: Mutex<Vec<i32>> = Mutex::new(Vec::new());
static LAZY: LazyLock<String> = LazyLock::new(|| "lazy".repeat(2));
static ONCE: OnceLock<u64> = OnceLock::new();

struct Node(i32, Option<&'static Node>);
static LOOP: Node = Node(1, Some(&Node(2, Some(&LOOP))));

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(3) };
    static NAMES: RefCell<Vec<String>> = RefCell::new(vec!["x".into()]);
}

fn double(n: i32) -> i32 {
    n * 2
}

fn main() {
    COUNT.fetch_add(2, Ordering::SeqCst);
    println!("{} {} {}", COUNT.load(Ordering::Relaxed), FIRST, TEXTS[1].len());
    for (name, function) in FUNCTIONS {
        LOG.lock().unwrap().push(function(21));
        println!("{name}");
    }
    println!("{:?} {} {}", LOG.lock().unwrap(), *LAZY, ONCE.get_or_init(|| 9));
    let back = LOOP.1.and_then(|node| node.1).map(|node| node.0);
    println!("{back:?}");
    DEPTH.set(DEPTH.get() + 1);
    NAMES.with_borrow_mut(|names| names.push("y".into()));
    println!("{} {}", DEPTH.get(), NAMES.with_borrow(|names| names.concat()));
}
