//! Expands twins by a compiler, and compares.

use crate::behave::{Deed, LEVELS, can_be_run};
use crate::compile::{Bench, Call, CallFate, ExpansionForm, Macros, function_name};
use crate::kind::TwinKind;
use crate::known::{KnownDifference, experiments};
use crate::libraries::Libraries;
use crate::plan::{File, Planned};
use crate::write::{
    ArgumentGuard, Matcher, SYN_REFUSES, by_example, forwarding, macro_name, plain_crate, syn_crate,
};
use rustassay_process::in_parallel;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::path::PathBuf;

/// An implementation of a pair that has to do the same as the macro by example.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Twin {
    /// A procedural macro that uses nothing but `proc_macro`.
    Plain,
    /// The same, called by a macro by example that matches its argument.
    Forwarded,
    /// A procedural macro that uses `syn` and `quote`.
    Syn,
}

impl Twin {
    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            Twin::Plain => "procedural",
            Twin::Forwarded => "procedural, forwarded",
            Twin::Syn => "procedural, with syn",
        }
    }
}

/// A difference between a macro by example and its twin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwinDifference {
    /// The pair's number.
    pub pair: usize,
    /// The kind of its parameter.
    pub kind: TwinKind,
    /// The file.
    pub file: String,
    /// The function.
    pub function: String,
    /// The argument.
    pub argument: String,
    /// Which twin.
    pub twin: Twin,
    /// What was compared: `HIR`, `MIR` or `behaviour`.
    pub what: &'static str,
    /// What the macro by example gives.
    pub by_example: CallFate,
    /// What the twin gives.
    pub procedural: CallFate,
    /// The difference of the language that this is; `None` is a finding.
    pub known: Option<KnownDifference>,
}

/// The counts of a kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Pairs that were made.
    pub pairs: usize,
    /// Pairs that do not give back their function: rejected, or something else than the function itself.
    pub invalid: usize,
    /// Arguments with which all twins of a pair were expanded.
    pub expansions: usize,
    /// Those that all twins accept and expand to the same.
    pub same: usize,
    /// Those that all twins reject for the same reasons.
    pub rejected: usize,
    /// Those whose MIR was compared, too.
    pub mir: usize,
    /// Those with which programs were built and run, too.
    pub ran: usize,
    /// Those in which twins differ as the language lets them.
    pub known: usize,
    /// Those in which twins differ, and nothing explains it.
    pub findings: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.pairs += other.pairs;
        self.invalid += other.invalid;
        self.expansions += other.expansions;
        self.same += other.same;
        self.rejected += other.rejected;
        self.mir += other.mir;
        self.ran += other.ran;
        self.known += other.known;
        self.findings += other.findings;
    }
}

/// The counts of one way to write a macro, each against the macro by example.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Spelled {
    /// Pairs in which it did not give back what the macro by example gives back.
    pub invalid: usize,
    /// Arguments with which it was expanded.
    pub expansions: usize,
    /// Those with which it differs as the language lets it.
    pub known: usize,
    /// Those with which it differs, and nothing explains it.
    pub findings: usize,
}

impl AddAssign for Spelled {
    fn add_assign(&mut self, other: Spelled) {
        self.invalid += other.invalid;
        self.expansions += other.expansions;
        self.known += other.known;
        self.findings += other.findings;
    }
}

/// What came of twins.
#[derive(Clone, Default, Debug)]
pub struct Report {
    /// By kind.
    pub counts: BTreeMap<TwinKind, Counts>,
    /// By how the macro is written.
    pub spelled: BTreeMap<Twin, Spelled>,
    /// In the order of pairs and arguments.
    pub differences: Vec<TwinDifference>,
    /// Pairs that are invalid: their numbers, and why.
    pub invalid: Vec<(usize, String)>,
    /// What could not be done; for people.
    pub notes: Vec<String>,
}

