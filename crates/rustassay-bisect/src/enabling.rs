//! What the pass stands on with which a result is first wrong, and when that is to blame instead.
//!
//! A count of passes names the first pass with which a result is wrong. It may have done nothing wrong: the pass before it may have said
//! something that does not hold, such as an attribute of a function, and this is the first that believes it. From outside the two look the same,
//! as in [`Stage::MirAndLlvm`](crate::Stage::MirAndLlvm), except where a flag decides. If the failure needs a flag, one of the passes before runs with that flag only,
//! and without that pass all is well, then it is the one: whatever comes after it runs without the flag as well, on all programs of
//! the world, and is right there. Only if the flag brings exactly one such pass can this be told.
//!
//! Passes are switched off by name, everywhere: without some of them there may be nothing left to get wrong.

use crate::localise::{GuiltyPass, Search};
use crate::passes::{ALL, Dial};
use rustassay_finding::Pass;
use rustassay_outcome::CountedPass;

/// How often the compiler runs at most to find out what a pass needs.
const NEEDS_EFFORT: usize = 60;

impl Search<'_, '_> {
    /// The pass before the guilty one that a flag switches on and that is to blame, with the flag. `None` if there is none, or it cannot be told.
    pub(crate) fn switched_on(
        &mut self,
        dial: &Dial,
        given: &[String],
        found: &GuiltyPass,
    ) -> Option<(Pass, String)> {
        // A compiler that cannot do without the guilty pass by its name can do so with no other.
        found.pass.is_confirmed?;
        let before = before(dial, found);
        for (n, flag) in self.settings.iter().enumerate() {
            let mut others = self.settings.to_vec();
            others.remove(n);
            let Some(without) = self.passes_with(dial, &others, given) else { continue };
            let without = dial.families(&without);
            if !without.contains(&found.pass.family()) {
                continue;
            }
            let brought: Vec<&str> =
                before.iter().copied().filter(|family| !without.contains(family)).collect();
            if let [family] = self.needed(dial, given, found, &brought)[..] {
                return Some((self.pass_of(dial, given, found, family), flag.clone()));
            }
        }
        None
    }

    /// The families of passes before the guilty one without which all is well, as far as some trials tell.
    pub(crate) fn needs(&mut self, dial: &Dial, given: &[String], found: &GuiltyPass) -> Vec<String> {
        if found.pass.is_confirmed.is_none() {
            return Vec::new();
        }
        self.trials.at_most(NEEDS_EFFORT);
        let needed = self.needed(dial, given, found, &before(dial, found));
        needed.into_iter().map(str::to_owned).collect()
    }

    /// Of some families, those without which all is well, each alone. What is still wrong without all of them needs none of them, so many are asked for
    /// at once.
    fn needed<'f>(
        &mut self,
        dial: &Dial,
        given: &[String],
        found: &GuiltyPass,
        families: &[&'f str],
    ) -> Vec<&'f str> {
        if families.is_empty() {
            return Vec::new();
        }
        match (self.is_bad(&[given, &dial.flags_without(families, &found.passes)]), families) {
            (Ok(true), _) => Vec::new(),
            (Ok(false), [family]) => vec![family],
            // A compiler may not be able to do without one of them, and then nothing is known of it.
            (Err(_), [_]) => Vec::new(),
            (Ok(false) | Err(_), many) => {
                let (first, second) = many.split_at(many.len() / 2);
                let mut needed = self.needed(dial, given, found, first);
                needed.extend(self.needed(dial, given, found, second));
                needed
            }
        }
    }

    /// The passes that run with other flags than those that matter; `None` if the compiler does not say.
    fn passes_with(&mut self, dial: &Dial, flags: &[String], given: &[String]) -> Option<Vec<CountedPass>> {
        if let Dial::MirNames(_) = dial {
            return None;
        }
        let flags = [flags, given, &dial.flags(ALL)].concat();
        let compilation = self.trials.compile(&flags).ok()?;
        Some(dial.passes(&compilation.finished.stderr))
    }

    /// A family as a pass: all its runs are one, because they are switched off together.
    fn pass_of(&self, dial: &Dial, given: &[String], found: &GuiltyPass, family: &str) -> Pass {
        let layer = dial.layer();
        let disabling = dial.flags_without(&[family], &found.passes);
        let first = found.passes.iter().position(|pass| layer.family(&pass.name) == family);
        Pass {
            layer,
            name: family.to_owned(),
            on: None,
            index: first.map_or(0, |at| at + 1),
            is_confirmed: Some(true),
            without: self.flags(&[given, &disabling]),
            with: self.flags(&[given]),
            disabling,
            needs: Vec::new(),
        }
    }
}

/// The families of passes that run before the guilty one, without its own.
fn before<'f>(dial: &Dial, found: &'f GuiltyPass) -> Vec<&'f str> {
    let mut families = dial.families(&found.passes[..found.pass.index - 1]);
    families.retain(|family| *family != found.pass.family());
    families
}
