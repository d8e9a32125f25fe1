//! What came of mutants: a line for each lot, so that a survey can be stopped at any moment and go on.

use rustassay_mutate::mutators::MUTATORS;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::ops::AddAssign;
use std::path::Path;

/// What came of some mutants of one mutator.
#[derive(Copy, Clone, Default)]
pub struct Row {
    pub mutants: u64,
    pub stillborn: u64,
    pub crashed: u64,
    pub compared: u64,
    pub changed: u64,
    /// CPU-microseconds: of making them, of all our own work, and of compilers.
    pub making: u64,
    pub own: u64,
    pub compiling: u64,
}

impl Row {
    fn fields(self) -> [u64; 8] {
        let Row { mutants, stillborn, crashed, compared, changed, making, own, compiling } = self;
        [mutants, stillborn, crashed, compared, changed, making, own, compiling]
    }

    fn of([mutants, stillborn, crashed, compared, changed, making, own, compiling]: [u64; 8]) -> Row {
        Row { mutants, stillborn, crashed, compared, changed, making, own, compiling }
    }
}

impl AddAssign for Row {
    fn add_assign(&mut self, other: Row) {
        let mut sum = self.fields();
        sum.iter_mut().zip(other.fields()).for_each(|(own, other)| *own += other);
        *self = Row::of(sum);
    }
}

/// What came of a lot, by mutator.
pub type Rows = BTreeMap<&'static str, Row>;

/// A line: the number of the first mutant, how many, and each mutator with its figures.
fn line(first: u64, count: u64, rows: &Rows) -> String {
    let mut line = format!("{first}\t{count}");
    for (name, row) in rows {
        line += &format!("\t{name}={}", row.fields().map(|field| field.to_string()).join(","));
    }
    line + "\n"
}

/// What a line says; `None` for one that says something else.
fn read(line: &str) -> Option<((u64, u64), Rows)> {
    let mut parts = line.split('\t');
    let lot = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let rows = parts.map(|part| {
        let (name, fields) = part.split_once('=')?;
        let name = MUTATORS.iter().find(|mutator| mutator.name == name)?.name;
        let fields = fields.split(',').map(|field| field.parse().ok()).collect::<Option<Vec<u64>>>()?;
        Some((name, Row::of(fields.try_into().ok()?)))
    });
    Some((lot, rows.collect::<Option<Rows>>()?))
}

/// All results.
pub struct Records {
    file: Option<File>,
    all: BTreeMap<(u64, u64), Rows>,
}

impl Records {
    /// Those that a folder has for such a survey, which may not be there yet.
    pub fn open(folder: Option<&Path>, survey: &str) -> io::Result<Records> {
        let Some(folder) = folder else { return Ok(Records { file: None, all: BTreeMap::new() }) };
        std::fs::create_dir_all(folder)?;
        let mut file =
            OpenOptions::new().read(true).append(true).create(true).open(folder.join("results.txt"))?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        // A line that was cut off when a survey was killed is none.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(io::SeekFrom::End(0))?;
        let mut lines = text[..whole].lines();
        match lines.next() {
            None => file.write_all(format!("{survey}\n").as_bytes())?,
            Some(other) if other != survey => {
                let why = format!("the folder has the results of another survey: {other}");
                return Err(io::Error::other(why));
            }
            Some(_) => {}
        }
        Ok(Records { all: lines.filter_map(read).collect(), file: Some(file) })
    }

    /// Whether a lot was tried already.
    pub fn has(&self, first: u64, count: u64) -> bool {
        self.all.contains_key(&(first, count))
    }

    /// Keeps what came of a lot.
    pub fn add(&mut self, first: u64, count: u64, rows: Rows) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.write_all(line(first, count, &rows).as_bytes())?;
        }
        self.all.insert((first, count), rows);
        Ok(())
    }

    /// Prints what came of all of them.
    pub fn report(&self) {
        let mut rows = Rows::new();
        for (name, row) in self.all.values().flatten() {
            *rows.entry(name).or_default() += *row;
        }
        println!(
            "| mutator | mutants | stillborn | % | crashes | changes behaviour % | made a CPU-second | checked a CPU-second |"
        );
        println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        let mut total = Row::default();
        for mutator in MUTATORS {
            let row = rows.get(mutator.name).copied().unwrap_or_default();
            total += row;
            print(mutator.name, row);
        }
        print("all", total);
        let seconds = (total.own + total.compiling) as f64 / 1e6;
        if total.mutants > 0 && total.compiling > 0 {
            println!(
                "{} mutants of {} places in {seconds:.0} CPU-seconds: {:.0} an hour of two processors",
                total.mutants,
                self.all.keys().map(|(_, count)| count).sum::<u64>(),
                total.mutants as f64 * 7200.0 / seconds
            );
        }
    }
}

fn print(name: &str, row: Row) {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    let rate = |micros: u64| match micros {
        0 => "-".to_owned(),
        _ => format!("{:.1}", row.mutants as f64 * 1e6 / micros as f64),
    };
    println!(
        "| {name} | {} | {} | {:.1} | {} | {:.0} | {} | {} |",
        row.mutants,
        row.stillborn,
        percent(row.stillborn, row.mutants),
        row.crashed,
        percent(row.changed, row.compared),
        rate(row.making),
        rate(if row.compiling == 0 { 0 } else { row.own + row.compiling }),
    );
}
