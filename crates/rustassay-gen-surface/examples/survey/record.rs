//! Results, in memory and in a file: a line for each crate, so that a survey can be stopped at any moment and go on.

use crate::trial::Cost;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::ops::Range;
use std::path::Path;

/// What came of a crate.
pub struct Record {
    /// The seed of its first program.
    pub first: u64,
    /// How many lines each program has.
    pub lines: Vec<u64>,
    /// What it cost, by compiler and level.
    pub costs: BTreeMap<String, Cost>,
    /// What each program printed, or what was wrong with it.
    pub results: Vec<Result<String, String>>,
}

impl Record {
    /// A line: parts with tabs between them.
    fn line(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(u64::to_string).collect();
        let results: Vec<String> = self
            .results
            .iter()
            .map(|result| match result {
                Ok(output) => format!("={output}"),
                Err(kind) => format!("!{kind}"),
            })
            .collect();
        let mut line = format!("{}\t{}\t{}", self.first, lines.join(","), results.join(","));
        for (key, cost) in &self.costs {
            line += &format!("\t{key}\t{:.3},{:.3}", cost.compile, cost.run);
        }
        line + "\n"
    }

    /// What a line says; `None` for one that was cut off when a survey was killed.
    fn read(line: &str) -> Option<Record> {
        let mut parts = line.split('\t');
        let first = parts.next()?.parse().ok()?;
        let lines = parts.next()?.split(',').map(|n| n.parse().ok()).collect::<Option<Vec<u64>>>()?;
        let result = |text: &str| match text.strip_prefix('=') {
            Some(output) => Some(Ok(output.to_owned())),
            None => text.strip_prefix('!').map(|kind| Err(kind.to_owned())),
        };
        let results = parts.next()?.split(',').map(result).collect::<Option<Vec<_>>>()?;
        let mut costs = BTreeMap::new();
        while let Some(key) = parts.next() {
            let (compile, run) = parts.next()?.split_once(',')?;
            costs.insert(key.to_owned(), Cost { compile: compile.parse().ok()?, run: run.parse().ok()? });
        }
        (lines.len() == results.len()).then_some(Record { first, lines, costs, results })
    }
}

/// All results.
pub struct Records {
    file: Option<File>,
    all: Vec<Record>,
}

impl Records {
    /// Those that a folder has, which may not be there yet.
    pub fn open(folder: Option<&Path>) -> io::Result<Records> {
        let Some(folder) = folder else { return Ok(Records { file: None, all: Vec::new() }) };
        std::fs::create_dir_all(folder)?;
        let path = folder.join("results.txt");
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(io::SeekFrom::End(0))?;
        let all = text[..whole].lines().filter_map(Record::read).collect();
        Ok(Records { file: Some(file), all })
    }

    /// Whether a crate was tried already.
    pub fn has(&self, first: u64, count: u64) -> bool {
        self.all.iter().any(|record| record.first == first && record.lines.len() as u64 == count)
    }

    /// Keeps what came of a crate.
    pub fn add(&mut self, record: Record) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.write_all(record.line().as_bytes())?;
        }
        self.all.push(record);
        Ok(())
    }

    /// Prints what came of the programs of these seeds.
    pub fn report(&self, seeds: Range<u64>) {
        let mut programs: BTreeMap<u64, (u64, &Result<String, String>)> = BTreeMap::new();
        let mut costs: BTreeMap<&str, Cost> = BTreeMap::new();
        for record in self.all.iter().filter(|record| seeds.contains(&record.first)) {
            for ((seed, lines), result) in (record.first..).zip(&record.lines).zip(&record.results) {
                programs.insert(seed, (*lines, result));
            }
            for (key, cost) in &record.costs {
                let total = costs.entry(key).or_default();
                total.compile += cost.compile;
                total.run += cost.run;
            }
        }
        let mut lines: Vec<u64> = programs.values().map(|(lines, _)| *lines).collect();
        lines.sort_unstable();
        let count = lines.len().max(1);
        let at = |percent: usize| lines.get((count - 1) * percent / 100).copied().unwrap_or(0);
        println!("{} programs, {} lines", programs.len(), lines.iter().sum::<u64>());
        println!("lines a program: {} to {}, median {}, 99 of 100 up to {}", at(0), at(100), at(50), at(99));
        for (key, cost) in costs {
            let each = |seconds: f64| seconds * 1e3 / count as f64;
            println!(
                "{key}: {:.0} ms to compile a program, {:.1} ms to run it; {:.0} CPU-seconds",
                each(cost.compile),
                each(cost.run),
                cost.compile + cost.run
            );
        }
        // Two surveys of the same programs agree if these do.
        let printed = programs.values().filter_map(|(_, result)| result.as_ref().ok());
        let digest =
            printed.flat_map(|output| output.bytes()).fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        println!("all checksums together: {digest:016x}");
        let mut troubles: BTreeMap<&str, usize> = BTreeMap::new();
        for kind in ["rejected", "compiler crashed", "did not end well", "differs", "only together"] {
            troubles.insert(kind, 0);
        }
        for (_, result) in programs.values() {
            if let Err(kind) = result {
                *troubles.entry(kind).or_default() += 1;
            }
        }
        for (kind, count) in troubles {
            println!("{kind}: {count}");
        }
    }
}
