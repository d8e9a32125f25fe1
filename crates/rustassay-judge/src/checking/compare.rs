//! Settings of a compiler, and other compilers, that must be of one mind.

use super::{CheckFate, Checked, Setting, check_alone, check_many};
use crate::engine::Engine;
use crate::sets::SECOND_CHECKS;
use rustassay_lang::Edition;
use rustassay_toolchain::Toolchain;
use std::sync::Arc;

/// A program that not all settings treat alike.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The program's place.
    pub program: usize,
    /// What each setting makes of it, alone.
    pub checked: Vec<Checked>,
}

/// A compiler in all ways to check programs that it has: as it is, with each of its second implementations, and with the edition before.
pub fn variants(toolchain: &Arc<Toolchain>, edition: Edition) -> Vec<Setting> {
    let plain = Setting::plain(toolchain.clone(), edition);
    let mut settings = vec![plain.clone()];
    settings.extend(SECOND_CHECKS.iter().filter(|check| check.is_in(toolchain)).map(|check| Setting {
        name: format!("{}/{}", plain.name, check.name),
        flags: vec![check.flag.to_owned()],
        ..plain.clone()
    }));
    if edition == Edition::E2024 {
        let name = format!("{}/2021", plain.name);
        settings.push(Setting { name, edition: Edition::E2021, ..plain });
    }
    settings
}

/// The programs that not all settings treat alike, also when each is alone in its crate.
pub fn differences(engine: &Engine, programs: &[&str], settings: &[Setting]) -> Vec<Difference> {
    let by_setting: Vec<Vec<Checked>> =
        settings.iter().map(|setting| check_many(engine, programs, setting)).collect();
    let suspects = (0..programs.len()).filter(|&at| is_split(by_setting.iter().map(|checked| &checked[at])));
    let alone = suspects.map(|program| {
        let check = |setting| check_alone(engine, programs[program], setting);
        Difference { program, checked: settings.iter().map(check).collect() }
    });
    alone.filter(|difference| is_split(difference.checked.iter())).collect()
}

/// Whether not all who can say something say the same.
fn is_split<'a>(checked: impl Iterator<Item = &'a Checked>) -> bool {
    let mut fates: Vec<CheckFate> = checked.filter_map(Checked::fate).collect();
    fates.sort_unstable();
    fates.dedup();
    fates.len() > 1
}
