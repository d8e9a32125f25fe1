//! Pipelines of LLVM's passes, as `opt -passes=` takes them: `function(sroa,loop-mssa(licm)),globalopt`.
//!
//! [`Pipeline::draw`] makes one at random from `PASSES`. Passes of one kind stand together, within what they work on; the order is otherwise free,
//! because every pass must be right wherever it stands.

use rustassay_random::Random;
use std::collections::BTreeSet;
use std::fmt;

/// Passes in their order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pipeline(Vec<Element>);

/// A pass, or passes over a part of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Element {
    /// A name, with parameters if it has some: `early-cse<memssa>`.
    Pass(String),
    /// What they run on, `function`, and the passes.
    Over(String, Pipeline),
}

/// What a pass works on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum PassUnit {
    /// The module.
    Module,
    /// Functions that call each other.
    Cgscc,
    /// A function.
    Function,
    /// A loop.
    Loop,
    /// A loop, with MemorySSA.
    LoopMssa,
}

impl PassUnit {
    /// How passes over it are put into a module's pipeline.
    fn adaptor(self) -> Option<&'static [&'static str]> {
        match self {
            PassUnit::Module => None,
            PassUnit::Cgscc => Some(&["cgscc"]),
            PassUnit::Function => Some(&["function"]),
            PassUnit::Loop => Some(&["function", "loop"]),
            PassUnit::LoopMssa => Some(&["function", "loop-mssa"]),
        }
    }
}

use PassUnit::{Cgscc, Function, Loop, LoopMssa, Module};

/// The passes that pipelines are drawn from, with their parameters. They are those of LLVM's own pipelines (`llvm/lib/Passes/PassBuilderPipelines.cpp`, and
/// IR passes that targets add to theirs), and those that need no profile, no second module, and nothing of the program that is not there. Passes that LLVM
/// calls experimental or has open bugs against enabling are not among them: `newgvn`, `gvn-hoist`, `gvn-sink`, `loop-fuse`, `irce`. Nor are those
/// that do not take every function, such as `unify-loop-exits`, which has no answer to `invoke`. `instcombine` need not come to an end in one run unless it is
/// asked to. A version that
/// lacks one goes without.
const PASSES: &[(PassUnit, &str)] = &[
    (Module, "always-inline"),
    (Module, "called-value-propagation"),
    (Module, "constmerge"),
    (Module, "deadargelim"),
    (Module, "elim-avail-extern"),
    (Module, "globaldce"),
    (Module, "globalopt"),
    (Module, "inferattrs"),
    (Module, "ipsccp"),
    (Module, "mergefunc"),
    (Module, "partial-inliner"),
    (Module, "rel-lookup-table-converter"),
    (Module, "rpo-function-attrs"),
    (Module, "strip-dead-prototypes"),
    (Cgscc, "argpromotion"),
    (Cgscc, "function-attrs"),
    (Cgscc, "inline"),
    (Function, "adce"),
    (Function, "aggressive-instcombine"),
    (Function, "alignment-from-assumptions"),
    (Function, "bdce"),
    (Function, "break-crit-edges"),
    (Function, "callsite-splitting"),
    (Function, "consthoist"),
    (Function, "constraint-elimination"),
    (Function, "correlated-propagation"),
    (Function, "dce"),
    (Function, "dfa-jump-threading"),
    (Function, "div-rem-pairs"),
    (Function, "dse"),
    (Function, "early-cse"),
    (Function, "early-cse<memssa>"),
    (Function, "expand-memcmp"),
    (Function, "flatten-cfg"),
    (Function, "float2int"),
    (Function, "gvn"),
    (Function, "infer-alignment"),
    (Function, "instcombine<no-verify-fixpoint>"),
    (Function, "instsimplify"),
    (Function, "jump-threading"),
    (Function, "lcssa"),
    (Function, "libcalls-shrinkwrap"),
    (Function, "load-store-vectorizer"),
    (Function, "loop-distribute"),
    (Function, "loop-load-elim"),
    (Function, "loop-simplify"),
    (Function, "loop-sink"),
    (Function, "loop-unroll<O3>"),
    (Function, "loop-vectorize"),
    (Function, "lower-constant-intrinsics"),
    (Function, "lower-expect"),
    (Function, "lower-switch"),
    (Function, "make-guards-explicit"),
    (Function, "mem2reg"),
    (Function, "memcpyopt"),
    (Function, "mergeicmps"),
    (Function, "mldst-motion"),
    (Function, "nary-reassociate"),
    (Function, "partially-inline-libcalls"),
    (Function, "reassociate"),
    (Function, "reg2mem"),
    (Function, "sccp"),
    (Function, "separate-const-offset-from-gep"),
    (Function, "simplifycfg"),
    (
        Function,
        "simplifycfg<bonus-inst-threshold=4;forward-switch-cond;switch-to-lookup;hoist-common-insts;sink-common-insts;speculate-blocks>",
    ),
    (Function, "sink"),
    (Function, "slp-vectorizer"),
    (Function, "slsr"),
    (Function, "speculative-execution"),
    (Function, "sroa"),
    (Function, "sroa<modify-cfg>"),
    (Function, "tailcallelim"),
    (Function, "vector-combine"),
    (Loop, "canon-freeze"),
    (Loop, "indvars"),
    (Loop, "loop-bound-split"),
    (Loop, "loop-deletion"),
    (Loop, "loop-idiom"),
    (Loop, "loop-instsimplify"),
    (Loop, "loop-reduce"),
    (Loop, "loop-rotate"),
    (Loop, "loop-simplifycfg"),
    (Loop, "loop-unroll-full"),
    (LoopMssa, "licm"),
    (LoopMssa, "lnicm"),
    (LoopMssa, "loop-rotate"),
    (LoopMssa, "simple-loop-unswitch<nontrivial>"),
];

