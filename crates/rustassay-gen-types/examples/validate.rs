//! Holds a rule set against a compiler: `cargo run --release -p rustassay-gen-types --example validate -- SET KIND COUNT [FIRST] [NAME=FLAG...]`
//!
//! Makes the programs of COUNT seeds (KIND: `well`, `almost` or `equivalent`), has them checked, and prints what the rules and the compiler disagree about,
//! by cause: how often, after how many programs for the first time, and that program, alone in its crate. What `known.toml` knows is marked so.
//! With settings, such as `next-solver=-Znext-solver=globally`, the compiler is also held against itself.

use rustassay_arbitrary::reference_rustc;
use rustassay_gen_types::{Fate as Expected, Kind, TypesProgram, sets};
use rustassay_judge::case::Edition;
use rustassay_judge::checking::{
    Cause, Checked, Fate, Origin, Setting, check_alone, check_many, differences, known,
};
use rustassay_judge::engine::Engine;
use rustassay_toolchain::{Cache, Search, discover};
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So many programs are checked before more are made.
const LOT: u64 = 3000;

/// A disagreement that was met before or not.
struct Seen {
    times: u64,
    after: u64,
    text: String,
    is_known: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [set, kind, count, rest @ ..] = &args[..] else {
        return Err("SET KIND COUNT [FIRST] [NAME=FLAG...]".into());
    };
    let set = sets().iter().find(|one| one.name() == set).ok_or("there is no such rule set")?;
    let kind = Kind::ALL.into_iter().find(|one| one.name() == kind).ok_or("there is no such kind")?;
    let count: u64 = count.parse()?;
    let (flags, first): (Vec<&String>, Vec<&String>) = rest.iter().partition(|word| word.contains('='));
    let first: u64 = first.first().map_or(Ok(0), |first| first.parse())?;
    let rustc = reference_rustc().ok_or("there is no compiler")?;
    let found = discover(&Search { rustcs: vec![rustc], ..Search::default() }, &Cache::none()).found;
    let toolchain = Arc::new(found.into_iter().next().ok_or("the compiler does not work")?);
    let plain = Setting::plain(toolchain, Edition::E2024);
    let mut settings = vec![plain.clone()];
    for word in flags {
        let (name, flag) = word.split_once('=').ok_or("NAME=FLAG")?;
        let name = format!("{}/{name}", plain.name);
        settings.push(Setting { name, flags: vec![flag.to_owned()], ..plain.clone() });
    }
    let known = known::parse(include_str!("../known.toml"))?;
    let engine = Engine::new()?;

    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let mut rules: BTreeMap<String, u64> = BTreeMap::new();
    let (mut programs, mut failed, mut none) = (0, 0, 0);
    let mut making = Duration::ZERO;
    for lot in (first..first + count).step_by(LOT as usize) {
        let start = Instant::now();
        let classes: Vec<Vec<TypesProgram>> =
            (lot..(lot + LOT).min(first + count)).map(|seed| set.generate(seed, kind)).collect();
        making += start.elapsed();
        none += classes.iter().filter(|class| class.is_empty()).count();
        let all: Vec<&TypesProgram> = classes.iter().flatten().collect();
        let texts: Vec<&str> = all.iter().map(|program| &*program.text).collect();
        for program in &all {
            let premise = match &program.fate {
                Expected::Reject { premise, .. } => Some(premise.as_str()),
                _ => None,
            };
            for rule in program.rules.iter().copied().chain(premise) {
                *rules.entry(rule.to_owned()).or_default() += 1;
            }
        }
        let mut note = |cause: Cause, after: u64, text: String| {
            let is_known = known::find(&known, &cause).is_some();
            let new = Seen { times: 0, after, text, is_known };
            seen.entry(cause.key()).or_insert(new).times += 1;
        };
        let checked = check_many(&engine, &texts, &plain);
        failed += checked.iter().filter(|checked| checked.fate().is_none()).count();
        let (mut at, mut odd) = (0, Vec::new());
        for class in &classes {
            let checked = &checked[at..at + class.len()];
            let after = programs + at as u64 + 1;
            at += class.len();
            if kind == Kind::Equivalent {
                let Some(origin) = class.first().map(|program| origin(set.name(), program)) else { continue };
                if Cause::of_class(&origin, checked).is_none() {
                    continue;
                }
                let alone: Vec<Checked> =
                    class.iter().map(|program| check_alone(&engine, &program.text, &plain)).collect();
                if let Some(cause) = Cause::of_class(&origin, &alone) {
                    let is_no = |checked: &Checked| checked.fate() != Some(Fate::Accepted);
                    let which = alone.iter().position(is_no).unwrap_or_default();
                    let other = alone.iter().position(|checked| !is_no(checked)).unwrap_or_default();
                    let text = format!("{}\n// accepted:\n{}", class[which].text, class[other].text);
                    note(cause, after, text);
                }
                continue;
            }
            for (program, checked) in class.iter().zip(checked) {
                let origin = origin(set.name(), program);
                let expected = expected(program);
                if Cause::of(&origin, expected, checked).is_none() {
                    odd.extend(odd_code(program, checked).map(|odd| (odd, after)));
                    continue;
                }
                let alone = check_alone(&engine, &program.text, &plain);
                if let Some(cause) = Cause::of(&origin, expected, &alone) {
                    note(cause, after, program.text.clone());
                }
            }
        }
        if settings.len() > 1 {
            for difference in differences(&engine, &texts, &settings) {
                let program = all[difference.program];
                let origin = origin(set.name(), program);
                if let Some(cause) = Cause::of_difference(&origin, &settings, &difference) {
                    note(cause, programs + difference.program as u64 + 1, program.text.clone());
                }
            }
        }
        for ((key, text), after) in odd {
            seen.entry(key).or_insert(Seen { times: 0, after, text, is_known: false }).times += 1;
        }
        programs += all.len() as u64;
    }
    for (key, seen) in &seen {
        let known = if seen.is_known { " (known)" } else { "" };
        println!("{} times{known}, first after {}: {key}\n{}", seen.times, seen.after, seen.text);
    }
    let cpu = engine.spent();
    println!(
        "{} {}: {programs} programs of {count} seeds; {none} seeds without, {failed} not checked",
        set.name(),
        kind.name()
    );
    println!("{} disagreements of {} causes", seen.values().map(|seen| seen.times).sum::<u64>(), seen.len());
    println!(
        "made: {:.0} a second; checked: {:.0} a minute of the compiler's processor time",
        programs as f64 / making.as_secs_f64(),
        programs as f64 / cpu.as_secs_f64() * 60.0
    );
    for (rule, times) in rules {
        println!("{times:8} {rule}");
    }
    Ok(())
}

