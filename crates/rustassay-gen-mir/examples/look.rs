//! Prints the program of a seed.
use rustassay_gen_mir::{config::Profile, generate};
use rustassay_mir::print::{Options, print};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let profile = Profile::from_name(&args[2]).unwrap();
    if args.len() > 3 {
        let n: u64 = args[3].parse().unwrap();
        let start = std::time::Instant::now();
        let (mut s, mut p, mut k) = (0, 0, 0);
        for seed in 0..n {
            let g = generate(seed, &profile.config());
            s += g.program.functions.iter().flat_map(|f| &f.body.blocks).map(|b| b.statements.len() + 1).sum::<usize>();
            p += g.proposed; k += g.kept;
        }
        let t = start.elapsed().as_secs_f64();
        println!("{n} programs, {s} statements, {:.0}/s, {p} proposed, {k} kept", s as f64 / t);
        return;
    }
    let g = generate(args[1].parse().unwrap(), &profile.config());
    println!("{}", print(&g.program, &Options::default()).unwrap());
    println!("// {}", String::from_utf8_lossy(&g.expected));
}