/// Of five passes, so many are drawn from those without which little else finds anything to do.
const OF_FIVE_BASIC: u64 = 2;

/// Passes that make work for others.
const BASIC: [(PassUnit, &str); 6] = [
    (Function, "sroa"),
    (Function, "instcombine<no-verify-fixpoint>"),
    (Function, "simplifycfg"),
    (Function, "gvn"),
    (Cgscc, "inline"),
    (Function, "early-cse<memssa>"),
];

/// How many passes a pipeline has, at least and at most.
const LENGTHS: (u64, u64) = (3, 24);

impl Pipeline {
    /// A pipeline at random.
    pub fn draw(random: &mut Random) -> Pipeline {
        let length = LENGTHS.0 + random.bits() % (LENGTHS.1 - LENGTHS.0 + 1);
        let mut pipeline = Pipeline::default();
        for _ in 0..length {
            let table = if random.bits() % 5 < OF_FIVE_BASIC { &BASIC[..] } else { PASSES };
            let (unit, name) = table[(random.bits() % table.len() as u64) as usize];
            pipeline.push(unit.adaptor().unwrap_or_default(), name);
        }
        pipeline
    }

    /// Adds a pass within these adaptors; to the last one, if that is over the same.
    fn push(&mut self, adaptors: &[&str], name: &str) {
        let Some((first, rest)) = adaptors.split_first() else {
            return self.0.push(Element::Pass(name.to_owned()));
        };
        if !matches!(self.0.last(), Some(Element::Over(over, _)) if over == first) {
            self.0.push(Element::Over((*first).to_owned(), Pipeline::default()));
        }
        if let Some(Element::Over(_, inner)) = self.0.last_mut() {
            inner.push(rest, name);
        }
    }

    /// The pipeline of a text; `None` if its brackets do not match.
    pub fn parse(text: &str) -> Option<Pipeline> {
        let mut stack = vec![(String::new(), Pipeline::default())];
        let (mut word, mut angles) = (String::new(), 0_usize);
        let end_pass = |word: &mut String, stack: &mut Vec<(String, Pipeline)>| {
            let name = std::mem::take(word);
            if let (false, Some((_, passes))) = (name.is_empty(), stack.last_mut()) {
                passes.0.push(Element::Pass(name));
            }
        };
        for c in text.chars() {
            match c {
                '(' if angles == 0 => stack.push((std::mem::take(&mut word), Pipeline::default())),
                ')' if angles == 0 => {
                    end_pass(&mut word, &mut stack);
                    let (over, inner) = stack.pop()?;
                    stack.last_mut()?.1.0.push(Element::Over(over, inner));
                }
                ',' if angles == 0 => end_pass(&mut word, &mut stack),
                _ => {
                    angles = match c {
                        '<' => angles + 1,
                        '>' => angles.checked_sub(1)?,
                        _ => angles,
                    };
                    word.push(c);
                }
            }
        }
        end_pass(&mut word, &mut stack);
        let (_, pipeline) = stack.pop()?;
        (stack.is_empty() && angles == 0).then_some(pipeline)
    }