fn origin(set: &str, program: &TypesProgram) -> Origin {
    let premise = match &program.fate {
        Expected::Reject { premise, .. } => Some(premise.clone()),
        Expected::Accept | Expected::Same => None,
    };
    let rules = program.rules.iter().map(|&rule| rule.to_owned()).collect();
    Origin { set: set.to_owned(), premise, rules }
}

fn expected(program: &TypesProgram) -> Fate {
    match &program.fate {
        Expected::Reject { .. } => Fate::Rejected,
        Expected::Accept | Expected::Same => Fate::Accepted,
    }
}

/// A program that is rejected for another reason than it should be shows nothing: a mistake of the rules, which is told, too. A key, and the program.
fn odd_code(program: &TypesProgram, checked: &Checked) -> Option<(String, String)> {
    let (Expected::Reject { premise, codes }, Checked::Rejected(rejection)) = (&program.fate, checked) else {
        return None;
    };
    // An error is said by its code; those of the borrow checker that have none, by their headline.
    let says = |said: &String| rejection.codes.contains(said) || rejection.message.contains(said.as_str());
    let is_said = codes.iter().any(says);
    let (found, stage) = (rejection.codes.join(" "), rejection.stage);
    let key = format!("rejected for another reason | {premise} | {found} | {stage}");
    (!is_said).then(|| (key, format!("// {}\n{}", rejection.message, program.text)))
}
