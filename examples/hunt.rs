//! Hunts: generated programs through backends, in batches.
use rustassay_gen_mir::{config::Profile, generate};
use rustassay_judge::answer::{Answer, Observation, ProgramEnd, answer};
use rustassay_judge::backend::*;
use rustassay_judge::batch::try_batch;
use rustassay_judge::case::Case;
use rustassay_judge::engine::*;
use rustassay_judge::words;
use rustassay_toolchain::*;
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (rustc, profile, from, to) = (&args[1], Profile::from_name(&args[2]).unwrap(), args[3].parse::<u64>().unwrap(), args[4].parse::<u64>().unwrap());
    let flags: Vec<String> = args[5..].to_vec();
    let d = discover(&Search { rustcs: vec![rustc.into()], ..Search::default() }, &Cache::standard());
    let toolchain = Arc::new(d.found.into_iter().next().unwrap_or_else(|| panic!("{:?}", d.failed)));
    let backend = Backend { name: "x".into(), kind: Kind::Compiled(Codegen::Llvm), toolchain: Some(toolchain), flags };
    let engine = Engine::new().unwrap();
    let (mut cpu, mut bad, mut gen_time) = (0.0, 0, 0.0);
    let start = std::time::Instant::now();
    for chunk in (from..to).collect::<Vec<_>>().chunks(50) {
        let t = std::time::Instant::now();
        let cases: Vec<Case> = chunk.iter().map(|&s| Case::from_program(s.to_string(), generate(s, &profile.config()).program)).collect();
        gen_time += t.elapsed().as_secs_f64();
        let answers: Vec<Answer> = cases.iter().map(answer).collect();
        let trials = try_batch(&engine, &cases.iter().collect::<Vec<_>>(), &backend, &answers.iter().collect::<Vec<_>>());
        for ((case, trial), answer) in cases.iter().zip(&trials).zip(&answers) {
            cpu += trial.cpu.as_secs_f64();
            let what = match (&trial.outcome, answer) {
                (Outcome::Observed(o), Answer::Must(e)) if o == e => continue,
                (Outcome::Observed(Observation { end: ProgramEnd::Code(0), .. }), _) => "prints something else".into(),
                (Outcome::Observed(o), _) => words::of_end(o.end),
                (Outcome::NotBuilt(c), _) => words::of_compiler(c),
                (o, a) => format!("{o:?} {a:?}").chars().take(300).collect(),
            };
            bad += 1;
            println!("seed {}: {what} (after {cpu:.0} CPU-s)", case.name);
        }
    }
    println!("{} programs, {bad} bad, {cpu:.0} CPU-s, generation {gen_time:.1} s, wall {:.0} s", to - from, start.elapsed().as_secs_f64());
}