impl Report {
    /// The differences that nothing explains.
    pub fn findings(&self) -> impl Iterator<Item = &TwinDifference> {
        self.differences.iter().filter(|difference| difference.known.is_none())
    }

    pub(crate) fn add(&mut self, other: Report) {
        for (kind, counts) in other.counts {
            *self.counts.entry(kind).or_default() += counts;
        }
        for (twin, counts) in other.spelled {
            *self.spelled.entry(twin).or_default() += counts;
        }
        self.differences.extend(other.differences);
        self.invalid.extend(other.invalid);
        self.notes.extend(other.notes);
    }
}

/// So many pairs share a crate of procedural macros, and crates that call them.
const LOT: usize = 120;

/// Expands pairs and compares, by several compilers at once.
pub fn run(
    bench: &Bench<'_>,
    libraries: Option<&Libraries>,
    files: &[File],
    planned: &[Planned],
    jobs: usize,
) -> Report {
    let mut lots: Vec<Vec<&Planned>> = Vec::new();
    for file in 0..files.len() {
        let of_file: Vec<&Planned> = planned.iter().filter(|planned| planned.file == file).collect();
        lots.extend(of_file.chunks(LOT).map(<[&Planned]>::to_vec));
    }
    let reports = in_parallel(&lots, jobs, |lot| {
        let file = &files[lot[0].file];
        Lot { bench, libraries, file, pairs: lot }.run().unwrap_or_else(|why| Report {
            notes: vec![format!("{}: {why}", file.source.name)],
            ..Report::default()
        })
    });
    let mut all = Report::default();
    reports.into_iter().for_each(|report| all.add(report));
    all.differences.sort_by_key(|difference| (difference.pair, difference.twin));
    all.invalid.sort();
    all
}

/// Pairs of one file.
struct Lot<'a> {
    bench: &'a Bench<'a>,
    libraries: Option<&'a Libraries>,
    file: &'a File,
    pairs: &'a [&'a Planned],
}

/// An argument of a pair.
#[derive(Copy, Clone)]
struct Expansion<'a> {
    id: usize,
    planned: &'a Planned,
    argument: &'a str,
    is_original: bool,
}

type States = BTreeMap<usize, CallFate>;

impl<'a> Lot<'a> {
    fn run(&self) -> Result<Report, String> {
        let mut report = Report::default();
        let expansions = self.expansions();
        let calls: Vec<Call> = expansions.iter().map(|expansion| self.call(expansion, "")).collect();
        let copies = self.copies(expansions.len());

        let text = self
            .pairs
            .iter()
            .map(|p| by_example(&p.pair, &macro_name(p.number), Matcher::Fragment))
            .collect();
        let examples = Macros { by_example: Some(text), library: None };
        let mut with_copies = calls.clone();
        with_copies.extend(copies.values().cloned());
        let expected = self.ask(&examples, &with_copies, ExpansionForm::Hir)?;

        let twins = self.twins(&mut report)?;
        let mut given: Vec<(Twin, States)> = Vec::new();
        for (twin, macros) in &twins {
            given.push((*twin, self.ask(macros, &calls, ExpansionForm::Hir)?));
        }

        self.assess(&expansions, &copies, &expected, &given, &mut report);
        let mut differing: Vec<(Expansion<'_>, Twin)> = Vec::new();
        let mut agreeing: Vec<Expansion<'_>> = Vec::new();
        for expansion in &expansions {
            let counts = report.counts.entry(expansion.planned.pair.kind).or_default();
            counts.expansions += 1;
            let own = &expected[&expansion.id];
            let others: Vec<Twin> = given
                .iter()
                .filter(|(_, states)| {
                    matches!(own, CallFate::Crashed(_)) || !own.agrees(&states[&expansion.id])
                })
                .map(|(twin, _)| *twin)
                .collect();
            match own {
                _ if !others.is_empty() => {
                    differing.extend(others.into_iter().map(|twin| (*expansion, twin)))
                }
                CallFate::Expanded(_) => {
                    counts.same += 1;
                    agreeing.push(*expansion);
                }
                _ => counts.rejected += 1,
            }
        }
        self.explain(&differing, &examples, &twins, &mut report)?;
        let accepted = self.compare_mir(&agreeing, &examples, &twins, &mut report)?;
        if self.file.parsed.has_main && can_be_run(&self.file.source.text) {
            self.compare_deeds(&accepted, &examples, &twins, &mut report)?;
        }
        self.count_differences(&expansions, &mut report);
        for (twin, _) in &twins {
            let of_it = |is_known: bool| {
                let of_it = report
                    .differences
                    .iter()
                    .filter(|difference| difference.twin == *twin && difference.known.is_some() == is_known);
                of_it.map(|difference| (difference.pair, &difference.argument)).collect::<BTreeSet<_>>().len()
            };
            let (known, findings) = (of_it(true), of_it(false));
            let counts = report.spelled.entry(*twin).or_default();
            *counts += Spelled { invalid: 0, expansions: expansions.len(), known, findings };
        }
        Ok(report)
    }

    fn expansions(&self) -> Vec<Expansion<'a>> {
        let mut expansions = Vec::new();
        for &planned in self.pairs {
            for (at, argument) in planned.inputs.iter().enumerate() {
                expansions.push(Expansion { id: expansions.len(), planned, argument, is_original: at == 0 });
            }
        }
        expansions
    }

