//! Shows where a program does something else at other addresses.
use rustassay_gen_mir::{config::Profile, generate};
use rustassay_machine::machine::{Config, Machine};
use rustassay_mir::print::{Options, print};
use rustassay_mir::read::read;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let seed: u64 = args[1].parse().unwrap();
    let profiles: Vec<_> = Profile::ALL.into_iter().filter(|p| *p != Profile::Large).collect();
    let g = generate(seed, &profiles[seed as usize % profiles.len()].config());
    let text = print(&g.program, &Options::default()).unwrap();
    std::fs::write("/tmp/d.rs", &text).unwrap();
    let parsed = read(&text).unwrap();
    let main = parsed.program.find_fn("main").unwrap();
    let mut m = Machine::new(parsed.program, Config::default());
    m.start_function(main, vec![]).unwrap();
    loop {
        let at = m.backtrace();
        if m.step().unwrap().is_some() { break }
        if m.branch_is_tainted() || m.output_is_tainted() {
            for a in at { let s = parsed.spans.span(a).unwrap(); println!("{} {} {}", m.branch_is_tainted(), m.output_is_tainted(), &text[s.start as usize..s.end as usize]); }
            break;
        }
    }
}