    /// How many passes it has.
    pub fn len(&self) -> usize {
        let lengths = self.0.iter().map(|element| match element {
            Element::Pass(_) => 1,
            Element::Over(_, inner) => inner.len(),
        });
        lengths.sum()
    }

    /// Whether it has no pass.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same with those passes only of which this says so, by their place and their name with parameters.
    pub fn filtered(&self, keeps: &mut dyn FnMut(usize, &str) -> bool) -> Pipeline {
        self.filtered_from(&mut 0, keeps)
    }

    fn filtered_from(&self, at: &mut usize, keeps: &mut dyn FnMut(usize, &str) -> bool) -> Pipeline {
        let mut kept = Pipeline::default();
        for element in &self.0 {
            match element {
                Element::Pass(name) => {
                    if keeps(*at, name) {
                        kept.0.push(element.clone());
                    }
                    *at += 1;
                }
                Element::Over(over, inner) => {
                    let inner = inner.filtered_from(at, keeps);
                    if !inner.0.is_empty() {
                        kept.0.push(Element::Over(over.clone(), inner));
                    }
                }
            }
        }
        kept
    }

    /// The same without passes that an LLVM does not have.
    pub fn of_version(&self, known: &BTreeSet<String>) -> Pipeline {
        self.filtered(&mut |_, name| known.contains(name.split('<').next().unwrap_or(name)))
    }

    /// Shorter pipelines, those first that are shortest: without the halves, the quarters, and so on down to single passes.
    pub fn shorter(&self) -> Vec<Pipeline> {
        let all = self.len();
        let mut shorter = Vec::new();
        let mut size = all.div_ceil(2);
        while size > 0 && all > 1 {
            for start in (0..all).step_by(size) {
                let is_out = |at: usize| (start..start + size).contains(&at);
                shorter.push(self.filtered(&mut |at, _| !is_out(at)));
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        shorter
    }
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, element) in self.0.iter().enumerate() {
            if n > 0 {
                f.write_str(",")?;
            }
            match element {
                Element::Pass(name) => f.write_str(name)?,
                Element::Over(over, inner) => write!(f, "{over}({inner})")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipeline_is_read_as_it_is_written() {
        let text = "function(sroa<modify-cfg>,loop-mssa(licm)),cgscc(inline),globalopt,function(a<x;y(z),w>)";
        let pipeline = Pipeline::parse(text).unwrap();
        assert_eq!((pipeline.to_string().as_str(), pipeline.len()), (text, 5));
        for broken in ["function(a", "a)", "a<b"] {
            assert_eq!(Pipeline::parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn the_same_seed_draws_the_same_pipeline() {
        let draw = |seed| Pipeline::draw(&mut Random::new(seed));
        assert_eq!(draw(5), draw(5));
        assert_ne!(draw(5), draw(6));
        for seed in 0..50 {
            let pipeline = draw(seed);
            assert_eq!(Pipeline::parse(&pipeline.to_string()), Some(pipeline.clone()), "{pipeline}");
        }
    }

    #[test]
    fn passes_that_a_version_lacks_are_left_out_with_what_is_over_nothing_then() {
        let pipeline = Pipeline::parse("function(sroa<modify-cfg>,loop(indvars)),globalopt").unwrap();
        let known = ["sroa", "globalopt"].map(str::to_owned).into();
        assert_eq!(pipeline.of_version(&known).to_string(), "function(sroa<modify-cfg>),globalopt");
    }

    #[test]
    fn shorter_pipelines_lack_halves_and_then_single_passes() {
        let shorter = Pipeline::parse("function(a,b),c").unwrap().shorter();
        let texts: Vec<String> = shorter.iter().map(Pipeline::to_string).collect();
        assert_eq!(texts, ["c", "function(a,b)", "function(b),c", "function(a),c", "function(a,b)"]);
        assert_eq!(Pipeline::parse("a").unwrap().shorter(), []);
    }
}