    /// The call of a pair's macro, or of a variant of it.
    fn call(&self, expansion: &Expansion<'_>, variant: &str) -> Call {
        let name = macro_name(expansion.planned.number) + variant;
        let text = expansion.planned.pair.invocation(&name, &function_name(expansion.id), expansion.argument);
        Call { id: expansion.id, function: expansion.planned.function, text }
    }

    /// The functions themselves under other names: what pairs have to give back.
    fn copies(&self, first_id: usize) -> BTreeMap<usize, Call> {
        let functions: BTreeSet<usize> = self.pairs.iter().map(|planned| planned.function).collect();
        let text = &self.file.source.text;
        let copy = |(at, number): (usize, usize)| {
            let id = first_id + at;
            let function = &self.file.parsed.functions[number];
            let (whole, name) = (&function.range, &function.name_range);
            let text = format!(
                "{} {} {}",
                &text[whole.start..name.start],
                function_name(id),
                &text[name.end..whole.end]
            );
            (number, Call { id, function: number, text })
        };
        functions.into_iter().enumerate().map(copy).collect()
    }

    fn ask(&self, macros: &Macros, calls: &[Call], form: ExpansionForm) -> Result<States, String> {
        self.bench.ask((&self.file.source, &self.file.parsed), macros, calls, form)
    }

    fn library(&self, text: &str, args: &[std::ffi::OsString]) -> Result<PathBuf, String> {
        self.bench.library(text, &self.file.source.edition, args)
    }

    /// The crates of the twins.
    fn twins(&self, report: &mut Report) -> Result<Vec<(Twin, Macros)>, String> {
        let named = self
            .pairs
            .iter()
            .map(|planned| (macro_name(planned.number), &planned.pair, ArgumentGuard::Invisible));
        let plain = self.library(&plain_crate(named), &[])?;
        let forwards = self.pairs.iter().map(|planned| {
            let name = macro_name(planned.number);
            forwarding(&planned.pair, &name, &format!("::twin_macros::{name}"))
        });
        let mut twins = vec![
            (Twin::Plain, Macros { by_example: None, library: Some(plain.clone()) }),
            (Twin::Forwarded, Macros { by_example: Some(forwards.collect()), library: Some(plain) }),
        ];
        if let Some(libraries) = self.libraries {
            let named = self.pairs.iter().map(|planned| (macro_name(planned.number), &planned.pair));
            match self.library(&syn_crate(named), &libraries.args()) {
                Ok(library) => twins.push((Twin::Syn, Macros { by_example: None, library: Some(library) })),
                Err(why) => {
                    report
                        .notes
                        .push(format!("{}: the macros with syn are not built: {why}", self.file.source.name));
                }
            }
        }
        Ok(twins)
    }

    /// Says which pairs are invalid.
    fn assess(
        &self,
        expansions: &[Expansion<'_>],
        copies: &BTreeMap<usize, Call>,
        expected: &States,
        given: &[(Twin, States)],
        report: &mut Report,
    ) {
        for expansion in expansions.iter().filter(|expansion| expansion.is_original) {
            let planned = expansion.planned;
            let counts = report.counts.entry(planned.pair.kind).or_default();
            counts.pairs += 1;
            let own = &expected[&expansion.id];
            let copy = &expected[&copies[&planned.function].id];
            let is_given_back = match own {
                CallFate::Expanded(_) if is_enclosed(planned) || planned.pair.kind == TwinKind::Meta => true,
                CallFate::Expanded(_) => own == copy,
                _ => false,
            };
            let odd = given.iter().find(|(_, states)| !own.agrees(&states[&expansion.id]));
            if let (true, Some((twin, _))) = (is_given_back, odd) {
                report.spelled.entry(*twin).or_default().invalid += 1;
            }
            let why = match (is_given_back, odd) {
                (true, None) => continue,
                (true, Some((twin, states))) => {
                    format!("{}: {}", twin.name(), states[&expansion.id].words())
                }
                (false, _) => format!("by example: {}", own.words()),
            };
            counts.invalid += 1;
            let pair = &planned.pair;
            let why = format!("{} `{}` of `{}`: {why}", pair.kind.name(), pair.original, pair.function);
            report.invalid.push((planned.number, why));
        }
    }

    /// Tries differences again, and explains those that stay.
    fn explain(
        &self,
        differing: &[(Expansion<'a>, Twin)],
        examples: &Macros,
        twins: &[(Twin, Macros)],
        report: &mut Report,
    ) -> Result<(), String> {
        if differing.is_empty() {
            return Ok(());
        }
        let mut unique: Vec<Expansion<'a>> = differing.iter().map(|(expansion, _)| *expansion).collect();
        unique.dedup_by_key(|expansion| expansion.id);
        let calls: Vec<Call> = unique.iter().map(|expansion| self.call(expansion, "")).collect();
        let expected = self.ask(examples, &calls, ExpansionForm::Hir)?;
        let mut again: BTreeMap<Twin, States> = BTreeMap::new();
        for (twin, macros) in twins {
            again.insert(*twin, self.ask(macros, &calls, ExpansionForm::Hir)?);
        }
        // With the argument as tokens, a macro by example gets what a procedural macro gets.
        let numbers: BTreeSet<usize> = unique.iter().map(|expansion| expansion.planned.number).collect();
        let pairs: Vec<&Planned> =
            self.pairs.iter().copied().filter(|pair| numbers.contains(&pair.number)).collect();
        let text =
            pairs.iter().map(|p| by_example(&p.pair, &macro_name(p.number), Matcher::Tokens)).collect();
        let as_tokens =
            self.ask(&Macros { by_example: Some(text), library: None }, &calls, ExpansionForm::Hir)?;
        // With another guard around the argument, a procedural macro keeps it together.
        let mut named = Vec::new();
        for planned in &pairs {
            for (guard, _) in experiments(planned.pair.kind) {
                named.push((macro_name(planned.number) + variant(*guard), &planned.pair, *guard));
            }
        }
        let library = if named.is_empty() { None } else { Some(self.library(&plain_crate(named), &[])?) };
        let mut guarded: BTreeMap<ArgumentGuard, States> = BTreeMap::new();
        for guard in [ArgumentGuard::Parentheses, ArgumentGuard::Angles, ArgumentGuard::Turbofish] {
            let has_it = |expansion: &&Expansion<'a>| {
                experiments(expansion.planned.pair.kind).iter().any(|(other, _)| *other == guard)
            };
            let calls: Vec<Call> =
                unique.iter().filter(has_it).map(|expansion| self.call(expansion, variant(guard))).collect();
            let macros = Macros { by_example: None, library: library.clone() };
            guarded.insert(guard, self.ask(&macros, &calls, ExpansionForm::Hir)?);
        }
        let mut unsteady = 0;
        for (expansion, twin) in differing {
            let id = expansion.id;
            let (own, other, plain) = (&expected[&id], &again[twin][&id], &again[&Twin::Plain][&id]);
            let has_crashed = matches!(own, CallFate::Crashed(_));
            if own.agrees(other) && !has_crashed {
                unsteady += 1;
                continue;
            }
            let known = if has_crashed || matches!(other, CallFate::Crashed(_)) {
                None
            } else if *twin != Twin::Plain && own.agrees(plain) {
                let is_refused =
                    matches!(other, CallFate::Rejected { message, .. } if message.starts_with(SYN_REFUSES));
                (*twin == Twin::Syn && is_refused).then_some(KnownDifference::SynGrammar)
            } else {
                let is_refused =
                    matches!(other, CallFate::Rejected { message, .. } if message.starts_with(SYN_REFUSES));
                let experiment = experiments(expansion.planned.pair.kind)
                    .iter()
                    .find(|(guard, _)| guarded[guard].get(&id).is_some_and(|state| own.agrees(state)));
                let is_the_same_as_tokens = as_tokens[&id].agrees(plain);
                let is_of_plain = other.agrees(plain) || is_refused;
                match (experiment, is_the_same_as_tokens && is_of_plain) {
                    (Some((_, known)), true) => Some(*known),
                    (None, true) if is_unmatched(own) => Some(KnownDifference::NotMatched),
                    (None, true) => Some(KnownDifference::OpaqueFragment),
                    (_, false) => None,
                }
            };
            if known.is_some() {
                self.note(expansion, *twin, "HIR", (own, other), known, report);
                continue;
            }
            // What nothing explains has to show alone.
            let call = [self.call(expansion, "")];
            let macros = &twins.iter().find(|(other, _)| other == twin).expect("it was asked before").1;
            let own = self.ask(examples, &call, ExpansionForm::Hir)?[&id].clone();
            let other = self.ask(macros, &call, ExpansionForm::Hir)?[&id].clone();
            if own.agrees(&other) && !matches!(own, CallFate::Crashed(_)) {
                unsteady += 1;
            } else {
                self.note(expansion, *twin, "HIR", (&own, &other), None, report);
            }
        }
        if unsteady > 0 {
            report.notes.push(format!(
                "{}: {unsteady} differences among many macro calls did not show again, and do not count",
                self.file.source.name
            ));
        }
        Ok(())
    }

    fn note(
        &self,
        expansion: &Expansion<'_>,
        twin: Twin,
        what: &'static str,
        (by_example, procedural): (&CallFate, &CallFate),
        known: Option<KnownDifference>,
        report: &mut Report,
    ) {
        report.differences.push(TwinDifference {
            pair: expansion.planned.number,
            kind: expansion.planned.pair.kind,
            file: self.file.source.name.clone(),
            function: expansion.planned.pair.function.clone(),
            argument: expansion.argument.to_owned(),
            twin,
            what,
            by_example: by_example.clone(),
            procedural: procedural.clone(),
            known,
        });
    }

    /// Compares the MIR of what has the same HIR and a type; gives what is the same in all.
    fn compare_mir(
        &self,
        agreeing: &[Expansion<'a>],
        examples: &Macros,
        twins: &[(Twin, Macros)],
        report: &mut Report,
    ) -> Result<Vec<Expansion<'a>>, String> {
        let calls: Vec<Call> = agreeing.iter().map(|expansion| self.call(expansion, "")).collect();
        let expected = self.ask(examples, &calls, ExpansionForm::Mir)?;
        let is_accepted = |id: &usize| matches!(expected[id], CallFate::Expanded(_));
        let mut same: BTreeSet<usize> =
            agreeing.iter().map(|expansion| expansion.id).filter(is_accepted).collect();
        // What is forwarded has the same HIR as what is not.
        for (twin, macros) in twins.iter().filter(|(twin, _)| *twin != Twin::Forwarded) {
            let given = self.ask(macros, &calls, ExpansionForm::Mir)?;
            for expansion in agreeing {
                let (own, other) = (&expected[&expansion.id], &given[&expansion.id]);
                let counts = report.counts.entry(expansion.planned.pair.kind).or_default();
                if *twin == Twin::Plain && matches!(own, CallFate::Expanded(_)) {
                    counts.mir += 1;
                }
                if own.agrees(other) && !matches!(own, CallFate::Crashed(_)) {
                    continue;
                }
                same.remove(&expansion.id);
                // Alone: in a crowd, one may be rejected for what another does.
                let call = [self.call(expansion, "")];
                let own = self.ask(examples, &call, ExpansionForm::Mir)?[&expansion.id].clone();
                let other = self.ask(macros, &call, ExpansionForm::Mir)?[&expansion.id].clone();
                if own.agrees(&other) && !matches!(own, CallFate::Crashed(_)) {
                    continue;
                }
                let planned = expansion.planned;
                let text = by_example(&planned.pair, &macro_name(planned.number), Matcher::Tokens);
                let as_tokens =
                    self.ask(&Macros { by_example: Some(text), library: None }, &call, ExpansionForm::Mir)?;
                let has_crashed =
                    [&own, &other].into_iter().any(|state| matches!(state, CallFate::Crashed(_)));
                let is_explained = !has_crashed && as_tokens[&expansion.id].agrees(&other);
                let known = is_explained.then_some(KnownDifference::OpaqueFragment);
                self.note(expansion, *twin, "MIR", (&own, &other), known, report);
            }
        }
        Ok(agreeing.iter().filter(|expansion| same.contains(&expansion.id)).copied().collect())
    }

    /// Compares what programs do: with all functions declared by macros that give them back, and with some other arguments, one at a time.
    fn compare_deeds(
        &self,
        accepted: &[Expansion<'a>],
        examples: &Macros,
        twins: &[(Twin, Macros)],
        report: &mut Report,
    ) -> Result<(), String> {
        // A function can be declared by one macro only.
        let mut originals: BTreeMap<usize, Expansion<'a>> = BTreeMap::new();
        for expansion in accepted.iter().filter(|expansion| expansion.is_original) {
            if !is_enclosed(expansion.planned) {
                originals.entry(expansion.planned.function).or_insert(*expansion);
            }
        }
        let originals: Vec<Expansion<'a>> = originals.into_values().collect();
        let others = accepted.iter().filter(|expansion| !expansion.is_original);
        let others = others.filter(|expansion| !is_enclosed(expansion.planned)).take(OTHER_PROGRAMS);
        let mut programs: Vec<Vec<Expansion<'a>>> = others.map(|expansion| vec![*expansion]).collect();
        if !originals.is_empty() {
            programs.push(originals);
        }
        for level in LEVELS {
            let itself = self.deed(&Macros::default(), &[], level)?;
            if itself.is_none() {
                break;
            }
            for program in &programs {
                let own = self.deed(examples, program, level)?;
                let is_given_back = program[0].is_original;
                if level == LEVELS[0] && own.is_some() {
                    for expansion in program {
                        report.counts.entry(expansion.planned.pair.kind).or_default().ran += 1;
                    }
                }
                // A program that is not built, or has no end, is nothing to compare with.
                if own.is_none() {
                    continue;
                }
                let must = if is_given_back { &itself } else { &own };
                // What is forwarded has the same HIR as what is not.
                for (twin, macros) in twins.iter().filter(|(twin, _)| *twin != Twin::Forwarded) {
                    // What is not built or not steady is nothing to compare: that was seen before, or is the program's.
                    let given = self.deed(macros, program, level)?;
                    let suspect = [&own, &given].into_iter().any(|deed| differ(must, deed));
                    if suspect {
                        self.blame(program, (*twin, macros), examples, level, itself.as_ref(), report)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Tries the functions of a program in which something is wrong one by one, and notes those that show it alone.
    fn blame(
        &self,
        program: &[Expansion<'a>],
        (twin, macros): (Twin, &Macros),
        examples: &Macros,
        level: &str,
        itself: Option<&Deed>,
        report: &mut Report,
    ) -> Result<(), String> {
        for expansion in program {
            let alone = std::slice::from_ref(expansion);
            let (own, given) = (self.deed(examples, alone, level)?, self.deed(macros, alone, level)?);
            let must = if expansion.is_original { itself.cloned() } else { own.clone() };
            if differ(&must, &own) || differ(&must, &given) {
                let state = |deed: Option<Deed>| {
                    CallFate::Expanded(
                        deed.map_or_else(String::new, |deed| format!("O{level}: {}", deed.words())),
                    )
                };
                self.note(expansion, twin, "behaviour", (&state(own), &state(given)), None, report);
            }
        }
        Ok(())
    }

    /// What the file's program does with functions declared by calls.
    fn deed(&self, macros: &Macros, program: &[Expansion<'_>], level: &str) -> Result<Option<Deed>, String> {
        let call = |expansion: &Expansion<'_>| {
            let (planned, name) = (expansion.planned, macro_name(expansion.planned.number));
            let text = planned.pair.invocation(&name, &planned.pair.function, expansion.argument);
            Call { id: expansion.id, function: planned.function, text }
        };
        let calls: Vec<Call> = program.iter().map(call).collect();
        self.bench.deed((&self.file.source, &self.file.parsed), macros, &calls, level)
    }

    /// Counts arguments, not twins.
    fn count_differences(&self, expansions: &[Expansion<'_>], report: &mut Report) {
        for expansion in expansions {
            let of_it = report.differences.iter().filter(|difference| {
                difference.pair == expansion.planned.number && difference.argument == expansion.argument
            });
            let is_known: Vec<bool> = of_it.map(|difference| difference.known.is_some()).collect();
            let counts = report.counts.entry(expansion.planned.pair.kind).or_default();
            if is_known.contains(&false) {
                counts.findings += 1;
            } else if !is_known.is_empty() {
                counts.known += 1;
            }
        }
    }
}

/// So many programs of a lot are built with other arguments: what has the same MIR hardly ever does something else.
const OTHER_PROGRAMS: usize = 1;

/// Whether a pair puts the whole function into another one, which cannot be called in its place.
fn is_enclosed(planned: &Planned) -> bool {
    planned.pair.original.contains(" enclosed ")
}

/// Whether two programs that were built, and are steady, did something else.
fn differ(one: &Option<Deed>, other: &Option<Deed>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other)
}

fn variant(guard: ArgumentGuard) -> &'static str {
    match guard {
        ArgumentGuard::Invisible => "",
        ArgumentGuard::Parentheses => "_parentheses",
        ArgumentGuard::Angles => "_angles",
        ArgumentGuard::Turbofish => "_turbofish",
    }
}

/// Whether a macro by example was called with what its parameter does not match.
fn is_unmatched(state: &CallFate) -> bool {
    let CallFate::Rejected { message, .. } = state else { return false };
    message.starts_with("no rules expected") || message.starts_with("unexpected end of macro invocation")
}
